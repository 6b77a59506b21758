"""The bots that read ahead: they play legal moves, keep to their budget, and know what their seat knows."""

from random import Random
from threading import Thread

import numpy as np
import pytest

import jeton
from jeton import bots
from jeton.bots import BadParameter, Budget, make
from jeton.bots.splendor import net, search
from jeton.bots.splendor import search_bots as players
from jeton.bots.splendor.search_bots import HOPE, SETTINGS, SearchBot, Setting, move_of, spend
from jeton.games.splendor.features import WIDE
from tests.support import at, middle, play

TITLES = ("splendor", "marvel")
THINKERS = ("net", "search", "mcts", *(f"level{n}" for n in (1, 4, 6, 7)))


class Clock:
    """Time that passes only while a bot searches: a second for every 4,000 simulations."""

    now = 0.0

    def perf_counter(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    ticking = Clock()

    def timed(run, *rest):
        def simulate(size, seed):
            ticking.now += size / 4_000
            return run(size, seed)

        return spend(simulate, *rest)

    monkeypatch.setattr(players, "time", ticking)
    monkeypatch.setattr(players, "spend", timed)
    return ticking


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
def test_thinkers_choose_one_of_the_views_moves(title, seats):
    match = middle(title, seats)
    view = match.view(match.actors[0])

    for name in THINKERS:
        assert make(name, match.game).choose(view, Budget(simulations=30), Random(1)) in view.moves


@pytest.mark.parametrize("name", THINKERS)
def test_the_same_chance_gives_the_same_move(name):
    match = middle("splendor", 2)
    view = match.view(match.actors[0])
    bots = [make(name, match.game) for _ in range(2)]

    assert len({bot.choose(view, Budget(simulations=60), Random(5)) for bot in bots}) == 1


@pytest.mark.parametrize(
    ("title", "seats", "setting"), [*((*table, one) for table, one in SETTINGS.items()), ("marvel", 3, Setting())]
)
def test_a_search_reads_with_the_constants_of_its_table(title, seats, setting):
    match = middle(title, seats)
    view = match.view(match.actors[0])

    def read(**settings):
        bot = SearchBot(match.game, **settings)
        bot.choose(view, Budget(simulations=200), Random(3))
        return sorted(bot._tree.root_edges())

    assert read() == read(**setting._asdict())
    for name, value in setting._asdict().items():
        assert read() != read(**{name: 3 * value or 0.3}), name


@pytest.mark.parametrize("name", ["net", "search", "level2", "mcts"])
def test_hidden_cards_do_not_change_the_choice(name):
    match = middle("splendor", 2, moves=60)
    seat = match.actors[0]
    view = match.view(seat)
    others = [match.game.view(match.game.redeal(view, Random(seed)), seat) for seed in range(4)]
    bot = make(name, match.game)

    assert len({bot.choose(v, Budget(simulations=80), Random(9)) for v in (view, *others)}) == 1


@pytest.mark.parametrize("title", TITLES)
def test_the_nets_chances_are_chances(title):
    for seats in (2, 3, 4):
        match = middle(title, seats)
        weights = net.load(title, seats)
        logits, chances = np.full(WIDE, -np.inf, np.float32), np.zeros(4, np.float32)
        search.opinion(match.game.ruleset, match.position.words, weights, net.rooms(weights), logits, chances)

        assert chances[:seats].sum() == pytest.approx(1, abs=1e-4)
        assert np.isfinite(logits).sum() == len(match.moves())


@pytest.mark.parametrize("fresh", [0.0, 0.01])
def test_a_full_tree_searches_on(fresh):
    match = middle("splendor", 2)
    position, weights = match.position, net.load("splendor", 2)
    tree, room = search.Tree(4, 40), search.Scratch(match.game.ruleset)
    judge = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32))
    search.puct(position.words, position.seat, 300, tree.arrays, room.arrays, judge, 1, 1.5, 0.25, 1.0, fresh)

    assert tree.used[0] <= 4
    assert sum(visits for _, visits, _, _ in tree.root_edges()) > 200


