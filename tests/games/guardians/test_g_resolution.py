"""Section 5: reveal, discoveries, payment and beacon fires."""

from itertools import permutations

import pytest

from jeton.games.guardians.position import Fire
from jeton.games.guardians.resolve import finders_of
from tests.games.guardians.table import Table, island


def test_g45_the_reveal_makes_all_boats_public_in_order():
    table = Table(4).do("A clue", "B clue", "B boat 7 A", "A boat 7 C", "A boat 9 D")
    table.reveal()

    for letter in ("A", "D", None):
        boats = table.view(letter).resolution.boats
        assert [(boat.seat, boat.sought) for boat in boats] == [(1, 0), (0, 2), (0, 3)]
        assert boats[0].seq < boats[1].seq < boats[2].seq


def test_g46_boats_that_seek_somebody_else_are_ignored():
    table = Table(5, guards={"A": "7 treasure", "D": "8", "E": "9"})
    table.do(*(f"{letter} clue" for letter in "BCDE"))
    table.do("C boat 7 D", "B boat 7 E", "E boat 7 A", "D boat 7 B", "B boat 7 A")

    assert finders_of(table.position, 0) == (4, 1)


def test_g47_a_found_guardian_reveals_location_and_reward():
    table = Table(4, guards={"A": "7 egg"}).do("B clue", "B boat 7 A")
    table.reveal()

    (found,) = table.view(None).resolution.discoveries
    assert (found.guardian, found.location, found.reward) == (0, island(7), "egg")


def test_g47_a19_the_reward_is_revealed_with_its_location():
    table = Table(4, guards={"A": "7 egg", "B": "8 treasure"}).do("C clue", "C boat 7 A")
    table.reveal()

    assert [found.reward for found in table.view("D").resolution.discoveries] == ["egg"]


@pytest.mark.parametrize(
    ("finders", "gold", "guardian"),
    [("B", (2,), 2), ("BC", (2, 1), 3), ("DBC", (2, 1, 1), 3), ("EDBC", (2, 1, 1, 1), 3)],
)
@pytest.mark.parametrize("reward", ["treasure", "alatyr"])
def test_g48_g49_first_finder_gets_two(finders, gold, guardian, reward):
    table = Table(5, guards={"A": f"7 {reward}"})
    table.do(*(f"{letter} clue" for letter in finders), *(f"{letter} boat 7 A" for letter in finders))
    table.reveal()

    assert table.player("A").gold == guardian
    assert tuple(table.player(letter).gold for letter in finders) == gold
    red = 0 if reward == "treasure" else 1
    assert {table.player(letter).coins for letter in ("A", *finders)} == {red}
    assert sum(table.gold) == (4, 6, 7, 8)[len(finders) - 1]
    assert sum(table.red) == red * (len(finders) + 1)


def test_g48_a_boat_next_door_earns_nothing():
    table = Table(4, guards={"A": "7 treasure"}, near={7: [12]}).do("B clue", "B boat 12 A")
    table.reveal()
    assert table.gold == (0, 0, 0, 0)


@pytest.mark.parametrize("level", [1, 2])
def test_g49_powers_are_ignored_in_levels_1_and_2(level):
    table = Table(4, level, guards={"A": "7 alatyr"}).do("B clue", "B boat 7 A")
    table.reveal()

    assert (table.gold, table.red) == ((2, 2, 0, 0), (1, 1, 0, 0))
    assert table.position.spent == ("alatyr",)
    assert table.position.resolution.discoveries[0].power == ""


def test_g50_guardians_in_the_order_of_their_first_correct_boat():
    table = Table(4, guards={"A": "7 treasure", "B": "8 treasure", "C": "9 treasure"})
    table.do("D clue", "A clue", "B clue", "D boat 9 C", "A boat 8 B", "B boat 7 A", "D boat 8 B")
    table.reveal()

    assert [found.guardian for found in table.position.resolution.discoveries] == [2, 1, 0]


def test_g50_without_powers_the_order_has_no_effect():
    results = set()
    for order in permutations(["A boat 8 B", "B boat 7 A", "D boat 9 C"]):
        table = Table(4, guards={"A": "7 treasure", "B": "8 egg", "C": "9 treasure"})
        table.do("D clue", "A clue", "B clue", *order).reveal()
        results.add((table.gold, table.red))
    assert len(results) == 1


def test_g51_several_incomes_in_one_resolution():
    table = Table(4, guards={"A": "7 treasure", "B": "8 treasure", "C": "9 treasure"})
    table.do("A clue", "B clue", "A boat 8 B", "A boat 9 C", "B boat 7 A").reveal()

    assert table.gold == (2 + 2 + 2, 2 + 2, 2, 0)


