"""Bots in processes of their own: the server's loop never waits for them, and a bad one harms nobody else.

A bot gets its seat's view and nothing else. If it crashes, hangs, runs out of memory or answers with nonsense, any
legal move replaces its own; the room goes on.
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
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from jeton import bots, games
from jeton.analysis.clues import ClueReview, review_clues
from jeton.analysis.curves import curve_of
from jeton.analysis.hint import Hint
from jeton.analysis.hint import hint as find_hint
from jeton.analysis.review import Decision, judge_of, judged
from jeton.bots import processes
from jeton.bots.bot import Budget, OnProgress
from jeton.bots.judge import Judge
from jeton.bots.scheduler import Paced
from jeton.core.match import Match
from jeton.core.match_file import read_match
from jeton.core.shuffle import pick
from jeton.server.metrics import METRICS
from jeton.server.rooms.fairness import FairQueue, Owner, Ticket
from jeton.server.rooms.machines import LOOK_SECONDS, Machines, NoAnswer, Place

__all__ = ["LOOK_SECONDS", "PATIENCE", "BotPool", "Choice", "NotYet", "Worker", "basic_bot", "check_bot", "thought"]

log = logging.getLogger(__name__)
T = TypeVar("T")

PATIENCE = 10.0
"""Seconds beyond its budget after which a bot counts as hung."""
STARTING = 120.0
"""Seconds that a move waits for a worker that starts and compiles what its bots need; the worker goes on after that."""
NEVER = 900.0
"""Seconds after which a worker that is still not ready counts as hung."""
STUCK = 2.0
"""Seconds after which the page no longer shows how far a bot is that makes no progress."""
MEMORY = 6 << 30
"""Bytes of address space that a worker may use: compiled code and its libraries map a good part of them."""


JUDGING = 300.0
"""Seconds after which a judge counts as hung: a decision takes a tenth of one, but the first may have to compile.
So may the first move of a bot that no table is offered, such as `search`."""
SHORT = 0.1
"""A thought of fewer seconds is not worth sending to another machine: the way there and back takes some hundredths."""

NOBODY = Owner()
STUDY = Owner(people=False, here=False, study=True)


def basic_bot(title: str) -> str:
    """Return the bot that plays where no other can."""
    return bots.roster(title).basic


def check_bot(spelling: str, title: str) -> bool:
    """Return whether anybody may put this bot at a table of the title: known names, and their styles."""
    return spelling == "random" or bots.playable(title, spelling)


class Choice(NamedTuple):
    """A bot's answer: a move, how long a person would take for it if it says so, and whether news may change it."""

    move: str
    seconds: float | None = None
    heeds: bool = False


class NotYet(Exception):
    """A worker is still compiling; nothing is wrong with it."""


