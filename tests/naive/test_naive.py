"""The twin alone: its hash against Python's own, the rulebooks' examples, and nothing lost or made during a match."""

import json
import os
import random
import subprocess
import sys

import pytest

from tests.naive.siphash import siphash13
from tests.naive.splendor import Card, NaiveMatch, material

SEAT_ORDER = {"first": "seat"}


def table(title: str = "splendor", seats: int = 2, **options: object) -> NaiveMatch:
    return NaiveMatch(title, seats, {**SEAT_ORDER, **options}, bytes(16))


def tokens(match: NaiveMatch, seat: int, letters: str) -> None:
    """Give a seat these tokens out of the bank, instead of those it has."""
    player = match.players[seat]
    for token in player.tokens:
        match.bank[token] += player.tokens[token] - letters.count(token)
        player.tokens[token] = letters.count(token)


def cards(match: NaiveMatch, seat: int, *wanted: Card) -> None:
    """Lay cards before a seat, as if bought."""
    for card in wanted:
        match.players[seat].lay_down(card)


def card(title: str, **like: object) -> Card:
    """Find the first card with these properties."""
    return next(c for c in material(title)[0] if all(getattr(c, name) == value for name, value in like.items()))


def offer(match: NaiveMatch, offered: Card) -> str:
    """Put a card face up in the first place of its level, and say how to buy it."""
    match.market[offered.level, 1] = offered
    return f"buy {offered.level}.1"


# Chance


@pytest.mark.skipif(sys.hash_info.algorithm != "siphash13", reason="this Python hashes bytes in another way")
def test_siphash13_is_pythons_hash_of_bytes():
    messages = [bytes(range(length)) for length in range(1, 40)]
    program = f"import json; print(json.dumps([hash(bytes(m)) for m in {[list(m) for m in messages]}]))"
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    answer = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)

    assert [siphash13(bytes(16), m) for m in messages] == [h % 2**64 for h in json.loads(answer.stdout)]


def test_siphash13_under_a_key():
    # The first vectors of the Rust library's test of its SipHash-1-3.
    vectors = ["dcc40f055801acab", "93ca577df39bf4c9", "4dd4c74d029bcb82", "fbf7dde7b80af88b"]

    for length, expected in enumerate(vectors):
        assert siphash13(bytes(range(16)), bytes(range(length))).to_bytes(8, "little").hex() == expected


# The rulebooks' examples


def test_se1_a_level_3_card_of_4_points():
    wanted = card("splendor", level=3, points=4, bonus="b", cost={"b": 3, "k": 3, "w": 6})

    assert wanted.tags == 0


def test_se2_two_blue_bonuses_leave_one_green_to_pay():
    match = table()
    blue = card("splendor", bonus="b")
    cards(match, 0, blue, blue)
    example = Card(number=1, level=1, bonus="w", points=0, cost={"b": 2, "g": 1}, tags=0, time=False)
    tokens(match, 0, "g")

    assert match.player.price(example) == {"j": 0, "b": 0, "g": 1}
    assert match.player.can_afford(example)


def test_se3_and_me4_a_noble_and_a_location():
    _, nobles = material("splendor")
    _, locations = material("marvel")

    assert {"w": 3, "b": 3, "g": 3} in [faces[0].requirement for faces in nobles]
    assert {"y": 3, "b": 3, "r": 3} in [face.requirement for faces in locations for face in faces]


def test_me1_a_card_of_2_points():
    assert card("marvel", points=2, bonus="r", cost={"y": 2, "b": 4, "p": 1}).level == 2


def test_me2_rocket_costs_one_red_after_bonuses():
    match = table("marvel")
    rocket = card("marvel", cost={"y": 1, "r": 2})
    cards(match, 0, card("marvel", bonus="y"), card("marvel", bonus="r"))
    tokens(match, 0, "r")

    match.play(offer(match, rocket))

    assert match.players[0].tokens["r"] == 0


def test_me3_equal_tags_do_not_move_the_tile_and_more_do():
    match = table("marvel", seats=3)
    one = card("marvel", tags=1)
    two = card("marvel", tags=2)
    free = Card(number=90, level=3, bonus="y", points=0, cost={}, tags=1, time=False)
    free_with_two = Card(number=90, level=3, bonus="y", points=0, cost={}, tags=2, time=False)
    cards(match, 0, two, one)
    cards(match, 1, two, one)
    cards(match, 2, two, one)

    match.play(offer(match, free))
    assert match.full()["tile"] == 0
    assert match.players[0].tags() == 4
    match.play(offer(match, free))
    assert match.full()["tile"] == 0
    match.play(offer(match, free_with_two))
    assert match.full()["tile"] == 2
    assert match.players[2].points() - match.players[0].points() == 3


# Rules that deserve a table of their own


def test_s11_fewer_than_three_colours():
    match = table()
    tokens(match, 1, "wwwwbbbbggggrrr")

    assert match.moves()[:2] == ["take rk", "take kk"]


def test_s11_a_single_colour():
    match = table()
    tokens(match, 1, "wwwwbbbbggggrrrrk")

    assert match.moves()[:2] == ["take k", "reserve 1.1"]


def test_s12_a_pair_needs_four():
    match = table()
    match.play("take wbg")

    assert [move for move in match.moves() if len(move) == 7] == ["take rr", "take kk"]


