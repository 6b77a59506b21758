"""The ladder: bots of nearly the same strength meet over and over, and one scale is fitted to all results.

Every line-up plays the same deals, each once per rotation of the seats. A finished deal is one line of a log; a run
with the same log goes on where it ended. Ratings are Elo's: the model of Bradley and Terry, fitted to who came before
whom at a table. Intervals come from resampling the finished deals many times.

    scale    log of deals -> a rating with its interval for each bot, the anchor at a fixed place
    steps    log of deals -> how often each bot beat the one before it
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

from jeton.bots.arena import BadContest, Contest, play_deal
from jeton.bots.catalogue import Rating
from jeton.bots.crew import Crew, Processes, done_by
from jeton.bots.ratings import interval
from jeton.core.json_lines import append_lines, mend_lines
from jeton.games import first

__all__ = [
    "ANCHOR", "ANCHORED_AT", "Ladder", "Step", "Unit", "climb", "one_step_above", "play_unit", "read_log", "scale",
    "steps",
]  # fmt: skip

ANCHOR, ANCHORED_AT = "greedy", 1000.0
"""The bot that is the same in every version, and its place on every scale."""

DRAWS = 400
"""How often the deals are resampled for an interval."""
FEW_DEALS = 30
"""With fewer deals, resampling says too little: all may have ended alike."""
NEAR = 1e-9
"""The fit stops at a step smaller than this."""
Z = 1.959964
"""Of 95 %, two-sided."""


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets whom, and how often.

    >>> Ladder(bots=("greedy", "level1", "level2"), span=1).line_ups
    (('greedy', 'level1'), ('level1', 'level2'))
    >>> Ladder(bots=("easy", "hard"), title="guardians", seats=3).line_ups
    (('easy', 'easy', 'hard'), ('easy', 'hard', 'hard'))
    """

    bots: tuple[str, ...]
    """From the weakest to the strongest, more or less."""
    title: str = msgspec.field(default_factory=first)
    seats: int = 2
    deals: int = 100
    """Of every line-up."""
    span: int = 2
    """How far apart on the ladder two bots may be and still meet."""
    seed: int = 0
    seconds: float | None = None
    """What a bot may spend on a move at most."""
    options: dict[str, Any] = {}
    """Options of the game, if they are not the usual ones."""

    @property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        """Every choice of bots that play together; with no more bots than seats, a bot may play twice."""
        reach = self.seats - 2 + self.span
        places = range(len(self.bots))
        choose = itertools.combinations
        if len(places) <= self.seats:
            choose = itertools.combinations_with_replacement  # type: ignore[assignment]
        chosen = choose(places, self.seats)
        return tuple(tuple(self.bots[i] for i in each) for each in chosen if 0 < each[-1] - each[0] <= reach)

    def contest(self, line_up: tuple[str, ...]) -> Contest:
        """Return the contest of one line-up."""
        return Contest(bots=line_up, deals=self.deals, **self.about)

    @property
    def about(self) -> dict[str, Any]:
        """What its contests and the lines of its log have in common."""
        return {name: getattr(self, name) for name in ("title", "seats", "seed", "seconds", "options")}

    def check(self) -> None:
        """Raise what is wrong with the title, the seats or a bot."""
        everybody = self.contest((*self.bots, *self.bots))
        game = everybody.game()
        if not self.line_ups:
            raise BadContest(f"expected at least two bots, got {len(self.bots)}")
        everybody.players(game)


class Unit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One deal of one line-up, played in all rotations: a line of the log."""

    title: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    deal: int
    seconds: float | None = None
    options: dict[str, Any] = {}
    seated: tuple[tuple[int, ...], ...] = ()
    """The bots by index, seat by seat, for each rotation."""
    ranks: tuple[tuple[int, ...], ...] = ()
    spent: tuple[float, ...] = ()
    """Seconds a move of each bot."""

    @property
    def name(self) -> tuple[Any, ...]:
        """What tells the deal from others."""
        return self.title, self.seats, self.seed, self.bots, self.deal, self.seconds, _spelled(self.options)


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """How often a bot beat the one before it."""

    upper: str
    lower: str
    share: float
    low: float
    high: float
    games: int


# Playing


def planned(ladders: Sequence[Ladder]) -> list[Unit]:
    """Return all deals of some ladders, everybody's first deal first: a run stopped early has a bit of everything."""
    found = []
    for number in range(max(ladder.deals for ladder in ladders)):
        for ladder in ladders:
            if number < ladder.deals:
                found += [Unit(bots=line_up, deal=number, **ladder.about) for line_up in ladder.line_ups]
    return found


