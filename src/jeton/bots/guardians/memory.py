"""What a bot has seen in a match and its view no longer shows (G95): it reads as views come, and forgets bit by bit.

A person at the table remembers too, and forgets as people do: much in the first round and ever less later (a power of
the time, after Wixted and Ebbesen 1991), and half as easily what concerned them: where their own boat went in vain,
what they found or lost, the clues of a guardian whom they sought. What is seen anew is fresh again.

What a bot forgets, and when, follows from the board, the seat and the fact, so a bot that is asked twice has forgotten
the same, and nothing comes back to it by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from jeton.bots.guardians.taste import fraction
from jeton.games.guardians.position import END, INTERLUDE, SETUP, Clue, Resolution
from jeton.games.guardians.view import View

__all__ = ["Memory", "lasting"]


def lasting(keep: float, rounds: int, *, own: bool = False) -> float:
    """Return how much of what was seen so many rounds ago is still known; `keep` is what one round leaves.

    >>> [round(lasting(0.6, rounds), 2) for rounds in (0, 1, 3, 7)], round(lasting(0.6, 1, own=True), 2)
    ([1.0, 0.6, 0.36, 0.22], 0.8)
    """
    return math.pow(1 + rounds, math.log2(max((1 + keep) / 2 if own else keep, 1e-9)))


class Memory:
    """One seat's memory of one match; `keep` is the share of its knowledge that survives the first round."""

    def __init__(self, mark: str, keep: float, seat: int | None = None) -> None:
        """`mark` tells this seat and match from others; `seat` is whose own boats and finds stay longer."""
        self.mark, self.keep, self.seat = mark, keep, seat
        self.begin()

    def begin(self) -> None:
        """Start with nothing."""
        self.seq = self.round = self.told = 0
        self.open: dict[int, tuple[str, ...]] = {}
        self.clues: dict[int, Clue] = {}
        self.wrong: dict[int, dict[str, int]] = {}
        self.gone: dict[str, int] = {}
        self.own: set[object] = set()
        """What concerned this seat itself: places it sought somebody at, locations it found or lost, whom it sought."""

    def watch(self, view: View) -> None:
        """Take in a view; if it is older than the last one, it is of another match, and the memory starts empty."""
        if view.seq < self.seq or view.round < self.round:
            self.begin()
        self.seq, self.round = view.seq, view.round
        self.open[self._coming(view)] = view.postcards
        for resolution in view.history:
            self._read(resolution)
        if view.resolution is not None and view.phase in (INTERLUDE, END):
            self._read(view.resolution)
        if self.told < self._coming(view) - 1:  # a round has passed unseen: nobody here knows who was found in it
            self._lose_track()
            self.told = self._coming(view) - 1
        shown = {clue.seq for clue in view.clues}
        for clue in [*self.clues.values()]:
            if clue.postcard in view.postcards and clue.seq not in shown:
                self._forget_clues(clue.seat)
        self.clues.update((clue.seq, clue) for clue in view.clues)

    def clues_of(self, seat: int, view: View) -> Iterator[Clue]:
        """Yield the clues for a seat's present location: those on the table, and older ones still remembered."""
        for clue in [*self.clues.values()]:
            if clue.seat == seat and (
                clue.postcard in view.postcards or self._keeps(("clue", clue.seq), clue.round + 2, own=seat in self.own)
            ):
                yield clue

    def wrong_of(self, seat: int, *, all_of_them: bool) -> list[str]:
        """Return the islands where boats sought a seat's present location in vain."""
        return [
            island
            for island, when in self.wrong.get(seat, {}).items()
            if all_of_them or self._keeps((seat, island), when, own=(seat, island) in self.own)
        ]

    def found(self) -> list[str]:
        """Return the locations that were found and left the match, as far as the bot remembers."""
        return [island for island, when in self.gone.items() if self._keeps(island, when, own=island in self.own)]

    def cards(self, view: View, when: int) -> tuple[str, ...]:
        """Return the postcards that were open in a round, or those that follow from what is open now."""
        if when in self.open:
            return self.open[when]
        newer = self._coming(view) - when
        return view.postcards[: max(1, len(view.postcards) - newer)]

    def _coming(self, view: View) -> int:
        """Return the round that the open postcards belong to."""
        return view.round + (view.phase in (SETUP, INTERLUDE))

    def _keeps(self, fact: object, since: int, *, own: bool) -> bool:
        return fraction(self.mark, fact) < lasting(self.keep, max(0, self.round - since), own=own)

    def _read(self, resolution: Resolution) -> None:
        if resolution.round <= self.told:
            return
        if resolution.round > self.told + 1:
            self._lose_track()
        self.told = resolution.round
        for boat in resolution.boats:
            self.wrong.setdefault(boat.sought, {})[boat.island] = resolution.round
            if boat.seat == self.seat:
                self.own |= {boat.sought, (boat.sought, boat.island)}
        for found in resolution.discoveries:
            self.own -= {found.guardian, *((found.guardian, island) for island in self.wrong.pop(found.guardian, ()))}
            if self.seat in (found.guardian, *found.finders):
                self.own.add(found.location)
            self._forget_clues(found.guardian)
            self.gone[found.location] = resolution.round
        if "locations" in resolution.reshuffled:
            self.gone.clear()

    def _lose_track(self) -> None:
        """Forget everything about present locations: each seat may have a new one by now."""
        self.wrong.clear()
        self.clues.clear()
        self.own &= self.gone.keys()

    def _forget_clues(self, seat: int) -> None:
        for seq in [seq for seq, clue in self.clues.items() if clue.seat == seat]:
            del self.clues[seq]
