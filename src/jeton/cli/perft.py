"""`jeton perft`: count sequences of legal moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

import jeton
from jeton.cli.output import BadArgument, console, parse_options, words
from jeton.core.match import Header
from jeton.games.splendor import compiled
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position

__all__ = ["counts", "perft", "start"]

ZEROS = "00" * 16
AT_ONCE = 4
"""Levels that are counted in one go, in hundredths of a second: between two of them Ctrl-C is heard."""
DEEPEST = 100


def perft(
    title: str = "splendor",
    /,
    *,
    seats: int = 2,
    depth: int = 4,
    key: str = ZEROS,
    options: Annotated[str, Parameter(show_default=False)] = "",
    position: str | None = None,
) -> int:
    """Count the sequences of legal moves, to pin the rules down.

    The counts for a given key must never change, unless the rules do: tests/perft holds many of them. Whoever writes
    the rules anew can compare counts, and find the first depth that differs.

    For example:

    ```
    jeton perft splendor --seats 2 --depth 5
    jeton perft marvel --seats 4 --options first=seat --key 0123456789abcdef0123456789abcdef
    jeton perft splendor --position 'splendor 2; bank r3; 0 tokens w4b4'
    ```

    Args:
        title: `splendor` or `marvel`.
        seats: Players at the table.
        depth: The longest sequences to count.
        key: The match's key, which decides the deal.
        options: Table options, as in `goal=21,first=seat`.
        position: Begin here instead of at the start: a position as text (docs/notation.md).
    """
    from rich.table import Table

    if not 1 <= depth <= DEEPEST:
        raise BadArgument(f"--depth: expected 1 to {DEEPEST}, got {depth}")
    say, out = words(), console()
    begin = start(title, seats, options, key, position)
    origin = say("tools.perft.from_key", digits=key) if position is None else say("tools.perft.from_position")
    out.print(say("tools.perft.heading", title=say(f"{title}.name"), seats=begin.seats, origin=origin), markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("depth", "sequences", "seconds", "rate"):
        table.add_column(say(f"tools.perft.{column}"), justify="right")
    for level, (count, seconds) in enumerate(counts(begin, depth), start=1):
        table.add_row(f"{level}", f"{count:,}", f"{seconds:.2f}", f"{count / seconds / 1e6:,.1f}")
    out.print(table)
    return 0


def start(title: str, seats: int, options: str = "", key: str = ZEROS, position: str | None = None) -> Position:
    """The position to count from."""
    game = jeton.make(title, options=parse_options(options))
    if not isinstance(game, Splendor):
        raise BadArgument(f"{title} has no finite moves to count: expected splendor or marvel")
    if position is not None:
        return game.read(position)
    try:
        header = Header(title=title, version=game.version, seats=seats, options=dict(game.options), key=key)
        return game.start(seats, header.seed)
    except ValueError as error:
        raise BadArgument(str(error)) from error


def counts(begin: Position, depth: int) -> Iterator[tuple[int, float]]:
    """How many sequences of 1, 2, … legal moves there are, and how long it took to count them.

    >>> [count for count, _ in counts(start("splendor", 2, "first=seat"), 2)]
    [30, 865]
    """
    compiled.perft(begin.game.ruleset, begin.words, 1)
    for level in range(1, depth + 1):
        before = time.perf_counter()
        count = count_from(begin.game.ruleset, begin.words, level)
        yield count, max(time.perf_counter() - before, 1e-9)


def count_from(ruleset: Any, words: Any, depth: int) -> int:
    """How many sequences of so many legal moves there are, a few levels at a time."""
    if depth <= AT_ONCE:
        return int(compiled.perft(ruleset, words, depth))
    actions, total = int(compiled.look(ruleset, words)[0]), 0
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        after = words.copy()
        compiled.step(ruleset, after, action)
        total += count_from(ruleset, after, depth - 1)
    return total
