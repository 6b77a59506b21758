"""What the system tells of a process: its CPU time, its memory, its cores; and a record of the memory over time."""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Callable
from pathlib import Path

__all__ = ["Memory", "cpu_seconds", "memory_kib", "open_files", "pin", "stolen_seconds"]

TICKS = os.sysconf("SC_CLK_TCK")
LEVEL, LONG = 600, 1200
"""Seconds after which memory should be level, and how long a run must be to be judged from there on."""


def cpu_seconds(pid: int) -> tuple[float, float]:
    """Return the CPU time of a process, all of it and that in the kernel."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[12]) / TICKS


def stolen_seconds(stat: Path = Path("/proc/stat")) -> float:
    """How long, since it started, this virtual machine's processors would have worked had the host not taken them."""
    return int(stat.read_text().split("\n", 1)[0].split()[8]) / TICKS


def memory_kib(pid: int) -> int:
    """Return the resident memory of a process."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def open_files() -> int:
    """Return how many sockets a process may have, once it has asked for as many as it is allowed."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def pin(pid: int, cores: set[int]) -> None:
    """Let all threads of a process run on these cores only."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores)


class Memory:
    """A server's memory in KiB, looked at once a second."""

    def __init__(self, look: Callable[[], int]) -> None:
        """Take a function that tells it."""
        self.look = look
        self.seconds: list[int] = []

    async def watch(self) -> None:
        """Watch until it is cancelled."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            self.seconds.append(self.look())
            await asyncio.sleep(began + len(self.seconds) - loop.time())

    @property
    def since(self) -> int:
        """The second from which on memory should not grow: minute 10, or half of a run that is too short for that."""
        return LEVEL if len(self.seconds) >= LONG else len(self.seconds) // 2

    @property
    def growth(self) -> float:
        """By how many percent it has grown since then."""
        return 100 * (self.seconds[-1] / self.seconds[self.since] - 1)

    def __str__(self) -> str:
        """Return the memory at minute 1 and 10 and at the end, and at every minute."""
        minutes = [f"{kib / 1024:.0f}" for kib in self.seconds[60::60]]
        tenth = f", {minutes[9]} at minute 10" if len(minutes) > 9 else ""
        return (
            f"The server's memory: {minutes[0]} MiB at minute 1{tenth}, {self.seconds[-1] / 1024:.0f} at the end, "
            f"{max(self.seconds) / 1024:.0f} at most; {self.growth:+.1f} % after minute {self.since / 60:.1f}. "
            f"Minute by minute: {', '.join(minutes)}."
        )
