"""The match file: a header line, one line per entry, and a last line that proves that nothing is missing.

    {"jeton":1,"title":"splendor","version":1,"seats":2,"options":{…},"key":"…","nonces":[]}
    1 0 0 take wbg
    2 5200 1 reserve 2.3
    end 2 9f86d081884c7d65

An entry is its number, the match time in milliseconds, the seat (-1 is the clock) and the move. The last line holds the
number of entries and the first 16 hexadecimal digits of the SHA-256 of all bytes before it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from jeton.core.errors import CorruptMatch, TruncatedMatch
from jeton.core.game import Entry
from jeton.core.match import Header

__all__ = ["FORMAT", "MatchReader", "read_match", "write_match"]

FORMAT = 1
"""The version of the file format, not of any game."""

ENTRY = re.compile(r"([0-9]{1,9}) (-?[0-9]{1,15}) (-?[0-9]{1,3}) (.+)", re.DOTALL)

DIGITS = 16
"""How many digits of the digest the last line holds."""

SHOWN = 80
"""How much of a bad line an error shows."""


class _Format(msgspec.Struct):
    jeton: int


class _Line(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    jeton: int
    title: str
    version: int
    seats: int
    options: dict[str, Any]
    key: str
    nonces: tuple[str, ...] = ()


def write_match(header: Header, log: Iterable[Entry]) -> str:
    """Return the text of a match file."""
    first = _Line(jeton=FORMAT, **{name: getattr(header, name) for name in header.__struct_fields__})
    lines = [msgspec.json.encode(first).decode()]
    lines += [f"{entry.n} {entry.at} {entry.seat} {entry.move}" for entry in log]
    body = "".join(line + "\n" for line in lines)
    return f"{body}end {len(lines) - 1} {_digest(body)}\n"


def read_match(text: str) -> tuple[Header, list[Entry]]:
    """Return the header and log of a match file; raises `CorruptMatch` or `TruncatedMatch` with the line."""
    _bytes(text)
    lines = text.split("\n")
    if lines[-1] != "" or not lines[-2:-1] or not lines[-2].startswith("end "):
        raise _cut_off()
    header = _header(lines[0])
    log = [_entry(number, line) for number, line in enumerate(lines[1:-2], start=2)]
    body = "".join(line + "\n" for line in lines[:-2])
    if lines[-2] != (expected := f"end {len(log)} {_digest(body)}"):
        raise _does_not_fit(len(lines) - 1, expected, lines[-2])
    for n, entry in enumerate(log, start=1):
        if entry.n != n:
            raise CorruptMatch(f"line {n + 1}: expected entry {n}, got entry {entry.n}")
    return header, log


class MatchReader:
    """Reads a match file line by line: the header at once, each entry when it is asked for.

    It never holds more than a line, and a caller may stop at any time. When the loop over the reader ends, the last
    entry has come and the file is whole; it raises `CorruptMatch` or `TruncatedMatch` where `read_match` does.

    >>> reader = MatchReader(write_match(Header(title="splendor", version=1, seats=2, options={}, key="00" * 16), [
    ...     Entry(1, 0, 0, "take wbg")]).splitlines(keepends=True))
    >>> reader.header.title, [entry.move for entry in reader]
    ('splendor', ['take wbg'])
    """

    def __init__(self, lines: Iterable[str]) -> None:
        """Take lines with their line ends, and read the header."""
        self._lines = iter(lines)
        first = next(self._lines, "")
        self._digest = hashlib.sha256(_bytes(first))
        self.header = _header(_whole(first))

    def __iter__(self) -> Iterator[Entry]:
        """Yield the remaining entries."""
        for n, line in enumerate(self._lines, start=1):
            if line.startswith("end "):
                self._end(n + 1, n - 1, _whole(line))
                return
            entry = _entry(n + 1, _whole(line))
            if entry.n != n:
                raise CorruptMatch(f"line {n + 1}: expected entry {n}, got entry {entry.n}")
            self._digest.update(_bytes(line))
            yield entry
        raise _cut_off()

    def _end(self, number: int, n: int, line: str) -> None:
        expected = f"end {n} {self._digest.hexdigest()[:DIGITS]}"
        if line != expected:
            raise _does_not_fit(number, expected, line)
        if next(self._lines, None) is not None:
            raise CorruptMatch(f"line {number}: expected nothing after the last line 'end …'")


def _bytes(line: str) -> bytes:
    try:
        return line.encode()
    except UnicodeEncodeError as error:
        raise CorruptMatch(f"not a match file: {error}") from error


def _whole(line: str) -> str:
    if not line.endswith("\n"):
        raise _cut_off()
    return line[:-1]


def _cut_off() -> TruncatedMatch:
    return TruncatedMatch("the match file has no last line 'end …': it was cut off, or is not a match file")


def _does_not_fit(number: int, expected: str, line: str) -> CorruptMatch:
    return CorruptMatch(
        f"line {number}: number of entries or digest do not fit: expected {expected!r}, got {line[:SHOWN]!r}"
    )


def _header(line: str) -> Header:
    try:
        made_by = msgspec.json.decode(line, type=_Format).jeton
        if made_by == FORMAT:
            first = msgspec.json.decode(line, type=_Line)
            return Header(**{name: getattr(first, name) for name in Header.__struct_fields__})
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise CorruptMatch(f"line 1: not the header of a match file: {error}") from error
    raise CorruptMatch(f"line 1: expected format {FORMAT}, got {made_by}: made by a newer Jeton?")


def _entry(number: int, line: str) -> Entry:
    found = ENTRY.fullmatch(line)
    if found is None:
        raise CorruptMatch(f"line {number}: expected 'number time seat move', got {line[:SHOWN]!r}")
    n, at, seat, move = found.groups()
    return Entry(int(n), int(at), int(seat), move)


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:DIGITS]
