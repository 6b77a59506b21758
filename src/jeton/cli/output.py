"""What the commands share: words in the reader's language, consoles, table options typed as text."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec

from jeton.core.errors import JetonError
from jeton.words import Words, language

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["BadArgument", "check_numbers", "console", "option_words", "parse_options", "print_json", "words"]

PLAIN_WIDTH = 120
"""How many columns the output has in a file or for another program."""


class BadArgument(JetonError, ValueError):
    """A word of the command line, or a setting of the environment, is not what it should be."""


def check_numbers(**numbers: float | None) -> None:
    """Refuse numbers that are not above zero: the commands would accept them, and they would mean nothing.

    >>> check_numbers(games=3, seconds=None)
    """
    for name, number in numbers.items():
        if number is not None and not 0 < number < float("inf"):
            raise BadArgument(f"--{name.replace('_', '-')}: expected a number above 0, got {number}")


def words(chosen: str | None = None) -> Words:
    """Return the words of the language asked for, else of the reader's: JETON_LANG, else that of the locale."""
    try:
        return Words(language(chosen))
    except ValueError as error:
        raise BadArgument(f"{'--lang' if chosen else 'JETON_LANG'}: {error}") from error


def console(*, stderr: bool = False) -> Console:
    """Return where a command writes: in colour to a terminal, plain and wide enough elsewhere."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, highlight=False, width=None if stream.isatty() else PLAIN_WIDTH)


def print_json(value: Any) -> None:
    """Print one JSON object on one line."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def parse_options(text: str) -> dict[str, Any]:
    """Return table options from `name=value,name=value`; the game says which there are.

    >>> parse_options("goal=21,visible=off,first=seat")
    {'goal': 21, 'visible': False, 'first': 'seat'}
    """
    options: dict[str, Any] = {}
    for part in text.split(",") if text else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value) or name in options:
            raise BadArgument(f"--options: expected name=value,name=value, got {part!r}")
        options[name] = _value(value)
    return options


def option_words(options: dict[str, Any]) -> str:
    """Return table options as `name=value,name=value`.

    >>> option_words({"goal": 21, "visible": False})
    'goal=21,visible=off'
    """
    texts = {True: "on", False: "off"}
    return ",".join(f"{name}={texts[v] if isinstance(v, bool) else v}" for name, v in options.items())


def _value(text: str) -> bool | int | str:
    truths = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    if text.lower() in truths:
        return truths[text.lower()]
    return int(text) if text.lstrip("-").isdecimal() else text
