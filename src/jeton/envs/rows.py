"""Rows of a dataset: every decision of some matches, as arrays.

If the rules are compiled and every bot chooses in many positions at once, `play` plays matches in arrays; else
the bots play one match after the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np

from jeton.bots import Bot, Budget
from jeton.bots import make as make_bot
from jeton.bots.bot import chooses_many, split_budget
from jeton.bots.roster import RANDOM
from jeton.bots.scheduler import Scheduler
from jeton.core.game import CLOCK
from jeton.core.match import Header, Match
from jeton.envs.batch import Batch
from jeton.envs.kinds import Array, Codec, codec, kinds
from jeton.envs.table import share_of_win
from jeton.games import make

__all__ = ["Rows", "Source", "play"]

WORD = 64
ABREAST = 128
"""How many matches it plays side by side in arrays."""
A_MATCH = 50
"""For so many decisions of a seat there is room in arrays at first; most matches take 30 to 40."""
TURN_LIMIT = 200
"""Turns of a seat after which a match is scored as it stands."""
NO_ACTION = -1
"""The number of a move that the codec has no number for: a clue at a point where nothing stands."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Where rows come from: who plays what, from which seed. The dataset's description holds all of it."""

    title: str
    seats: int
    bots: tuple[str, ...]
    """They sit around the table in turn; in the next match each sits one seat further."""
    seed: int = 0
    options: dict[str, Any] = {}
    features: bool = True
    """Whether rows hold the features of the position."""


class Rows(msgspec.Struct):
    """Decisions in the order of their matches, a row each."""

    match: Array
    n: Array
    seat: Array
    action: Array
    texts: list[str]
    """Moves in notation, some of them twice …"""
    which: Array
    """… and which of them each row's is."""
    legal: Array
    """The legal actions of all rows, one after the other …"""
    legal_ends: Array
    """… and where those of each row end."""
    seen: Callable[[int, int], Array]
    """Returns the features of the rows from one number up to another, in memory that the next call may overwrite;
    without columns if none were asked for. They are most of what a dataset holds, so it never holds all of them."""
    share: Array
    """The share of the win that the seat had in the end."""
    points: Array
    """The points of the seat in the end."""

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.match)

    @property
    def move(self) -> Array:
        """The moves of all rows in notation."""
        return np.array(self.texts, object)[self.which]

    @property
    def features(self) -> Array:
        """The features of all rows."""
        return self.seen(0, len(self))


def play(source: Source, matches: range) -> Rows:
    """Play the matches of these numbers: the rows depend only on the source and the numbers."""
    if kinds(source.title).kernels:
        game = make(source.title, options=source.options)
        bots = {name: None if name == RANDOM else make_bot(split_budget(name)[0], game) for name in source.bots}
        if all(bot is None or chooses_many(bot, source.seats) for bot in bots.values()):
            return _in_arrays(source, matches, bots)
    return _by_bots(source, matches)


class _Choosers:
    """Who chooses in each row of a batch: `random` has no bot, the others choose in many rows at once."""

    def __init__(self, source: Source, batch: Batch, bots: Mapping[str, Any], seed: int) -> None:
        self.batch, self.bots = batch, list(bots.values())
        order = [list(bots).index(source.bots[i % len(source.bots)]) for i in range(source.seats)]
        self.seated = np.array([np.roll(order, -turn) for turn in range(source.seats)])
        """By the number of the match, less whole rounds, and the seat: which bot."""
        self.chance = np.random.default_rng(seed).integers(0, 2**62, batch.size)

    def choose(self, numbers: Array, going_on: Array) -> Array:
        """Return an action for each row, whose matches have these numbers; the next call overwrites it.

        In rows that are done, and go on only because the others do, it asks no bot.
        """
        batch, actions = self.batch, self.batch.sample()
        who = np.where(going_on, self.seated[numbers % batch.seats, batch.movers], -1)
        for i, bot in enumerate(self.bots):
            if bot is not None:
                bot.choose_many(batch.words, batch.legal, who == i, self.chance, actions)
        return actions


