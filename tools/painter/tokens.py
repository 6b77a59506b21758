"""Boats, clues, fires and coins: small drawings of flat colour, without ids, so that a page may write them inline.

Each colour has a shape of its own that stays itself however a token is turned: circle, triangle, square, cross, moon.
"""

from __future__ import annotations

from .canvas import BLACK, WHITE, mix

COLOURS = {"blue": "#5b9dff", "red": "#ff6f68", "green": "#4fc27a", "yellow": "#f4cb45", "purple": "#bf93ff"}
"""In the order of the seats; a dark mark on each has a contrast of 6 or more."""
SHAPES = {"blue": "circle", "red": "triangle", "green": "square", "yellow": "cross", "purple": "moon"}
INK = "#1b1020"

_MARKS = {
    "circle": "M-9,0 a9,9 0 1 1 18,0 a9,9 0 1 1 -18,0Z",
    "triangle": "M0,-11 L10.5,8 H-10.5Z",
    "square": "M-8.5,-8.5 H8.5 V8.5 H-8.5Z",
    "cross": "M-3.8,-10 H3.8 V-3.8 H10 V3.8 H3.8 V10 H-3.8 V3.8 H-10 V-3.8 H-3.8Z",
    "moon": "M4.5,-10 A10,10 0 1 0 10,5 A8,8 0 1 1 4.5,-10Z",
}
_LINE = f'stroke="{INK}" stroke-width="2.5" stroke-linejoin="round"'
_FLAME = (
    "M32,10 C35,19 46,24 45,37 C44,47 38,52 32,52 C25,52 19,47 19,37"
    " C19,31 22.5,27 24,22 C27,25 28.5,27 28.5,30 C31,25 33,17 32,10Z"
)
_STAR = "M0,-13 L3.6,-4.6 12.7,-4 5.7,1.9 7.9,10.7 0,5.9 -7.9,10.7 -5.7,1.9 -12.7,-4 -3.6,-4.6Z"


def main_colour(colour: str) -> str:
    """What a token of that colour is painted with; nobody's tokens are brass."""
    return COLOURS.get(colour, "#e3b04a")


def mark(colour: str, x: float, y: float, k: float = 1, fill: str = INK) -> str:
    """The shape of a colour, centred on a point; nobody has none."""
    if colour not in SHAPES:
        return ""
    return f'<path d="{_MARKS[SHAPES[colour]]}" transform="translate({x:g},{y:g}) scale({k:g})" fill="{fill}"/>'


def sail(colour: str) -> str:
    """The sail of a boat's owner, for all to see (G4)."""
    main = main_colour(colour)
    fore = mix(main, WHITE, 0.45)
    return (
        '<ellipse cx="32" cy="57.5" rx="25" ry="4.5" fill="#03151f" opacity=".5"/>'
        '<path d="M30,5 V47" stroke="#3a240a" stroke-width="4" stroke-linecap="round"/>'
        f'<path d="M33,5 C53,12 58,29 55,43 H33Z" fill="{main}" {_LINE}/>'
        f'<path d="M36,9 C48,15 53,25 53,33" fill="none" stroke="{mix(main, WHITE, 0.5)}" stroke-width="2"/>'
        f'<path d="M27,14 C16,20 10,32 10,43 H27Z" fill="{fore}" {_LINE}/>{mark(colour, 43.5, 32, 0.82)}'
    )


def hull(sought: str = "") -> str:
    """The hull: plain wood while it hides whom the boat seeks, then that player's colour and shape (G45)."""
    side = COLOURS[sought] if sought else "#7a4a2c"
    planks = f'<path d="M8,50.5 H56" stroke="{mix(side, BLACK, 0.3)}" stroke-width="1.8"/>'
    body = f'<path d="M5,45 H59 C57,55 51,60 45,60 H19 C12,60 7,54 5,45Z" fill="{side}" {_LINE}/>'
    if not sought:
        hatch = '<path d="M17,55.5 H47" stroke="#4f2e19" stroke-width="1.8"/>'
        return body + planks + hatch
    plate = f'<circle cx="32" cy="51.5" r="8.8" fill="{WHITE}" stroke="{INK}" stroke-width="2"/>'
    return body + planks + plate + mark(sought, 32, 51.5, 0.6)


