"""Clues to read: every one that ships has one answer, the island that was meant, and all it takes is in sight."""

from collections import Counter
from itertools import islice

import msgspec
import pytest

import jeton
from jeton.analysis import puzzles
from jeton.analysis.book import book, choose, weighed
from jeton.analysis.puzzles import Puzzle, difficulty_of
from jeton.bots.guardians.riddles import AHEAD, BLENDS, OBVIOUS, READERS, Fresh, Riddles
from jeton.core.match import Header, Match
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.ruleset import COLOURS

pytestmark = pytest.mark.once
SHIPPED = tuple(one for one in book() if one.log)


def replayed(one):
    game = jeton.make(one.title, options=one.options)
    header = Header(title=one.title, version=game.version, seats=one.seats, options=dict(game.options), key=one.key)
    match = Match(game, header)
    for seat, move in one.log:
        match.play(move, seat=seat, at=0)
    return match


def test_enough_ship_of_every_number_of_players_and_theme():
    assert len(SHIPPED) >= 80
    assert Counter(one.seats for one in SHIPPED).keys() == {3, 4, 5}
    assert Counter(one.theme for one in SHIPPED).keys() == {"likeness", "unsaid", "several", "beacon"}
    assert len({one.difficulty for one in SHIPPED}) >= 3


def test_every_one_asks_for_the_island_that_was_meant_and_shows_what_it_takes():
    for one in SHIPPED:
        match, view = replayed(one), one.view()
        _, island, colour = one.move.split()
        giver = COLOURS.index(colour)
        assert match.position.players[giver].active.location == island, one.id
        assert one.move in view.moves, one.id
        assert all(move.endswith(f" {colour}") for move in view.moves), one.id
        assert set(view.moves) <= set(match.moves(one.seat)), one.id
        assert view.guarded == (), one.id
        assert any(clue.seat == giver and clue.element for clue in view.clues), one.id
        assert set(one.chances) <= set(view.moves) | {one.move}, one.id
        assert list(one.chances.values()) == sorted(one.chances.values(), reverse=True), one.id
        assert next(iter(one.chances)) == one.move, one.id
        assert one.ahead >= AHEAD, one.id
        assert one.lines == len(BLENDS) + READERS, one.id
        assert sum(list(one.found.values())[:2]) < 2 * OBVIOUS, one.id
        assert one.difficulty == difficulty_of(one.found), one.id


def test_every_reading_and_every_reason_is_the_same_again():
    riddles = Riddles(jeton.make("guardians"))
    names = riddles.pack.island_ids
    for one in SHIPPED:
        view = one.view()
        _, island, colour = one.move.split()
        giver, at = COLOURS.index(colour), names.index(island)
        for clear in riddles.clear:
            row = Fresh(clear).reading(view).beliefs()[giver].tolist()
            assert row[at] - max(row[:at] + row[at + 1 :]) >= AHEAD - 1e-6, one.id
        assert tuple(riddles.facts(view, giver, island)) == one.why, one.id
        assert weighed(one) == one, one.id


def test_who_packs_a_clue_that_is_not_clear_drops_it():
    one = SHIPPED[0]
    island = one.move.split()[1]
    other = next(move for move in one.view().moves if island not in move)

    assert weighed(msgspec.structs.replace(one, move=other)) is None


def test_what_is_said_of_an_island_can_be_seen():
    """Fires leave as many islands as can be counted; what a clue goes with stands on the island and shares a tag."""
    pack = jeton.make("guardians").ruleset.pack
    things = {thing.id: thing for scene in (*pack.islands, *pack.postcards) for thing in scene.elements}
    told = Counter()
    for one in SHIPPED:
        view, giver = one.view(), COLOURS.index(one.move.split()[2])
        near = neighbours(view.board)
        for fact in one.why:
            told[fact.kind] += 1
            values = fact.values
            if fact.kind == "akin":
                tags = set(pack.lexicon[things[values["thing"]].icon].tags)
                for thing in values["things"].split():
                    assert thing.startswith(f"{values['island']}."), one.id
                    assert tags & set(pack.lexicon[things[thing].icon].tags), one.id
            elif fact.kind == "fires":
                lit = [fire.island for fire in view.fires if fire.seat == giver]
                left = set(near[lit[0]]).intersection(*(near[island] for island in lit)) - set(lit)
                assert len(left - set(view.face_down)) == values["count"], one.id
            elif fact.kind == "unsaid":
                assert values["thing"].startswith(f"{values['card']}."), one.id
            else:
                assert values["percent"] == round(100 * one.chances[one.move]) or fact.kind == "likely", one.id
    assert set(told) == {"akin", "fires", "unsaid", "likely"}


def test_mining_finds_the_same_again_and_none_twice():
    first = list(islice(puzzles.mine("guardians", 3, 2), 1))
    again = list(islice(puzzles.mine("guardians", 3, 2), 1))

    assert first == again
    assert len(first) == 1
    assert msgspec.json.decode(msgspec.json.encode(first[0]), type=Puzzle) == first[0]
    assert choose([]) == []
