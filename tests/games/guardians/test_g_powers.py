"""Section 9: the legends."""

import msgspec
import pytest

from jeton.core.errors import WrongSeat
from jeton.games.guardians.legends import LEGENDS, TREASURE
from jeton.games.guardians.position import Fire, Mark
from tests.games.guardians.table import Table, island


def struck(legend: str, *lines: str, **coins: tuple[int, int]) -> Table:
    """Return a table where B has found A's legend on island 7; A holds its power."""
    table = Table(4, 3, guards={"A": f"7 {legend}"}, goal=30).coins(**coins)
    table.do("B clue", "B boat 7 A", *lines).reveal()
    return table


def interlude(letter: str, *legends: str, level: int = 3, seats: int = 4, **options) -> Table:
    """Return a table in its first interlude, with kept legends before a player."""
    table = Table(seats, level, **options).give(letter, *legends)
    table.reveal()
    return table


def test_g99_goal_20_and_all_rewards_mixed():
    table = Table(3, 3)
    assert table.view(None).goal == 20
    assert len(table.position.rewards) == 17


def test_g100_immediate_powers_act_at_once_and_are_discarded():
    table = struck("alatyr")
    assert table.player("A").gold == 2 + 2
    assert table.position.spent == ("alatyr",)
    assert table.player("A").kept == ()


def test_g100_kept_powers_lie_before_the_guardian():
    table = struck("club")
    assert (table.player("A").kept, table.player("B").kept) == (("club",), ())
    assert table.view("C").players[0].kept == ("club",)
    assert "club" not in table.position.spent
    assert "play club" in table.moves("A")
    assert table.refused("B play club").rule == "G100"


def test_g100_a_kept_legend_may_wait_for_a_later_interlude():
    table = struck("club").search_again()
    table.reveal()
    table.do("A play club").search_again()
    assert table.player("A").boats_left == 3
    assert table.player("A").kept == ()


def test_g100_the_power_comes_before_the_next_guardian():
    table = Table(4, 3, guards={"A": "7 scales", "C": "8 treasure"}, goal=30).coins(D=(9, 0))
    table.do("B clue", "D clue", "B boat 7 A", "D boat 8 C").reveal()
    # scales over 2 + 2 + 9 = 13: three each; then D and C are paid
    assert table.gold == (3, 3, 5, 5)


def test_g100_a_played_legend_is_discarded_when_its_effect_is_over():
    table = interlude("A", "club").do("A play club")
    assert "club" not in table.position.spent
    table.search_again()
    assert table.view("B").effects[0].legend == "club"
    table.reveal()
    assert "club" in table.position.spent
    assert table.position.effects == ()


def test_g100_a23_a_kept_legend_is_played_in_the_search_too():
    table = Table(4, 3).give("A", "club", "wand", "apple").give("B", "kunee")
    assert {"play club", "play apple", f"play wand {island(9)}"} <= set(table.moves("A"))
    table.do("A play apple", "A clue", "A play wand 9", "A boat 7 B", "A play club", "B play kunee A")
    assert (table.player("A").kept, table.player("A").armed) == ((), ("apple", "kunee"))
    assert table.fires == {("A", 9)}
    assert table.state("A") == "may_sail"  # a legend costs neither clue nor boat


def test_g100_a23_not_once_the_holder_is_done():
    table = Table(4, 3).give("A", "club").do("A clue", "A boat 7 B", "A boat 8 B")
    assert table.state("A") == "done"
    assert table.moves("A") == ()
    with pytest.raises(WrongSeat):
        table.do("A play club")


def test_g100_a23_not_while_the_reveal_waits_for_a_choice():
    table = struck("ark", C=(5, 0)).give("A", "club").give("B", "boots")
    assert table.refused("A play club").rule == "G105"
    with pytest.raises(WrongSeat):
        table.do("B play boots")


def test_g100_a13_nor_after_the_bell():
    table = Table(4, 4).give("B", "club").do("A clue")
    table.now = table.game.alarm(table.position)
    assert table.refused("B play club").rule == "G132"