class BotPool:
    """Worker processes that answer for bots.

    A bot that remembers is asked with a `key` and always gets the same worker; the others go to a free one. Each worker
    does one thing at a time, and a bot's time counts from when it begins. `fairness` decides whose turn it is, and how
    long a bot may think while others wait.
    """

    def __init__(self, workers: int, seconds: float, machines: Machines | None = None) -> None:
        """Take the number of workers and the time for a move; `machines` get long thoughts while it hears of any."""
        self.seconds = seconds
        self.failures = 0
        self._workers = [Worker() for _ in range(max(1, workers))]
        self._away: list[Place] = []
        self.queue = FairQueue(len(self._workers), seconds)
        self.machines = machines
        if machines is not None:
            machines.on_change = self._count_places
        self._lasted: dict[tuple[str, str], float] = {}
        """Roughly how long the thoughts of a title's bot last."""
        self._chance = Random(secrets.randbits(128))  # noqa: S311 - a bot's own chance

    async def choose(
        self, title: str, rules: int, options: Mapping[str, Any], bot: str, view: Any, *, at: int = 0,
        key: str | None = None, fallback: str | None = None, on_progress: OnProgress | None = None,
        owner: Owner = NOBODY, hurried: Callable[[bool], None] | None = None,
    ) -> Choice:  # fmt: skip
        """Return a bot's move at a match time; the fallback's if the bot fails, any legal one if that fails too.

        It reports how much of its time the bot has used (0 if that is unknown), and whether the bot is `hurried`
        because others wait.
        """
        if bot == "random":  # needs no thought, and so no worker
            return Choice(self.any_move(view))
        text = msgspec.json.encode(options).decode()

        def work(seconds: float) -> tuple[Any, ...]:
            if hurried is not None:
                hurried(seconds < self.seconds)
            return title, rules, text, bot, view, seconds, secrets.randbits(64), at

        try:
            return await self._think("choose", title, bot, work, owner, Choice, key=key, on_progress=on_progress)
        except NotYet:
            log.warning("bot %s is still being compiled; any legal move is played for it", bot)
            return Choice(self.any_move(view))
        except Exception as error:  # whatever a bot may raise, or the end of its worker
            log.warning("bot %s failed: %s: %s", bot, type(error).__name__, error)
        self.failures += 1
        if on_progress is not None:
            on_progress(0.0)
        if fallback is not None and fallback != bot:
            return await self.choose(
                title, rules, options, fallback, view, at=at, key=key, on_progress=on_progress, owner=owner
            )
        return Choice(self.any_move(view))

    async def judge(
        self, title: str, rules: int, options: Mapping[str, Any], seats: int, view: Any, n: int, move: str, lines: int,
        seed: int,
    ) -> Decision:  # fmt: skip
        """Return the judge's verdict on a decision when no bot wants to think; raises what the judge does.

        It waits in the same queue as bots' moves, always last: a bot waits for one decision at most.
        """
        text = msgspec.json.encode(options).decode()
        work = (title, rules, text, seats, view, n, move, lines, seed)
        return await self._think("judge", title, "", lambda _: work, STUDY, Decision)

    async def clues(self, title: str, text: str) -> ClueReview:
        """Return what a reader makes of a finished match's clues, given its file, when no bot wants to think."""
        return await self._think("clues", title, "", lambda _: (title, text), STUDY, ClueReview)

    async def hint(
        self, title: str, rules: int, options: Mapping[str, Any], view: Any, n: int, *, key: str, owner: Owner
    ) -> Hint:
        """Return what a strong player who has this view would play as entry `n`, and why.

        Raises whatever the judge, the bot or its worker does.
        """
        work = (title, rules, msgspec.json.encode(options).decode(), view, n, secrets.randbits(62))
        remembers = bots.roster(title).judge is None
        return await self._think("hint", title, "", lambda _: work, owner, Hint, key=key if remembers else None)

    async def _think(
        self, what: str, title: str, bot: str, work: Callable[[float], tuple[Any, ...]], owner: Owner, kind: type[T],
        *, key: str | None = None, on_progress: OnProgress | None = None,
    ) -> T:  # fmt: skip
        """Wait for a turn, then think: on another machine if one is there and has time, else here.

        If a machine does not answer in time, this one thinks instead.
        """
        pinned = None if key is None else self._workers.index(self.worker(key))
        name, since = (title, what + bot), time.monotonic()
        for here in (self._lasted.get(name, SHORT) < SHORT, True):
            ticket = Ticket(owner, since, pinned, asyncio.get_running_loop().create_future(), here=here)
            try:
                place = await self._turn(ticket)
                asked, began = work(ticket.seconds), time.monotonic()
                if isinstance(place, Worker):
                    most = ticket.seconds + PATIENCE if bot.partition(":")[0] in bots.offered(title) else JUDGING
                    found: T = await place.run(thought(what), asked, most, on_progress)
                    self._note(name, time.monotonic() - began)
                    return found
                seconds = ticket.seconds if what == "choose" else JUDGING
                away = await place.machines.think(what, asked, seconds, -owner.rank, kind, on_progress)
                self._note(name, away.seconds)
                return away.found
            except NoAnswer as error:
                log.warning("another machine does not answer, so this one thinks: %s", error)
            finally:
                self._finish(ticket)
        raise NoAnswer("no worker of this machine")

    def _note(self, name: tuple[str, str], seconds: float) -> None:
        """Note how long a thought has lasted."""
        self._lasted[name] = (self._lasted.get(name, seconds) + seconds) / 2

    def _count_places(self) -> None:
        """Adjust the places elsewhere to what this node may use now; busy ones stay until they are done."""
        wanted = 0 if self.machines is None else self.machines.places
        for place in self._away[wanted:]:
            if place.ticket is None:
                self._away.remove(place)
        while self.machines is not None and len(self._away) < wanted:
            self._away.append(Place(self.machines))
        self.queue.workers = len(self._workers) + len(self._away)
        self._go_on()

    def _fits(self, place: Worker | Place, ticket: Ticket) -> bool:
        """Return whether a ticket may have a place; other machines, if there are any, get all that they can think."""
        if isinstance(place, Place):
            return not ticket.here
        return (ticket.here or not self._away) and (ticket.worker is None or self._workers[ticket.worker] is place)

    async def _turn(self, ticket: Ticket) -> Worker | Place:
        """Wait until it is a ticket's turn; return the worker that is free for it, or a place elsewhere."""
        self.queue.add(ticket)
        METRICS.bot_queue.set(len(self.queue.waiting))
        self._go_on()
        place: Worker | Place = await ticket.payload
        if ticket.owner.study:
            return place
        METRICS.bot_wait.observe(max(0.0, time.monotonic() - ticket.since))
        if ticket.seconds < self.seconds:
            METRICS.bot_hurried.inc()
        return place

    def _go_on(self) -> None:
        """Give every free worker, and every free place elsewhere, what it does next."""
        places: list[Worker | Place] = [*self._away, *sorted(self._workers, key=lambda one: one.waiting)]
        for number, place in enumerate(places):
            if place.ticket is None and (
                ticket := self.queue.take(number, time.monotonic(), partial(self._fits, place))
            ):
                place.ticket = ticket
                ticket.payload.set_result(place)
        METRICS.bot_queue.set(len(self.queue.waiting))

    def _finish(self, ticket: Ticket) -> None:
        """End a ticket: it had its turn, or nobody wants it any more."""
        self.queue.drop(ticket)
        self.queue.done(ticket, time.monotonic())
        everywhere: tuple[Worker | Place, ...] = (*self._workers, *self._away)
        for place in everywhere:
            if place.ticket is ticket:
                place.ticket = None
        if self.machines is not None:
            self._count_places()
        else:
            self._go_on()

    def worker(self, key: str | None) -> Worker:
        """Return the worker that answers; a key always gets the same one."""
        if key is not None:
            return self._workers[zlib.crc32(key.encode()) % len(self._workers)]
        return min(self._workers, key=lambda worker: worker.waiting)

    def any_move(self, view: Any) -> str:
        """Return any of a view's moves."""
        return pick(self._chance, tuple(view.moves)) if view.moves else ""

    def warm(self, title: str) -> None:
        """Start the workers now, so that the first bot of a title answers at once; one that can't start tries later."""
        for worker in self._workers:
            try:
                worker.warm(title)
            except (BrokenProcessPool, OSError) as error:
                log.warning("a worker for bots does not start: %s: %s", type(error).__name__, error)
                worker.end()

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            worker.end()


