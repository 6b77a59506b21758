"""Clues that clearly mean one island to somebody who reads them well: for puzzles.

The answer is the island that the giver really guards. Readings with several blends of the matrices must agree on it,
each far ahead of every other island, and so must most readers with a taste of their own; the lower bot levels mostly
miss it. Everything needed is in sight: the giver's clues lie on the table, and boats that were wrong have lit fires.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from jeton.bots.guardians.clear import CLEAR, MIDDLE, TOLD, ClearReader, chances_of
from jeton.bots.guardians.memory import Memory
from jeton.bots.guardians.player import LEVELS
from jeton.bots.guardians.reading import Level, Mind, Reader
from jeton.bots.guardians.taste import BLEND
from jeton.bots.judge import Fact
from jeton.bots.riddles import Riddle
from jeton.core.match import Match
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.moves import Sail, parse, sail
from jeton.games.guardians.position import SEARCH
from jeton.games.guardians.scenes import Element
from jeton.games.guardians.view import View

__all__ = ["AHEAD", "Riddles"]

AHEAD = 0.2
"""How much more chance the island must have than any other, in every reading that confirms it."""
BLENDS = (BLEND[0], MIDDLE, BLEND[1])
READERS, OF_ONE_MIND, TASTE = 20, 0.8, 0.35
"""How many readers with a taste of their own are asked, what share of them must agree, and how far tastes differ."""
TRIES = 24
"""How many bots of each bot level are asked."""
OBVIOUS = 0.5
"""If the two lowest bot levels together find it this often, it is no riddle."""
LEAST, SHOWN, MOST = 0.01, 3, 8
"""A riddle leaves out islands with less chance than this, but names at least and at most so many."""
AKIN = 2
"""How many things of an island a riddle names as akin to a clue."""


class Riddles:
    """Finds riddles in matches of Guardians of Legends."""

    def __init__(self, game: Guardians) -> None:
        """Take a game."""
        self.game, self.pack = game, game.ruleset.pack
        self.clear = [ClearReader(game, blend) for blend in BLENDS]
        self._asked = set[tuple[Any, ...]]()

    def moves(self, moves: tuple[str, ...], move: str) -> tuple[str, ...]:
        """Return the boats that seek the same guardian."""
        sought = move.rpartition(" ")[2]
        return tuple(one for one in moves if one.startswith("boat ") and one.endswith(f" {sought}"))

    def riddles(self, match: Match, seat: int, seed: int) -> Iterator[Riddle]:
        """Yield a riddle for each guardian whose clue a seat can read now, unless another seat had the same before."""
        position = match.position
        view = self.game.view(position, seat)
        if position.phase != SEARCH or view.players[seat].state != "may_sail":
            return
        for giver in range(len(view.players)):
            hand = position.players[giver].active
            clues = tuple(clue for clue in view.clues if clue.seat == giver)
            about = (view.board, view.round, giver, clues)
            if giver == seat or hand is None or about in self._asked:
                continue
            if self._in_sight(match, view, giver):
                self._asked.add(about)
                riddle = self._riddle(view, giver, hand.location, seed + giver)
                if riddle is not None:
                    yield riddle

    def _in_sight(self, match: Match, view: View, giver: int) -> bool:
        """Return whether the table shows all that was said and tried for the giver's present island."""
        shown = [clue for clue in view.clues if clue.seat == giver and clue.element is not None]
        if not shown:
            return False
        since, tried = 0, set[str]()
        for resolution in view.history:
            tried |= {boat.island for boat in resolution.boats if boat.sought == giver}
            if any(found.guardian == giver for found in resolution.discoveries):
                since, tried = resolution.round, set()
        given = sum(
            entry.seat == giver and entry.move.startswith("clue ") and before.round > since
            for entry, before in zip(match.standing, match.positions, strict=False)
        )
        on_table = sum(clue.seat == giver for clue in view.clues)
        return given == on_table and tried <= {fire.island for fire in view.fires if fire.seat == giver}

    def again(self, view: View, move: str, found: Mapping[str, float], seed: int) -> Riddle | None:
        """Return a riddle as it reads now, with what is known of who finds it; None if it is no riddle any more."""
        boat = parse(self.pack, move)
        return self._riddle(view, boat.sought, boat.island, seed, found) if isinstance(boat, Sail) else None

    def _riddle(
        self, view: View, giver: int, island: str, seed: int, known: Mapping[str, float] | None = None
    ) -> Riddle | None:
        rows = [reader.reading(view).beliefs()[giver] for reader in map(Fresh, self.clear)]
        at = self.pack.island_ids.index(island)
        margins = [float(row[at] - np.delete(row, at).max()) for row in rows]
        if min(margins) < AHEAD or sail(island, giver) not in view.moves:
            return None
        chance = np.random.default_rng(seed)
        agree = self._share(view, giver, at, CLEAR, TASTE, READERS, chance)
        if agree < OF_ONE_MIND:
            return None
        found = dict(known or {})
        if not found:
            for name, level in LEVELS.items():
                found[name] = self._share(view, giver, at, level, level.noise, TRIES, chance)
        if sum(list(found.values())[:2]) >= 2 * OBVIOUS:
            return None
        reader, row = Fresh(self.clear[1]).reading(view), rows[1]
        names = self.pack.island_ids
        open_ = [n for n in np.argsort(-row, kind="stable")[:MOST] if sail(names[n], giver) in view.moves]
        order = [n for place, n in enumerate(open_) if place < SHOWN or row[n] >= LEAST]
        return Riddle(
            move=sail(island, giver),
            chances={sail(names[n], giver): round(float(row[n]), 3) for n in order},
            ahead=round(min(margins), 3),
            readers=len(BLENDS) + READERS,
            theme=self._theme(reader, giver, at),
            found={name: round(share, 3) for name, share in found.items()},
            why=tuple(self.facts(view, giver, island)),
        )

    def _share(
        self, view: View, giver: int, at: int, level: Level, noise: float, count: int, chance: np.random.Generator
    ) -> float:
        """Return the share of readers of a bot level, each with its own taste, who find the island likeliest."""
        pictures, right = self.clear[1].pictures, 0
        for _ in range(count):
            matrix = pictures.blend(float(chance.uniform(*BLEND)))
            taste = matrix + noise * chance.standard_normal(matrix.shape)
            memory = Memory("riddle", 1.0)
            memory.watch(view)
            reader = Reader(self.game.ruleset, level, pictures, Mind(taste, taste), memory, view)
            right += int(reader.beliefs()[giver].argmax()) == at
        return right / count

    def _theme(self, reader: Reader, giver: int, at: int) -> str:
        """Return what a solver needs: a fire, several clues, what nobody pointed at, or a likeness."""
        if any(fire.seat == giver for fire in reader.view.fires):
            return "beacon"
        if len(reader.said(giver)) > 1:
            return "several"
        facts = reader.facts(giver)
        plain = Level(noise=0.0, keep=1.0, unchosen=False)
        pictures, mind = reader.pictures, Mind(reader.taste, reader.voice)
        literal = Reader(reader.ruleset, plain, pictures, mind, reader.memory, reader.view)
        return "likeness" if int((facts + literal.hints(giver, facts)).argmax()) == at else "unsaid"

    def facts(self, view: View, giver: int, island: str) -> Iterator[Fact]:
        """Yield what speaks for the island and everybody can see or count."""
        reader = Fresh(self.clear[1]).reading(view)
        row, names = reader.beliefs()[giver], self.pack.island_ids
        at = names.index(island)
        other = int(np.argsort(-np.where(np.arange(len(row)) == at, -1.0, row), kind="stable")[0])
        clues = [clue for clue in view.clues if clue.seat == giver and clue.element is not None]
        for clue in clues:
            element = str(clue.element)
            akin = self._akin(element, island)
            if akin:
                yield _fact("akin", giver, thing=element, island=island, things=" ".join(akin))
        fires = [fire for fire in view.fires if fire.seat == giver]
        if fires:
            left = int((reader.facts(giver) > -1.0).sum())
            yield _fact("fires", giver, count=left)
        unsaid = self._unsaid(reader, giver, other)
        if unsaid is not None:
            card, thing, instead = unsaid
            yield _fact("unsaid", giver, other=names[other], thing=thing, card=card, percent=round(100 * instead))
        percents = {"percent": round(100 * float(row[at])), "next": round(100 * float(row[other]))}
        yield _fact("likely", giver, island=island, other=names[other], **percents)

    def _akin(self, element: str, island: str) -> list[str]:
        """Return the things of an island whose tags share most with the thing that the clue points at."""
        lexicon = self.pack.lexicon
        card = next(one for one in self.pack.postcards if any(thing.id == element for thing in one.elements))
        icon = next(thing.icon for thing in card.elements if thing.id == element)
        tags = set(lexicon[icon].tags)
        scene = next(one for one in self.pack.islands if one.id == island)

        def shared(thing: Element) -> int:
            return len(tags & set(lexicon[thing.icon].tags)) + 10 * (thing.icon == icon)

        order = sorted((thing for thing in scene.elements if shared(thing)), key=lambda thing: -shared(thing))
        return [thing.id for thing in order[:AKIN]]

    def _unsaid(self, reader: Reader, giver: int, other: int) -> tuple[str, str, float] | None:
        """Return the thing that would have given the next likeliest island more, and how much, if that is clear."""
        view, facts = reader.view, reader.facts(giver)
        clue = next(one for one in reversed(view.clues) if one.seat == giver and one.element is not None)
        cards = reader.memory.cards(view, clue.round)
        given = float(chances_of(facts + reader.hints(giver, facts))[other])
        best: tuple[str, str, float] | None = None
        for card in cards:
            scene = next(one for one in self.pack.postcards if one.id == card)
            for thing in scene.elements:
                spoke = reader.likelihood(reader.pictures.column[thing.id], cards, facts)
                instead = float(chances_of(facts + spoke)[other])
                if instead >= given + AHEAD and (best is None or instead > best[2]):
                    best = (card, thing.id, instead)
        return best


class Fresh:
    """A clear reader that has seen nothing but one view."""

    def __init__(self, clear: ClearReader) -> None:
        """Take the matrices of another reader."""
        self.clear = clear

    def reading(self, view: View) -> Reader:
        """Return what the view alone says."""
        memory = Memory("clear", 1.0)
        memory.watch(view)
        return Reader(self.clear.ruleset, TOLD, self.clear.pictures, self.clear.mind, memory, view)


def _fact(kind: str, giver: int, **values: Any) -> Fact:
    return Fact(kind=kind, seat=giver, values=values)
