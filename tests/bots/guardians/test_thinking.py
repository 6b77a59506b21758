"""What the bots make of clues, boats and fires, and what they do about it."""

import json
from random import Random

import numpy as np
import pytest

from jeton.bots import Budget, make
from jeton.bots.guardians import LEVELS, GuardianBot
from jeton.bots.guardians.associations import associate
from jeton.bots.guardians.sailing import boat_values
from jeton.bots.guardians.taste import make_taste
from jeton.games.guardians import scenes
from jeton.games.guardians.scenes import load_pack, pack_named
from tests.games.guardians.table import Table, game, island
from tests.games.guardians.test_packs import own_pack

pytestmark = pytest.mark.once
NONE = 1e-6


def ask(table, letter, level="hard", seed=1):
    """Return the move of a bot that has seen nothing but this view."""
    return make(level, table.game).choose(table.view(letter), Budget(), Random(seed))


def beliefs(table, letter, level="hard"):
    """Return where it believes each seat to be."""
    return GuardianBot(table.game, level).read(table.view(letter)).beliefs()


def likely(row):
    """Return the numbers of the islands that have not been ruled out."""
    return {n + 1 for n, chance in enumerate(row) if chance > NONE}


def test_a_bot_that_knows_nothing_believes_in_every_island_but_its_own():
    table = Table(guards={"A": "7"})

    row = beliefs(table, "A")[1]

    assert row.sum() == pytest.approx(1)
    assert likely(row) == set(range(1, 25)) - {7}


def test_a_wrong_boat_rules_its_island_out_and_without_a_fire_its_neighbours_too():
    table = Table(guards={"A": "7", "B": "8"}, near={1: [2, 3, 4]})
    table.play_round("C clue", "C boat 1 B")

    row = beliefs(table, "A")[1]

    names = game().ruleset.pack.island_ids
    gone = {names.index(name) + 1 for name in table.near(1)} | {1}
    assert {1, 2, 3, 4} <= gone
    assert likely(row) == set(range(1, 25)) - gone - {7}


def test_a_fire_leaves_only_the_neighbours_of_its_island():
    table = Table(guards={"A": "7", "B": "2"}, near={1: [2, 3, 4]})
    table.play_round("C clue", "C boat 1 B")

    row = beliefs(table, "A")[1]

    names = game().ruleset.pack.island_ids
    assert table.fires == {("B", 1)}
    assert likely(row) == {names.index(name) + 1 for name in table.near(1)} - {7}


def test_fires_and_boats_of_an_earlier_location_say_nothing_of_the_next():
    table = Table(guards={"A": "7", "B": "8"})
    table.play_round("C clue", "C boat 1 B").play_round("C clue", "C boat 8 B")

    row = beliefs(table, "A")[1]

    assert likely(row) == set(range(1, 25)) - {8, 7}


def test_merlins_fire_is_a_hint_and_no_proof():
    table = Table(level=3, guards={"A": "7", "B": "2"}, near={1: [2, 3, 4]}).give("B", "wand")
    table.do("A clue").reveal()
    table.do("B play wand 1").search_again()

    row = beliefs(table, "A")[1]
    away = [n for n in range(24) if island(n + 1) not in (*table.near(1), island(1), island(7))]

    assert row[0] == pytest.approx(10 * row[away[0]], rel=0.2)
    assert all(row[n] > NONE for n in away)


def test_a_literal_clue_is_understood():
    """An icon that stands on one island only, pointed at, makes that island the likeliest for most bots."""
    table = Table(guards={"A": "24"})
    pictures = associate(table.game.ruleset.pack)
    right = 0
    for card in table.game.ruleset.pack.postcards[:20]:
        for element in card.elements:
            rows = np.flatnonzero(pictures.literal[:, pictures.column[element.id]])
            if rows.size != 1 or rows[0] == 23:
                continue
            spot = f"B clue {card.id} {element.hit.cx:.4f} {element.hit.cy:.4f}"
            fresh = Table(guards={"A": "24"})
            others = [c for c in fresh.game.ruleset.pack.postcard_ids if c != card.id]
            fresh.change(open=(card.id, others[0]), postcards=tuple(others[1:])).do(spot)
            right += 1 if beliefs(fresh, "A")[1].argmax() == rows[0] else -1

    assert right > 0


def test_the_clue_is_what_speaks_most_for_the_location_and_is_never_said_twice():
    table = Table(guards={"A": "5"})
    first = ask(table, "A")
    table.do(f"A {first}").reveal()
    table.search_again()
    second = ask(table, "A")

    assert first.startswith("clue ")
    assert second.startswith("clue ")
    assert second != first


def test_a_boat_goes_where_nobody_has_been_first():
    """Two seats as likely on an island: the one that another boat there seems to seek is worth less."""
    table = Table(guards={"A": "7"}).do("A clue", "C clue", "C boat 1 B")
    bot = GuardianBot(table.game, "hard")
    reader = bot.read(table.view("A"))
    even = np.full((4, 24), 1 / 24)

    values = boat_values(reader, even)

    assert values[1, 0] < values[1, 1]
    assert values[2, 0] == pytest.approx(values[2, 1])  # C does not seek itself


def test_hard_does_not_feed_somebody_who_is_about_to_win():
    table = Table(guards={"A": "7"}).coins(B=(10, 0)).do("A clue")
    even = np.full((4, 24), 1 / 24)
    values = {
        level: boat_values(GuardianBot(table.game, level).read(table.view("A")), even) for level in ("normal", "hard")
    }

    assert values["normal"][1, 1] == pytest.approx(values["normal"][2, 1])
    assert values["hard"][1, 1] < values["hard"][2, 1]


