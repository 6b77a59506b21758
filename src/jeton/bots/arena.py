"""The arena: bots play each other on the same deals, each deal once per rotation of the seats.

Everything follows from the seed: the key of each deal, and the chance each bot gets. The arena hands deals out in
chunks to processes, or to a crew on many machines, and takes each deal back whole, so the results depend neither on how
many there are nor on which is faster.
"""

from __future__ import annotations

import hashlib
import itertools
import time
from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from jeton.bots import Bot, make
from jeton.bots.bot import Budget, split_budget
from jeton.bots.crew import Crew, Processes, done_by
from jeton.bots.hosted import Forfeit, HostedBot
from jeton.bots.scheduler import Scheduler
from jeton.bots.thought import Explains, Thought
from jeton.core.errors import JetonError
from jeton.core.game import CLOCK, Game, Outcome, Seat
from jeton.core.match import Header, Match
from jeton.core.match_file import write_match
from jeton.games import first
from jeton.games import make as make_game

__all__ = ["BadContest", "Contest", "Deal", "Decision", "Result", "play_deal", "play_deals"]

CHUNK_SECONDS = 1.0
"""How long a process should be busy with one batch of deals: with less, sending them would cost too much."""


class BadContest(JetonError, ValueError):
    """The contest can't be played as asked."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what, how often, and from which seed.

    >>> contest = Contest(bots=("greedy", "random"), deals=10)
    >>> contest.line_ups
    ((0, 1),)
    >>> contest.matches
    20
    """

    bots: tuple[str, ...]
    title: str = msgspec.field(default_factory=first)
    seats: int = 2
    deals: int = 50
    seed: int = 0
    options: dict[str, Any] = {}
    turn_limit: int = 200
    """Turns of a seat after which the arena ends a match by its standings."""
    seconds: float | None = None
    simulations: int | None = None
    keep: bool = False
    """Whether results carry the text of their match file."""
    explain: bool = False
    """Whether results carry what the bots thought."""

    def __post_init__(self) -> None:
        """Refuse what can't be played."""
        if len(self.bots) < 2:
            raise BadContest(f"expected at least two bots, got {len(self.bots)}")
        if self.deals < 1 or self.turn_limit < 1:
            raise BadContest("expected at least one game and a turn limit of at least 1")

    @property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """Which bots (by index) play together: all of them, or each choice of as many as there are seats.

        With fewer bots than seats they take turns around the table: two bots at three seats sit A B A.
        """
        indices = range(len(self.bots))
        if len(self.bots) >= self.seats:
            return tuple(itertools.combinations(indices, self.seats))
        return (tuple(itertools.islice(itertools.cycle(indices), self.seats)),)

    @property
    def matches(self) -> int:
        """How many matches there are in all."""
        return self.deals * self.matches_per_deal

    @property
    def matches_per_deal(self) -> int:
        """How often each deal is played: once per line-up and rotation."""
        return len(self.line_ups) * self.seats

    @property
    def budgets(self) -> tuple[Budget, ...]:
        """What each bot may spend on a move: what its spelling says after @, else the contest's budget."""
        common = Budget(seconds=self.seconds, simulations=self.simulations)
        return tuple(split_budget(spelling)[1] or common for spelling in self.bots)

    def players(self, game: Game[Any, Any]) -> list[Bot]:
        """Make the bots; raises what is wrong with their spelling."""
        return [make(split_budget(spelling)[0], game) for spelling in self.bots]

    def game(self) -> Game[Any, Any]:
        """Make the game; raises what is wrong with title, options or seats."""
        game = make_game(self.title, options=self.options)
        if self.seats not in game.seat_counts:
            raise BadContest(f"{self.title} has no seats for {self.seats}: expected one of {game.seat_counts}")
        return game

    def key(self, deal: int) -> str:
        """Return the key of a deal."""
        return hashlib.sha256(f"jeton arena 1 {self.seed} {deal}".encode()).hexdigest()[:32]


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a match, and what its bot thought."""

    n: int
    """The number of the entry in the match file, from 1."""
    seat: Seat
    move: str
    thought: Thought | None
    """None where the bot can't say, or the clock moved."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One match: who sat where, and how it ended."""

    deal: int
    bots: tuple[int, ...]
    """The bot (by index) of each seat."""
    winners: tuple[int, ...]
    """Seats; several share the victory."""
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    turns: int
    moves: tuple[int, ...]
    """How many decisions each seat made."""
    termination: str
    """`limit` if the turn limit ended the match, `forfeit` if a bot broke it off, else what ended it."""
    seconds: tuple[float, ...]
    """How long the bot of each seat thought; only this depends on the machine."""
    match: str | None = None
    forfeit: Seat | None = None
    """The seat whose bot broke the match off …"""
    reason: str | None = None
    """… and how: `silent`, `gone`, `garbled`, or `illegal` (`hosted.Forfeit`)."""
    decisions: tuple[Decision, ...] = ()
    """Every move with what its bot thought, if the contest asks for it."""


class Deal(msgspec.Struct, frozen=True, kw_only=True):
    """All matches of one deal."""

    number: int
    results: tuple[Result, ...]


def play_deal(contest: Contest, game: Game[Any, Any], players: Sequence[Bot], number: int) -> Deal:
    """Play one deal with every line-up in every rotation."""
    results = []
    for line_up in contest.line_ups:
        for turn in range(contest.seats):
            seated = line_up[turn:] + line_up[:turn]
            results.append(_play(contest, game, players, number, seated))
    return Deal(number=number, results=tuple(results))


