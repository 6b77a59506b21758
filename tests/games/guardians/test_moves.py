"""Notation: every move has one text, and what is not a move is refused as malformed."""

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeton.core.errors import IllegalMove, JetonError, MalformedMove, WrongSeat
from jeton.core.game import Entry
from jeton.games.guardians.moves import Point, Sail, parse, point
from jeton.games.guardians.reasons import REASONS, refusal
from tests.games.guardians.play import random_match
from tests.games.guardians.table import Table, game

FRESH = game().start(3, bytes(16))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "clue", "clue night_market", "clue night_market 0.5", "clue night_market 0.5 0.5 0.5",
        "clue nowhere 0.5 0.5", "clue night_market nan 0.5", "clue night_market 0.5 inf", "clue night_market 1e-3 0.5",
        "clue night_market .5 0.5", "clue night_market 0.12345 0.5", "clue night_market 0,5 0.5",
        "clue night_market +0.5 0.5", "clue  night_market 0.5 0.5", "clue night_market ٠.٥ 0.5",
        "clue night_market 00.5 0.5", "clue night_market 0. 0.5", "clue night_market 99999 0.5",
        "clue night_market 0x1 0.5", "clue night_market 0.5 0.5\n", "Clue night_market 0.5 0.5",
        "boat", "boat siren_reef", "boat atlantis red", "boat siren_reef pink", "boat siren_reef 1",
        "boat siren_reef red red", "boat siren_reef Red", "choose", "choose a b", "choose ré", "play",
        "play club red red", "play ..", "pile", "pile 0", "pile 4", "pile 12", "pile x", "pile ²", "stop now",
        "ready?", "tick", "undo", "x" * 1000, "boat " + "s" * 10_000 + " red", "\0",
    ],
)  # fmt: skip
def test_what_is_not_a_move_is_malformed(text):
    with pytest.raises(MalformedMove):
        parse(game().ruleset.pack, text)
    table = Table(4)
    with pytest.raises(MalformedMove):
        table.game.play(table.position, Entry(1, 0, 0, text))


@given(st.text(max_size=60))
def test_any_text_is_a_move_or_malformed(text):
    with contextlib.suppress(JetonError):
        game().play(FRESH, Entry(1, 0, 0, text))


@given(st.floats(0, 1), st.floats(0, 1))
def test_every_point_can_be_written_and_read(x, y):
    move = parse(game().ruleset.pack, point("night_market", x, y))
    assert isinstance(move, Point)
    assert abs(move.x - x) <= 0.00005
    assert abs(move.y - y) <= 0.00005
    assert point("night_market", move.x, move.y) == point("night_market", x, y)


def test_minus_zero_is_zero():
    move = parse(game().ruleset.pack, "clue night_market -0 0")
    assert str(move.x) == "0.0"


def test_boats_name_island_and_colour():
    assert parse(game().ruleset.pack, "boat siren_reef purple") == Sail("siren_reef", 4)


def test_every_listed_move_can_be_played_and_reads_back():
    rng = random.Random(3)
    for level in (1, 3, 4):
        title = game(level=level)
        for step, (position, entry, _) in enumerate(random_match(title, 4, rng, skill=0.5)):
            if step % 9:
                continue
            for seat in title.actors(position):
                moves = title.moves(position, seat)
                assert len(set(moves)) == len(moves) > 0
                for move in moves:
                    parse(title.ruleset.pack, move)
                    title.play(position, Entry(entry.n, 0, seat, move))


def test_what_is_not_listed_is_refused():
    """All islands with all players and all legends with all words: exactly the listed ones are accepted."""
    rng = random.Random(4)
    title = game(level=3, flip_found=True, distinct_targets=True)
    pack = title.ruleset.pack
    colours = ("blue", "red", "green", "yellow", "purple")
    texts = [f"boat {island} {colour}" for island in pack.island_ids for colour in colours]
    texts += ["stop", "ready", "pile 1", "pile 2", "pile 3", *(f"choose {colour}" for colour in colours)]
    texts += [f"play {legend}" for legend in ("club", "boots", "apple", "alatyr")]
    aimed = ("trident", "kunee", "stone", "wand")
    texts += [f"play {legend} {word}" for legend in aimed for word in (*colours, "boat", "clue")]
    texts += [f"play wand {island}" for island in pack.island_ids]
    for step, (position, _, _) in enumerate(random_match(title, 3, rng, skill=0.5)):
        if step % 11:
            continue
        for seat in range(3):
            listed = set(title.moves(position, seat))
            for text in texts:
                try:
                    title.play(position, Entry(1, 0, seat, text))
                    accepted = True
                except (IllegalMove, WrongSeat):
                    accepted = False
                assert accepted == (text in listed), text


def test_the_clock_only_ticks():
    table = Table(4, 4)
    with pytest.raises(MalformedMove):
        table.game.play(table.position, Entry(1, 10**6, -1, "ready"))
    with pytest.raises(MalformedMove):
        table.game.play(table.position, Entry(1, 10**6, 0, "tick"))


def test_a_refusal_carries_its_reason_for_translation():
    error = Table(4).refused("A boat 7 B")
    assert error.values["reason"] == "clue_due"
    assert error.rule == REASONS["clue_due"][0]
    assert str(error).startswith("G29: place your clue first (move: boat ")


def test_every_reason_has_a_rule_and_fits_its_values():
    values = {"postcard": "p", "island": "i", "boats": 1, "legend": "l", "words": "w", "piles": 2, "due": 3}
    for reason, (rule, sentence) in REASONS.items():
        assert rule[0] in "GO"
        assert refusal("x", reason, **values).reason == sentence.format(**values)
