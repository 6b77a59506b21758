"""Logs of old matches in files by month: compressed, checked when they are read, and found by the table's id.

A file is a row of gzip members, one a match, so `zcat 2026-03.jsonl.gz` shows all of them. A log is in the file, synced
and read back, before the database lets go of it: a run killed in between leaves a member that nobody points at, and the
next run uses that instead of writing it again.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from jeton.core.errors import CorruptMatch
from jeton.store import Row, StoreDown

__all__ = ["SUFFIX", "Place", "Shelf", "month_of", "place_in"]

SUFFIX = ".jsonl.gz"
GZIP = 31
"""What zlib calls the format of gzip."""
BLANK = gzip.compress(b"", mtime=0)
"""A member without anything in it."""
COMMENT = 16
"""The bit of a member's head that announces a comment."""
HEAD = 10
"""The bytes of a member's head."""

_decode = msgspec.json.decode
_encode = msgspec.json.encode


class Place(Struct, frozen=True):
    """Where a log is: bytes of a file, what they must be, and the last version among them."""

    file: str
    at: int
    size: int
    sha256: str
    version: int

    @property
    def text(self) -> str:
        """The place as the database keeps it."""
        return _encode(self).decode()


def place_in(row: Mapping[str, Any]) -> Place | None:
    """Return where the log of a row of the database was moved to, if it was."""
    return _decode(row["archived"], type=Place) if row["archived"] else None


def month_of(wall: int) -> str:
    """Return the month of a time, as files are named.

    >>> month_of(0)
    '1970-01'
    """
    return datetime.fromtimestamp(wall / 1000, UTC).strftime("%Y-%m")


class Shelf:
    """A folder of such files."""

    def __init__(self, folder: Path) -> None:
        """Make nothing before something is put there."""
        self.folder = folder

    def put(self, month: str, logs: Mapping[str, Sequence[Row]], known: int) -> dict[str, Place]:
        """Write logs into the file of a month, sync them, read them back, and return where they are.

        `known` is where the last log that the database points at ends: what a killed run left lies after it.
        """
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path, places = self.folder / f"{month}{SUFFIX}", {}
        packed = {table_id: _packed(table_id, rows) for table_id, rows in logs.items()}
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            there = {member: at for at, member in _left_behind(file, known)}
            for table_id, member in packed.items():
                at = there.get(member)
                if at is None:
                    at = file.seek(0, os.SEEK_END)
                    file.write(member)
                places[table_id] = _place(path.name, at, member, logs[table_id][-1].version)
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(self.folder)
        for table_id, rows in logs.items():
            if self.take(table_id, places[table_id]) != list(rows):
                raise StoreDown(f"{path}: what was written is not what is read")
        return places

    def take(self, table_id: str, place: Place) -> list[Row]:
        """Return the rows at a place; raises `CorruptMatch` if they have changed, `StoreDown` without the file."""
        path = self.folder / place.file
        try:
            with path.open("rb") as file:
                file.seek(place.at)
                packed = file.read(place.size)
        except OSError as error:
            raise StoreDown(f"the archive can't be read: {path}: {error.strerror}") from None
        if hashlib.sha256(packed).hexdigest() != place.sha256:
            raise CorruptMatch(f"table {table_id}: {path} is not what it was at byte {place.at}")
        return _unpacked(gzip.decompress(packed))[1]

    def erase(self, place: Place) -> None:
        """Overwrite a log that nobody points at any more; the rest of the file stays as it is."""
        path = self.folder / place.file
        if path.exists():
            with path.open("r+b") as file:
                file.seek(place.at)
                file.write(_blank(place.size))
                file.flush()
                os.fsync(file.fileno())


def _packed(table_id: str, rows: Sequence[Row]) -> bytes:
    lines = [_encode({"table": table_id, "rows": len(rows)}), *(_encode(row[1:]) for row in rows)]
    return gzip.compress(b"\n".join(lines) + b"\n", mtime=0)


def _unpacked(text: bytes) -> tuple[str, list[Row]]:
    head, *lines = text.splitlines()
    table_id = _decode(head)["table"]
    return table_id, [Row(table_id, *_decode(line)) for line in lines]


def _blank(size: int) -> bytes:
    """Return a member of a size with nothing but a comment, so that others can still read the file."""
    comment = b" " * (size - len(BLANK) - 1) + b"\0"
    return BLANK[:3] + bytes([COMMENT]) + BLANK[4:HEAD] + comment + BLANK[HEAD:]


def _place(file: str, at: int, packed: bytes, version: int) -> Place:
    return Place(file, at, len(packed), hashlib.sha256(packed).hexdigest(), version)


def _left_behind(file: BinaryIO, known: int) -> Iterator[tuple[int, bytes]]:
    """Yield the whole members after the last log that is pointed at, and where; cut off half a member at the end.

    What is no member at all stays: nobody knows what it was.
    """
    file.seek(known)
    at, rest = known, file.read()
    while rest:
        reader = zlib.decompressobj(GZIP)
        try:
            reader.decompress(rest)
        except zlib.error:
            return
        if not reader.eof:
            file.truncate(at)
            return
        size = len(rest) - len(reader.unused_data)
        yield at, rest[:size]
        at, rest = at + size, reader.unused_data


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
