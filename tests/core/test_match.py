"""Headers, keys, commitments, and taking back."""

import hashlib

import pytest

import jeton
from jeton import CLOCK, CannotUndo, Header, WrongSeat
from tests.support import key, random_match


def header(**changes: object) -> Header:
    fields = {"title": "splendor", "version": 1, "seats": 2, "options": {"goal": 15}, "key": "00" * 16}
    return Header(**{**fields, **changes})


def started(seats: int = 2, title: str = "splendor") -> jeton.Match:
    return jeton.new(title, seats=seats, key="00" * 16, options={"first": "seat"})


# Keys


@pytest.mark.parametrize(
    "digits", ["", "0", "0" * 31, "0" * 33, "g" * 32, "A" * 32, " " * 32, "0x" + "0" * 30, "٠" * 32]
)
def test_a_key_has_at_least_32_lower_case_hexadecimal_digits(digits):
    with pytest.raises(ValueError, match="expected a key of at least 32 hexadecimal digits"):
        header(key=digits)


@pytest.mark.parametrize("digits", ["0123456789abcdef" * 2, "ff" * 17, "00" * 64])
def test_a_longer_key_is_welcome(digits):
    assert len(header(key=digits).seed) == 16


def test_keys_are_drawn_when_none_is_given():
    keys = {jeton.new("splendor").header.key for _ in range(20)}

    assert len(keys) == 20
    assert {len(key) for key in keys} == {32}


def test_the_key_decides_the_deal():
    first, second, again = (str(jeton.new("splendor", key=key(n)).position) for n in (1, 2, 1))

    assert first == again != second


def test_every_bit_of_a_key_counts():
    whole = bytes(range(32))
    seeds = {header(key=whole.hex()).seed}
    for bit in range(256):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        seeds.add(header(key=bytes(changed).hex()).seed)

    assert len(seeds) == 257


# The commitment, and words that the seats add


def test_the_commitment_is_a_hash_anybody_can_make_again():
    made = header(options={"visible": True, "goal": 15})
    text = b'["splendor",1,2,{"goal":15,"visible":true},"' + made.key.encode() + b'"]'

    assert made.commitment == hashlib.sha256(b"jeton commitment 1 " + text).hexdigest()


@pytest.mark.parametrize(
    "change", [{"title": "marvel"}, {"version": 2}, {"seats": 3}, {"options": {"goal": 21}}, {"key": "01" * 16}]
)
def test_the_commitment_binds_all_that_was_agreed(change):
    assert header(**change).commitment != header().commitment


def test_the_commitment_can_be_published_before_the_seats_add_their_words():
    assert header(nonces=("any", "words")).commitment == header().commitment


def test_words_of_the_seats_change_the_deal():
    nonces = [(), ("a",), ("b",), ("a", "b"), ("b", "a"), ("ab",), ("ab", ""), ("", "ab"), ("a", "b", "")]

    assert len({header(nonces=words).seed for words in nonces}) == len(nonces)


def test_the_seed_does_not_give_the_key_away():
    assert header().seed.hex() not in header().key
    assert header().key not in header().seed.hex()


def test_the_seed_of_a_known_header():
    digest = hashlib.sha256(b"jeton seed 1" + b"\x10\0\0\0" + bytes(16) + b"\2\0\0\0" + "é".encode())

    assert header(nonces=("é",)).seed == digest.digest()[:16]


def test_a_header_can_not_be_changed():
    with pytest.raises(AttributeError):
        header().key = "11" * 16


def test_options_are_written_out_in_the_header():
    match = jeton.new("splendor", options={"goal": 21})

    assert match.header.options == {"first": "random", "visible": True, "payment": "choice", "goal": 21}


# Moves, seats, time


def test_without_a_seat_the_one_whose_turn_it_is_plays():
    match = started(3)

    assert [match.play("take wbg").seat for _ in range(3)] == [0, 1, 2]


def test_time_stands_still_unless_told():
    match = started()
    match.play("take wbg", at=1_500)

    assert match.play("take wbg").at == 1_500


def test_entries_are_numbered_from_one():
    match = started()

    assert (match.n, match.play("take wbg").n, match.n) == (0, 1, 1)


def test_a_match_says_what_it_is():
    match = started()
    match.play("take wbg")

    assert repr(match) == "<Match splendor, 2 seats, 1 entries, seats [1] to move>"
    assert "over" in repr(random_match("marvel", 2))


def test_a_log_with_a_gap_is_corrupt():
    match = random_match("splendor", 2)

    with pytest.raises(jeton.CorruptMatch, match="expected entry 1, got entry 2"):
        jeton.Match(match.game, match.header, match.log[1:])


