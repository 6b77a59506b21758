"""`jeton play` as a program in a real terminal: colours, keys, kill -9 and going on."""

import codecs
import os
import re
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

import jeton
from jeton.cli.main import run

pty = pytest.importorskip("pty", reason="needs a Unix terminal")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

PATIENCE = 240  # seconds: the first game on a machine compiles the rules
IN_CHARGE = """
import fcntl, signal, termios
from jeton.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and their children
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C reaches who owns the terminal
main()
"""
KEY = ["--key", "terminal", "--first", "seat"]


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    while Terminal.started:
        process = Terminal.started.pop()
        process.kill()
        process.wait()


class Terminal:
    """`jeton play` in a pseudo-terminal of a given size."""

    started: ClassVar[list[subprocess.Popen[bytes]]] = []

    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), **environ: str) -> None:
        self.ours, theirs = pty.openpty()
        columns, rows = size
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, rows.to_bytes(2, "little") + columns.to_bytes(2, "little") + bytes(4))
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        settings = {"JETON_DATA": str(folder), "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_CHARGE, "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=clean | settings | environ,
            start_new_session=True,
        )
        self.started.append(self.process)
        os.close(theirs)
        self.decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self.seen = ""

    def until(self, pattern: str, seconds: float = PATIENCE) -> str:
        """Return what is printed up to a pattern, which is not read again."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.seen)):
            if not select.select([self.ours], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"waited in vain for {pattern!r} in {self.seen[-3000:]!r}")
            self.seen += self._read()
            if self.process.poll() is not None and not select.select([self.ours], [], [], 0)[0]:
                raise AssertionError(f"ended before {pattern!r}: {self.seen[-3000:]!r}")
        before, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return before

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C; again where it fell between two instructions of readline, which then waits for a key."""
        for _ in range(5):
            if self.process.poll() is None:
                self.type("\x03")
                self._ends_within(10)

    def end(self) -> tuple[int, str]:
        """Return the exit code, and what was printed last."""
        assert self._ends_within(PATIENCE), f"does not end: {self.seen[-3000:]!r}"
        while select.select([self.ours], [], [], 0.2)[0]:
            if not (more := self._read()):
                break
            self.seen += more
        os.close(self.ours)
        return self.process.wait(), self.seen

    def _ends_within(self, seconds: float) -> bool:
        """Wait for the end, reading on as every terminal does: a program whose words nobody reads stands still."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            if select.select([self.ours], [], [], 0.05)[0]:
                self.seen += self._read()
        return self.process.poll() is not None

    def _read(self) -> str:
        try:
            return self.decode(os.read(self.ours, 65536))
        except OSError:  # the program has ended
            return ""


def kept(folder: Path) -> Path:
    (file,) = (folder / "matches").glob("*.match")
    return file


PROMPT = r"Lena › "
PLAYERS = ["--player", "human:Lena", "--player", "greedy"]


def test_a_game_in_colour_and_control_d(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "splendor", *PLAYERS, *KEY, size=(120, 40))
    first = terminal.until(PROMPT)
    terminal.type("take dse\n")
    second = terminal.until(PROMPT)
    terminal.type("\x04")
    code, last = terminal.end()

    assert "\x1b[38;5;" in first or "\x1b[38;2;" in first
    assert "\x1b[3J" in first
    assert "You take diamond, sapphire and emerald." in re.sub(r"\x1b\[[\d;]*m", "", second)
    assert code == 0
    assert f"jeton play --resume {kept(tmp_path)}" in last
    assert jeton.load(kept(tmp_path)).log[0].move == "take wbg"


def test_control_c_leaves_with_everything_kept_and_no_colour_is_shown(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "marvel", *PLAYERS, *KEY, NO_COLOR="1")
    screen = terminal.until(PROMPT)
    terminal.type("t mps\n")
    terminal.until(PROMPT)
    terminal.interrupt()
    code, last = terminal.end()

    assert code == 130
    assert "Traceback" not in last
    assert "The game is kept" in last
    assert jeton.load(kept(tmp_path)).n == 2
    assert not re.search(r"\x1b\[[\d;]*(3[0-8]|4[0-8])[\d;]*m", screen)
    assert "(M)" in screen


COMPILED_ANEW = 12.0
"""Seconds of a processor: a game takes two or three, and what compiles the rules for itself more than these."""


def test_a_killed_game_goes_on_and_the_bot_is_quick(tmp_path: Path) -> None:
    """Killed with -9 after a move, nothing is lost; once all is compiled, the bot answers soon."""
    terminal = Terminal(tmp_path, "splendor", *PLAYERS, *KEY)
    terminal.until(PROMPT)
    terminal.type("take dse\n")
    terminal.until(PROMPT)
    os.kill(terminal.process.pid, signal.SIGKILL)
    terminal.end()
    before = jeton.load(kept(tmp_path))

    before_it = resource.getrusage(resource.RUSAGE_CHILDREN)
    again = Terminal(tmp_path, "--resume")
    screen = again.until(PROMPT)
    again.type("ero\n")
    again.until(PROMPT)
    again.type("\x04")
    again.end()
    after_it = resource.getrusage(resource.RUSAGE_CHILDREN)
    after = jeton.load(kept(tmp_path))

    assert before.n == 2
    assert "Going on with" in screen
    assert after.log[:2] == before.log
    assert after.log[2].move == "take grk"
    used = after_it.ru_utime - before_it.ru_utime
    assert used < COMPILED_ANEW, f"{used:.1f} s of a processor"


def test_from_a_pipe_it_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "jeton.cli.main", "play", "marvel", *PLAYERS, *KEY, "--lang", "fr"],
        input="t mps\nquit\n\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "JETON_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        timeout=PATIENCE,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "Tu prends Esprit, Pouvoir et Espace." in done.stdout
    assert "La partie est gardée" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "Expected one of splendor, marvel"),
        (["--seats", "5"], "2 to 4"),
        (["--player", "grandmaster"], "no bot called 'grandmaster'"),
        (["marvel", "--goal", "21"], "goal"),
        (["--resume"], "no game to go on with"),
        (["--resume", "nowhere.match"], "nowhere.match"),
        (["--resume", "--seats", "3"], "--seats"),
        (["--lang", "xx"], "xx"),
        (["--key", " "], "empty"),
    ],
)
def test_mistakes_are_explained_in_one_line(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JETON_DATA", str(tmp_path))
    monkeypatch.setenv("JETON_LANG", "en")

    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
