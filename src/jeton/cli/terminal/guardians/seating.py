"""Sets the table for `jeton play guardians`: says who plays, and how the loop listens to the keyboard."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from jeton.cli.terminal.guardians.session import GuardiansSession, Listen
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.session import take_seats
from jeton.cli.terminal.table import Terminal
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["TERMINAL", "sit_down"]


def sit_down(deal: Callable[[], Match], spelt: Sequence[str], file: Path, screen: Screen, words: Words) -> int:
    """Seat players and bots at one table; return the exit code once they have left it."""
    return GuardiansSession(take_seats(deal, spelt, file, screen, words), listen=_listener(screen)).run()


def _listener(screen: Screen) -> Listen | None:
    """Return a keyboard that the loop can wait for, if there is one."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        return None

    def listen(prompt: str, seconds: float | None) -> str | None:
        if seconds is None:
            return screen.ask(prompt)
        screen.console.file.write(prompt)
        screen.console.file.flush()
        if not select.select([sys.stdin], [], [], seconds)[0]:
            screen.console.file.write("\n")
            return None
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    return listen


def _no_goal(words: Words) -> str:
    return words("cli.error.goal", title=words("guardians.name"))


TERMINAL = Terminal(sit_down, seats=4, refuses={"goal": _no_goal})