def _in_arrays(source: Source, matches: range, bots: Mapping[str, Any]) -> Rows:
    """Play matches in arrays: each row of the batch plays its share of them, one after the other.

    It keeps positions instead of features: those are three to five times as long, and it can write them later.
    """
    size = min(ABREAST, len(matches))
    seed = int.from_bytes(hashlib.sha256(f"{source.seed} {matches.start}".encode()).digest()[:8], "little")
    batch = Batch(source.title, size, seats=source.seats, options=source.options, seed=seed, turn_limit=TURN_LIMIT,
                  observe=False)  # fmt: skip
    left = np.bincount(np.arange(len(matches)) % size, minlength=size)
    current, ply = np.arange(size), np.zeros(size, np.int64)
    results = np.zeros((len(matches), 2, source.seats), np.float32)
    choosers = _Choosers(source, batch, bots, seed)
    kept = _Kept(A_MATCH * source.seats * len(matches), batch.words.shape[1])
    going_on = left > 0
    while going_on.any():
        actions = choosers.choose(matches.start + current, going_on)
        kept.add(None if going_on.all() else going_on, current, ply, batch.movers, actions, batch.legal, batch.words)
        batch.step(actions)
        ply += 1
        rows = np.flatnonzero(batch.ended)
        if len(rows):
            done = rows[going_on[rows]]
            results[current[done], 0], results[current[done], 1] = batch.rewards[done], batch.points[done]
            current[rows] += size
            ply[rows] = 0
            left[done] -= 1
            going_on = left > 0
    match, n, seat, action, legal, words = kept.columns()
    begins = np.zeros(len(matches), np.int64)
    begins[1:] = np.cumsum(np.bincount(match, minlength=len(matches)))[:-1]
    order = np.zeros(len(match), np.int64)
    order[begins[match] + n] = np.arange(len(match))
    texts, which = batch.codec.moves(words, action)
    match, seat, legal = match[order], seat[order], legal[order]
    bits = np.unpackbits(legal.astype("<i8").view(np.uint8), bitorder="little").view(np.bool_)
    return Rows(
        match=match + matches.start, n=n[order], seat=seat, action=action[order], texts=texts, which=which[order],
        legal=np.flatnonzero(bits) & WORD - 1, legal_ends=np.cumsum(_counts(legal)),
        seen=_Seen(batch, words, order) if source.features else _nothing, share=results[match, 0, seat],
        points=results[match, 1, seat],
    )  # fmt: skip


def _counts(words: Array) -> Array:
    """Return how many bits of each word are set.

    >>> _counts(np.array([0, 7, 2**62 + 1])).tolist()
    [0, 3, 2]
    """
    pairs = words - (words >> 1 & 0x5555555555555555)
    nibbles = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333)
    counts: Array = (nibbles + (nibbles >> 4) & 0x0F0F0F0F0F0F0F0F) % 255
    return counts


class _Kept:
    """What was played, in arrays that grow: five numbers and the words of a position each."""

    def __init__(self, room: int, words: int) -> None:
        self.numbers, self.words, self.used = np.empty((5, room), np.int64), np.empty((room, words), np.int64), 0

    def add(self, which: Array | None, *arrays: Array) -> None:
        """Add the rows of these arrays; or those which are marked."""
        *numbers, words = arrays if which is None else [array[which] for array in arrays]
        end = self.used + len(words)
        if end > len(self.words):
            self.numbers = np.concatenate([self.numbers, np.empty((5, end), np.int64)], axis=1)
            self.words = np.concatenate([self.words, np.empty((end, words.shape[1]), np.int64)])
        for column, array in zip(self.numbers, numbers, strict=True):
            column[self.used : end] = array
        self.words[self.used : end] = words
        self.used = end

    def columns(self) -> tuple[Array, ...]:
        """Return each kind of number, and the words."""
        return *self.numbers[:, : self.used], self.words[: self.used]


