"""The table drawn and told: every phase, both titles, three languages, narrow to wide."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from rich.console import Console

import jeton
from jeton.bots import Budget, make
from jeton.cli.play import match_key
from jeton.cli.terminal.splendor.layout import choose, draw, final_round, table
from jeton.cli.terminal.splendor.panels import help_lines, look_lines, moves_lines, rule_lines, status
from jeton.cli.terminal.splendor.plain import tell, tell_news
from jeton.cli.terminal.splendor.result import headline, ranking, result_lines, tell_result, tie_reason
from jeton.cli.terminal.splendor.sentences import report_words
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.core.game import Outcome
from jeton.words import LANGUAGES, Words
from tests.cli.playing import NAMES, shot

SIZES = [(80, 24), (100, 30), (120, 36), (114, 50), (150, 30), (200, 60)]
TITLES = ["splendor", "marvel"]
BOXES = set("┏━┓┃┗┛╍╏┌┄┐┆└┘╭─╮│╰╯▐▮▯■●▶╌")

PHASES = {
    "splendor": {
        "play": "splendor 2; 0 tokens w1b2j1; bank w3b2g4r4k4j4; 0 hand 41 75?; 1 hand 42? 43",
        "return": "splendor 2; bank w1b1g1r1k1j5; 0 tokens w3b3g3r2k2; phase return",
        "noble": (
            "splendor 2; nobles 4 - 2; phase noble; 0 cards 1 2 3 4 9 11 12 13 17 18 19 21 25 26 28 29 33 34 35 36"
        ),
        "pay": (
            "splendor 2; market - 10 27 30 / 44 50 45 64 / 81 85 71 80; 0 cards 20; 0 tokens r1j1; "
            "bank w4b4g4r3k4j4; paid w2b1; refill 1.1; phase pay"
        ),
    },
    "marvel": {
        "play": "marvel 3; 0 tokens y1p2j1t1; bank y3p2b4r4o4j4t2; tile 1; 1 cards 75 79; 0 hand 41 76?; 1 hand 42? 43",
        "return": "marvel 2; bank y1p1b1r1o1j5t1; 0 tokens y3p3b3r2t1; phase return",
    },
}
STARTS = [(title, phase) for title, phases in PHASES.items() for phase in phases]


def plain_text(lines: object) -> str:
    return "\n".join(line.plain for line in lines)  # type: ignore[attr-defined]


def late_scene(title: str, seats: int, lang: str = "en") -> Snapshot:
    """Return a snapshot late in a match between greedy bots, on the turn of seat 0."""
    match = jeton.new(title, seats=seats, key=match_key("late"))
    bot, rng = make("greedy", match.game), Random(3)
    while match.n < 20 * seats or match.actors[0] != 0:
        match.play(bot.choose(match.view(match.actors[0]), Budget(), rng))
    game = match.game
    return Snapshot(match.view(0), game, NAMES[:seats], Words(lang), True, tuple(match.reports(0)[-seats:]))  # type: ignore[arg-type]


@pytest.mark.parametrize(("title", "phase"), STARTS)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_phase_fits_every_size(title: str, phase: str, lang: str, size: tuple[int, int]) -> None:
    for colour in (True, False):
        lines = draw(shot(PHASES[title][phase], lang=lang, colour=colour), *size)

        assert {line.cell_len for line in lines} == {size[0]}
        assert len(lines) <= size[1] - 3


@pytest.mark.parametrize(("title", "seats", "lang"), [*product(TITLES, (2, 3, 4), LANGUAGES)])
def test_a_full_table_fits_eighty_by_twenty_four(title: str, seats: int, lang: str) -> None:
    """The table, what is due, and the prompt."""
    lines = draw(late_scene(title, seats, lang), 80, 24)

    assert {line.cell_len for line in lines} == {80}
    assert len(lines) + 3 <= 24


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_that_matters_is_on_the_table(title: str, size: tuple[int, int]) -> None:
    late = late_scene(title, 3)
    text = plain_text(draw(replace(late, colour=False), *size))

    for place in ("1.1", "1.4", "2.2", "3.3"):
        assert place in text
    for name in ("Lena", "Zoé", "Mirabel"):
        assert name in text
    for size_of_deck in late.view.decks:
        assert str(size_of_deck) in text
    assert late.words("cli.your_turn") in text
    if title == "marvel":
        assert "Avengers" in text
        assert "Gauntlet" in text
        assert all(late.card(number).name[:9] in text for number in late.view.market if number)


def test_the_roomiest_layout_that_fits() -> None:
    assert [choose(*size) for size in SIZES] == ["compact", "compact", "tall", "tall", "wide", "wide"]


@pytest.mark.parametrize("title", TITLES)
def test_a_gem_is_never_a_colour_alone(title: str) -> None:
    """Without colour the letters and marks are still there."""
    start = shot(PHASES[title]["play"], colour=False)
    text = plain_text(draw(start, 120, 36))

    for kind in start.skin.tokens:
        assert f"({start.skin.letter(kind)})" in text


def test_states_differ_in_border_and_words() -> None:
    start = shot("splendor 2; 0 tokens w3b3g3j1; bank w1b1g1r4k4j4", colour=False)
    text = plain_text(draw(start, 120, 36))

    states = {start.reach(start.card(n)).state for n in start.view.market}  # type: ignore[union-attr]
    assert states >= {"far"}
    for state, border in {"now": "┏━", "gold": "╍", "soon": "┄", "far": "╭ "}.items():
        assert (border in text) == (state in states or (state == "now" and "free" in states)), state


def test_no_colour_code_without_colour() -> None:
    console = Console(width=80, height=24, force_terminal=True, color_system=None)
    with console.capture() as capture:
        console.print(table(shot(PHASES["splendor"]["play"], colour=False), 80, 24))

    assert "\x1b[3" not in capture.get()
    assert "\x1b[4" not in capture.get()


def test_cost_after_bonuses_and_as_printed() -> None:
    """SE2. With 2 blue bonuses, a card that costs 2 blue and 1 green costs 1 green token."""
    start = shot("splendor 2; 0 cards 9 11", colour=False)
    number = next(c.id for c in start.game.box.cards if c.cost["blue"] == 2 and c.cost["green"] and c.id not in (9, 11))
    card = start.card(number)
    shown = plain_text(look_lines(replace(start, view=_with_market(start, number)), "1.1"))

    assert "S✓" in shown
    assert "/2" in shown
    assert "Printed" in shown
    printed = replace(start, view=_with_market(start, number), printed=True)
    assert f"S{card.cost['blue']}" in plain_text(look_lines(printed, "1.1"))


def _with_market(start: Snapshot, number: int) -> object:
    import msgspec

    return msgspec.structs.replace(start.view, market=(number, *start.view.market[1:]))


def test_hidden_cards_of_others_stay_hidden() -> None:
    """S21. Zoé's blind card shows its level at most, wherever the table is shown."""
    start = shot(PHASES["marvel"]["play"])
    hidden = start.card(42).name

    assert start.view.players[1].hand[0].card is None
    for size in SIZES:
        assert hidden not in plain_text(draw(start, *size))
    assert hidden not in "\n".join(tell(start))
    assert "level 2" in "\n".join(tell(start))


