"""Looks back on the clues of a match: what each could have meant, who read it well, which told and which misled most.

>>> import jeton
>>> match = jeton.new("guardians", seats=3, key="00" * 16)
>>> _ = match.play(match.moves(0)[0], seat=0)
>>> found = review_clues(match)
>>> [(one.n, one.seat, len(one.before)) for one in found.clues], found.telling
([(1, 0, 24)], None)
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from jeton import bots
from jeton.analysis.review import NoJudge
from jeton.bots.bot import OnProgress
from jeton.bots.clues import Better, ClueReader, Guess, ReadClue
from jeton.bots.facts import Fact
from jeton.core.match import Match

__all__ = ["Better", "ClueReview", "Fact", "Guess", "ReadClue", "Wits", "clue_reader_of", "review_clues"]

LEAST = 1.0
"""How many bits a clue must have told, or misled by, to be called the most telling, or the most misleading one."""


class Wits(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat gave clues, and how it read those of the others."""

    clues: int
    told: float | None
    """How many bits its clues brought the right place nearer, on average; None if it gave none."""
    boats: int
    """Boats that looked for somebody."""
    right: int
    """Those that found them."""
    likely: float
    """How many would have been right in the long run at the likeliest places, by what the seat could know each time."""
    accuracy: float | None
    """0 to 100: how likely the places were where its boats looked, against the likeliest ones; None without a boat."""


class ClueReview(msgspec.Struct, frozen=True, kw_only=True):
    """The clues of a match."""

    title: str
    seats: int
    clues: tuple[ReadClue, ...]
    players: tuple[Wits, ...]
    telling: int | None
    """The entry of the most telling clue, after which the right place was the likeliest; None if none told much."""
    misleading: int | None
    """The entry of the most misleading one; None if none misled."""
    readers: tuple[int, ...]
    """The seats that found the most, compared with what could be expected; none if nobody found anything."""


def clue_reader_of(match: Match) -> ClueReader:
    """Return the clue reader for a match; raises `NoJudge` if its title has none."""
    maker = bots.roster(match.header.title).clues
    if maker is None:
        raise NoJudge(f"nobody gives clues in {match.header.title}")
    return maker(match.game)


def review_clues(match: Match, *, on_progress: OnProgress | None = None) -> ClueReview:
    """Look back on the clues of a match, finished or not; the same match gives the same answer.

    It reports how much is done, 0 to 1. Raises `NoJudge` if the title has no clues.
    """
    found = list[ReadClue]()
    for done, one in enumerate(clue_reader_of(match).clues(match), 1):
        found += [one] if one is not None else []
        if on_progress is not None:
            on_progress(done / match.n_standing)
    found.sort(key=lambda one: one.n)
    seats = match.header.seats
    players = tuple(_wits(found, seat) for seat in range(seats))
    spoken = [one for one in found if one.said]
    best = max((one for one in spoken if one.rank == 1), key=lambda one: one.bits, default=None)
    worst = max(spoken, key=lambda one: one.astray, default=None)
    return ClueReview(
        title=match.header.title,
        seats=seats,
        clues=tuple(found),
        players=players,
        telling=best.n if best is not None and best.bits >= LEAST else None,
        misleading=worst.n if worst is not None and worst.astray >= LEAST else None,
        readers=_readers(players),
    )


def _wits(found: Sequence[ReadClue], seat: int) -> Wits:
    own = [one for one in found if one.seat == seat]
    boats = {guess.n: guess for one in found for guess in one.guesses if guess.seat == seat}.values()
    near = [guess.chance / guess.most for guess in boats]
    return Wits(
        clues=len(own),
        told=round(sum(one.bits for one in own) / len(own), 3) if own else None,
        boats=len(boats),
        right=sum(guess.right for guess in boats),
        likely=round(sum(guess.most for guess in boats), 3),
        accuracy=round(100 * sum(near) / len(near), 1) if near else None,
    )


def _readers(players: Sequence[Wits]) -> tuple[int, ...]:
    """Return who found the most beyond what the likeliest places would have given."""
    worth = [one.right - one.likely for one in players]
    able = [seat for seat, one in enumerate(players) if one.right]
    most = max((worth[seat] for seat in able), default=0.0)
    return tuple(seat for seat in able if worth[seat] == most)
