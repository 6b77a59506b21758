"""Whether the files that a store has open are still those in its folder: somebody may delete, move or replace a folder.

The system keeps files that are open, so a server whose folder is gone would go on writing to what nobody will ever
find.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["Home", "free_bytes"]


class Home:
    """The file of a database and its log, by the numbers that the system knows them by."""

    def __init__(self, path: Path) -> None:
        """Take a file that is there."""
        self.path, self._log_path = path, path.with_name(f"{path.name}-wal")
        self._file = _number(path)
        self._log: tuple[int, int] | None = None

    def settle(self) -> None:
        """Remember the log beside the file, now that it is open: it must stay the same file."""
        self._log = _number(self._log_path)

    def trouble(self) -> str:
        """Return what is wrong with the folder, or nothing."""
        if _number(self.path) != self._file or (self._log is not None and _number(self._log_path) != self._log):
            return f"{self.path} is gone or was replaced: put it back, or start the server again"
        return ""


def _number(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def free_bytes(folder: Path) -> int | None:
    """Return the room that is left on a folder's disk, if the system tells."""
    if not hasattr(os, "statvfs"):
        return None
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return found.f_bavail * found.f_frsize
