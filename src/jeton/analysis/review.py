"""A match judged: every decision from what its player could know, and how well each seat played.

A first reading looks at all moves. If the move played is not its best one, the judge also reads that move alone, so
that it knows that move as well as the others. If the move seems to have cost something, the judge reads both again, for
longer and in other deals: it calls a move a slip, a mistake or a blunder only if both readings say so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from jeton import bots
from jeton.analysis.curves import Curve, curve_of
from jeton.analysis.verdicts import BLUNDER, MISTAKE, SLIP, VERDICTS, accuracy, verdict
from jeton.bots.bot import OnProgress
from jeton.bots.crew import Crew, done_by
from jeton.bots.judge import Fact, Judge, Option, Reading
from jeton.core.errors import JetonError
from jeton.core.game import Game, Outcome
from jeton.core.match import Match
from jeton.core.match_file import read_match, write_match
from jeton.games import make

__all__ = ["LINES", "Choice", "Decision", "NoJudge", "Player", "Review", "judge_of", "review"]

LINES = 2_000
"""Lines to read for a decision by default."""
ALONE = 4
"""If the move played was hardly read, it gets one in so many of these for itself."""
AGAIN = 2
"""How many times as long the judge reads both moves again if the one played seems to have cost something."""
TOLD = 3
"""How many of the best moves a review shows."""
SURE = 2.0
"""The margin of a chance, in standard errors."""
DOUBT = 0.03
"""What a move must cost beyond its margin and what its name asks for: lines of one reading are not independent."""

DEALS, EXPLAINED = 10, 1_000
"""In how many deals two moves are played out to say why one is better, and how many lines are read for it."""


class NoJudge(JetonError, LookupError):
    """The title has no judge."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A move and what it is worth."""

    move: str
    chances: tuple[float, ...]
    """Every seat's chance to win after it."""
    margin: float
    """The mover's chance may be off by this much."""
    lines: int
    """How many lines were read."""
    line: tuple[str, ...]
    """The move and how the match would go on, up to where a card decides that nobody knows yet."""


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a match, judged."""

    n: int
    """The entry's number."""
    seat: int
    move: str
    choices: int
    """How many moves there were."""
    before: tuple[float, ...]
    """Every seat's chance to win if the best move is played."""
    after: tuple[float, ...]
    """The same after the move played."""
    best: tuple[Choice, ...]
    """The best moves, the very best one first."""
    played: Choice
    cost: float
    """How much of the chance to win the move cost its player, 0 for the best one."""
    verdict: str
    """`slip`, `mistake`, `blunder` or empty."""
    why: tuple[Fact, ...] = ()
    """If it has a verdict: what the best move has over the one played."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat played."""

    accuracy: float | None
    """0 to 100; None if it had nothing to decide."""
    decisions: int
    """Entries with more than one legal move."""
    slips: int
    mistakes: int
    blunders: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A match, judged."""

    title: str
    seats: int
    lines: int
    """Lines read at every decision at least."""
    seed: int
    calibrated: int
    """How many matches the chances were compared with; 0 for none."""
    decisions: tuple[Decision, ...]
    players: tuple[Player, ...]
    accuracy: float | None
    """The accuracy of all seats together."""
    outcome: Outcome | None


def judge_of(game: Game[Any, Any]) -> Judge:
    """Return the judge of a game; raises `NoJudge`.

    >>> import jeton
    >>> judge_of(jeton.make("guardians"))
    Traceback (most recent call last):
    jeton.analysis.review.NoJudge: nobody judges matches of guardians
    """
    maker = bots.roster(game.title).judge
    if maker is None:
        raise NoJudge(f"nobody judges matches of {game.title}")
    return maker(game)


def review(
    match: Match,
    *,
    lines: int = LINES,
    seed: int = 1,
    on_progress: OnProgress | None = None,
    crew: Crew | None = None,
) -> Review:
    """Judge a match, finished or not; the same match, lines and seed give the same answer, with or without a crew.

    It reports how much is done, 0 to 1. Raises `NoJudge` if the title has no judge.
    """
    found: list[Decision] = []
    if crew is None:
        judging: Iterator[Decision] = decisions(match, lines=lines, seed=seed)
    else:
        text = write_match(match.header, match.log)
        judging = done_by(crew, _judged_at, ((text, at, lines, seed) for at in range(match.n_standing)))
    for decision in judging:
        found.append(decision)
        if on_progress is not None:
            on_progress(len(found) / match.n_standing)
    return summed_up(match, sorted(found, key=lambda one: one.n), lines=lines, seed=seed)


def _judged_at(job: tuple[str, int, int, int]) -> Decision:
    """Judge one of the entries that stand, by its place among them: a job of a crew."""
    text, at, lines, seed = job
    return next(decisions(_match(text), lines=lines, seed=seed, first=at))


@lru_cache(maxsize=4)
def _match(text: str) -> Match:
    header, log = read_match(text)
    return Match(make(header.title, version=header.version, options=header.options), header, log)


def decisions(match: Match, *, lines: int = LINES, seed: int = 1, first: int = 0) -> Iterator[Decision]:
    """Judge the entries that stand, from the one at the index `first` on, and yield each when it is judged."""
    judge, curve = judge_of(match.game), curve_of(match.header.title, match.header.seats)
    if lines < 1:
        raise ValueError(f"expected at least one line, got {lines}")
    for entry, position in list(zip(match.standing, match.positions, strict=False))[first:]:
        view = match.game.view(position, entry.seat)
        yield judged(judge, curve, view, entry.n, entry.move, lines, seed)


def judged(judge: Judge, curve: Curve, view: Any, n: int, move: str, lines: int, seed: int) -> Decision:
    """Judge a move that its player chose with this view, as the match's `n`-th entry."""
    move, seat, choices = judge.spelling(view, move), view.seat, len(view.moves)
    seeds = seeds_of(seed, n, 5)
    first = judge.read(view, lines if choices > 1 else max(1, lines // ALONE), seeds[0], told=TOLD)
    best, played = first.best, first.of(move)
    curve = curve.at(n / len(best.chances))
    if played is None or (played is not best and played.lines < lines // ALONE):
        played = judge.read(view, max(1, lines // ALONE), seeds[1], (move,)).best
    sure, told = 0.0, {option.move: option for option in _worth_telling(first)}
    if move != best.move:
        sure = _cost(curve, seat, best, played)[0]
        if sure >= VERDICTS[SLIP]:
            again = max(1, AGAIN * lines // 2)
            own = judge.read(view, again, seeds[2], (move,)).best
            better = judge.read(view, again, seeds[3], (best.move,)).best
            longer, _ = _cost(curve, seat, better, own)
            played, told[best.move] = merged(seat, played, own), merged(seat, best, better)
            both, margin = _cost(curve, seat, told[best.move], played)
            sure = min(sure, longer, both - margin - DOUBT)
    choice = _choice(curve, seat, played)
    if move in told:
        told[move] = played
    top = sorted((_choice(curve, seat, option) for option in told.values()), key=lambda one: -_least(one, seat))
    called, best_move = verdict(sure), top[0].move
    explained = called and best_move != move
    return Decision(
        n=n,
        seat=seat,
        move=move,
        choices=choices,
        before=top[0].chances,
        after=choice.chances,
        best=tuple(top),
        played=choice,
        cost=max(0.0, top[0].chances[seat] - choice.chances[seat]),
        verdict=called,
        why=judge.explain(view, best_move, move, DEALS, EXPLAINED, seeds[4]).facts if explained else (),
    )


def seeds_of(seed: int, n: int, count: int) -> list[int]:
    """Return the seeds of the readings of an entry, by a generator that a browser has as well.

    >>> seeds_of(1, 7, 2)
    [3654154302515019490, 4435326664627063716]
    """
    state, found = seed << 32 ^ n, list[int]()
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
        found.append(state >> 2)
    return found


def merged(seat: int, one: Option, other: Option) -> Option:
    """Merge two readings of a move; the more they differ, the less sure it is.

    >>> merged(0, Option("a", (0.5, 0.5), 0.01, 100), Option("a", (0.6, 0.4), 0.01, 300)).chances
    (0.575, 0.425)
    """
    lines = one.lines + other.lines
    both = zip(one.chances, other.chances, strict=True)
    chances = tuple((a * one.lines + b * other.lines) / lines for a, b in both)
    alone = math.hypot(one.error * one.lines, other.error * other.lines) / lines
    apart = abs(one.chances[seat] - other.chances[seat]) / 2
    return Option(one.move, chances, max(alone, apart), lines, other.line or one.line)


def _least(choice: Choice, seat: int) -> float:
    """Return what a move is worth at least."""
    return choice.chances[seat] - choice.margin


def _worth_telling(reading: Reading) -> tuple[Option, ...]:
    """Return the best moves without those that were hardly read: a review does not show what nobody knows."""
    least = reading.best.lines / 50
    return tuple(option for option in reading.options[:TOLD] if option.lines >= least)


def _cost(curve: Curve, seat: int, best: Option, played: Option) -> tuple[float, float]:
    """Return how much of the mover's chance a move costs, and the greater of the two margins."""
    one, two = _choice(curve, seat, best), _choice(curve, seat, played)
    return one.chances[seat] - two.chances[seat], max(one.margin, two.margin)


def _choice(curve: Curve, seat: int, option: Option) -> Choice:
    real = curve(option.chances, seat)
    margin = SURE * curve.error(option.error, option.chances[seat], real[seat])
    return Choice(move=option.move, chances=real, margin=margin, lines=option.lines, line=option.line)


def summed_up(match: Match, found: list[Decision], *, lines: int, seed: int) -> Review:
    """Return a review of all judged decisions."""
    header, real = match.header, [one for one in found if one.choices > 1]
    return Review(
        title=header.title,
        seats=header.seats,
        lines=lines,
        seed=seed,
        calibrated=curve_of(header.title, header.seats).matches,
        decisions=tuple(found),
        players=tuple(_player([one for one in real if one.seat == seat]) for seat in range(header.seats)),
        accuracy=accuracy(one.cost for one in real),
        outcome=match.outcome,
    )


def _player(own: list[Decision]) -> Player:
    names = [one.verdict for one in own]
    return Player(
        accuracy=accuracy(one.cost for one in own),
        decisions=len(own),
        slips=names.count(SLIP),
        mistakes=names.count(MISTAKE),
        blunders=names.count(BLUNDER),
    )
