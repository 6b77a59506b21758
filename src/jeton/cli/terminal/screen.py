"""The screen and the keyboard: the only module here that prints and reads."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import Console
from rich.style import Style
from rich.text import Text

from jeton.cli.terminal.blocks import canvas, ink

__all__ = ["NARROWEST", "Screen"]

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Cursor home, clear the screen, clear the scrollback: another player must not scroll back to a hidden card."""

NARROWEST = 80
"""Below this many columns the table is told line by line, as for a screen reader."""

BAR = 10
"""Cells of a bar."""


class Screen:
    """A terminal to draw on and to ask; a test can replace both ends."""

    def __init__(
        self,
        console: Console,
        ask: Callable[[str], str] | None = None,
        *,
        plain: bool = False,
        wipes: bool | None = None,
    ) -> None:
        """Take `wipes`, whether the screen can be cleared; by default, whether the console is a terminal."""
        self.console = console
        self.told = plain
        self.wipes = console.is_terminal if wipes is None else wipes
        self._ask = ask or self._line
        self._readline: object = None
        self._choices: Sequence[str] = ()

    @property
    def plain(self) -> bool:
        """Whether the table is told line by line: asked for, or too narrow to be drawn."""
        return self.told or self.console.width < NARROWEST

    @property
    def colour(self) -> bool:
        """Whether colours show."""
        return not self.told and self.console.color_system is not None and not self.console.no_color

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.console.width, self.console.height

    def wipe(self) -> None:
        """Clear the screen and the scrollback."""
        if self.wipes:
            self.console.file.write(WIPE)
            self.console.file.flush()

    def clear(self) -> None:
        """Start a fresh drawing; this does not interrupt a screen reader."""
        if not self.plain:
            self.wipe()

    def paint(self, lines: Iterable[Text], style: Style) -> None:
        """Print lines, on the cloth if there is colour."""
        for line in canvas(lines, self.console.width, style) if self.colour else lines:
            self.console.print(line, soft_wrap=not self.colour, highlight=False)

    def say(self, *lines: str) -> None:
        """Print sentences."""
        for line in lines:
            self.console.print(ink(line), soft_wrap=True, highlight=False)

    def ask(self, prompt: str, choices: Sequence[str] = ()) -> str:
        """Ask the player for one line; Tab completes `choices`. Raises `EOFError` or `KeyboardInterrupt`."""
        self._choices = choices
        self.console.file.flush()
        return self._ask(prompt)

    @contextlib.contextmanager
    def busy(self, text: str) -> Iterator[Callable[[float], None]]:
        """Show that something takes a moment, if it can be erased; yield a function that takes the progress."""
        if self.plain or not self.console.is_terminal:
            yield lambda share: None
            return
        with self.console.status(text, spinner="dots") as status:
            yield lambda share: status.update(f"{text} {bar(share)}")

    def _line(self, prompt: str) -> str:
        """Return a line with editing, history and Tab if the terminal has them."""
        if self._readline is None and sys.stdin.isatty():
            self._readline = _readline(lambda: self._choices)
        return input(prompt)


def _readline(choices: Callable[[], Sequence[str]]) -> object:
    """Editing and Tab, if this Python has them."""
    try:
        import readline
    except ImportError:
        return False

    def complete(text: str, state: int) -> str | None:
        start = readline.get_line_buffer()[: readline.get_begidx()]
        hits = [choice[len(start) :] for choice in choices() if choice.startswith(start + text)]
        return hits[state] if state < len(hits) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    return readline


def bar(share: float) -> str:
    """Return a bar of how much is done, 0 to 1.

    >>> bar(0.3)
    '━━━╍╍╍╍╍╍╍'
    """
    done = round(BAR * share)
    return "━" * done + "╍" * (BAR - done)


def encodes_boxes(encoding: str | None) -> bool:
    """Return whether a terminal's encoding has the shapes of the table.

    >>> encodes_boxes("utf-8"), encodes_boxes("ascii")
    (True, False)
    """
    try:
        "┏━╍★✓●".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def make_screen(*, plain: bool = False) -> Screen:
    """Return the terminal in which the program was started."""
    stream = sys.stdout
    if not encodes_boxes(stream.encoding):
        plain = True
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    colour = stream.isatty() and not plain and not os.environ.get("NO_COLOR")
    console = Console(file=stream, no_color=not colour, color_system="auto" if colour else None, highlight=False)
    return Screen(console, plain=plain or not stream.isatty())
