"""Puzzles mined from matches of bots: one move is clearly the best, and a weak player does not see it.

A position becomes a puzzle only if three readings in other deals agree on the move, and each finds it far ahead of
every other one. The solver sees what the seat could know: a match with its options begins there. Where players give
each other clues, a puzzle is a riddle: which place does a clue mean?
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from jeton import bots, games
from jeton.analysis.review import DEALS, EXPLAINED, judge_of
from jeton.bots import Budget
from jeton.bots.judge import Fact, Judge, Reading
from jeton.bots.riddles import Riddle
from jeton.core.game import START
from jeton.core.match import Header, Match

__all__ = ["AHEAD", "CONFIRMED", "SEEDS", "Answer", "Puzzle", "confirmed", "found_by", "mine"]

AHEAD = 0.12
"""How much more of the chance to win the best move must be worth than any other."""
CONFIRMED, SEEDS = 50_000, 3
"""Lines of each reading that confirms a puzzle, and how many such readings must agree."""
FIRST, SECOND = 400, 4_000
"""Lines of the readings that sort out positions that are no puzzle."""
ASKED, TRIES = 7, 6
"""How many of the bots that people choose from are asked, the weakest first, and how often each."""
OBVIOUS = 0.5
"""A move that the two weakest together find this often is no puzzle; nor is one that the basic bot plays."""
NOBODY_KNOWS = "00" * 16
"""The key that deals what no seat sees, where only a view matters."""
LEAST = 0.002
"""The share of the lines from which on another move counts as read."""


class Answer(msgspec.Struct, frozen=True):
    """A move and the mover's chance with it."""

    move: str
    chance: float


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position with one move that is clearly the best."""

    id: str
    title: str
    seats: int
    seat: int
    options: dict[str, Any]
    """With `start`: a match with these begins here."""
    move: str
    answers: tuple[Answer, ...]
    """The best moves, the very best one first."""
    ahead: float
    """How far it is ahead of the next one, in the reading that liked it least."""
    lines: int
    """The lines of each reading that agreed."""
    theme: str
    difficulty: int
    """1 plus how many of the bots asked miss it, counted by how often: 1 to 8 for seven bots."""
    found: dict[str, float]
    """How often each of them finds it, the weakest first."""
    why: tuple[Fact, ...]
    then: tuple[str, ...] = ()
    """How the turn goes on after the move, where it asks for more: which tokens go back, what is paid with gold."""
    chances: dict[str, float] = {}
    """The mover's chance with every move; filled in when puzzles are packed. For a riddle: the chance that a move is
    right, for those worth a word."""
    key: str = NOBODY_KNOWS
    """A match with this key and these entries comes here, where no match can begin in the middle of another."""
    log: tuple[tuple[int, str], ...] = ()
    """Seats and moves."""

    def view(self) -> Any:
        """Return what its seat sees, with every move that it has; for a riddle, those that could answer it."""
        match = self.match()
        view = match.view(self.seat)
        riddles = bots.roster(self.title).riddles
        if not self.log or riddles is None:
            return view
        return msgspec.structs.replace(view, moves=riddles(match.game).moves(view.moves, self.move))

    def words(self) -> bytes:
        """Return the position as compiled rules have it, in any one deal of what its seat can't see."""
        return bytes(self.match().position.words.tobytes())

    def match(self) -> Match:
        """Return a match that begins here, or has come here; a key that everybody knows deals what no seat sees."""
        game = games.make(self.title, options=self.options)
        header = Header(title=self.title, version=game.version, seats=self.seats, options=dict(game.options),
                        key=self.key)  # fmt: skip
        match = Match(game, header)
        for seat, move in self.log:
            match.play(move, seat=seat, at=0)
        return match


def mine(title: str, seats: int, number: int, *, lines: int = CONFIRMED) -> Iterator[Puzzle]:
    """Yield the puzzles of the match with a number, played by bots of mixed levels; a number always gives the same."""
    chance = Random(f"puzzle {title} {seats} {number}")
    if bots.roster(title).riddles is not None:
        yield from _riddles(title, seats, chance)
        return
    game = games.make(title)
    header = Header(title=title, version=game.version, seats=seats, options=dict(game.options),
                    key=f"{chance.getrandbits(128):032x}")  # fmt: skip
    match, judge = Match(game, header), judge_of(game)
    players = [bots.make(chance.choice(bots.offered(title)[:ASKED]), game) for _ in range(seats)]
    while not match.is_over:
        seat = match.actors[0]
        view = match.view(seat)
        if len(view.moves) > 2:
            puzzle = _puzzle(match, judge, view, chance.getrandbits(60), lines)
            if puzzle is not None:
                yield puzzle
        match.play(players[seat].choose(view, Budget(), chance), seat=seat)


