"""Sections 1 and 2: what is in the box, and the set-up."""

import random
from collections import Counter

import pytest

from jeton.core.shuffle import Stream
from jeton.games.guardians.board import AROUND, lay_board, neighbours
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.legends import LEGENDS, TREASURE, TREASURES
from jeton.games.guardians.position import TOKENS, Player
from jeton.games.guardians.ruleset import COLOURS
from tests.games.guardians.table import Table, game, island

SEEDS = [bytes([i]) * 16 for i in range(20)]


def test_g1_what_the_box_holds():
    pack = game().ruleset.pack

    assert len(set(pack.island_ids)) == 24
    assert len(set(pack.postcard_ids)) == 35
    assert (TREASURES, len(LEGENDS), TOKENS) == (10, 16, 4)


def test_g2_three_to_five_players_with_colours():
    for seats in (3, 4, 5):
        view = game().view(game().start(seats, bytes(16)), None)
        assert tuple(player.colour for player in view.players) == COLOURS[:seats]
    for seats in (0, 2, 6):
        with pytest.raises(ValueError, match="G2"):
            game().start(seats, bytes(16))


def test_g3_islands_that_share_an_edge_are_adjacent():
    table = Table(4, near={7: [12, 3]})
    at = {cell.island: (cell.q, cell.r) for cell in table.position.board}

    for one, others in neighbours(table.position.board).items():
        for other in at:
            q, r = at[other][0] - at[one][0], at[other][1] - at[one][1]
            assert ((q, r) in AROUND) == (other in others)
            assert (other in others) == (one in neighbours(table.position.board)[other])
    assert {island(12), island(3)} <= set(table.near(7))


def test_g3_adjacency_does_not_care_for_face_down_tiles():
    table = Table(4, guards={"A": "7 treasure", "C": "20"}, near={7: [12]})
    before = table.near(7)
    table.play_round("B clue", "B boat 7 A")
    assert table.view(None).face_down == (island(7),)

    assert table.near(7) == before
    table.hold(A="12 treasure")
    assert table.refused("B boat 7 A").rule in ("G29", "G31")


def test_g4_sail_public_hull_hidden_until_the_reveal():
    table = Table(4).do("B clue", "B boat 7 A")
    for letter in ("A", "C", "D", None):
        (boat,) = table.view(letter).boats
        assert (boat.seat, boat.island, boat.sought) == (1, island(7), None)
    assert table.view("B").boats[0].sought == 0
    table.reveal()

    assert table.view("C").resolution.boats[0].sought == 0


def test_g5_the_point_under_the_tip_counts():
    table = Table(4)
    postcard = table.position.open[0]
    scene = next(scene for scene in table.game.ruleset.pack.postcards if scene.id == postcard)
    hit = scene.elements[2].hit
    table.do(f"A clue {postcard} {hit.cx} {hit.cy}")

    clue = table.position.clues[0]
    assert (clue.x, clue.y, clue.element) == (hit.cx, hit.cy, scene.elements[2].id)


def test_g6_gold_and_legend_coins_count_alike():
    assert Player(gold=7, coins=4).score == 11
    table = Table(4).coins(A=(7, 4))
    assert table.view(None).players[0].score == 11


def test_g7_everybody_is_guardian_and_explorer_at_once():
    table = Table(3, guards={"A": "7 treasure", "B": "8 treasure", "C": "9 treasure"})
    table.do("A clue", "B clue", "C clue", "A boat 8 B", "B boat 9 C", "C boat 7 A").reveal()

    assert table.gold == (4, 4, 4)


def test_g8_a14_the_bank_never_runs_out():
    table = Table(3, guards={"A": "7 alatyr"}, goal=30).coins(A=(10, 10), B=(20, 5), C=(20, 5))
    players = tuple(p.score for p in table.position.players)
    assert sum(players) > 20  # more legend coins than printed would be out with the next discovery
    table.do("B clue", "C clue", "B boat 7 A", "C boat 7 A").reveal()

    assert (table.gold, table.red) == ((13, 22, 21), (11, 6, 6))