@pytest.mark.parametrize(("title", "lang"), [*product(TITLES, LANGUAGES)])
def test_told_in_sentences_without_shapes(title: str, lang: str) -> None:
    late = late_scene(title, 4, lang)
    lines = [*tell(late), *tell_news(late)]

    assert not BOXES & set("".join(lines))
    assert all(line[-1] in ".:" for line in lines)
    assert any("3.4" in line for line in lines)
    for name in ("Lena", "Zoé", "Mirabel", "Rik"):
        assert any(name in line for line in lines)


@pytest.mark.parametrize(("title", "phase"), STARTS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_moves_and_status_in_every_phase(title: str, phase: str, lang: str) -> None:
    start = shot(PHASES[title][phase], lang=lang)
    helped, listed = plain_text(help_lines(start, 78)), plain_text(moves_lines(start, 78))

    assert status(start) in helped
    assert len(moves_lines(start, 78)) >= 3
    assert all(line.cell_len <= 78 for line in (*help_lines(start, 78), *moves_lines(start, 78)))
    assert listed.count("\n") >= 2
    if phase == "return":
        assert str(start.to_return()) in status(start)


def test_moves_are_numbered_as_they_are_typed() -> None:
    start = shot(PHASES["splendor"]["noble"])

    assert "  3 noble 3" in plain_text(moves_lines(start, 100))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_shows_how_it_refuses(lang: str) -> None:
    start = shot("splendor 2", lang=lang)

    assert "4" in plain_text(rule_lines(start, "S12", 78))
    assert "S99" in plain_text(rule_lines(start, "S99", 78))


def test_reports_hide_what_the_viewer_may_not_know() -> None:
    match = jeton.new("marvel", seats=2, key=match_key("blind"), options={"first": "seat"})
    match.play("reserve 3")
    drawn = match.view(0).players[0].hand[0].card
    views = [Snapshot(match.view(seat), match.game, NAMES[:2], Words("en")) for seat in (0, 1)]  # type: ignore[arg-type]
    mine, theirs = (report_words(view, match.reports(view.view.seat)[-1])[0] for view in views)

    assert views[0].card(drawn).name in mine
    assert views[0].card(drawn).name not in theirs
    assert theirs == "Lena reserves a face-down card of level 3 and takes 1 S.H.I.E.L.D. token."


# The final round and the end


@pytest.mark.parametrize("lang", LANGUAGES)
def test_final_round_banner(lang: str) -> None:
    """S27. Somebody meets the goal: the round is played to its end."""
    cards = "72 73 74 75 76"  # level 3: 4, 4, 5, 3, 4 points or so
    last = shot(f"splendor 2; turn 1; first 0; 0 cards {cards}", 1, lang=lang)
    more = shot(f"splendor 3; turn 1; first 0; 0 cards {cards}", 1, lang=lang)

    assert last.is_final_round
    assert final_round(last) == last.words("cli.final_yours")
    assert final_round(more) == more.words("cli.final", name="Lena", count=2)
    assert final_round(last) in plain_text(draw(last, 80, 24))
    assert final_round(last) in "\n".join(tell(last))
    assert not shot("splendor 2").is_final_round


def finished(title: str) -> tuple[Snapshot, Outcome]:
    match = jeton.new(title, seats=3, key=match_key("end"))
    bot, rng = make("greedy", match.game), Random(1)
    while not match.is_over:
        match.play(bot.choose(match.view(match.actors[0]), Budget(), rng))
    assert match.outcome is not None
    return Snapshot(match.view(None), match.game, NAMES[:3], Words("en"), False), match.outcome  # type: ignore[arg-type]


@pytest.mark.parametrize(("title", "lang"), [*product(TITLES, LANGUAGES)])
def test_result_ranks_everybody(title: str, lang: str) -> None:
    end, outcome = finished(title)
    end = replace(end, words=Words(lang))

    for width in (80, 140):
        lines = result_lines(end, outcome, width)
        text = plain_text(lines)
        assert {line.cell_len for line in lines} == {width}
        assert headline(end, outcome) in text
        assert [text.index(end.name(seat)) for seat in ranking(outcome)]
    told = tell_result(end, outcome)
    assert headline(end, outcome) in told[0]
    assert sum(name.name in line for line in told for name in NAMES[:3]) >= 3


def tied(
    cards: tuple[int, int], points: tuple[int, int], ranks: tuple[int, int], **facts: object
) -> tuple[Snapshot, Outcome]:
    """Return two seats with these numbers of cards and points."""
    import msgspec

    title = str(facts.get("title", "splendor"))
    start = shot(f"{title} 2", None)
    seats = [
        msgspec.structs.replace(player, cards=tuple(range(1, n + 1)), points=p, meets_goal=True)
        for player, n, p in zip(start.view.players, cards, points, strict=True)
    ]
    view = msgspec.structs.replace(start.view, players=tuple(seats), tile=facts.get("tile"))
    winners = tuple(seat for seat in (0, 1) if ranks[seat] == 1)
    return replace(start, view=view), Outcome("goal", winners, points, ranks)


def test_ties_say_what_decided() -> None:
    """S29, S30, M16. Fewer cards, the tile, or a shared victory."""
    fewer, by_cards = tied((8, 9), (15, 15), (1, 2))
    tile, by_tile = tied((9, 9), (16, 16), (2, 1), title="marvel", tile=1)
    equal, shared = tied((9, 9), (15, 15), (1, 1))
    clear, by_points = tied((9, 9), (17, 15), (1, 2))

    assert tie_reason(fewer, by_cards, 0) == "fewer cards bought"
    assert tie_reason(tile, by_tile, 1) == "holds Avengers Assemble"
    assert tie_reason(equal, shared, 0) == ""
    assert tie_reason(clear, by_points, 0) == ""
    assert headline(equal, shared) == "Lena and Zoé share the victory"
    assert headline(equal, shared, mine=0) == "You share the victory with Zoé"
    assert headline(fewer, by_cards, mine=0) == "You win"
    assert headline(fewer, by_cards) == "Lena wins"


@pytest.mark.parametrize("title", TITLES)
def test_plain_french_has_a_space_before_every_colon(title):
    lines = tell(shot(PHASES[title]["play"], lang="fr"))

    assert any("\N{NO-BREAK SPACE}:" in line for line in lines)
    assert not [line for line in lines if re.search(r"\w:(\s|$)", line)]
