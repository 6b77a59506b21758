"""`Terminal`: what a title brings for `jeton play` and `jeton replay`; one that brings nothing gets `generic`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from jeton.cli.terminal.screen import Screen
from jeton.core.game import Game, Report
from jeton.core.match import Match
from jeton.core.title import resolve
from jeton.games import find
from jeton.words import Words

__all__ = ["SitDown", "Terminal", "terminal_of"]


class SitDown(Protocol):
    """Sets the table and plays."""

    def __call__(
        self, deal: Callable[[], Match], spelt: Sequence[str], file: Path, screen: Screen, words: Words
    ) -> int:
        """Seat players and bots at one table; return the exit code once they have left it."""
        ...


@dataclass(frozen=True)
class Terminal:
    """A title's table in the terminal."""

    sit_down: SitDown
    seats: int | None = None
    """How many sit down by default; without it, as few as the title takes."""
    tell: Callable[[Game[Any, Any], Any, Report, Words], list[str]] | None = None
    """Says what happened, in words, from a view before it and its report; without it, the bare move is told."""
    draw: Callable[[Game[Any, Any], Any, Words, int, int], Any] | None = None
    """Draws a view as something that rich prints, so wide and so high; without it, the view is told line by line."""
    refuses: Mapping[str, Callable[[Words], str]] = field(default_factory=dict)
    """Options of `jeton play` that this table does not take, and the words that say why."""


def terminal_of(title: str) -> Terminal:
    """Return the table of a title; raises `UnknownTitle`."""
    reference = find(title).terminal or "jeton.cli.terminal.generic:TERMINAL"
    found: Terminal = resolve(reference)
    return found
