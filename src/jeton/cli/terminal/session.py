"""What every table at a terminal does: play on until the match is over or somebody leaves, and keep it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from jeton.bots import Bot, make
from jeton.bots.scheduler import Scheduler
from jeton.cli.terminal.autosave import Autosave
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import Player, seat_players
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["INTERRUPTED", "Leave", "ScheduledSession", "Seated", "Session", "take_seats"]

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class Leave(Exception):
    """Somebody has left the table."""


@dataclass(frozen=True)
class Seated:
    """A match whose seats are taken, the screen that shows it, and the file that keeps it."""

    match: Match
    players: tuple[Player, ...]
    bots: Mapping[int, Bot]
    """One for each seat that is not a person's."""
    screen: Screen
    words: Words
    autosave: Autosave


def take_seats(
    deal: Callable[[], Match], spelt: Sequence[str], file: Path, screen: Screen, words: Words, note: str = ""
) -> Seated:
    """Seat players and bots, and deal; `note` says beforehand why that takes long."""
    players = seat_players(spelt, words)
    if note:
        screen.say(note)
    with screen.busy(words("cli.setting_up")):
        match = deal()
        bots = {seat: make(player.bot, match.game) for seat, player in enumerate(players) if player.bot}
    return Seated(match, players, bots, screen, words, Autosave(file, spelt))


class Session(ABC):
    """A match at this terminal, from where it stands to its end or until somebody leaves."""

    def __init__(self, seated: Seated) -> None:
        """Begin where the match stands."""
        self.match, self.players, self.bots = seated.match, seated.players, seated.bots
        self.screen, self.words, self.autosave = seated.screen, seated.words, seated.autosave
        self.humans = tuple(seat for seat in range(len(self.players)) if seat not in self.bots)
        self._warned = False

    def run(self) -> int:
        """Play until the match is over or somebody leaves; return the exit code."""
        try:
            self._keep()
            while not self.match.is_over:
                self._step()
            self._end()
            if not self.autosave.problem:
                self.screen.say(self.words("cli.result.after", file=self.autosave.file))
        except (EOFError, Leave):
            self._farewell()
        except KeyboardInterrupt:
            self._farewell()
            return INTERRUPTED
        return 0

    @abstractmethod
    def _step(self) -> None:
        """Let the next thing happen: a bot's move, the clock, or a person's line."""

    @abstractmethod
    def _end(self) -> None:
        """Tell how the match ended."""

    def _keep(self) -> None:
        """Write the match down; say so once if that fails."""
        if not self.autosave.keep(self.match) and not self._warned:
            self._warned = True
            self._warn(self.words("cli.not_kept", why=self.autosave.problem))

    def _warn(self, text: str) -> None:
        """Tell the people at the screen that something is wrong."""
        self.screen.say(text)

    def _farewell(self) -> None:
        """Keep the match once more, whatever was interrupted, and say how to go on."""
        self.autosave.keep(self.match)
        command, problem = f"jeton play --resume {self.autosave.file}", self.autosave.problem
        told = self.words("cli.not_kept", why=problem) if problem else self.words("cli.kept", command=command)
        self.screen.say("", told)


class ScheduledSession(Session):
    """A session in which a scheduler says when each bot moves, and everybody hears what they have not heard yet."""

    def __init__(self, seated: Seated) -> None:
        """Begin where the match stands, at the time of its last entry."""
        super().__init__(seated)
        match = self.match
        self.chance = [Random(f"jeton play {match.header.key} {seat} {match.n}") for seat in range(len(self.players))]  # noqa: S311
        self.scheduler = Scheduler(match, self.bots, self.chance, self._choose)
        self.scheduler.now = float(match.log[-1].at if match.log else 0)
        self._read = dict.fromkeys((*self.humans, None), match.n)
        """The last entry that each person, or a spectator, has heard of."""
        self._at_screen: int | None = None

    @abstractmethod
    def _choose(self, seat: int) -> str:
        """Let a seat's bot choose its move."""