def test_found_locations_are_remembered_and_forgotten_by_level():
    """G95: at level 2 no view shows them; a bot made later does not know them, hard remembers most, easy few."""
    known = {}
    for level in LEVELS:
        bot, late = make(level, game(level=2)), make(level, game(level=2))
        kept = total = 0
        for seed in range(12):
            table = Table(level=2, guards={"B": "1"}, seed=bytes([seed]) * 16, idle_guard=60)
            table.game = game(level=2, idle_guard=60)
            table.do("C clue", "C boat 1 B").reveal()
            bot.read(table.view("A"))
            table.search_again()
            for _ in range(2):
                table.reveal()
                bot.read(table.view("A"))
                table.search_again()
            kept += "ember_forge" in bot.read(table.view("A")).memory.found()
            total += "ember_forge" in late.read(table.view("A")).memory.found()
        known[level] = kept
        assert total == 0

    assert known["easy"] < known["hard"]
    assert known["hard"] >= 8


def test_no_two_seats_share_a_mind_and_one_seat_keeps_its_own():
    pictures = associate(pack_named("jeton"))
    board, other = Table().position.board, Table(seed=bytes([1]) * 16).position.board

    mine = make_taste(pictures, board, 0, 0.7)

    assert np.array_equal(mine, make_taste(pictures, board, 0, 0.7))
    assert not np.allclose(mine, make_taste(pictures, board, 1, 0.7))
    assert not np.allclose(mine, make_taste(pictures, other, 0, 0.7))
    assert make_taste(pictures, board, 0, 0.0).std() < mine.std()


def test_whoever_is_ahead_is_chosen_if_there_is_something_to_take():
    table = Table(level=3, guards={"A": "7 necklace"}).coins(B=(9, 0), C=(1, 2), D=(0, 1))
    table.do("C clue", "C boat 7 A").reveal()

    assert table.position.owing is not None
    assert ask(table, "A") == "choose green"


@pytest.mark.parametrize(
    ("legend", "move"), [("club", "play club"), ("apple", "play apple"), ("trident", "play trident green")]
)
def test_kept_legends_are_played_at_once_and_aimed_at_the_leader(legend, move):
    table = Table(level=3, guards={"A": "7"}).give("A", legend).coins(C=(5, 1))
    table.do("A clue").reveal()

    assert ask(table, "A") == move


def test_a23_a_legend_that_helps_is_played_in_the_search_too():
    table = Table(level=3, guards={"A": "7"}).give("A", "wand")
    assert ask(table, "A").startswith("clue ")  # first things first
    table.do("A clue")

    assert ask(table, "A") == f"play wand {island(7)}"
    table.do("A play wand 7")
    assert ask(table, "A").startswith("boat ")


def test_whoever_was_struck_already_is_spared():
    table = Table(3, 3).coins(B=(1, 0), C=(9, 0)).give("B", "kunee").give("A", "trident", "hourglass")
    table.reveal()
    table.do("B play kunee C")

    assert ask(table, "A") == "play trident red"
    table.do("A play trident B")
    assert ask(table, "A") == "ready"  # nobody is left to strike: the hourglass is kept


def test_g105_nobody_acts_while_the_reveal_is_shown():
    table = Table(level=3, guards={"A": "7 ark"}, goal=30).coins(C=(5, 0))
    table.do("B clue", "B boat 7 A").reveal()
    view, bot = table.view("A"), make("normal", table.game)

    assert bot.delay(view, "choose green", Random(1), now=table.now) > table.told / 1000 + 2
    assert bot.delay(view, "choose green", Random(1), now=view.clock.begins) < 8


def test_the_stone_gives_a_boat_only_once_the_location_looks_clear():
    table = Table(level=3, guards={"A": "7"}).give("A", "stone")
    table.do("B clue").reveal()

    assert ask(table, "A") == "ready"


def test_the_wand_lights_the_location_or_with_o5_a_neighbour():
    table = Table(level=3, guards={"A": "7"}).give("A", "wand")
    table.do("B clue").reveal()
    near = Table(level=3, guards={"A": "7"}, wand_adjacent=True).give("A", "wand")
    near.do("B clue").reveal()

    assert ask(table, "A") == f"play wand {island(7)}"
    assert ask(near, "A").removeprefix("play wand ") in near.near(7)


def test_o2_takes_the_pile_that_the_postcards_speak_of():
    table = Table(choose_pile=True)

    assert ask(table, "A") in table.moves("A")
    assert ask(table, "A").startswith("pile ")


def test_a_pack_without_matrices_is_played_by_its_tags(tmp_path, monkeypatch):
    monkeypatch.setattr(scenes, "_OWN", {})
    data = own_pack()
    for kind in ("island", "card"):
        (tmp_path / f"{kind}.png").write_bytes(b"")
    for number in range(24):
        data["islands"][number]["themes"] = [f"theme{number}"]
    data["postcards"][0]["elements"][0]["icon"] = "wanted"
    data["lexicon"]["wanted"] = {"en": "wanted", "tags": ["theme5"]}
    (tmp_path / "scenes.json").write_text(json.dumps({**data, "name": "own"}), encoding="utf-8")
    pictures = associate(load_pack(tmp_path))

    assert pictures.embeddings is None
    assert pictures.blend(0.5)[:, pictures.column["card0.0"]].argmax() == 5


def test_a_clue_on_plain_scenery_is_ignored():
    table = Table(guards={"A": "7"}).do("A clue")
    before = beliefs(table, "A")[1]
    card = table.position.open[0]
    spot = next(
        (x / 50, y / 50)
        for x in range(51)
        for y in range(51)
        if table.game.ruleset.pack.element_at(card, x / 50, y / 50) is None
    )
    table.do(f"B clue {card} {spot[0]} {spot[1]}")

    assert np.allclose(beliefs(table, "A")[1], before)
