"""`jeton play guardians`: a whole match by a script, in three languages, with and without a clock, alone and shared."""

import io
import re
from dataclasses import replace
from random import Random

import pytest
from rich.console import Console

import jeton
from jeton.bots import Budget, make
from jeton.cli.main import run
from jeton.cli.play import match_key
from jeton.cli.terminal.guardians.input_parser import read
from jeton.cli.terminal.guardians.names import Names
from jeton.cli.terminal.guardians.session import GuardiansSession
from jeton.cli.terminal.guardians.telling import tell, tell_islands
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import PlayError, fill, seat_players
from jeton.cli.terminal.session import take_seats
from jeton.games.guardians.reasons import REASONS
from jeton.games.guardians.ruleset import COLOURS
from jeton.words import LANGUAGES, Words, load

pytestmark = pytest.mark.once


class Desk:
    """A session with a script in the chair of each person, and a clock that the script winds."""

    def __init__(self, folder, answer, players=("human:Lena", "hard", "normal", "easy"), lang="en", **options):
        self.out, self.seconds, self.asked = io.StringIO(), 0.0, []
        self.answer = answer
        console = Console(file=self.out, width=100, force_terminal=False, color_system=None, highlight=False)
        screen = Screen(console, self._ask, plain=True, wipes=True)
        match = jeton.new("guardians", seats=len(players), key=match_key("desk"), options=options)
        words = Words(lang)
        self.seated = take_seats(lambda: match, players, folder / "desk.match", screen, words)
        self.session = GuardiansSession(self.seated, clock=lambda: self.seconds)

    def _ask(self, prompt):
        self.asked.append(prompt)
        answer = self.answer(self, prompt)
        if isinstance(answer, type):
            raise answer
        return answer

    @property
    def match(self):
        return self.session.match

    @property
    def text(self):
        return self.out.getvalue()


def friend(level="normal"):
    """Return a script that answers as a bot of that level would, in what a person types."""
    bots = {}

    def answer(desk, prompt):
        if not prompt.endswith("> ") or desk.match.is_over:
            return ""
        names = desk.session.names
        seat = next(s for s in range(len(names.players)) if prompt == f"{names.seat(s)} > ")
        view = desk.match.view(seat)
        if not view.moves:
            return ""
        bot = bots.setdefault(0, make(level, desk.match.game))
        return spoken(names, view, bot.choose(view, Budget(), Random(1)))

    return answer


def spoken(names, view, move):
    """Return a move as a person would type it."""
    words = move.split(" ")
    if words[0] == "clue":
        spots = [
            f"{'abc'[i]}{n + 1}"
            for i, card in enumerate(view.postcards)
            for n, element in enumerate(names.card(card).elements)
            if card == words[1] and (element.hit.cx, element.hit.cy) == (float(words[2]), float(words[3]))
        ]
        return spots[0]
    if words[0] == "boat":
        return f"{names.number(words[1])} {names.colour(COLOURS.index(words[2]))}"
    return "" if move == "ready" else move


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_match_at_level_1_in_each_language(lang, tmp_path):
    desk = Desk(tmp_path, friend(), lang=lang)

    assert desk.session.run() == 0
    assert desk.match.is_over
    assert Words(lang)("guardians.said.over", winners="").strip() in desk.text
    assert jeton.load(tmp_path / "desk.match").is_over
    assert "None" not in desk.text


@pytest.mark.parametrize("level", [2, 3, 4])
def test_a_whole_match_at_the_other_levels(level, tmp_path):
    """At level 4 each line takes the script two seconds of real time."""

    def answer(desk, prompt):
        desk.seconds += 2
        return play(desk, prompt)

    play = friend("hard")
    desk = Desk(tmp_path, answer, level=level)

    assert desk.session.run() == 0
    assert desk.match.is_over


def test_the_clock_of_level_4_really_runs(tmp_path):
    """Somebody who types for two minutes finds the round over, and reads what the bots did meanwhile."""

    def answer(desk, prompt):
        if len(desk.asked) > 3:
            return EOFError
        desk.seconds += 130
        return "a1"

    desk = Desk(tmp_path, answer, level=4)

    assert desk.session.run() == 0
    assert not any(entry.seat == 0 for entry in desk.match.log)
    assert "Time is up." in desk.text
    assert "Boats are turned over (round 1):" in desk.text
    assert "Too late: the round is over." in desk.text


def test_two_people_at_one_screen_see_no_secret_of_each_other(tmp_path):
    desk = Desk(tmp_path, friend(), players=("human:Ann", "human:Bob", "hard"))

    assert desk.session.run() == 0
    assert desk.match.is_over
    for part in desk.text.split("\x1b[H\x1b[2J\x1b[3J")[1:]:
        assert len(set(re.findall(r"You guard island (\d+)", part.split("Boats are turned")[0]))) <= 1
    assert any("Ann" in prompt for prompt in desk.asked)
    assert any("Bob" in prompt for prompt in desk.asked)


