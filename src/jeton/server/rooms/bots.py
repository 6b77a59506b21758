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
"""Seconds after which a worker that is not ready by then counts as hung."""
STUCK = 2.0
"""Seconds after which a bot that gets no further shows nothing more of how far it is."""
MEMORY = 6 << 30
"""Bytes of address space that a worker may use: compiled code and its libraries map a good part of them."""


JUDGING = 300.0
"""Seconds after which a judge counts as hung: a decision takes a tenth of one, but the first may be compiled before."""
SHORT = 0.1
"""Seconds of a thought that is not worth handing to another machine: to get there and back takes some hundredths."""

NOBODY = Owner()
STUDY = Owner(people=False, here=False, study=True)


def basic_bot(title: str) -> str:
    """The bot that plays where no other can."""
    return bots.roster(title).basic


def check_bot(spelling: str, title: str) -> bool:
    """Whether anybody may put a bot of that spelling at a table of the title: known names, and their styles."""
    return spelling == "random" or bots.playable(title, spelling)


class Choice(NamedTuple):
    """What a bot answers: a move, how long a person would take for it if it says so, whether news may change it."""

    move: str
    seconds: float | None = None
    heeds: bool = False


class NotYet(Exception):
    """A worker is still compiling: nothing is wrong with it."""


class BotPool:
    """Worker processes that answer for bots.

    A bot that remembers is asked with a `key` and always finds the same worker; the others go where nothing is done.
    Each worker does one thing at a time, and a bot's time is counted from when it begins. Whose turn it is, and how
    long it may think while others wait, is for `fairness` to say.
    """

    def __init__(self, workers: int, seconds: float, machines: Machines | None = None) -> None:
        """So many workers, so much time for a move; with machines, long thoughts go there while any is heard of."""
        self.seconds = seconds
        self.failures = 0
        self._workers = [Worker() for _ in range(max(1, workers))]
        self._away: list[Place] = []
        self.queue = FairQueue(len(self._workers), seconds)
        self.machines = machines
        if machines is not None:
            machines.on_change = self._count_places
        self._lasted: dict[tuple[str, str], float] = {}
        """How long the thoughts of a title's bot last, about."""
        self._chance = Random(secrets.randbits(128))  # noqa: S311 - a bot's own chance

    async def choose(
        self, title: str, rules: int, options: Mapping[str, Any], bot: str, view: Any, *, at: int = 0,
        key: str | None = None, fallback: str | None = None, on_progress: OnProgress | None = None,
        owner: Owner = NOBODY, hurried: Callable[[bool], None] | None = None,
    ) -> Choice:  # fmt: skip
        """A bot's move at a match time; the fallback's where the bot fails, any legal one where that fails too.

        Whoever waits may be told how much of its time the bot has used, 0 where that is not known, or no longer; and
        whether it is `hurried`, since others wait.
        """
        if bot == "random":  # needs no thought, so no worker either
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
        except Exception as error:  # whatever a bot may raise, or its worker's end
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
        """What a judge makes of a decision, when no bot wants to think; raises whatever the judge or its worker does.

        It is a ticket as a bot's move is, the last in the queue: a bot waits for one decision at most.
        """
        text = msgspec.json.encode(options).decode()
        work = (title, rules, text, seats, view, n, move, lines, seed)
        return await self._think("judge", title, "", lambda _: work, STUDY, Decision)

    async def clues(self, title: str, text: str) -> ClueReview:
        """What is made of the clues of a finished match, given as its file, when no bot wants to think."""
        return await self._think("clues", title, "", lambda _: (title, text), STUDY, ClueReview)

    async def hint(
        self, title: str, rules: int, options: Mapping[str, Any], view: Any, n: int, *, key: str, owner: Owner
    ) -> Hint:
        """What a strong player would do with a view as the entry with a number, and why.

        Raises whatever the judge, the bot or its worker does.
        """
        work = (title, rules, msgspec.json.encode(options).decode(), view, n, secrets.randbits(62))
        remembers = bots.roster(title).judge is None
        return await self._think("hint", title, "", lambda _: work, owner, Hint, key=key if remembers else None)

    async def _think(
        self, what: str, title: str, bot: str, work: Callable[[float], tuple[Any, ...]], owner: Owner, kind: type[T],
        *, key: str | None = None, on_progress: OnProgress | None = None,
    ) -> T:  # fmt: skip
        """Wait for a turn, and have it thought: on another machine if one is there and has time, else here.

        A machine that does not answer in time is not waited for: then it is thought here.
        """
        pinned = None if key is None else self._workers.index(self.worker(key))
        name, since = (title, what + bot), time.monotonic()
        for here in (self._lasted.get(name, SHORT) < SHORT, True):
            ticket = Ticket(owner, since, pinned, asyncio.get_running_loop().create_future(), here=here)
            try:
                place = await self._turn(ticket)
                asked, began = work(ticket.seconds), time.monotonic()
                if isinstance(place, Worker):
                    most = ticket.seconds + PATIENCE if what == "choose" else JUDGING
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
        """A thought has lasted so long."""
        self._lasted[name] = (self._lasted.get(name, seconds) + seconds) / 2

    def _count_places(self) -> None:
        """Have as many places elsewhere as this node may use now; those that are busy stay until they are done."""
        wanted = 0 if self.machines is None else self.machines.places
        for place in self._away[wanted:]:
            if place.ticket is None:
                self._away.remove(place)
        while self.machines is not None and len(self._away) < wanted:
            self._away.append(Place(self.machines))
        self.queue.workers = len(self._workers) + len(self._away)
        self._go_on()

    def _fits(self, place: Worker | Place, ticket: Ticket) -> bool:
        """Whether a ticket may have a place: what can be thought elsewhere is, as long as there is anywhere."""
        if isinstance(place, Place):
            return not ticket.here
        return (ticket.here or not self._away) and (ticket.worker is None or self._workers[ticket.worker] is place)

    async def _turn(self, ticket: Ticket) -> Worker | Place:
        """Wait until it is a ticket's turn; the worker that is free for it, or a place elsewhere."""
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
        """Give every worker that is free, and every free place elsewhere, what it does next."""
        places: list[Worker | Place] = [*self._away, *sorted(self._workers, key=lambda one: one.waiting)]
        for number, place in enumerate(places):
            if place.ticket is None and (
                ticket := self.queue.take(number, time.monotonic(), partial(self._fits, place))
            ):
                place.ticket = ticket
                ticket.payload.set_result(place)
        METRICS.bot_queue.set(len(self.queue.waiting))

    def _finish(self, ticket: Ticket) -> None:
        """A ticket has had its turn, or whoever wanted it is gone."""
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
        """The worker that answers: for a key always the same one."""
        if key is not None:
            return self._workers[zlib.crc32(key.encode()) % len(self._workers)]
        return min(self._workers, key=lambda worker: worker.waiting)

    def any_move(self, view: Any) -> str:
        """Any of a view's moves."""
        return pick(self._chance, tuple(view.moves)) if view.moves else ""

    def warm(self, title: str) -> None:
        """Start the workers now, so that the first bot of a title answers at once; who can't start is tried later."""
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
    """One process, started when it is needed and again when it broke."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self.waiting = 0
        self.ticket: Ticket | None = None
        """What it does now: one thing at a time."""
        self._pool: ProcessPoolExecutor | None = None
        self._warm: set[str] = set()
        """Titles whose bots this process can play at once."""
        self._warming: list[Future[None]] = []
        self._since = 0.0
        """When it began to warm up, on the monotonic clock."""
        self._spent: Any = None
        """How far its bot is, in memory that the process shares: it writes, the loop reads, nobody waits."""

    async def run(
        self,
        function: Callable[..., T],
        arguments: tuple[Any, ...],
        seconds: float,
        on_progress: OnProgress | None = None,
    ) -> T:
        """Run a function there; one that takes too long is ended with its process."""
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
        except (BrokenProcessPool, OSError):  # a timeout is one of the latter
            self.end()
            raise
        finally:
            self.waiting -= 1

    def _begin(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> asyncio.Future[T]:
        """Let the process begin, with nothing spent yet."""
        pool = self._start()
        self._spent.value = 0.0
        return asyncio.get_running_loop().run_in_executor(pool, function, *arguments)

    async def _watch(self, job: asyncio.Future[T], on_progress: OnProgress | None) -> None:
        """Wait for a job, and tell now and then how far it is; of one that gets no further nothing is known."""
        spent, since = 0.0, time.monotonic()
        while not (await asyncio.wait((job,), timeout=LOOK_SECONDS if on_progress else None))[0]:
            if spent != self._spent.value:
                spent, since = self._spent.value, time.monotonic()
            if on_progress is not None:
                on_progress(spent if time.monotonic() - since < STUCK else 0.0)

    async def ready(self) -> None:
        """Wait until it is warm. A slow machine is waited for again by the next move; nothing is begun anew."""
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
    """Be modest, and end with the server, however it ends; write down how far bots are."""
    global _tell
    _tell = functools.partial(setattr, spent, "value")
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    if sys.platform != "win32":
        import resource

        os.nice(5)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _end_with_the_server() -> None:
    """A killed server takes its workers along: nobody else would ever end them."""
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
    """What a worker does, by its name: `choose`, `judge`, `clues` or `hint`."""
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
    """A bot that remembers has seen the match if it plays another seat of it here; else it reads the table anew."""
    strongest = (bots.offered(title) or bots.roster(title).names)[-1]
    game = games.make(title, version=rules, options=msgspec.json.decode(options))
    return find_hint(game, view, n=n, seed=seed, bot=_bot(title, rules, options, strongest))
