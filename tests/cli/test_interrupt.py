"""Ctrl-C is heard by every command that takes its time: real processes, a real signal, and no traceback."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.load.processes import cpu_seconds

pytestmark = pytest.mark.once

BUSY = 2.5
"""Seconds of a processor that a command, its helpers too, has used when it is in the middle of its work."""
MOST = 1.5
"""Seconds of a processor that a command may still use after it: half of one is meant, and measured."""
HANGS = 60.0
"""Seconds of the clock after which nobody waits any longer."""

LINES = {
    "perft": ("perft splendor --depth 9", {130}),
    "arena": ("arena level3 level3 --games 100000 --workers 2", {0, 2}),  # shows what there is, if anything
    "arena alone": ("arena level3 level3 --games 100000 --workers 1", {0, 2}),
    "rate": ("rate --deals 200 --title splendor --seats 2 --log rate.jsonl", {0, 2}),
    "rate while it plans": ("rate --deals 100000 --log rate.jsonl", {0, 2, 130}),
    "bench": ("bench", {130}),
    "warm": ("warm", {130}),
    "serve": ("serve --no-open --no-lan --port 0 --data data", {0, 130}),
}

WAITING, STOPS = ("serve",), "Ctrl-C"
"""Commands that work when they have said how to stop them."""


def family(pid):
    """A process and its children, and theirs."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def spent(pid):
    """The CPU seconds of a process and its children."""
    total = 0.0
    for one in family(pid):
        with contextlib.suppress(OSError):
            total += cpu_seconds(one)[0]
    return total


def listen_again():
    """What a shell has told a background process to ignore."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("name", "to"),
    [
        *((name, "all") for name in LINES),
        *((name, "first") for name in ("arena", "serve")),
        *(pytest.param(name, "first", marks=pytest.mark.soak) for name in ("rate", "warm")),
    ],
)
def test_ctrl_c_ends_a_command_at_once(name, to, tmp_path):
    """A terminal sends it to all processes of a command, `kill` to the first alone."""
    line, codes = LINES[name]
    cache = {"JETON_CACHE": str(tmp_path / "cache")} if name == "warm" else {}
    with (tmp_path / "told").open("wb") as said:
        command = subprocess.Popen(
            [Path(sys.executable).with_name("jeton"), *line.split()], cwd=tmp_path, env={**os.environ, **cache},
            stdout=said, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=listen_again,
        )  # fmt: skip
    told = (tmp_path / "told").read_text
    try:
        while not (STOPS in told() if name in WAITING else spent(command.pid) >= BUSY):
            assert command.poll() is None, told()
            time.sleep(0.02)
        helpers, before = family(command.pid)[1:], spent(command.pid)
        (os.killpg if to == "all" else os.kill)(command.pid, signal.SIGINT)
        _, status, used = os.wait4(command.pid, 0)  # pytest-timeout is the limit
        command.returncode = os.waitstatus_to_exitcode(status)
        began = time.monotonic()
        while alive(helpers) and time.monotonic() - began < HANGS:
            time.sleep(0.02)
        left = alive(helpers)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGKILL)
    after = used.ru_utime + used.ru_stime - before
    print(f"{name}, to {to}: {after:.2f} s of a processor after Ctrl-C")
    assert after < MOST, f"{after:.1f} s"
    assert command.returncode in codes, told()
    assert "Traceback" not in told()
    assert not left, "nobody is left behind"


def alive(pids):
    """Those of some processes that still run."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            if "(zombie)" not in Path(f"/proc/{pid}/status").read_text():
                found.append(pid)
    return found
