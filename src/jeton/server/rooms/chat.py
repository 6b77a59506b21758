"""Chat at a table: seated people talk, presets are always open, and people hear only those they want to hear."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec

from jeton.server.people.plain_text import clean
from jeton.server.rooms.commands import now
from jeton.server.rooms.live import LiveRoom
from jeton.server.wire.limits import Buckets
from jeton.server.wire.messages import chat_open, who_is
from jeton.server.wire.protocol import ChatMessage, Mute, Ok, Say
from jeton.store import Clash, Statement, Store, StoreDown, queries

if TYPE_CHECKING:
    from jeton.server.people.moderation import Bans
    from jeton.server.wire.socket import Socket

__all__ = ["PRESETS", "Chat"]

PRESETS = ("hello", "good_luck", "well_played", "thanks", "sorry", "nice", "ouch", "hurry", "wait", "again", "bye")
"""What people can say while free chat is closed: words/*/server.json has the sentences."""
KEPT = 50
MAX_TEXT = 300


def _line(row: Mapping[str, Any]) -> ChatMessage:
    who, name = who_is(row["match"], row["user"]), row["name"] or ""
    return ChatMessage(at=row["at"], seat=row["seat"], who=who, name=name, preset=row["preset"], text=row["text"])


class Chat:
    """The chat of all tables."""

    def __init__(self, store: Store, pace: Buckets, bans: Bans) -> None:
        """Take an open store; `pace` counts what each person says, `bans` knows who may say nothing."""
        self.store, self.pace, self.bans = store, pace, bans
        self._lines: WeakKeyDictionary[LiveRoom, deque[tuple[str, ChatMessage]]] = WeakKeyDictionary()
        """The latest lines, for as long as a room is in memory."""
        self._said: WeakKeyDictionary[LiveRoom, int] = WeakKeyDictionary()

    async def welcome(self, socket: Socket) -> None:
        """Send somebody who comes the latest lines, and learn whom they do not want to hear."""
        live = socket.live
        try:
            if live not in self._lines:
                self._lines[live] = await self._read(live.core.table.id)
            if socket.user:
                found = await self.store.fetch(queries.chat.muted_by(socket.user))
                socket.muted = {row["muted"] for row in found}
        except StoreDown:
            return
        for user, line in list(self._lines[live])[-20:]:
            if user not in socket.muted:
                socket.put(line)

    async def take(self, socket: Socket, message: Say | Mute) -> None:
        """Say a line, or mute somebody."""
        core = socket.live.core
        if isinstance(message, Mute):
            await self._mute(socket, message)
            return
        text = clean(message.text, MAX_TEXT) if message.text is not None else None
        if socket.seat is None or socket.user is None:
            socket.refuse(message.id, "not_seated")
        elif (message.preset is None) == (not text) or (message.preset and message.preset not in PRESETS):
            socket.refuse(message.id, "bad_message")
        elif (until := self.bans.silent_until(socket.user)) is not None:
            socket.refuse(message.id, "silenced", {"until": until})
        elif text and not chat_open(core):
            socket.refuse(message.id, "chat_closed")
        elif not self.pace.take(socket.user):
            socket.refuse(message.id, "flood")
        else:
            name, table_id = core.seats[socket.seat].name, core.table.id
            line = ChatMessage(at=now().wall, seat=socket.seat, who=who_is(table_id, socket.user), name=name,
                               preset=message.preset, text=text)  # fmt: skip
            values = {"id": secrets.token_urlsafe(12), "match": table_id, "at": line.at, "seat": line.seat,
                      "user": socket.user, "name": name, "preset": line.preset, "text": line.text}  # fmt: skip
            try:
                await self.store.execute(queries.chat.add(**values), *self._old(socket.live))
            except StoreDown:
                socket.refuse(message.id, "store_down")
                return
            socket.put(Ok(id=message.id, n=core.n))
            self.publish(socket.live, socket.user, line)
            await self.store.tell(f"chat {core.table.id}")

    def _old(self, live: LiveRoom) -> list[Statement]:
        """Now and then, drop lines so old that nobody sees them any more."""
        self._said[live] = self._said.get(live, 0) + 1
        if self._said[live] % KEPT:
            return []
        return [queries.chat.drop_old(live.core.table.id, KEPT)]

    def publish(self, live: LiveRoom, user: str, line: ChatMessage) -> None:
        """Send a line to everybody at the table who wants to hear it."""
        lines = self._lines.get(live)
        if lines is not None:
            lines.append((user, line))
        for other in live.listeners:
            if user not in other.muted:
                other.put(line)

    async def heard(self, live: LiveRoom) -> None:
        """Read what somebody said through another node."""
        said = await self._read(live.core.table.id)
        seen = {(user, line.at, line.text, line.preset) for user, line in self._lines.get(live, ())}
        self._lines.setdefault(live, deque(maxlen=KEPT))
        for user, line in said:
            if (user, line.at, line.text, line.preset) not in seen:
                self.publish(live, user, line)

    async def _read(self, table_id: str) -> deque[tuple[str, ChatMessage]]:
        found = await self.store.fetch(queries.chat.latest(table_id, KEPT))
        return deque(((row["user"], _line(row)) for row in reversed(found)), maxlen=KEPT)

    def forget(self, user: str) -> None:
        """Forget in memory what a person said: the database may have lost it, and is read again."""
        for live, lines in list(self._lines.items()):
            if any(one == user for one, _ in lines):
                del self._lines[live]

    def take_back(self, live: LiveRoom | None, user: str, about: Mapping[str, Any]) -> None:
        """Tell those who see a line that a keeper deleted it: send the same line without words."""
        if live is None:
            return
        lines = self._lines.get(live, ())
        found = next(((one, line) for one, line in lines if one == user and line.at == about["at"]), None)
        if found is None:
            return
        self._lines[live].remove(found)
        for other in live.listeners:
            other.put(msgspec.structs.replace(found[1], preset=None, text=None))

    async def _mute(self, socket: Socket, message: Mute) -> None:
        core = socket.live.core
        other = core.seats[message.seat].user if message.seat < len(core.seats) else None
        if other is None or socket.user is None or other == socket.user:
            socket.refuse(message.id, "no_such_seat")
            return
        (socket.muted.add if message.on else socket.muted.discard)(other)
        change = queries.chat.mute if message.on else queries.chat.unmute
        try:
            await self.store.execute(change(socket.user, other))
        except Clash:
            pass
        except StoreDown:
            socket.refuse(message.id, "store_down")
            return
        socket.put(Ok(id=message.id, n=core.n))