def read_log(path: Path) -> list[Unit]:
    """Return the finished deals of a log; skip each line that is no deal, wherever it stands."""
    found: list[Unit] = []
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            found.append(msgspec.json.decode(line, type=Unit))
        except msgspec.DecodeError:
            continue
    return found


def climb(
    ladders: Sequence[Ladder],
    log: Path,
    workers: int = 1,
    *,
    crew: Crew | None = None,
    minutes: float | None = None,
    on_progress: Callable[[int, int], object] = lambda done, of: None,
) -> list[Unit]:
    """Play what the log lacks, add it line by line, and return all that the log then holds of these ladders.

    It plays in so many processes, or by a crew. With `minutes` it stops in time. Ctrl-C ends it too, and loses only the
    deals in play.
    """
    for ladder in ladders:
        ladder.check()
    known = {unit.name: unit for unit in read_log(log)}
    wanted = planned(ladders)
    missing = [unit for unit in wanted if unit.name not in known]
    done = len(wanted) - len(missing)
    on_progress(done, len(wanted))
    playing = _played(missing, workers, None if minutes is None else time.monotonic() + 60 * minutes, crew)
    log.parent.mkdir(parents=True, exist_ok=True)
    mend_lines(log)
    try:
        for unit in playing:
            known[unit.name] = unit
            append_lines(log, [unit])
            done += 1
            on_progress(done, len(wanted))
    except KeyboardInterrupt:
        pass  # what was played counts
    finally:
        playing.close()
    return [known[unit.name] for unit in wanted if unit.name in known]


def _played(units: Sequence[Unit], workers: int, until: float | None, crew: Crew | None = None) -> Generator[Unit]:
    """Play deals in so many processes, or by a crew, until a moment; yield each when it is finished."""
    if crew is not None or workers > 1:
        yield from done_by(crew or Processes(workers), play_unit, units, until=until)
        return
    for unit in units:
        if until is not None and time.monotonic() > until:
            return
        yield play_unit(unit)


def _spelled(options: dict[str, Any]) -> bytes:
    return msgspec.json.encode(options, order="sorted")


@lru_cache(maxsize=64)
def _table(title: str, seats: int, seed: int, bots: tuple[str, ...], seconds: float | None, options: bytes) -> Any:
    known = msgspec.json.decode(options)
    contest = Contest(bots=bots, title=title, seats=seats, seed=seed, seconds=seconds, options=known)
    game = contest.game()
    return contest, game, contest.players(game)


def play_unit(unit: Unit) -> Unit:
    """Play a deal in all rotations, and return it with how it ended."""
    contest, game, players = _table(unit.title, unit.seats, unit.seed, unit.bots, unit.seconds, _spelled(unit.options))
    results = play_deal(contest, game, players, unit.deal).results
    spent, moves = [0.0] * len(unit.bots), [0] * len(unit.bots)
    for result in results:
        for seat, bot in enumerate(result.bots):
            spent[bot] += result.seconds[seat]
            moves[bot] += result.moves[seat]
    return msgspec.structs.replace(
        unit,
        seated=tuple(result.bots for result in results),
        ranks=tuple(result.ranks for result in results),
        spent=tuple(round(a / max(1, n), 6) for a, n in zip(spent, moves, strict=True)),
    )


# What it says


def scale(
    bots: Sequence[str], units: Sequence[Unit], *, anchor: str = ANCHOR, at: float = ANCHORED_AT, draws: int = DRAWS
) -> dict[str, Rating]:
    """Return a rating for every bot, with a 95 % interval of its distance to the anchor."""
    if anchor not in bots:
        raise BadContest(f"the anchor {anchor!r} is not among the bots: {', '.join(bots)}")
    table = np.stack([_ahead(bots, unit) for unit in units])
    fitted = _fit(table.sum(0)) - _fit(table.sum(0))[bots.index(anchor)]
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(draws):
        ratings = _fit(table[rng.integers(0, len(table), len(table))].sum(0))
        drawn.append(ratings - ratings[bots.index(anchor)])
    low, high = np.percentile(np.stack(drawn), [2.5, 97.5], axis=0)
    few = np.array([sum(bot in unit.bots for unit in units) < FEW_DEALS for bot in bots])
    wide = np.where(few & (np.array(bots) != anchor), Z * _errors(table.sum(0), bots.index(anchor)), 0.0)
    low, high = np.minimum(low, fitted - wide), np.maximum(high, fitted + wide)
    games = [sum(len(unit.seated) for unit in units if bot in unit.bots) for bot in bots]
    found = {}
    for i, bot in enumerate(bots):
        elo, least, most = (round(float(at + values[i]), 1) for values in (fitted, low, high))
        found[bot] = Rating(elo, least, most, games[i])
    return found


