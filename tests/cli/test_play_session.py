"""A session at the table, its player a script: moves, refusals, undo, several people, leaving and going on."""

import contextlib
import io
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

import jeton
from jeton.bots import Budget, make
from jeton.bots.splendor.levels import Level
from jeton.cli.play import match_key
from jeton.cli.terminal.autosave import read_seats
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import PlayError, fill, seat_players
from jeton.cli.terminal.splendor.sentences import spell
from jeton.core.match import Match
from jeton.games.splendor.game import Splendor
from jeton.words import LANGUAGES, Words
from tests.cli.playing import Answer, Desk

TITLES = ["splendor", "marvel"]


def clever(desk: Desk) -> Answer:
    """Type what the greedy bot would play, as the table spells it."""
    shot = desk.session.snapshot(desk.match.actors[0])
    bot = make("greedy", desk.match.game)
    return spell(shot, bot.choose(shot.view, Budget(), Random(desk.match.n)))


# Whole games


@pytest.mark.parametrize(("title", "lang"), [("splendor", "en"), ("marvel", "fr"), ("splendor", "nl")])
def test_a_whole_game_against_a_bot(tmp_path: Path, title: str, lang: str) -> None:
    desk = Desk(tmp_path, clever, title=title, lang=lang)

    assert desk.run() == 0
    assert desk.match.is_over
    assert Words(lang)("cli.result.title") in desk.screens[-1] or Words(lang)("cli.result.title") in desk.text
    assert jeton.load(tmp_path / "desk.match").outcome == desk.match.outcome
    assert all(line == line.rstrip("\n") for line in desk.text.splitlines())


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_told_line_by_line(tmp_path: Path, title: str) -> None:
    desk = Desk(tmp_path, clever, title=title, plain=True)

    assert desk.run() == 0
    assert desk.match.is_over
    assert "\x1b" not in desk.text
    assert not set("┏━┓╭─╮│▮●■▶") & set(desk.text)


def test_four_at_a_table_by_numbers_from_the_list(tmp_path: Path) -> None:
    def first_of_the_list(desk: Desk) -> Answer:
        view = desk.match.view(desk.match.actors[0])
        buys = [i for i, move in enumerate(view.moves, start=1) if move.startswith("buy")]
        return str(buys[-1] if buys else Random(desk.match.n).randrange(len(view.moves)) + 1)

    desk = Desk(tmp_path, first_of_the_list, players=["human:Lena", "random", "greedy", "Zoé=greedy"])

    assert desk.run() == 0
    assert desk.match.is_over


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path, players=["greedy", "greedy"])

    assert desk.run() == 0
    assert desk.match.is_over
    assert desk.prompts == []
    assert "Greedy 2" in desk.text


def test_the_same_key_gives_the_same_match(tmp_path: Path) -> None:
    desks = [Desk(tmp_path, ["dse", "r 1", "ero"], key="sunday") for _ in range(2)]
    for desk in desks:
        desk.run()

    assert desks[0].moves() == desks[1].moves()
    assert len(desks[0].moves()) >= 6


def test_a_bot_is_given_its_own_view_alone(tmp_path: Path) -> None:
    seen = []

    class Nosy:
        name = "nosy"

        def choose(self, view: object, budget: object, rng: object, on_progress: object = None) -> str:
            seen.append(view)
            return str(view.moves[0])  # type: ignore[attr-defined]

    desk = Desk(tmp_path, ["r 3", "r 2"])
    desk.session.bots = {1: Nosy()}
    desk.run()

    assert [view.seat for view in seen] == [1, 1]  # type: ignore[attr-defined]
    assert seen[0].players[0].hand[0].card is None  # type: ignore[attr-defined]


