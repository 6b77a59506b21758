"""Sections 3 and 4: the round, clues and boats."""

import pytest

from jeton.core.errors import MatchOver, WrongSeat
from jeton.core.game import Entry
from jeton.games.guardians.position import Clue, Effect
from tests.games.guardians.table import Table, game, island


def test_g18_all_act_at_once():
    table = Table(5)
    assert table.game.actors(table.position) == (0, 1, 2, 3, 4)
    table.do("E clue", "B clue", "E boat 1 A", "A clue", "E boat 2 A")

    assert table.game.actors(table.position) == (0, 1, 2, 3)


def test_g19_states_follow_one_another():
    table = Table(4, 3, guards={"A": "7 ark"}).coins(D=(3, 0))
    phases = [table.position.phase]
    table.do("B clue", "B boat 7 A").tick()
    phases.append(table.position.phase)
    table.do("A choose D")
    phases.append(table.position.phase)
    table.search_again()
    phases.append(table.position.phase)
    table.coins(A=(20, 0)).reveal()
    phases.append(table.position.phase)

    assert phases == ["search", "resolve", "interlude", "search", "end"]
    assert table.position.round == 2


def test_g19_nothing_moves_after_the_end():
    table = Table(4).coins(A=(12, 0))
    table.reveal()
    with pytest.raises(MatchOver):
        table.game.play(table.position, Entry(9, 0, 0, "ready"))
    with pytest.raises(MatchOver):
        table.game.play(table.position, Entry(9, 0, -1, "tick"))
    assert table.game.actors(table.position) == ()
    assert table.game.alarm(table.position) is None


def test_g20_one_counter_for_clues_and_boats():
    table = Table(4).do("A clue", "C clue", "C boat 7 A", "A boat 7 B", "A boat 8 C")

    numbers = [thing.seq for thing in (*table.position.clues, *table.position.boats)]
    assert numbers == [1, 2, 3, 4, 5]
    table.reveal()
    table.search_again().do("B clue")
    assert table.position.clues[-1].seq == 6


def test_g20_the_servers_order_counts_not_the_time_stamp():
    table = Table(4, guards={"A": "7 treasure"}).do("B clue @900", "D clue @900")
    table.do("B boat 7 A @2000", "D boat 7 A @1000").reveal()

    assert table.position.resolution.discoveries[0].finders == (1, 3)


def test_g20_a_tick_before_its_time_is_refused():
    table = Table(4).do("A clue @5000")
    with pytest.raises(Exception, match="G20"):
        table.game.play(table.position, Entry(2, 64_999, -1, "tick"))
    assert table.game.play(table.position, Entry(2, 65_000, -1, "tick")).phase == "interlude"
    with pytest.raises(Exception, match="no clock"):
        Table(4).game.play(Table(4).position, Entry(1, 10**9, -1, "tick"))


def test_g21_needs_clue_then_may_sail_then_done():
    table = Table(4)
    states = [table.state("A")]
    for line in ("A clue", "A boat 1 B", "A boat 2 B"):
        table.do(line)
        states.append(table.state("A"))

    assert states == ["needs_clue", "may_sail", "may_sail", "done"]


def test_g21_neither_clue_nor_boat_is_done_from_the_start():
    table = Table(4, 3)
    table.reveal()
    less = (Effect("hourglass", 0, 1, -1, 0), *[Effect("trident", 0, 1, 0, -1)] * 2)
    table.position = _with_effects(table, less)
    table.search_again()

    assert table.state("B") == "done"
    assert 1 not in table.game.actors(table.position)


def test_g21_a_round_in_which_nobody_can_do_anything_passes_at_once():
    table = Table(3, 3)
    table.reveal()
    less = [Effect("hourglass", 0, seat, -1, 0) for seat in range(3)]
    less += [Effect("trident", 0, seat, 0, -2) for seat in range(3)]
    table.position = _with_effects(table, tuple(less))
    table.search_again()

    assert (table.position.phase, table.position.round) == ("interlude", 2)


def _with_effects(table, effects):
    import msgspec

    return msgspec.structs.replace(table.position, effects=effects)


