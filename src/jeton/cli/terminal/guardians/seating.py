"""Setting the table for `jeton play guardians`: who plays, and how the keyboard is listened to."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from jeton.cli.terminal.autosave import Keeper
from jeton.cli.terminal.guardians.session import Listen, Session
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import PlayError, seat_players
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["DEFAULT_BOT", "fill", "sit_down"]

DEFAULT_BOT = "normal"
SEATS, LEAST, MOST = 4, 3, 5


def fill(spelt: Sequence[str], seats: int | None, words: Words) -> list[str]:
    """A spelling for every seat: bots take the seats that nobody asked for.

    >>> fill([], None, Words())
    ['human', 'normal', 'normal', 'normal']
    """
    players = list(spelt) or ["human"]
    count = seats if seats is not None else max(SEATS, len(players))
    if not LEAST <= count <= MOST:
        title = words("guardians.name")
        raise PlayError(words("cli.error.seats", low=LEAST, high=MOST, title=title, count=count))
    if len(players) > count:
        raise PlayError(words("cli.error.players", seats=count, players=len(players)))
    return players + [DEFAULT_BOT] * (count - len(players))


def sit_down(deal: Callable[[], Match], spelt: Sequence[str], file: Path, screen: Screen, words: Words) -> int:
    """Players, bots and match at one table; the exit code once they have left it."""
    from jeton.bots import make

    players = seat_players(spelt, words)
    with screen.busy(words("cli.setting_up")):
        match = deal()
        bots = {seat: make(player.bot, match.game) for seat, player in enumerate(players) if player.bot}
    return Session(match, players, bots, screen, words, Keeper(file, spelt), listen=_listener(screen)).run()


def _listener(screen: Screen) -> Listen | None:
    """A keyboard that can be waited for, where there is one."""
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
