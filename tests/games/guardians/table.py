"""A table for the tests: players A to E, islands by their number in the pack, moves in a few words.

>>> table = Table(level=1, guards={"A": "7 treasure"})
>>> table.do("B clue", "B boat 7 A").reveal()
>>> table.gold
(2, 2, 0, 0)
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest

from jeton.core.errors import IllegalMove
from jeton.core.game import CLOCK, TICK, Entry
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.position import Position, audit
from jeton.games.guardians.ruleset import COLOURS

LETTERS = "ABCDE"


@cache
def _game(options: tuple[tuple[str, Any], ...]) -> Guardians:
    return Guardians(dict(options))


def game(**options: Any) -> Guardians:
    """Return a game with options; made once."""
    return _game(tuple(sorted(options.items())))


def island(n: int) -> str:
    """Return the name of an island by its number in the pack, from 1."""
    return game().ruleset.pack.island_ids[n - 1]


class Table:
    """A match of 4 seats that tests can arrange; the idle guard ends a search phase when a test has seen enough."""

    def __init__(
        self,
        seats: int = 4,
        level: int = 1,
        *,
        guards: dict[str, str] | None = None,
        near: dict[int, list[int]] | None = None,
        seed: bytes = bytes(16),
        **options: Any,
    ) -> None:
        """`guards` says what is in hand ("7 treasure"), `near` which islands lie next to which."""
        if level < 4 and not options.get("clock"):
            options.setdefault("idle_guard", 60)
        self.game = game(level=level, **options)
        self.position = self.game.start(seats, seed)
        self.n, self.now = 0, 0
        if guards:
            self.hold(**guards)
        if near:
            self.lay(near)

    # What a test arranges.

    def hold(self, **guards: str) -> Table:
        """Put a location (by number) and a reward into hands, swapping with whatever holds them now."""
        data = _plain(self.position)
        fixed = [LETTERS.index(letter) for letter in guards]
        for letter, words in guards.items():
            seat = LETTERS.index(letter)
            number, _, reward = words.partition(" ")
            _swap(data, seat, "location", island(int(number)), fixed)
            if reward:
                _swap(data, seat, "reward", reward, fixed)
        return self.set_to(msgspec.convert(data, Position))

    def give(self, letter: str, *legends: str, how: str = "kept") -> Table:
        """Lay legends before a player (kept), or arm them; they come out of the reward deck or a pile."""
        seat = LETTERS.index(letter)
        for legend in legends:
            data = _plain(self.position)
            if legend not in data["rewards"]:
                _swap(data, None, "reward", legend, [])
            data["rewards"].remove(legend)
            data["players"][seat][how].append(legend)
            self.set_to(msgspec.convert(data, Position))
        return self

    def coins(self, **amounts: tuple[int, int]) -> Table:
        """Give players gold and legend coins."""
        players = list(self.position.players)
        for letter, (gold, red) in amounts.items():
            seat = LETTERS.index(letter)
            players[seat] = msgspec.structs.replace(players[seat], gold=gold, coins=red)
        return self.change(players=tuple(players))

    def lay(self, near: dict[int, list[int]]) -> Table:
        """Swap tiles until each island of `near` has the given ones around it."""
        cells = {cell.island: (cell.q, cell.r) for cell in self.position.board}
        placed: list[str] = []
        for middle, around in near.items():
            board = self._board(cells)
            roomy = [name for name, others in neighbours(board).items() if len(others) == 6 and name not in placed]
            _swap_cells(cells, island(middle), roomy[0])
            placed.append(island(middle))
            for n in around:
                free = [name for name in neighbours(self._board(cells))[island(middle)] if name not in placed]
                _swap_cells(cells, island(n), free[0])
                placed.append(island(n))
        return self.change(board=self._board(cells))

    def change(self, **fields: Any) -> Table:
        """Change any field of the position."""
        return self.set_to(msgspec.structs.replace(self.position, **fields))

    def set_to(self, position: Position) -> Table:
        """Return a position that is a possible one."""
        assert audit(self.game.ruleset, position) is None, audit(self.game.ruleset, position)
        self.position = position
        return self

    # What a test plays.

    def do(self, *lines: str) -> Table:
        """Play lines such as "A clue", "B boat 7 A", "C play trident A", "A ready", "B boat 7 A @69900"."""
        for line in lines:
            entry = self.entry(line)
            self.position = self.game.play(self.position, entry)
            self.n, self.now = entry.n, entry.at
        return self

    def entry(self, line: str) -> Entry:
        """The entry of a line; "A clue" points at something on the oldest open postcard, "A clue 2" on the next."""
        line, _, at = line.partition(" @")
        who, _, rest = line.partition(" ")
        words = rest.split(" ")
        if words[0] == "clue" and len(words) < 4:
            postcard = self.position.open[int(words[1]) - 1 if len(words) > 1 else 0]
            words = ["clue", postcard, *map(str, self.game.ruleset.pack.points[postcard][0])]
        elif words[0] in ("boat", "choose", "play"):
            words = [self._word(word) for word in words]
        return Entry(self.n + 1, int(at) if at else self.now, LETTERS.index(who), " ".join(words))

    def refused(self, line: str) -> IllegalMove:
        """Return the refusal of a line; the position must be as before."""
        entry, before = self.entry(line), self.game.write(self.position)
        with pytest.raises(IllegalMove) as caught:
            self.game.play(self.position, entry)
        assert self.game.write(self.position) == before
        return caught.value

    @property
    def told(self) -> int:
        """How long the reveal that was just resolved is shown, in milliseconds (G67, G105)."""
        clock = self.position.clock
        return clock.begins - self.now if clock is not None else 0

    def tick(self, late: int = 0) -> Table:
        """Return the clock's move, when it is due."""
        alarm = self.game.alarm(self.position)
        assert alarm is not None, "no clock is running"
        entry = Entry(self.n + 1, alarm + late, CLOCK, TICK)
        self.position = self.game.play(self.position, entry)
        self.n, self.now = entry.n, entry.at
        return self

    def reveal(self) -> None:
        """End the search phase as the guard or the bell does."""
        round_ = self.position.round
        while self.position.phase == "search" and self.position.round == round_:
            if self.game.alarm(self.position) is None:
                waiting = self.game.actors(self.position)[0]
                self.do(f"{LETTERS[waiting]} clue")
            else:
                self.tick()

    def search_again(self) -> Table:
        """Go through the interlude into the next search phase."""
        assert self.position.phase == "interlude", self.position.phase
        return self.tick()

    def play_round(self, *lines: str) -> Table:
        """Play a whole round: the lines, the reveal, and on into the next search phase if there is one."""
        self.do(*lines)
        self.reveal()
        if self.position.phase == "interlude":
            self.search_again()
        return self

    # What a test asks.

    def view(self, letter: str | None) -> Any:
        """Return what a player, or a spectator, may know."""
        return self.game.view(self.position, None if letter is None else LETTERS.index(letter))

    def moves(self, letter: str) -> Any:
        """Return what a player may play."""
        return self.game.moves(self.position, LETTERS.index(letter))

    def player(self, letter: str) -> Any:
        """Return a player's part of the position."""
        return self.position.players[LETTERS.index(letter)]

    def state(self, letter: str) -> str:
        """Return where a player stands in the phase."""
        return str(self.view(None).players[LETTERS.index(letter)].state)

    @property
    def gold(self) -> tuple[int, ...]:
        """Everybody's gold."""
        return tuple(player.gold for player in self.position.players)

    @property
    def red(self) -> tuple[int, ...]:
        """Everybody's legend coins."""
        return tuple(player.coins for player in self.position.players)

    @property
    def fires(self) -> set[tuple[str, int]]:
        """Every fire: the letter of its colour and the island's number."""
        ids = self.game.ruleset.pack.island_ids
        return {(LETTERS[fire.seat], ids.index(fire.island) + 1) for fire in self.position.fires}

    def near(self, number: int) -> tuple[str, ...]:
        """Return the neighbours of an island."""
        return neighbours(self.position.board)[island(number)]

    def _board(self, cells: dict[str, tuple[int, int]]) -> tuple[Any, ...]:
        return tuple(
            msgspec.structs.replace(cell, q=cells[cell.island][0], r=cells[cell.island][1])
            for cell in self.position.board
        )

    def _word(self, word: str) -> str:
        if re.fullmatch("[A-E]", word):
            return COLOURS[LETTERS.index(word)]
        return island(int(word)) if word.isdigit() else word


def _plain(position: Position) -> Any:
    return msgspec.json.decode(msgspec.json.encode(position))


def _swap(data: dict[str, Any], seat: int | None, field: str, wanted: str, fixed: list[int]) -> None:
    """Swap what a seat holds (or the top of the deck, for None) with the first place that holds what is wanted."""
    deck = data[f"{field}s"]
    places: list[tuple[Any, Any]] = [(deck, i) for i in range(len(deck))]
    for other, player in enumerate(data["players"]):
        piles = [*player["piles"]] if other in fixed else [player["active"], *player["piles"]]
        places += [(pile, field) for pile in piles if pile]
    places += [(data["players"][other]["active"], field) for other in fixed if other != seat]
    mine = (deck, 0) if seat is None else (data["players"][seat]["active"], field)
    if mine[0][mine[1]] == wanted:
        return
    for box, key in places:
        if box[key] == wanted:
            box[key], mine[0][mine[1]] = mine[0][mine[1]], wanted
            return
    raise AssertionError(f"nothing holds {wanted}")


def _swap_cells(cells: dict[str, tuple[int, int]], one: str, other: str) -> None:
    cells[one], cells[other] = cells[other], cells[one]
