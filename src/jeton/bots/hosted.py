"""Other people's bots: each runs in a process of its own, gets questions as lines of JSON, and is not trusted.

    my_bot.py:MyBot        a class of a file
    package.module:MyBot   a class of an installed package
    name                   what a package calls `name` in its entry points `jeton.bots`
    run:./bot --fast       any program that reads and writes lines

A bot forfeits if it answers with something that is no move, does not answer in time, or dies; it can break only its own
process. Our end of the pipe is `HostedBot`; for a Python class the other end is `jeton.bots.host`. They write:

    -> {"jeton": 1, "title": "splendor", "options": {…}}              once, at the beginning
    -> {"view": {…}, "budget": {"seconds": 0.5}, "seed": 123}         for every move
    <- {"move": "take bgr"}
"""

from __future__ import annotations

import ast
import os
import queue
import re
import shlex
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import msgspec

from jeton.bots.bot import BadParameter, Budget, OnProgress
from jeton.core.errors import JetonError
from jeton.core.game import Game, Rng

__all__ = ["Forfeit", "HostedBot", "hosted", "installed"]

PROTOCOL = 1
GROUP = "jeton.bots"
PATIENCE = 10.0
"""Seconds that a bot may take beyond its budget; its first answer has `START` more, to load what it needs."""
START = 30.0
LONGEST = 1 << 20
"""The most bytes of an answer."""

CLASS = re.compile(r"(?P<where>.+\.py|[A-Za-z_]\w*(\.\w+)*):(?P<name>[A-Za-z_]\w*)\Z")


class Forfeit(JetonError):
    """A bot lost its match by what it did: `reason` is `silent`, `gone`, `garbled` or `illegal`."""

    def __init__(self, reason: str, words: str) -> None:
        """Take what the bot did, in a word and in a sentence."""
        super().__init__(words)
        self.reason = reason


class Answer(msgspec.Struct):
    """What a bot writes."""

    move: str


def installed() -> dict[str, EntryPoint]:
    """Return the bots that installed packages bring, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def hosted(spelling: str, game: Game[Any, Any]) -> HostedBot | None:
    """Make the bot of a spelling that is not ours, or None; raises `BadParameter` if it can't be started."""
    if spelling.startswith("run:"):
        try:
            command = shlex.split(spelling.removeprefix("run:"))
        except ValueError as error:
            raise BadParameter(f"{spelling!r}: {error}") from None
        if not command:
            raise BadParameter(f"{spelling!r}: expected a command after run:")
        return HostedBot(spelling, command, game)
    if (found := CLASS.match(spelling)) is not None:
        where = found["where"]
        if where.endswith(".py"):
            _check_file(spelling, Path(where), found["name"])
        return HostedBot(spelling, _host(spelling), game)
    if spelling in (known := installed()):
        return HostedBot(spelling, _host(known[spelling].value), game)
    return None


def _check_file(spelling: str, path: Path, name: str) -> None:
    """Raise `BadParameter` unless a file can be read as Python and has something of that name; runs none of it."""
    if not path.is_file():
        raise BadParameter(f"{spelling!r}: there is no file {path}")
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as error:
        raise BadParameter(f"{spelling!r}: {path} can't be read as Python: {error}") from None
    if {name, "*"}.isdisjoint(word for node in ast.walk(tree) for word in _names(node)):
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        has = f"it has {', '.join(classes)}" if classes else "it has no class"
        raise BadParameter(f"{spelling!r}: there is no {name} in {path}: {has}")


def _names(node: ast.AST) -> list[str]:
    """Return the names that a statement defines, wherever it stands."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.alias):
        return [(node.asname or node.name).partition(".")[0]]
    return [node.id] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else []


def _host(what: str) -> list[str]:
    return [sys.executable, "-m", "jeton.bots.host", what]


class HostedBot:
    """A bot behind a pipe; its process starts with its first move, and again after it was ended."""

    def __init__(self, name: str, command: list[str], game: Game[Any, Any], patience: float = PATIENCE) -> None:
        """Take a command and the game to ask it about; nothing starts yet."""
        self.name, self.command, self.game, self.patience = name, command, game, patience
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue()

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the answer of the process; if it gives none, end it and raise `Forfeit`."""
        seed = rng.getrandbits(62)  # drawn even if the process can't start, so that later chance stays the same
        wait = self.patience + (budget.seconds or 0.0)
        if self._process is None or self._process.poll() is not None:
            self._start()
            wait += START
        asked = {"view": view, "budget": msgspec.structs.asdict(budget), "seed": seed}
        try:
            self._write(asked)
            line = self._lines.get(timeout=wait)
        except queue.Empty:
            self.close()
            raise Forfeit("silent", f"{self.name} gave no answer in {wait:g} s") from None
        except OSError:
            line = None
        if line is None:
            self.close()
            raise Forfeit("gone", f"{self.name} ended before it had answered")
        try:
            return msgspec.json.decode(line, type=Answer).move
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.close()
            raise Forfeit("garbled", f'{self.name} wrote {line[:80]!r} in place of {{"move": …}}') from None

    def close(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # the last lines written may not have reached it
                    if pipe is not None:
                        pipe.close()

    def __del__(self) -> None:
        """Leave no process behind."""
        self.close()

    def _start(self) -> None:
        self.close()
        try:
            process = subprocess.Popen(  # noqa: S603 - who sits at the machine named the command
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise Forfeit("gone", f"{self.name} could not be started: {error.strerror or error}") from None
        self._process, self._lines = process, queue.Queue()
        if process.stdout is not None:
            end = os.dup(process.stdout.fileno())  # a copy: the number of a closed one may be the next process's
            threading.Thread(target=_listen, args=(end, self._lines), daemon=True).start()
        with suppress(OSError):  # if it is gone already, the first question finds out
            self._write({"jeton": PROTOCOL, "title": self.game.title, "options": dict(self.game.options)})

    def _write(self, message: Any) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")


def _listen(end: int, lines: queue.Queue[bytes | None]) -> None:
    """Pass on the lines of a process, and None at their end; in a thread, since reading a pipe has no timeout."""
    with suppress(OSError, ValueError), open(end, "rb") as file:  # or somebody ended the process meanwhile
        while line := file.readline(LONGEST):
            lines.put(line)
    lines.put(None)