def test_g22_a_clue_goes_on_an_open_postcard():
    table = Table(4)
    closed = table.position.postcards[0]
    assert table.refused(f"A clue {closed} 0.5 0.5").rule == "G22"
    table.do("A clue 2")

    assert table.position.clues[0].postcard == table.position.open[1]


def test_g22_only_one_clue():
    assert Table(4).do("A clue").refused("A clue").rule == "G33"


def test_g23_chat_is_closed_from_search_to_resolve():
    table = Table(4, 3, guards={"A": "7 ark"}).coins(D=(1, 0))
    assert not table.view(None).chat
    table.do("B clue", "B boat 7 A").tick()
    assert (table.position.phase, table.view("A").chat) == ("resolve", False)
    table.do("A choose D")
    assert table.view(None).chat
    table.search_again()
    assert not table.view(None).chat
    table.coins(A=(20, 0)).reveal()
    assert table.view(None).chat


def test_g23_a3_clues_and_boats_stay_where_they_are():
    table = Table(4).do("A clue", "A boat 7 B")
    assert all(not move.startswith(("move", "turn", "undo")) for move in table.moves("A"))

    assert table.game.reveals(table.position, table.entry("A boat 8 B"))


def test_g24_the_element_is_derived_from_the_point():
    pack = game().ruleset.pack
    for scene in pack.postcards:
        for element in scene.elements:
            assert pack.element_at(scene.id, element.hit.cx, element.hit.cy) == element.id


def test_g24_a_disc_is_round_on_the_picture():
    pack = game().ruleset.pack
    scene = pack.postcards[0]
    hit = scene.elements[0].hit
    inside, outside = 0.98 * hit.r, 1.02 * hit.r
    for distance, expected in ((inside, scene.elements[0].id), (outside, None)):
        assert pack.element_at(scene.id, hit.cx + distance, hit.cy) in (expected, None)
        assert pack.element_at(scene.id, hit.cx, hit.cy - distance * 960 / 640) == expected


def test_g24_the_nearest_centre_wins_where_discs_overlap():
    from jeton.games.guardians.scenes import Disc, Element, Pack, Scene

    discs = (("big", Disc(0.5, 0.5, 0.3)), ("small", Disc(0.6, 0.5, 0.15)))
    scene = Scene("p", "P", tuple(Element(name, name, disc) for name, disc in discs))
    pack = Pack((), (scene,), {})

    assert pack.element_at("p", 0.54, 0.5) == "big"
    assert pack.element_at("p", 0.56, 0.5) == "small"
    assert pack.element_at("p", 0.9, 0.9) is None


def test_g24_scenery_is_legal_and_the_picture_has_an_edge():
    table = Table(4)
    postcard = table.position.open[0]
    for x, y in (("0", "0"), ("1", "1"), ("0.0001", "1.0")):
        assert Table(4).do(f"A clue {postcard} {x} {y}").position.clues[0].x in (0.0, 1.0, 0.0001)
    for x, y in (("-0.1", "0.5"), ("1.0001", "0.5"), ("0.5", "-1"), ("0.5", "2")):
        assert table.refused(f"A clue {postcard} {x} {y}").rule == "G24"
    table.do(f"A clue {postcard} 0 0")
    assert table.position.clues[0].element is None


def test_g25_many_tokens_may_point_at_one_element():
    table = Table(4).do("A clue", "B clue", "C clue", "D clue")
    assert len({clue.element for clue in table.position.clues}) == 1
    table.play_round().do("A clue")

    assert [clue.seat for clue in table.position.clues].count(0) == 2


def test_g26_every_token_refers_to_the_active_location():
    table = Table(4, guards={"A": "7 treasure"}).do("A clue", "B clue", "B boat 7 A")
    table.reveal()

    assert [clue.seat for clue in table.position.clues] == [1]


def test_g27_any_point_is_accepted_whatever_the_location():
    table = Table(4)
    for number in (1, 12, 24):
        table.hold(A=f"{number}")
        assert table.moves("A") == Table(4).moves("A")