def test_g9_board_is_connected_and_each_tile_touches_two():
    islands = game().ruleset.pack.island_ids
    shapes = set()
    for seed in SEEDS:
        board = lay_board("random", islands, Stream(seed, "board"))
        near = neighbours(board)
        assert all(len(others) >= 2 for others in near.values())
        reached, edge = {islands[0]}, [islands[0]]
        while edge:
            edge = [other for one in edge for other in near[one] if other not in reached]
            reached.update(edge)
        assert reached == set(islands)
        assert len({(cell.q, cell.r) for cell in board}) == 24
        shapes.add(frozenset((cell.q, cell.r) for cell in board))
    assert len(shapes) == len(SEEDS)


def test_g10_tokens_in_supply():
    for public in Table(5).view(None).players:
        assert (public.clue_tokens, public.fire_tokens) == (4, 4)
        assert (public.clues_left, public.boats_left) == (1, 2)


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_g11_levels_1_and_2_deal_two_treasures_and_a_legend(level, seats):
    for seed in SEEDS[:5]:
        position = game(level=level).start(seats, seed)
        for player in position.players:
            rewards = Counter(pile.reward for pile in (player.active, *player.piles))
            assert rewards[TREASURE] == 2
            assert len(rewards) == 2


def test_g11_g99_levels_3_and_4_deal_three_of_all():
    hands = set()
    for level in (3, 4):
        for seed in SEEDS:
            for player in game(level=level).start(5, seed).players:
                hands.add(sum(pile.reward == TREASURE for pile in (player.active, *player.piles)))
    assert hands == {0, 1, 2, 3}


def test_g12_three_unseen_piles_in_random_order():
    places = set()
    for seed in SEEDS:
        position = game().start(4, seed)
        for player in position.players:
            piles = (player.active, *player.piles)
            assert len(piles) == 3
            places.add([pile.reward == TREASURE for pile in piles].index(False))
    assert places == {0, 1, 2}
    assert Table(4).view("A").piles == ()


def test_g13_what_is_left_forms_the_decks():
    position = game().start(4, bytes(16))
    treasures = sum(reward == TREASURE for reward in position.rewards)
    assert (treasures, len(position.rewards)) == (2, 14)
    orders = {game().start(4, seed).rewards.index(TREASURE) for seed in SEEDS}
    assert len(orders) > 3  # shuffled together, not one after the other (A7)


def test_g14_two_postcards_the_first_drawn_is_older():
    table = Table(4)
    older, newer = table.position.open
    table.play_round().play_round()

    assert older not in table.position.open
    assert table.position.open[0] == newer


def test_g15_pile_1_in_hand_the_others_unseen():
    table = Table(4)
    for letter in "ABCD":
        view = table.view(letter)
        assert view.hand == table.player(letter).active
        assert view.piles == ()
        assert view.players[0].piles == 2


@pytest.mark.parametrize(
    ("seats", "locations", "rewards", "treasures"), [(3, 15, 17, 4), (4, 12, 14, 2), (5, 9, 11, 0)]
)
def test_g16_counts(seats, locations, rewards, treasures):
    for level in (1, 2, 3, 4):
        position = game(level=level).start(seats, bytes(16))
        assert (len(position.locations), len(position.rewards)) == (locations, rewards)
        assert (len(position.open), len(position.postcards)) == (2, 33)
        if level < 3:
            assert position.rewards.count(TREASURE) == treasures
    assert game().ruleset.boats_owned == 3


def test_g17_five_players_use_up_all_treasures():
    for level in (1, 2):
        assert TREASURE not in game(level=level).start(5, bytes(16)).rewards


def test_set_up_follows_from_the_seed_alone():
    one, again, other = (Guardians({"level": 3}).start(5, seed) for seed in (SEEDS[1], SEEDS[1], SEEDS[2]))
    assert one == again
    assert one.board != other.board
    assert one.postcards != other.postcards


def test_a_seed_has_16_bytes():
    with pytest.raises(ValueError, match="16 bytes"):
        game().start(3, random.Random(1).randbytes(15))
