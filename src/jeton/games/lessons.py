"""Lessons: the first game of a title, as data that the server plays and the page shows.

A lesson lies in the folder that its title names (`Title.lessons`), as `TITLE.json`. It has one or more chapters. Each
is a real match with a fixed key, moves played before the learner comes, what the others will play, and steps. A step
says something about the table (`shown`) or waits for one move of the learner (`done`). `tests/test_lessons.py` walks
every step with the engine: no lesson can teach what the rules do not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from jeton import games
from jeton.core.game import Entry, Seat
from jeton.core.match import Header, Match
from jeton.core.title import folder

__all__ = [
    "LEARNER",
    "Chapter",
    "Example",
    "Lesson",
    "Reply",
    "Step",
    "Topic",
    "begin",
    "examples",
    "lesson",
    "let_others_play",
    "reply_of",
]

LEARNER: Seat = 0
"""The learner's seat in every lesson."""


class Step(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that the coach says."""

    topic: str
    """The key of the heading: `learn.topic.…`."""
    words: str
    """The key of the sentence: `learn.TITLE.…`."""
    point: tuple[str, ...] = ()
    """The parts of the table that the page lights, by name; the words are about the first."""
    ring: str = ""
    """A part of the first of them that has a ring of its own: a card's `points`, `gem` or `price`, or one island."""
    picture: str = ""
    """What the coach shows beside the words, where the table shows it small or covered: `island:ID`."""
    do: str = ""
    """The move that the learner makes here, in notation; none where the step only shows something."""
    near: float = 0.0
    """How far the numbers of the move may be from those of `do`: nobody points at a thing's exact centre."""
    then: tuple[str, ...] = ()
    """Moves that end the same turn, which the page makes by itself: the payment stands."""
    press: str = ""
    """The key of the line that says what to press: `learn.press.…`."""
    others: int = 0
    """How many moves of others this step waits for: where everybody acts at once, they may still be on their way."""
    claims: dict[str, Any] = {}
    """What the words claim, as paths into the learner's view (`box.ID` for what is printed on a card) and values."""
    refused: dict[str, str] = {}
    """Moves that the words call forbidden, and the rules that refuse them."""
    after: dict[str, Any] = {}
    """What is true right after the move, in the same form."""


class Reply(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move that somebody else makes once the learner has made so many, and the seconds it takes."""

    move: str
    after: int = 0
    seconds: float | None = None


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a lesson."""

    name: str
    seats: int
    options: dict[str, Any]
    key: str
    steps: tuple[Step, ...]
    others: dict[str, tuple[Reply, ...]] = {}
    """By seat: the moves it plays, one after the other, as long as the learner follows the steps."""
    before: tuple[str, ...] = ()
    """What was played before the learner comes: `SEAT MOVE`."""
    knows: str = ""
    """A title whose players know all that this chapter says: they may go on to the next."""

    @property
    def course(self) -> tuple[str, ...]:
        """The learner's moves, in order."""
        return tuple(move for step in self.steps if step.do for move in (step.do, *step.then))

    def follows(self, moves: Sequence[str]) -> bool:
        """Return whether these are the first moves of the course."""
        asked = [(move, step.near) for step in self.steps if step.do for move in (step.do, *step.then)]
        return len(moves) <= len(asked) and all(
            move == wanted or (near > 0 and _is_near(move, wanted, near))
            for move, (wanted, near) in zip(moves, asked, strict=False)
        )


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """One screen of the rules: its numbered rules, and which of them the one-page summary holds."""

    name: str
    rules: tuple[str, ...]
    main: tuple[str, ...]


class Example(NamedTuple):
    """A step of a lesson with what the learner sees there: an example that the engine itself made."""

    step: Step
    view: Any


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """The first game of a title."""

    title: str
    rules: int
    """The version of the rules it was written for."""
    bot: str
    """The bot that plays on for the others where the lesson ends."""
    chapters: tuple[Chapter, ...]
    topics: tuple[Topic, ...] = ()
    """The rules of the title by topic, the goal first."""

    def chapter(self, name: str) -> Chapter | None:
        """Return the chapter with this name."""
        return next((one for one in self.chapters if one.name == name), None)


@lru_cache(maxsize=64)
def lesson(title: str) -> Lesson | None:
    """Return the lesson of a title, if it has one; raises `UnknownTitle`."""
    where = games.find(title).lessons
    return msgspec.json.decode(folder(where).joinpath(f"{title}.json").read_bytes(), type=Lesson) if where else None


def begin(told: Lesson, chapter: Chapter) -> Match:
    """Return the match of a chapter, as the learner finds it."""
    game = games.make(told.title, version=told.rules, options=chapter.options)
    header = Header(title=told.title, version=told.rules, seats=chapter.seats, options=dict(game.options),
                    key=chapter.key, nonces=("",) * chapter.seats)  # fmt: skip
    match = Match(game, header)
    for line in chapter.before:
        seat, _, move = line.partition(" ")
        match.play(move, seat=int(seat), at=0)
    return match


def reply_of(chapter: Chapter, standing: Sequence[Entry], seat: Seat) -> Reply | bool:
    """Return what a seat plays next; True if it waits for the learner, False if the lesson does not say."""
    played = standing[len(chapter.before) :]
    mine = [entry.move for entry in played if entry.seat == LEARNER]
    replies = chapter.others.get(str(seat), ())
    done = sum(entry.seat == seat for entry in played)
    if not chapter.follows(mine) or done >= len(replies):
        return False
    return replies[done] if replies[done].after <= len(mine) else True


@lru_cache(maxsize=8)
def examples(title: str) -> tuple[Example, ...]:
    """Return every step of a title's lesson as the learner finds it, played by the engine."""
    if (told := lesson(title)) is None:
        return ()
    found: list[Example] = []
    for chapter in told.chapters:
        match = begin(told, chapter)
        for step in chapter.steps:
            let_others_play(match, chapter)
            found.append(Example(step, match.view(LEARNER)))
            for move in (step.do, *step.then) if step.do else ():
                match.play(move, seat=LEARNER, at=0)
    return tuple(found)


def let_others_play(match: Match, chapter: Chapter) -> None:
    """Play what the lesson says for everybody else, until they wait for the learner."""
    while True:
        told = {seat: reply_of(chapter, match.standing, seat) for seat in match.actors if seat != LEARNER}
        replies = {seat: reply for seat, reply in told.items() if isinstance(reply, Reply)}
        if not replies:
            return
        seat = min(replies)
        match.play(replies[seat].move, seat=seat, at=0)


def _is_near(move: str, wanted: str, near: float) -> bool:
    """Return whether two moves are the same but for numbers that lie close together."""
    words, others = move.split(" "), wanted.split(" ")
    return len(words) == len(others) and all(
        one == other or _are_close(one, other, near) for one, other in zip(words, others, strict=True)
    )


def _are_close(one: str, other: str, near: float) -> bool:
    try:
        return abs(float(one) - float(other)) <= near
    except ValueError:
        return False
