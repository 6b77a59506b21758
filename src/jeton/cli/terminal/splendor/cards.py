"""Cards: as a box with a picture if there is room, else as two lines."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from jeton.cli.terminal.blocks import Block, fit, ink
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.games.splendor.affordability import Price
from jeton.games.splendor.ruleset import Card

__all__ = ["BOX", "CELL", "MARKS", "card_box", "card_cell", "card_line", "cost_text", "empty_box", "empty_cell"]

BOX, CELL = 16, 13
"""How wide a card is as a box, and as two lines."""

MARKS = {"free": "✓", "now": "✓", "gold": "★", "soon": "◔", "far": "·"}
"""The mark of a state; with border and label it says everything that colour does."""

FRAMES = {
    "free": "┏━┓┃┗┛",
    "now": "┏━┓┃┗┛",
    "gold": "┏╍┓╏┗┛",
    "soon": "┌┄┐┆└┘",
    "far": "╭─╮│╰╯",
}
"""Solid, dashed, dotted, thin: upper left, edge, upper right, side, lower left, lower right."""

PICTURES = {1: "▂▃▅▆▅▃▂▁▂▃▄▃▂▁", 2: "▁▁▂▃▂▁▁▃▁▁▂▄▂▁", 3: "▂▇▃▅█▃▆▂▇▄▅▃▂▄"}
"""Hills, a caravan, a town, by card level; each card begins at another point of it."""


def state_of(reach: Price | None) -> str:
    """Return the state of a card; to a spectator every card is just a card."""
    return reach.state if reach else "far"


def state_label(shot: Snapshot, reach: Price) -> str:
    """Return the state in words, mark included."""
    return f"{MARKS[reach.state]} {shot.say(f'state.{reach.state}', count=reach.gold)}"


def cost_text(shot: Snapshot, card: Card, reach: Price | None, under: Style, *, other: bool = False) -> Text:
    """Return the cost, letter and number of each colour: after bonuses (✓: covered), or as printed.

    With `other` it is the second line: the number that the first one does not show, if the two differ.
    """
    text = ink("", under)
    for i, colour in enumerate(shot.colours):
        if not card.cost[colour]:
            continue
        left = reach.cost[i] if reach else card.cost[colour]
        if other:
            number = f"→{left}" if shot.printed else f"/{card.cost[colour]}"
            text += ink(f"{number if left != card.cost[colour] else '  '} ", under)
        else:
            number = str(card.cost[colour] if shot.printed else left or "✓")
            text += shot.skin.amount(colour, number, under) + ink(" ", under)
    return text


def card_box(shot: Snapshot, label: str, card: Card, new_by: int | None = None) -> Block:
    """Return six lines: edge with place, points and bonus, picture or name, cost, the other cost, edge with state."""
    skin, reach = shot.skin, shot.reach(card)
    state = state_of(reach)
    corner, edge, other, side, low, end = tuple(FRAMES[state])
    bright = state in ("free", "now", "gold")
    line = skin.style("brass" if bright else "soft" if state == "soon" else "line", bold=bright)
    new = shot.words("cli.new") if new_by is not None else ""
    top = ink(corner, line) + ink(f" {label} ", skin.style("brass" if bright else "soft", bold=True))
    fill = BOX - 1 - top.cell_len - (len(new) + 2 if new else 0)
    top += ink(edge * fill, line)
    if new_by is not None:
        top += ink(f" {new} ", skin.seat(new_by))
    sky, paper, soft = skin.gem(card.bonus), skin.paper(state), skin.paper(state, soft=True)
    inner = BOX - 2
    rows = [
        _head(shot, card, inner, sky),
        _picture(shot, card, inner),
        fit(ink(" ", paper) + cost_text(shot, card, reach, skin.paper(state, bold=True)), inner, paper),
        fit(ink(" ", soft) + cost_text(shot, card, reach, soft, other=True), inner, soft),
    ]
    body = [ink(side, line) + row + ink(side, line) for row in rows]
    said = state_label(shot, reach) if reach and state != "far" else ""
    return [top + ink(other, line), *body, _foot(said, low, edge, end, line)]


def _foot(said: str, low: str, edge: str, end: str, line: Style) -> Text:
    inner = BOX - 2
    if not said:
        return ink(low + edge * inner + end, line)
    label = ink(f" {said} " if len(said) + 2 <= inner else said, line)
    label.truncate(inner, overflow="ellipsis")
    left = (inner - label.cell_len) // 2
    return ink(low + edge * left, line) + label + ink(edge * (inner - label.cell_len - left) + end, line)


def _head(shot: Snapshot, card: Card, width: int, sky: Style) -> Text:
    badge = ink(f" {shot.skin.letter(card.bonus)} ", shot.skin.paper(bold=True))
    if not shot.colour:
        badge = ink(f"({shot.skin.letter(card.bonus)})", sky)
    left = ink(f" {card.points or ' '} {_tags(card)}", sky)
    return fit(left, width - 4, sky) + badge + ink(" ", sky)


def _tags(card: Card) -> str:
    return "A" * card.avengers + ("T" if card.time_icon else "")


def _picture(shot: Snapshot, card: Card, width: int) -> Text:
    if card.name:
        sky = shot.skin.gem(card.bonus)
        return fit(ink(f" {card.name}" if len(card.name) < width else card.name, sky), width, sky)
    if not shot.colour:
        return ink(" " * width)
    shape, at = PICTURES[card.level], card.id * 5 % 14
    return ink((shape[at:] + shape[:at])[:width], shot.skin.picture(card.bonus))


def empty_box(shot: Snapshot, label: str) -> Block:
    """Return the outline of a place without a card."""
    line = shot.skin.style("line")
    inner = BOX - 2
    top = ink(f"╭ {label} " + "╌" * (inner - len(label) - 2) + "╮", line)
    return [top, *[ink(f"╎{' ' * inner}╎", line) for _ in range(4)], ink(f"╰{'╌' * inner}╯", line)]


def card_cell(shot: Snapshot, label: str, card: Card, new_by: int | None = None) -> Block:
    """Return two lines: place, points, tags and bonus; mark and cost. A Character's name stands between them."""
    skin, reach = shot.skin, shot.reach(card)
    state = state_of(reach)
    sky, paper = skin.gem(card.bonus), skin.paper(state)
    mark = MARKS[state] if reach else " "
    new = "•" if new_by is not None else " "
    if shot.colour:
        left = ink(f" {label}{new}{card.points or ' '} {_tags(card)}", sky)
        head = fit(left, CELL - 3, sky) + ink(f" {skin.letter(card.bonus)} ", skin.paper(bold=True))
    else:
        head = fit(ink(f"[{label}{new}{card.points or ' '} {_tags(card)}"), CELL - 4) + ink(
            f"({skin.letter(card.bonus)})]"
        )
    cost = ink(f"{mark} ", skin.paper(state, bold=True)) + cost_text(shot, card, reach, paper)
    cost.right_crop(1)
    name = [fit(ink(card.name, sky), CELL, sky)] if card.name else []
    return [head, *name, fit(cost, CELL, paper)]


def empty_cell(shot: Snapshot, label: str) -> Block:
    """Return two lines for a place without a card."""
    return [fit(ink(f" {label}", shot.skin.style("line")), CELL), ink(" " * CELL)]


def card_line(shot: Snapshot, label: str, card: Card) -> Text:
    """Return a card in one line: its label, bonus, points, cost and mark."""
    skin, reach = shot.skin, shot.reach(card)
    paper = skin.paper(state_of(reach))
    mark = MARKS[state_of(reach)] if reach else " "
    text = ink(f"{label} ", skin.style("brass", bold=True)) + skin.chip(card.bonus)
    text += ink(f" {card.points} ", skin.paper(state_of(reach), bold=True))
    cost = cost_text(shot, card, reach, paper)
    if cost:
        cost.right_crop(1)
    return text + cost + ink(f" {mark}", paper)
