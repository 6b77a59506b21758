"""Bots in processes of their own: the server's loop never waits for them, and a bad one takes nobody along.

A bot gets its seat's view and nothing else. One that crashes, hangs, runs out of memory or answers with nonsense is
replaced for that move by any legal move; the room goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import multiprocessing
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import msgspec

from jeton import bots, games
from jeton.bots.bot import Budget
from jeton.bots.bot import parse as parse_bot
from jeton.core.errors import JetonError
from jeton.core.shuffle import pick

__all__ = ["BotPool", "basic_bot", "check_bot", "thinking_seconds"]

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds beyond its budget after which a bot counts as hung."""
MEMORY = 6 << 30
"""Bytes of address space that a worker may use: compiled code and its libraries map a good part of them."""


def basic_bot(title: str) -> str:
    """The bot that plays where no other can."""
    return next((name for name in ("greedy", "normal") if name in bots.names(title)), "random")


def check_bot(spelling: str, title: str) -> bool:
    """Whether a bot of that spelling plays the title: its name, not what its parameters do."""
    try:
        name, _ = parse_bot(spelling)
    except JetonError:
        return False
    return name == "random" or name in bots.names(title)


def thinking_seconds(title: str, spelling: str) -> float:
    """How long a bot computes for a move, about; 0.0 for one that answers at once."""
    known: Callable[[str, str], float] | None = getattr(bots, "seconds", None)
    return known(title, spelling) if known else 0.0


class BotPool:
    """Worker processes that answer for bots."""

    def __init__(self, workers: int, seconds: float) -> None:
        """So many workers, so much time for a move."""
        self.workers, self.seconds = workers, seconds
        self.failures = 0
        self._pool: ProcessPoolExecutor | None = None
        self._chance = Random(secrets.randbits(128))  # noqa: S311 - a bot's own chance

    async def choose(
        self, title: str, rules: int, options: Mapping[str, Any], bot: str, view: Any, *, fallback: str | None = None
    ) -> str:
        """A bot's move; the fallback's where the bot fails, any legal one where that fails too."""
        if bot == "random" and (title, "random") not in bots.REGISTRY:
            return self.any_move(view)
        work = (title, rules, msgspec.json.encode(options).decode(), bot, view, self.seconds, secrets.randbits(64))
        for _ in range(2):
            pool = self._pool or self._start()
            try:
                running = asyncio.get_running_loop().run_in_executor(pool, _choose, *work)
                return await asyncio.wait_for(running, self.seconds + PATIENCE)
            except BrokenProcessPool:  # another bot's fault perhaps: once more
                self._drop(pool)
            except TimeoutError:
                self._drop(pool, kill=True)
                break
            except Exception as error:  # whatever a bot may raise
                log.warning("bot %s failed: %s: %s", bot, type(error).__name__, error)
                break
        self.failures += 1
        if fallback is not None and fallback != bot:
            return await self.choose(title, rules, options, fallback, view)
        return self.any_move(view)

    @property
    def chance(self) -> Random:
        """Chance for what is no secret: how long a bot seems to think."""
        return self._chance

    def paced(self, title: str, rules: int, options: Mapping[str, Any], bot: str) -> Any:
        """A bot that says itself how long its moves take (`delay`, `waits`), or None."""
        try:
            player = _bot(title, rules, msgspec.json.encode(options).decode(), bot)
        except JetonError:
            return None
        return player if hasattr(player, "delay") else None

    def any_move(self, view: Any) -> str:
        """Any of a view's moves."""
        return pick(tuple(view.moves), self._chance) if view.moves else ""

    def warm(self) -> None:
        """Start the workers now, so that the first bot answers at once."""
        if self._pool is None:
            pool = self._start()
            for _ in range(self.workers):
                pool.submit(_warm)

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._drop(self._pool, kill=True)

    def _start(self) -> ProcessPoolExecutor:
        self._pool = ProcessPoolExecutor(
            self.workers, mp_context=multiprocessing.get_context("spawn"), initializer=_limit
        )
        return self._pool

    def _drop(self, pool: ProcessPoolExecutor, *, kill: bool = False) -> None:
        if self._pool is pool:
            self._pool = None
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        if kill:
            for process in processes:
                with contextlib.suppress(OSError, ValueError):
                    process.kill()


# In a worker


def _limit() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        import resource

        os.nice(5)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _warm() -> None:
    import time

    time.sleep(0.05)  # so that every worker gets one


@functools.lru_cache(maxsize=64)
def _bot(title: str, rules: int, options: str, bot: str) -> bots.Bot:
    return bots.make(bot, games.make(title, version=rules, options=msgspec.json.decode(options)))


def _choose(title: str, rules: int, options: str, bot: str, view: Any, seconds: float, seed: int) -> str:
    rng = Random(seed)  # noqa: S311 - a bot's own chance
    return _bot(title, rules, options, bot).choose(view, Budget(seconds=seconds), rng)
