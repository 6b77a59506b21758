"""How the commands of training end: with a status, and with one line about what is in the way."""

from __future__ import annotations

import sys
from collections.abc import Callable

from jeton.core.errors import JetonError

__all__ = ["status_of"]


def status_of(run: Callable[[], None]) -> int:
    """Run a command and return its exit status; print a `JetonError` in one line.

    >>> status_of(lambda: None)
    0
    """
    try:
        run()
    except JetonError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
