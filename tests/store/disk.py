"""What a disk would hold after a loss of power: a recording of every write and sync, played back up to any moment.

`record` runs a program under strace. `Disk` knows which bytes were synced and which were only written; after a loss of
power the first are there, and of the others anything may be: none, all, or any sectors of them.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
CALLS = (
    "openat,pwrite64,write,fsync,fdatasync,ftruncate,fallocate,unlink,unlinkat,rename,renameat,renameat2,pwritev,"
    "sync_file_range,link,linkat,copy_file_range"
)
LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?(?: .*)?$")
UNFINISHED = re.compile(r"^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)$")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
FILE = re.compile(r"^(\d+)<([^>]*)>")


def can_record() -> bool:
    """Return whether strace is here and may trace."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


def under_strace(command: Sequence[str], recording: Path) -> list[str]:
    """Return the command that runs another and records what it writes and syncs."""
    return [
        "strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "9000000", "-e", f"trace={CALLS}", "-o", str(recording),
        *command,
    ]  # fmt: skip


class Call(NamedTuple):
    """A call of the system that succeeded: `began` is where in the recording it started."""

    began: int
    thread: str
    name: str
    rest: str
    result: int
    path: str | None


def calls(recording: Path) -> Iterator[Call]:
    """Yield the calls of a recording in the order in which they ended."""
    open_calls: dict[str, tuple[int, str]] = {}
    with recording.open(encoding="ascii", errors="replace") as lines:
        for number, line in enumerate(lines):
            line = line.rstrip("\n")
            began = number
            if found := UNFINISHED.match(line):
                open_calls[found[1]] = number, f"{found[1]} {found[2]}({found[3]}"
                continue
            if found := RESUMED.match(line):
                began, start = open_calls.pop(found[1])
                line = start + found[3]
            if (found := LINE.match(line)) and int(found[4]) >= 0:
                yield Call(began, found[1], found[2], found[3], int(found[4]), found[5])


class Change(NamedTuple):
    """Something that was done to a file and may not be on the disk yet."""

    at: int
    offset: int
    data: bytes | None
    """None: cut or grown to `offset`."""


