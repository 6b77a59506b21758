"""The search that asks the net about several positions at once: the same lines whatever the clock or processor says."""

import hashlib
from random import Random

import numpy as np
import pytest

from jeton.bots import BadParameter, Budget, make
from jeton.bots.splendor import net, search
from jeton.bots.splendor.net_many import load_many
from jeton.bots.splendor.search_bots import SETTINGS, SearchBot, Setting
from jeton.bots.splendor.search_many import TOGETHER, read_many, rooms_many
from jeton.games.splendor.features import WIDE
from tests.support import at, middle, play

TITLES = ("splendor", "marvel")


def said():
    return np.zeros(WIDE, np.float32), np.zeros(4, np.float32)


def grown(position, parts, nodes=1000):
    """Return the state of chance and the tree after parts of so many lines, so many of them together."""
    title, seats = position.game.title, position.seats
    weights, setting = load_many(title, seats), SETTINGS.get((title, seats), Setting())[:4]
    tree, room = search.Tree(nodes, 40 * nodes), search.Scratch(position.game.ruleset)
    judge, state = (weights, rooms_many(weights, seats, nodes), *said()), 5
    for lines, together in parts:
        where = (position.words, position.seat, lines, together, tree.arrays, room.arrays)
        state = read_many(*where, judge, state, *setting)
    return state, tree


def same(one, other):
    """Whether two searches grew the same tree to the last bit, and ended in the same chance."""
    (state, tree), (other_state, other_tree) = one, other
    nodes, edges = tree.used
    return (
        state == other_state
        and np.array_equal(tree.used, other_tree.used)
        and tree.nodes[:nodes].tobytes() == other_tree.nodes[:nodes].tobytes()
        and tree.edges[:edges].tobytes() == other_tree.edges[:edges].tobytes()
    )


def read_alone(position, lines, nodes=1000):
    """Return what `search.read` makes of the same."""
    title, seats = position.game.title, position.seats
    weights, setting = net.load(title, seats), SETTINGS.get((title, seats), Setting())[:4]
    tree, room = search.Tree(nodes, 40 * nodes), search.Scratch(position.game.ruleset)
    judge = (weights, net.rooms(weights), *said())
    return search.puct(position.words, position.seat, lines, tree.arrays, room.arrays, judge, 5, *setting), tree


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
def test_a_group_of_one_grows_the_tree_of_the_search_that_reads_alone(title, seats):
    position = middle(title, seats).position

    assert same(grown(position, [(500, 1)]), read_alone(position, 500))


def test_lines_are_the_same_however_they_are_parted_between_groups():
    position = middle("splendor", 2).position
    whole = grown(position, [(64, 1), (600, TOGETHER)])

    assert same(whole, grown(position, [(30, 1), (34, 1), (12 * TOGETHER, TOGETHER), (600 - 12 * TOGETHER, TOGETHER)]))
    assert not same(whole, grown(position, [(664, 1)]))


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 2), ("splendor", 4)])
def test_every_line_counts_once_and_comes_to_shares_of_a_win(title, seats):
    _, tree = grown(middle(title, seats).position, [(64, 1), (700, TOGETHER)])
    edges = tree.edges[: tree.used[1]]

    assert sum(visits for _, visits, _, _ in tree.root_edges()) == 763, "the first line ends at the root"
    assert (edges["visits"] >= 0).all()
    assert (edges["value"] >= 0).all()
    assert (edges["value"] <= edges["visits"] * (1 + 1e-5)).all()


def test_lines_that_end_the_match_count_at_once():
    position = play(at("splendor 2; 1 cards 74 78; 1 hand 82; 1 tokens b6g3"), "take grk")
    _, tree = grown(position, [(64, 1), (600, TOGETHER)])
    action, visits, mean, _ = max(tree.root_edges(), key=lambda edge: edge[1])

    assert sum(edge[1] for edge in tree.root_edges()) == 663
    assert (visits > 400, mean > 0.9) == (True, True), action


def test_a_full_tree_searches_on():
    _, tree = grown(middle("splendor", 2).position, [(64, 1), (600, TOGETHER)], nodes=20)

    assert tree.used[0] == 20
    assert sum(visits for _, visits, _, _ in tree.root_edges()) == 663


def lines_of(budget, on_progress=None, **options):
    match = middle("splendor", 2)
    bot = SearchBot(match.game, **options)
    bot._rate = 1e6  # so that the tree of a budget in seconds has room for all lines
    bot.choose(match.view(match.actors[0]), budget, Random(4), on_progress)
    return bot._tree.root_edges()


def test_a_budget_in_lines_reads_alone_and_one_in_seconds_together():
    alone, together = lines_of(Budget(simulations=900), together=1), lines_of(Budget(simulations=900), together=12)

    assert alone != together
    assert lines_of(Budget(simulations=900)) == alone
    read = lines_of(Budget(seconds=0.05))
    assert read == lines_of(Budget(simulations=sum(edge[1] for edge in read) + 1), together=TOGETHER)


def test_telling_parts_no_group():
    heard = []

    told = lines_of(Budget(simulations=3000), heard.append, together=TOGETHER)

    assert len(heard) > 1
    assert told == lines_of(Budget(simulations=3000), together=TOGETHER)


@pytest.mark.parametrize("spelling", ["search:together=0", "search:together=1.5", f"search:together={TOGETHER + 1}"])
def test_a_group_has_a_whole_number_of_lines(spelling):
    with pytest.raises(BadParameter, match="whole number from 1"):
        make(spelling, middle("splendor", 2).game)


def test_a_search_reads_the_same_lines_on_every_processor():
    _, tree = grown(middle("splendor", 2).position, [(64, 1), (600, TOGETHER)])

    assert hashlib.sha256(tree.edges[: tree.used[1]].tobytes()).hexdigest()[:16] == "09727a52f6130afa"