def test_g101_a_next_round_effect_of_the_search_acts_on_the_search_after_it():
    table = Table(4, 3).give("A", "club", "boots").give("B", "trident")
    table.do("A play club", "A play boots", "B play trident C")
    assert [(player.clues_left, player.boats_left) for player in table.position.players] == [(1, 2)] * 4
    assert table.view("D").players[0].boats_left == 2
    table.reveal()
    assert [effect.legend for effect in table.position.effects] == ["club", "boots", "trident"]
    assert table.view("D").players[0].boats_left == 3
    table.search_again()
    assert [(player.clues_left, player.boats_left) for player in table.position.players] == [
        (2, 3),
        (1, 2),
        (1, 1),
        (1, 2),
    ]
    table.play_round()
    assert [(player.clues_left, player.boats_left) for player in table.position.players] == [(1, 2)] * 4
    assert {"club", "boots", "trident"} <= set(table.position.spent)


def test_g101_effects_of_two_rounds_are_told_apart():
    table = interlude("A", "club").give("A", "boots").do("A play club").search_again()
    table.do("A play boots")
    assert (table.player("A").clues_left, table.player("A").boats_left) == (1, 3)
    table.play_round()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (2, 2)


def test_g101_marks_and_fires_count_from_the_moment_they_are_played():
    table = Table(4, 3, guards={"C": "9 treasure"}).give("A", "apple").give("D", "kunee")
    table.do("A play apple", "D play kunee B", "A clue", "B clue", "A boat 9 C", "B boat 9 C").reveal()
    assert table.gold == (4, 0, 3, 0)


def test_g101_effects_change_only_the_next_search():
    table = interlude("A", "club", "boots").do("A play club", "A play boots")
    assert (table.view(None).players[0].clues_left, table.view(None).players[0].boats_left) == (2, 3)
    table.search_again()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (2, 3)
    table.play_round()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (1, 2)


def test_g101_effects_add_up_before_the_caps():
    table = interlude("A", "club", "stone").give("B", "trident")
    table.do("A play club", "A play stone boat", "B play trident A").search_again()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (0, 3)  # 2 + 1 + 1 - 1


def test_g102_the_chosen_player_is_always_another():
    table = struck("ark", C=(5, 0))
    assert set(table.moves("A")) == {"choose red", "choose green", "choose yellow"}
    for line in ("A choose A", "A choose E", "A choose nobody", "A choose 7"):
        assert table.refused(line).rule == "G102"
    table = interlude("A", "trident")
    for line in ("A play trident A", "A play trident E", "A play trident"):
        assert table.refused(line).rule == "G102"


def test_g102_losing_more_than_one_has_means_losing_all():
    assert struck("ark", C=(1, 0)).do("A choose C").player("C").gold == 0
    assert struck("girdle", C=(1, 0)).do("A choose D").gold == (2, 2, 1, 0)


def test_g103_powers_come_on_top_of_the_legend_coin():
    assert struck("andvaranaut").red == (2, 1, 0, 0)


def test_g104_without_a_clue_one_sails_at_once():
    table = interlude("B", "hourglass").do("B play hourglass A").search_again()
    assert table.state("A") == "may_sail"
    table.do("A boat 7 B", "A boat 8 B")
    assert table.state("A") == "done"


def test_g104_without_boats_one_is_done_after_the_clue():
    table = interlude("B", "trident").give("A", "stone")
    table.do("B play trident A", "A play stone clue").search_again()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (2, 0)
    table.do("A clue")
    assert table.state("A") == "may_sail"  # an extra clue is optional
    assert "stop" in table.moves("A")
    assert table.do("A stop").state("A") == "done"


def test_g104_without_boats_the_last_clue_is_the_end():
    table = interlude("B", "trident").give("A", "stone")
    table.do("B play trident A", "A play stone clue").search_again().do("A clue", "A clue 2")
    assert table.state("A") == "done"


def test_g105_the_holder_chooses():
    table = struck("ark", C=(5, 0))
    assert table.position.phase == "resolve"
    assert table.game.actors(table.position) == (0,)
    assert table.view("B").owing.seat == 0
    assert table.refused("A clue").rule == "G105"
    assert table.refused("A ready").rule == "G105"
    table.do("A choose C")
    assert table.gold == (2, 2, 3, 0)
    assert table.position.resolution.discoveries[0].chosen == 2