def test_bots_alone_are_told_to_the_end(tmp_path):
    desk = Desk(tmp_path, lambda *_: EOFError, players=("hard", "normal", "easy"))

    assert desk.session.run() == 0
    assert desk.match.is_over
    assert "clue on" in desk.text


def script(*lines):
    """Type lines one after the other, then end the input."""
    rest = iter(lines)
    return lambda _desk, _prompt: next(rest, EOFError)


def test_help_looks_and_refusals_leave_the_match_as_it_is(tmp_path):
    desk = Desk(tmp_path, script("?", "look 7", "look b", "look nothing", "islands", "table", "12 red", "nonsense"))

    assert desk.session.run() == 0
    assert desk.match.n == 0
    assert "G29: Place your clue first." in desk.text
    assert "“nonsense” is not a move here." in desk.text
    assert "There is no “nothing” here." in desk.text
    assert f"The game is kept. Go on with: jeton play --resume {tmp_path / 'desk.match'}" in desk.text


def test_a_match_that_can_not_be_kept_is_never_called_kept(tmp_path):
    blocker = tmp_path / "blocker"
    blocker.write_text("a file where a folder should be")
    desk = Desk(blocker, script("islands"))

    assert desk.session.run() == 0
    assert desk.text.count("could not be kept") == 2, "when it happens, and at the end"
    assert "The game is kept" not in desk.text


def test_waiting_lets_the_bots_move_and_quit_keeps_the_match(tmp_path):
    desk = Desk(tmp_path, script("", "", "quit"))

    assert desk.session.run() == 0
    assert desk.match.n == 2
    assert desk.match.log[0].at > 0


def test_interrupted(tmp_path):
    assert Desk(tmp_path, script(KeyboardInterrupt)).session.run() == 130


def test_a_match_goes_on_where_it_was_left(tmp_path):
    desk = Desk(tmp_path, script("a1", "", "", "quit"))
    desk.session.run()
    kept = jeton.load(tmp_path / "desk.match")
    again = Desk(tmp_path, friend())
    again.session = GuardiansSession(replace(again.seated, match=kept), clock=lambda: 0.0)

    assert again.session.run() == 0
    assert kept.is_over


@pytest.mark.parametrize(
    ("lang", "typed", "move"),
    [
        ("en", "boat siren_reef red", "boat siren_reef red"),
        ("en", "5 red", "boat siren_reef red"),
        ("fr", "5 rouge", "boat siren_reef red"),
        ("nl", "boot 5 rood", "boat siren_reef red"),
        ("en", "5 bea", "boat siren_reef green"),
        ("en", "play trident red", "play trident red"),
        ("nl", "speel wand 5", "play wand siren_reef"),
        ("fr", "jouer stone bateau", "play stone boat"),
        ("en", "pile 2", "pile 2"),
        ("fr", "choisir vert", "choose green"),
        ("en", "stop", "stop"),
    ],
)
def test_what_can_be_typed(lang, typed, move):
    match = jeton.new("guardians", seats=3, key="00" * 16)
    names = Names(match.game.ruleset.pack, seat_players(("human", "hard", "Bea=easy"), Words(lang)), Words(lang))

    assert read(typed, names, match.view(0)).text == move


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_is_told_in_every_language(lang):
    match = jeton.new("guardians", seats=3, key="00" * 16)
    names = Names(match.game.ruleset.pack, seat_players(("human", "hard", "easy"), Words(lang)), Words(lang))
    view = match.view(0)

    told = "\n".join([*tell(names, view, 0), *tell_islands(names, view)])

    assert all(names.island(island) in told for island in names.pack.island_ids)
    assert all(thing in told for card in view.postcards for thing in names.things(card))
    assert "_" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_words(lang):
    said = {key.removeprefix("reason.") for key in load(lang)["guardians"] if key.startswith("reason.")}

    assert said == set(REASONS)


def test_seats():
    assert fill(["human:Ann", "hard"], 5, Words(), "guardians") == ["human:Ann", "hard", "normal", "normal", "normal"]
    with pytest.raises(PlayError):
        fill([], 2, Words(), "guardians")
    with pytest.raises(PlayError):
        fill(["human"] * 4, 3, Words(), "guardians")


def test_the_command_sets_a_table_and_goes_on_with_it(tmp_path, monkeypatch, capsys):
    lines = iter(["a1", "quit", "quit"])
    monkeypatch.setenv("JETON_DATA", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda _prompt="": next(lines))

    assert run(["play", "guardians", "--seats", "3", "--level", "2", "--key", "sunday", "--lang", "en"]) == 0
    assert run(["play", "guardians", "--resume", "--lang", "en"]) == 0
    told = capsys.readouterr().out

    assert "Round 1: Search. Goal: 12 coins." in told
    assert "Send a boat" in told
