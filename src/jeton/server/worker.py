"""A machine that thinks for the bots of servers: `jeton worker`.

It takes thoughts from the queue in PostgreSQL, has processes of its own think them, and sends the results to the node
that asked. It knows no table and no person, and it never sees more than a bot at a table sees.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import logging
import secrets
import signal
import time
from typing import Any

import msgspec
import structlog

from jeton import games
from jeton.server.rooms.bots import PATIENCE, NotYet, Worker, thought
from jeton.server.rooms.machines import ALL, SAY_SECONDS, Answer, channel_of
from jeton.store.work import PIECE, QUEUE, TASK, WorkQueue, prepare_queue

__all__ = ["Machine", "run_machine"]

log = structlog.get_logger(__name__)

AGAIN_SECONDS = 2.0
"""How long a machine that lost the database waits before it tries again."""
SWEEP_SECONDS = 30.0
POLL_SECONDS = 0.05
"""How often a machine looks for a thought that nobody announced: procrastinate forgets announcements while it looks for
the next job, and would look again after five seconds."""
VIEW_AT = {"choose": 4, "judge": 4, "hint": 3}
"""Which argument of a thought is the view, if it has one."""


class Machine:
    """Processes that think, and the queue from which they take thoughts."""

    def __init__(self, url: str, places: int) -> None:
        """Take the number of thoughts at a time; nothing runs yet."""
        self.name = secrets.token_hex(6)
        self._url, self._places = url, places
        self._workers = [Worker() for _ in range(places)]
        self._busy: set[Worker] = set()

    async def run(self) -> None:
        """Think until cancelled; wait for a database that is gone."""
        await asyncio.to_thread(prepare_queue, self._url)
        try:
            await self._warm()
            log.info("ready", machine=self.name, places=self._places)
            while True:
                try:
                    await self._serve()
                except Exception as error:  # whatever the queue raises when the database goes
                    log.warning("the queue is gone", error=f"{type(error).__name__}: {error}")
                await asyncio.sleep(AGAIN_SECONDS)
        finally:
            for worker in self._workers:
                worker.end()

    async def _warm(self) -> None:
        """Compile all that bots need before anybody hears of this machine; one process first, for all of them."""
        titles = games.titles()
        for group in (self._workers[:1], self._workers[1:]):
            for worker in group:
                for title in titles:
                    worker.warm(title)
            for worker in group:
                await self._wait_for(worker)

    async def _wait_for(self, worker: Worker) -> None:
        while True:
            with contextlib.suppress(NotYet):  # a slow machine compiles for minutes, once
                await worker.ready()
                return

    async def _serve(self) -> None:
        """Take thoughts for as long as the database is there."""
        queue = WorkQueue(self._url)
        await queue.open()

        @queue.app.task(name=TASK, queue=QUEUE)
        async def think(node: str, name: str, what: str, work: str, seconds: float) -> None:
            await self._think(queue, node, name, what, work, seconds)

        beside = [asyncio.create_task(self._say(queue)), asyncio.create_task(self._sweep(queue))]
        try:
            await queue.app.run_worker_async(
                queues=[QUEUE], concurrency=self._places, delete_jobs="always", install_signal_handlers=False,
                shutdown_graceful_timeout=0.05, update_heartbeat_interval=5.0,
                fetch_job_polling_interval=POLL_SECONDS,
            )  # fmt: skip
        finally:
            for task in beside:
                task.cancel()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(0.2):
                    await queue.tell(ALL, f"gone {self.name}")
            await asyncio.gather(*beside, return_exceptions=True)
            await queue.close()

    async def _say(self, queue: WorkQueue) -> None:
        while True:
            with contextlib.suppress(Exception):  # nodes that hear nothing think themselves
                await queue.tell(ALL, f"machine {self.name} {self._places}")
            await asyncio.sleep(SAY_SECONDS)

    async def _sweep(self, queue: WorkQueue) -> None:
        while True:
            with contextlib.suppress(Exception):
                await queue.sweep(SWEEP_SECONDS)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _think(self, queue: WorkQueue, node: str, name: str, what: str, work: str, seconds: float) -> None:
        """Think, and send the result; raise nothing, since procrastinate would log the view with it."""
        channel = channel_of(node)
        worker = next(one for one in self._workers if one not in self._busy)
        self._busy.add(worker)
        try:
            telling = asyncio.ensure_future(queue.tell(channel, f"{name} begun {self.name}"))
            title = msgspec.json.decode(msgspec.json.decode(work, type=list[msgspec.Raw])[0], type=str)
            found = await worker.run(answer_to, (title, what, work), seconds + PATIENCE)
            await telling
            text = base64.b64encode(found).decode()
            pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
            await queue.tell(channel, *(f"{name} {n}/{len(pieces)} {piece}" for n, piece in enumerate(pieces, 1)))
        except (Exception, asyncio.CancelledError) as error:
            with contextlib.suppress(Exception, asyncio.CancelledError):
                async with asyncio.timeout(0.2):
                    await queue.tell(channel, f"{name} failed {type(error).__name__}")
            if isinstance(error, asyncio.CancelledError):
                raise
        finally:
            self._busy.discard(worker)


async def run_machine(url: str, places: int) -> None:
    """Run a machine until somebody ends it."""
    logging.getLogger("procrastinate").setLevel(logging.WARNING)  # below that level it logs whole jobs, and so views
    task = asyncio.create_task(Machine(url, places).run())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    await task


# In a process that thinks


def answer_to(title: str, what: str, work: str) -> bytes:
    """Think; return the result and how long it took. It reads the view here, since that may need compiled rules."""
    began = time.monotonic()
    found = thought(what)(*_arguments(what, work))
    return msgspec.msgpack.encode(Answer(time.monotonic() - began, found))


def _arguments(what: str, work: str) -> tuple[Any, ...]:
    """Return the arguments of a thought; its view as the title's own type, strictly."""
    raw = msgspec.json.decode(work, type=list[msgspec.Raw])
    at = VIEW_AT.get(what)
    if at is None:
        return tuple(msgspec.json.decode(one) for one in raw)
    found = [None if n == at else msgspec.json.decode(one) for n, one in enumerate(raw)]
    title, rules, options = found[:3]
    found[at] = msgspec.json.decode(raw[at], type=_view_type(title, rules, options))
    return tuple(found)


@functools.lru_cache(maxsize=256)
def _view_type(title: str, rules: int, options: str) -> type:
    game = games.make(title, version=rules, options=msgspec.json.decode(options))
    position = game.start(game.seat_counts[0], bytes(16))
    return type(game.view(position, game.actors(position)[0]))
