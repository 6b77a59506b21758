"""Bots of others play by lines of JSON; one that cheats, hangs or dies forfeits its game, and the contest goes on."""

from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

import jeton
from jeton.bots import BadParameter, Budget, UnknownBot, hosted, make, playable
from jeton.bots.arena import Contest, forfeited, play_deals
from jeton.core.game import Outcome

pytestmark = pytest.mark.once

HERE = Path(__file__).parent / "others"
MINE = f"{HERE / 'mine.py'}"


def results(*bots, **settings):
    contest = Contest(bots=bots, turn_limit=6, **{"deals": 1} | settings)
    return [result for deal in play_deals(contest) for result in deal.results]


def ask(bot, game="splendor", seats=2):
    match = jeton.new(game, seats=seats)
    seat = match.actors[0]
    return match, bot.choose(match.view(seat), Budget(), Random(1))


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 4)])
def test_a_class_of_a_file_plays(title, seats):
    for result in results(f"{MINE}:First", "greedy", title=title, seats=seats):
        assert result.forfeit is None
        assert all(result.moves)


def test_a_bot_gets_a_view_that_it_can_search_with():
    assert all(result.forfeit is None for result in results(f"{MINE}:Redealer", "random"))


def test_a_guardian_of_somebody_else_is_asked_too():
    bot = make(f"{MINE}:Redealer", jeton.make("guardians"))
    try:
        match, move = ask(bot, "guardians", 3)
        match.play(move, seat=match.actors[0])
    finally:
        bot.close()


def test_a_program_that_speaks_lines_plays():
    assert all(result.forfeit is None for result in results(f"run:sh {HERE / 'lines.sh'}", "random"))


def test_the_same_seed_gives_the_same_games():
    first, second = (results(f"{MINE}:Redealer", "random", seed=3) for _ in range(2))

    assert [(r.points, r.moves, r.turns) for r in first] == [(r.points, r.moves, r.turns) for r in second]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (f"{MINE}:Cheat", "illegal"),
        (f"{MINE}:Crash", "gone"),
        ("run:cat", "garbled"),
        ("run:true", "gone"),
        ("run:no-such-program-anywhere", "gone"),
    ],
)
def test_who_breaks_the_rules_of_a_contest_forfeits_and_it_goes_on(bot, reason):
    played = results(bot, "random")

    assert len(played) == 2
    for result in played:
        assert result.termination == "forfeit"
        assert result.turns >= 0
        assert result.bots[result.forfeit] == 0
        assert result.reason == reason
        assert result.forfeit not in result.winners
        assert result.ranks[result.forfeit] == 2


def test_a_bot_that_never_answers_is_ended(monkeypatch):
    monkeypatch.setattr(hosted, "START", 0.0)
    game = jeton.make("splendor")
    bot = hosted.HostedBot("sleeper", ["sleep", "3600"], game, patience=0.2)

    with pytest.raises(hosted.Forfeit, match="no answer") as found:
        ask(bot)
    assert found.value.reason == "silent"
    assert bot._process is None


def test_after_a_forfeit_the_process_starts_anew():
    bot = make(f"{MINE}:Crash", jeton.make("splendor"))
    for _ in range(2):
        ask(bot)
    with pytest.raises(hosted.Forfeit):
        ask(bot)
    match, move = ask(bot)
    bot.close()

    assert move in match.moves()


def test_a_bot_of_an_installed_package_is_known_by_its_name(monkeypatch):
    entry = EntryPoint("mine", "tests.bots.others.mine:First", hosted.GROUP)
    monkeypatch.setattr(hosted, "entry_points", lambda group: [entry])
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent.parent.parent))
    bot = make("mine", jeton.make("splendor"))
    match, move = ask(bot)
    bot.close()

    assert move in match.moves()
    with pytest.raises(UnknownBot, match="mine"):
        make("yours", jeton.make("splendor"))


@pytest.mark.parametrize("spelling", ["nowhere.py:Bot", "run:", "run:'open"])
def test_what_can_never_start_is_refused_before_the_contest(spelling):
    with pytest.raises(BadParameter):
        make(spelling, jeton.make("splendor"))


@pytest.mark.parametrize("spelling", [f"{MINE}:First", "run:cat", "tests.bots.others.mine:First"])
def test_nobody_may_ask_a_server_for_a_program(spelling):
    assert not playable("splendor", spelling)


def test_the_others_share_what_a_forfeit_leaves():
    standing = Outcome("limit", (2,), (9, 4, 11, 4), (2, 3, 1, 3))

    assert forfeited(standing, 2) == Outcome("forfeit", (0,), (9, 4, 11, 4), (1, 2, 4, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class MyBot:\n    pass\n", "there is no MyBto in .*: it has MyBot"),
        ("x = 1\n", "it has no class"),
        ("class MyBto\n", "can't be read as Python"),
    ],
)
def test_a_file_without_that_class_is_refused_before_a_contest_begins(tmp_path, text, said):
    (tmp_path / "my_bot.py").write_text(text)
    with pytest.raises(BadParameter, match=said):
        make(f"{tmp_path / 'my_bot.py'}:MyBto", jeton.make("splendor"))


@pytest.mark.parametrize("text", ["from others import MyBot", "from others import *", "if 1:\n    MyBot = make()"])
def test_a_class_may_come_from_elsewhere(tmp_path, text):
    (tmp_path / "my_bot.py").write_text(f"{text}\n")

    assert make(f"{tmp_path / 'my_bot.py'}:MyBot", jeton.make("splendor")).name.endswith(":MyBot")
