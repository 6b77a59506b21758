"""Whole matches of bots: they end, they are fair, they see nothing they must not, and they are quick."""

import os
import time
from random import Random

import pytest

import jeton
from jeton.bots import Budget, make
from jeton.bots.arena import Contest, play_deals
from jeton.bots.guardians import LEVELS
from jeton.bots.guardians.associations import associate
from jeton.bots.guardians.taste import PEOPLE
from jeton.bots.ratings import standings
from jeton.bots.scheduler import Scheduler
from jeton.core.game import Entry
from jeton.core.match import Match
from jeton.core.match_file import read_match
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.ruleset import COLOURS

pytestmark = pytest.mark.once
DEALS = int(os.environ.get("JETON_GUARDIANS_DEALS", "4"))
"""Deals per contest; from 40 on, the bars of docs/bots-guardians.md are tested."""

OPTIONS = [
    {"level": 1},
    {"level": 2},
    {"level": 3},
    {"level": 4},
    {"level": 1, "choose_pile": True, "allow_fewer_boats": True, "board": "ring"},
    {"level": 3, "distinct_targets": True, "wand_adjacent": True, "idle_guard": 60, "memory_aid": True},
    {"level": 4, "auto_play_kept": True, "boats_owned": 4, "goal": 14, "choose_pile": True},
]


def spell(options):
    """Spell options as the name of a test."""
    return ",".join(f"{name}={value}" for name, value in options.items())


def contest(*bots, **kw):
    """Return a contest of guardians."""
    return Contest(bots=bots, title="guardians", **{"deals": 1, "seats": 3, **kw})


@pytest.mark.parametrize("options", OPTIONS, ids=spell)
@pytest.mark.parametrize("seats", [3, 5])
def test_every_match_ends_and_every_move_is_one_of_the_views(options, seats):
    """The scheduler plays them in order of time; what a bot answers is always among the moves it was shown."""
    match = jeton.new("guardians", seats=seats, options=options, key=f"{seats:02x}" * 16)
    bots = [make(("hard", "normal", "easy", "random")[seat % 4], match.game) for seat in range(seats)]
    chance = [Random(seat) for seat in range(seats)]

    def choose(seat):
        view = match.view(seat)
        move = bots[seat].choose(view, Budget(), chance[seat])
        assert move in view.moves
        return move

    scheduler, last = Scheduler(match, bots, chance, choose), 0
    while match.actors:
        seat, move, at = scheduler.next()
        assert at >= last
        match.play(move, seat=seat, at=at)
        last = at

    assert match.outcome.termination in ("goal", "rounds")


@pytest.mark.parametrize("level", [1, 3])
def test_bots_see_only_their_view(level):
    """Same view, other hidden cards: the same move from a bot with the same chance (G140)."""
    [deal] = play_deals(contest("hard", "normal", "easy", options={"level": level}, keep=True))
    header, log = read_match(deal.results[0].match)
    game = Guardians(header.options)
    match, rng, compared = Match(game, header), Random(7), 0
    for entry in log:
        if entry.seat >= 0 and rng.random() < 0.3:
            view = match.view(entry.seat)
            other = game.view(game.redeal(view, rng), entry.seat)
            for name in LEVELS:
                one, two = (make(name, game).choose(seen, Budget(), Random(3)) for seen in (view, other))
                assert one == two
            compared += 1
        match.append(entry)

    assert compared >= 5


def test_a_bot_never_asks_its_game_for_anything_but_rules(monkeypatch):
    match = jeton.new("guardians", seats=4, key="5e" * 16)
    bot, view = make("hard", match.game), match.view(2)

    def cheat(*_args):
        raise AssertionError("a bot has asked for a position")

    for name in ("start", "view", "redeal", "full", "read", "play", "report"):
        monkeypatch.setattr(Guardians, name, cheat)

    assert bot.choose(view, Budget(), Random(1)) in view.moves


def test_a_bot_made_in_the_middle_of_a_match_plays_on():
    """After a restart of a server: at level 1, where views show all that matters, it gives the same clue."""
    [deal] = play_deals(contest("normal", "normal", options={"level": 2}, keep=True))
    header, log = read_match(deal.results[0].match)
    match = Match(jeton.make("guardians", options=header.options), header)
    for entry in log:
        if entry.seat >= 0:
            view = match.view(entry.seat)
            assert make("normal", match.game).choose(view, Budget(), Random(1)) in view.moves
        match.append(entry)