def clue(colour: str) -> str:
    """The clue arrow in a box of 96 by 48; it points at the middle of its ring, (82, 24)."""
    main = main_colour(colour)
    ring = "".join(
        f'<circle cx="82" cy="24" r="{r}" fill="none" stroke="{stroke}" stroke-width="{width}"/>'
        for r, stroke, width in ((11, INK, 5.5), (11, WHITE, 3), (11, main, 1.4))
    )
    return (
        f'<path d="M36,13 L46,16 V10 L71,24 L46,38 V32 L36,35Z" fill="{main}" {_LINE}/>'
        f'<circle cx="24" cy="24" r="19" fill="{main}" stroke="{INK}" stroke-width="3"/>'
        f'<circle cx="24" cy="24" r="15" fill="none" stroke="{mix(main, WHITE, 0.55)}" stroke-width="1.8"/>'
        f'{mark(colour, 24, 24, 1.05)}{ring}<circle cx="82" cy="24" r="2" fill="{INK}"/>'
    )


def fire(colour: str, wand: bool = False) -> str:
    """A beacon fire; Merlin's, which says less (A12), carries a wand and burns inside a dashed ring."""
    main, dash = main_colour(colour), ' stroke-dasharray="9 5.2"' if wand else ""
    core = f'<path d="{_FLAME}" transform="translate(9.6,16) scale(.7)" fill="#ffd469"/>'
    drawn = (
        f'<circle cx="32" cy="32" r="29" fill="{INK}"/>'
        f'<circle cx="32" cy="32" r="25.3" fill="none" stroke="{main}" stroke-width="4.6"{dash}/>'
        f'<path d="{_FLAME}" fill="#ff8a2b"/>{core}'
    )
    if colour:
        drawn += f'<circle cx="32" cy="48" r="11" fill="{main}" stroke="{INK}" stroke-width="2.2"/>'
        drawn += mark(colour, 32, 48, 0.72)
    if wand:
        drawn += (
            f'<path d="M42,24 L53,12" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
            '<path d="M42,24 L53,12" stroke="#c9a6ff" stroke-width="4" stroke-linecap="round"/>'
            f'<path d="{_STAR}" transform="translate(54,11) scale(.7)" fill="#fff3b0" stroke="{INK}"'
            ' stroke-width="2.4"/>'
        )
    return drawn


def coin(legend: bool = False) -> str:
    """A gold coin with a chest's keyhole, or a red legend coin with a star."""
    main, edge = ("#d8404e", "#8a1a2c") if legend else ("#f0c04c", "#a86f16")
    face = (
        f'<circle cx="32" cy="33.5" r="28" fill="{edge}"/>'
        f'<circle cx="32" cy="31" r="28" fill="{main}" stroke="{INK}" stroke-width="2.5"/>'
        f'<circle cx="32" cy="31" r="21.5" fill="{mix(main, BLACK, 0.12)}" stroke="{mix(main, WHITE, 0.5)}"'
        f' stroke-width="2"/><path d="M11,24 A22.5,22.5 0 0 1 30,8.5" fill="none" stroke="{WHITE}" stroke-width="3"'
        ' opacity=".6" stroke-linecap="round"/>'
    )
    if legend:
        return (
            f'{face}<path d="{_STAR}" transform="translate(32,32)" fill="#fff3dc" stroke="{edge}" stroke-width="1.5"/>'
        )
    hole = "M32,19 a6.6,6.6 0 0 1 3.6,12.1 L38,43 H26 L28.4,31.1 A6.6,6.6 0 0 1 32,19Z"
    return f'{face}<path d="{hole}" fill="{edge}"/>'


def tokens() -> dict[str, str]:
    """Every token by file name, as a whole SVG."""
    drawn = {"coin-gold": coin(), "coin-legend": coin(legend=True), "hull-hidden": hull()}
    for colour in COLOURS:
        plate = f'<circle cx="32" cy="32" r="29" fill="{COLOURS[colour]}" stroke="{INK}" stroke-width="3"/>'
        drawn |= {
            f"boat-{colour}": sail(colour) + hull(),
            f"clue-{colour}": clue(colour),
            f"fire-{colour}": fire(colour),
            f"fire-{colour}-wand": fire(colour, wand=True),
            f"hull-{colour}": hull(colour),
            f"mark-{colour}": plate + mark(colour, 32, 32, 1.7),
            f"sail-{colour}": sail(colour),
        }
    return {name: _svg(inside, wide=name.startswith("clue")) for name, inside in sorted(drawn.items())}


def _svg(inside: str, wide: bool) -> str:
    box = "0 0 96 48" if wide else "0 0 64 64"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>\n'
