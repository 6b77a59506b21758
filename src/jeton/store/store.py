"""The `Store` protocol: what the server asks of a database, and the few errors that it answers with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from jeton.core.errors import JetonError
from jeton.store.address import parse_address
from jeton.store.statement import Statement

if TYPE_CHECKING:
    from jeton.store.leases import Leases
    from jeton.store.postgres import PostgresStore

__all__ = ["BadValue", "Clash", "Heard", "Row", "Store", "StoreDown", "Tell", "connect"]


class Row(NamedTuple):
    """One row of the log: what happened at a table, in the order of `version`, without gaps."""

    match: str
    version: int
    kind: str
    at: int
    seat: int | None
    client: str | None
    body: str


class Clash(JetonError):
    """Somebody else has already written that version, or that message: read forward and decide again."""


class StoreDown(JetonError):
    """The database could not do it, and wrote nothing: full, read-only, locked or unreachable."""


class BadValue(JetonError, ValueError):
    """The database can't hold the text: nobody has such a name or id."""


Heard = Callable[[str, int], None]
"""Called with a match and the version that another node has written."""


Tell = Callable[[int | Exception], None]
"""Hears, in the loop, how many rows were changed last, or a `Clash` or `StoreDown` with which nothing was written."""


class Store(Protocol):
    """A database. `append` returns once the rows are durable: only then may anybody hear of them."""

    shared: bool
    """Whether other nodes may write too."""
    node: str
    """The name of this node."""

    @property
    def leases(self) -> Leases | None:
        """Which tables live at this node; None if there are no others."""
        ...

    async def append(self, rows: Sequence[Row], *also: Statement) -> None:
        """Write rows and other changes in one transaction; raises `Clash` or `StoreDown` and then writes nothing."""
        ...

    def send(self, rows: Sequence[Row], also: Sequence[Statement], tell: Tell) -> None:
        """Do the same for callers who do not wait: it calls `tell` once the rows are durable, or were not written."""
        ...

    async def log(self, match: str, after: int = 0) -> list[Row]:
        """Return the rows of a match after a version."""
        ...

    async def versions(self, matches: Collection[str]) -> dict[str, int]:
        """Return the last version of each match, to find out what this node missed."""
        ...

    async def fetch(self, statement: Statement) -> list[Mapping[str, Any]]:
        """Return the rows that a query finds."""
        ...

    async def execute(self, *statements: Statement) -> int:
        """Change something else than the log, in one transaction; return how many rows the last statement changed."""
        ...

    async def tell(self, word: str) -> None:
        """Tell the other nodes something that need not survive."""
        ...

    def listen(self, heard: Heard, told: Callable[[str], None]) -> None:
        """Have functions called when other nodes write or tell."""
        ...

    async def beat(self) -> set[str]:
        """Say that this node lives; return the names of all living nodes."""
        ...

    async def check(self) -> None:
        """Raise `StoreDown` unless the database answers."""
        ...

    def interrupt(self) -> None:
        """Break off what is being read and written, and keep nothing of it; only `close` may follow."""
        ...

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        ...


async def connect(url: str, *, serving: str | None = None, make: bool = True, any_step: bool = False) -> Store:
    """Open the database of a URL; raises `BadAddress`, `StoreDown` or `InUse`.

    `sqlite:///folder/jeton.sqlite` or `postgresql://user@host/name`. A server says where it is by `serving`, and holds
    the lock of the database while it lives. This brings the schema up to date, and makes a database if there is none,
    unless `make` is false: then it has to be there, and at the step that this release knows, or at `any_step`.
    """
    address = parse_address(url)
    if address.path is None:
        return await _postgres().open(url, serving=serving, make=make, any_step=any_step)
    from jeton.store.sqlite import SqliteStore

    return await SqliteStore.open(address.path, serving=serving, make=make, any_step=any_step)


def _postgres() -> type[PostgresStore]:
    try:
        from jeton.store.postgres import PostgresStore
    except ImportError as error:
        raise StoreDown(f"PostgreSQL needs more parts: pip install 'jeton[postgres]' ({error})") from None
    return PostgresStore
