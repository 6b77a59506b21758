"""Sends thoughts of bots to other machines, which run `jeton worker` beside the PostgreSQL that servers share.

Such a machine gets what a worker process here would get: the seat's view, the bot and its time. Machines say twice a
second that they live. A node does not wait for a machine that says nothing, begins nothing, or is late: `NoAnswer` is
raised, and the node thinks itself. It drops an answer that comes after that.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec

from jeton.core.errors import JetonError
from jeton.server.metrics import METRICS
from jeton.store.store import StoreDown

if TYPE_CHECKING:
    from jeton.server.rooms.fairness import Ticket
    from jeton.store.work import WorkQueue

__all__ = ["ALL", "LOOK_SECONDS", "SAY_SECONDS", "Answer", "Machines", "NoAnswer", "Place", "channel_of"]

log = logging.getLogger(__name__)
T = TypeVar("T")

ALL = "jeton_machines"
"""The channel on which machines and nodes say that they live."""
LOOK_SECONDS = 0.2
"""How often the loop looks how far a bot is."""
SAY_SECONDS = 0.5
"""How often a machine says that it lives."""
GONE_SECONDS = 2.5
"""How long a silent machine may be so before it counts as gone."""
BEGIN_SECONDS = 1.0
"""How long a thought waits for a machine to begin it."""
LISTEN_SECONDS = 3.0
"""How long a start waits to hear of machines."""
LATE_SECONDS = 2.0
"""How much longer than its time a thought may take on another machine."""


class NoAnswer(JetonError):
    """No other machine has answered."""


class Answer(NamedTuple, Generic[T]):
    """What a machine thought, and how long that took."""

    seconds: float
    found: T


class Place:
    """One thought at a time on other machines."""

    def __init__(self, machines: Machines) -> None:
        """Start free."""
        self.machines = machines
        self.ticket: Ticket | None = None


class _Asked:
    """A thought that somebody waits for."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.machine = ""
        self.pieces: dict[int, str] = {}
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()


