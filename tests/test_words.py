"""Words: the three languages say the same things, and all that the code asks for."""

import ast
import json
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from jeton.core.match import TERMINATIONS
from jeton.games.splendor.reasons import REASONS, SPELLING
from jeton.games.splendor.ruleset import TITLES, title
from jeton.words import LANGUAGES, PLACEHOLDER, Words, language, load

ROOT = Path(__file__).parent.parent
SPEAKERS = [ROOT / "src/jeton/words/__init__.py", *sorted((ROOT / "src/jeton/cli").rglob("*.py"))]
DOMAINS = tuple(load("en"))
TRANSLATIONS = [chosen for chosen in LANGUAGES if chosen != "en"]

# Values that are rightly the same as in English: names, and words that the languages share.
SAME = {
    "fr": {
        "board.nobles", "splendor.name", "splendor.nobles", "splendor.colour.black", "splendor.amount.black_*",
        "splendor.points_*", "marvel.points_*", "cli.points",
        "marvel.noble.*", "marvel.card_points_*",
        "tools.arena.rating", "tools.arena.ms", "tools.arena.points", "tools.arena.wilson",
        "page.home.minutes", "page.nav.menu", "page.tray.points_*", "page.menu.chat",
        "chat.name", "guardians_page.chat.name",
        "guardians.name", "guardians.legend.andvaranaut", "guardians.legend.excalibur", "guardians.verb.*",
    },
    "nl": {
        "why.in", "tools.review.blunders_*", "review.blunders_*", "review.blunder",
        "splendor.name", "splendor.colour.black", "splendor.amount.black_one",
        "splendor.noble.1", "marvel.name", "marvel.colour.gold", "marvel.noble.*",
        "marvel.tile", "cli.bank", "cli.hand", "cli.plain.bank",
        "tools.arena.rating", "tools.arena.ms", "tools.arena.bot", "tools.arena.wilson",
        "account.name", "learn.topic.avengers",
        "page.home.minutes", "page.nav.menu", "page.menu.chat", "lobby.share.link",
        "chat.name", "guardians_page.chat.name", "dialogs.cap.enter", "dialogs.cap.esc",
        "page.table.bot",
        "making.style_name.specialist", "making.style_name.opportunist",
        "guardians.name", "guardians.legend.andvaranaut", "guardians.legend.excalibur",
        "games.rating", "ratings.name", "ratings.rating", "making.rating", "server.say.sorry",
    },
}  # fmt: skip
PURE = re.compile(r"^[\W\d_]*$")
"""What is left of a text without its placeholders, where there is nothing to translate."""


def texts(chosen: str) -> dict[str, str]:
    return {f"{domain}.{key}": text for domain, found in load(chosen).items() for key, text in found.items()}


def test_every_language_has_its_files_and_no_others() -> None:
    folder = ROOT / "src/jeton/words"

    assert {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"} == set(LANGUAGES)
    for chosen in LANGUAGES:
        assert {path.name for path in (folder / chosen).iterdir()} == {f"{domain}.json" for domain in DOMAINS}
    assert {"cli", "keeper", "marvel", "reasons", "splendor"} <= set(DOMAINS)


@pytest.mark.parametrize("chosen", TRANSLATIONS)
def test_same_keys_in_the_same_order(chosen: str) -> None:
    assert list(texts(chosen)) == list(texts("en"))


@pytest.mark.parametrize("chosen", TRANSLATIONS)
def test_same_placeholders(chosen: str) -> None:
    english = texts("en")
    for key, text in texts(chosen).items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(english[key])), key


