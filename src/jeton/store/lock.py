"""Who uses a database: a lock that a server holds for as long as it lives, and that says where it is.

The system releases the lock when the process ends, however it ends, so there is never anything to clean up.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from jeton.core.errors import JetonError

__all__ = ["FileLock", "InUse"]

LONGEST = 1_000
"""How many bytes of a lock file are read."""
FAR = 1 << 30
"""The byte to lock, where a lock keeps others from reading too."""


class InUse(JetonError):
    """A server uses the database; `address` is where it can be reached, as far as that is known."""

    def __init__(self, message: str, address: str = "") -> None:
        super().__init__(message)
        self.address = address


class FileLock:
    """The lock of an SQLite file, in a file beside it: one server a folder."""

    def __init__(self, path: Path, file: int) -> None:
        """Take a locked file: use `take`."""
        self.path, self._file = path, file

    @classmethod
    def take(cls, database: Path, holder: str) -> FileLock:
        """Take it for a holder, or raise `InUse` with the holder's address."""
        path = database.with_name(f"{database.name}.lock")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            _lock(file)
        except OSError:
            address = os.read(file, LONGEST).decode("utf-8", "replace").strip()
            os.close(file)
            where = f" at {address}" if address else ""
            raise InUse(f"a server{where} uses {database}: stop it first, or choose another folder", address) from None
        os.ftruncate(file, 0)
        os.write(file, f"{holder}\n".encode())
        return cls(path, file)

    def release(self) -> None:
        """Release it. The file stays: if it were removed, two could hold locks of one name."""
        if self._file >= 0:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
