"""Section 13: every table option, on and off."""

import pytest

from jeton.core.errors import BadOption
from jeton.core.shuffle import Stream
from jeton.games.guardians.board import lay_board, neighbours, shape, steps
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.ruleset import OPTIONS
from tests.games.guardians.table import Table, game, island


@pytest.mark.parametrize(("owned", "boats"), [(3, 3), (4, 4)])
def test_o1_a4_boats_owned_is_the_cap(owned, boats):
    table = Table(4, 3, boats_owned=owned).give("A", "club", "stone")
    table.reveal()
    table.do("A play club", "A play stone boat").search_again()
    assert table.player("A").boats_left == boats
    assert table.player("B").boats_left == 2


def test_o2_a2_choose_pile_at_the_start():
    table = Table(4, choose_pile=True)
    assert (table.position.phase, table.position.round) == ("setup", 0)
    assert table.view("A").piles == table.player("A").piles
    assert len(table.view("A").piles) == 3
    assert table.view("B").piles != table.view("A").piles
    assert table.view(None).piles == ()
    assert table.moves("A") == ("pile 1", "pile 2", "pile 3")
    wanted, piles = table.player("A").piles[1], table.player("A").piles
    assert table.refused("A clue").rule == "O2"
    table.do("A pile 2")
    assert (table.player("A").active, table.player("A").piles) == (wanted, (piles[0], piles[2]))
    table.do("B pile 1", "C pile 3", "D pile 1")
    assert (table.position.phase, table.position.round) == ("search", 1)


def test_o2_choose_again_at_every_change():
    table = Table(4, choose_pile=True, goal=30).do(*(f"{letter} pile 1" for letter in "ABCD"))
    table.hold(A="7 treasure").do("B clue", "B boat 7 A").reveal()
    assert table.player("A").active is None
    assert table.game.alarm(table.position) == table.now + table.told + 30_000
    assert table.refused("A ready").rule == "O2"
    assert table.refused("A pile 3").rule == "O2"
    assert table.refused("B pile 1").rule == "O2"
    wanted = table.player("A").piles[1]
    table.do("A pile 2", "A ready")
    assert table.player("A").active == wanted
    table.search_again().hold(A="8 treasure").do("B clue", "B boat 8 A").reveal()
    assert table.player("A").active is not None  # one pile left: nothing to choose
    assert table.player("A").piles == ()


def test_o2_the_server_takes_the_first_pile_when_time_is_up():
    table = Table(4, choose_pile=True)
    first = table.player("A").piles[0]
    assert table.game.alarm(table.position) == 30_000
    table.do("B pile 2").tick()
    assert table.player("A").active == first
    assert table.position.phase == "search"
    table.hold(A="7 treasure").do("B clue", "B boat 7 A").reveal()
    next_one = table.player("A").piles[0]
    table.search_again()
    assert table.player("A").active == next_one


def test_o2_off_nobody_chooses():
    table = Table(4, guards={"A": "7 treasure"}).do("B clue", "B boat 7 A")
    table.reveal()
    assert table.refused("A pile 1").rule == "O2"
    assert not any(move.startswith("pile") for move in table.moves("A"))


def test_o3_allow_fewer_boats():
    table = Table(4, allow_fewer_boats=True)
    assert table.refused("A stop").rule == "G29"
    table.do("A clue")
    assert "stop" in table.moves("A")
    assert table.do("A stop").state("A") == "done"
    assert table.do("B clue", "B boat 7 A", "B stop").state("B") == "done"


def test_o4_distinct_targets():
    table = Table(4, distinct_targets=True).do("A clue", "A boat 7 B")
    assert table.refused("A boat 8 B").rule == "O4"
    assert table.refused("A boat 7 B").rule == "G36"
    assert not any(move.endswith("red") for move in table.moves("A"))
    table.do("A boat 7 C")


def test_o4_never_more_boats_than_others_to_seek():
    table = Table(3, 3, distinct_targets=True).give("A", "club")
    table.reveal()
    table.do("A play club").search_again().do("A clue", "A boat 7 B", "A boat 7 C")
    assert table.state("A") == "done"


def test_o5_wand_adjacent():
    table = Table(4, 3, guards={"A": "7"}, near={7: [12]}, wand_adjacent=True).give("A", "wand")
    table.reveal()
    assert table.refused("A play wand 7").rule == "O5"
    assert len([move for move in table.moves("A") if move.startswith("play wand")]) == len(table.near(7))
    table.do("A play wand 12")
    assert table.fires == {("A", 12)}


def test_o5_with_o2_a_pile_comes_first():
    table = Table(4, 3, wand_adjacent=True, choose_pile=True, goal=30).do(*(f"{letter} pile 1" for letter in "ABCD"))
    table.hold(A="7 wand").do("B clue", "B boat 7 A").reveal()
    assert table.refused("A play wand 12").rule == "O2"
    table.do("A pile 1")
    assert any(move.startswith("play wand") for move in table.moves("A"))


