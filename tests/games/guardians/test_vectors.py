"""The test vectors of section 14, word for word."""

import msgspec
import pytest

from jeton.games.guardians.position import Effect, Fire
from tests.games.guardians.table import Table, island


def test_vector_1_payment():
    table = Table(4, guards={"A": "7 treasure", "D": "8"})
    table.do("C clue", "B clue", "D clue").do("C boat 7 D", "B boat 7 A", "D boat 7 A", "C boat 7 A")
    table.reveal()

    assert table.gold == (3, 2, 1, 1)
    assert table.red == (0, 0, 0, 0)


def test_vector_2_legend():
    table = Table(4, guards={"A": "7 alatyr"})
    table.do("B clue", "B boat 7 A").reveal()

    assert (table.gold, table.red) == ((2, 2, 0, 0), (1, 1, 0, 0))


def test_vector_3_two_incomes():
    table = Table(4, guards={"A": "7 treasure", "B": "8 treasure"})
    table.do("B clue", "C clue", "B boat 7 A", "C boat 8 B").reveal()

    assert table.gold == (2, 4, 2, 0)


@pytest.mark.parametrize("level", [1, 2])
def test_vector_4_fire(level):
    def sail(*lines: str) -> set[tuple[str, int]]:
        table = Table(4, level, guards={"A": "7 treasure", "C": "20"}, near={7: [12], 20: [21]})
        table.do("B clue", "D clue", *lines).reveal()
        return table.fires

    assert sail("B boat 12 A") == ({("A", 12)} if level == 1 else set())
    assert sail("B boat 12 C") == set()
    assert sail("B boat 12 A", "D boat 7 A") == set()


def test_vector_5_fire_supply():
    table = Table(4, guards={"A": "7 treasure"}, near={7: [12, 3, 1, 2, 4]}, boats_owned=4)
    table.change(fires=tuple(Fire(0, island(n)) for n in (1, 2, 4)), seq=29)
    table.do("B clue", "B boat 12 A")
    table.change(seq=33)
    table.do("C clue", "C boat 3 A")
    assert [boat.seq for boat in table.position.boats] == [31, 35]
    table.reveal()

    assert table.fires == {("A", n) for n in (1, 2, 4, 12)}


def test_vector_6_postcards():
    table = Table(4)
    p = (None, *table.position.open, *table.position.postcards)
    assert table.position.open == (p[1], p[2])
    table.do("A clue 2")
    clue = table.position.clues[0]
    table.play_round()
    assert table.position.open == (p[1], p[2], p[3])
    table.play_round()
    assert table.position.open == (p[2], p[3], p[4])
    assert clue in table.position.clues
    table.reveal()
    assert clue not in table.position.clues
    table.search_again()

    assert table.position.open == (p[3], p[4], p[5])


def test_vector_7_new_pile():
    table = Table(4, goal=30)
    for number in (7, 8, 9):
        table.hold(A=f"{number} treasure")
        deck, rewards = table.position.locations, table.position.rewards
        table.play_round("B clue", f"B boat {number} A")

    hand = table.player("A").active
    assert table.player("A").piles == ()
    assert (hand.location, hand.reward) == (deck[0], rewards[0])
    assert table.position.locations == deck[1:]


@pytest.mark.parametrize(("red_of_a", "winners"), [(2, (1,)), (3, (0, 1))])
def test_vector_8_end(red_of_a, winners):
    table = Table(4).coins(A=(13 - red_of_a, red_of_a), B=(10, 3), C=(12, 0))
    table.reveal()

    outcome = table.game.outcome(table.position)
    assert outcome.winners == winners
    assert outcome.points == (13, 13, 12, 0)


def test_vector_9_scales():
    table = Table(4, 3, guards={"C": "7 scales"}).coins(A=(5, 1), B=(2, 0), C=(2, 2), D=(1, 0))
    table.do("B clue", "B boat 7 C")  # B and C get 2 each: 5, 4, 4, 1
    table.reveal()

    assert table.gold == (3, 3, 3, 3)
    assert table.red == (1, 1, 3, 0)


def test_vector_10_excalibur():
    table = Table(4, 3, guards={"A": "7 excalibur"})
    table.do("B clue", "C clue", "B boat 7 A", "C boat 7 A").reveal()

    assert (table.gold, table.red) == ((3, 0, 0, 0), (1, 0, 0, 0))


def test_vector_11_kunee_and_apple():
    table = Table(4, 3, guards={"A": "7 treasure", "C": "8 treasure"})
    table.give("B", "kunee", "apple", how="armed")
    table.do("B clue", "B boat 7 A", "B boat 8 C").reveal()

    first, second = table.position.resolution.discoveries
    assert (first.guardian, first.gold) == (0, (2, 0, 0, 0))
    assert (second.guardian, second.gold) == (2, (0, 4, 2, 0))
    assert table.player("B").armed == ()


def test_vector_12_allowances():
    table = Table(4, 3).give("A", "club", "stone")
    table.reveal()
    table.do("A play club", "A play stone boat").search_again()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (0, 3)

    table = Table(4, 3)
    table.reveal()
    trident = Effect("trident", 0, 1, 0, -1)
    table.position = msgspec.structs.replace(table.position, effects=(trident, trident))
    table.search_again()
    assert table.player("B").boats_left == 0
    table.do("B clue")
    assert table.state("B") == "done"


def test_vector_13_clock():
    table = Table(4, 4).do("A clue @10000", "A boat 7 B @69900")
    assert len(table.position.boats) == 1

    assert table.refused("A boat 8 B @70000").rule == "G132"


def test_vector_14_order():
    table = Table(4, guards={"A": "7 treasure"})
    table.do("D clue", "B clue").do("B boat 7 A", "D boat 7 A").reveal()

    assert table.position.resolution.discoveries[0].finders == (1, 3)
    assert table.gold == (3, 2, 0, 1)


def test_vector_15_duplicate():
    table = Table(4).do("B clue", "B boat 7 A")

    assert table.refused("B boat 7 A").rule == "G36"
    for accepted in ("B boat 7 C", "B boat 8 A"):
        assert len(Table(4).do("B clue", "B boat 7 A", accepted).position.boats) == 2
