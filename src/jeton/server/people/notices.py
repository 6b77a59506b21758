"""Turn notices: a person whose turn it is and who does not look gets a push message on the devices that want it.

A room only drops a name into a bounded queue; a few workers check again whether the notice is still due, and send it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
import structlog

from jeton.server.config import Config
from jeton.server.metrics import METRICS
from jeton.server.people.endpoints import BadEndpoint, BadKeys, check_endpoint, unbase64
from jeton.server.people.people import People, User
from jeton.server.rooms.hub import Hub, LiveRoom
from jeton.store import Store, StoreDown, queries
from jeton.words import Words

if TYPE_CHECKING:
    from jeton.server.people.push_service import PushServices
    from jeton.server.people.webpush import Vapid

__all__ = ["Notices", "TooManyDevices"]

log = structlog.get_logger(__name__)

WORKERS = 4
TRIES, PAUSE = 3, 30.0
GONE = (404, 410)


class TooManyDevices(ValueError):
    """A person has enough devices."""


class Due(NamedTuple):
    """A notice to send, unless the person comes back first."""

    table: str
    user: str
    tries: int = 0
    kind: str = "turn"
    """`turn`, or `handover`: a bot plays for them; without a table, what happened to their account."""


class Notices:
    """Who wants notices where, and the sending of them."""

    def __init__(self, config: Config, store: Store, people: People, hub: Hub) -> None:
        """Start nothing yet."""
        self.config, self.store, self.people, self.hub = config, store, people, hub
        self._queue: asyncio.Queue[Due] = asyncio.Queue(config.limits.notices)
        self._services: PushServices | None = None

    def start(self) -> None:
        """Listen to the rooms, and let the workers work."""
        self.hub.on_turn = self.turn
        self.hub.on_handover = self.handover
        for _ in range(WORKERS):
            self.hub.spawn(self._work())

    async def stop(self) -> None:
        """Close the connections."""
        if self._services is not None:
            await self._services.close()

    @property
    def services(self) -> PushServices:
        """The way to push services; a start does not wait for what that needs."""
        if self._services is None:
            from jeton.server.people.push_service import PushServices

            self._services = PushServices(self.config, self.store)
        return self._services

    async def vapid(self) -> Vapid:
        """Return the server's key, by which push services know it."""
        return await self.services.vapid()

    # Devices

    async def subscribe(self, user: User, endpoint: str, p256dh: str, auth: str) -> None:
        """Send a person's notices to a device too; raises `BadEndpoint`, `BadKeys` or `TooManyDevices`."""
        from jeton.server.people.push_service import device_key

        check_endpoint(endpoint, anywhere=self.config.notices_anywhere)
        device_key(p256dh)
        if len(unbase64(auth)) != 16:
            raise BadKeys("expected a secret of 16 bytes")
        key = _hash(endpoint)
        counted = await self.store.fetch(queries.subscriptions.count_others(user.id, key))
        if counted[0]["n"] >= self.config.limits.subscriptions:
            raise TooManyDevices(user.id)
        keys = msgspec.json.encode({"p256dh": p256dh, "auth": auth}).decode()
        now = time.time_ns() // 1_000_000
        await self.store.execute(*queries.subscriptions.add(key, endpoint, user.id, keys, now))

    async def unsubscribe(self, user: User, endpoint: str) -> None:
        """Send nothing more to a device."""
        await self.store.execute(queries.subscriptions.drop_of(user.id, _hash(endpoint)))

    async def devices(self, user: User) -> int:
        """Return how many devices of a person get notices."""
        return int((await self.store.fetch(queries.subscriptions.count_of(user.id)))[0]["n"])

    # Turns

    def turn(self, live: LiveRoom) -> None:
        """Somebody may have to move: in a while, tell those who are not there. Never waits."""
        core = live.core
        if core.table.settings.lesson is not None:
            return  # nobody waits there
        before = core.game.actors(core.recent[-1][0]) if core.recent else ()
        fresh = set(core.match.actors if core.match else ()).difference(before)
        away = {core.seats[seat].user for seat in fresh if core.bot_of(seat) is None}
        for user in away:
            if user is not None and not live.is_here(user):
                due = Due(core.table.id, user)
                asyncio.get_running_loop().call_later(self.config.notice_seconds, self._put, due)

    def handover(self, live: LiveRoom, seat: int) -> None:
        """Tell somebody for whom a bot plays, if they are not there."""
        user = live.core.seats[seat].user
        if user is not None and not live.is_here(user):
            self._put(Due(live.core.table.id, user, kind="handover"))

    def account(self, user: User, kind: str) -> None:
        """Tell the owner of an account, on every device, that there is a new way to sign in, whoever made it."""
        self._put(Due("", user.id, kind=kind))

    def _put(self, due: Due) -> None:
        try:
            self._queue.put_nowait(due)
        except asyncio.QueueFull:
            METRICS.notices.labels("dropped").inc()

    async def _work(self) -> None:
        while True:
            due = await self._queue.get()
            try:
                await self._notify(due)
            except StoreDown as error:
                log.warning("notice not sent", table=due.table, error=str(error))
            except Exception:
                log.exception("notice failed", table=due.table)

    async def _notify(self, due: Due) -> None:
        devices = await self.store.fetch(queries.subscriptions.of(due.user))
        user = await self.people.by_id(due.user) if devices else None
        message = None if user is None else await self._message(user, due)
        if message is None:
            return
        outcomes = [await self._send(row, message, due.table or due.user) for row in devices]
        if "later" in outcomes and due.tries + 1 < TRIES:
            again = due._replace(tries=due.tries + 1)
            asyncio.get_running_loop().call_later(PAUSE * again.tries, self._put, again)

    async def _message(self, user: User, due: Due) -> bytes | None:
        """Return what to say, if it is still so."""
        if not due.table:
            return _account_message(user, due.kind)
        live = await self.hub.room(due.table)
        return _message(live, user, due.kind) if live is not None and self._still_due(live, due) else None

    def _still_due(self, live: LiveRoom, due: Due) -> bool:
        core = live.core
        if core.match is None or live.is_here(due.user):
            return False
        mine = core.seats_of(due.user)
        if due.kind == "handover":
            return any(core.seats[seat].stand_in is not None for seat in mine) and not core.match.is_over
        return not core.clocks.paused and any(s in core.match.actors and core.bot_of(s) is None for s in mine)

    async def _send(self, row: Any, message: bytes, table: str) -> str:
        from jeton.server.people.push_service import NotReached

        try:
            status = await self.services.post(row["endpoint"], msgspec.json.decode(row["keys"]), message, table)
        except (NotReached, OSError, BadEndpoint, BadKeys) as error:
            log.info("push service not reached", host=urlsplit(row["endpoint"]).hostname, error=repr(error)[:200])
            METRICS.notices.labels("failed").inc()
            return "failed"
        if status in GONE:
            await self.store.execute(queries.subscriptions.drop(row["hash"]))
        outcome = "sent" if status < 300 else "gone" if status in GONE else "later" if status >= 429 else "refused"
        METRICS.notices.labels(outcome).inc()
        if outcome == "refused":
            log.warning("push service refuses", host=urlsplit(row["endpoint"]).hostname, status=status)
        return outcome


def _message(live: LiveRoom, user: User, kind: str) -> bytes:
    """Return what the device shows: the table's name and the game's, and nothing that happens in it."""
    say, table = Words(user.language), live.core.table
    game = say(f"{table.title}.name")
    text = {"title": table.settings.name or game, "body": say(f"keeper.notice.{kind}", title=game),
            "url": f"/t/{table.id}", "tag": table.id}  # fmt: skip
    return msgspec.json.encode(text)


def _account_message(user: User, kind: str) -> bytes:
    text = {"title": "Jeton", "body": Words(user.language)(f"keeper.notice.{kind}"), "url": "/", "tag": "account"}
    return msgspec.json.encode(text)


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