@pytest.mark.parametrize("chosen", TRANSLATIONS)
def test_nothing_is_left_in_english_by_accident(chosen: str) -> None:
    english = texts("en")
    same = {key for key, text in texts(chosen).items() if text == english[key]}
    same -= {key for key in same if PURE.match(PLACEHOLDER.sub("", english[key]))}

    assert {key for key in same if not any(fnmatchcase(key, allowed) for allowed in SAME[chosen])} == set()
    allowances = {allowed for allowed in SAME[chosen] if allowed.partition(".")[0] in DOMAINS}
    assert {allowed for allowed in allowances if not any(fnmatchcase(key, allowed) for key in same)} == set()


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_texts_are_plain(chosen: str) -> None:
    """Only {name} in braces, no stray spaces, no straight apostrophes: the page reads the same files."""
    for key, text in texts(chosen).items():
        assert text.strip(" ") == text or key == "cli.quit_ask", key
        assert not re.search(r"  |'|\"", text), key
        assert not re.search(r"[{}]", PLACEHOLDER.sub("", text)), key


def test_the_machine_does_not_shout() -> None:
    for chosen in LANGUAGES:
        assert not [key for key, text in texts(chosen).items() if "!" in text]


def test_french_punctuation_does_not_break_the_line() -> None:
    for key, text in texts("fr").items():
        if not key.startswith("cli.verb."):
            assert not re.search(r"« | [:;?»%]|\u202f", text), key


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_plurals_come_in_pairs(chosen: str) -> None:
    keys = set(texts(chosen))
    for key in keys:
        if key.endswith("_one"):
            assert f"{key[:-4]}_other" in keys
        if key.endswith("_other"):
            assert f"{key[:-6]}_one" in keys


# Where a number can never be one, or is one of so many: no singular.
ALWAYS_SEVERAL = {
    "games.at", "games.from_to", "hint.fact.goal", "hint.fact.noble", "hint.fact.noble_marvel", "hint.fact.tile",
    "hint.part.gauntlet_six", "hint.part.tile", "guardians_page.option.seconds", "marvel.tile_held", "marvel.tile_mine",
    "page.table.seconds", "server.no.seats_fewest", "server.no.seats_most", "tools.warm.done", "tools.warm.not_kept",
}  # fmt: skip
# Points and cards of many deals added up, in the sentence before the number of deals.
ADDED_UP = re.compile(r"(why\.(you|name|other)|puzzle\.why)\.(gain|cards|theirs)(_marvel|_two)?")


def test_what_can_be_one_has_a_singular() -> None:
    for key, text in texts("en").items():
        if re.search(r"\{count\} [a-z]+s\b", text) and not key.endswith(("_one", "_other")):
            assert key in ALWAYS_SEVERAL or ADDED_UP.fullmatch(key), f"{key}: {text}"


# Numbers, beside `count`, before a noun in the plural.
NUMBERS = re.compile(
    r"\{(found|expected|tables|people|piles|points|coins|clues|fires|chance|best|rows|parts|matches|tags|gold|hand|to)"
    r"\} "
    r"(?!(in|of|sur|dans|van|fois|pour|tegen)\b)([a-zéèà-]+ )?[a-zéèà-]+(s|x|en)\b"
)
# These are never one: eleven tokens are too many, three tags win the tile, three cards fill a hand, and a score is
# "15 – 12".
NEVER_ONE = {"board.flaw.limit", "hint.part.tile_held", "reasons.hand_full", "tools.verify.won", "tools.verify.shared"}


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_a_number_that_can_be_one_stands_by_no_plural(chosen: str) -> None:
    for key, text in texts(chosen).items():
        if not key.endswith(("_one", "_other")) and key not in NEVER_ONE:
            assert not NUMBERS.search(text), f"{key}: {text}"


