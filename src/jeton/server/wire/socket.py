"""Sockets: from bytes to messages, from session to seat."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from functools import partial
from typing import Any

import msgspec
import structlog

from jeton import __version__
from jeton.server.config import Config
from jeton.server.metrics import METRICS
from jeton.server.people.moderation import Bans
from jeton.server.people.people import People, User, hash_token
from jeton.server.rooms import commands as ask
from jeton.server.rooms.bots import check_bot
from jeton.server.rooms.chat import Chat
from jeton.server.rooms.commands import Command, Refuse, Repeat, now
from jeton.server.rooms.hub import Hub, LiveRoom
from jeton.server.wire.forward import FORWARDED, Pipe, forward
from jeton.server.wire.gate import Receive, Scope, Send, address_of, token_of
from jeton.server.wire.limits import Bucket, Buckets
from jeton.server.wire.outbox import Outbox, Post
from jeton.server.wire.protocol import (
    PROTOCOL,
    Answer,
    Ask,
    Because,
    Bye,
    FromClient,
    HandOver,
    Hello,
    HintFact,
    HintMessage,
    HintPlease,
    MoveMessage,
    Mute,
    No,
    Ok,
    Ping,
    Pong,
    Resign,
    Say,
    Sync,
    TakeBack,
    Undo,
    Welcome,
    Why,
    decode,
    encode,
)
from jeton.server.wire.transport import CONNECTION, Connection
from jeton.store import StoreDown

__all__ = ["Socket", "Sockets"]

log = structlog.get_logger(__name__)

CLOSE_CODES = {"flood": 1008, "slow": 1013, "restart": 1012, "bad_message": 1008, "protocol": 4400, "too_many": 1013,
               "store_down": 1013}  # fmt: skip
MAX_BAD = 10
"""How many unreadable messages the server takes before it hangs up."""
LOOK_AROUND = 2.0
Quick = MoveMessage | Why | HintPlease | Undo | Ask | Answer | Resign | HandOver | TakeBack | Sync | Ping
"""Messages that go straight into the room's queue."""
PACED = (HintPlease, Undo, Ask, Answer, HandOver, TakeBack)
"""Messages that each leave a row without moving the match on."""


