"""Any title in the terminal: it tells the view line by line, and numbers the moves.

Time stands still while a person reads and types; bots, and the clock of a game that has one, move when no person may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from jeton.bots import Budget
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.session import Leave, ScheduledSession, take_seats
from jeton.cli.terminal.table import Terminal
from jeton.core.errors import IllegalMove, JetonError
from jeton.core.game import CLOCK
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["TERMINAL", "GenericSession", "move_words", "sit_down", "told"]

APART = ("title", "seat", "moves", "outcome")
"""What every view has, and the table says in another way."""


def told(view: Any, words: Words) -> list[str]:
    """Return a view line by line; a title's own `field.NAME` says what a part of it is called.

    >>> class Seen(msgspec.Struct):
    ...     title: str
    ...     heaps: list[int]
    >>> told(Seen("nim", [3, 4]), Words())
    ['heaps: 3, 4']
    """
    plain = msgspec.to_builtins(view)
    return [
        line for name, value in plain.items() if name not in APART for line in _tell(view.title, name, value, words)
    ]


def _tell(title: str, name: str, value: Any, words: Words, indent: str = "") -> Iterator[str]:
    said = words.find(f"{title}.field.{name}") or name.replace("_", " ")
    nested = isinstance(value, dict) or (
        isinstance(value, list | tuple) and any(isinstance(one, dict | list | tuple) for one in value)
    )
    if not nested:
        shown = ", ".join(map(_plain, value)) or "–" if isinstance(value, list | tuple) else _plain(value)
        yield indent + words("cli.labelled", label=said, text=shown)
        return
    yield indent + words("cli.heading", label=said)
    parts = value.items() if isinstance(value, dict) else ((str(n), one) for n, one in enumerate(value))
    for part, inner in parts:
        yield from _tell(title, part, inner, words, f"{indent}  ")


def _plain(value: Any) -> str:
    return "–" if value is None or value == "" else str(value)


def move_words(title: str, move: str, words: Words) -> str:
    """Return a move as its title says it, `move.NOTATION`, or as it is written."""
    return words.find(f"{title}.move.{move}") or move


class GenericSession(ScheduledSession):
    """A match of a title without a table of its own."""

    def _step(self) -> None:
        humans = [seat for seat in self.match.actors if seat in self.humans]
        if humans:
            self._person(humans[0])
        else:
            self._carry_out(*self.scheduler.next())

    def _choose(self, seat: int) -> str:
        with self.screen.busy(self.words("cli.thinking", name=self.players[seat].name)) as on_progress:
            return self.bots[seat].choose(self.match.view(seat), Budget(), self.chance[seat], on_progress)

    def _carry_out(self, seat: int, move: str, at: int) -> None:
        self.match.play(move, seat=seat, at=at)
        self._keep()
        if not self.humans:
            self._news(None)

    def _person(self, seat: int) -> None:
        """Prompt until the seat has moved."""
        words, title = self.words, self.match.header.title
        if len(self.humans) > 1 and self._at_screen != seat:
            self.screen.wipe()
            self.screen.ask(f"{words('cli.pass_device', name=self.players[seat].name)}. {words('cli.press_enter')} ")
        self._at_screen = seat
        self._news(seat)
        view = self.match.view(seat)
        said = [move_words(title, move, words) for move in view.moves]
        listed = [f"  {n}  {text}" for n, text in enumerate(said, start=1)]
        heading = words("cli.labelled", label=words("cli.moves"), text=words("cli.moves_hint"))
        self.screen.say("", *told(view, words), "", heading, *listed)
        while True:
            line = self.screen.ask(f"{self.players[seat].name} > ", view.moves).strip()
            if line.lower() in words("cli.verb.quit").split():
                raise Leave
            if line.isdecimal() and not 1 <= int(line) <= len(view.moves):
                self.screen.say(words("cli.number_out", count=len(view.moves)))
            elif line and self._play(seat, view.moves[int(line) - 1] if line.isdecimal() else line):
                return

    def _play(self, seat: int, move: str) -> bool:
        """Play a person's move; return whether it was played."""
        try:
            self.match.play(move, seat=seat, at=int(self.scheduler.now))
        except IllegalMove as error:
            self.screen.say(f"{error.rule}: {error.reason}")
            return False
        except JetonError:
            example = next(iter(self.match.view(seat).moves), "–")
            self.screen.say(self.words("cli.not_a_move", text=move, example=example))
            return False
        self.scheduler.go_on(self.scheduler.now, seat)
        self._keep()
        return True

    def _news(self, seat: int | None) -> None:
        """Say what happened since a seat, or a spectator, last heard of anything."""
        title, words = self.match.header.title, self.words
        for report in self.match.reports(seat):
            if report.n > self._read[seat] and report.seat != CLOCK and report.seat != seat:
                self.screen.say(f"{self.players[report.seat].name}: {move_words(title, report.move, words)}")
        self._read[seat] = self.match.n

    def _end(self) -> None:
        self._news(self._at_screen)
        if (outcome := self.match.outcome) is not None:
            names = self.words.list(self.players[seat].name for seat in outcome.winners)
            key, points = "won" if len(outcome.winners) == 1 else "shared", outcome.points[outcome.winners[0]]
            scores = " – ".join(map(str, outcome.points))
            self.screen.say("", self.words(f"tools.replay.{key}", name=names, points=points, all=scores))


def sit_down(deal: Callable[[], Match], spelt: Sequence[str], file: Path, screen: Screen, words: Words) -> int:
    """Seat players and bots at one table; return the exit code once they have left it."""
    return GenericSession(take_seats(deal, spelt, file, screen, words)).run()


TERMINAL = Terminal(sit_down)