class Machines:
    """The machines heard of, and what they are asked."""

    def __init__(self, url: str, node: str) -> None:
        """Take the node's name; nothing runs yet."""
        self._url, self.node = url, node
        self.on_change: Callable[[], None] = lambda: None
        self._queue: WorkQueue | None = None
        self._heard: dict[str, tuple[int, float]] = {}
        """By name: how many thoughts at a time, and when the machine was last heard of."""
        self._nodes: dict[str, float] = {}
        self._asked: dict[str, _Asked] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._withdrawing: set[asyncio.Task[None]] = set()
        self._places = 0

    @property
    def places(self) -> int:
        """How many thoughts this node may have elsewhere at a time: nodes share the machines evenly."""
        return self._places

    async def start(self) -> None:
        """Listen for machines; raises if procrastinate is not installed, or the queue can't be made."""
        try:
            from jeton.store.work import WorkQueue, prepare_queue
        except ImportError as error:
            raise StoreDown(f"machines for bots need more parts: pip install 'jeton[workers]' ({error})") from None
        await asyncio.to_thread(prepare_queue, self._url)
        self._queue = WorkQueue(self._url)
        await self._queue.open()
        ready = asyncio.Event()
        self._spawn(self._queue.listen((ALL, channel_of(self.node)), self._hear, ready))
        self._spawn(self._watch(self._queue, ready))
        with contextlib.suppress(TimeoutError):  # it goes on trying
            async with asyncio.timeout(LISTEN_SECONDS):
                await ready.wait()

    async def stop(self) -> None:
        """Stop listening to them."""
        if self._withdrawing:
            await asyncio.wait(self._withdrawing, timeout=LATE_SECONDS)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._queue is not None:
            await self._queue.close()
            self._queue = None

    async def think(
        self, what: str, work: tuple[Any, ...], seconds: float, priority: int, kind: type[T],
        on_progress: Callable[[float], None] | None = None,
    ) -> Answer[T]:  # fmt: skip
        """Have something thought elsewhere within so many seconds; raises `NoAnswer`."""
        queue = self._queue
        if queue is None:
            raise NoAnswer("this node has left the queue")
        name, asked = secrets.token_hex(8), _Asked()
        self._asked[name] = asked
        putting = asyncio.ensure_future(queue.put(priority, {
            "node": self.node, "name": name, "what": what, "work": msgspec.json.encode(work).decode(),
            "seconds": seconds,
        }))  # fmt: skip
        try:
            async with asyncio.timeout(BEGIN_SECONDS):
                await asyncio.shield(putting)  # a job under way is taken out again once it is there
                await asked.begun.wait()
            text = await self._wait(asked, seconds, on_progress)
            found = msgspec.msgpack.decode(base64.b64decode(text), type=Answer[kind])  # type: ignore[valid-type]
            METRICS.bot_elsewhere.labels("answered").inc()
            return found
        except TimeoutError:
            raise self._given_up(putting, "late", "no machine has begun, or none is done in time") from None
        except NoAnswer as error:
            raise self._given_up(putting, "gone", str(error)) from None
        except asyncio.CancelledError:
            self._given_up(putting, "unwanted", "")
            raise
        except Exception as error:  # whatever a queue may raise, or a machine may say
            raise self._given_up(putting, "failed", f"{type(error).__name__}: {error}") from error
        finally:
            del self._asked[name]

    async def _wait(self, asked: _Asked, seconds: float, on_progress: Callable[[float], None] | None) -> str:
        """Wait for an answer as long as its machine lives, and report how much of the time has passed."""
        began = time.monotonic()
        while not (await asyncio.wait((asked.answer,), timeout=LOOK_SECONDS))[0]:
            spent = time.monotonic() - began
            if asked.machine not in self._heard:
                raise NoAnswer(f"machine {asked.machine} is gone")
            if spent > seconds + LATE_SECONDS:
                raise TimeoutError
            if on_progress is not None:
                on_progress(min(1.0, spent / seconds))
        return asked.answer.result()

    def _given_up(self, putting: asyncio.Future[int], how: str, why: str) -> NoAnswer:
        METRICS.bot_elsewhere.labels(how).inc()
        task = self._spawn(self._withdraw(putting))
        self._withdrawing.add(task)
        task.add_done_callback(self._withdrawing.discard)
        return NoAnswer(why)

    async def _withdraw(self, putting: asyncio.Future[int]) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(LATE_SECONDS):
                job = await putting
            if self._queue is not None:
                await self._queue.withdraw(job)

    def _hear(self, word: str) -> None:
        """`machine NAME PLACES`, `gone NAME`, `node NAME`; or of a thought: `NAME begun MACHINE`, `NAME 1/2 TEXT`."""
        first, _, rest = word.partition(" ")
        second, _, third = rest.partition(" ")
        if first == "machine" and third.isdecimal():
            self._heard[second] = int(third), time.monotonic()
        elif first == "node":
            self._nodes[second] = time.monotonic()
        elif first == "gone":
            self._heard.pop(second, None)
            self._nodes.pop(second, None)
        elif (asked := self._asked.get(first)) is not None:
            _take(asked, second, third)
            return
        self._count()

    def _count(self) -> None:
        now = time.monotonic()
        self._heard = {name: one for name, one in self._heard.items() if now - one[1] < GONE_SECONDS}
        self._nodes = {name: at for name, at in self._nodes.items() if now - at < GONE_SECONDS}
        nodes = len(self._nodes.keys() | {self.node})
        places = math.ceil(sum(places for places, _ in self._heard.values()) / nodes)
        if places != self._places:
            self._places = places
            METRICS.bot_places.set(places)
            log.info("%s thoughts of bots at a time go to other machines", places)
            self.on_change()

    async def _watch(self, queue: WorkQueue, ready: asyncio.Event) -> None:
        """Say that this node asks, and forget machines that say nothing."""
        await ready.wait()
        while True:
            with contextlib.suppress(Exception):  # the next message says it again
                await queue.tell(ALL, f"node {self.node}")
            self._count()
            await asyncio.sleep(SAY_SECONDS)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def channel_of(node: str) -> str:
    """Return the channel on which a node hears answers."""
    return f"jeton_work_{node}"


def _take(asked: _Asked, second: str, third: str) -> None:
    if second == "begun":
        asked.machine = third
        asked.begun.set()
        return
    if asked.answer.done():
        return
    if second == "failed":
        asked.begun.set()
        asked.answer.set_exception(NoAnswer(third))
        return
    number, _, of = second.partition("/")
    asked.pieces[int(number)] = third
    if len(asked.pieces) == int(of):
        asked.begun.set()
        asked.answer.set_result("".join(asked.pieces[number] for number in sorted(asked.pieces)))