def test_g28_clues_are_public_at_once():
    table = Table(4).do("A clue")
    for letter in ("A", "B", None):
        assert table.view(letter).clues == table.position.clues


def test_g29_boats_after_ones_own_clue_only():
    table = Table(4)
    assert table.refused("A boat 7 B").rule == "G29"
    assert not any(move.startswith("boat") for move in table.moves("A"))

    table.do("A clue", "A boat 7 B")  # B has placed no clue yet
    assert len(table.position.boats) == 1


def test_g30_a_boat_seeks_another_player_of_the_match():
    table = Table(4).do("A clue")
    assert table.refused("A boat 7 A").rule == "G30"
    assert table.refused("A boat 7 E").rule == "G30"
    assert len(table.moves("A")) == 24 * 3


def test_g31_a_face_down_island_is_closed():
    table = Table(4, guards={"A": "7 treasure"}).play_round("B clue", "B boat 7 A").do("B clue")
    assert table.refused("B boat 7 C").rule == "G31"
    assert not any(island(7) in move for move in table.moves("B"))


def test_g31_ones_own_location_is_open():
    table = Table(4, guards={"A": "7"}).do("A clue", "A boat 7 B")
    assert table.position.boats[0].island == island(7)


def test_g32_boats_are_stacked_in_order_of_arrival():
    table = Table(4).do("A clue", "B clue", "C clue", "B boat 7 A", "A boat 7 C", "C boat 7 B")
    seen = table.view("D").boats

    assert [boat.seat for boat in seen if boat.island == island(7)] == [1, 0, 2]
    assert {boat.sought for boat in seen} == {None}


def test_g33_clue_allowance_is_one_and_never_below_zero_nor_above_the_supply():
    table = Table(4, 3)
    table.reveal()
    clues = tuple(Clue(0, table.position.open[-1], 0.5, 0.5, None, n, 1) for n in range(3))
    table.change(clues=clues)
    table.position = _with_effects(
        table, (Effect("boots", 0, 0, 2, 0), Effect("hourglass", 0, 1, -2, 0), Effect("boots", 2, 2, 1, 0))
    )
    assert [public.clues_left for public in table.view(None).players] == [1, 0, 2, 1]
    table.search_again()

    assert [player.clues_left for player in table.position.players] == [1, 0, 2, 1]


def test_g34_at_least_two_tokens_in_supply_at_the_start_of_a_search():
    table = Table(4)
    for _ in range(8):
        assert all(public.clue_tokens >= 2 for public in table.view(None).players)
        newest = len(table.position.open)
        table.play_round(*(f"{letter} clue {newest}" for letter in "ABCD"))


def test_g35_boat_allowance_is_two_and_at_most_three():
    table = Table(4, 3)
    table.reveal()
    table.position = _with_effects(table, (Effect("club", 0, 0, 0, 5), Effect("trident", 0, 1, 0, -5)))
    table.search_again()

    assert [player.boats_left for player in table.position.players] == [3, 0, 2, 2]


def test_g35_no_boat_left():
    table = Table(4, 3, allow_fewer_boats=True)
    table.reveal()
    table.position = _with_effects(table, (Effect("boots", 0, 0, 1, 0), Effect("trident", 1, 0, 0, -2)))
    table.search_again().do("A clue")
    assert table.state("A") == "may_sail"

    assert table.refused("A boat 7 B").rule == "G35"


def test_g36_a5_same_guardian_or_same_island_but_not_both():
    assert Table(4).do("A clue", "A boat 7 B", "A boat 8 B").state("A") == "done"
    assert Table(4).do("A clue", "A boat 7 B", "A boat 7 C").state("A") == "done"
    table = Table(4).do("A clue", "A boat 7 B")
    assert table.refused("A boat 7 B").rule == "G36"
    assert table.entry("A boat 7 B").move not in table.moves("A")


def test_g36_other_players_boats_do_not_matter():
    table = Table(4).do("A clue", "A boat 7 B", "C clue", "C boat 7 B")
    assert len(table.position.boats) == 2


