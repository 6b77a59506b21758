"""Files of JSON lines: one for each finished piece of work, so that whoever runs it again goes on after the last."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

__all__ = ["append_lines", "lines_of", "mend_lines", "read_lines", "resume_lines"]

T = TypeVar("T")


def read_lines(path: Path, type_: type[T]) -> list[T]:
    """Return what the lines of a file say, without a last line that was cut off.

    The file stays as it is: another process may still be writing that line.
    """
    return [msgspec.json.decode(line, type=type_) for line in path.read_bytes().split(b"\n")[:-1]]


def resume_lines(path: Path, type_: type[T]) -> list[T]:
    """Return what a file holds so far, nothing where there is none yet, and make it ready for the next line."""
    mend_lines(path)
    return read_lines(path, type_) if path.exists() else []


def mend_lines(path: Path) -> None:
    """Remove a last line that a crash cut off, so that the next one begins on a new line."""
    if path.exists() and not (text := path.read_bytes()).endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])


def append_lines(path: Path, rows: Iterable[Any]) -> None:
    """Add a line for each row to a file; if this process dies afterwards, the system still has them."""
    with path.open("ab") as file:
        file.write(lines_of(rows))


def lines_of(rows: Iterable[Any]) -> bytes:
    r"""Spell rows as lines.

    >>> lines_of([{"a": 1}, [2]])
    b'{"a":1}\n[2]\n'
    """
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