def test_views_of_a_match_are_those_of_its_position():
    match = started()

    assert match.view(1) == match.game.view(match.position, 1)
    assert match.view().seat is None


# Taking back


def test_undo_is_an_entry():
    match = started()
    match.play("take wbg", at=100)
    entry = match.undo(at=200)

    assert entry == jeton.Entry(2, 200, 0, "undo")
    assert [logged.move for logged in match.log] == ["take wbg", "undo"]
    assert match.standing == ()


def test_undo_can_be_played_like_a_move():
    match = started()
    match.play("take wbg")

    assert match.play("undo").move == "undo"
    assert match.standing == ()


def test_undo_several_times():
    match = started()
    before = match.position
    for _ in range(4):
        match.play(match.moves()[0])
    for _ in range(4):
        match.undo()

    assert match.position == before
    assert match.n == 8


def test_nothing_to_take_back():
    match = started()

    with pytest.raises(CannotUndo, match="nothing has been played"):
        match.undo()
    match.play("take wbg")
    match.undo()
    with pytest.raises(CannotUndo, match="nothing has been played"):
        match.undo()


@pytest.mark.parametrize("move", ["reserve 1.1", "reserve 2", "reserve 3.4"])
def test_what_was_revealed_is_taken_back_only_with_consent(move):
    match = started()
    match.play(move)

    assert not match.can_undo
    with pytest.raises(CannotUndo, match="needs consent"):
        match.undo()
    match.undo(revealed=True)
    assert match.standing == ()


def test_taking_tokens_reveals_nothing():
    match = started()
    match.play("take wbg")

    assert match.can_undo


def test_entries_that_revealed_nothing_are_told_back_to_one_that_did(monkeypatch):
    match = started()
    for move in ("take wbg", "reserve 1.1", "take wbg", "take wbr"):
        match.play(move)
    asked = []
    reveals = match.game.reveals
    monkeypatch.setattr(match.game, "reveals", lambda before, entry: asked.append(entry.n) or reveals(before, entry))

    assert [entry.n for entry in match.unrevealing()] == [4, 3]
    assert (match.revealed(2), match.revealed(3)) == (False, True)
    assert asked == [4, 3, 2], "the game is asked once for each entry"
    match.undo()
    match.play("reserve 1.1")
    assert list(match.copy().unrevealing()) == []
    assert asked == [4, 3, 2, 6]


def test_a_purchase_can_be_taken_back_until_the_market_is_refilled():
    match = started()
    game = match.game
    match.position = game.read("splendor 2; market 31 2 3 4 / 41 42 43 44 / 71 72 73 74; 0 tokens w3j1")
    match.play("buy 1.1")

    assert match.can_undo
    match.play("done")
    assert not match.can_undo


def test_a_secret_card_that_was_bought_is_revealed():
    match = started()
    match.position = match.game.read("splendor 2; 0 hand 6? 31; 0 tokens b3w3")
    match.play("buy h1")

    assert not match.can_undo


@pytest.mark.parametrize(("visible", "free"), [(True, True), (False, False)])
def test_a_known_card_from_the_hand_reveals_nothing(visible, free):
    match = jeton.new("splendor", seats=2, options={"visible": visible, "first": "seat"})
    match.position = match.game.read("splendor 2; market 1 2 3 4 / 41 42 43 44 / 71 72 73 74; 0 hand 31; 0 tokens w3")
    match.play("buy h1")

    assert match.can_undo == free


def test_another_seat_may_ask_for_the_undo():
    match = started()
    match.play("take wbg")

    assert match.undo(seat=1).seat == 1


@pytest.mark.parametrize("seat", [2, 9, -2])
def test_nobody_takes_back_from_no_seat(seat):
    match = started()
    match.play("take wbg")

    with pytest.raises(WrongSeat, match="seat below 2"):
        match.undo(seat=seat)
    assert match.n == 1


def test_the_clock_may_take_its_tick_back():
    match = started()
    match.play("take wbg")

    assert match.undo(seat=CLOCK).seat == CLOCK


def test_a_finished_match_can_be_taken_up_again():
    match = random_match("splendor", 2).copy()
    match.undo(revealed=True)

    assert not match.is_over
    assert match.outcome is None


def test_reports_leave_out_what_was_taken_back():
    match = started()
    match.play("take wbg")
    match.undo()
    match.play("take rr")

    assert [(report.n, report.move) for report in match.reports()] == [(3, "take rr")]


def test_a_copy_shares_nothing_that_changes():
    match = started()
    match.play("take wbg")
    other = match.copy()
    other.play("take wbg")
    other.undo()
    other.undo()

    assert (match.n, len(match.standing), other.n) == (1, 1, 4)
