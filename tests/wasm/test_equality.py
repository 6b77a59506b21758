"""The engine of the page is the engine, byte by byte: matches, positions, refusals, redeals, features, views, trees."""

from itertools import product

import numpy as np
import pytest
from numba import njit

import jeton
from jeton.bots.splendor import blur, net, search
from jeton.bots.splendor.judging import ACTIONS as ACTIONS_READ
from jeton.bots.splendor.judging import ELSEWHERE, SUMS, C, weigh
from jeton.bots.splendor.playing_out import LONGEST, play_lines
from jeton.bots.splendor.scoring import NOTES
from jeton.bots.splendor.search_bots import SearchBot
from jeton.bots.splendor.styles import STYLES, Taste
from jeton.core.jit import INTERPRETED
from jeton.games.splendor import compiled, features
from jeton.games.splendor.features import WIDE
from jeton.games.splendor.moves import ACTIONS
from jeton.games.splendor.rules import OVER, WORDS
from jeton.games.splendor.title import OPTIONS
from jeton.games.splendor.view_json import view_text
from tests.wasm.engine import DEALS, Search, Views

pytestmark = [pytest.mark.once, pytest.mark.skipif(INTERPRETED, reason="compares compiled code")]

TABLES = list(product(("splendor", "marvel"), (2, 3, 4)))
RANDOM_MATCHES, POSITIONS, SIMULATIONS = 200, 6, 200
"""Random matches of each choice of options at each table, 14,400 in all; positions and lines of a search."""


def choices(title):
    """Return every way to choose the options of a title: 16 of Splendor, 8 of Marvel."""
    options = OPTIONS[title]
    return [dict(chosen) for chosen in product(*([(one.name, value) for value in one.values] for one in options))]


@njit
def observe(ruleset, words, out):
    features.observe(compiled.ruleset_in(ruleset), compiled.position_in(words), out)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_random_matches_end_alike(engine, title, seats):
    words, out = engine.room("i8", WORDS), engine.room("i8", RANDOM_MATCHES)
    for options in choices(title):
        game = jeton.make(title, options=options)
        expected = np.zeros(RANDOM_MATCHES, np.int64)
        compiled.random_checks(game.ruleset, seats, 11, expected)

        engine.call("random_checks", engine.put(np.asarray(game.ruleset)), words, seats, 11, 0, RANDOM_MATCHES, out)

        assert (engine.array(out, "i8", RANDOM_MATCHES) == expected).all(), options


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_every_position_of_a_match_is_alike(engine, title, seats):
    """A whole match with each choice of options: 10,439 positions, with all that is asked of one."""
    rng, size = np.random.default_rng(9), features.feature_count(seats)
    out, standings, values = engine.room("i8", 3), engine.room("i8", 4), engine.room("i8", len(compiled.VALUES))
    words, other, seen = engine.room("i8", WORDS), engine.room("i8", WORDS), engine.room("u1", size)
    for number, options in enumerate(choices(title)):
        game = jeton.make(title, options=options)
        ruleset, views = game.ruleset, Views(engine, game, seats)
        rules, here = engine.put(np.asarray(ruleset)), np.zeros(WORDS, np.int64)
        told = compiled.begin(ruleset, here, seats, 77 + number, 5)
        engine.call("begin", rules, words, seats, 77 + number, 5, out)
        moves = 0
        while True:
            assert tuple(engine.array(out, "i8", 3).tolist()) == told
            assert (engine.array(words, "i8", WORDS) == here).all()
            _compare_rankings(engine, rules, words, standings, ruleset, here)
            _compare_redeals(engine, rules, other, ruleset, here, moves, seats)
            if told[1] == OVER:
                break
            _compare_refusals(engine, rules, words, values, ruleset, here, moves)
            _compare_blur(engine, rules, words, other, ruleset, here, moves)
            _compare_features(engine, rules, words, seen, ruleset, here, size)
            _compare_views(views, game, here, seats, moves)
            legal = [action for action in range(62) if told[0] >> action & 1]
            action = int(rng.choice(legal))
            told = compiled.step(ruleset, here, action)
            engine.call("step", rules, words, action, out)
            moves += 1


def _compare_rankings(engine, rules, words, standings, ruleset, here):
    expected = np.zeros(4, np.int64)
    compiled.standings(ruleset, here, expected)
    engine.array(standings, "i8", 4)[:] = 0
    engine.call("standings", rules, words, standings)
    assert (engine.array(standings, "i8", 4) == expected).all()


def _compare_redeals(engine, rules, other, ruleset, here, moves, seats):
    expected = here.copy()
    compiled.shuffle_unseen(ruleset, expected, moves % seats, moves * 7 + 1, moves * 13 + 5)
    engine.array(other, "i8", WORDS)[:] = here
    engine.call("shuffle_unseen", rules, other, moves % seats, moves * 7 + 1, moves * 13 + 5)
    assert (engine.array(other, "i8", WORDS) == expected).all()


def _compare_refusals(engine, rules, words, out, ruleset, here, moves):
    """Compare some actions, others in the next position: each call from Python takes a fifth of a millisecond."""
    size = len(compiled.VALUES)
    expected = np.zeros(size, np.int64)
    for action, colours in ((action, action * 7 % 32) for action in range(moves % 16, ACTIONS, 16)):
        engine.call("verdict", rules, words, action, colours, action & 1, out)
        assert engine.int() == compiled.verdict(ruleset, here, action, colours, action & 1, expected)
        assert (engine.array(out, "i8", size) == expected).all()


