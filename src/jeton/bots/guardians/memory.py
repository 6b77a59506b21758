"""What a bot has seen in a match and its view no longer shows (G95): it reads as views come, and forgets bit by bit.

A person at the table remembers too. What a bot forgets, and when, follows from the board, the seat and the fact, so a
bot that is asked twice has forgotten the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from jeton.bots.guardians.taste import fraction
from jeton.games.guardians.position import END, INTERLUDE, SETUP, Clue, Resolution
from jeton.games.guardians.view import View

__all__ = ["Memory"]


class Memory:
    """One seat's memory of one match; `keep` is the share of its knowledge that survives a round."""

    def __init__(self, mark: str, keep: float) -> None:
        """`mark` tells this seat and match from others."""
        self.mark, self.keep = mark, keep
        self.begin()

    def begin(self) -> None:
        """Start with nothing."""
        self.seq = self.round = self.told = 0
        self.open: dict[int, tuple[str, ...]] = {}
        self.clues: dict[int, Clue] = {}
        self.wrong: dict[int, dict[str, int]] = {}
        self.gone: dict[str, int] = {}

    def watch(self, view: View) -> None:
        """Take in a view; one from before the last one belongs to another match."""
        if view.seq < self.seq or view.round < self.round:
            self.begin()
        self.seq, self.round = view.seq, view.round
        self.open[self._coming(view)] = view.postcards
        for resolution in view.history:
            self._read(resolution)
        if view.resolution is not None and view.phase in (INTERLUDE, END):
            self._read(view.resolution)
        if self.told < self._coming(view) - 1:  # a round has passed unseen: nobody here knows who was found in it
            self.wrong.clear()
            self.clues.clear()
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
                clue.postcard in view.postcards or self._keeps(("clue", clue.seq), clue.round + 2)
            ):
                yield clue

    def wrong_of(self, seat: int, *, all_of_them: bool) -> list[str]:
        """Return the islands where boats sought a seat's present location in vain."""
        return [
            island
            for island, when in self.wrong.get(seat, {}).items()
            if all_of_them or self._keeps((seat, island), when)
        ]

    def found(self) -> list[str]:
        """Return the locations that were found and left the match, as far as the bot remembers."""
        return [island for island, when in self.gone.items() if self._keeps(island, when)]

    def cards(self, view: View, when: int) -> tuple[str, ...]:
        """Return the postcards that were open in a round, or those that follow from what is open now."""
        if when in self.open:
            return self.open[when]
        newer = self._coming(view) - when
        return view.postcards[: max(1, len(view.postcards) - newer)]

    def _coming(self, view: View) -> int:
        """Return the round that the open postcards belong to."""
        return view.round + (view.phase in (SETUP, INTERLUDE))

    def _keeps(self, fact: object, since: int) -> bool:
        age = max(0, self.round - since)
        return fraction(self.mark, fact) < self.keep**age

    def _read(self, resolution: Resolution) -> None:
        if resolution.round <= self.told:
            return
        if resolution.round > self.told + 1:
            self.wrong.clear()
            self.clues.clear()
        self.told = resolution.round
        for boat in resolution.boats:
            self.wrong.setdefault(boat.sought, {})[boat.island] = resolution.round
        for found in resolution.discoveries:
            self.wrong.pop(found.guardian, None)
            self._forget_clues(found.guardian)
            self.gone[found.location] = resolution.round
        if "locations" in resolution.reshuffled:
            self.gone.clear()

    def _forget_clues(self, seat: int) -> None:
        for seq in [seq for seq, clue in self.clues.items() if clue.seat == seat]:
            del self.clues[seq]
