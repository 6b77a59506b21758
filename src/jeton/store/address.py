"""The addresses of databases: one grammar; it refuses what it does not know rather than guess."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from jeton.core.errors import JetonError

__all__ = ["Address", "BadAddress", "parse_address", "without_password"]

SQLITE = "sqlite:///"
POSTGRES = ("postgresql", "postgres")


class BadAddress(JetonError, ValueError):
    """The text is no address of a database."""


class Address(NamedTuple):
    """Where a database is: a file, or a PostgreSQL."""

    url: str
    path: Path | None
    """The file, if it is SQLite."""

    @property
    def shown(self) -> str:
        """The address for people and logs: never a password."""
        return str(self.path) if self.path is not None else without_password(self.url)


def parse_address(text: str) -> Address:
    """Return the database of an address; raises `BadAddress`.

    >>> parse_address("sqlite:////var/lib/jeton/jeton.sqlite").path
    PosixPath('/var/lib/jeton/jeton.sqlite')
    >>> parse_address("postgresql://ann:secret@db.example/jeton").shown
    'postgresql://ann@db.example/jeton'
    >>> parse_address("postgresql+psycopg://ann@db.example/jeton")
    Traceback (most recent call last):
    jeton.store.address.BadAddress: expected a database as postgresql://user@host/name or ...
    """
    if text.startswith(SQLITE) and not any(mark in text for mark in "?#\0") and len(text) > len(SQLITE):
        return Address(text, Path(text.removeprefix(SQLITE)))
    try:
        parts = urlsplit(text)
        fits = parts.scheme in POSTGRES and text.startswith(f"{parts.scheme}://") and parts.port != 0
    except ValueError:  # a port that is none
        fits = False
    if fits and "\0" not in text:
        return Address(text, None)
    known = re.match(r"[A-Za-z][A-Za-z0-9+.-]{0,29}:", text)  # what comes after it may be a secret
    raise BadAddress(
        "expected a database as postgresql://user@host/name or sqlite:///folder/jeton.sqlite, "
        + (f"got one that begins with {known[0]!r}" if known else "got something else")
    )


def without_password(url: str) -> str:
    """Return a PostgreSQL URL as anybody may see it.

    >>> without_password("postgresql://ann@[::1]:5432/jeton?password=secret&sslmode=require")
    'postgresql://ann@[::1]:5432/jeton?sslmode=require'
    """
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    query = "&".join(part for part in parts.query.split("&") if not part.lower().startswith("password="))
    return urlunsplit((parts.scheme, f"{who.partition(':')[0]}{at}{where}", parts.path, query, ""))