class Disk:
    """The files below a folder, as they are certain to be, and what is still in the air."""

    def __init__(self, folder: Path, base: dict[str, bytes] | None = None) -> None:
        self.folder = str(folder.resolve())
        self.certain: dict[str, bytearray] = {name: bytearray(data) for name, data in (base or {}).items()}
        """What was synced, by path below the folder."""
        self.pending: dict[str, list[Change]] = defaultdict(list)
        self.named: set[str] = set(self.certain)
        """Files whose name is on the disk as well: their folder was synced since they were made."""
        self.touched: set[str] = set()
        self.syncs = 0
        self._positions: dict[tuple[str, str], int] = {}

    def take(self, call: Call) -> bool:
        """Follow a call; return whether it was a sync that ended."""
        match call.name:
            case "openat":
                self._opened(call)
            case "pwrite64" | "write":
                self._wrote(call)
            case "ftruncate" | "fallocate":
                self._sized(call)
            case "fsync" | "fdatasync":
                return self._synced(call)
            case "unlink" | "unlinkat" | "rename" | "renameat" | "renameat2":
                self._renamed(call)
            case "pwritev" | "copy_file_range" | "link" | "linkat":
                if self.folder in _plain(call.rest):
                    raise NotImplementedError(f"{call.name} in the recording")
        return False

    def _below(self, path: str | None) -> str | None:
        if path is None or not path.startswith(self.folder + "/") or path.endswith("(deleted)"):
            return None
        return path[len(self.folder) + 1 :]

    def _file(self, call: Call) -> tuple[str, str | None, str]:
        found = FILE.match(call.rest)
        if found is None:
            return "", None, call.rest
        return found[1], self._below(_plain(found[2])), call.rest[found.end() :]

    def _opened(self, call: Call) -> None:
        name = self._below(_plain(call.path or ""))
        if name is None:
            return
        if "O_TRUNC" in call.rest and name in self.certain:
            self.pending[name].append(Change(call.began, 0, None))
        if "O_CREAT" in call.rest:
            self.certain.setdefault(name, bytearray())
        self._positions[call.thread, str(call.result)] = 0

    def _wrote(self, call: Call) -> None:
        number, name, rest = self._file(call)
        if name is None:
            return
        data = bytes.fromhex(TEXT.search(rest)[1].replace("\\x", ""))[: call.result]  # type: ignore[index]
        if call.name == "pwrite64":
            offset = int(rest.rpartition(",")[2])
        else:
            offset = self._positions.get((call.thread, number), 0)
            self._positions[call.thread, number] = offset + len(data)
        self.pending[name].append(Change(call.began, offset, data))

    def _sized(self, call: Call) -> None:
        _, name, rest = self._file(call)
        if name is None:
            return
        numbers = [int(word) for word in re.findall(r", (\d+)", rest)]
        size = numbers[0] if call.name == "ftruncate" else numbers[-2] + numbers[-1]
        self.pending[name].append(Change(call.began, size, None))

    def _synced(self, call: Call) -> bool:
        found = FILE.match(call.rest)
        path = _plain(found[2]) if found else ""
        name = self._below(path)
        if path != self.folder and name is None:
            return False
        self.syncs += 1
        if path == self.folder or name not in self.certain:  # a folder: the names in it are safe now
            start = "" if path == self.folder else f"{name}/"
            self.named |= {one for one in self.certain if one.startswith(start) and "/" not in one[len(start) :]}
            return True
        changes = self.pending[name]
        kept = [change for change in changes if change.at >= call.began]
        self.certain[name] = _apply(self.certain[name], changes[: len(changes) - len(kept)])
        self.touched.add(name)
        self.pending[name] = kept
        return True

    def _renamed(self, call: Call) -> None:
        names = [self._below(_plain(text)) for text in TEXT.findall(call.rest)]
        names = [name or self._below(f"{self.folder}/{_plain(text)}") for name, text in
                 zip(names, TEXT.findall(call.rest), strict=True)]  # fmt: skip
        old = names[0]
        if old not in self.certain:
            return
        data, changes = self.certain.pop(old), self.pending.pop(old, [])
        self.named.discard(old)
        if call.name.startswith("rename") and names[1]:
            self.certain[names[1]], self.pending[names[1]] = data, changes
            self.named.add(names[1])
            self.touched.add(names[1])

    def over(self, base: Path, rng: random.Random | None, share: float = 0.5) -> Iterator[tuple[str, bytes | None]]:
        """Yield how to change a copy of the folder as it was at first: file by file, None for those that are gone."""
        for path in base.rglob("*"):
            name = str(path.relative_to(base))
            if path.is_file() and name not in self.certain:
                yield name, None
        for name in self.touched | {name for name, changes in self.pending.items() if changes}:
            if name in self.certain and (rng is not None or name in self.named):
                changes = list(_torn(self.pending[name], rng, share)) if rng else []
                yield name, bytes(_apply(self.certain[name], changes))

    def write(self, folder: Path, rng: random.Random | None, share: float = 0.5) -> None:
        """Put into a folder what a loss of power leaves: without `rng` only what was synced, else more by chance."""
        for name in self.certain:
            if rng is None and name not in self.named:
                continue
            changes = list(_torn(self.pending[name], rng, share)) if rng else []
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_apply(self.certain[name], changes))


def _plain(text: str) -> str:
    """Return a text of the recording, where every character is written as \\x…"""
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text


def _torn(changes: list[Change], rng: random.Random, share: float) -> Iterator[Change]:
    """Yield some sectors of what was written and not synced, each by chance."""
    for change in changes:
        if change.data is None:
            if rng.random() < share:
                yield change
            continue
        for start in range(0, len(change.data), SECTOR):
            if rng.random() < share:
                yield Change(change.at, change.offset + start, change.data[start : start + SECTOR])


def _apply(data: bytearray, changes: list[Change]) -> bytearray:
    data = bytearray(data)
    for change in changes:
        if change.data is None:
            del data[change.offset :]
            data.extend(bytes(change.offset - len(data)))
            continue
        data.extend(bytes(max(0, change.offset - len(data))))
        data[change.offset : change.offset + len(change.data)] = change.data
    return data
