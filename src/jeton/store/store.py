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
    """Somebody else has written that version, or that message, before: read forward and decide again."""


class StoreDown(JetonError):
    """The database could not do it, and nothing was written: full, read-only, locked or unreachable."""


class BadValue(JetonError, ValueError):
    """A text that the database can't hold: nobody has such a name or id."""


Heard = Callable[[str, int], None]
"""Called with a match and the version that another node has written."""


Tell = Callable[[int | Exception], None]
"""Told, in the loop, how many rows were changed last, or a `Clash` or `StoreDown` with which nothing was written."""


class Store(Protocol):
    """A database. `append` returns once the rows are durable: only then may anybody be told."""

    shared: bool
    """Whether other nodes may write too."""
    node: str
    """The name of this node."""

    @property
    def leases(self) -> Leases | None:
        """Which tables live at this node; None where there are no others."""
        ...

    async def append(self, rows: Sequence[Row], *also: Statement) -> None:
        """Write rows and other changes in one transaction; raises `Clash` or `StoreDown` and then writes nothing."""
        ...

    def send(self, rows: Sequence[Row], also: Sequence[Statement], tell: Tell) -> None:
        """The same for those who do not wait: `tell` is called once the rows are durable, or were not written."""
        ...

    async def log(self, match: str, after: int = 0) -> list[Row]:
        """The rows of a match after a version."""
        ...

    async def versions(self, matches: Collection[str]) -> dict[str, int]:
        """The last version of each match, to find out what one was not told."""
        ...

    async def fetch(self, statement: Statement) -> list[Mapping[str, Any]]:
        """The rows that a query finds."""
        ...

    async def execute(self, *statements: Statement) -> int:
        """Change something else than the log, in one transaction; how many rows the last statement changed."""
        ...

    async def tell(self, word: str) -> None:
        """Say something to the other nodes that need not survive."""
        ...

    def listen(self, heard: Heard, told: Callable[[str], None]) -> None:
        """Have functions called when other nodes write or tell."""
        ...

    async def beat(self) -> set[str]:
        """Say that this node lives; the names of those that do."""
        ...

    async def check(self) -> None:
        """Raise `StoreDown` unless the database answers."""
        ...

    def interrupt(self) -> None:
        """Break off what is being read and written, of which nothing is kept then; `close` is all that may follow."""
        ...

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        ...


async def connect(url: str, *, serving: str | None = None, make: bool = True, any_step: bool = False) -> Store:
    """The database of a URL; raises `BadAddress`, `StoreDown` or `InUse`.

    `sqlite:///folder/jeton.sqlite` or `postgresql://user@host/name`. A server says where it is by `serving`, and holds
    the lock of the database while it lives. Its schema is brought up to date, and it is made where there is none,
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
