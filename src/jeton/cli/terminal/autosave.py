"""Keeps matches: after each move it writes the whole match file, so that nothing is ever lost.

Beside `NAME.match` lies `NAME.seats`, which says who sits where: the match file itself knows only moves.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from jeton import dumps, load
from jeton.core.errors import JetonError
from jeton.core.folders import data_folder
from jeton.core.match import Match

__all__ = ["Autosave", "data_folder", "fresh_file", "latest", "read_seats"]


def fresh_file(title: str) -> Path:
    """Return a new file for a match that begins now."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    folder = data_folder() / "matches"
    name = folder / f"{title}-{stamp}.match"
    again = 2
    while name.exists():
        name = folder / f"{title}-{stamp}-{again}.match"
        again += 1
    return name


class Autosave:
    """Writes a match to its file, whole or not at all."""

    def __init__(self, file: Path, players: Sequence[str]) -> None:
        """Take `players`, spelt as on the command line."""
        self.file = file
        self.players = list(players)
        self.problem = ""
        """Why the last match could not be written, if it could not."""

    def keep(self, match: Match) -> bool:
        """Write the match; a full disk or a folder that can't be written is no reason to stop playing."""
        try:
            write(self.file, dumps(match), self.players)
        except OSError as error:
            self.problem = error.strerror or str(error)
            return False
        self.problem = ""
        return True


def write(file: Path, text: str, players: Sequence[str]) -> None:
    """Write a match file and who sits where."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if read_seats(file) != list(players):
        _replace(file.with_suffix(".seats"), msgspec.json.encode({"players": list(players)}).decode() + "\n")
    _replace(file, text)


def _replace(file: Path, text: str) -> None:
    """Write beside the file, then put it in its place: a crash leaves the old file or the new one."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_seats(file: Path) -> list[str] | None:
    """Return who sat where, as spelt on the command line; None if that was not kept."""
    try:
        seats = msgspec.json.decode(file.with_suffix(".seats").read_bytes(), type=dict[str, list[str]])
        return seats["players"]
    except (OSError, msgspec.DecodeError, KeyError):
        return None


def latest(title: str | None = None) -> Path | None:
    """Return the kept match, of a title if one is given, that was played last and is not over."""
    folder = data_folder() / "matches"
    files = sorted(folder.glob("*.match"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        try:
            match = load(file)
            if not match.is_over and title in (None, match.header.title):
                return file
        except (JetonError, OSError):
            continue
    return None