class Sockets:
    """The ASGI application of `/ws/TABLE`, and everybody who is connected."""

    def __init__(self, config: Config, hub: Hub, people: People, chat: Chat, bans: Bans) -> None:
        """Take a running hub."""
        self.config, self.hub, self.people, self.chat, self.bans = config, hub, people, chat, bans
        self.open: set[Socket] = set()
        self.onlookers: dict[str, dict[Socket, None]] = {}
        """The sockets at each table of people who do not play there, the oldest first."""
        self.post = Post()
        self.addresses: Counter[str] = Counter()
        self.asks = Buckets(config.limits.asks_per_minute, 60.0)
        self.pipes: dict[str, set[Pipe]] = {}
        """By node: the sockets that it serves through this one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket to its end."""
        await receive()  # websocket.connect
        table_id = str(scope["path"]).removeprefix("/ws/")
        address = address_of(scope)
        if (
            not str(scope["path"]).startswith("/ws/")
            or self.addresses[address] >= self.config.limits.sockets_per_address
        ):
            await send({"type": "websocket.close", "code": 1013})
            return
        self.addresses[address] += 1
        METRICS.sockets.inc()
        one: Socket | None = None
        try:
            if not 0 < len(table_id) <= 32:
                table_id = ""
            elif await self._passed_on(table_id, scope):
                return
            token, asked = token_of(scope), time.monotonic()
            user = await self.people.user_of(token)
            live = await self.hub.room(table_id) if table_id else None
            if live is not None:
                live.firm = live.leased
            await send({"type": "websocket.accept"})
            peer = str((scope.get("client") or ("",))[0])
            if self.bans.until(user) is not None or self.bans.address_until(peer) is not None:
                await _refuse(send, "banned", 4403)
                return
            if live is None:
                await _refuse(send, "no_such_table", 4404)
                return
            if not self._room_at(live, user):
                await _refuse(send, "too_many", 1013)
                return
            connection: Connection | None = scope.get("extensions", {}).get(CONNECTION)
            one = Socket(self, live, user, receive, send, connection)
            one.asked, one.key, one.peer = asked, hash_token(token) if token else None, peer
            self.open.add(one)
            if not _plays(live, user):
                self.onlookers.setdefault(table_id, {})[one] = None
            await one.serve()
        except StoreDown:
            await send({"type": "websocket.accept"})
            await _refuse(send, "store_down", 1013)
        except OSError:  # uvicorn's name for a peer that is gone
            pass
        finally:
            if one is not None:
                self.open.discard(one)
                self._looks_no_more(table_id, one)
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]
            METRICS.sockets.dec()

    async def _passed_on(self, table_id: str, scope: Scope) -> bool:
        """Return whether the table's own node has served a socket to its end; else this one does."""
        connection: Connection | None = scope.get("extensions", {}).get(CONNECTION)
        for _ in range(2):  # the table may change hands meanwhile
            holder = await self.hub.homes.claim(table_id)
            if holder is None or connection is None or scope.get(FORWARDED):
                return False
            if await forward(connection, scope, holder, self.pipes):
                return True
        return False

    def nodes_changed(self, nodes: set[str]) -> None:
        """React to a node that has come or gone: sockets of a gone one come back, and are served anew."""
        for node in self.pipes.keys() - nodes:
            for pipe in list(self.pipes.pop(node)):
                if pipe.near is not None:
                    pipe.near.transport.close()
                pipe.end()

    def _room_at(self, live: LiveRoom, user: User | None) -> bool:
        """Return whether there is room for one more: always for players, and for those who may want a free seat.

        If onlookers crowd a table with a free seat, somebody with a name replaces one of them, if possible one without.
        """
        table_id, core = live.core.table.id, live.core
        looking = self.onlookers.get(table_id, {})
        if _plays(live, user) or len(looking) < self.config.limits.onlookers_per_table:
            return True
        if user is None or core.state != "open" or all(seat.taken for seat in core.seats):
            return False
        longest = next((one for one in looking if one.user is None), next(iter(looking)))
        self._looks_no_more(table_id, longest)
        longest.hang_up("too_many")
        return True

    def _looks_no_more(self, table_id: str, one: Socket) -> None:
        looking = self.onlookers.get(table_id)
        if looking is not None:
            looking.pop(one, None)
            if not looking:
                del self.onlookers[table_id]

    def hang_up_banned(self) -> None:
        """Hang up on everybody from addresses that were banned."""
        for one in list(self.open):
            if self.bans.address_until(one.peer) is not None:
                one.hang_up("restart")

    async def watch(self) -> None:
        """Hang up on peers that read nothing."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            self._hang_up_on_the_slow()

    def _hang_up_on_the_slow(self) -> None:
        """Hang up once on peers that read nothing.

        This is a function of its own because the calling loop's variables would hold the last socket until its next
        look.
        """
        limit = time.monotonic() - self.config.limits.stalled_seconds
        for one in list(self.open):
            if one.sending_since is not None and one.sending_since < limit:
                one.hang_up("slow")


def _plays(live: LiveRoom, user: User | None) -> bool:
    return user is not None and (user.id == live.core.table.host or bool(live.core.seats_of(user.id)))


async def _refuse(send: Send, code: str, close: int) -> None:
    await send({"type": "websocket.send", "text": encode(Bye(code=code)).decode()})
    await send({"type": "websocket.close", "code": close})


class Socket(Outbox):
    """One socket: a reader, a writer, and what is still to be sent."""

    def __init__(
        self,
        sockets: Sockets,
        live: LiveRoom,
        user: User | None,
        receive: Receive,
        send: Send,
        connection: Connection | None,
    ) -> None:
        """Take somebody who looks at a room; with `connection`, it handles what need not wait without a task."""
        limits = sockets.config.limits
        super().__init__(live, user.id if user else None, send, connection, sockets.post, limits)
        self.sockets, self.person, self.name = sockets, user, user.name if user else ""
        self.watching = False
        self.muted: set[str] = set()
        self.key: str | None = None
        """The digest of the token it came with."""
        self.peer = ""
        """The address it came from."""
        self.asked = 0.0
        """When the server last checked whose token that is."""
        self._receive = receive
        self._bucket = Bucket(limits.messages, limits.seconds)
        self._bad = 0

    async def serve(self) -> None:
        """Serve until it ends."""
        writer = asyncio.create_task(self.write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.live.leave(self)
            for task in (reader, writer):
                task.cancel()
            for result in await asyncio.gather(reader, writer, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, OSError):
                    log.error("socket failed", table=self.live.core.table.id, exc_info=result)
            if self.closing is not None:
                code = CLOSE_CODES.get(self.closing, 1000)
                METRICS.closed.labels(self.closing).inc()
                # no `wait_for`: its frame holds a task whose error holds that frame, and so the room
                with contextlib.suppress(OSError, RuntimeError, TimeoutError):
                    async with asyncio.timeout(1.0):
                        await self._send({"type": "websocket.close", "code": code})

    async def _read(self) -> None:
        """Read what the socket can't take at once: what has to wait, or everything if the connection is not ours."""
        hello = asyncio.get_running_loop().call_later(self.sockets.config.limits.hello_seconds, self._hello_late)
        if self._connection is not None:
            self._connection.taker = self._take_at_once
            self._connection.on_flood = partial(self.hang_up, "flood")
        try:
            while self.closing is None:
                event = await self._receive()
                if event["type"] == "websocket.disconnect":
                    return
                if self._may_speak():
                    message = self._decode(event.get("text") or event.get("bytes") or b"")
                    if message is not None:
                        await self._take(message)
                if self._connection is not None:
                    self._connection.behind -= 1
        finally:
            hello.cancel()
            if self._connection is not None:
                self._connection.taker = self._connection.on_flood = None
        await asyncio.sleep(5.0)  # the writer says goodbye first

    def _take_at_once(self, text: str) -> bool:
        """Take a message without a task, unless it has to wait for something."""
        if self.client and self.closing is None:
            message = self._decode(text)
            if not isinstance(message, Hello | Say | Mute):
                try:
                    if self._may_speak() and message is not None:
                        self._take_quickly(message)
                except Exception as error:  # one socket's trouble must not reach the others
                    log.error("socket failed", table=self.live.core.table.id, exc_info=error)
                    self.hang_up("internal")
                return True
        return False

    def _may_speak(self) -> bool:
        """Return whether the socket has not sent too much by now."""
        if not self._bucket.take():
            self.hang_up("flood")
            return False
        return True

    def _decode(self, text: str | bytes) -> FromClient | None:
        try:
            return decode(text)
        except msgspec.MsgspecError:
            self._bad += 1
            self._refuse(None, Refuse("bad_message"))
            if self._bad >= MAX_BAD:
                self.hang_up("bad_message")
            return None

    def _hello_late(self) -> None:
        if not self.client:
            self.hang_up("protocol")

    async def _take(self, message: FromClient) -> None:
        if isinstance(message, Hello):
            await self._greet(message)
        elif not self.client:
            self._refuse(getattr(message, "id", None), Refuse("hello_first"))
        elif isinstance(message, Say | Mute):
            await self.sockets.chat.take(self, message)
        else:
            self._take_quickly(message)

    def _take_quickly(self, message: Quick) -> None:
        """Take a message that waits for nothing."""
        if isinstance(message, Sync):
            self.sent_n = -1
            self.see(table=True)
        elif isinstance(message, Ping):
            self.put(Pong(id=message.id, now=now().wall))
        elif isinstance(message, Why):
            self._explain(message)
        else:
            command = self._command(message)
            if isinstance(command, Refuse):
                self._refuse(message.id, command)
            else:
                hears = self._hinted if isinstance(message, HintPlease) else self._answered
                self.live.submit(command, partial(hears, message.id))

    async def _greet(self, message: Hello) -> None:
        if message.protocol != PROTOCOL:
            self.hang_up("protocol")
            return
        if self.client:
            self._refuse(None, Refuse("bad_message"))
            return
        core = self.live.core
        mine = core.seats_of(self.user)
        self.watching = message.watch
        if not message.watch:
            if message.seat is not None and message.seat in mine:
                self.seat = message.seat
            elif message.seat is not None:
                self._refuse(None, Refuse("not_your_seat"))
            elif mine:
                self.seat = mine[0]
        self.client = message.client
        self.sent_n = message.since
        self.put(Welcome(protocol=PROTOCOL, server=__version__, now=now().wall, seat=self.seat, mine=mine))
        await self.sockets.chat.welcome(self)
        self.live.join(self)

    def follow_seat(self) -> None:
        """Look from the new seat if the person sat down after hello; look on if they rose."""
        mine = self.live.core.seats_of(self.user)
        if self.watching or self.seat in mine or not self.client:
            return
        seat = mine[0] if mine else None
        if seat != self.seat:
            self.seat, self.sent_n, self._view_due = seat, -1, True
            self.put(Welcome(protocol=PROTOCOL, server=__version__, now=now().wall, seat=seat, mine=mine))

    def _command(self, message: Any) -> Command | Refuse:
        if self.sockets.people.ended_since(self.user, self.asked):
            self.hang_up("restart")  # it comes back with the session that exists then, if any
            return Refuse("sign_in")
        if isinstance(message, MoveMessage):  # nearly all of them
            name = f"{self.user}:{self.client}:{message.id}"
            return ask.Play(user=self.user, seat=self.seat, client=name, move=message.move, seen=message.seen)
        base: dict[str, Any] = {
            "user": self.user,
            "seat": self.seat,
            "client": f"{self.user}:{self.client}:{message.id}",
        }
        if isinstance(message, PACED) and not self.sockets.asks.take(str(self.user)):
            return Refuse("flood")
        match message:
            case HintPlease():
                return ask.AskHint(**base)
            case Undo():
                return ask.UndoMove(**base, seen=message.seen)
            case Ask():
                return ask.AskOthers(**base, what=message.what)
            case Answer():
                asking = self.live.core.asking
                absent = asking is not None and asking.target is not None and self._gone(asking.target)
                return ask.AnswerQuestion(**base, yes=message.yes, absent=absent)
            case Resign():
                return ask.GiveUp(**base)
            case TakeBack():
                return ask.TakeSeatBack(**base)
            case HandOver():
                core = self.live.core
                if message.bot is not None and not check_bot(message.bot, core.table.title):
                    return Refuse("unknown_bot")
                absent = self._gone(message.seat)
                return ask.HandSeatOver(**base, target=message.seat, bot=message.bot, absent=absent)
        return Refuse("bad_message")

    def _gone(self, seat: int) -> bool:
        """Return whether the player of a seat has been away for long enough."""
        seats = self.live.core.seats
        owner = seats[seat].user if seat < len(seats) else None
        return owner is not None and self.live.gone(owner)

    def _explain(self, message: Why) -> None:
        """Say whether a move could be played, and why not."""
        found = self.live.core.why_not(self.user, self.seat, message.move, now())
        if found is None:
            self.put(Because(id=message.id, move=message.move, legal=True))
        else:
            self.put(Because(id=message.id, move=message.move, legal=False, code=found.code, rule=found.rule,
                             values=found.values))  # fmt: skip

    def _hinted(self, number: int, result: Refuse | Repeat | int) -> None:
        """Let a strong bot think, now that the log records the question."""
        if isinstance(result, Refuse):
            self._refuse(number, result)
        else:
            self.live.hub.spawn(self._hint(number))

    async def _hint(self, number: int) -> None:
        core, seat = self.live.core, self.seat
        match, table = core.match, core.table
        if match is None or seat is None or seat not in match.actors:
            self._refuse(number, Refuse("stale", fresh=True))
            return
        n, key = match.n, f"{table.id} {seat}"
        try:
            found = await self.live.hub.bots.hint(
                table.title, table.rules, table.options, match.view(seat), n + 1, key=key, owner=self.live.owner
            )
        except Exception as error:  # whatever a bot may raise, or the end of its worker
            log.warning("no hint", table=table.id, error=f"{type(error).__name__}: {error}")
            self._refuse(number, Refuse("busy"))
            return
        facts = tuple(HintFact(fact.code, fact.values) for fact in found.facts)
        self.put(HintMessage(id=number, n=n, move=found.move, facts=facts, chance=found.chance))

    def _answered(self, number: int, result: Refuse | Repeat | int) -> None:
        if isinstance(result, Refuse):
            self._refuse(number, result)
        else:
            self.put(Ok(id=number, n=self.live.core.n, repeated=isinstance(result, Repeat)))
            if isinstance(result, Repeat):
                self.see(table=False)

    def _refuse(self, number: int | None, refusal: Refuse) -> None:
        METRICS.refusals.labels(refusal.code).inc()
        self.put(No(id=number, code=refusal.code, rule=refusal.rule, values=refusal.values))
        if refusal.fresh:
            self.see(table=False)

    def refuse(self, number: int | None, code: str, values: dict[str, Any] | None = None) -> None:
        """Say no."""
        self._refuse(number, Refuse(code, values=values or {}))
