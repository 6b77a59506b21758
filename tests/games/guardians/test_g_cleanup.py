"""Sections 6 and 7: clean-up, interlude and the end."""

import msgspec
import pytest

from jeton.games.guardians.interlude import LAST_ROUND
from jeton.games.guardians.legends import TREASURE
from jeton.games.guardians.position import Clue, Fire
from jeton.games.guardians.showing import LONGEST_MS
from tests.games.guardians.table import Table, island


def found(level: int = 1, reward: str = "treasure", **options) -> Table:
    """Return a table where B has just found A on island 7."""
    table = Table(4, level, guards={"A": f"7 {reward}", "D": "8"}, near={7: [12]}, **options)
    table.change(fires=(Fire(0, island(12)), Fire(1, island(7)), Fire(3, island(12))))
    table.do("A clue", "B clue", "B boat 7 A")
    table.reveal()
    return table


def test_g60_a9_found_guardians_take_back_clues_and_fires():
    table = found()
    assert {clue.seat for clue in table.position.clues} == {1}
    assert table.fires == {("B", 7), ("D", 12)}
    assert table.view(None).players[0].fire_tokens == 4


def test_g61_location_and_reward_are_discarded():
    table = found()
    assert table.position.found == (island(7),)
    assert table.position.spent == (TREASURE,)


def test_g62_found_tiles_are_turned_over_and_other_fires_stay():
    table = found()
    assert table.view(None).face_down == (island(7),)
    assert ("B", 7) in table.fires


def test_g63_all_boats_go_home():
    table = found()
    assert table.position.boats == ()
    assert table.search_again().player("B").boats_left == 2


def test_g64_the_next_unseen_pile():
    table = Table(4, guards={"A": "7 treasure"})
    second, third = table.player("A").piles
    table.play_round("B clue", "B boat 7 A")

    assert table.player("A").active == second
    assert table.player("A").piles == (third,)


def test_g64_a7_after_the_third_one_pile_at_a_time_from_the_decks():
    table = Table(4, goal=30)
    for turn, number in enumerate((7, 8, 9, 10, 11)):
        table.hold(A=f"{number} treasure" if turn < 2 else f"{number}")
        deck = len(table.position.locations)
        table.play_round("B clue", f"B boat {number} A")
        assert table.player("A").active is not None
        assert len(table.position.locations) == deck - (turn >= 2)
    assert table.player("A").piles == ()


def test_g65_three_open_postcards_from_round_two_on():
    table = Table(4)
    assert len(table.position.open) == 2
    for _ in range(6):
        first = table.position.open[0]
        full = len(table.position.open) == 3
        table.play_round()
        assert len(table.position.open) == 3
        assert (first not in table.position.open) == full


def test_g65_clues_on_the_oldest_go_home():
    table = Table(4).play_round("A clue", "B clue 2").play_round()
    assert {clue.seat for clue in table.position.clues} == {1}
    assert all(clue.postcard in table.position.open for clue in table.position.clues)


def test_g66_an_empty_postcard_deck_is_made_anew():
    table = Table(4, goal=30).play_round()
    table.change(aside=(*table.position.aside, *table.position.postcards), postcards=())
    before = set(table.position.aside) | {table.position.open[0]}
    table.play_round()

    assert len(table.position.open) == 3
    assert table.position.open[-1] in before
    assert len(table.position.postcards) == len(before) - 1


def test_g66_an_empty_location_deck_is_made_anew_and_tiles_turn_face_up():
    table = Table(4, goal=30)
    for number in (7, 8):
        table.hold(A=f"{number} treasure").play_round("B clue", f"B boat {number} A")
    table.hold(A="9")
    rest = table.position.locations
    table.change(found=(*table.position.found, *rest), locations=())
    table.do("B clue", "B boat 9 A").reveal()

    assert "locations" in table.position.resolution.reshuffled
    assert table.position.found == ()
    assert table.view(None).face_down == ()
    assert {*table.position.locations, table.player("A").active.location} == {*rest, *map(island, (7, 8, 9))}


def test_g66_an_empty_reward_deck_is_made_anew():
    table = Table(4, 3, goal=30)
    for number in (7, 8):
        table.hold(A=f"{number} treasure").play_round("B clue", f"B boat {number} A")
    table.hold(A="9 treasure")
    table.change(spent=(*table.position.spent, *table.position.rewards), rewards=())
    discard = sorted((*table.position.spent, TREASURE))
    table.do("B clue", "B boat 9 A").reveal()

    assert "rewards" in table.position.resolution.reshuffled
    assert sorted((*table.position.rewards, table.player("A").active.reward)) == discard
    assert table.position.spent == ()


def test_g66_shuffles_follow_from_the_seed():
    def shuffled(seed: bytes) -> tuple[str, ...]:
        table = Table(4, seed=seed).play_round()
        table.change(aside=(*table.position.aside, *sorted(table.position.postcards)), postcards=())
        return table.play_round().position.postcards

    assert shuffled(bytes(16)) == shuffled(bytes(16))
    one, other = shuffled(bytes(16)), shuffled(b"1" * 16)
    assert one != other


def test_g67_the_interlude_ends_when_all_are_ready():
    table = Table(4)
    table.reveal()
    assert table.game.actors(table.position) == (0, 1, 2, 3)
    table.do("C ready", "A ready", "D ready")
    assert (table.position.phase, table.state("A"), table.state("B")) == ("interlude", "ready", "choosing")
    table.do("B ready")
    assert (table.position.phase, table.position.round) == ("search", 2)


