"""Levels and styles: they see what they say they see, err as people do, and have the taste they are named after."""

from itertools import pairwise
from random import Random
from statistics import fmean

import msgspec
import numpy as np
import pytest

import jeton
from jeton.bots import BadParameter, Budget, make, offered
from jeton.bots.catalogue import offers
from jeton.bots.splendor.blur import A_TURN, ALIKE
from jeton.bots.splendor.heuristics import Weights
from jeton.bots.splendor.levels import LEVELS, STYLED, Level, LevelBot, blurred
from jeton.bots.splendor.styles import BALANCED, STYLES
from jeton.games.splendor.rules import PLAY
from jeton.games.splendor.ruleset import NO_NOBLE
from tests.naive.judgement import Table, place, short
from tests.support import middle

TITLES = ("splendor", "marvel")
EVERYBODY = [f"level{n}" for n in range(1, 9)] + [
    f"level{n}:style={style}" for n in STYLED for style in STYLES if style != BALANCED
]


@pytest.mark.parametrize("ladder", LEVELS.values())
def test_levels_see_more_and_more_and_waver_less(ladder):
    levels = [ladder[n] for n in range(1, 9)]

    for worse, better in pairwise(levels):
        assert sum(better.overlooks) + better.forgets + better.heat <= sum(worse.overlooks) + worse.forgets + worse.heat
        assert (better.near, better.alone) <= (worse.near, worse.alone)
        assert (better.simulations, better.seconds or 0) >= (worse.simulations, worse.seconds or 0) or better.seconds
    assert len({msgspec.json.encode(level) for level in levels}) == 8


def test_a_level_is_that_of_its_table():
    for title, seats in LEVELS:
        match = middle(title, seats)
        bot = make("level3", match.game)
        bot.choose(match.view(match.actors[0]), Budget(), Random(1))

        assert bot.level == LEVELS[title, seats][3]


def test_only_the_top_level_depends_on_the_machine():
    assert {n for levels in LEVELS.values() for n, level in levels.items() if level.seconds} == {8}


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("title", TITLES)
def test_hidden_cards_do_not_change_what_a_level_plays(title, name):
    """The same view and chance, other hidden cards: the same move, and so the same distribution of moves."""
    match = middle(title, 3 if title == "marvel" else 2, moves=70)
    seat = match.actors[0]
    view = match.view(seat)
    others = [match.game.redeal(view, Random(seed)) for seed in range(3)]
    bot = make(name, match.game)

    assert any(not np.array_equal(other.words, match.position.words) for other in others)
    for chance in range(4):
        played = {
            bot.choose(seen, Budget(simulations=60), Random(chance))
            for seen in (view, *(match.game.view(other, seat) for other in others))
        }
        assert len(played) == 1


@pytest.mark.parametrize("title", TITLES)
def test_the_lowest_levels_are_short_of_sight(title):
    assert all(LEVELS[title, 2][n].near > 0 and LEVELS[title, 2][n].alone > 0 for n in (1, 2))
    near = gone = 0
    for seed in range(8):
        match = middle(title, 2, seed=seed)
        position = match.game.redeal(match.view(match.actors[0]), Random(1))
        if position.phase != PLAY:
            continue
        seat, rival = position.seat, 1 - position.seat
        seen = LevelBot(match.game, Level(near=1.0, alone=1.0, heat=1.0))._seen(position, Random(2))
        if seen is position:  # it saw nothing to do, and looked again
            continue
        for price, card, left in zip(match.view(seat).prices, position.market, seen.market, strict=True):
            short = sum(price.short) - position.tokens(seat)[5] if price else 0
            assert left == (0 if short > A_TURN else card)
            near, gone = near + (short <= A_TURN), gone + (short > A_TURN)
        assert not any(seen.tokens(rival))
        assert seen.tokens(seat) == position.tokens(seat)
        assert set(seen.record["nobles"].tolist()) == {NO_NOBLE}
        assert seen.points(rival) == position.points(rival)
    assert near
    assert gone


def test_a_level_plays_nothing_that_looks_far_worse_than_its_best():
    """Whatever it overlooks, it plays a move near the best of those it sees: never any legal move."""
    wavered = spread = 0
    for seed in range(6):
        match = middle("splendor", 2, seed=seed)
        game, view = match.game, match.view(match.actors[0])
        opinion, _ = LevelBot(game, blurred(0.0))._opinion(match.position)
        weights = {move: opinion[wide] for wide, move in _named(match.position)}
        blind = LevelBot(game, Level(heat=blurred(1.0).heat))
        played = {blind.choose(view, Budget(), Random(chance)) for chance in range(40)}

        wavered += len(played) > 1
        spread += max(weights.values()) - min(weights.values()) > ALIKE
        assert all(weights[move] >= max(weights.values()) - ALIKE for move in played)
    assert wavered
    assert spread


def _named(position):
    from jeton.games.splendor.features import to_wide

    plain = getattr(to_wide, "py_func", to_wide)
    for action, move in zip(position.actions(), position.game.spell_moves(position), strict=True):
        yield int(plain(position.record, action)), move


def test_what_is_overlooked_is_not_bought_and_forgotten_bonuses_do_not_pay():
    game = jeton.make("splendor", options={"first": "seat"})
    market = "market 1 6 9 17 / 43 49 55 61 / 72 80 84 88"
    position = game.read(f"splendor 2; {market}; 0 cards 2 3 4; 0 tokens w1b3g3r3; bank w3b1g1r1k4j5")
    nothing = msgspec.structs.replace(blurred(1.0), overlooks=(1.0, 1.0, 1.0), forgets=1.0)
    seen = LevelBot(game, nothing)._seen(position, Random(1))

    assert any(move.startswith("buy") for move in game.spell_moves(position))
    assert not any(move.startswith(("buy", "reserve 1.")) for move in game.spell_moves(seen))
    assert game.view(seen, 0).players[0].bonuses == (0, 0, 0, 0, 0)
    assert set(game.spell_moves(seen)) <= set(game.spell_moves(position))