def test_a_search_keeps_to_its_seconds(clock):
    match = middle("splendor", 2)
    bot = make("search", match.game)
    bot.choose(match.view(match.actors[0]), Budget(seconds=0.2), Random(1))

    assert 0.02 < clock.now < 0.21, "or less, where the choice is clear"


@pytest.mark.parametrize("name", ["search", "mcts", "level8"])
@pytest.mark.parametrize(("seconds", "simulations"), [(0.4, None), (None, 4000), (60, 4000)])
def test_whoever_waits_is_told_how_much_of_the_budget_is_spent(clock, name, seconds, simulations):
    match, heard, budget = middle("splendor", 2), [], Budget(seconds=seconds, simulations=simulations)
    bot = make(name, match.game)
    bot.choose(match.view(match.actors[0]), budget, Random(1), heard.append)

    assert heard == sorted(heard)
    assert 0.0 < heard[0] < 1.0
    assert heard[-1] == pytest.approx(1.0, abs=0.2)
    assert max(heard) <= 1.0
    assert len(heard) < 200, "only where the clock is looked at anyway"


def test_telling_changes_nothing_of_what_is_found():
    match, heard = middle("splendor", 2), []
    view, budget = match.view(match.actors[0]), Budget(simulations=3000)
    alone, watched = (make("search", match.game) for _ in range(2))
    move = alone.choose(view, budget, Random(4))
    edges = alone._tree.root_edges()

    assert watched.choose(view, budget, Random(4), heard.append) == move
    assert watched._tree.root_edges() == edges
    assert len(heard) > 1


def test_bots_of_a_thread_share_the_memory_of_their_trees_and_those_of_others_do_not():
    match = middle("splendor", 2)
    view = match.view(match.actors[0])
    first, second, other = (make("search", match.game) for _ in range(3))
    first.choose(view, Budget(simulations=900), Random(4))
    edges, size = first._tree.root_edges(), first._tree.nodes.shape
    thread = Thread(target=other.choose, args=(view, Budget(simulations=50), Random(5)))
    thread.start()
    thread.join()
    assert first._tree.root_edges() == edges
    assert not np.shares_memory(other._tree.nodes, first._tree.nodes)

    second.choose(view, Budget(simulations=300), Random(6))

    assert np.shares_memory(second._tree.nodes, first._tree.nodes)
    assert second._tree.nodes.shape < size, "no larger than one of its own would be, so that it plays alike"
    third = make("search", match.game)
    third.choose(view, Budget(simulations=900), Random(4))
    assert third._tree.root_edges() == edges


def test_a_move_that_is_clear_is_not_waited_for(clock):
    position = play(at("splendor 2; 1 cards 74 78; 1 hand 82; 1 tokens b6g3"), "take grk")
    view, heard, bot = position.game.view(position, 1), [], make("search", position.game)
    assert "buy h1" in view.moves, "which wins"

    assert bot.choose(view, Budget(seconds=2.0), Random(1), heard.append) == "buy h1"
    assert heard[-2] < 0.9, "it does not go on to the end"
    assert heard[-1] == 1.0


def at_rate(clock, rate: float, load: float = 0.0):
    """Return the sizes that were run, and what runs so many simulations a second after it took seconds to load."""
    ran: list[int] = []

    def run(simulations: int, seed: int) -> int:
        clock.now += simulations / rate + (0.0 if ran else load)
        ran.append(simulations)
        return seed

    return ran, run


@pytest.mark.parametrize("told", [None, lambda share: None])
@pytest.mark.parametrize("budget", [Budget(seconds=60.0), Budget(seconds=60.0, simulations=5000)])
def test_a_clear_move_ends_a_search_as_soon_as_its_speed_is_known(clock, budget, told):
    ran, run = at_rate(clock, 1000)

    done, _ = spend(run, budget, 1, 1e6, told, lambda left: True)

    assert done == sum(ran)
    assert len(ran) == 2, "the first part of a new process says nothing of its speed"