def _ahead(bots: Sequence[str], unit: Unit) -> Any:
    """Return how often each bot (row) came before each other (column) in a deal; a tie is half. Others do not count."""
    found = np.zeros((len(bots) + 1, len(bots) + 1))
    places = [bots.index(bot) if bot in bots else len(bots) for bot in unit.bots]
    for seated, ranks in zip(unit.seated, unit.ranks, strict=True):
        for (a, one), (b, other) in itertools.permutations(zip(seated, ranks, strict=True), 2):
            if places[a] != places[b]:
                found[places[a], places[b]] += (one < other) + (one == other) / 2
    return found[:-1, :-1]


def _fit(ahead: Any, rounds: int = 25) -> Any:
    """Fit ratings on Elo's scale by Newton's method; each pair that has met gets one drawn game extra."""
    met = ahead + ahead.T
    ahead = ahead + 0.5 * (met > 0)
    met = ahead + ahead.T
    theta = np.zeros(len(ahead))
    for _ in range(rounds):
        chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
        slope = (ahead - met * chance).sum(1)
        weight = met * chance * (1 - chance)
        bend = np.diag(weight.sum(1)) - weight + 1e-9 * np.eye(len(theta))
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        step -= step.mean()
        theta = theta + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < NEAR:
            break
    return theta * 400 / np.log(10)


def _errors(ahead: Any, anchor: int) -> Any:
    """Return the standard error of each rating's distance to the anchor, as if all games were independent."""
    theta = _fit(ahead) * np.log(10) / 400
    met = ahead + ahead.T
    met = met + (met > 0)
    chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    weight = met * chance * (1 - chance)
    spread = np.linalg.pinv(np.diag(weight.sum(1)) - weight)
    own = np.diag(spread)
    return np.sqrt(np.maximum(0.0, own + own[anchor] - 2 * spread[:, anchor])) * 400 / np.log(10)


def steps(bots: Sequence[str], units: Iterable[Unit]) -> list[Step]:
    """Return, for each bot and the one before it that it has met, how often it came out ahead."""
    shares: dict[tuple[str, str], list[float]] = {}
    games: dict[tuple[str, str], int] = {}
    for unit in units:
        ahead = _ahead(bots, unit)
        for i in range(1, len(bots)):
            both = ahead[i, i - 1] + ahead[i - 1, i]
            if both:
                shares.setdefault((bots[i], bots[i - 1]), []).append(ahead[i, i - 1] / both)
                games[bots[i], bots[i - 1]] = games.get((bots[i], bots[i - 1]), 0) + len(unit.seated)
    found = []
    for (upper, lower), each in shares.items():
        low, high = interval(each)
        found.append(Step(upper=upper, lower=lower, share=fmean(each), low=low, high=high, games=games[upper, lower]))
    return sorted(found, key=lambda step: list(bots).index(step.upper))


def one_step_above(lower: Rating, step: Step) -> Rating:
    """Return the rating of a bot that met only the one below it, whose rating is known.

    The distance is Elo's for the step's share. Both were measured apart, so the squares of their errors add up.

    >>> step = Step(upper="level8", lower="level7", share=0.64, low=0.57, high=0.71, games=204)
    >>> one_step_above(Rating(1811.0, 1700.0, 1950.0, 202), step)
    Rating(elo=1911.0, low=1788.8, high=2060.7, games=204)
    """
    share, low, high = (_distance(one, step.games) for one in (step.share, step.low, step.high))
    return Rating(
        round(lower.elo + share, 1),
        round(lower.elo + share - math.hypot(lower.elo - lower.low, share - low), 1),
        round(lower.elo + share + math.hypot(lower.high - lower.elo, high - share), 1),
        step.games,
    )


def _distance(share: float, games: int) -> float:
    """Return the distance on Elo's scale that a share of the games means; it stays finite if one bot won them all."""
    inside = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(inside / (1 - inside))