def test_french_leaves_a_space_before_high_marks() -> None:
    for key, text in texts("fr").items():
        assert not re.search(r"[^\s\u00a0?][:;?»](?!/)|«[^\u00a0]", text), f"{key}: {text}"


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_a_sentence_begins_with_a_capital_and_ends_with_one_mark(chosen: str) -> None:
    for key, text in texts(chosen).items():
        plain = text.replace("S.H.I.E.L.D.", "SHIELD")
        assert not re.search(r"[\w)}»”\u00a0][.…] [a-zà-ÿœ]|[\w}]\? [a-z]", plain), f"{key}: {text}"
        assert not re.search(r"[^.]\.\.(?!\.)|,,|::| [,.)]|\( ", plain), f"{key}: {text}"


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_every_reason_has_words_with_its_values(chosen: str) -> None:
    found = load(chosen)["reasons"]
    known = {key for _, key, _ in (*REASONS.values(), *SPELLING.values())}

    for _, key, sentence in (*REASONS.values(), *SPELLING.values()):
        for name in (key, f"{key}_marvel"):
            if name in found:
                assert set(PLACEHOLDER.findall(found[name])) <= set(PLACEHOLDER.findall(sentence)), name
    assert known <= set(found)
    assert {key.removesuffix("_marvel") for key in found} == known


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("chosen", LANGUAGES)
def test_every_piece_of_a_box_has_a_name(chosen: str, name: str) -> None:
    box, words = title(name), Words(chosen)

    for colour in (*box.colours, "gold"):
        assert words(f"{name}.colour.{colour}")
        assert words(f"{name}.amount.{colour}", count=2).startswith("2 ")
    for noble in box.nobles:
        assert words(f"{name}.noble.{noble.id}")


def test_marvel_has_all_the_words_of_splendor() -> None:
    colours = re.compile(r"(colour|amount|card|noble)\.")
    splendor = {key for key in load("en")["splendor"] if not colours.match(key)}

    assert splendor <= set(load("en")["marvel"])


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_every_tip_of_the_page_has_words(chosen: str) -> None:
    asked = [
        one
        for file in (ROOT / "ui/src/games").glob("*/advice.ts")
        for first in re.findall(r"\bsay\(([^,]+),", file.read_text("utf-8"))
        for one in re.findall(r"'(\w+)'", first)
    ]

    assert {"clue", "nobody", "pair"} <= set(asked)
    assert [one for one in asked if Words(chosen).find(f"hint.tip.{one}", 2) is None] == []


def test_every_key_in_the_code_exists_and_none_is_idle() -> None:
    english = texts("en")
    used: set[str] = set()
    for file in SPEAKERS:
        for pattern, values in keys_in(file):
            hits = {key for key in english if fnmatchcase(key, pattern)}
            if not pattern.startswith("splendor."):  # Marvel has words that Splendor does not need
                assert hits, f"{file.name}: no words for {pattern!r}"
            used |= hits
            for key in hits if values is not None else ():
                needed = set(PLACEHOLDER.findall(english[key]))
                assert needed <= (values or set()), f"{file.name}: {key} needs {needed}, gets {values}"

    assert sorted(key for key in english if key not in used and key.startswith(("cli.", "splendor.", "marvel."))) == []


