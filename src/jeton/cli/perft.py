"""`jeton perft`: count sequences of legal moves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated, Any

import jeton
from jeton.bots.roster import tools
from jeton.cli.output import BadArgument, console, parse_options, words
from jeton.cli.parameters import Parameter
from jeton.core.game import Entry, Game
from jeton.core.match import Header

__all__ = ["counts", "perft", "start"]

ZEROS = "00" * 16
DEEPEST = 100


def perft(
    title: str | None = None,
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
    jeton perft marvel --seats 4 --key 0123456789abcdef0123456789abcdef
    jeton perft splendor --position 'splendor 2; bank r3; 0 tokens w4b4'
    ```

    Args:
        title: A game whose players take turns; by default, splendor.
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
    title = title or jeton.titles()[0]
    game, begin = start(title, seats, options, key, position)
    seated = len(game.standing(begin).points)
    origin = say("tools.perft.from_key", digits=key) if position is None else say("tools.perft.from_position")
    out.print(say("tools.perft.heading", title=say(f"{title}.name"), seats=seated, origin=origin), markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("depth", "sequences", "seconds", "rate"):
        table.add_column(say(f"tools.perft.{column}"), justify="right")
    for level, (count, seconds) in enumerate(counts(game, begin, depth), start=1):
        table.add_row(f"{level}", f"{count:,}", f"{seconds:.2f}", f"{count / seconds / 1e6:,.1f}")
    out.print(table)
    return 0


def start(
    title: str, seats: int, options: str = "", key: str = ZEROS, position: str | None = None
) -> tuple[Game[Any, Any], Any]:
    """Return the game, and the position to count from."""
    game = jeton.make(title, options=parse_options(options))
    if position is not None:
        return game, game.read(position)
    try:
        header = Header(title=title, version=game.version, seats=seats, options=dict(game.options), key=key)
        return game, game.start(seats, header.seed)
    except ValueError as error:
        raise BadArgument(str(error)) from error


def counts(game: Game[Any, Any], position: Any, depth: int) -> Iterator[tuple[int, float]]:
    """Yield how many sequences of 1, 2, … legal moves there are, and how long the count took.

    >>> game, position = start("splendor", 2, "first=seat")
    >>> [count for count, _ in counts(game, position, 2)]
    [30, 865]
    """
    known = tools(game.title)
    if known is not None:
        yield from known.perft(position, depth)
        return
    for level in range(1, depth + 1):
        before = time.perf_counter()
        count = _count(game, position, level)
        yield count, max(time.perf_counter() - before, 1e-9)


def _count(game: Game[Any, Any], position: Any, depth: int) -> int:
    """Return how many sequences of so many moves there are, one position after the other."""
    actors = game.actors(position)
    if len(actors) > 1:
        raise BadArgument(f"{game.title} has no sequences to count: several may move at once")
    moves = [(seat, move) for seat in actors for move in game.moves(position, seat)]
    if depth == 1:
        return len(moves)
    return sum(_count(game, game.play(position, Entry(1, 0, seat, move)), depth - 1) for seat, move in moves)
