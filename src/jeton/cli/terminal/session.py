"""What every table at a terminal does: play on until the match is over or somebody leaves, and keep it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from jeton.bots import Bot
from jeton.cli.terminal.autosave import Autosave
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import Player
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["INTERRUPTED", "Leave", "Session"]

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class Leave(Exception):
    """Somebody has left the table."""


class Session(ABC):
    """A match at this terminal, from where it stands to its end or until somebody leaves."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        bots: Mapping[int, Bot],
        screen: Screen,
        words: Words,
        autosave: Autosave,
    ) -> None:
        """Take `bots`, one for each seat that is not a person's."""
        self.match, self.players, self.bots = match, tuple(players), bots
        self.screen, self.words, self.autosave = screen, words, autosave
        self.humans = tuple(seat for seat in range(len(players)) if seat not in bots)
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
