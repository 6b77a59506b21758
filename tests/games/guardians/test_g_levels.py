"""Sections 8 and 10: what the levels switch on, memory, and the clock."""

import msgspec
import pytest

from jeton.core.errors import WrongSeat
from jeton.core.match import Header, Match
from jeton.games.guardians.position import Effect, Fire
from jeton.games.guardians.ruleset import LEVELS
from tests.games.guardians.table import Table, game, island


def test_g90_levels_are_presets_of_flags():
    assert LEVELS[1] == {
        "flip_found": True,
        "beacon_fires": True,
        "mixed_rewards": False,
        "powers": False,
        "clock": False,
        "goal": 12,
    }
    for level in (2, 3, 4):
        ruleset = game(level=level).ruleset
        assert (ruleset.flip_found, ruleset.beacon_fires) == (False, False)
        assert (ruleset.mixed_rewards, ruleset.powers, ruleset.goal) == (level > 2, level > 2, 20 if level > 2 else 12)
        assert ruleset.clock == (level == 4)


@pytest.mark.parametrize("flag", ["flip_found", "beacon_fires", "mixed_rewards", "powers", "clock"])
def test_g90_a_custom_table_sets_each_flag_by_itself(flag):
    for level in (1, 2, 3, 4):
        for value in (False, True):
            ruleset = game(level=level, **{flag: value}).ruleset
            assert getattr(ruleset, flag) is value
            others = {name: getattr(ruleset, name) for name in LEVELS[level] if name != flag}
            assert others == {name: on for name, on in LEVELS[level].items() if name != flag}


def test_g90_fires_and_powers_at_one_table():
    table = Table(4, 3, guards={"A": "7"}, near={7: [12]}, beacon_fires=True, flip_found=True)
    table.give("A", "wand").do("B clue", "B boat 12 A").reveal()
    assert table.fires == {("A", 12)}
    table.do("A play wand 12")  # several fires of a colour may lie on one island (G55)
    assert table.position.fires == (Fire(0, island(12)), Fire(0, island(12), wand=True))


def test_g91_level_1_turns_tiles_and_lights_fires():
    table = Table(4, 1, guards={"A": "7 treasure", "C": "20"}, near={20: [21]})
    table.do("B clue", "B boat 7 A", "B boat 21 C").reveal()
    assert table.view(None).face_down == (island(7),)
    assert table.fires == {("C", 21)}


@pytest.mark.parametrize("level", [2, 3])
def test_g92_a10_found_islands_stay_face_up_and_look_like_any_other(level):
    table = Table(4, level, guards={"A": "7 treasure"}).play_round("B clue", "B boat 7 A")
    view = table.view("C")
    assert (view.face_down, view.found, view.history) == ((), (), ())


def test_g93_no_fires_from_level_2_on():
    for level in (2, 3):
        table = Table(4, level, guards={"A": "7"}, near={7: [12]}).do("B clue", "B boat 12 A")
        table.reveal()
        assert table.fires == set()
        assert table.view(None).players[0].fire_tokens == 4


def test_g94_boats_may_land_on_a_found_island():
    table = Table(4, 2, guards={"A": "7 treasure"}).play_round("B clue", "B boat 7 A")
    table.do("B clue", "B boat 7 C")
    assert table.position.boats[0].island == island(7)


@pytest.mark.parametrize(("level", "aid"), [(1, False), (2, False), (3, False), (2, True), (3, True)])
def test_g95_the_last_resolution_is_readable_until_the_next_search(level, aid):
    table = Table(4, level, guards={"A": "7 treasure"}, memory_aid=aid).do("B clue", "B boat 7 A")
    table.reveal()
    assert table.view("C").resolution.discoveries[0].location == island(7)
    table.search_again()
    view = table.view("C")

    assert view.resolution is None
    remembers = level == 1 or aid
    assert bool(view.history) == remembers
    assert bool(view.found) == remembers
    assert (view.since == 1) == remembers
    text = msgspec.json.encode(msgspec.structs.replace(view, board=(), hand=None, moves=())).decode()
    assert (island(7) in text) == remembers


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_g95_who_comes_after_a_reveal_is_told_its_clues_until_the_next_search(level):
    table = Table(4, level, guards={"A": "7 treasure"}).play_round("A clue", "C clue").do("A clue", "C clue")
    clues = tuple(clue for clue in table.position.clues if clue.seat == 0)
    assert [clue.round for clue in clues] == [1, 2], "this tests nothing"
    table.do("B clue", "B boat 7 A")
    assert table.view(None).resolution is None
    table.reveal()

    for viewer in (None, "A", "D"):
        view = table.view(viewer)
        assert view.resolution.clues == clues
        assert not [clue for clue in view.clues if clue.seat == 0]
    table.search_again()
    assert table.view(None).resolution is None


