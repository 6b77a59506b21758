"""What a player may type, and what it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeton.cli.terminal.splendor.input_parser import COMMANDS, MOVES, read, verbs
from jeton.cli.terminal.splendor.sentences import amounts, move_words, spell
from jeton.words import LANGUAGES, Words
from tests.cli.playing import shot

START = {(title, lang): shot(f"{title} 2", lang=lang) for title in ("splendor", "marvel") for lang in LANGUAGES}
OVER_TEN = "splendor 2; bank w1b1g1r1k1j5; 0 tokens w3b3g3r2k2; phase return"
PAYING = (
    "splendor 2; market - 10 27 30 / 44 50 45 64 / 81 85 71 80; 0 cards 20; 0 tokens r1j1; bank w4b4g4r3k4j4; "
    "paid w2b1; refill 1.1; phase pay"
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take wbg", "take wbg"),
        ("t wbg", "take wbg"),
        ("t gbw", "take wbg"),
        ("TAKE D S E", "take wbg"),
        ("t d,s,e", "take wbg"),
        ("dse", "take wbg"),
        ("take diamond, sapphire and onyx", "take wbk"),
        ("take dia sap ony", "take wbk"),
        ("t ww", "take ww"),
        ("t dd", "take ww"),
        ("b 2.3", "buy 2.3"),
        ("b2.3", "buy 2.3"),
        ("buy 2,3", "buy 2.3"),
        ("b 23", "buy 2.3"),
        ("buy h1", "buy h1"),
        ("bh1", "buy h1"),
        ("r 2", "reserve 2"),
        ("r2", "reserve 2"),
        ("reserve 3.4", "reserve 3.4"),
        ("n 2", "noble 2"),
        ("  pass ", "pass"),
        ("return w", "return w"),
        ("gold r", "gold r"),
        ("take *", "take j"),
        ("take ★", "take j"),
        ("3", "take wbk"),
    ],
)
def test_moves_in_many_spellings(text: str, move: str) -> None:
    typed = read(text, START["splendor", "en"])

    assert (typed.name, typed.moves) == ("move", (move,))


@pytest.mark.parametrize(
    ("lang", "text", "move"),
    [
        ("fr", "prendre dse", "take wbg"),
        ("fr", "p diamant saphir émeraude", "take wbg"),
        ("fr", "PRENDS emeraude et rubis et onyx", "take grk"),
        ("fr", "a 1.1", "buy 1.1"),
        ("fr", "achète 1,1", "buy 1.1"),
        ("fr", "r 2", "reserve 2"),
        ("fr", "take wbg", "take wbg"),
        ("nl", "neem dse", "take wbg"),
        ("nl", "n smaragd, robijn en onyx", "take grk"),
        ("nl", "koop h2", "buy h2"),
        ("nl", "reserveer 1.2", "reserve 1.2"),
    ],
)
def test_moves_in_the_players_language(lang: str, text: str, move: str) -> None:
    assert read(text, START["splendor", lang]).moves == (move,)


@pytest.mark.parametrize(
    ("text", "move"), [("t mps", "take ypb"), ("t ypb", "take ypb"), ("take mind soul power", "take ypo")]
)
def test_marvel_has_letters_of_its_own(text: str, move: str) -> None:
    assert read(text, START["marvel", "en"]).moves == (move,)


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("?", "help", ""),
        ("help", "help", ""),
        ("m", "moves", ""),
        ("2.3", "look", "2.3"),
        ("h1", "look", "h1"),
        ("look 2.3", "look", "2.3"),
        ("u", "undo", ""),
        ("rules S12", "rules", "s12"),
        ("save My File.match", "save", "My File.match"),
        ("q", "quit", ""),
        ("", "table", ""),
        ("   ", "table", ""),
        ("printed", "printed", ""),
        ("99", "number_out", "99"),
        ("0", "number_out", "0"),
        ("xyzzy", "unknown", "xyzzy"),
        ("take", "unknown", "take"),
        ("buy the red one", "unknown", "buy the red one"),
        ("take diamonds and pearls", "unknown", "take diamonds and pearls"),
        ("done done", "unknown", "done done"),
    ],
)
def test_commands(text: str, name: str, argument: str) -> None:
    typed = read(text, START["splendor", "en"])

    assert (typed.name, typed.text) == (name, argument)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("w", ("return w",)),
        ("dds", ("return w", "return w", "return b")),
        ("return wwb", ("return w", "return w", "return b")),
        ("r w", ("return w",)),
        ("s", ("return b",)),
        ("1", ("return w",)),
    ],
)
def test_letters_alone_are_given_back_where_tokens_must_be(text: str, moves: tuple[str, ...]) -> None:
    assert read(text, shot(OVER_TEN)).moves == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [("", ("done",)), ("done", ("done",)), ("w", ("gold w",)), ("d", ("gold w",)), ("2", ("gold w",))],
)
def test_paying_takes_a_letter_or_enter(text: str, moves: tuple[str, ...]) -> None:
    assert read(text, shot(PAYING)).moves == moves


def test_a_number_chooses_the_noble_that_bears_it() -> None:
    cards = "1 2 3 4 9 11 12 13 17 18 19 21 25 26 28 29 33 34 35 36"
    text = f"splendor 2; nobles 4 - 2; phase noble; 0 cards {cards}"
    table = shot(text)

    assert table.view.moves == ("noble 1", "noble 3")
    assert read("3", table).moves == ("noble 3",)


@pytest.mark.parametrize("table", START.values(), ids=lambda table: f"{table.title}-{table.words.language}")
def test_every_move_can_be_typed_as_it_is_shown(table: object) -> None:
    for move in table.view.moves:  # type: ignore[attr-defined]
        assert read(spell(table, move), table).moves == (move,)  # type: ignore[arg-type]
        assert move_words(table, move)  # type: ignore[arg-type]


def test_s18_gold_stands_for_a_token_and_what_goes_back_is_counted() -> None:
    paying, rich = shot(PAYING, lang="fr"), shot("splendor 2; 0 tokens w3b3g3r1j1; phase return", lang="fr")

    assert move_words(paying, "gold b") == "Payer un jeton or à la place d’un jeton saphir"
    assert move_words(rich, "return g") == "Rendre 1 émeraude"
    assert move_words(rich, "return j") == "Rendre 1 jeton or"
    assert amounts(rich, (0, 1, 1, 0, 0, 1)) == "1 saphir, 1 émeraude et 1 jeton or"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verb_has_words_in_every_language(lang: str) -> None:
    known = verbs(Words(lang))

    assert set(known.values()) == {*MOVES, *COMMANDS}
    assert all(known[verb] == verb for verb in ("take", "reserve", "buy", "return", "gold", "undo", "quit"))


@given(st.text(max_size=40))
def test_nothing_that_is_typed_breaks_the_table(text: str) -> None:
    for table in (START["splendor", "en"], START["marvel", "fr"]):
        assert read(text, table).name in {*COMMANDS, "move", "unknown", "number_out"}
