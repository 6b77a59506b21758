"""A view of Guardians of Legends as a small picture (SVG): islands, boats, fires, postcards with clues, seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from jeton.core.svg import INK, circle, group, path, rect, sheet, text

if TYPE_CHECKING:
    from jeton.games.guardians.view import SeatView, View

__all__ = ["draw"]

SEATS = {"blue": "#2f62b8", "red": "#c23a35", "green": "#1f8a55", "yellow": "#d9a441", "purple": "#7d4bb0"}
LAND = ("#cfe0b5", "#e6d3a3", "#d8c7b0", "#bcd9cf")
SIDE = 44.0
HEXAGON = "M-44 0-22-38 22-38 44 0 22 38-22 38Z"
STAR = "M0-5 1.4-1.4 5-1.4 2.2.8 3 4.4 0 2.2-3 4.4-2.2.8-5-1.4-1.4-1.4Z"
BOAT, FIRE = "M-7 0 7 0 4 5-4 5ZM0-1 0-9 6-2Z", "M0-8C5-3 5 1 0 4-5 1-4-2 0-8Z"
LIGHT, SEA = "#fffaf0", "#d5e6ea"


def draw(view: View, names: Sequence[str] = (), heading: str = "") -> str:
    """Return the picture of a view; the caller may give a name for every seat and words to put above it."""
    colours = [SEATS[player.colour] for player in view.players]
    places = {cell.island: (66.0 * cell.q, 76.0 * cell.r + 38.0 * cell.q) for cell in view.board}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    wide = max(x for x, _ in places.values()) - left + 2 * SIDE + 24
    high = max(y for _, y in places.values()) - top + 2 * SIDE + 40
    parts = [rect(0, 0, wide, high, SEA)]
    at = {island: (x - left + SIDE + 12, y - top + SIDE + 32) for island, (x, y) in places.items()}
    parts += [group(*at[island], _island(view, island, number)) for number, island in enumerate(at)]
    parts += [group(*at[island], _pieces(view, island, colours)) for island in at]
    parts.append(text(12, 22, heading or f"Guardians of Legends, round {view.round}, {view.phase}", 14))
    total = max(wide + 224, 12 + 186.0 * len(colours))
    columns = int((total - wide - 12) // 210)
    for i, postcard in enumerate(view.postcards):
        x, y = wide + 12 + 210 * (i % columns), 12 + 144 * (i // columns)
        parts.append(group(x, y, _postcard(view, postcard, colours)))
    height = max(high, 12 + 144.0 * -(-len(view.postcards) // columns))
    for i, player in enumerate(view.players):
        parts.append(group(12 + 186 * i, height + 10, _seat(view, i, player, colours[i], names)))
    words = heading or f"Guardians of Legends, round {view.round}"
    return sheet(total, height + 86, words, parts)


def _island(view: View, island: str, number: int) -> list[str]:
    down = island in view.face_down
    mine = view.hand is not None and view.hand.location == island
    parts = [path(HEXAGON, "#9aa7a8" if down else LAND[number % len(LAND)], stroke="#a8741c" if mine else INK,
                  stroke_width=4 if mine else 1)]  # fmt: skip
    words = island.split("_")
    for i, word in enumerate(words[:3]):
        parts.append(text(0, -20 + 11 * i, word, 9.5, text_anchor="middle"))
    return parts


def _pieces(view: View, island: str, colours: list[str]) -> list[str]:
    parts = []
    fires = [fire for fire in view.fires if fire.island == island]
    for i, fire in enumerate(fires):
        parts.append(group(-24 + 10 * i, 31, [path(FIRE, colours[fire.seat], stroke=INK)]))
    for i, boat in enumerate(boat for boat in view.boats if boat.island == island):
        sought = colours[boat.sought] if boat.sought is not None else LIGHT
        hull = [path(BOAT, colours[boat.seat], stroke=INK), circle(0, 8, 2.5, sought, stroke=INK, stroke_width=0.6)]
        parts.append(group(-26 + 15 * (i % 4), 14 + 12 * (i // 4), hull))
    return parts


def _postcard(view: View, postcard: str, colours: list[str]) -> list[str]:
    parts = [rect(0, 0, 198, 132, LIGHT, stroke=INK), rect(6, 6, 186, 106, "#efe2c6")]
    parts.append(text(99, 126, postcard.replace("_", " "), 11, text_anchor="middle"))
    for clue in view.clues:
        if clue.postcard == postcard:
            x, y = 6 + 186 * clue.x, 6 + 106 * clue.y
            parts.append(circle(x, y, 5, colours[clue.seat], stroke=INK))
            if clue.element is not None:
                word, right = clue.element.rpartition(".")[2].replace("_", " "), clue.x < 0.6
                anchor = "start" if right else "end"
                parts.append(text(x + (7 if right else -7), y + 3, word, 8.5, text_anchor=anchor))
    return parts


def _seat(view: View, seat: int, player: SeatView, colour: str, names: Sequence[str]) -> list[str]:
    won = view.outcome is not None and seat in view.outcome.winners
    name = names[seat][:14] if names else f"seat {seat}{' (you)' if view.seat == seat else ''}"
    parts = [rect(0, 0, 178, 66, LIGHT, stroke=colour, stroke_width=3), circle(14, 16, 6, colour)]
    parts.append(text(26, 20, name, 12))
    if won:
        parts.append(group(14, 16, [path(STAR, LIGHT)]))
    parts.append(text(170, 22, player.score, 18, font_weight="bold", text_anchor="end"))
    parts.append(text(10, 40, f"gold {player.gold}, coins {player.coins}; {player.state.replace('_', ' ')}", 10))
    kept = ", ".join((*player.kept, *player.armed))
    parts.append(text(10, 56, kept[:34], 9, "#7d1022"))
    return parts