# Refusals


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refused_move_says_the_rule_and_what_would_work(tmp_path: Path, lang: str) -> None:
    """S12. Two of one colour needs four in the bank."""
    words = Words(lang)
    desk = Desk(tmp_path, ["dd", "ss", "dd", "?"], lang=lang, players=["human:A", "human:B"])
    desk.run()

    screen = desk.screens[-2]
    assert " S12 " in screen
    assert words("reasons.pair_needs_four", floor=4, bank=2) in screen
    assert words("cli.verb.take").split()[0] in screen.partition(" S12 ")[2]
    assert words("cli.help.refused") in desk.text
    assert desk.moves() == ["take ww", "take bb"]


def test_a_card_too_dear_says_what_is_missing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["b 3.1"])
    desk.run()

    assert " S18 " in desk.screens[-1]
    assert "Missing: " in desk.screens[-1]
    assert "Nothing of that kind is possible now" in desk.screens[-1]


@pytest.mark.parametrize(
    ("title", "typed", "rule"),
    [
        ("splendor", "take *", "S10"),
        ("splendor", "pass", "S22"),
        ("splendor", "t ds", "S11"),
        ("splendor", "buy h1", "S16"),
        ("splendor", "return d", "S23"),
        ("splendor", "noble 1", "S25"),
        ("splendor", "gold d", "S18"),
        ("marvel", "take t", "M6"),
        ("marvel", "return t", "M11"),
        ("marvel", "take *", "S10"),
    ],
)
def test_refusals_name_their_rule(tmp_path: Path, title: str, typed: str, rule: str) -> None:
    desk = Desk(tmp_path, [typed], title=title)
    desk.run()

    assert f" {rule} " in desk.screens[-1]
    assert desk.moves() == []


def test_what_is_not_understood_shows_an_example(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["xyzzy", "b 9.9", "99"])
    desk.run()

    assert "“xyzzy” is not a move I know. Try take dse, or ? for help." in desk.text
    assert "“b 9.9” is not a move" in desk.text
    assert "type one of their numbers" in desk.text


# What can be asked


def test_commands_leave_the_match_alone(tmp_path: Path) -> None:
    commands = [
        "?",
        "help",
        "moves",
        "2.3",
        "look h1",
        "printed",
        "printed",
        "rules S12",
        "rules",
        "table",
        "",
        "rules Z1",
    ]
    desk = Desk(tmp_path, commands)
    desk.run()

    assert desk.moves() == []
    for said in ("Always", "Printed: ", "There is no card there.", "Costs are shown as printed.", "Which rule?"):
        assert said in desk.text


def test_saving_a_copy(tmp_path: Path) -> None:
    target, bad = tmp_path / "My Copy.match", tmp_path / "file"
    bad.write_text("not a folder")
    desk = Desk(tmp_path, ["dse", f"save {target}", f"save {bad / 'x.match'}", "save"])
    desk.run()

    assert jeton.load(target).standing[0].move == "take wbg"
    assert read_seats(target) == ["human:Lena", "greedy"]
    assert f"Saved: {target}" in desk.text
    assert "Could not save" in desk.text
    assert "Which file?" in desk.text


# Undo


def test_undo_takes_back_the_bots_answer_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["dse", "undo", "ero"], key="quiet")
    desk.run()

    assert desk.moves()[0] == "take grk"
    assert "Taken back: Take diamond, sapphire and emerald." in desk.text
    assert jeton.load(tmp_path / "desk.match").standing == desk.match.standing


def test_undo_stops_where_a_card_was_revealed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["r 1.1", "undo"])
    desk.run()

    assert "a card has been revealed since" in desk.text
    assert desk.moves()[0] == "reserve 1.1"


def test_undo_with_nothing_to_undo(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["undo"])
    desk.run()

    assert "You have nothing to take back" in desk.text


# The smaller phases


def at(text: str, **options: object) -> Match:
    """Return a match that stands at a position's text."""
    title, seats = text.partition(";")[0].split()
    match = jeton.new(title, seats=int(seats), key="00" * 16, options={"first": "seat", **options})
    match.position = match.game.read(text)
    return match


