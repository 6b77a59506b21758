"""Every move that can be written is either played or refused with a rule, and a refusal changes nothing."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeton import Entry, IllegalMove, MalformedMove, MalformedPosition
from jeton.games.splendor import compiled, rules
from jeton.games.splendor.moves import ACTIONS, PASS, TAKE_ALL
from tests.properties.strategies import positions
from tests.support import game

pytestmark = pytest.mark.interpreted


@given(positions(over=True))
def test_refusal_says_legal_exactly_where_the_bit_is_set(position):
    values, ruleset = np.zeros(len(compiled.VALUES), np.int64), position.game.ruleset
    answers = [compiled.verdict(ruleset, position.words, action, -1, -1, values) for action in range(ACTIONS)]

    if position.is_over:
        assert position.mask == 0
    else:
        assert [answer == rules.LEGAL for answer in answers] == [
            bool(position.mask >> action & 1) for action in range(ACTIONS)
        ]


@given(positions())
def test_whatever_is_not_legal_is_refused_with_a_rule_and_changes_nothing(position):
    notation, legal = position.game.notation, set(position.game.moves(position, position.seat))
    spellings = {*notation.texts, "done", "pass", *("take " + a for a in notation.letters)}
    spellings |= {f"take {a}{b}" for a in notation.letters for b in notation.letters}
    before = position.words.copy()

    for move in spellings:
        refusal = attempt(position, move)
        assert (refusal is None) == (notation.canonical(move) in legal)
        if refusal is not None:
            assert isinstance(refusal, IllegalMove)
            assert re.fullmatch(r"[SM]\d+", refusal.rule)
            assert str(refusal) == f"{refusal.rule}: {refusal.reason} (move: {move})"
            assert "{" not in refusal.reason
    assert (position.words == before).all()


@given(positions())
def test_notation_of_every_legal_move_goes_there_and_back(position):
    notation = position.game.notation
    spelled = position.game.moves(position, position.seat)

    assert [position.game.parse(position, move) for move in spelled] == position.actions()
    for move, action in zip(spelled, position.actions(), strict=True):
        left = move[5:] if action == TAKE_ALL else ""
        assert notation.text(action, left=left, paying=move == "done") == move
        assert notation.canonical(move) == move


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_notation_of_every_action_goes_there_and_back(title):
    notation = game(title).notation

    for action in range(ACTIONS):
        assert notation.action(notation.text(action, left=notation.letters[:2])) == action
    assert notation.action("done") == notation.action("pass") == PASS


@given(st.sampled_from(["splendor", "marvel"]), st.permutations("012").map("".join), st.integers(0, 9))
def test_the_order_of_colours_does_not_matter(title, order, action):
    notation = game(title).notation
    letters = notation.text(action)[5:]

    assert notation.action("take " + "".join(letters[int(i)] for i in order)) == action


words = st.sampled_from(["take", "reserve", "buy", "return", "noble", "gold", "pass", "done", "undo", "tick", "h1"])
almost_moves = st.one_of(
    st.text(),
    st.builds("{} {}".format, words, st.text("wbgrkypojt123.h ", max_size=5)),
    st.from_regex(r"(take|buy|reserve|noble|gold|return) ?[a-z0-9.]{0,4}", fullmatch=True),
)


@given(positions(), almost_moves)
def test_any_text_is_a_move_or_refused_as_malformed_or_illegal(position, text):
    before = position.words.copy()
    refusal = attempt(position, text)

    legal = position.game.notation.canonical(text) in position.game.moves(position, position.seat)
    assert legal == (refusal is None)
    assert refusal is None or str(refusal)
    assert (position.words == before).all()


CLAUSES = (
    [
        "turn",
        "phase",
        "first",
        "turns",
        "passes",
        "bank",
        "market",
        "nobles",
        "tile",
        "paid",
        "refill",
        "gone",
        "key",
        "splendor",
    ],
    ["tokens", "cards", "hand", "nobles"],
)
clauses = st.one_of(
    st.text(max_size=20),
    st.builds(
        "{} {}".format,
        st.one_of(
            st.sampled_from(CLAUSES[0]),
            st.builds("{} {}".format, st.integers(0, 4), st.sampled_from(CLAUSES[1])),
        ),
        st.one_of(
            st.text("wbgrkjt0123456789-/.? ", max_size=14),
            st.lists(st.integers(-2, 99), max_size=13).map(lambda numbers: " ".join(map(str, numbers))),
            st.lists(st.integers(0, 10), max_size=6).map(lambda numbers: " ".join(map(str, numbers))),
            st.sampled_from(["-", "play", "return", "noble", "pay", "over", "1.1", "h1", "w1", "00" * 16]),
        ),
    ),
)


@given(positions(), st.lists(clauses, min_size=1, max_size=3))
def test_any_text_is_a_position_or_refused_as_malformed(position, extra):
    game, text = position.game, "; ".join([position.game.write(position), *extra])
    try:
        read = game.read(text)
    except MalformedPosition:
        return

    assert game.read(game.write(read)) == read
    assert read.is_over or game.moves(read, read.seat)
    for seat in (0, 1, None):
        game.view(read, seat)


def attempt(position, move):
    """Return the refusal of a move, None if it may be played."""
    try:
        position.game.play(position, Entry(1, 0, position.seat, move))
    except (IllegalMove, MalformedMove) as error:
        return error
    return None