def _compare_blur(engine, rules, words, other, ruleset, here, moves):
    rng, seen = np.random.default_rng(moves), np.zeros(WORDS, np.int64)
    chances, draws = np.full(blur.CHANCES, 0.4), rng.integers(0, 1 << 32, blur.DRAWS)
    blur.overlook(ruleset, here, chances, draws, seen)
    engine.call("overlook", rules, words, other, engine.put(chances), engine.put(draws))
    assert (engine.array(other, "i8", WORDS) == seen).all()


def _compare_features(engine, rules, words, seen, ruleset, here, size):
    expected = np.zeros(size, np.uint8)
    observe(ruleset, here, expected)
    engine.array(seen, "u1", size)[:] = 0
    engine.call("observe", rules, words, seen, size)
    assert (engine.array(seen, "u1", size) == expected).all()


def _compare_views(views, game, here, seats, moves):
    """Compare what the seat to move may know, and another one or a spectator, each in its turn."""
    position = jeton.games.splendor.position.Position(game, here.copy())
    for seat in (position.seat, (*range(seats), None)[moves % (seats + 1)]):
        assert views.text(position, seat) == view_text(position, seat)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_searches_grow_the_same_tree(engine, title, seats):
    game, rng = jeton.make(title), np.random.default_rng(5)
    *setting, _ = SearchBot(game).setting(seats)
    nodes = SIMULATIONS + 64
    here, weights = search.Tree(nodes, 40 * nodes), net.load(title, seats)
    there = Search(engine, game, seats, nodes, 40 * nodes)
    for number, position in enumerate(_some_positions(game, seats, rng)):
        judge = _emptied(here, weights)
        where = (position.words, position.seat, SIMULATIONS, here.arrays, search.Scratch(game.ruleset).arrays)
        last = int(search.puct(*where, judge, 1000 + number, *setting))
        used = here.used.tolist()

        found = there.run(position.words, position.seat, SIMULATIONS, 1000 + number, *setting)

        assert found == (here.nodes[: used[0]].tobytes(), here.edges[: used[1]].tobytes(), last)
        engine.array(there.at["logits"][0], "f4", WIDE)[:] = judge[2]
        for style in (one for one in STYLES.values() if one):
            _compare_tastes(engine, there, game, style, position, judge[2])
        engine.call("waver", there.desk, 0.7, 123456789 * number)
        assert engine.int() == blur.waver(judge[2], 0.7, 123456789 * number)


def _compare_tastes(engine, there, game, style, position, logits):
    """Compare what a style adds to the net's opinion, in place on both sides."""
    taste = Taste(game, style)
    taste.colour(position, logits)
    plain, styled, notes = engine.put(taste.plain), engine.put(taste.styled), engine.room("f8", *NOTES)
    engine.call("like", there.desk, plain, styled, taste.weight, notes)
    assert engine.array(there.at["logits"][0], "f4", WIDE).tobytes() == logits.tobytes()


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_judges_weigh_and_play_out_alike(engine, title, seats):
    game, rng, c = jeton.make(title), np.random.default_rng(6), C.get((title, seats), ELSEWHERE)
    nodes = SIMULATIONS + 64
    here, weights, room = search.Tree(nodes, 40 * nodes), net.load(title, seats), search.Scratch(game.ruleset)
    there = Search(engine, game, seats, nodes, 40 * nodes)
    for number, position in enumerate(_some_positions(game, seats, rng)):
        only, sums = position.mask if number % 2 else position.mask & -position.mask, np.zeros((ACTIONS_READ, SUMS))
        judge = _emptied(here, weights)
        where = (position.words, position.seat, only, SIMULATIONS, here.arrays, room.arrays)
        last = int(weigh(*where, judge, 1000 + number, c, sums))
        used = here.used.tolist()
        tree = (here.nodes[: used[0]].tobytes(), here.edges[: used[1]].tobytes(), last, sums.tobytes())

        assert there.weigh(position.words, position.seat, only, SIMULATIONS, 1000 + number, c) == tree

        dealt, played = np.zeros((DEALS, WORDS), np.int64), np.zeros((DEALS, LONGEST), np.int64)
        first, judge = int(here.edges[0]["action"]), (weights, net.rooms(weights), *judge[2:])
        play_lines(position.words, position.seat, first, here.arrays, room.arrays, judge, number, dealt, played)

        assert there.play_lines(position.seat, first, number) == (dealt.tobytes(), played.tobytes())


def _some_positions(game, seats, rng):
    for _ in range(POSITIONS):
        position = game.start(seats, rng.bytes(16))
        for _ in range(int(rng.integers(0, 60))):
            before = position.words.copy()
            position.push(int(rng.choice(position.actions())))
            if position.is_over:
                position = jeton.games.splendor.position.Position(game, before)
                break
        yield position


def _emptied(tree, weights):
    """Return a tree of zeros, and a judge who has seen nothing."""
    tree.nodes.view(np.uint8)[:] = 0
    tree.edges.view(np.uint8)[:] = 0
    tree.clear()
    return weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32)
