"""What a legend does, in signs instead of words."""

from __future__ import annotations

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
"""`me` is the holder, with a star; `other` is the player one chooses."""
KEPT = frozenset(("wand", "boots", "club", "kunee", "stone", "apple", "trident", "hourglass"))
"""Kept until played; a ribbon says so, a bolt says that a legend acts at once. A test compares with the rules."""