def test_g52_no_penalty_for_a_wrong_boat():
    table = Table(4, guards={"A": "7"}).coins(B=(3, 1)).do("B clue", "B boat 1 A", "B boat 2 A")
    table.reveal()
    assert table.player("B").score == 4


def test_g53_boats_on_adjacent_islands_light_a_fire():
    table = Table(4, guards={"A": "7 treasure", "B": "20"}, near={7: [12, 3]})
    table.do("B clue", "C clue", "B boat 12 A", "C boat 3 A", "C boat 24 A").reveal()
    far = ("A", 24) if island(24) in table.near(7) else None

    assert table.fires - {far} == {("A", 12), ("A", 3)}
    assert set(table.position.resolution.fires) == set(table.position.fires)


def test_g53_a_boat_two_steps_away_lights_nothing():
    table = Table(4, guards={"A": "7"})
    far = next(n for n in range(1, 25) if island(n) not in (*table.near(7), island(7)))
    table.do("B clue", f"B boat {far} A").reveal()
    assert table.fires == set()


def test_g54_only_the_sought_guardian_answers():
    table = Table(4, guards={"A": "7", "C": "20"}, near={7: [12], 20: [21]})
    table.do("B clue", "B boat 12 C", "B boat 12 A").reveal()

    assert table.fires == {("A", 12)}


def test_g55_a24_a_fire_for_each_boat():
    table = Table(4, guards={"A": "7", "B": "12"}, near={7: [12, 3]})
    table.play_round("B clue", "C clue", "B boat 3 A", "C boat 3 A")
    assert table.position.fires == (Fire(0, island(3)),) * 2
    assert table.view(None).players[0].fire_tokens == 2
    table.do("D clue", "D boat 3 A").reveal()
    assert [fire for fire in table.position.fires if fire.seat == 0] == [Fire(0, island(3))] * 3


def test_g55_g56_every_fire_takes_a_token():
    table = Table(5, guards={"A": "7"}, near={7: [3, 4]})
    table.change(fires=(Fire(0, island(4)),) * 2)
    table.do(*(f"{letter} clue" for letter in "BCDE"), *(f"{letter} boat 3 A" for letter in "BCDE")).reveal()
    assert table.position.fires == (Fire(0, island(4)),) * 2 + (Fire(0, island(3)),) * 2
    assert table.view(None).players[0].fire_tokens == 0


def test_g55_two_colours_may_burn_on_one_island():
    table = Table(4, guards={"A": "7", "B": "12"}, near={7: [12, 3]})
    shared = next(n for n in range(1, 25) if island(n) in table.near(7) and island(n) in table.near(12))
    table.do("C clue", f"C boat {shared} A", f"C boat {shared} B").reveal()
    assert table.fires == {("A", shared), ("B", shared)}


def test_g56_earlier_boats_first_when_tokens_are_short():
    table = Table(4, guards={"A": "7"}, near={7: [1, 2, 3, 4, 5]})
    table.change(fires=tuple(Fire(0, island(n)) for n in (1, 2, 3)))
    table.do("B clue", "C clue", "C boat 5 A", "B boat 4 A").reveal()
    assert table.fires == {("A", n) for n in (1, 2, 3, 5)}


def test_g57_lighting_is_not_optional():
    table = Table(4, guards={"A": "7"}, near={7: [12]}).do("B clue", "B boat 12 A")
    assert table.game.actors(table.position) != ()
    table.reveal()
    assert table.fires == {("A", 12)}
    assert all(not move.startswith("fire") for move in table.moves("A"))


def test_g58_what_a_fire_and_its_absence_say():
    from jeton.games.guardians.redeal import candidates

    table = Table(4, guards={"A": "7", "C": "20"}, near={7: [12], 20: [21]})
    far = next(n for n in range(1, 25) if island(n) not in (*table.near(7), *table.near(12), island(7), island(12)))
    table.do("B clue", "B boat 12 A", f"B boat {far} A").reveal()
    view = table.view("B")
    possible = candidates(table.game.ruleset, view, table.game.ruleset.pack.island_ids)[0]

    assert island(7) in possible
    assert set(possible) <= set(table.near(12))
    assert not set(possible) & {island(12), island(far), *table.near(far)}


def test_g59_a8_no_fires_for_a_guardian_found_this_round():
    table = Table(4, guards={"A": "7 treasure"}, near={7: [12]})
    table.do("B clue", "C clue", "B boat 12 A", "C boat 7 A").reveal()
    assert table.fires == set()
