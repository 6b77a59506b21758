"""The board: 24 hexagons, adjacent where they share an edge (G3, G9, O10).

Cells have axial coordinates (q, r) of flat-top hexagons: q counts columns to the right, r counts down along a column.

         (0,-1)
    (-1,0)    (1,-1)
         (0, 0)
    (-1,1)    (1, 0)
         (0, 1)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from jeton.core.game import Rng
from jeton.core.shuffle import pick, shuffled

__all__ = ["Cell", "lay_board", "neighbours", "shape"]

AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
TILES = 24


class Cell(msgspec.Struct, frozen=True, gc=False):
    """An island and where its tile lies."""

    island: str
    q: int
    r: int


def lay_board(kind: str, islands: Iterable[str], rng: Rng) -> tuple[Cell, ...]:
    """G9, O10. Lay the tiles at random on the cells of a shape, ordered by island."""
    cells = shape(kind, rng)
    return tuple(Cell(island, q, r) for island, (q, r) in zip(islands, shuffled(cells, rng), strict=True))


def shape(kind: str, rng: Rng) -> list[tuple[int, int]]:
    """Return the 24 cells of a shape; each has at least two neighbours.

    compact: all within two steps of the middle, and five more on one side. ring: two rows around an open lagoon.
    """
    if kind == "random":
        return _grown(rng)
    near = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if steps(q, r) <= 3]
    corner = {(3 * dq, 3 * dr) for dq, dr in AROUND}
    if kind == "ring":
        return [cell for cell in near if steps(*cell) >= 2 and cell not in corner]
    middle = [cell for cell in near if steps(*cell) <= 2]
    rim = [cell for cell in near if steps(*cell) == 3 and cell not in corner]
    return middle + rim[: TILES - len(middle)]


def steps(q: int, r: int) -> int:
    """Return how far a cell is from the middle."""
    return max(abs(q), abs(r), abs(q + r))


def _grown(rng: Rng) -> list[tuple[int, int]]:
    """G9. Start with three mutually adjacent cells; 21 times add a random empty one that touches at least two."""
    cells = [(0, 0), (1, 0), (0, 1)]
    touching: dict[tuple[int, int], int] = {}
    filled = set(cells)

    def fill(cell: tuple[int, int]) -> None:
        touching.pop(cell, None)
        for dq, dr in AROUND:
            near = (cell[0] + dq, cell[1] + dr)
            if near not in filled:
                touching[near] = touching.get(near, 0) + 1

    for cell in cells:
        fill(cell)
    while len(cells) < TILES:
        chosen = pick(rng, sorted(cell for cell, count in touching.items() if count >= 2))
        cells.append(chosen)
        filled.add(chosen)
        fill(chosen)
    return cells


@lru_cache(maxsize=1024)
def neighbours(board: tuple[Cell, ...]) -> dict[str, tuple[str, ...]]:
    """G3. Return the islands that share an edge with each island, in the board's order.

    >>> cells = (Cell("a", 0, 0), Cell("b", 1, 0), Cell("c", 3, 0))
    >>> neighbours(cells)
    {'a': ('b',), 'b': ('a',), 'c': ()}
    """
    return {
        cell.island: tuple(other.island for other in board if (other.q - cell.q, other.r - cell.r) in AROUND)
        for cell in board
    }