def test_g37_a_placed_boat_stays_until_the_reveal():
    table = Table(4).do("A clue", "A boat 7 B")
    boat = table.position.boats[0]
    table.do("B clue", "C clue", "B boat 7 A", "A boat 9 C")

    assert table.position.boats[0] == boat


def test_g38_a6_the_full_boat_allowance_must_be_used():
    table = Table(4).do("A clue")
    assert "stop" not in table.moves("A")
    assert table.refused("A stop").rule == "G38"
    table.do("A boat 7 B")
    assert table.refused("A stop").values["boats"] == 1


def test_g38_an_extra_clue_is_optional_until_done():
    def table() -> Table:
        fresh = Table(4, 3)
        fresh.reveal()
        fresh.position = _with_effects(fresh, (Effect("boots", 0, 0, 1, 0),))
        return fresh.search_again()

    assert table().do("A clue", "A boat 7 B", "A boat 8 B").state("A") == "done"
    late = table().do("A clue", "A boat 7 B", "A clue 2")
    assert [clue.seat for clue in late.position.clues].count(0) >= 2
    with pytest.raises(WrongSeat):
        late.do("A boat 8 B", "A clue")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("A ready", "G67"),
        ("A play club", "G100"),
        ("A pile 1", "G67"),
        ("A choose B", "G105"),
        ("A boat 7 B", "G29"),
        ("A stop", "G29"),
        ("B clue", "G33"),
        ("B boat 7 B", "G30"),
    ],
)
def test_g39_a_refused_move_changes_nothing(line, rule):
    table = Table(4).do("B clue")
    before = table.position

    assert table.refused(line).rule == rule
    assert table.position is before
    assert table.do("A clue").position.clues[-1].seq == 2


def test_g39_wrong_phase_in_the_interlude():
    table = Table(4)
    table.reveal()
    for line in ("A clue", "A boat 7 B", "A stop"):
        assert table.refused(line).rule == "G19"


def test_g39_who_is_done_has_no_move():
    table = Table(4).do("A clue", "A boat 7 B", "A boat 8 B")
    assert table.moves("A") == ()
    for line in ("A clue", "A boat 9 B", "A ready"):
        with pytest.raises(WrongSeat):
            table.do(line)
    for seat in (4, 17, -2):
        with pytest.raises(WrongSeat):
            table.game.play(table.position, Entry(9, 0, seat, "stop"))


def test_g40_only_level_4_has_the_clock():
    for level in (1, 2, 3):
        table = Table(4, level, idle_guard=0).do("A clue")
        assert table.game.alarm(table.position) is None
    assert Table(4, 4).do("A clue").game.ruleset.clock


def test_g41_the_idle_guard_sets_everybody_done():
    table = Table(4, idle_guard=60, guards={"A": "7 treasure"}).do("B clue @4000", "B boat 7 A", "C clue @9000")
    assert table.game.alarm(table.position) == 64_000
    table.tick()

    assert table.position.phase == "interlude"
    assert table.gold == (2, 2, 0, 0)


def test_g41_the_guard_runs_from_the_start_when_nobody_has_a_clue_to_place():
    table = Table(3, 3, idle_guard=90)
    table.reveal()
    table.position = _with_effects(table, tuple(Effect("hourglass", 0, seat, -1, 0) for seat in range(3)))
    table.search_again()

    assert table.game.alarm(table.position) == table.now + 90_000


def test_g43_boats_are_visible_the_moment_they_land():
    table = Table(4).do("A clue", "A boat 7 B")
    entry = table.entry("A boat 8 C")
    report = table.game.report(table.position, entry, 3)

    assert report.move == f"boat {island(8)} ?"
    assert [(boat.seat, boat.island) for boat in table.view("D").boats] == [(0, island(7))]


def test_g44_the_search_ends_when_all_are_done():
    table = Table(3)
    table.do("A clue", "B clue", "C clue", "A boat 1 B", "B boat 1 A", "C boat 1 A")
    assert table.position.phase == "search"
    table.do("A boat 2 B", "B boat 2 A", "C boat 2 A")

    assert table.position.phase == "interlude"