def test_g105_after_20_seconds_the_server_takes_the_leader():
    table = struck("ark", C=(5, 0), D=(4, 1))
    assert table.game.alarm(table.position) == table.now + table.told + 20_000
    table.tick()
    assert table.gold == (2, 2, 3, 4)  # C and D tie at 5: C sits first after A


def test_g105_ties_by_seat_after_the_holder():
    table = Table(4, 3, guards={"C": "7 girdle"}, goal=30).coins(A=(5, 0), B=(5, 0), D=(0, 0))
    table.do("D clue", "D boat 7 C").reveal()
    table.tick()
    assert table.gold == (4, 5, 3, 2)  # seats after C: D, A, B


def test_g105_if_nobody_can_lose_anything_it_fizzles():
    table = Table(4, 3, guards={"A": "7 necklace"}).give("B", "kunee", how="armed")
    table.do("B clue", "B boat 7 A").reveal()
    assert table.position.phase == "interlude"
    assert table.position.resolution.discoveries[0].power == "fizzled"
    assert "necklace" in table.position.spent


def test_g106_marks_act_on_the_first_discovery_in_order():
    table = Table(4, 3, guards={"A": "7 treasure", "C": "8 treasure"}).give("B", "apple", how="armed")
    table.do("B clue", "B boat 8 C", "B boat 7 A").reveal()
    first, second = table.position.resolution.discoveries
    assert (first.guardian, first.gold[1], second.gold[1]) == (2, 4, 2)


def test_g107_decks_may_run_out():
    table = Table(4, 3, goal=30).hold(A="7 treasure")
    table.change(found=table.position.locations, locations=(), spent=table.position.rewards, rewards=())
    players = list(table.position.players)
    for_a = players[0].piles
    players[0] = msgspec.structs.replace(players[0], piles=())
    table.change(
        players=tuple(players),
        found=(*table.position.found, *(pile.location for pile in for_a)),
        spent=(*table.position.spent, *(pile.reward for pile in for_a)),
    )
    table.do("B clue", "B boat 7 A").reveal()
    assert table.position.resolution.reshuffled == ("locations", "rewards")
    assert table.player("A").active is not None


def test_g108_merlins_fire_lies_until_the_location_is_found():
    table = interlude("A", "wand").do("A play wand 12").search_again()
    table.play_round()
    assert table.fires == {("A", 12)}
    table.hold(A="7 treasure").do("B clue", "B boat 7 A").reveal()
    assert table.fires == set()


def test_g109_kept_cards_are_public_and_played_in_order_of_arrival():
    table = interlude("A", "trident", "club").give("B", "hourglass")
    for letter in ("C", None):
        assert table.view(letter).players[0].kept == ("trident", "club")
    table.do("B play hourglass A", "A play trident B", "A play club")
    assert [effect.legend for effect in table.position.effects] == ["hourglass", "trident", "club"]
    assert all(move == "ready" for move in table.moves("C"))


def test_g109_in_the_search_they_are_played_in_order_of_arrival_too():
    table = Table(4, 3).give("A", "club").give("B", "trident").do("B play trident A", "A play club")
    assert [effect.legend for effect in table.position.effects] == ["trident", "club"]


def test_a25_readings_that_no_option_changes():
    table = Table(4, 3).give("A", "trident").do("A clue", "A boat 7 B")
    assert table.refused("A boat 7 B").rule == "G36"
    assert table.refused("A play trident A").rule == "G102"
    closed = Table(4, 1, guards={"A": "7"}, goal=30).play_round("B clue", "B boat 7 A")
    assert closed.do("C clue").refused("C boat 7 D").rule == "G31"
    assert struck("scales", C=(8, 2), D=(5, 0)).gold == (4, 4, 4, 4)  # G114a: one is left for the bank


def test_g110_alatyr():
    assert struck("alatyr").gold == (4, 2, 0, 0)


def test_g111_andvaranaut():
    assert struck("andvaranaut").red == (2, 1, 0, 0)


def test_g112_ark_two_gold_go_to_the_bank():
    assert struck("ark", C=(5, 3)).do("A choose C").gold == (2, 2, 3, 0)