class _Seen:
    """The features of positions: it writes them when somebody asks, each time into the same memory."""

    def __init__(self, batch: Batch, words: Array, order: Array) -> None:
        self.batch, self.words, self.order = batch, words, order
        self.room = np.zeros((0, len(batch.codec.names)), np.uint8)

    def __call__(self, begin: int, end: int) -> Array:
        """Return the features of these rows."""
        if len(self.room) < end - begin:
            self.room = np.zeros((end - begin, self.room.shape[1]), np.uint8)
        out = self.room[: end - begin]
        self.batch.see(self.words, self.order[begin:end], out)
        return out


def _nothing(begin: int, end: int) -> Array:
    return np.zeros((end - begin, 0), np.uint8)


def _by_bots(source: Source, matches: range) -> Rows:
    game = make(source.title, options=source.options)
    coded = codec(game, source.seats)
    seated = [source.bots[i % len(source.bots)] for i in range(source.seats)]
    players = [(make_bot(split_budget(name)[0], game), split_budget(name)[1] or Budget()) for name in seated]
    found: list[Any] = []
    for number in matches:
        turn = number % source.seats
        found.append(_one(source, coded, number, [*players[turn:], *players[:turn]]))
    columns = [np.concatenate([one[i] for one in found]) for i in range(8)]
    masks = columns[4]
    said = [move for one in found for move in one[8]]
    texts = list(dict.fromkeys(said))
    places = {text: i for i, text in enumerate(texts)}
    which = np.array([places[text] for text in said])
    return Rows(
        match=columns[0], n=columns[1], seat=columns[2], action=columns[3], texts=texts, which=which,
        legal=np.nonzero(masks)[1], legal_ends=np.cumsum(masks.sum(axis=1, dtype=np.int64)),
        seen=lambda begin, end: columns[5][begin:end], share=columns[6], points=columns[7],
    )  # fmt: skip


def _one(source: Source, coded: Codec, number: int, players: Sequence[tuple[Bot, Budget]]) -> tuple[Any, ...]:
    """Play one match of bots and return its columns."""
    game = coded.game
    key = hashlib.sha256(f"jeton dataset 1 {source.seed} {number}".encode()).hexdigest()[:32]
    header = Header(title=game.title, version=game.version, seats=source.seats, options=dict(game.options), key=key)
    match = Match(game, header)
    chance = [Random(f"jeton dataset 1 {source.seed} {number} {seat}") for seat in range(source.seats)]

    def choose(seat: int) -> str:
        bot, budget = players[seat]
        return bot.choose(match.view(seat), budget, chance[seat])

    scheduler = Scheduler(match, [bot for bot, _ in players], chance, choose)
    seats, actions, masks, features, moves = [], [], [], [], []
    turns, mover = 0, CLOCK
    nothing = np.zeros(0, np.uint8)
    while match.actors and turns <= TURN_LIMIT * source.seats:
        seat, move, at = scheduler.next()
        if seat != CLOCK:
            position, mask = match.position, coded.mask(match.position, seat)
            moves.append(move)
            listed = move in game.moves(position, seat)
            actions.append(coded.action(position, seat, move) if listed else NO_ACTION)
            seats.append(seat)
            masks.append(mask)
            features.append(coded.features(position, seat) if source.features else nothing)
            turns, mover = turns + (seat != mover), seat
        match.play(move, seat=seat, at=at)
    outcome = match.outcome or game.standing(match.position)
    shares, size = np.array(share_of_win(outcome), np.float32), len(seats)
    by_seat = np.array(seats)
    return (
        np.full(size, number), np.arange(size), by_seat, np.array(actions), np.stack(masks), np.stack(features),
        shares[by_seat], np.array(outcome.points, np.float32)[by_seat], moves,
    )  # fmt: skip