class Worker:
    """One process, started when it is needed and again when it breaks."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self.waiting = 0
        self.ticket: Ticket | None = None
        """What the process does now: one thing at a time."""
        self._pool: ProcessPoolExecutor | None = None
        self._warm: set[str] = set()
        """Titles whose bots this process can play at once."""
        self._warming: list[Future[None]] = []
        self._since = 0.0
        """When the process began to warm up, on the monotonic clock."""
        self._spent: Any = None
        """How far its bot is, in shared memory: the process writes, the loop reads, nobody waits."""

    async def run(
        self,
        function: Callable[..., T],
        arguments: tuple[Any, ...],
        seconds: float,
        on_progress: OnProgress | None = None,
    ) -> T:
        """Run a function there; if it takes too long, end its process."""
        self.waiting += 1
        try:
            self.warm(arguments[0])
            await self.ready()
            job = self._begin(function, arguments)
            try:
                async with asyncio.timeout(seconds):
                    await self._watch(job, on_progress)
            finally:
                job.cancel()
            return job.result()
        except (BrokenProcessPool, OSError):  # a timeout is an OSError
            self.end()
            raise
        finally:
            self.waiting -= 1

    def _begin(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> asyncio.Future[T]:
        """Let the process begin, with no time spent yet."""
        pool = self._start()
        self._spent.value = 0.0
        return asyncio.get_running_loop().run_in_executor(pool, function, *arguments)

    async def _watch(self, job: asyncio.Future[T], on_progress: OnProgress | None) -> None:
        """Wait for a job and report now and then how far it is; report nothing of one that makes no progress."""
        spent, since = 0.0, time.monotonic()
        while not (await asyncio.wait((job,), timeout=LOOK_SECONDS if on_progress else None))[0]:
            if spent != self._spent.value:
                spent, since = self._spent.value, time.monotonic()
            if on_progress is not None:
                on_progress(spent if time.monotonic() - since < STUCK else 0.0)

    async def ready(self) -> None:
        """Wait until the process is warm. On a slow machine the next move waits again; nothing begins anew."""
        while self._warming:
            warming = asyncio.wrap_future(self._warming[-1])
            warming.add_done_callback(lambda one: one.cancelled() or one.exception())  # nobody may be left to ask
            done, _ = await asyncio.wait([warming], timeout=STARTING)
            if not done:
                raise TimeoutError if time.monotonic() - self._since > NEVER else NotYet
            self._warming.pop().result()

    def warm(self, title: str) -> None:
        """Start the process and compile what a title's bots need, once."""
        if title not in self._warm:
            self._warming.append(self._start().submit(_warm, title))
            self._warm.add(title)
            self._since = time.monotonic()

    def end(self) -> None:
        """End the process; the next job starts another."""
        pool, self._pool = self._pool, None
        self._warm, self._warming = set(), []
        if pool is not None:
            processes.end(pool, kill=True)

    def _start(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._spent = spawn.RawValue("d", 0.0)
            self._pool = processes.start(1, _prepare, self._spent)
        return self._pool


# In a worker


_tell: OnProgress | None = None
"""Tells the server how far this process is; set when it starts."""


def _prepare(spent: Any) -> None:
    """Lower the priority, end with the server however it ends, and write down how far bots are."""
    global _tell
    _tell = functools.partial(setattr, spent, "value")
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if sys.platform != "win32":
        import resource

        os.nice(5)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _end_with_the_server() -> None:
    """End when the server is killed: nobody else would ever end the workers."""
    if (server := multiprocessing.parent_process()) is not None:
        server.join()
        os._exit(0)


def _warm(title: str) -> None:
    """Let the title's bots make a first move, so that their code is compiled before their time counts."""
    game = games.make(title)
    position = game.start(game.seat_counts[0], bytes(16))
    seat = game.actors(position)[0]
    chance = Random(0)  # noqa: S311 - nobody plays this
    for name in bots.offered(title)[:1] + bots.offered(title)[-1:]:
        bots.make(name, game).choose(game.view(position, seat), Budget(seconds=0.01, simulations=2), chance)


def thought(what: str) -> Callable[..., Any]:
    """Return what a worker does, by its name: `choose`, `judge`, `clues` or `hint`."""
    known: dict[str, Callable[..., Any]] = {"choose": _choose, "judge": _judge, "clues": _clues, "hint": _hint}
    return known[what]


@functools.lru_cache(maxsize=64)
def _bot(title: str, rules: int, options: str, bot: str) -> bots.Bot:
    return bots.make(bot, games.make(title, version=rules, options=msgspec.json.decode(options)))


def _choose(title: str, rules: int, options: str, bot: str, view: Any, seconds: float, seed: int, at: int) -> Choice:
    rng = Random(seed)  # noqa: S311 - a bot's own chance
    player: Any = _bot(title, rules, options, bot)
    move = player.choose(view, Budget(seconds=seconds), rng, _tell)
    if not isinstance(player, Paced):
        return Choice(move)
    return Choice(move, player.delay(view, move, rng, now=at), player.waits(view, move))


def _judge(
    title: str, rules: int, options: str, seats: int, view: Any, n: int, move: str, lines: int, seed: int
) -> Decision:
    judge = _judge_of(title, rules, options)
    return judged(judge, curve_of(title, seats), view, n, move, lines, seed)


def _clues(title: str, text: str) -> ClueReview:
    header, entries = read_match(text)
    return review_clues(Match(games.make(title, version=header.version, options=header.options), header, entries))


@functools.lru_cache(maxsize=16)
def _judge_of(title: str, rules: int, options: str) -> Judge:
    return judge_of(games.make(title, version=rules, options=msgspec.json.decode(options)))


def _hint(title: str, rules: int, options: str, view: Any, n: int, seed: int) -> Hint:
    """Ask for a hint: a bot that plays another seat here has seen the match; any other reads the table afresh."""
    strongest = (bots.offered(title) or bots.roster(title).names)[-1]
    game = games.make(title, version=rules, options=msgspec.json.decode(options))
    return find_hint(game, view, n=n, seed=seed, bot=_bot(title, rules, options, strongest))
