"""The files of a finished match: written piece by piece away from the loop, once, and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from typing import Any

import msgspec

from jeton.core.match import Match
from jeton.core.match_file import write_match
from jeton.server.rooms.live import LiveRoom

__all__ = ["Archive", "pieces_of"]

PIECE = 64 * 1024
AT_ONCE = 1
"""How many matches are written at the same time: one thread has to leave the others some of Python's time."""
KEPT_BYTES = 32 << 20
"""Bytes of files that are kept; those unused for longest go first."""

_encode = msgspec.json.Encoder().encode


class Archive:
    """The files of matches that are over: such a match never changes, so each file is made once."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self._files: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._making: dict[tuple[str, str], asyncio.Task[bytes]] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def replay(self, live: LiveRoom) -> bytes:
        """Return the match move by move, with everything that was hidden, as JSON."""
        return await self._file(live, "replay")

    async def match_file(self, live: LiveRoom) -> bytes:
        """Return the match file."""
        return await self._file(live, "match")

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return sum(map(len, self._files.values()))

    async def _file(self, live: LiveRoom, kind: str) -> bytes:
        key = live.core.table.id, kind
        found = self._files.get(key)
        if found is not None:
            self._files.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(self._make(live, key))
            making.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(making)

    async def _make(self, live: LiveRoom, key: tuple[str, str]) -> bytes:
        match = live.core.match
        if match is None:
            raise ValueError("the match has not begun")
        seats = [seat.name or seat.bot or "" for seat in live.core.seats]
        async with self._turns:
            made = await asyncio.to_thread(_write, match, key[1], seats)
        self._files[key] = made
        while self.size > KEPT_BYTES and len(self._files) > 1:
            self._files.popitem(last=False)
        return made


async def pieces_of(file: bytes) -> AsyncIterator[bytes]:
    """Yield a file in pieces, so that only one waits for a slow reader."""
    for at in range(0, len(file), PIECE):
        yield file[at : at + PIECE]


def _write(match: Match, kind: str, seats: list[str]) -> bytes:
    if kind == "match":
        return write_match(match.header, match.log).encode()
    return b"".join(_replay(match, seats))


def _replay(match: Match, seats: list[str]) -> Iterator[bytes]:
    """Yield the parts of the JSON, each position alone: all of them as Python's objects would take hundreds of MiB."""
    positions = match.positions
    header = {
        "title": match.header.title,
        "version": match.header.version,
        "seats": seats,
        "options": dict(match.header.options),
        "commitment": match.header.commitment,
        "key": match.header.key,
        "nonces": list(match.header.nonces),
        "outcome": msgspec.to_builtins(match.outcome),
    }
    yield _encode(header)[:-1]
    yield from _list("entries", (_encode(entry) for entry in match.log))
    yield from _list("reports", (_encode(report) for report in match.reports(None)))
    yield from _list("positions", (_encode(match.game.full(position)) for position in positions))
    yield from _list("views", (_encode(_seen(match, position)) for position in positions))
    yield b"}"


def _list(name: str, parts: Iterator[bytes]) -> Iterator[bytes]:
    yield b"," + _encode(name) + b":["
    for i, part in enumerate(parts):
        yield b"," + part if i else part
    yield b"]"


def _seen(match: Match, position: Any) -> Any:
    """Return what the next mover saw or, if several or nobody could move, what lies open to all."""
    actors = match.game.actors(position)
    return match.game.view(position, actors[0] if len(actors) == 1 else None)
