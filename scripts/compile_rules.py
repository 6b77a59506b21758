"""Compile Splendor's rules and views for this machine, and no bot: `make quick` runs it after a change of the rules.

`jeton warm` compiles the search as well, which takes twice as long as all the rest.
"""

import gc
from collections.abc import Callable

from jeton import games
from jeton.bots.splendor.tools import counts, tasks

BOTS = {"judge", "read", "play_lines", "overlook", "waver", "score_moves", "like"}
"""What only bots call."""


def rules() -> dict[str, Callable[[], object]]:
    """Return each function of the rules that matches call from Python, with a call that compiles it."""
    return {name: task for name, task in tasks().items() if name not in BOTS}


def count_moves() -> int:
    """Count the first moves of a match; otherwise each worker that tests such counts would compile that for itself."""
    return next(counts(games.make("splendor").start(2, bytes(16)), 1))[0]


def main() -> None:
    """Compile them one after the other: the static checks have the other core meanwhile."""
    gc.disable()
    for task in rules().values():
        task()
    count_moves()


if __name__ == "__main__":
    main()