def _riddles(title: str, seats: int, chance: Random) -> Iterator[Puzzle]:
    """Yield clues to read, from a match of bots; each place of each giver at most once."""
    game, maker = games.make(title), bots.roster(title).riddles
    riddler = None if maker is None else maker(game)
    header = Header(title=title, version=game.version, seats=seats, options=dict(game.options),
                    key=f"{chance.getrandbits(128):032x}")  # fmt: skip
    match, asked = Match(game, header), set[str]()
    players = [bots.make(chance.choice(bots.offered(title)), game) for _ in range(seats)]
    while not match.is_over and riddler is not None:
        seat = chance.choice(match.actors)
        view = match.view(seat)
        for riddle in riddler.riddles(match, seat, chance.getrandbits(60)):
            if riddle.move not in asked:
                asked.add(riddle.move)
                yield _of_riddle(match, seat, riddle)
        match.play(players[seat].choose(view, Budget(), chance), seat=seat, at=0)


def _of_riddle(match: Match, seat: int, riddle: Riddle) -> Puzzle:
    header, log = match.header, tuple((entry.seat, entry.move) for entry in match.standing)
    about = f"{header.key} {log} {seat} {riddle.move}"
    return Puzzle(
        id=hashlib.sha256(about.encode()).hexdigest()[:12],
        title=header.title,
        seats=header.seats,
        seat=seat,
        options={},
        move=riddle.move,
        answers=(Answer(riddle.move, riddle.chances[riddle.move]),),
        ahead=riddle.ahead,
        lines=riddle.readers,
        theme=riddle.theme,
        difficulty=difficulty_of(riddle.found),
        found=riddle.found,
        why=riddle.why,
        chances=riddle.chances,
        key=header.key,
        log=log,
    )


def difficulty_of(found: Mapping[str, float]) -> int:
    """Return 1 to 8, by the share of all bots asked that miss it.

    >>> difficulty_of({"easy": 0.0, "normal": 0.5, "hard": 1.0})
    5
    """
    return 1 + round(ASKED * sum(1.0 - share for share in found.values()) / len(found))


def ahead(reading: Reading) -> float:
    """Return how far the best move is ahead of every other that was read."""
    best, least = reading.best, LEAST * reading.lines
    others = [reading.chance(one) for one in reading.options[1:] if one.lines >= least]
    return reading.chance(best) - max(others, default=1.0)


def confirmed(judge: Judge, view: Any, move: str, seed: int, lines: int) -> list[Reading] | None:
    """Return readings in other deals that all find the move far ahead; None as soon as one does not."""
    chance, found = Random(seed), list[Reading]()
    for _ in range(SEEDS):
        reading = judge.read(view, lines, chance.getrandbits(60))
        if reading.best.move != move or ahead(reading) < AHEAD:
            return None
        found.append(reading)
    return found


def found_by(game: Any, view: Any, move: str, seed: int) -> dict[str, float]:
    """Return how often each bot plays the move, the weakest first."""
    told = {}
    for name in bots.offered(game.title)[:ASKED]:
        bot = bots.make(name, game)
        played = [bot.choose(view, Budget(), Random(f"{seed} {name} {i}")) for i in range(TRIES)]
        told[name] = played.count(move) / TRIES
    return told


def _puzzle(match: Match, judge: Judge, view: Any, seed: int, lines: int) -> Puzzle | None:
    first = judge.read(view, FIRST, seed)
    if ahead(first) < AHEAD:
        return None
    move = first.best.move
    second = judge.read(view, SECOND, seed + 1)
    if second.best.move != move or ahead(second) < AHEAD:
        return None
    basic = bots.make(bots.roster(match.header.title).basic, match.game)
    if basic.choose(view, Budget(), Random(seed)) == move:
        return None
    found = found_by(match.game, view, move, seed)
    if sum(list(found.values())[:2]) >= 2 * OBVIOUS:
        return None
    readings, begin = confirmed(judge, view, move, seed, lines), match.game.beginning(view)
    if readings is None or begin is None:
        return None
    last = readings[-1]
    other = next(option.move for option in last.options if option.move != move)
    why = judge.explain(view, move, other, DEALS, EXPLAINED, seed)
    return Puzzle(
        id=hashlib.sha256(begin.encode()).hexdigest()[:12],
        title=match.header.title,
        seats=match.header.seats,
        seat=view.seat,
        options={**match.header.options, START: begin},
        move=move,
        answers=tuple(Answer(one.move, round(last.chance(one), 4)) for one in last.options[:3]),
        ahead=round(min(map(ahead, readings)), 4),
        lines=lines,
        theme=judge.theme(view, move, why.facts),
        difficulty=difficulty_of(found),
        found=found,
        why=why.facts,
    )
