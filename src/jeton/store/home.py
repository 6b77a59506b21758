"""Whether the files that a store has open are still those in its folder: a folder can be deleted, moved or replaced.

The system keeps files that are open, so a server whose folder is gone goes on writing to what nobody will ever find.
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["Home", "free_bytes"]


class Home:
    """The file of a database and its log, by the numbers that the system knows them by."""

    def __init__(self, path: Path) -> None:
        """Of a file that is there."""
        self.path, self._log_path = path, path.with_name(f"{path.name}-wal")
        self._file = _number(path)
        self._log: tuple[int, int] | None = None

    def settle(self) -> None:
        """The log beside the file has been opened: from now on it is to be that one."""
        self._log = _number(self._log_path)

    def trouble(self) -> str:
        """What is wrong with the folder, or nothing."""
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
    """The room that is left on a folder's disk, where the system tells."""
    if not hasattr(os, "statvfs"):
        return None
    try:
        found = os.statvfs(folder)
    except OSError:
        return None
    return found.f_bavail * found.f_frsize
