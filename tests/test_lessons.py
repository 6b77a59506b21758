"""Every lesson, walked with the engine: its moves are legal, what its words say is true, and they are short."""

import importlib
import json
import re
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from jeton import games
from jeton.core.errors import IllegalMove
from jeton.games.lessons import LEARNER, begin, examples, lesson, let_others_play, reply_of
from jeton.words import LANGUAGES, load

LESSONS = [found for title in games.titles() if (found := lesson(title)) is not None]
CHAPTERS = [
    pytest.param(told, chapter, id=f"{told.title}-{chapter.name}") for told in LESSONS for chapter in told.chapters
]
MOST_WORDS = 20
READ_A_MINUTE = 180
MOVE_SECONDS = 5
MOST_MINUTES = 5


def box(title: str) -> dict[str, object]:
    """Return what is printed on the cards of a title, by number."""
    file = resources.files(f"{type(games.make(title)).__module__.rpartition('.')[0]}.data").joinpath(f"{title}.json")
    return {str(card["id"]): card for card in json.loads(file.read_text("utf-8"))["cards"]} if file.is_file() else {}


def at(found, path):
    """Return what lies at a path into plain data."""
    for name in path.split("."):
        found = found[int(name)] if isinstance(found, list) else found[name]
    return found


def check(match, claims, cards):
    """Check that what a step claims is what the learner's view says."""
    view = {**msgspec.json.decode(msgspec.json.encode(match.view(LEARNER))), "box": cards}
    for path, value in claims.items():
        assert at(view, path) == value, path


@pytest.mark.parametrize(("told", "chapter"), CHAPTERS)
def test_every_step_is_true_and_every_move_is_legal(told, chapter) -> None:
    match, cards = begin(told, chapter), box(told.title)
    for step in chapter.steps:
        let_others_play(match, chapter)
        assert sum(entry.seat != LEARNER for entry in match.log[len(chapter.before) :]) >= step.others
        check(match, step.claims, cards)
        for move, rule in step.refused.items():
            with pytest.raises(IllegalMove) as refusal:
                match.play(move, seat=LEARNER, at=0)
            assert refusal.value.rule == rule
        if step.do:
            assert LEARNER in match.actors
            for move in (step.do, *step.then):
                match.play(move, seat=LEARNER, at=0)
            check(match, step.after, cards)

    assert {seat: len(replies) for seat, replies in chapter.others.items()} == {
        seat: sum(entry.seat == int(seat) for entry in match.log[len(chapter.before) :]) for seat in chapter.others
    }, "somebody has more to play than the learner waits for"


@pytest.mark.parametrize(("told", "chapter"), CHAPTERS)
def test_who_leaves_the_lesson_meets_a_bot(told, chapter) -> None:
    match = begin(told, chapter)
    first = chapter.course[0]
    other = next(move for move in match.view(LEARNER).moves if move != first)
    match.play(other, seat=LEARNER, at=0)

    assert {reply_of(chapter, match.standing, seat) for seat in range(1, chapter.seats)} == {False}


def count(told, chosen):
    """Return how many words each step of a lesson has in a language, and how many minutes all of it takes."""
    said = load(chosen)["learn"]
    steps = [step for chapter in told.chapters for step in chapter.steps]
    counts = []
    for step in steps:
        assert f"topic.{step.topic}" in said
        words = said[f"{told.title}.{step.words}"].split()
        press = said[f"press.{step.press}"].split() if step.press else []
        counts.append(len([word for word in words + press if any(letter.isalnum() for letter in word)]))
    moves = sum(bool(step.do) for step in steps)
    return counts, moves, sum(counts) / READ_A_MINUTE + moves * MOVE_SECONDS / 60


@pytest.mark.parametrize("chosen", LANGUAGES)
@pytest.mark.parametrize("told", LESSONS, ids=lambda told: told.title)
def test_a_step_has_at_most_twenty_words_and_a_lesson_five_minutes(told, chosen) -> None:
    counts, _, minutes = count(told, chosen)

    assert max(counts) <= MOST_WORDS
    assert minutes <= MOST_MINUTES


def test_what_is_written_of_the_lessons_is_counted() -> None:
    """`docs/learn.md` has the figures of each lesson's slowest language: this test counts them."""
    names = {"en": "English", "fr": "French", "nl": "Dutch"}
    steps, times = [], []
    for title in ("splendor", "marvel", "guardians"):
        told = lesson(title)
        slowest = max(LANGUAGES, key=lambda one: count(told, one)[2])
        counts, moves, minutes = count(told, slowest)
        steps.append(f"{len(counts)}, {moves}")
        times.append(f"{minutes:.1f} minutes ({names[slowest]}, {sum(counts)} words)")
    page = Path(__file__).resolve().parents[1].joinpath("docs/learn.md").read_text("utf-8")

    assert f"| steps, of them moves | {' | '.join(steps)} |" in page
    assert f"the slowest language (wanted: 5 minutes) | {' | '.join(times)} |" in page