@pytest.mark.parametrize("title", TITLES)
def test_what_a_level_sees_it_may_play(title):
    rng = Random(4)
    for seed in range(12):
        match = middle(title, 2 + seed % 3, moves=20 + 5 * seed, seed=seed)
        seen = LevelBot(match.game, 1)._seen(match.position, rng)

        assert set(match.game.spell_moves(seen)) <= set(match.moves())


@pytest.mark.parametrize(
    "spelling", ["level4:style=tidy", "level4:taste=builder", "level1:style=builder", "level8:style=builder"]
)
def test_a_style_that_is_not_there_is_refused(spelling):
    with pytest.raises(BadParameter, match="style"):
        make(spelling, jeton.make("splendor"))


def test_a_level_that_reads_ahead_reads_as_much_in_a_style_and_then_follows_its_taste():
    """It never plays what was hardly read, but not always what was read most."""
    other = 0
    for seed in range(16):
        match = middle("splendor", 2, seed=seed)
        view = match.view(match.actors[0])
        plain, styled = (LevelBot(match.game, Level(simulations=80), style) for style in ("balanced", "specialist"))
        moves = [bot.choose(view, Budget(), Random(1)) for bot in (plain, styled)]
        lines = {option.move: option.lines for option in plain.explain(view, Budget(), Random(1)).candidates}

        assert plain._search.simulations == styled._search.simulations == 80
        assert lines[moves[1]] >= max(lines.values()) / 20
        assert styled.explain(view, Budget(), Random(1)).move == moves[1]
        other += moves[0] != moves[1]
    assert 0 < other < 8


def test_a_level_between_the_levels_can_be_made():
    game = jeton.make("splendor")

    assert make("blurred:blur=0.3", game).level == blurred(0.3)
    assert make("blurred:blur=0", game).level == LEVELS["splendor", 2][5]
    for spelling in ("blurred:blur=2", "blurred:blur=-0.1", "blurred:level=3"):
        with pytest.raises(BadParameter, match="blur"):
            make(spelling, game)


def test_the_offer_has_every_level_with_its_styles():
    for title in TITLES:
        found = offers(title)
        assert [one.name for one in found] == list(offered(title))
        assert [one.level for one in found] == list(range(1, 9))
        assert {one.level for one in found if one.styles} == set(STYLED)
        for one in found:
            for style in one.styles:
                assert make(f"{one.name}:style={style}", jeton.make(title)).name.startswith(one.name)
    assert [one.name for one in offers("guardians")] == ["easy", "normal", "hard"]
    assert not any(one.styles for one in offers("guardians"))
    assert all(set(one.ratings) == {"3", "4", "5"} for one in offers("guardians"))


# What styles do, over many matches: the styled bot against a balanced one, paired deals


class Diary:
    """What one seat did in a match: cards of its two commonest colours, nobles, and cards that a rival could buy."""

    def __init__(self, game):
        self.table = Table(game, Weights())
        self.chances = self.grabbed = 0

    def note(self, view, move):
        if view.phase != "play":
            return
        [rival] = [player for i, player in enumerate(view.players) if i != view.seat]
        ripe = {at for at, card in enumerate(view.market) if card and short(self.table.cards[card], rival) <= 0}
        verb, _, what = move.partition(" ")
        self.chances += bool(ripe)
        self.grabbed += verb in ("buy", "reserve") and "." in what and place(what) in ripe

    def close(self, player):
        self.two_colours = sum(sorted(player.bonuses)[-2:]) / max(1, sum(player.bonuses))
        self.nobles = len(player.nobles)


def diaries(title, style, deals):
    """The diaries of the styled seats and of the balanced ones, at the level that plays the net's first thought."""
    game = jeton.make(title)
    styled, balanced = make(f"level5:style={style}", game), make("level5", game)
    found = [], []
    for deal in range(2 * deals):
        mine, rng = deal % 2, Random(deal)
        position, books = game.start(2, Random(deal // 2).randbytes(16)), [Diary(game), Diary(game)]
        while not position.is_over:
            seat = position.seat
            view = game.view(position, seat)
            move = (styled if seat == mine else balanced).choose(view, Budget(), rng)
            books[seat].note(view, move)
            position.push(game.notation.action(move))
        for seat, book in enumerate(books):
            book.close(game.view(position, None).players[seat])
            found[seat != mine].append(book)
    return found


@pytest.mark.long
@pytest.mark.once
def test_a_specialist_keeps_to_few_colours():
    mine, theirs = diaries("splendor", "specialist", 50)

    assert fmean(book.two_colours for book in mine) > fmean(book.two_colours for book in theirs)


@pytest.mark.once
def test_an_opportunist_takes_what_a_rival_could_buy():
    mine, theirs = diaries("splendor", "opportunist", 30)
    rate = [sum(book.grabbed for book in books) / sum(book.chances for book in books) for books in (mine, theirs)]

    assert rate[0] > rate[1]


@pytest.mark.long
@pytest.mark.once
def test_a_builder_is_visited_by_more_nobles():
    mine, theirs = diaries("splendor", "builder", 50)

    assert sum(book.nobles for book in mine) > sum(book.nobles for book in theirs)