def test_g113_a12_wand_one_own_fire_on_any_island():
    table = interlude("A", "wand", guards={"A": "7"})
    assert len([move for move in table.moves("A") if move.startswith("play wand")]) == 24
    table.do("A play wand 7")  # even on the location itself
    assert table.position.fires == (Fire(0, island(7), wand=True),)
    assert "wand" in table.position.spent


def test_g113_wand_needs_a_free_token():
    table = interlude("A", "wand").change(fires=tuple(Fire(0, island(n)) for n in (1, 2, 3)))
    assert "play wand " + island(2) in table.moves("A")  # a fire of one's own there does not matter (G55)
    assert table.refused("A play wand nowhere").rule == "G102"
    table = interlude("A", "wand").change(fires=tuple(Fire(0, island(n)) for n in (1, 2, 3, 4)))
    assert table.refused("A play wand 9").rule == "G113"
    assert table.moves("A") == ("ready",)


def test_g114_scales_share_all_gold():
    assert struck("scales", C=(8, 2), D=(4, 0)).gold == (4, 4, 4, 4)


def test_g114a_the_rest_goes_to_the_bank_and_legend_coins_stay():
    table = struck("scales", C=(8, 2), D=(5, 0))
    assert (table.gold, table.red) == ((4, 4, 4, 4), (1, 1, 2, 0))
    assert table.position.resolution.discoveries[0].power_gold == (2, 2, -4, -1)


def test_g115_boots_one_more_clue():
    table = interlude("A", "boots").do("A play boots").search_again().do("A clue", "A clue 2", "A boat 7 B")
    assert len(table.position.clues) >= 2
    assert table.refused("A clue").rule == "G33"


def test_g116_girdle_takes_one_gold():
    assert struck("girdle", C=(5, 0)).do("A choose C").gold == (3, 2, 4, 0)


def test_g117_club_one_more_boat():
    table = interlude("A", "club").do("A play club").search_again()
    table.do("A clue", "A boat 7 B", "A boat 8 B", "A boat 9 B")
    assert len(table.position.boats) == 3


def test_g118_necklace_one_legend_coin_goes_to_the_bank():
    table = struck("necklace", C=(2, 2)).do("A choose C")
    assert (table.gold, table.red) == ((2, 2, 2, 0), (1, 1, 1, 0))


def test_g119_a15_excalibur_only_the_holder_is_paid_for_this_island():
    table = struck("excalibur")
    assert (table.gold, table.red) == ((2, 0, 0, 0), (1, 0, 0, 0))
    assert "excalibur" in table.position.spent


def test_g119a_the_guardian_gets_no_finders_share_and_the_location_is_found():
    table = struck("excalibur", "C clue", "C boat 7 A")
    assert (table.gold, table.red) == ((3, 0, 0, 0), (1, 0, 0, 0))
    assert table.position.resolution.discoveries[0].finders == (1, 2)
    assert island(7) in table.position.found


def test_g120_kunee_cancels_the_chosen_players_next_reward():
    table = interlude("A", "kunee").do("A play kunee B").hold(C="9 egg").search_again()
    assert table.view("D").players[1].armed == ("kunee",)
    table.do("B clue", "B boat 9 C").reveal()
    assert (table.gold, table.red) == ((0, 0, 3, 0), (0, 0, 2, 0))
    assert table.player("B").armed == ()
    assert "kunee" in table.position.spent
    assert table.view("D").resolution.discoveries[0].marks == (Mark(1, "kunee"),)  # everybody may know why


def test_g120a_a16_also_as_guardian_but_the_power_stays():
    table = Table(4, 3, guards={"A": "7 egg"}).give("A", "kunee", how="armed")
    table.do("B clue", "B boat 7 A").reveal()
    assert (table.gold, table.red) == ((1, 2, 0, 0), (1, 1, 0, 0))  # the egg is a power, no reward


def test_g120a_the_marked_player_still_counts_as_the_first_finder():
    table = Table(4, 3, guards={"A": "7 treasure"}).give("B", "kunee", how="armed")
    table.do("B clue", "C clue", "B boat 7 A", "C boat 7 A").reveal()
    assert table.gold == (3, 0, 1, 0)