@pytest.mark.parametrize("told", LESSONS, ids=lambda told: told.title)
def test_a_picture_of_a_step_is_one_of_the_box(told) -> None:
    shown = [step.picture for chapter in told.chapters for step in chapter.steps if step.picture]
    islands = games.make("guardians").ruleset.pack.island_ids

    assert all(name.removeprefix("island:") in islands for name in shown)
    assert (told.title == "guardians") == bool(shown)


def test_every_word_of_a_lesson_is_said() -> None:
    for told in LESSONS:
        used = {step.words for chapter in told.chapters for step in chapter.steps}
        known = {key.partition(".")[2] for key in load("en")["learn"] if key.startswith(f"{told.title}.")}
        assert known == used


@pytest.mark.parametrize("told", LESSONS, ids=lambda told: told.title)
def test_a_lesson_is_for_the_newest_rules(told) -> None:
    assert told.rules == games.make(told.title).version


TOUCH_SECONDS = 1.5
TOUCHES = {"clue": 3, "boat": 3, "ready": 1}
"""The button, the thing and its button; the island, the player and the button."""


@pytest.mark.parametrize("chosen", LANGUAGES)
def test_a_whole_round_of_guardians_takes_ninety_seconds(chosen) -> None:
    """Until the next round begins: all that is read, every touch, the reveal, and what the others take."""
    told = lesson("guardians")
    chapter, said = told.chapters[0], load(chosen)["learn"]
    tempo = Path(__file__).resolve().parents[1].joinpath("ui/src/games/guardians/show/tempo.ts").read_text("utf-8")
    seconds = float(re.search(r"LESSON = ([0-9_]+)", tempo)[1].replace("_", "")) / 1000
    seconds += max(sum(one.seconds or 0 for one in replies) for replies in chapter.others.values())
    match = begin(told, chapter)
    for step in chapter.steps:
        let_others_play(match, chapter)
        if match.view(LEARNER).round == 2:
            break
        words = said[f"guardians.{step.words}"] + " " + said.get(f"press.{step.press}", "")
        touches = TOUCHES[step.do.split(" ")[0]] if step.do else 1
        seconds += 60 * len(words.split()) / READ_A_MINUTE + TOUCH_SECONDS * touches
        if step.do:
            match.play(step.do, seat=LEARNER, at=0)

    assert match.view(LEARNER).phase == "search"
    assert seconds <= 85


def test_what_a_lesson_says_of_levels_is_so() -> None:
    rules = [games.make("guardians", options={"level": level}).ruleset for level in (1, 2, 3, 4)]

    assert [one.beacon_fires for one in rules] == [True, False, False, False]
    assert [one.flip_found for one in rules] == [True, False, False, False]
    assert [one.powers for one in rules] == [False, False, True, True]
    assert [one.goal for one in rules] == [12, 12, 20, 20]
    assert [(one.clock, one.bell) for one in rules][2:] == [(False, 60), (True, 60)]


OWN_RULES = {"splendor": "S", "marvel": "M", "guardians": "GO"}


@pytest.mark.parametrize("told", LESSONS, ids=lambda told: told.title)
def test_every_rule_has_its_topic(told) -> None:
    texts = load("en")["rules"]
    listed = [rule for topic in told.topics for rule in topic.rules]
    own = {rule for rule in texts if re.fullmatch(f"[{OWN_RULES[told.title]}][0-9]+", rule)}

    assert len(listed) == len(set(listed))
    assert own <= set(listed) <= set(texts)
    assert all(set(topic.main) <= set(topic.rules) for topic in told.topics)
    assert told.topics[0].name in ("goal", "gauntlet")
    assert told.topics[1].name == ("round" if told.title == "guardians" else "turn")


@pytest.mark.parametrize("told", LESSONS, ids=lambda told: told.title)
def test_every_refusal_has_its_topic(told) -> None:
    listed = {rule for topic in told.topics for rule in topic.rules}
    found = importlib.import_module(f"{type(games.make(told.title)).__module__.rpartition('.')[0]}.reasons")
    why = [*found.REASONS.values(), *getattr(found, "SPELLING", {}).values()]
    rules = {rule for rule, *_ in why if told.title == "marvel" or not rule.startswith("M")}

    assert rules <= listed


@pytest.mark.parametrize("told", LESSONS, ids=lambda told: told.title)
def test_topics_have_examples_that_the_engine_has_played(told) -> None:
    shown = {step.topic for step, _ in examples(told.title) if step.point}
    without = [topic.name for topic in told.topics if topic.name not in shown]
    views = [view for _, view in examples(told.title)]

    assert set(without) <= {"turn", "round", "setup", "options", "end"}
    assert {view.seat for view in views} == {LEARNER}