def test_tokens_are_given_back_in_one_go(tmp_path: Path) -> None:
    """S23. Thirteen tokens: three go back; four are too many, and then none go."""
    match = at("splendor 2; bank w1b1g1r1k1j5; 0 tokens w3b3g3r2k2; phase return")
    desk = Desk(tmp_path, ["dddd", "dddss", "dds"], match=match)
    desk.run()

    assert desk.moves()[:3] == ["return w", "return w", "return b"]
    assert "3 are enough" in desk.text
    assert "Give back 3 tokens" in desk.text


def test_the_payment_is_settled_by_gold_or_enter(tmp_path: Path) -> None:
    """S18. Gold in place of a gem where the player wants it."""
    text = (
        "splendor 2; market - 10 27 30 / 44 50 45 64 / 81 85 71 80; 0 cards 20; 0 tokens r1j2; "
        "bank w4b4g4r3k4j3; paid w2b1; refill 1.1; phase pay"
    )
    desk = Desk(tmp_path, ["d", "", EOFError], match=at(text))
    desk.run()

    assert desk.moves()[:2] == ["gold w", "done"]
    assert "Pay: gold in place of a gem, or done" in desk.text


def test_a_noble_is_chosen_by_its_number(tmp_path: Path) -> None:
    """S25. With several possible, the player chooses one."""
    cards = "1 2 3 4 9 11 12 13 17 18 19 21 25 26 28 29 33 34 35 36"
    desk = Desk(tmp_path, ["3"], match=at(f"splendor 2; nobles 4 - 2; phase noble; 0 cards {cards}"))
    desk.run()

    assert desk.moves()[0] == "noble 3"
    assert "Choose which noble visits you" in desk.text
    assert "Isabella of Castile visits you." in desk.text


# Several people


@pytest.mark.parametrize("plain", [False, True])
def test_hidden_cards_are_handed_over_not_shown(tmp_path: Path, plain: bool) -> None:
    """S21. Ann draws blind: she alone looks, the screen is cleared, and Bob is asked to come."""
    script = ["r 3", "", "", "", "t mps", "", "t mps"]
    desk = Desk(tmp_path, script, title="marvel", players=["human:Ann", "human:Bob"], size=(150, 40), plain=plain)
    desk.run()
    game = desk.match.game
    assert isinstance(game, Splendor)
    drawn = game.box.card(desk.match.view(0).players[0].hand[0].card).name

    anns_turn, alone, look, to_bob, bobs_turn, to_ann, anns_again, to_bob_again = desk.screens
    assert "Only Ann may look now." in alone
    assert "You drew" in look
    assert "Pass the device to Bob" in to_bob
    assert "Pass the device to Ann" in to_ann
    assert "Pass the device to Bob" in to_bob_again
    assert [drawn in screen for screen in (alone, look, to_bob, bobs_turn, to_ann)] == [
        False,
        True,
        False,
        False,
        False,
    ]
    assert drawn in anns_again
    assert drawn not in anns_turn + to_bob_again


def test_nobody_is_sent_away_without_a_secret(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["dse", "ero", "dse"], players=["human:Ann", "human:Bob"])
    desk.run()

    assert "Pass the device" not in desk.text
    assert [prompt for prompt in desk.prompts if "Enter" in prompt] == []


def test_from_memory_even_open_reservations_are_handed_over(tmp_path: Path) -> None:
    """S21, option `visible` off: others must remember what was reserved."""
    desk = Desk(tmp_path, ["r 1.1", "", "dse"], players=["human:Ann", "human:Bob"], visible=False)
    desk.run()

    assert "Pass the device to Bob" in desk.text


def test_a_match_with_secrets_goes_on_with_a_hand_over(tmp_path: Path) -> None:
    match = jeton.new("splendor", key=match_key("x"), options={"first": "seat"})
    match.play("reserve 2")
    match.play("take wbg")
    desk = Desk(tmp_path, [""], match=match, players=["human:Ann", "human:Bob"])
    desk.run()

    assert "Pass the device to Ann" in desk.screens[0]


# Leaving


