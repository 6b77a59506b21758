"""The rules of Nim with a hidden token.

- N1. There are three heaps, A, B and C, of 3, 4 and 5 tokens. One token is marked beneath, nobody knows which; but each
  player is told of one heap that it is not in.
- N2. In turn, players take one to three tokens (option `most`) from the top of one heap.
- N3. Each token is a point, and the marked one three more, shown when it is taken.
- N4. Who takes the last token of all has two points more. The most points win; equals share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from jeton.core.errors import IllegalMove, MalformedMove, MalformedPosition, MatchOver, WrongSeat
from jeton.core.game import Entry, Game, Outcome, Report, Rng, lay_options, ranked
from jeton.core.shuffle import Stream, below
from jeton_nim import OPTIONS

HEAPS = (3, 4, 5)
MOVE = re.compile(r"take ([1-9]) ([ABC])")


class Position(msgspec.Struct, frozen=True):
    heaps: tuple[int, ...]
    turn: int
    points: tuple[int, ...]
    mark: tuple[int, int]
    """The heap of the marked token, and how many lie below it."""
    hints: tuple[int, ...]
    """For each seat, a heap that the mark is not in."""

    @property
    def found(self) -> bool:
        return self.heaps[self.mark[0]] <= self.mark[1]


class View(msgspec.Struct, frozen=True):
    title: str
    seat: int | None
    turn: int
    heaps: tuple[int, ...]
    points: tuple[int, ...]
    mark: tuple[int, int] | None
    hint: int | None
    moves: tuple[str, ...]
    outcome: Outcome | None


class Nim(Game[Position, View]):
    title, version, seat_counts = "nim", 1, (2, 3)

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.options = lay_options(self.title, OPTIONS, options or {})

    def start(self, seats: int, seed: bytes) -> Position:
        if seats not in self.seat_counts:
            raise ValueError(f"N1: expected 2 or 3 seats, got {seats}")
        return self._hide(Position(HEAPS, 0, (0,) * seats, (0, 0), ()), Stream(seed, "mark"), None, None)

    def actors(self, position: Position) -> tuple[int, ...]:
        return (position.turn,) if any(position.heaps) else ()

    def moves(self, position: Position, seat: int) -> tuple[str, ...]:
        most = self.options["most"] if seat in self.actors(position) else 0
        sizes = zip("ABC", position.heaps, strict=True)
        return tuple(f"take {count} {heap}" for heap, size in sizes for count in range(1, min(size, most) + 1))

    def play(self, position: Position, entry: Entry) -> Position:
        if not any(position.heaps):
            raise MatchOver("the last token was taken")
        if entry.seat != position.turn:
            raise WrongSeat(f"it is the turn of seat {position.turn}, not of seat {entry.seat}")
        if (found := MOVE.fullmatch(entry.move)) is None:
            raise MalformedMove(f"expected a move like 'take 2 B', got {entry.move[:40]!r}")
        if entry.move not in self.moves(position, entry.seat):
            raise IllegalMove(entry.move, "N2", f"take one to {self.options['most']} that lie there")
        heap, count, heaps = "ABC".index(found[2]), int(found[1]), list(position.heaps)
        heaps[heap] -= count
        after = msgspec.structs.replace(position, heaps=tuple(heaps))
        won = count + 3 * (after.found and not position.found) + 2 * (not any(heaps))
        points = tuple(own + won * (seat == entry.seat) for seat, own in enumerate(position.points))
        return msgspec.structs.replace(after, points=points, turn=(position.turn + 1) % len(points))

    def reveals(self, before: Position, entry: Entry) -> bool:
        return not before.found  # even a token without a mark tells where the mark is not

    def outcome(self, position: Position) -> Outcome | None:
        return None if any(position.heaps) else ranked("last", position.points, position.points)

    def standing(self, position: Position) -> Outcome:
        return ranked("limit", position.points, position.points)

    def view(self, position: Position, seat: int | None) -> View:
        if seat is not None and not 0 <= seat < len(position.points):
            raise WrongSeat(f"nobody has seat {seat}")
        mark, hint = position.mark if position.found else None, None if seat is None else position.hints[seat]
        moves = () if seat is None else self.moves(position, seat)
        return View(
            "nim", seat, position.turn, position.heaps, position.points, mark, hint, moves, self.outcome(position)
        )

    def report(self, before: Position, entry: Entry, seat: int | None) -> Report:
        facts = {"marked": self.play(before, entry).found and not before.found}
        return Report(entry.n, entry.at, entry.seat, entry.move, facts)

    def redeal(self, view: View, rng: Rng) -> Position:
        return self._hide(Position(view.heaps, view.turn, view.points, view.mark or (0, 0), ()), rng, view.mark, view)

    def _hide(self, position: Position, rng: Rng, mark: tuple[int, int] | None, view: View | None) -> Position:
        """Lay the mark where the view allows it, and tell each seat of a heap without it."""
        hint, seat = (None, None) if view is None else (view.hint, view.seat)
        places = [(heap, below) for heap, size in enumerate(position.heaps) for below in range(size) if heap != hint]
        mark = mark or places[below(rng, len(places))]
        others = [heap for heap in range(3) if heap != mark[0]]
        hints = [hint if s == seat and hint is not None else others[below(rng, 2)] for s in range(len(position.points))]
        return msgspec.structs.replace(position, mark=mark, hints=tuple(hints))

    def write(self, position: Position) -> str:
        return msgspec.json.encode(position).decode()

    def read(self, text: str) -> Position:
        try:
            return msgspec.json.decode(text, type=Position)
        except msgspec.DecodeError as error:
            raise MalformedPosition(str(error)) from error

    def full(self, position: Position) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(position)
        return plain
