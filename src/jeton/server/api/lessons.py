"""Lessons: what the coach says, and a table to learn at."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton.core.errors import UnknownTitle
from jeton.games.lessons import Lesson, Step, examples, lesson
from jeton.server.api.alone import note_maker
from jeton.server.api.common import AnyRequest, Done, Problem, limited, live_room, services_of, signed_in
from jeton.server.tables.lesson_tables import drop_old_lessons, keep_lesson

__all__ = ["HANDLERS", "told_lesson", "told_topics"]

ShortName = Annotated[str, Meta(max_length=32)]


class NewLesson(Struct, forbid_unknown_fields=True):
    """A chapter of a title's lesson; by default the first one."""

    title: ShortName
    chapter: ShortName = ""


class LessonStep(Struct):
    """One thing that the coach says; with a move to make if the table waits for it."""

    topic: str
    words: str
    point: tuple[str, ...]
    ring: str
    picture: str
    do: str
    near: float
    then: tuple[str, ...]
    press: str
    others: int


class LessonChapter(Struct):
    """A match of a lesson. Deal and moves to come stay on the server."""

    name: str
    before: int
    """How many entries were played before the learner came."""
    knows: str
    """A title whose players may go on to the next chapter at once."""
    steps: list[LessonStep]


class LessonInfo(Struct):
    """The first game of a title, as far as the page needs it."""

    title: str
    chapters: list[LessonChapter]


class TopicExample(Struct):
    """What the coach says at a step, the parts of the table it is about, and the table as the learner sees it."""

    words: str
    point: tuple[str, ...]
    view: Any


class TopicInfo(Struct):
    """One screen of the rules: the numbers of its rules, those for a summary, and examples from the lesson."""

    name: str
    rules: tuple[str, ...]
    main: tuple[str, ...]
    examples: list[TopicExample]


def _known(title: str) -> Lesson:
    try:
        found = lesson(title)
    except UnknownTitle:
        raise Problem(400, "unknown_title") from None
    if found is None:
        raise Problem(404, "unknown_title")
    return found


def _told(step: Step) -> LessonStep:
    return LessonStep(
        step.topic, step.words, step.point, step.ring, step.picture, step.do, step.near, step.then, step.press,
        step.others,
    )  # fmt: skip


def told_lesson(found: Lesson) -> LessonInfo:
    """Return what the page shows of a lesson."""
    chapters = [
        LessonChapter(one.name, len(one.before), one.knows, [_told(step) for step in one.steps])
        for one in found.chapters
    ]
    return LessonInfo(found.title, chapters)


def told_topics(found: Lesson) -> list[TopicInfo]:
    """Return the rules by topic, with examples that the engine has played."""
    return [
        TopicInfo(
            topic.name, topic.rules, topic.main,
            [
                TopicExample(step.words, step.point, view)
                for step, view in examples(found.title)
                if step.topic == topic.name and step.point
            ],
        )
        for topic in found.topics
    ]  # fmt: skip


@get("/api/lessons/{title:str}", tags=["lessons"])
async def show_lesson(title: ShortName) -> LessonInfo:
    """Return what the coach says and waits for, step by step."""
    return told_lesson(_known(title))


@get("/api/lessons/{title:str}/topics", tags=["lessons"], sync_to_thread=True)
def show_topics(title: ShortName) -> list[TopicInfo]:
    """Return the rules of a title by topic, with examples that the engine has played."""
    return told_topics(_known(title))


@post("/api/lessons", tags=["lessons"])
async def make_lesson(request: AnyRequest, data: Annotated[NewLesson, Body()]) -> Done:
    """Seat the asker at a new table to learn; its link is /t/ID, and no list shows it."""
    user, services = await signed_in(request), services_of(request)
    limited(request, services.new_tables)
    found = _known(data.title)
    chapter = found.chapter(data.chapter) if data.chapter else found.chapters[0]
    if chapter is None:
        raise Problem(404, "unknown_title")
    await drop_old_lessons(services.store, services.hub.shelf)
    table = await keep_lesson(services.store, found, chapter, user, services.config.bot_pace)
    live = await live_room(request, table)
    note_maker(request, live)
    services.hub.bots.warm(found.title)
    return Done(table, live.core.version, live.core.n)


HANDLERS: list[HTTPRouteHandler] = [show_lesson, show_topics, make_lesson]