@pytest.mark.parametrize(("how", "code"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_leaving_by_control_key_keeps_the_match(tmp_path: Path, how: type[BaseException], code: int) -> None:
    desk = Desk(tmp_path, ["dse", how])

    assert desk.run() == code
    assert jeton.load(tmp_path / "desk.match").standing == desk.match.standing
    assert f"jeton play --resume {tmp_path / 'desk.match'}" in desk.text


@pytest.mark.parametrize(("answers", "asked"), [(["quit", ""], 2), (["quit", "y"], 2), (["q", "n", "q", "yes"], 4)])
def test_quit_asks(tmp_path: Path, answers: list[Answer], asked: int) -> None:
    desk = Desk(tmp_path, answers)

    assert desk.run() == 0
    assert len(desk.prompts) == asked


def test_quit_can_save_a_copy(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["dse", "quit", str(tmp_path / "copy.match")])

    assert desk.run() == 0
    assert jeton.load(tmp_path / "copy.match").standing == desk.match.standing


def test_leaving_at_the_question_leaves(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["quit", EOFError])

    assert desk.run() == 0


def test_a_match_that_cannot_be_kept_is_played_all_the_same(tmp_path: Path) -> None:
    blocker = tmp_path / "blocker"
    blocker.write_text("a file where a folder should be")
    desk = Desk(tmp_path, ["dse"], file=blocker / "x.match")

    assert desk.run() == 0
    assert desk.text.count("could not be kept") == 2  # once when it happens, once at the end
    assert len(desk.moves()) == 2


def test_time_goes_on_where_it_stopped(tmp_path: Path) -> None:
    match = jeton.new("splendor", key=match_key("x"), options={"first": "seat"})
    match.play("take wbg", at=60_000)
    match.play("take rrr"[:7], at=61_000)
    desk = Desk(tmp_path, ["dse"], match=match)
    desk.run()

    assert all(61_000 <= entry.at < 120_000 for entry in desk.match.log[2:])


# Seats


def test_seats_are_filled_with_bots() -> None:
    words = Words()

    assert fill([], None, words, "splendor") == ["human", "greedy"]
    assert fill(["human:Ann", "random"], 4, words, "splendor") == ["human:Ann", "random", "greedy", "greedy"]
    for players, seats in (([], 5), ([], 1), (["human"] * 3, 2), (["human"] * 5, None)):
        with pytest.raises(PlayError):
            fill(players, seats, words, "marvel")


def test_names_of_players() -> None:
    names = [player.name for player in seat_players(["human", "greedy", "greedy", "human:\x1b[31mEve"], Words("nl"))]

    assert names == ["Speler 1", "Greedy", "Greedy 2", "[31mEve"]
    with pytest.raises(PlayError, match="Ann"):
        seat_players(["human:Ann", "Ann=greedy"], Words())
    assert seat_players(["Zoé=net:level=5"], Words())[0].bot == "net:level=5"


# Waiting for a bot


@pytest.mark.parametrize(("terminal", "plain"), [(True, False), (True, True), (False, False)])
def test_a_terminal_shows_how_far_a_bot_is_and_a_reader_is_left_alone(terminal: bool, plain: bool) -> None:
    shown = terminal and not plain
    out = io.StringIO()
    screen = Screen(Console(file=out, width=80, height=24, force_terminal=terminal), plain=plain)
    with screen.busy("Mirabel is thinking") as on_progress:
        on_progress(0.1)
        on_progress(0.5)

    assert ("Mirabel is thinking ━━━━━╍╍╍╍╍" in out.getvalue()) == shown
    assert ("Mirabel" in out.getvalue()) == shown


def test_a_bot_at_the_terminal_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[float] = []
    monkeypatch.setattr(Screen, "busy", lambda self, text: contextlib.nullcontext(heard.append))
    desk = Desk(tmp_path, ["dse"], players=["human:Lena", "level8"], first="seat")
    monkeypatch.setattr(desk.session.bots[1], "_by_seats", {2: Level(simulations=2000)})
    desk.run()

    assert heard == sorted(heard)
    assert len(heard) > 1