@pytest.mark.parametrize("seconds", [60, 90, 120, 180])
def test_o6_idle_guard(seconds):
    table = Table(4, idle_guard=seconds).do("A clue @500")
    assert table.game.alarm(table.position) == 500 + 1000 * seconds
    assert Table(4, idle_guard=0).do("A clue").position.clock is None
    assert Table(4, 4, idle_guard=seconds).do("A clue @500").position.clock.at == 60_500


@pytest.mark.parametrize("goal", [8, 30])
def test_o7_goal(goal):
    for level in (1, 3):
        table = Table(4, level, goal=goal).coins(A=(goal - 1, 0))
        table.play_round()
        table.coins(A=(goal, 0)).reveal()
        assert table.position.phase == "end"


def test_o8_memory_aid_keeps_old_rounds_readable():
    for aid in (False, True):
        table = Table(4, 2, guards={"A": "7 treasure"}, memory_aid=aid).play_round("B clue", "B boat 7 A")
        table.play_round()
        view = table.view("C")
        assert len(view.history) == 2 * aid
        assert view.found == ((island(7),) if aid else ())
        assert view.spent == (("treasure",) if aid else ())
        assert (view.since == 1) == aid


def test_o9_auto_play_kept():
    table = Table(4, 3, auto_play_kept=True, guards={"A": "7"}).coins(C=(3, 0))
    table.give("A", "trident", "stone", "wand", "apple").give("B", "kunee")
    table.reveal()
    assert table.player("A").kept == table.player("B").kept == ()
    assert [(effect.legend, effect.on) for effect in table.position.effects] == [("trident", 2), ("stone", 0)]
    (fire,) = table.position.fires
    assert fire.wand
    assert fire.island in table.near(7)
    assert (table.player("A").armed, table.player("C").armed) == (("apple",), ("kunee",))
    assert table.game.alarm(table.position) == table.now + table.told + 15_000


def test_o9_what_cannot_be_played_stays():
    from jeton.games.guardians.position import Fire

    table = Table(4, 3, auto_play_kept=True).give("A", "wand")
    table.change(fires=tuple(Fire(0, island(n)) for n in (1, 2, 3, 4)))
    table.reveal()
    assert table.player("A").kept == ("wand",)


def test_o12_powers_between_rounds():
    table = Table(4, 3, powers_between_rounds=True).give("A", "club")
    assert table.refused("A play club").rule == "O12"
    assert not [move for move in table.moves("A") if move.startswith("play ")]
    table.reveal()
    table.do("A play club").search_again()
    assert table.player("A").boats_left == 3


@pytest.mark.parametrize("kind", ["random", "compact", "ring"])
def test_o10_board_shapes(kind):
    islands = game().ruleset.pack.island_ids
    for seed in range(5):
        board = lay_board(kind, islands, Stream(bytes([seed]) * 16, "board"))
        near = neighbours(board)
        assert {cell.island for cell in board} == set(islands)
        assert len({(cell.q, cell.r) for cell in board}) == 24
        assert all(len(others) >= 2 for others in near.values())
    assert Table(4, board=kind).position.board == Table(4, board=kind).position.board


def test_o10_compact_is_close_and_the_ring_is_open():
    stream = Stream(bytes(16), "x")
    assert sum(steps(*cell) <= 2 for cell in shape("compact", stream)) == 19
    assert all(steps(*cell) >= 2 for cell in shape("ring", stream))
    assert max(steps(*cell) for cell in shape("ring", stream)) == 3


def test_o11_level():
    assert [game(level=level).ruleset.level for level in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert Guardians().options["level"] == 1


def test_every_option_has_its_default_and_takes_its_values():
    defaults = Guardians().options
    assert defaults == {option.name: option.default for option in OPTIONS}
    for option in OPTIONS:
        for value in option.values:
            assert Guardians({option.name: value}).options[option.name] == value


@pytest.mark.parametrize(
    "options",
    [{"levels": 1}, {"level": 5}, {"level": "1"}, {"level": True}, {"goal": 7}, {"goal": 31}, {"choose_pile": 1},
     {"idle_guard": 61}, {"board": "square"}, {"pack": "nobody's"}, {"powers": "on"}],
)  # fmt: skip
def test_bad_options_are_refused_in_words(options):
    with pytest.raises(BadOption, match=next(iter(options))):
        Guardians(options)


def test_options_rebuild_the_game():
    made = Guardians({"level": 3, "goal": 25})
    assert eval(repr(made), {"Guardians": Guardians}) == made  # noqa: S307
    assert made != Guardians({"level": 3})
    assert len({made, Guardians(made.options), Guardians()}) == 2


def test_g130_a_table_may_have_a_longer_or_a_shorter_minute():
    table = Table(4, 4, bell=5).do("A clue")
    assert table.game.alarm(table.position) == table.now + 5000
    table.tick()
    assert table.position.phase != "search"
