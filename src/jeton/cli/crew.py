"""Who does the work of a command: processes of this machine, or a cluster that `--ray` names."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from jeton.bots.crew import Crew
from jeton.bots.on_ray import crew_at
from jeton.cli.output import BadArgument

__all__ = ["crew_of"]

PATIENCE = 10.0
"""Seconds in which a cluster must answer; Ray itself tries for minutes."""


@contextmanager
def crew_of(ray: str | None) -> Iterator[Crew | None]:
    """Return the crew of a cluster; None if none is named.

    Ray prints what happens to its machines to standard output. The command sends that to standard error while the
    crew works, so that its own output, JSON above all, stands alone.
    """
    if ray is None:
        yield None
        return
    host, _, port = ray.rpartition(":")
    if port.isdecimal() and "/" not in ray:
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise BadArgument(f"--ray: nobody answers at {ray}: {error}") from None
    with redirect_stdout(sys.stderr):
        yield crew_at(ray)
