"""Where tables live: each at one node, by a lease in PostgreSQL that lasts as long as the node reports that it lives.

A lease says who does the work, never who may write: if two nodes want the same version, the log's key still lets one
win. So a lease may be wrong for a moment, after a pause or a cut, and nobody loses anything.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Collection
from typing import Any, NamedTuple

import psycopg
from psycopg_pool import PoolTimeout
from sqlalchemy import ColumnElement, literal_column, select

from jeton.store import schema as tables
from jeton.store.store import StoreDown

__all__ = ["ALIVE_SECONDS", "CHANNEL", "NOW", "Holder", "Leases"]

CHANNEL = "jeton"
ALIVE_SECONDS = 3.0
"""A node that was not heard of for so long is gone, and any node may take its tables."""
COPIED_SECONDS = 5.0
"""How long a node that announced a copy of a table hears of each row."""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
ALIVE = f"seen_at > {NOW} - %(alive)s"

BEAT = f"""
INSERT INTO nodes (id, seen_at, address, secret, lost) VALUES (%(me)s, {NOW}, %(address)s, %(secret)s, 0)
ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at RETURNING lost, xmax = 0
"""  # noqa: S608 - constants, here and below
TIDY = f"DELETE FROM nodes WHERE seen_at < {NOW} - 600000"  # noqa: S608
LIVING = f"SELECT id, address FROM nodes WHERE {ALIVE}"  # noqa: S608
SAME_PLACE = f"UPDATE nodes SET seen_at = least(seen_at, {NOW} - 60000) WHERE address = %s AND id <> %s"  # noqa: S608
"""Only one node listens at an address: the one that did before is gone. It stays known for a while, so that its tables
are taken over, not just taken: it may still have a commit under way."""
NOBODYS = "DELETE FROM leases WHERE node NOT IN (SELECT id FROM nodes)"
TAKE = """
INSERT INTO leases AS mine ("match", node, firm, copied) VALUES (%(match)s, %(me)s, %(firm)s, 0)
ON CONFLICT ("match") DO UPDATE SET firm = greatest(mine.firm, excluded.firm)
WHERE mine.node = excluded.node RETURNING 1
"""
HOLDER = f"""
SELECT leases.node, leases.firm, nodes.id IS NOT NULL, nodes.address, nodes.secret
FROM leases LEFT JOIN nodes ON nodes.id = leases.node AND {ALIVE} WHERE "match" = %(match)s
"""  # noqa: S608
TAKE_OVER = f"""
WITH got AS (
    UPDATE leases SET node = %(me)s, firm = %(firm)s
    WHERE "match" = %(match)s AND node = %(was)s AND (firm < %(firm)s OR NOT EXISTS (
        SELECT FROM nodes WHERE id = %(was)s AND {ALIVE})) RETURNING 1
),
noted AS (UPDATE nodes SET lost = lost + 1 WHERE id = %(was)s AND EXISTS (SELECT FROM got))
SELECT pg_notify('{CHANNEL}', %(word)s) FROM got
"""  # noqa: S608
GIVE_UP = 'DELETE FROM leases WHERE node = %s AND "match" = ANY(%s)'
HELD = 'SELECT "match" FROM leases WHERE node = %s'
COPIES = f"""
WITH mine AS (SELECT "match" FROM leases WHERE "match" = ANY(%(matches)s) ORDER BY "match" FOR UPDATE)
UPDATE leases SET copied = {NOW} + {int(COPIED_SECONDS * 1000)} FROM mine WHERE leases."match" = mine."match"
RETURNING leases."match", firm = 0 OR NOT EXISTS (SELECT FROM nodes WHERE id = node AND {ALIVE})
"""  # noqa: S608
COPIED = f'SELECT "match" FROM leases WHERE node = %s AND copied > {NOW}'  # noqa: S608
TRIES = 4
NO_SUCH = (psycopg.errors.ForeignKeyViolation, psycopg.errors.ProgramLimitExceeded, psycopg.DataError)
"""What PostgreSQL says of a table that is not there, or can't be: a name too long for its index, or no text."""

Connect = Callable[[], contextlib.AbstractAsyncContextManager[psycopg.AsyncConnection[Any]]]


class Holder(NamedTuple):
    """Another node, where a table lives."""

    node: str
    address: str | None
    """Where other nodes reach it, as `10.0.0.5:8000`; None if they can't."""
    secret: str


