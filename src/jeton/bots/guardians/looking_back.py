"""Looks back on the clues of a match: what each could have meant, to whom, and what would have said more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from jeton.bots.clues import Better, Guess, ReadClue
from jeton.bots.facts import Fact
from jeton.bots.guardians.associations import Array
from jeton.bots.guardians.clear import TOLD, ClearReader, chances_of
from jeton.bots.guardians.reading import Reader
from jeton.core.match import Match
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.moves import Point, Sail, parse
from jeton.games.guardians.position import SEARCH, Position
from jeton.games.guardians.scenes import Element, Pack, Scene
from jeton.words import Words

__all__ = ["LookingBack"]

CLEARLY = 0.1
"""How much more chance another clue must have given before the report mentions it."""
REASON = 0.2
"""From this chance on, it was not luck alone that somebody looked there."""
LEAST = 0.0005
"""The report leaves out places with less chance than this."""


class LookingBack:
    """Looks back on matches of Guardians of Legends."""

    def __init__(self, game: Guardians) -> None:
        """Take a game."""
        self.game, self.pack = game, game.ruleset.pack

    def clues(self, match: Match) -> Iterator[ReadClue | None]:
        """Return, for every entry that stands, the clue that it gave, or None.

        The clues of a round come once the boats of that round are known.
        """
        reader = ClearReader(self.game, level=TOLD)
        waiting = list[ReadClue | None]()
        boats = list[Guess | None]()
        sought = list[int]()
        for entry, before, after in zip(match.standing, match.positions, match.positions[1:], strict=False):
            onlooker = reader.watch(self.game.view(before, None))
            move = parse(self.pack, entry.move) if entry.move.startswith(("clue ", "boat ")) else None
            waiting.append(self._told(onlooker, before, entry.n, entry.seat, move) if isinstance(move, Point) else None)
            if isinstance(move, Sail):
                boats.append(self._guess(reader, before, entry.n, entry.seat, move))
                sought.append(move.sought)
            if before.phase == SEARCH and after.phase != SEARCH:
                found = [(who, guess) for who, guess in zip(sought, boats, strict=True) if guess is not None]
                yield from (one and self._with(one, found) for one in waiting)
                waiting, boats, sought = [], [], []
        found = [(who, guess) for who, guess in zip(sought, boats, strict=True) if guess is not None]
        yield from (one and self._with(one, found) for one in waiting)

    def _told(self, reader: Reader, before: Position, n: int, seat: int, move: Point) -> ReadClue | None:
        hand = before.players[seat].active
        if hand is None:
            return None
        thing = self.pack.element_at(move.postcard, move.x, move.y)
        home = reader.islands[hand.location]
        facts, said = reader.facts(seat), reader.said(seat)
        known = facts + reader.hints(seat, facts)
        column = None if thing is None else reader.pictures.column.get(thing)
        new = column is not None and column not in said
        spoke = np.zeros(len(known))
        if new and column is not None:
            spoke = reader.likelihood(column, before.open, facts)
        old, now = chances_of(known), chances_of(known + spoke)
        rank = 1 + int((now > now[home]).sum())
        bits = math.log2(max(float(now[home]), 1e-9) / max(float(old[home]), 1e-9))
        return ReadClue(
            n=n,
            round=before.round,
            seat=seat,
            card=move.postcard,
            thing=thing,
            said=new,
            meant=hand.location,
            before=_named(reader, old, home),
            chances=_named(reader, now, home),
            rank=rank,
            bits=round(bits, 3),
            astray=round(float(spoke[now.argmax()] - spoke[home]) / math.log(2), 3) if rank > 1 else 0.0,
            better=self._better(reader, before, seat, known, facts, home, float(now[home])),
            guesses=(),
            why=(),
        )

    def _better(
        self, reader: Reader, before: Position, seat: int, known: Array, facts: Array, home: int, given: float
    ) -> Better | None:
        """Return the thing on the open postcards that would have given the right island the greatest chance."""
        said, best = reader.said(seat), None
        for card in before.open:
            scene = self._card(card)
            for element in scene.elements:
                column = reader.pictures.column[element.id]
                if column in said:
                    continue
                chance = float(chances_of(known + reader.likelihood(column, before.open, facts))[home])
                if chance >= given + CLEARLY and (best is None or chance > best.chance):
                    best = Better(card=card, thing=element.id, chance=chance)
        return None if best is None else msgspec.structs.replace(best, chance=round(best.chance, 4))

    def _guess(self, reader: ClearReader, before: Position, n: int, seat: int, move: Sail) -> Guess | None:
        """Return a boat as a guess: what spoke for its island, from what its owner could see."""
        hand = before.players[move.sought].active
        if hand is None:
            return None
        own = reader.read(self.game.view(before, seat))
        row = own.beliefs()[move.sought]
        likeliest = int(row.argmax())
        return Guess(
            n=n,
            seat=seat,
            place=move.island,
            right=move.island == hand.location,
            informed=False,
            chance=round(float(row[own.islands[move.island]]), 4),
            likeliest=self.pack.island_ids[likeliest],
            most=round(float(row[likeliest]), 4),
            truth=round(float(row[own.islands[hand.location]]), 4),
        )

    def _with(self, told: ReadClue, boats: Sequence[tuple[int, Guess]]) -> ReadClue:
        """Return a clue with the boats that looked for its giver, and what to say about it all."""
        own = [msgspec.structs.replace(guess, informed=guess.n > told.n) for who, guess in boats if who == told.seat]
        told = msgspec.structs.replace(told, guesses=tuple(own))
        return msgspec.structs.replace(told, why=tuple(_facts(told)))

    def says(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        """Return a fact as a sentence, with a name for every seat."""
        values: dict[str, Any] = dict(fact.values)
        for key in ("island", "other"):
            if key in values:
                values[key] = _title(self._island(str(values[key])), words.language)
        if "card" in values:
            values["card"] = _title(self._card(str(values["card"])), words.language)
        if "thing" in values:
            values["thing"] = self._word(str(values["thing"]), words.language)
        if "seat" in values:
            values["name"] = names[int(values.pop("seat"))]
        if "seats" in values:
            values["names"] = words.list([names[int(seat)] for seat in str(values.pop("seats")).split()])
        return words(f"clues.fact.{fact.code}", **values)

    def _card(self, name: str) -> Scene:
        return next(scene for scene in self.pack.postcards if scene.id == name)

    def _island(self, name: str) -> Scene:
        return next(scene for scene in self.pack.islands if scene.id == name)

    def _word(self, element: str, language: str) -> str:
        return _word(self.pack, _element(self.pack, element), language)


def _named(reader: Reader, chances: Array, home: int) -> dict[str, float]:
    """Return the chances by island, the likeliest first."""
    order = np.argsort(-chances, kind="stable")
    names = list(reader.islands)
    return {names[at]: round(float(chances[at]), 4) for at in order if chances[at] >= LEAST or at == home}


def _facts(told: ReadClue) -> Iterator[Fact]:
    """Yield the facts about a clue, the weightiest first."""
    seat, island, own = told.seat, told.meant, told.chances[told.meant]
    first, most = next(iter(told.chances.items()))
    if told.thing is None:
        yield Fact("plain", {"seat": seat})
    elif not told.said:
        yield Fact("again", {"seat": seat, "thing": told.thing})
    elif told.rank == 1:
        yield Fact("own", {"seat": seat, "thing": told.thing, "island": island, "percent": percent(own)})
    else:
        yield Fact(
            "other",
            {"seat": seat, "thing": told.thing, "other": first, "percent": percent(most), "island": island,
             "rank": told.rank, "own": percent(own)},
        )  # fmt: skip
    was, now = percent(told.before[island]), percent(own)
    if told.said and was != now:
        yield Fact("rose" if now > was else "fell", {"island": island, "was": was, "percent": now})
    if told.astray >= 1:
        yield Fact("times", {"other": first, "island": island, "times": times(told.astray)})
    if told.better is not None:
        values: dict[str, int | str] = {"thing": told.better.thing, "card": told.better.card, "island": island}
        yield Fact("better", {**values, "percent": percent(told.better.chance)})
    readers = [guess for guess in told.guesses if guess.informed]
    right = list(dict.fromkeys(guess.seat for guess in readers if guess.right and _reasoned(guess)))
    if right:
        yield Fact("read", {"seats": " ".join(map(str, right)), "island": island, "count": len(right)})
    for guess in readers:
        values = {"seat": guess.seat, "island": guess.place, "percent": percent(guess.chance)}
        if guess.right and not _reasoned(guess):
            yield Fact("lucky", values)
        elif not guess.right and guess.likeliest == guess.place:
            yield Fact("misled", values)
        elif not guess.right:
            yield Fact("astray", {**values, "other": guess.likeliest, "most": percent(guess.most)})


def _reasoned(guess: Guess) -> bool:
    """Return whether what somebody could see spoke for a place."""
    return guess.likeliest == guess.place or guess.chance >= REASON


def times(bits: float) -> int:
    """Return how many times as much so many bits mean, as a whole number."""
    return round(2**bits)


def percent(chance: float) -> int:
    """Return a chance in per cent."""
    return round(100 * chance)


def _element(pack: Pack, name: str) -> Element:
    scenes = (*pack.postcards, *pack.islands)
    return next(element for scene in scenes for element in scene.elements if element.id == name)


def _title(scene: Scene, language: str) -> str:
    said: str = getattr(scene, f"title_{language}", "") or scene.title_en
    return said


def _word(pack: Pack, element: Element, language: str) -> str:
    icon = pack.lexicon[element.icon]
    said: str = getattr(icon, language, "") or icon.en
    return said
