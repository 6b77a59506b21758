"""Sets the table for Splendor and Splendor: Marvel, at `jeton play` and at `jeton replay`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import Player
from jeton.cli.terminal.table import Terminal
from jeton.core.game import Game, Report
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["TERMINAL"]


def sit_down(deal: Callable[[], Match], spelt: Sequence[str], file: Path, screen: Screen, words: Words) -> int:
    """Seat players and bots at one table; return the exit code once they have left it."""
    from jeton.bots.splendor.tools import is_cold
    from jeton.cli.terminal.session import take_seats
    from jeton.cli.terminal.splendor.session import SplendorSession

    def dealt() -> Match:
        match = deal()
        match.view(0)
        return match

    note = words("cli.compiling") if is_cold() else ""
    return SplendorSession(take_seats(dealt, spelt, file, screen, words, note)).run()


def tell(game: Game[Any, Any], view: Any, report: Report, words: Words) -> list[str]:
    """Return what happened, in words."""
    from jeton.cli.terminal.splendor.sentences import report_words

    return report_words(_scene(game, view, words), report)


def draw(game: Game[Any, Any], view: Any, words: Words, width: int, height: int) -> Any:
    """Return the table, so wide and so high."""
    from jeton.cli.terminal.splendor.layout import table

    return table(_scene(game, view, words), width, height)


def _scene(game: Any, view: Any, words: Words) -> Any:
    from jeton.cli.terminal.splendor.snapshot import Snapshot

    players = tuple(Player(words("tools.replay.seat", n=seat)) for seat in range(len(view.players)))
    return Snapshot(view, game, players, words)


TERMINAL = Terminal(sit_down, tell=tell, draw=draw)
