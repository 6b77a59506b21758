"""One match of each title, played in a thread: what is imported or compiled late is there for the first guest."""

from __future__ import annotations

import threading
from random import Random

import structlog

from jeton import games
from jeton.core.game import Written
from jeton.core.match import Header, Match

__all__ = ["warm_up"]

log = structlog.get_logger(__name__)

MOST_MOVES = 400


def warm_up() -> None:
    """Begin; nobody waits for it, and the end of the process does not either.

    What msgspec learns of a type when it first reads one must be learnt by one thread alone: two at once crash.
    So the games are made here, and only played in the thread.
    """
    for title in games.titles():
        games.make(title)
    threading.Thread(target=_play_all, name="jeton-warm", daemon=True).start()


def _play_all() -> None:
    import webauthn  # noqa: F401 - passkeys need it, a start does not

    for title in games.titles():
        try:
            play_one(title)
        except Exception:
            log.exception("a title can't be played", title=title)


def play_one(title: str) -> Match:
    """A match of random moves, looked at as rooms do."""
    game, chance = games.make(title), Random(1)  # noqa: S311 - nobody plays this
    match = Match(game, Header(title=title, version=game.version, seats=game.seat_counts[0], options=dict(game.options),
                               key="00" * 16))  # fmt: skip
    for _ in range(MOST_MOVES):
        if match.is_over:
            break
        seat = match.actors[0]
        buys = [move for move in match.moves(seat) if move.startswith("buy")]
        match.play(chance.choice(buys or match.moves(seat)), seat=seat)
        match.view(None)
        match.view(seat)
        game.report(match._positions[-1], match.log[-1], seat)
        if isinstance(game, Written):
            game.view_text(match.position, seat)
    return match
