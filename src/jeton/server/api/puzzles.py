"""Puzzles: which there are, one of them with all that it takes to solve it, and a table to play on from it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton import bots
from jeton.analysis.book import book, find
from jeton.analysis.puzzles import Puzzle
from jeton.bots.judge import Fact
from jeton.core.errors import JetonError
from jeton.core.game import START, Entry
from jeton.server.api.common import AnyRequest, Done, Problem, limited, services_of, signed_in, user_of
from jeton.server.api.moments import Beginning, sit_at
from jeton.server.people.people import User
from jeton.server.ratings.puzzles import count_answer, strength_of
from jeton.server.ratings.scale import Z
from jeton.server.refusals import refusal_of
from jeton.server.rooms.seating import BOT_NAMES

__all__ = ["HANDLERS", "told_puzzle", "told_puzzles"]

PuzzleId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]


class PuzzleRow(Struct):
    """A puzzle in the list."""

    id: str
    title: str
    seats: int
    theme: str
    difficulty: int
    """1 to 8: how many of seven bots miss it, plus one."""


class PuzzleInfo(PuzzleRow):
    """A position with one move that is clearly the best, or a clue that clearly means one place.

    Anybody who asks gets the solution: nobody plays against it.
    """

    seat: int
    view: Any
    """What the seat sees: the same as at a table of the title."""
    move: str
    then: tuple[str, ...]
    """How the turn goes on after the move, where it asks for more: which tokens go back, what is paid with gold."""
    chances: dict[str, float]
    """The chance to win with every move, the best one first; for a clue, the chance that it means the move's place."""
    why: tuple[Fact, ...]
    """What the move has over the next best one."""
    options: dict[str, Any]
    """The options of a match that begins here."""
    begin: str
    """For a page that begins it: the position's words in hexadecimal digits, in any one deal of what is hidden;
    empty if no match begins in the middle."""


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """The first move that somebody tried; empty if they had the answer shown."""

    move: Annotated[str, Meta(max_length=200)]


class PuzzleRating(Struct):
    """Somebody's rating at puzzles of a title."""

    rating: int
    spread: int
    """The margin of the rating: nineteen of twenty people are within it."""
    before: int | None = None
    """What it was before this answer; none if the puzzle had counted already."""


class WhyNot(Struct):
    """Whether a move could be played in a puzzle's position, or which rule forbids it, as a table would say."""

    legal: bool
    code: str | None = None
    rule: str | None = None
    values: dict[str, Any] = {}


def told_puzzles() -> list[PuzzleRow]:
    """Return all puzzles that ship, in a fixed order."""
    return [PuzzleRow(one.id, one.title, one.seats, one.theme, one.difficulty) for one in book()]


def told_puzzle(one: Puzzle) -> PuzzleInfo:
    """Return what the page shows of a puzzle."""
    row = (one.id, one.title, one.seats, one.theme, one.difficulty)
    options = {name: value for name, value in one.options.items() if name != START}
    begin = "" if one.log else one.words().hex()
    return PuzzleInfo(*row, one.seat, one.view(), one.move, one.then, one.chances, one.why, options, begin)


def _known(puzzle_id: str) -> Puzzle:
    found = find(puzzle_id)
    if found is None:
        raise Problem(404, "no_such_puzzle")
    return found


@get("/api/puzzles", tags=["puzzles"], sync_to_thread=True)
def list_puzzles() -> list[PuzzleRow]:
    """Return the puzzles that ship.

    The puzzle of a day is the one at its number since 1970, counted around the list.
    """
    return told_puzzles()


@get("/api/puzzles/{puzzle_id:str}", tags=["puzzles"], sync_to_thread=True)
def show_puzzle(puzzle_id: PuzzleId) -> PuzzleInfo:
    """Return a puzzle with its solution."""
    return told_puzzle(_known(puzzle_id))


@get("/api/puzzles/{puzzle_id:str}/why", tags=["puzzles"])
async def why_not(request: AnyRequest, puzzle_id: PuzzleId, move: Annotated[str, Meta(max_length=200)]) -> WhyNot:
    """Say why a move can't be played in a puzzle's position."""
    limited(request, services_of(request).reading)
    return await asyncio.to_thread(_why_not, puzzle_id, move)


def _why_not(puzzle_id: str, move: str) -> WhyNot:
    one = _known(puzzle_id)
    match = one.match()
    try:
        match.game.play(match.position, Entry(match.n + 1, 0, one.seat, move))
    except JetonError as error:
        refused = refusal_of(error)
        return WhyNot(False, refused.code, refused.rule, refused.values)
    return WhyNot(True)


@post("/api/puzzles/{puzzle_id:str}/answer", tags=["puzzles"], status_code=200)
async def answer_puzzle(
    request: AnyRequest, puzzle_id: PuzzleId, data: Annotated[PuzzleAnswer, Body()]
) -> PuzzleRating | None:
    """Count the first answer of somebody with an account; keep nothing of a guest's."""
    user, services = await signed_in(request), services_of(request)
    one = _known(puzzle_id)
    if not await _has_rating(request, user):
        return None
    limited(request, services.reading)
    counted = await count_answer(services.store, user.id, one, right=data.move == one.move)
    _, now = await strength_of(services.store, user.id, one.title)
    return PuzzleRating(round(now.rating), round(Z * now.deviation), round(counted[0].rating) if counted else None)


@get("/api/puzzles/{puzzle_id:str}/rating", tags=["puzzles"])
async def puzzle_rating(request: AnyRequest, puzzle_id: PuzzleId) -> PuzzleRating | None:
    """Return my rating at puzzles of this one's title, before I answer it; empty without an account."""
    user, services = await user_of(request), services_of(request)
    one = _known(puzzle_id)
    if user is None or not await _has_rating(request, user):
        return None
    _, now = await strength_of(services.store, user.id, one.title)
    return PuzzleRating(round(now.rating), round(Z * now.deviation))


async def _has_rating(request: AnyRequest, user: User) -> bool:
    """Return whether somebody's answers count: they have an account."""
    return user.bot_of is None and not await services_of(request).accounts.is_guest(user)


@post("/api/puzzles/{puzzle_id:str}/play", tags=["puzzles"])
async def play_puzzle(request: AnyRequest, puzzle_id: PuzzleId) -> Done:
    """Sit down at a table that begins with a puzzle's position, against bots of the middle."""
    user, services = await signed_in(request), services_of(request)
    one = _known(puzzle_id)
    if one.log:
        raise Problem(409, "not_from_here")
    limited(request, services.new_tables)
    offered = bots.offered(one.title)
    others = {
        seat: (offered[len(offered) // 2], BOT_NAMES[seat % len(BOT_NAMES)])
        for seat in range(one.seats)
        if seat != one.seat
    }
    where = Beginning(one.title, one.seats, one.options, one.seat, others, f"/puzzles/{one.id}")
    return await sit_at(request, user, where)


HANDLERS: list[HTTPRouteHandler] = [list_puzzles, show_puzzle, why_not, answer_puzzle, puzzle_rating, play_puzzle]
