"""Reads logs that are asked for in one turn of the loop together: one notification names several matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from jeton.store.store import Row, StoreDown

__all__ = ["TOGETHER", "Question", "Reading"]

TOGETHER = 32
"""How many logs are read together at most: reading those of all rooms at once would hold up everybody else."""


class Question(NamedTuple):
    """What a log holds after a version, and who wants to know."""

    match: str
    after: int
    answer: asyncio.Future[list[Row]]


class Reading:
    """Questions on their way to the next query, and the queries that are under way."""

    def __init__(self, read: Callable[[Sequence[Question]], Awaitable[list[list[Row]]]]) -> None:
        """Start empty; `read` finds the rows of some questions, in their order."""
        self._loop, self._read = asyncio.get_running_loop(), read
        self._asked: list[Question] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, match: str, after: int) -> asyncio.Future[list[Row]]:
        """Return a future of the rows of a match after a version."""
        question = Question(match, after, self._loop.create_future())
        self._asked.append(question)
        if len(self._asked) == 1:
            self._loop.call_soon(self._go)
        return question.answer

    async def close(self) -> None:
        """Leave those who still wait without an answer."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _go(self) -> None:
        asked, self._asked = self._asked, []
        for first in range(0, len(asked), TOGETHER):
            task = asyncio.create_task(self._answer(asked[first : first + TOGETHER]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, asked: list[Question]) -> None:
        """Answer some questions, and skip the askers who no longer wait."""
        try:
            found = await self._read(asked)
        except asyncio.CancelledError:
            _refuse(asked, StoreDown("the store is closed"))
            raise
        except Exception as error:
            _refuse(asked, error)
        else:
            for one, rows in zip(asked, found, strict=True):
                if not one.answer.done():
                    one.answer.set_result(rows)


def _refuse(asked: list[Question], error: Exception) -> None:
    for one in asked:
        if not one.answer.done():
            one.answer.set_exception(error)
