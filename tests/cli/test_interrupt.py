"""Ctrl-C ends every command that takes its time: real processes, a real signal, and no traceback."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jeton.core.game import Entry
from jeton.core.match import Header
from jeton.core.match_file import write_match
from jeton.store import connect
from scripts.load.processes import cpu_seconds

pytestmark = pytest.mark.once

BUSY = 2.5
"""Seconds of a processor that a command, its helpers too, has used when it is in the middle of its work."""
MOST = 1.5
"""Seconds of a processor that a command may still use after it: half of one is meant, and measured."""
AT_ONCE = 0.5
"""The same for one that has nothing left to say."""
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
    "verify": ("verify pipe.match", {130}),
    "replay": ("replay long.match --json", {130}),
    "play": ("play splendor --player level8 --player level8 --plain --save my.match", {130}),
    "admin": ("admin stats --data data", {130}),
    "serve": ("serve --no-open --no-lan --port 0 --data data", {0, 130}),
}

RARE = ("arena alone", "rate while it plans")
"""Other moments of commands that stand here too: only a soak meets them."""
WAITING, STOPS = ("serve",), "Ctrl-C"
"""Commands that work when they have said how to stop them."""


def a_long_match(path):
    """Write a match file that takes a while to read: somebody takes three gems and undoes it, again and again."""
    header = Header(title="splendor", version=1, seats=2, options={"first": "seat"}, key="00" * 16)
    moves = ("undo", "take wbg")
    path.write_text(write_match(header, (Entry(n, 0, 0, moves[n % 2]) for n in range(1, 400_001))))


def an_endless_database(folder):
    """Make a database in which somebody has said more than anybody can count."""
    asyncio.run(a_database(folder / "jeton.sqlite"))
    with contextlib.closing(sqlite3.connect(folder / "jeton.sqlite")) as connection:
        connection.execute("DROP TABLE chat")
        endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
        connection.execute(f"CREATE VIEW chat AS {endless}")


async def a_database(path):
    await (await connect(f"sqlite:///{path}")).close()


def family(pid):
    """Return a process and its children, and theirs."""
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def spent(pid):
    """Return the CPU seconds of a process and its children."""
    total = 0.0
    for one in family(pid):
        with contextlib.suppress(OSError):
            total += cpu_seconds(one)[0]
    return total


def listen_again():
    """Hear again what a shell tells a background process to ignore."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    ("name", "to"),
    [
        *((name, "all") for name in LINES if name not in RARE),
        ("arena", "first"),
        *(pytest.param(name, "all", marks=pytest.mark.soak) for name in RARE),
        *(pytest.param(name, "first", marks=pytest.mark.soak) for name in ("rate", "serve", "warm")),
    ],
)
def test_ctrl_c_ends_a_command_at_once(name, to, tmp_path):
    """A terminal sends it to all processes of a command, `kill` to the first alone."""
    line, codes = LINES[name]
    if name == "verify":
        os.mkfifo(tmp_path / "pipe.match")
    elif name == "replay":
        a_long_match(tmp_path / "long.match")
    elif name == "admin":
        an_endless_database(tmp_path / "data")
    cache = {"JETON_CACHE": str(tmp_path / "cache")} if name == "warm" else {}
    with (tmp_path / "told").open("wb") as said:
        command = subprocess.Popen(
            [Path(sys.executable).with_name("jeton"), *line.split()], cwd=tmp_path, env={**os.environ, **cache},
            stdout=said, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=listen_again,
        )  # fmt: skip
    told = (tmp_path / "told").read_text
    try:
        if name == "verify":
            pipe = (tmp_path / "pipe.match").open("wb")  # returns once the command reads, and waits for more
        while name != "verify" and not (STOPS in told() if name in WAITING else spent(command.pid) >= BUSY):
            assert command.poll() is None, told()
            time.sleep(0.02)
        helpers, before = family(command.pid)[1:], spent(command.pid)
        (os.killpg if to == "all" else os.kill)(command.pid, signal.SIGINT)
        _, status, used = os.wait4(command.pid, 0)  # pytest-timeout is the limit
        command.returncode = os.waitstatus_to_exitcode(status)
        if name == "verify":
            pipe.close()
        began = time.monotonic()
        while alive(helpers) and time.monotonic() - began < HANGS:
            time.sleep(0.02)
        left = alive(helpers)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGKILL)
    after = used.ru_utime + used.ru_stime - before
    print(f"{name}, to {to}: {after:.2f} s of a processor after Ctrl-C")
    assert after < (AT_ONCE if codes == {130} else MOST), f"{after:.1f} s"
    assert command.returncode in codes, told()
    assert "Traceback" not in told()
    assert not left, "nobody is left behind"


def alive(pids):
    """Return those of some processes that still run."""
    found = []
    for pid in pids:
        with contextlib.suppress(OSError):
            if "(zombie)" not in Path(f"/proc/{pid}/status").read_text():
                found.append(pid)
    return found


LOST = """
import ctypes, signal, time
from jeton.cli.main import hear_interrupts
hear_interrupts()
ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()  # as LLVM calls Python in the midst of compiling
try:
    time.sleep(HANGS)
except KeyboardInterrupt:
    print("heard")
""".replace("HANGS", str(HANGS))


def test_ctrl_c_is_heard_that_falls_into_a_callback_of_c():
    command = [sys.executable, "-c", LOST]
    done = subprocess.run(command, capture_output=True, text=True, check=True, preexec_fn=listen_again)

    assert (done.stdout, done.stderr) == ("heard\n", "")


HALF_MADE = """
import signal, sys
from jeton.cli import main

class Handle:
    def __init__(self):
        if INTERRUPT:
            signal.raise_signal(signal.SIGINT)  # as it falls between two lines of llvmlite
            self.pointer = 1

    def __del__(self):
        del self.pointer

def run(arguments):
    try:
        Handle()
    except KeyboardInterrupt:
        return 130
    return 0

main.run = run
main.main()
"""


@pytest.mark.parametrize(("interrupt", "code"), [(True, 130), (False, 0)])
def test_ctrl_c_in_the_midst_of_making_an_object_is_silent_and_other_complaints_are_not(interrupt, code):
    command = [sys.executable, "-c", HALF_MADE.replace("INTERRUPT", str(interrupt))]
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=listen_again)

    assert done.returncode == code
    assert ("AttributeError" in done.stderr) == (not interrupt), done.stderr