class Leases:
    """The leases of one node."""

    def __init__(self, node: str, connect: Connect) -> None:
        """Take a node whose store lends connections."""
        self.node, self._connect = node, connect
        self.secret = secrets.token_hex(16)
        self.listens = ""
        """Where other nodes reach this one, as `10.0.0.5:8000`; with nothing before the colon, at the address by which
        it reaches the database; empty: nowhere. Set before the first beat."""
        self.alive_seconds = ALIVE_SECONDS
        """After how long this node counts a silent one as gone."""
        self.doubts = 0
        """Grows with a beat before which others have taken over tables of this node, or forgotten it."""
        self.nodes: dict[str, str | None] = {}
        """The nodes that lived at the last beat, and where."""
        self.on_takeover: Callable[[str], None] | None = None
        """Called with a table that this node takes over from another."""
        self._began = False
        self._lost = 0
        self._address: str | None = None

    async def beat(self) -> set[str]:
        """Say that this node lives, which keeps its leases; return all living nodes, by the database's own clock."""
        async with self._asking() as connection:
            if not self._began:
                self._address = _place(self.listens, connection)
                if self._address is not None:
                    await connection.execute(SAME_PLACE, (self._address, self.node))
            values = {"me": self.node, "address": self._address, "secret": self.secret}
            [(lost, is_new)] = await (await connection.execute(BEAT, values)).fetchall()
            await connection.execute(TIDY)
            if not self._began:
                await connection.execute(NOBODYS)
            found = await (await connection.execute(LIVING, {"alive": self._alive})).fetchall()
        if self._began and (is_new or lost != self._lost):
            self.doubts += 1
        self._began, self._lost = True, lost
        self.nodes = dict(found)
        return set(self.nodes)

    async def take(self, match: str, *, firm: bool) -> Holder | None:
        """Let a table live here, unless another node holds it: then return that node, else None.

        With `firm`, because people look at the table here, take it also from a node where nobody looks at it.
        Return None, too, if there is no such table.
        """
        values = {"match": match, "me": self.node, "firm": int(firm), "alive": self._alive}
        async with self._asking() as connection:
            try:
                for _ in range(TRIES):
                    if await (await connection.execute(TAKE, values)).fetchone():
                        return None
                    found = await (await connection.execute(HOLDER, values)).fetchone()
                    if found is None:
                        continue  # given up just now
                    node, held, alive, address, secret = found
                    if alive and held >= int(firm):
                        return Holder(node, address, secret or "")
                    word = f"{self.node} ! lost {match}"
                    await connection.execute(TAKE_OVER, {**values, "was": node, "word": word})
                    if self.on_takeover is not None:
                        self.on_takeover(match)
            except NO_SUCH:
                return None
        raise StoreDown(f"the table {match} changes hands too fast")

    async def give_up(self, matches: Collection[str]) -> None:
        """Let tables live anywhere."""
        with contextlib.suppress(StoreDown):  # then they live here until somebody wants them elsewhere
            async with self._asking() as connection:
                await connection.execute(GIVE_UP, (self.node, list(matches)))

    async def held(self) -> set[str]:
        """Return the tables that live here."""
        async with self._asking() as connection:
            return {match for (match,) in await (await connection.execute(HELD, (self.node,))).fetchall()}

    async def copied(self) -> set[str]:
        """Return the tables that live here and of which another node has a copy: few, or none."""
        async with self._asking() as connection:
            return {match for (match,) in await (await connection.execute(COPIED, (self.node,))).fetchall()}

    async def copies(self, matches: Collection[str]) -> set[str]:
        """Ask to hear of each row of these tables for a while; return those that could live here now."""
        values = {"matches": list(matches), "alive": self._alive}
        async with self._asking() as connection:
            found = dict(await (await connection.execute(COPIES, values)).fetchall())
        return {match for match in matches if found.get(match, True)}

    def lives_elsewhere(self, match: ColumnElement[str]) -> ColumnElement[bool]:
        """Return a condition for queries: a table lives at another node, and that node lives."""
        leases, nodes = tables.leases, tables.nodes
        alive = nodes.c.seen_at > literal_column(NOW) - self._alive
        found = select(leases.c.match).join(nodes, nodes.c.id == leases.c.node)
        found = found.where((leases.c.match == match) & (leases.c.node != self.node) & alive)
        return found.correlate(tables.matches).exists()

    @property
    def _alive(self) -> int:
        return int(self.alive_seconds * 1000)

    def is_for_us(self, node: str, secret: str) -> bool:
        """Return whether the speaker is another node, and means this one."""
        return node == self.node and hmac.compare_digest(secret.encode(), self.secret.encode())

    @contextlib.asynccontextmanager
    async def _asking(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        try:
            async with self._connect() as connection:
                yield connection
        except NO_SUCH:
            raise
        except (psycopg.Error, PoolTimeout, OSError) as error:
            raise StoreDown(f"the database can't be reached: {error}") from error


def _place(listens: str, connection: psycopg.AsyncConnection[Any]) -> str | None:
    """Return where other nodes reach a server that listens there: not on another machine's own loopback."""
    host, _, port = listens.rpartition(":")
    if not port:
        return None
    with socket.socket(fileno=os.dup(connection.fileno())) as copy:
        name = copy.getsockname()
    here = str(name[0]) if isinstance(name, tuple) else "127.0.0.1"
    if not host:
        return f"[{here}]:{port}" if ":" in here else f"{here}:{port}"
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host.strip("[]")).is_loopback and not ipaddress.ip_address(here).is_loopback:
            return None
    return listens
