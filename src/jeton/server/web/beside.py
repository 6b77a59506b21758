"""What a server tells everybody alike, as files beside the engine: a page without a server reads them there.

titles.json                  what `/api/titles` says
lessons/TITLE.json           what `/api/lessons/TITLE` says, and the script of it: deals, and what others play
lessons/TITLE/topics.json    what `/api/lessons/TITLE/topics` says
puzzles.json                 what `/api/puzzles` says, but for clues to read
puzzles/book.json            what `/api/puzzles/ID` says of each of them
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from jeton import games
from jeton.analysis.book import book
from jeton.analysis.puzzles import Puzzle
from jeton.games.lessons import Lesson, lesson
from jeton.server.api.lessons import told_lesson, told_topics
from jeton.server.api.puzzles import told_puzzle, told_puzzles
from jeton.server.api.tables import told_titles

__all__ = ["beside", "names"]


def names() -> list[str]:
    """Return the names of all of them.

    >>> "lessons/splendor/topics.json" in names()
    True
    """
    taught = [title for title in games.titles() if lesson(title) is not None]
    lessons = [f"lessons/{title}{end}" for title in taught for end in (".json", "/topics.json")]
    return ["titles.json", *lessons, "puzzles.json", "puzzles/book.json"]


@lru_cache(maxsize=32)
def beside(name: str) -> bytes | None:
    """Return a file's content; None if there is none of that name.

    >>> beside("lessons/chess.json") is None
    True
    """
    if name not in names():
        return None
    if name == "titles.json":
        return msgspec.json.encode(told_titles())
    if name == "puzzles.json":
        kept = {one.id for one in _kept()}
        return msgspec.json.encode([row for row in told_puzzles() if row.id in kept])
    if name == "puzzles/book.json":
        return msgspec.json.encode([told_puzzle(one) for one in _kept()])
    title, _, topics = name.removeprefix("lessons/").removesuffix(".json").partition("/")
    found = lesson(title)
    if found is None:
        return None
    if topics:
        return msgspec.json.encode(told_topics(found))
    return msgspec.json.encode({**msgspec.to_builtins(told_lesson(found)), "script": _script(found)})


def _kept() -> list[Puzzle]:
    """Return the puzzles that a page can show by itself: clues to read need pictures that only a server has."""
    return [one for one in book() if not one.log]


def _script(found: Lesson) -> dict[str, object]:
    """Return what a page needs to play a lesson by itself.

    Somebody who learns alone spoils nobody's match by reading it.
    """
    kept = ("seats", "options", "key", "before", "others")
    chapters = {one.name: {name: msgspec.to_builtins(getattr(one, name)) for name in kept} for one in found.chapters}
    return {"rules": found.rules, "bot": found.bot, "chapters": chapters}