def test_g95_the_log_forgets_old_rounds():
    def lines(level: int) -> list[int]:
        match = Match(
            game(level=level), Header(title="guardians", version=1, seats=3, options={"level": level}, key="ab" * 16)
        )
        while match.position.round < 2:
            for seat in match.actors:
                moves = match.moves(seat)
                match.play(moves[-1] if moves[-1] == "ready" else moves[0], seat=seat)
        last = match.n
        assert match.reports(0) == match.reports(0)
        first = [report.n for report in match.reports(0)]
        match.play(match.moves(0)[0], seat=0)
        return [*first, last, *(report.n for report in match.reports(None))]

    remembered, forgotten = lines(1), lines(2)
    assert remembered[0] == 1
    assert forgotten == [forgotten[0], forgotten[0] + 1]


def test_g95_everything_may_be_read_when_the_match_is_over():
    table = Table(4, 2).play_round()
    assert table.view(None).since > 1
    table.coins(A=(12, 0)).reveal()
    assert table.view(None).since == table.game.since(table.position) == 1


def test_g95_everything_may_be_read_when_all_others_have_given_up():
    match = Match(game(level=2), Header(title="guardians", version=1, seats=3, options={"level": 2}, key="ab" * 16))
    while match.position.round < 2:
        for seat in match.actors:
            moves = match.moves(seat)
            match.play(moves[-1] if moves[-1] == "ready" else moves[0], seat=seat)
    match.resign(1)
    assert match.view(0).since > 1
    assert match.reports(0) == []
    match.resign(2)

    assert match.view(0).since == 1
    assert match.reports(0)[0].n == 1


def test_g130_a_search_phase_of_60_seconds():
    table = Table(4, 4).do("A clue @5000")
    assert (table.position.clock.kind, table.game.alarm(table.position)) == ("bell", 65_000)
    table.tick()
    assert table.position.phase == "interlude"
    table.search_again()
    assert table.position.clock.kind == "start"


def test_g131_the_first_clue_starts_the_clock_not_a_boat():
    table = Table(4, 4)
    table.reveal()
    table.position = msgspec.structs.replace(table.position, effects=(Effect("hourglass", 1, 0, -1, 0),))
    table.search_again()
    before = table.position.clock
    table.do(f"A boat 7 B @{table.now + 1000}")
    assert table.position.clock == before
    table.do(f"B clue @{table.now + 1000}")
    assert (table.position.clock.kind, table.position.clock.at) == ("bell", table.now + 60_000)
    bell = table.position.clock
    table.do(f"C clue @{table.now + 1000}")
    assert table.position.clock == bell


def test_g132_a13_nothing_counts_after_the_bell():
    table = Table(4, 4).do("A clue @0", "A boat 7 B @59999")
    for line in ("A boat 8 B @60000", "B clue @60000", "B clue @99999"):
        assert table.refused(line).rule == "G132"
    table.do("B clue @59999")


def test_g132_the_late_go_without():
    table = Table(4, 4, guards={"A": "7 treasure"}).do("B clue @0", "B boat 7 A @100").tick()
    assert table.gold == (2, 2, 0, 0)
    assert table.position.resolution.boats[0].seat == 1


def test_g133_the_phase_ends_early_when_all_are_done():
    table = Table(3, 4).do("A clue @0", "B clue", "C clue", "A boat 1 B", "A boat 2 B", "B boat 1 A", "B boat 2 A")
    table.do("C boat 1 A @4000")
    assert table.position.phase == "search"
    table.do("C boat 2 A @5000")
    assert table.position.phase == "interlude"


def test_g134_the_server_starts_the_clock_after_90_seconds():
    table = Table(4, 4)
    assert (table.position.clock.kind, table.game.alarm(table.position)) == ("start", 90_000)
    table.tick(late=7)
    assert (table.position.clock.kind, table.game.alarm(table.position)) == ("bell", 150_007)
    assert table.game.actors(table.position) == (0, 1, 2, 3)
    table.do("A clue @120000")
    assert table.game.alarm(table.position) == 150_007
    table.tick()
    assert table.position.phase == "interlude"


def test_g134_a_late_first_clue_still_starts_the_clock_itself():
    table = Table(4, 4).do("A clue @95000")  # the tick was due at 90 s but had not come
    assert table.game.alarm(table.position) == 155_000


def test_a_seat_that_is_done_waits_for_the_bell():
    table = Table(4, 4).do("A clue @0", "A boat 7 B", "A boat 8 B")
    with pytest.raises(WrongSeat):
        table.do("A boat 9 B @100")