@pytest.mark.parametrize("told", [None, lambda share: None])
def test_a_budget_in_simulations_is_never_cut_short(clock, told):
    assert spend(at_rate(clock, 1000)[1], Budget(simulations=5000), 1, 1e6, told, lambda left: True)[0] == 5000


def test_a_process_that_loads_slowly_does_not_take_itself_for_a_slow_one(clock):
    asked = []

    def decided(left):
        asked.append(left)
        return False

    done, rate = spend(at_rate(clock, 10_000, load=4.0)[1], Budget(seconds=10.0), 1, 20_000.0, None, decided)

    assert rate == pytest.approx(10_000)
    assert done > 50_000, "nearly all that fits into the six seconds that loading left"
    assert asked[0] > HOPE * 50_000, "16 lines a second would have left no other move any hope"


def test_a_search_goes_on_while_another_move_could_catch_up(clock):
    asked = []

    def decided(left):
        asked.append(left)
        return left < HOPE * 500

    done, _ = spend(at_rate(clock, 1000)[1], Budget(seconds=60.0, simulations=3000), 1, 1.0, None, decided)

    assert asked == sorted(asked, reverse=True)
    assert 2500 < done < 3000
    assert asked[-1] == HOPE * (3000 - done)


def test_a_bot_that_answers_at_once_tells_nothing():
    match, heard = middle("splendor", 2), []
    for name in ("random", "greedy", "net", "level5"):
        make(name, match.game).choose(match.view(match.actors[0]), Budget(), Random(1), heard.append)

    assert heard == []


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_plain_search_keeps_to_its_seconds_whatever_the_rate_was(clock, title, seats):
    match = middle(title, seats)
    bot = make("mcts", match.game)
    view = match.view(match.actors[0])
    bot._rate = 1e9  # a wrong guess of the speed must not decide how long it thinks
    bot.choose(view, Budget(seconds=0.05), Random(1))

    assert clock.now < 0.1


def test_random_play_ends_where_nobody_can_win_any_more():
    empty = " / ".join(["- - - -"] * 3)
    position = jeton.make("marvel").read(f"marvel 3; market {empty}; gone {' '.join(map(str, range(1, 91)))}")
    tree, room = search.Tree(200, 4000), search.Scratch(position.game.ruleset)
    order = np.zeros(WIDE, np.float32)
    search.uct(position.words, position.seat, 50, tree.arrays, room.arrays, order, 1, 0.7)

    assert sum(visits for _, visits, _, _ in tree.root_edges()) == 49


def test_the_net_beats_greedy_and_the_search_beats_plain_search():
    game = jeton.make("splendor")
    for first, second, budget in (("net", "greedy", Budget()), ("search", "mcts", Budget(simulations=64))):
        bots = make(first, game), make(second, game)
        wins = sum(_won(game, bots, deal, budget) for deal in range(12))

        assert wins >= 9, (first, second, wins)


def _won(game, bots, deal, budget):
    rng, position, mine = Random(deal), game.start(2, Random(deal // 2).randbytes(16)), deal % 2
    while not position.is_over:
        bot = bots[0] if position.seat == mine else bots[1]
        move = bot.choose(game.view(position, position.seat), budget, rng)
        position.push(game.notation.action(move))
    return mine in game.outcome(position).winners


def test_bad_parameters_are_named():
    game = jeton.make("splendor")
    for spelling in ("level3:n=9", "search:c=x", "search:speed=2", "net:level=1"):
        with pytest.raises(BadParameter):
            make(spelling, game)


def test_whoever_is_offered_can_be_made():
    for title in jeton.titles():
        for name in bots.offered(title):
            assert make(name, jeton.make(title)).name.startswith(name)


def test_every_legal_action_has_its_notation():
    match = middle("marvel", 3)
    position = match.position
    from jeton.games.splendor.features import to_wide
    from jeton.games.splendor.rules import POSITION

    record = position.words.view(POSITION)[0]
    plain = getattr(to_wide, "py_func", to_wide)
    for action, move in zip(position.actions(), match.moves(), strict=True):
        assert move_of(position, int(plain(record, action))) == move
