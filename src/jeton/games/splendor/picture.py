"""A view of Splendor or Splendor: Marvel as a small picture (SVG): market, bank, nobles, and what each seat has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jeton.core.svg import INK, circle, group, path, rect, sheet, text
from jeton.games.splendor.ruleset import Box, Card, title

if TYPE_CHECKING:
    from jeton.games.splendor.view import HandCard, View

__all__ = ["draw"]

INKS = {
    "white": "#e9e4d8", "blue": "#2f62b8", "green": "#1f8a55", "red": "#c23a35", "black": "#3b3540",
    "yellow": "#e0b52a", "purple": "#7d4bb0", "orange": "#dd7a2b", "gold": "#d9a441", "time": "#57a86a",
}  # fmt: skip
FACETS = (
    ("M0-9 8 0 0 9-8 0Z", "M0-9 0 9M-8 0 8 0"),
    ("M-5-8 5-8 9-1 0 9-9-1Z", "M-9-1 9-1M-5-8 0 9 5-8"),
    ("M-5-8 5-8 8-4 8 4 5 8-5 8-8 4-8-4Z", "M-4-5 4-5 4 5-4 5Z"),
    ("M0-9 8-3 5 8-5 8-8-3Z", "M0-9 0 2M8-3 0 2-8-3M5 8 0 2-5 8"),
    ("M-8-4-4-8 4-8 8-4 8 4 4 8-4 8-8 4Z", "M-8-4 8 4M8-4-8 4"),
    ("M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0Z", "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z"),
    ("M-6-9 6-9 0 0 6 9-6 9 0 0Z", "M-3-5 3-5M-3 5 3 5"),
)
"""The outline of each kind of token, and the lines of its cut: shape alone tells the colours apart."""
WIDE, HIGH, GAP = 84, 104, 8
GOLD, TIME = 5, 6
TOP = 40
LIGHT = "#fffaf0"
ARROW, STAR = "M-4-5 5 0-4 5Z", "M0-7 2-2 7-2 3 1 4 6 0 3-4 6-3 1-7-2-2-2Z"
LONGEST = 14
"""How many letters of a name fit."""


def gem(box: Box, kind: int, size: float = 1.0) -> str:
    """Return a token: five colours, gold, time; each picture draws it once."""
    return f'<use href="#{box.name}-{kind}" transform="scale({size})"/>'


def gems(box: Box) -> str:
    """Return the drawings of all tokens."""
    colours = (*box.colours, "gold", "time")
    shapes = (
        f'<g id="{box.name}-{kind}">{path(outline, INKS[colour], stroke=INK)}'
        f"{path(cut, 'none', stroke=INK, opacity=0.4)}</g>"
        for kind, (colour, (outline, cut)) in enumerate(zip(colours, FACETS, strict=True))
    )
    return f"<defs>{''.join(shapes)}</defs>"


def card(box: Box, number: int, x: float, y: float) -> str:
    """Return a card of the market: points, bonus, cost, number."""
    if not number:
        return rect(x, y, WIDE, HIGH, "none", stroke="#d9c59c", stroke_dasharray="4 4")
    one = box.card(number)
    parts = [
        rect(0, 0, WIDE, HIGH, LIGHT, stroke=INK),
        rect(0, 0, WIDE, 30, INKS[one.bonus], opacity=0.45),
        group(WIDE - 18, 16, [gem(box, box.colours.index(one.bonus), 1.1)]),
        text(WIDE - 6, HIGH - 6, number, 9, "#5d4a38", text_anchor="end"),
    ]
    if one.points:
        parts.append(text(8, 23, one.points, 21, font_weight="bold"))
    if one.avengers:
        parts.append(text(WIDE - 6, 46, "A" * one.avengers, 11, "#7d1022", text_anchor="end"))
    if one.time_icon:
        parts.append(group(WIDE - 14, 62, [gem(box, TIME, 0.8)]))
    return group(x, y, [*parts, *_cost(box, one)])


def _cost(box: Box, one: Card) -> list[str]:
    found = []
    due = [(kind, one.cost[colour]) for kind, colour in enumerate(box.colours) if one.cost[colour]]
    for i, (kind, n) in enumerate(due):
        y = HIGH - 12 - 16.5 * (len(due) - 1 - i)
        found += [group(14, y, [gem(box, kind, 0.72)]), text(25, y + 4.5, n, 13, font_weight="bold")]
    return found


def _noble(box: Box, number: int, x: float, y: float) -> str:
    if not number:
        return rect(x, y, 66, 62, "none", stroke="#d9c59c", stroke_dasharray="4 4")
    one = box.noble(number)
    parts = [rect(0, 0, 66, 62, "#efe2c6", stroke=INK), text(8, 22, one.points, 18, font_weight="bold")]
    needed = [(kind, one.requirement[c]) for kind, c in enumerate(box.colours) if one.requirement[c]]
    for i, (kind, n) in enumerate(needed):
        px, py = 14 + 30 * (i % 2), 35 + 17 * (i // 2)
        parts += [group(px, py, [gem(box, kind, 0.6)]), text(px + 9, py + 4, n, 11)]
    return group(x, y, parts)


def _pile(level: int, left: int, y: float) -> str:
    fill = ("#7fa381", "#c9a455", "#7b93b8")[level]
    dots = [circle(WIDE / 2 - 10 * level + 20 * i, HIGH / 2 - 18, 4, LIGHT) for i in range(level + 1)]
    body = [rect(0, 0, WIDE, HIGH, fill if left else "none", stroke=INK), *(dots if left else ())]
    return group(12, y, [*body, text(WIDE / 2, HIGH / 2 + 20, left, 20, text_anchor="middle")])


def _bank(box: Box, view: View) -> list[str]:
    kinds = range(7 if any(n for n in (view.bank[6], *(player.tokens[6] for player in view.players))) else 6)
    found = []
    for kind in kinds:
        y = TOP + 22 + 48 * kind
        found += [group(492, y, [gem(box, kind, 1.7)]), text(516, y + 7, view.bank[kind], 20)]
    return found


def _held(box: Box, one: HandCard, x: float) -> str:
    """Return a reserved card: its card level in dots if it is hidden, else points, bonus and number."""
    back = ("#7fa381", "#c9a455", "#7b93b8")[one.level - 1]
    if one.card is None:
        dots = [circle(17 - 5 * (one.level - 1) + 10 * i, 20, 3, LIGHT) for i in range(one.level)]
        return group(x, 0, [rect(0, 0, 34, 40, back, stroke=INK), *dots])
    known = box.card(one.card)
    parts = [rect(0, 0, 34, 40, LIGHT, stroke=INK), group(24, 12, [gem(box, box.colours.index(known.bonus), 0.6)])]
    parts += [text(5, 16, known.points or "", 13, font_weight="bold"), text(30, 36, one.card, 8, text_anchor="end")]
    return group(x, 0, [*parts, rect(0, 37, 34, 3, back)])


def _seat(box: Box, view: View, seat: int, name: str, x: float, y: float) -> str:
    player, turn = view.players[seat], view.turn == seat and view.outcome is None
    won = view.outcome is not None and seat in view.outcome.winners
    edge = "#a8741c" if turn or won else "#d9c59c"
    parts = [rect(0, 0, 370, 112, LIGHT, stroke=edge, stroke_width=3 if turn or won else 1)]
    if turn or won:
        parts.append(group(16, 17.5, [path(STAR if won else ARROW, edge)]))
    parts.append(text(26 if turn or won else 10, 22, name, 13))
    parts.append(text(360, 24, player.points, 20, font_weight="bold", text_anchor="end"))
    for kind in range(5):
        px = 24 + 44 * kind
        parts += [group(px, 48, [gem(box, kind)]), text(px + 12, 53, player.tokens[kind] or "·", 14)]
        colour = INKS[box.colours[kind]]
        if player.bonuses[kind]:
            parts += [rect(px - 11, 68, 38, 30, colour, opacity=0.35, stroke=INK)]
            parts += [text(px + 8, 89, player.bonuses[kind], 16, font_weight="bold", text_anchor="middle")]
    if player.tokens[GOLD]:
        parts += [group(250, 48, [gem(box, GOLD)]), text(262, 53, player.tokens[GOLD], 14)]
    if player.tokens[TIME]:
        parts.append(group(300, 48, [gem(box, TIME, 0.9)]))
    for i, number in enumerate(player.nobles):
        points = text(140.5 + 22 * i, 21, box.noble(number).points, 12, text_anchor="middle")
        parts += [rect(132 + 22 * i, 8, 17, 17, "#efe2c6", stroke=INK), points]
    tags = "A" * player.tags + (" (tile)" if view.tile == seat else "")
    parts.append(text(210, 22, tags, 12, "#7d1022"))
    parts.append(group(252, 66, [_held(box, one, 38 * i) for i, one in enumerate(player.hand)]))
    return group(x, y, parts)


def draw(view: View, names: Sequence[str] = (), heading: str = "") -> str:
    """Return the picture of a view; the caller may give a name for every seat and words to put above it."""
    box = title(view.title)
    parts = [gems(box), *(_noble(box, number, 600, TOP + 68 * i) for i, number in enumerate(view.nobles))]
    for level in range(3):
        y = TOP + (HIGH + GAP) * (2 - level)
        parts.append(_pile(level, view.decks[level], y))
        parts += [card(box, n, 108 + (WIDE + GAP) * i, y) for i, n in enumerate(view.market[4 * level : 4 * level + 4])]
    below = TOP + 3 * (HIGH + GAP) + 6
    for seat in range(len(view.players)):
        name = names[seat][:LONGEST] if names else f"seat {seat}{' (you)' if view.seat == seat else ''}"
        parts.append(_seat(box, view, seat, name, 12 + 380 * (seat % 2), below + 120 * (seat // 2)))
    words = heading or f"{box.full_name}, turn {view.turns + 1}"
    parts += [*_bank(box, view), text(12, 25, words, 14)]
    return sheet(774, below + 120 * -(-len(view.players) // 2) + 4, words, parts)
