"""What a legend does, in signs instead of words: each is drawn in a box of 64 by 64."""

from __future__ import annotations

from .tokens import INK, clue, coin, fire, hull, sail

_PERSON = "M32,8 a11,11 0 1 1 -.1,0Z M12,56 C12,40 20,33 32,33 C44,33 52,40 52,56Z"
_BRASS, _GREY = "#d99a2b", "#6f6a7a"


def _person(fill: str, x: float = 0, k: float = 1) -> str:
    at = f"translate({x:g},{32 - 32 * k:g}) scale({k:g})"
    return (
        f'<path d="{_PERSON}" transform="{at}" fill="{fill}" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'
    )


def _sign(d: str, colour: str = INK) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _crossed(inside: str) -> str:
    return f'<g opacity=".75">{inside}</g>' + _sign("M8,56 L56,8", "#c22a3c")


_BADGE = f'<path d="M32,37 l2.4,5.2 5.6,.6 -4.2,3.8 1.2,5.6 -5,-2.9 -5,2.9 1.2,-5.6 -4.2,-3.8 5.6,-.6Z" fill="{INK}"/>'
_TILE = (
    '<path d="M18,12 H46 L60,34 L46,56 H18 L4,34Z" fill="#5fb3a8" stroke="#1b1020"'
    ' stroke-width="3" stroke-linejoin="round"/>'
)

SIGNS = {
    "plus": _sign("M32,18 V46 M18,32 H46", "#1d6b3d"),
    "minus": _sign("M18,32 H46", "#a8202f"),
    "arrow": _sign("M12,32 H50 M38,20 L50,32 L38,44"),
    "swap": _sign("M14,24 H46 M38,14 L48,24 M50,42 H18 M26,52 L16,42"),
    "equals": _sign("M16,24 H48 M16,40 H48"),
    "coin": coin(),
    "legend": coin(legend=True),
    "boat": sail("") + hull(),
    "clue": clue(""),
    "fire": fire(""),
    "tile": _TILE,
    "me": _person(_BRASS) + _BADGE,
    "other": _person(_GREY),
    "all": _person(_GREY, 0, 0.62) + _person(_GREY, 24, 0.62) + _person(_BRASS, 8, 0.75),
    "no other": _crossed(_person(_GREY)),
    "no coin": _crossed(coin()),
}
"""`me` is the holder, in brass and with a star; `other` is the player one chooses."""
WIDE = frozenset(("clue",))
"""Signs in a box of 96 by 48."""

POWERS = {
    "alatyr": ("me", "plus", "coin", "coin"),
    "andvaranaut": ("me", "plus", "legend"),
    "ark": ("other", "minus", "coin", "coin"),
    "wand": ("fire", "arrow", "tile"),
    "scales": ("all", "equals", "coin"),
    "boots": ("me", "plus", "clue"),
    "girdle": ("other", "coin", "arrow", "me"),
    "club": ("me", "plus", "boat"),
    "necklace": ("other", "minus", "legend"),
    "excalibur": ("me", "coin", "no other"),
    "kunee": ("other", "no coin"),
    "stone": ("boat", "swap", "clue"),
    "apple": ("coin", "arrow", "coin", "coin"),
    "trident": ("other", "minus", "boat"),
    "hourglass": ("other", "minus", "clue"),
    "egg": ("me", "plus", "legend", "coin"),
    "treasure": ("coin", "coin", "coin"),
}
KEPT = frozenset(("wand", "boots", "club", "kunee", "stone", "apple", "trident", "hourglass"))
"""Kept until played; a ribbon says so, a bolt says that a legend acts at once. A test compares with the rules."""
