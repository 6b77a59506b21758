"""Colours, letters and chips: what the pieces look like in a terminal.

A gem is never a colour alone: it has its letter, the same in every language. Without colour, the letter, the shape of a
border and a mark still say everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rich.style import Style
from rich.text import Text

from jeton.cli.terminal.blocks import ink

__all__ = ["GEMS", "LETTERS", "SEATS", "Gem", "Skin", "skin"]


@dataclass(frozen=True)
class Gem:
    """A colour's letter and its three shades: the body, what is drawn on it, and the letter's ink."""

    letter: str
    body: str
    dark: str
    ink: str


GEMS: dict[str, dict[str, Gem]] = {
    "splendor": {
        "white": Gem("D", "#e9e9ef", "#bcc2d2", "#2c3145"),
        "blue": Gem("S", "#2c6cd4", "#1b479e", "#ffffff"),
        "green": Gem("E", "#12834f", "#0c6440", "#ffffff"),
        "red": Gem("R", "#cf2f47", "#97172e", "#ffffff"),
        "black": Gem("O", "#57515f", "#2b2731", "#ffffff"),
        "gold": Gem("★", "#e6b144", "#b07d1d", "#422a03"),
    },
    "marvel": {
        "yellow": Gem("M", "#f2cf1f", "#bd9906", "#3a2e00"),
        "purple": Gem("P", "#8a3fd0", "#5d2299", "#ffffff"),
        "blue": Gem("S", "#2c6cd4", "#1b479e", "#ffffff"),
        "red": Gem("R", "#cf2f47", "#97172e", "#ffffff"),
        "orange": Gem("O", "#e8711a", "#a94a07", "#2c1200"),
        "gold": Gem("★", "#aab4bf", "#74808e", "#1c232b"),
        "time": Gem("T", "#12834f", "#0c6440", "#ffffff"),
    },
}
"""The gems of each title in the order that they have everywhere."""

LETTERS = {title: "".join(gem.letter for gem in gems.values()) for title, gems in GEMS.items()}

SEATS = ("#f0c672", "#6fdccd", "#f0a6e8", "#b1bfff")
"""A seat's ink; another sign always goes with it."""

CLOTH = {
    "splendor": {"cloth": "#2b1f30", "sunken": "#1f1523", "raised": "#3a2b40", "line": "#8d7890", "soft": "#d2c0ca"},
    "marvel": {"cloth": "#1d2145", "sunken": "#141735", "raised": "#2a3060", "line": "#7f89c0", "soft": "#c3c9ea"},
}
INKS = {"text": "#faf1e2", "brass": "#f0c672", "good": "#86dca8", "warn": "#ffc66b", "bad": "#ff9d98"}
PAPER = {"now": "#fbf4e3", "free": "#fbf4e3", "gold": "#fbf4e3", "soon": "#e6dac2", "far": "#b3a794"}
INK, INK_SOFT = "#2a1d14", "#5d4a38"


@dataclass(frozen=True)
class Skin:
    """How one title looks here: in colour, or by letters and shapes alone."""

    title: str
    colour: bool = True

    def style(self, name: str, *, bold: bool = False, on: str | None = None) -> Style:
        """Return one of the table's inks, on its cloth or on what `on` names."""
        if not self.colour:
            return Style(bold=bold or None, dim=True if name in ("line", "soft") else None)
        shades = CLOTH[self.title] | INKS
        return Style(color=shades[name], bgcolor=shades[on] if on else None, bold=bold or None)

    @property
    def cloth(self) -> Style:
        """What lies under everything."""
        if not self.colour:
            return Style.null()
        return Style(color=INKS["text"], bgcolor=CLOTH[self.title]["cloth"])

    def bar(self) -> Style:
        """Return the strip above the table."""
        return Style(color=INKS["text"], bgcolor=CLOTH[self.title]["sunken"]) if self.colour else Style(reverse=True)

    def pill(self) -> Style:
        """Return brass, which means: you can."""
        return Style(color=INK, bgcolor=INKS["brass"], bold=True) if self.colour else Style(bold=True, reverse=True)

    def seat(self, seat: int, *, bold: bool = True) -> Style:
        """Return a seat's ink."""
        return Style(color=SEATS[seat], bold=bold) if self.colour else Style(bold=bold)

    def paper(self, state: str = "now", *, soft: bool = False, bold: bool = False) -> Style:
        """Return a card's ivory, dimmer the further the card is out of reach."""
        if not self.colour:
            return Style(dim=soft or None, bold=bold or None)
        return Style(color=INK_SOFT if soft and state != "far" else INK, bgcolor=PAPER[state], bold=bold or None)

    def gem(self, colour: str, *, bold: bool = True) -> Style:
        """Return a gem's body with its ink."""
        gem = GEMS[self.title][colour]
        return Style(color=gem.ink, bgcolor=gem.body, bold=bold) if self.colour else Style(bold=bold)

    def picture(self, colour: str) -> Style:
        """Return what is drawn on a card, darker than its sky."""
        gem = GEMS[self.title][colour]
        return Style(color=gem.dark, bgcolor=gem.body) if self.colour else Style(dim=True)

    def letter(self, colour: str) -> str:
        """Return a colour's letter."""
        return GEMS[self.title][colour].letter

    @property
    def colours(self) -> Sequence[str]:
        """The five colours, in order."""
        return tuple(GEMS[self.title])[:5]

    @property
    def tokens(self) -> Sequence[str]:
        """Return all kinds of token: five colours, gold, and time if there is some."""
        return tuple(GEMS[self.title])

    def chip(self, colour: str, count: int | None = None) -> Text:
        """Return a chip of three cells: its letter, or how many there are.

        >>> skin("splendor", colour=False).chip("green").plain
        '(E)'
        """
        inner = self.letter(colour) if count is None else str(count)
        return ink(f" {inner} " if self.colour else f"({inner})", self.gem(colour))

    def amount(self, colour: str, count: int | str, under: Style) -> Text:
        """Return letter and number, two cells: `D4`."""
        return ink(self.letter(colour), self.gem(colour)) + ink(str(count), under)


@cache
def skin(title: str, *, colour: bool = True) -> Skin:
    """Return the skin of a title."""
    return Skin(title, colour)
