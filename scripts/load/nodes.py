"""Several servers on one PostgreSQL, and whether its log holds all that people saw."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from jeton.server.rooms.events import Played, event_of
from jeton.store import connect
from scripts.load.people import Room
from scripts.load.processes import cpu_seconds
from tests.server.harness import Process
from tests.server.postgres import Cluster, binaries

__all__ = ["MISSING", "Database", "database", "faulty_logs", "nodes", "there_is_one"]

MISSING = "nodes: PostgreSQL is not here: apt-get install postgresql, or say --database postgresql://…"


class Database:
    """A PostgreSQL by its URL; with its processes where they are ours."""

    def __init__(self, url: str, cluster: Cluster | None = None) -> None:
        """Take one that runs."""
        self.url, self._cluster = url, cluster

    def cpu_seconds(self) -> float | None:
        """Return the CPU time of all its processes; None where they are not ours."""
        if self._cluster is None:
            return None
        return sum(cpu_seconds(pid)[0] for pid in self._cluster._children())


def there_is_one(url: str | None) -> bool:
    """Return whether a database was given or can be started."""
    return url is not None or binaries() is not None


@contextlib.contextmanager
def database(url: str | None) -> Iterator[Database]:
    """Yield the one that was given, or one of our own that is thrown away afterwards."""
    if url is not None:
        yield Database(url)
        return
    programs = binaries()
    if programs is None:
        raise SystemExit(MISSING)
    cluster = Cluster(programs)
    try:
        cluster.start()
        yield Database(cluster.new_database("load"), cluster)
    finally:
        cluster.close()


@contextlib.contextmanager
def nodes(count: int, folder: Path, url: str) -> Iterator[list[Process]]:
    """Run so many servers on one database, which start together."""
    servers = [Process(folder, database=url) for _ in range(count)]
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        yield servers
    finally:
        for server in servers:
            server.kill()


async def faulty_logs(url: str, rooms: list[Room]) -> int:
    """Return how many tables have a log with a gap, a message written twice, or not the moves that people saw."""
    store = await connect(url)
    faulty = 0
    try:
        for room in rooms:
            rows = await store.log(room.table)
            said = [row.client for row in rows if row.client]
            whole = [row.version for row in rows] == list(range(1, len(rows) + 1)) and len(said) == len(set(said))
            faulty += not whole or sum(isinstance(event_of(row), Played) for row in rows) != room.n
    finally:
        await store.close()
    return faulty