def test_g67_or_after_15_seconds_30_with_a_playable_legend():
    table = Table(4, 3)
    table.reveal()
    assert table.game.alarm(table.position) == table.now + table.told + 15_000
    table = Table(4, 3).give("C", "boots")
    table.reveal()
    assert table.game.alarm(table.position) == table.now + table.told + 30_000
    table.tick()
    assert table.position.phase == "search"
    assert table.player("C").kept == ("boots",)


def test_g67_a_wand_without_a_fire_is_not_playable():
    table = Table(4, 3).give("C", "wand").change(fires=tuple(Fire(2, island(n)) for n in (1, 2, 3, 4)))
    table.reveal()
    assert table.game.alarm(table.position) == table.now + table.told + 15_000


def test_g67_the_interlude_is_counted_from_the_end_of_the_show():
    quiet, busy = Table(4, 1), Table(4, 1, guards={"A": "7", "B": "8"}, goal=30)
    quiet.reveal()
    busy.do("C clue", "C boat 7 A", "C boat 8 B").reveal()

    assert 0 < quiet.told < busy.told <= LONGEST_MS
    assert busy.game.alarm(busy.position) == busy.now + busy.told + 15_000
    busy.do("A ready", "B ready", "C ready", "D ready")  # nobody has to wait for it
    assert busy.position.phase == "search"


def test_g68_who_was_not_found_keeps_the_location_and_adds_a_clue():
    table = Table(4).do("A clue 2")
    hand = table.player("A").active
    table.play_round()
    assert table.player("A").active == hand
    table.do("A clue 2")
    assert [clue.seat for clue in table.position.clues].count(0) == 2


def test_g69_wrong_boats_stay_readable_in_level_1_only():
    for level, rounds in ((1, 1), (2, 0)):
        table = Table(4, level, guards={"A": "7"}).play_round("B clue", "B boat 9 A")
        view = table.view("C")
        assert len(view.history) == rounds
        assert view.resolution is None
    assert Table(4, 1, guards={"A": "7"}).play_round("B clue", "B boat 9 A").view("C").history[0].boats[0].sought == 0


@pytest.mark.parametrize(("level", "goal"), [(1, 12), (2, 12), (3, 20), (4, 20)])
def test_g70_a20_the_goal_is_tested_after_the_resolution(level, goal):
    table = Table(4, level).coins(A=(goal - 1, 0))
    table.reveal()
    assert table.position.phase == "interlude"
    table = Table(4, level).coins(A=(goal - 3, 3))
    assert table.position.phase == "search"
    table.reveal()
    assert table.game.outcome(table.position).winners == (0,)
    assert table.game.outcome(table.position).termination == "goal"


def test_g70_powers_count_before_the_test():
    table = Table(4, 3, guards={"A": "7 ark"}).coins(B=(18, 0), C=(1, 0)).do("B clue", "B boat 7 A")
    table.tick()
    assert table.position.phase == "resolve"  # B stands at 21, but A still chooses
    table.do("A choose B")
    assert table.player("B").score == 19
    assert table.position.phase == "interlude"


def test_g71_the_highest_score_wins():
    table = Table(4, guards={"A": "7 treasure", "B": "8 treasure"}).coins(A=(10, 0), B=(10, 1), C=(11, 0))
    table.do("C clue", "C boat 7 A", "C boat 8 B").reveal()

    outcome = table.game.outcome(table.position)
    assert outcome.points == (12, 13, 15, 0)
    assert outcome.winners == (2,)
    assert outcome.ranks == (3, 2, 1, 4)


def test_g72_legend_coins_break_ties_else_the_win_is_shared():
    table = Table(4).coins(A=(12, 1), B=(11, 2), C=(13, 0), D=(11, 2))
    table.reveal()

    outcome = table.game.outcome(table.position)
    assert outcome.winners == (1, 3)
    assert outcome.ranks == (3, 1, 4, 1)


def test_g73_safety_stop_after_round_40():
    table = Table(4).coins(A=(3, 0))
    table.change(round=LAST_ROUND - 1)
    table.reveal()
    assert table.position.phase == "interlude"
    table.search_again()
    table.reveal()

    outcome = table.game.outcome(table.position)
    assert (outcome.termination, outcome.winners) == ("rounds", (0,))
    assert (LAST_ROUND, table.position.round) == (40, 40)


def test_a1_two_postcards_once_then_one_per_round():
    table = Table(4)
    deck = len(table.position.postcards)
    for round_ in range(1, 5):
        table.play_round()
        assert len(table.position.postcards) == deck - round_


def test_a22_the_new_postcard_comes_after_the_new_pile():
    table = Table(4, guards={"A": "7 treasure"}).play_round("A clue", "B clue", "B boat 7 A")
    assert all(clue.seat != 0 for clue in table.position.clues)
    assert len(table.position.open) == 3


def test_clues_return_even_when_several_lie_on_one_postcard():
    table = Table(4).play_round()
    oldest = table.position.open[0]
    clues = tuple(Clue(seat, oldest, 0.5, 0.5, None, 90 + seat, 2) for seat in range(4))
    table.change(clues=(*table.position.clues[:0], *clues), seq=99)
    table.position = msgspec.structs.replace(table.position, clues=clues)
    table.play_round()
    assert all(clue.postcard != oldest for clue in table.position.clues)