def keys_in(file: Path) -> Iterator[tuple[str, set[str] | None]]:
    """Yield the keys that a module asks for, with * where they are put together, and the values it gives them."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = ast.unparse(node.func)
        name = called.split(".")[-1]
        values = {keyword.arg for keyword in node.keywords if keyword.arg}
        loose = any(keyword.arg is None for keyword in node.keywords)
        for text in literals(node.args[0]):
            if called == "shot.say":
                starts = [f"{title}.{text}" for title in TITLES]
            elif called == "_said":
                starts = [f"cli.help.{text}"]
            elif text.startswith(tuple(f"{domain}." for domain in DOMAINS)):
                starts = [text]
            else:
                continue
            for start in starts:
                if name in ("variant", "_said"):
                    yield f"{start}*", None
                else:
                    put_together = "*" in text
                    yield (f"{start}*" if "count" in values else start), None if loose or put_together else values


def literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def test_files_are_tidy() -> None:
    for chosen in LANGUAGES:
        for domain in DOMAINS:
            text = (ROOT / "src/jeton/words" / chosen / f"{domain}.json").read_text("utf-8")
            assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n", f"{chosen}/{domain}"


@pytest.mark.parametrize(
    ("chosen", "environ", "expected"),
    [
        (None, {}, "en"),
        ("nl", {"JETON_LANG": "fr"}, "nl"),
        (None, {"JETON_LANG": "fr", "LANG": "nl_NL.UTF-8"}, "fr"),
        (None, {"LC_ALL": "fr_BE.UTF-8", "LC_MESSAGES": "nl_BE", "LANG": "en_GB"}, "fr"),
        (None, {"LC_MESSAGES": "nl_BE", "LANG": "en_GB"}, "nl"),
        (None, {"LC_ALL": "", "LANG": "fr"}, "fr"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        ("fr-BE", {}, "fr"),
    ],
)
def test_language_asked_for_then_environment_then_locale(
    chosen: str | None, environ: dict[str, str], expected: str
) -> None:
    assert language(chosen, environ) == expected


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="en, fr, nl"):
        language("de", {})
    with pytest.raises(ValueError, match="got 'xx'"):
        language(None, {"JETON_LANG": "xx"})


def test_missing_words_and_values_are_errors() -> None:
    with pytest.raises(KeyError, match="no words for"):
        Words()("cli.nonsense")
    with pytest.raises(KeyError, match="name"):
        Words()("cli.turn_of")


def test_a_sentence_that_ends_with_an_abbreviation_has_one_full_stop() -> None:
    say = Words("en")

    assert say("marvel.log.return", name="Noor", tokens=say("marvel.colour.gold")) == "Noor gives back S.H.I.E.L.D."
    assert say("marvel.log.return", name="Noor", tokens="Mind...") == "Noor gives back Mind...."


def test_the_article_of_an_island_is_small_inside_a_sentence() -> None:
    fact = "clues.fact.rose"
    said = [Words("en")(fact, island="The Frozen Crown", was=3, percent=86),
            Words("fr")(fact, island="L’Île aux rouages", was=3, percent=86),
            Words("nl")(fact, island="Het Sirenenrif", was=3, percent=86)]  # fmt: skip
    assert [text.rpartition("3")[0] for text in said] == [
        "With it, the Frozen Crown rose from ",
        "Avec lui, l’Île aux rouages passe de ",
        "Daarmee steeg het Sirenenrif van ",
    ]
    assert Words("nl")("guardians_page.boat.sail", island="De Piratenbaai") == "Vaar naar de Piratenbaai"
    assert Words("nl")("clues.boat", name="Zoé", island="De Piratenbaai") == "Zoé: De Piratenbaai"
    assert Words("nl")("clues.chance", island="De Piratenbaai", percent=3).startswith("De Piratenbaai: ")
    assert Words("en")("guardians_page.boat.sail", island="Pirate Cove") == "Sail to Pirate Cove"


def test_french_elides_before_a_vowel() -> None:
    say = Words("fr")

    names = ("Anna", "Éric", "Özge", "Ångström", "Œdipe", "Yves", "Yann", "Y", "Zoé", "2 amis")
    assert [say("page.log.timeout", name=name) for name in names] == [
        "Le temps d’Anna est écoulé.",
        "Le temps d’Éric est écoulé.",
        "Le temps d’Özge est écoulé.",
        "Le temps d’Ångström est écoulé.",
        "Le temps d’Œdipe est écoulé.",
        "Le temps d’Yves est écoulé.",
        "Le temps de Yann est écoulé.",
        "Le temps de Y est écoulé.",
        "Le temps de Zoé est écoulé.",
        "Le temps de 2 amis est écoulé.",
    ]
    assert say("cli.only_you", name="Ilse") == "Personne d’autre qu’Ilse ne regarde maintenant."
    assert Words("nl")("page.log.timeout", name="Anna") == "De tijd van Anna is om."


def test_plural_forms_follow_the_language() -> None:
    assert [Words("en")("splendor.points", count=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [Words("fr")("splendor.points", count=n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]
    assert [Words("nl")("splendor.points", count=n) for n in (0, 1, 2)] == ["0 punten", "1 punt", "2 punten"]


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_verbs_of_a_language_are_not_ambiguous(chosen: str) -> None:
    spoken = [word for key, text in load(chosen)["cli"].items() if key.startswith("verb.") for word in text.split()]

    assert len(spoken) == len(set(spoken))


def test_every_way_to_end_a_match_of_splendor_is_told() -> None:
    left = {f"by.{way}_{form}" for way in TERMINATIONS.values() for form in ("one", "other", "you")}

    assert {"by.goal", "by.passes", *left} <= load("en")["over"].keys()