def test_results_follow_from_the_seed_and_do_not_depend_on_earlier_matches():
    def results(deals):
        return [(r.winners, r.points, r.moves, r.match) for deal in deals for r in deal.results]

    twice = [results(play_deals(contest("hard", "easy", deals=2, keep=True, options={"level": 3}))) for _ in range(2)]
    assert twice[0] == twice[1]


@pytest.mark.parametrize("level", [1, 4])
def test_a_boat_heeds_no_clue_that_was_open_for_less_than_three_seconds(level):
    [deal] = play_deals(contest("hard", "normal", "easy", options={"level": level}, keep=True))
    for result in deal.results:
        _, log = read_match(result.match)
        clued, round_began, checked = {}, 0, 0
        for entry in log:
            verb = entry.move.partition(" ")[0]
            if verb in ("ready", "tick"):
                clued, round_began = {}, entry.at
            elif verb == "clue":
                clued.setdefault(entry.seat, entry.at)  # an extra one may come after the plan: nobody waits for it
            elif verb == "boat":
                sought = COLOURS.index(entry.move.rpartition(" ")[2])
                assert sought not in clued or entry.at - clued[sought] >= 3000, (entry, round_began)
                checked += 1
        assert checked > 5


def test_at_level_4_everybody_is_done_eight_seconds_before_the_bell():
    [deal] = play_deals(contest("hard", "normal", "easy", "easy", seats=4, options={"level": 4}, keep=True))
    for result in deal.results:
        header, log = read_match(result.match)
        match = Match(jeton.make("guardians", options=header.options), header)
        for entry in log:
            clock = match.position.clock
            if clock is not None and clock.kind == "bell" and match.position.phase == "search":
                assert entry.seat >= 0, "the bell rang"
                assert entry.at <= clock.at - 7000
            match.append(entry)


def first_clues(level: str, matches: int) -> tuple[int, int, int]:
    """Return how many first clues could be a top-3 one, in so many deals, how many were, and how many came below 12th.

    What a clue means is what the plain blend of the matrices makes of it, without anybody's noise.
    """
    open_ones = top = far = 0
    for number in range(matches):
        match = jeton.new("guardians", seats=5, key=f"{number:032x}")
        pictures = associate(match.game.ruleset.pack)
        ranks = (-pictures.blend(0.5, PEOPLE)).argsort(0).argsort(0)  # 0 is the island that a thing means most
        bot = make(level, match.game)
        for seat in range(5):
            view = match.view(seat)
            row = pictures.islands.index(view.hand.location)
            if min(ranks[row, column] for card in view.postcards for column in pictures.cards[card]) >= 3:
                continue
            move = bot.choose(view, Budget(), Random(1))
            after = match.game.play(match.position, Entry(1, 0, seat, move))
            rank = ranks[row, pictures.column[after.clues[-1].element]]
            open_ones, top, far = open_ones + 1, top + (rank < 3), far + (rank >= 12)
    return open_ones, top, far


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_every_level_points_at_what_means_its_island(level):
    open_ones, top, far = first_clues(level, 60)

    assert open_ones > 150
    assert top / open_ones >= 0.75
    assert far / open_ones < 0.02


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(("better", "worse"), [("hard", "easy"), ("easy", "random")])
def test_better_bots_have_more_points(better, worse, seats):
    """A quick look; `docs/bots-guardians.md` has the figures with their intervals."""
    held = contest(better, worse, seats=seats, deals=DEALS)
    one, other = standings(held, list(play_deals(held)))

    assert one.points > other.points


@pytest.mark.skipif(DEALS < 40, reason="set JETON_GUARDIANS_DEALS to 40 or more")
@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize(("better", "worse"), [("hard", "normal"), ("normal", "easy")])
def test_hard_beats_normal_beats_easy_by_more_than_chance(better, worse, seats, level):
    for bots in ((better, worse), (worse, better)):
        held = contest(*bots, seats=seats, deals=DEALS, options={"level": level})
        one, other = sorted(standings(held, list(play_deals(held))), key=lambda standing: standing.bot != better)

        assert one.low > other.high


def test_a_match_of_five_is_played_within_a_second_and_a_decision_within_20_ms():
    list(play_deals(contest("hard", "normal", seats=5)))  # what is made once
    before = time.process_time()
    [deal] = play_deals(contest("hard", "normal", seats=5, seed=1))
    per_match = (time.process_time() - before) / len(deal.results)

    thinking = [s / max(1, m) for result in deal.results for s, m in zip(result.seconds, result.moves, strict=True)]
    assert per_match < 1
    assert sorted(thinking)[len(thinking) // 2] < 0.02
