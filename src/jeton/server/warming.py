"""What a server imports, reads and compiles once its port is open: the games, and what few requests need.

The games alone take half of the time that imports take at a start. A request that needs a game before it is there
waits for it; other requests do not. The server also reads what lists show of the titles soon: an upgrade may put the
files of another release there at any time, and the server goes on with those that it started with.
"""

from __future__ import annotations

import asyncio
import contextlib
import pkgutil
import threading
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random

import structlog

from jeton import games, words
from jeton.bots.catalogue import offers
from jeton.core.match import Header, Match
from jeton.games.lessons import lesson

__all__ = ["Warming"]

log = structlog.get_logger(__name__)

MOST_MOVES = 400
DOOR_SECONDS = 0.2
"""How long the port gets to open before the thread begins, unless somebody needs a game earlier."""


class Warming:
    """A thread that makes every game, and then plays a match of each to itself; the process can end without it.

    Only one thread may let msgspec learn a type it reads for the first time: two at once crash. So the loop makes no
    game before the thread has made all of them, and the thread leaves lessons and ratings to the loop.
    """

    def __init__(self) -> None:
        """Take the loop that will wait for it; import nothing yet."""
        self._loop = asyncio.get_running_loop()
        self._made = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="jeton-warm", daemon=True)

    def soon(self) -> None:
        """Begin once the port has had time to open."""
        self._loop.call_later(DOOR_SECONDS, self._begin)

    async def games(self) -> None:
        """Return once every game is there; begin if nobody has."""
        if not self._made.is_set():
            self._begin()
            await self._made.wait()

    def _begin(self) -> None:
        if self._thread.ident is None:
            self._thread.start()

    def _run(self) -> None:
        try:
            for title in games.titles():
                try:
                    games.make(title)
                except Exception:
                    log.exception("a title can't be made", title=title)
        finally:
            self._in_loop(self._made.set)
        for language in words.LANGUAGES:
            words.load(language)
        for title in games.titles():
            try:
                import_bots(title)
            except Exception:
                log.exception("a title's bots can't be imported", title=title)
            else:
                self._in_loop(partial(read_lists, title))
        _play_all()

    def _in_loop(self, what: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(what)


def read_lists(title: str) -> None:
    """Read what lists show of a title: its bots' strength and its lesson."""
    try:
        offers(title)
        lesson(title)
    except Exception:
        log.exception("a title's lists can't be read", title=title)


def _play_all() -> None:
    import webauthn  # noqa: F401 - passkeys need it, a start does not

    import jeton.server.people.push_service  # noqa: F401 - so do notices

    for title in games.titles():
        try:
            play_one(title)
        except Exception:
            log.exception("a title can't be played", title=title)


def import_bots(title: str) -> None:
    """Import every module beside a title's roster: later its files may be those of another release."""
    module, _, _ = games.find(title).bots.partition(":")
    package, _, _ = module.rpartition(".")
    if package:
        for beside in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
            import_module(beside.name)


def play_one(title: str) -> Match:
    """Play a match of random moves, and look at it as rooms do."""
    game, chance = games.make(title), Random(1)  # noqa: S311 - nobody plays this
    match = Match(game, Header(title=title, version=game.version, seats=game.seat_counts[0], options=dict(game.options),
                               key="00" * 16))  # fmt: skip
    for _ in range(MOST_MOVES):
        if match.is_over:
            break
        seat = match.actors[0]
        buys = [move for move in match.moves(seat) if move.startswith("buy")]
        before = match.position
        entry = match.play(chance.choice(buys or match.moves(seat)), seat=seat)
        match.view(None)
        match.view(seat)
        game.report(before, entry, seat)
        game.view_text(match.position, seat)
    return match