def test_s14_three_in_hand_and_no_more():
    match = table()
    for move in ["reserve 1", "reserve 2", "reserve 3.1", "reserve 3.1", "reserve 1.4", "take wbg"]:
        match.play(move)

    assert not [move for move in match.moves() if move.startswith("reserve")]
    assert [entry["blind"] for entry in match.full()["players"][0]["hand"]] == [True, False, False]


def test_s18_gold_may_replace_colours_in_their_order():
    match = table()
    tokens(match, 0, "wbbjj")
    wanted = Card(number=1, level=1, bonus="w", points=0, cost={"w": 1, "b": 2}, tags=0, time=False)

    match.play(offer(match, wanted))
    assert match.moves() == ["done", "gold w", "gold b"]
    assert match.full()["refill"] == "1.1"
    assert match.full()["market"][0][0] == 0
    match.play("gold b")
    assert match.moves() == ["done", "gold b"]
    match.play("gold b")

    assert match.turn == 1
    assert match.players[0].tokens == {"w": 0, "b": 2, "g": 0, "r": 0, "k": 0, "j": 0, "t": 0}
    assert match.market[1, 1]


def test_s18_thrifty_payers_are_not_asked():
    match = table(payment="thrifty")
    tokens(match, 0, "wj")
    wanted = Card(number=1, level=1, bonus="w", points=0, cost={"w": 1}, tags=0, time=False)

    match.play(offer(match, wanted))

    assert match.turn == 1
    assert match.players[0].tokens["j"] == 1


def test_s22_all_pass_in_a_row():
    match = table()
    for player in match.players:
        player.hand = [card("splendor", level=3)] * 3
    match.market = dict.fromkeys(match.market)
    match.bank.update(dict.fromkeys("wbgrk", 0))

    assert match.moves() == ["pass"]
    match.play("pass")
    match.play("pass")

    assert match.outcome() == {"termination": "passes", "winners": [0, 1], "points": [0, 0], "ranks": [1, 1]}


def test_s25_one_noble_a_turn_and_the_player_chooses():
    match = table()
    for colour in "wbgrk":
        cards(match, 0, *[card("splendor", bonus=colour)] * 4)

    match.play("take wbg")
    assert match.moves() == ["noble 1", "noble 2", "noble 3"]
    match.play("noble 2")
    match.play("take wbg")
    match.play("take wbg")
    match.play("noble 1")
    match.play("take brk")
    match.play("take wrk")

    assert match.full()["nobles"] == [0, 0, 0]
    assert match.players[0].points() == 9


def test_s27_the_round_is_finished():
    match = table(seats=3)
    cards(match, 0, *[card("splendor", points=5)] * 3)

    match.play("take wbg")
    match.play("take wbg")
    assert not match.is_over
    match.play("take wbg")

    assert match.outcome() == {"termination": "goal", "winners": [0], "points": [15, 0, 0], "ranks": [1, 2, 2]}


def test_s31_the_long_game():
    match = table(goal=21)
    cards(match, 0, *[card("splendor", points=5)] * 4)

    match.play("take wbg")
    match.play("take wbg")

    assert not match.is_over


def test_m10_m11_time_counts_towards_ten_and_stays():
    match = table("marvel")
    tokens(match, 0, "yyyyppppbb")
    free = Card(number=90, level=3, bonus="y", points=0, cost={}, tags=0, time=True)

    match.play(offer(match, free))

    assert match.phase == "return"
    assert match.moves() == ["return y", "return p", "return b"]


def test_m17_a_trigger_that_lost_the_tile_does_not_end_the_match():
    match = table("marvel")
    tokens(match, 0, "t")
    cards(match, 0, *[card("marvel", bonus=colour, points=0, tags=0) for colour in "ypbro"])
    cards(match, 0, card("marvel", points=5), card("marvel", points=4), card("marvel", points=4))
    cards(match, 0, *[card("marvel", points=0, tags=1)] * 3)
    match.assemble()
    cards(match, 1, *[card("marvel", points=0, tags=1)] * 3)
    assert match.meets_goal(match.players[0])

    match.play("take ypb")
    match.play(offer(match, Card(number=1, level=1, bonus="y", points=0, cost={}, tags=1, time=False)))

    assert match.full()["tile"] == 1
    assert match.players[0].points() == 13
    assert not match.is_over


# Whole matches


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_nothing_is_lost_or_made(title, seats):
    rng = random.Random(f"{title} {seats}")
    match = NaiveMatch(title, seats, {}, rng.randbytes(16))
    begin = match.full()

    while not match.is_over:
        match.play(rng.choice(match.moves()))

        now = match.full()
        everywhere = [now["bank"], *(player["tokens"] for player in now["players"])]
        assert [sum(column) for column in zip(*everywhere, strict=True)] == begin["bank"]
        assert min(map(min, everywhere)) >= 0
        numbers = [n for row in now["decks"] + now["market"] for n in row]
        for player in now["players"]:
            numbers += player["cards"] + [entry["card"] for entry in player["hand"]]
        assert sorted(filter(None, numbers)) == list(range(1, 91))
        if now["phase"] in ("play", "noble"):
            assert all(sum(player["tokens"]) <= 10 for player in now["players"])


def test_an_illegal_move_is_refused():
    with pytest.raises(ValueError, match="got 'pass'"):
        table().play("pass")
