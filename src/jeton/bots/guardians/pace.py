"""Human-like delays: how long a bot takes for a move, for a server where it plays with people.

The server plans a move, waits that long, and plays it as planned; so a boat never heeds a clue that was open for less
than three seconds. It plans anew if the move can't be played any more and, where `waits` says so, whenever something
has happened: the bot waits for somebody's clue, for as long as it takes if there is no clock (`math.inf`); or, ready
for the next round, for those who are still looking. While the page shows a reveal, a bot chooses and plays nothing:
each choice has its moment in the show.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from jeton.core.game import Rng
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View

__all__ = ["delay", "waits"]

SPREAD = 0.35
"""The spread of the logarithm of a delay."""
READ = 3.0
"""How many seconds a clue must have been open before a boat heeds it."""
BOAT = (4.0, 9.0)
IMPATIENT = 30.0
"""How long a bot waits for a clue where the table does not make it wait for everybody (`bots_wait`)."""
MINUTE, RESERVE = 60.0, 8.0
"""How much of the minute before the bell a bot leaves unused."""
SHORT = {"ready": (2.0, 5.0), "choose": (3.0, 7.0), "play": (3.0, 6.0), "pile": (4.0, 9.0), "stop": (1.0, 3.0)}


def delay(view: View, move: str, rng: Rng, *, clue: float = 8.0, now: int | None = None, patient: bool = True) -> float:
    """Return the seconds before a move; `clue` is the bot's median for a clue, `now` the match time (ms) if known.

    A `patient` bot keeps a boat until everybody has pointed (G42).

    >>> from random import Random
    >>> import jeton
    >>> 2 < delay(jeton.new("guardians", seats=3).view(0), "clue harbour 0.5 0.5", Random(1)) < 30
    True
    """
    verb = move.partition(" ")[0]
    if verb == "clue":
        seconds = clue * math.exp(SPREAD * NormalDist().inv_cdf(_share(rng)))
    elif verb == "boat":
        seconds = max(READ, _between(rng, BOAT) * (clue / 8.0) ** 0.5)
        if waits(view, move):
            seconds = math.inf if patient else IMPATIENT
    else:
        seconds = _between(rng, SHORT.get(verb, (1.0, 3.0))) + _rest_of_show(view, now)
    return _before_bell(view, seconds, now)


def waits(view: View, move: str) -> bool:
    """Return whether a bot waits for the others before a move.

    Before its last boat, it waits for everybody's clue; before any other boat, for the clue of the player whom the boat
    seeks. Before it is ready for the next round, it waits for those who are not.
    """
    if move == "ready":
        return True
    if not move.startswith("boat "):
        return False
    late = [seat for seat, player in enumerate(view.players) if player.state == "needs_clue" and seat != view.seat]
    sought = COLOURS.index(move.rpartition(" ")[2])
    last = view.seat is not None and view.players[view.seat].boats_left == 1
    return bool(late) and (last or sought in late)


def _rest_of_show(view: View, now: int | None) -> float:
    """G67, G105. Return the seconds for which the page still shows a reveal."""
    if view.clock is None or now is None:
        return 0.0
    return max(0.0, (view.clock.begins - now) / 1000)


def _before_bell(view: View, seconds: float, now: int | None) -> float:
    """G132. Share the rest of the minute, less the reserve, among the pieces still to be placed."""
    clock = view.clock
    if clock is None or clock.kind not in ("bell", "guard") or view.seat is None:
        return seconds
    me = view.players[view.seat]
    if now is None:
        return min(seconds, (MINUTE - RESERVE) / 3)
    share = ((clock.at - now) / 1000 - RESERVE) / max(1, me.clues_left + me.boats_left)
    return min(seconds, max(0.3, share))


def _share(rng: Rng) -> float:
    """Return a uniform number between 0 and 1, neither included."""
    return (rng.getrandbits(32) + 0.5) / 2**32


def _between(rng: Rng, bounds: tuple[float, float]) -> float:
    return bounds[0] + (bounds[1] - bounds[0]) * _share(rng)