def test_g120a_excalibur_leaves_the_mark():
    table = Table(4, 3, guards={"A": "7 excalibur"}).give("B", "kunee", how="armed")
    table.do("B clue", "B boat 7 A").reveal()
    assert table.player("B").armed == ("kunee",)
    assert table.position.resolution.discoveries[0].marks == ()


def test_g121_a21_stone_changes_the_holders_allowances():
    table = interlude("A", "stone")
    assert {"play stone boat", "play stone clue"} <= set(table.moves("A"))
    table.do("A play stone clue").search_again()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (2, 1)
    assert (table.player("B").clues_left, table.player("B").boats_left) == (1, 2)


def test_g121a_clue_to_boat_gives_three_boats_and_no_clue():
    table = interlude("A", "stone").do("A play stone boat").search_again()
    assert (table.player("A").clues_left, table.player("A").boats_left) == (0, 3)
    table = interlude("A", "stone")
    for line in ("A play stone", "A play stone gold", "A play stone B"):
        assert table.refused(line).rule == "G102"


def test_g122_a17_apple_doubles_the_holders_gold_alone():
    table = interlude("A", "apple").do("A play apple").hold(C="9 egg").search_again()
    assert table.view("B").players[0].armed == ("apple",)
    table.do("B clue", "A clue", "B boat 9 C", "A boat 9 C").reveal()
    assert (table.gold, table.red) == ((2, 2, 4, 0), (1, 1, 2, 0))
    assert table.player("A").armed == ()
    assert "apple" in table.position.spent
    assert table.position.resolution.discoveries[0].marks == (Mark(0, "apple"),)


def test_g122a_as_guardian_too_and_a_cancelled_payment_does_not_use_it_up():
    table = Table(4, 3, guards={"A": "7 treasure"}).give("A", "apple", how="armed")
    table.do("B clue", "C clue", "B boat 7 A", "C boat 7 A").reveal()
    assert table.gold == (6, 2, 1, 0)
    table = Table(4, 3, guards={"A": "7 treasure"}).give("A", "apple", "kunee", how="armed")
    table.do("B clue", "B boat 7 A").reveal()
    assert table.player("A").armed == ("apple",)


def test_g123_trident_one_boat_less():
    table = interlude("A", "trident").do("A play trident C").search_again()
    assert [player.boats_left for player in table.position.players] == [2, 2, 1, 2]


def test_g124_hourglass_one_clue_less():
    table = interlude("A", "hourglass").do("A play hourglass C").search_again()
    assert [player.clues_left for player in table.position.players] == [1, 1, 0, 1]


def test_g125_egg():
    table = struck("egg")
    assert (table.gold, table.red) == ((3, 2, 0, 0), (2, 1, 0, 0))


def test_a11_eight_legends_are_immediate_and_eight_kept():
    assert sum(legend.kept for legend in LEGENDS.values()) == 8
    assert {name for name, legend in LEGENDS.items() if legend.kept} == {
        "wand", "boots", "club", "kunee", "stone", "apple", "trident", "hourglass",
    }  # fmt: skip


def test_a18_the_guardian_sees_the_reward_before_it_is_found():
    table = Table(4, 3, guards={"A": "7 egg"})
    assert table.view("A").hand.reward == "egg"


def test_words_that_no_legend_takes_are_refused():
    table = interlude("A", "club")
    assert table.refused("A play club B").rule == "G100"
    assert table.refused("A play excalibur").rule == "G100"
    assert table.refused("A play nonsense").rule == "G100"
    assert TREASURE not in LEGENDS


@pytest.mark.parametrize("legend", list(LEGENDS))
def test_every_legend_can_be_found_and_leaves_the_match_going(legend):
    table = struck(legend, C=(3, 1), D=(2, 2))
    if table.position.phase == "resolve":
        table.do(table.moves("A")[0].replace("choose ", "A choose "))
    assert table.position.phase == "interlude"
    for move in [move for move in table.moves("A") if move != "ready"][:1]:
        table.do(f"A {move}")
    table.search_again()
    assert table.game.actors(table.position)