def play_deals(contest: Contest, workers: int = 1, crew: Crew | None = None) -> Generator[Deal]:
    """Play all deals in processes or by a crew, and yield each whole deal when it is finished.

    Closing the iterator ends the processes, as does leaving a loop over it by an exception.
    """
    game = contest.game()
    players = contest.players(game)  # find mistakes before any process starts
    if crew is None and (workers <= 1 or contest.deals == 1):
        for number in range(contest.deals):
            yield play_deal(contest, game, players, number)
        return
    crew = crew or Processes(min(workers, contest.deals))
    upcoming, size = 0, 1

    def chunks() -> Iterator[tuple[Contest, range]]:
        nonlocal upcoming
        while upcoming < contest.deals:
            chunk = range(upcoming, min(upcoming + size, contest.deals))
            upcoming = chunk.stop
            yield contest, chunk

    playing = done_by(crew, _play_chunk, chunks())
    try:
        for seconds, deals in playing:
            left = contest.deals - upcoming
            size = max(1, min(int(CHUNK_SECONDS * len(deals) / seconds), left // max(1, crew.width())))
            yield from deals
    finally:
        playing.close()


@lru_cache(maxsize=8)
def _table(contest: bytes) -> tuple[Contest, Game[Any, Any], list[Bot]]:
    """Return what a process of the arena plays, and its bots; make both once."""
    asked = msgspec.json.decode(contest, type=Contest)
    game = asked.game()
    return asked, game, asked.players(game)


def _play_chunk(job: tuple[Contest, range]) -> tuple[float, list[Deal]]:
    contest, numbers = job
    table = _table(msgspec.json.encode(contest))
    before = time.perf_counter()
    deals = [play_deal(*table, number) for number in numbers]
    return time.perf_counter() - before, deals


def _play(
    contest: Contest, game: Game[Any, Any], players: Sequence[Bot], number: int, seated: tuple[int, ...]
) -> Result:
    header = Header(
        title=contest.title,
        version=game.version,
        seats=contest.seats,
        options=dict(game.options),
        key=contest.key(number),
    )
    match = Match(game, header)
    chance = [Random(f"jeton arena 1 {contest.seed} {number} {seated} {seat}") for seat in range(contest.seats)]
    bots = [players[bot] for bot in seated]
    budgets = [contest.budgets[bot] for bot in seated]
    spent, moves = [0.0] * contest.seats, [0] * contest.seats
    thoughts: dict[Seat, Thought] = {}
    decisions: list[Decision] = []

    def choose(seat: Seat) -> str:
        view, bot = match.view(seat), bots[seat]
        before = time.perf_counter()
        try:
            if contest.explain and isinstance(bot, Explains):
                thoughts[seat] = bot.explain(view, budgets[seat], chance[seat])
                move = thoughts[seat].move
            else:
                move = bot.choose(view, budgets[seat], chance[seat])
        except Forfeit as error:
            raise Broken(seat, error.reason) from error
        spent[seat] += time.perf_counter() - before
        moves[seat] += 1
        return move

    scheduler = Scheduler(match, bots, chance, choose)
    turns, mover = 0, -1
    broken: Broken | None = None
    while match.actors:
        try:
            seat, move, at = scheduler.next()
        except Broken as found:
            broken = found
            break
        if seat != mover:
            turns, mover = turns + 1, seat
            if turns > contest.turn_limit * contest.seats:
                turns -= 1  # nobody played it
                break
        try:
            match.play(move, seat=seat, at=at)
        except JetonError:
            if seat == CLOCK or not isinstance(bots[seat], HostedBot):
                raise  # our own bots play by the rules: this is a defect
            broken, turns = Broken(seat, "illegal"), turns - 1
            break
        if contest.explain:
            decisions.append(Decision(n=match.n, seat=seat, move=move, thought=thoughts.pop(seat, None)))
    outcome = match.outcome or game.standing(match.position)
    if broken is not None:
        outcome = forfeited(outcome, broken.seat)
    return Result(
        deal=number,
        bots=seated,
        winners=outcome.winners,
        points=outcome.points,
        ranks=outcome.ranks,
        turns=turns,
        moves=tuple(moves),
        termination=outcome.termination,
        seconds=tuple(spent),
        match=write_match(match.header, match.log) if contest.keep else None,
        forfeit=None if broken is None else broken.seat,
        reason=None if broken is None else broken.reason,
        decisions=tuple(decisions),
    )


class Broken(Exception):
    """A bot broke its match off: it gave no answer, or one that is no move."""

    def __init__(self, seat: Seat, reason: str) -> None:
        """Take the seat, and what its bot did."""
        super().__init__(reason)
        self.seat, self.reason = seat, reason


def forfeited(standing: Outcome, seat: Seat) -> Outcome:
    """Return how a forfeited match ends: the seat that forfeited is last, the others rank as they stand."""
    others = [other for other in range(len(standing.ranks)) if other != seat]
    best = min(standing.ranks[other] for other in others)
    ranks = [1 + sum(standing.ranks[o] < standing.ranks[other] for o in others) for other in range(len(standing.ranks))]
    ranks[seat] = len(standing.ranks)
    return Outcome(
        termination="forfeit",
        winners=tuple(other for other in others if standing.ranks[other] == best),
        points=standing.points,
        ranks=tuple(ranks),
    )
