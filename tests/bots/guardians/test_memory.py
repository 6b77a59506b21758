"""What a bot remembers at levels 2 to 4 (G95): most is lost early, what concerned it stays longer, nothing returns."""

from itertools import pairwise

import pytest

from jeton.bots.guardians import LEVELS
from jeton.bots.guardians.memory import Memory, lasting
from jeton.games.guardians.position import Boat, Discovery, Resolution

ISLANDS = [f"island{n}" for n in range(24)]
MARKS = 60
ME, OTHER, SOUGHT, FOUND = 0, 1, 2, 3


def boats(seat, islands, round_=1):
    """Return a round in which a seat sends boats to these islands, all in vain."""
    return Resolution(round=round_, boats=tuple(Boat(seat, island, SOUGHT, n) for n, island in enumerate(islands)))


def kept(level, rounds, seat=OTHER):
    """Return the share of a seat's wrong boats that minds of a level know after so many rounds."""
    known = 0
    for mark in range(MARKS):
        memory = Memory(str(mark), LEVELS[level].keep, ME)
        memory._read(boats(seat, ISLANDS))
        memory.round = 1 + rounds
        known += len(memory.wrong_of(SOUGHT, all_of_them=False))
    return known / (MARKS * len(ISLANDS))


@pytest.mark.parametrize("level", LEVELS)
def test_much_is_lost_in_the_first_round_and_ever_less_later(level):
    shares = [kept(level, rounds) for rounds in range(8)]
    lost = [1 - after / before for before, after in pairwise(shares)]

    assert shares[0] == 1.0
    assert shares[1] == pytest.approx(LEVELS[level].keep, abs=0.04)
    assert shares[7] == pytest.approx(LEVELS[level].keep ** 3, abs=0.04), "2, 4, 8 rounds: each doubling takes as much"
    assert lost[0] > sum(lost[4:7]) / 3


@pytest.mark.parametrize("level", LEVELS)
def test_ones_own_boat_is_forgotten_half_as_easily(level):
    lost = [1 - kept(level, 1, seat) for seat in (ME, OTHER)]

    assert lost[0] == pytest.approx(lost[1] / 2, abs=0.03)


def test_higher_levels_remember_more():
    shares = [kept(level, 3) for level in ("easy", "normal", "hard")]

    assert shares == sorted(shares)
    assert lasting(1.0, 50) == 1.0


def test_what_is_forgotten_does_not_come_back():
    memory = Memory("x", LEVELS["easy"].keep, ME)
    memory._read(boats(OTHER, ISLANDS))
    known = set(ISLANDS)
    for memory.round in range(1, 12):
        now = set(memory.wrong_of(SOUGHT, all_of_them=False))
        assert now <= known
        known = now
    assert known < set(ISLANDS)


def test_a_boat_that_goes_there_again_makes_it_fresh():
    memory = Memory("x", LEVELS["easy"].keep, ME)
    memory._read(boats(OTHER, ISLANDS))
    memory.told = 4
    memory._read(boats(OTHER, ISLANDS[:12], 5))
    memory.round = 5

    assert set(ISLANDS[:12]) <= set(memory.wrong_of(SOUGHT, all_of_them=False)) < set(ISLANDS)


def test_who_found_or_lost_a_location_remembers_it_longer():
    shares = []
    for guardian, finder in ((FOUND, OTHER), (FOUND, ME), (ME, OTHER)):
        known = 0
        for mark in range(600):
            memory = Memory(str(mark), LEVELS["easy"].keep, ME)
            gold = (0,) * 4
            found = Discovery(guardian, "ember_forge", "2", (finder,), gold, gold)
            memory._read(Resolution(round=1, boats=(), discoveries=(found,)))
            memory.round = 2
            known += memory.found() == ["ember_forge"]
        shares.append(known / 600)

    assert shares[0] == pytest.approx(0.6, abs=0.05)
    assert shares[1] == shares[2] == pytest.approx(0.8, abs=0.05)


def test_a_new_location_of_a_guardian_is_nobodys_concern_yet():
    memory = Memory("x", LEVELS["easy"].keep, ME)
    memory._read(boats(ME, ["a"]))
    assert memory.own == {SOUGHT, (SOUGHT, "a")}

    found = Discovery(SOUGHT, "b", "2", (OTHER,), (0,) * 4, (0,) * 4)
    memory._read(Resolution(round=2, boats=(), discoveries=(found,)))
    assert memory.own == set()
