"""Turn notices: whoever's turn it is and who does not look gets a push message on the devices that asked for it.

A room only drops a name into a bounded queue; a few workers look again whether the notice is still due, and send it.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import secrets
import socket
import ssl
import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec
import structlog
from sqlalchemy import delete, func, insert, select

from jeton.server.config import Config
from jeton.server.keys import kept_secret
from jeton.server.metrics import METRICS
from jeton.server.people.people import People, User
from jeton.server.people.webpush import BadKeys, Vapid, device_key, seal, unbase64
from jeton.server.rooms.hub import Hub, LiveRoom
from jeton.store import Store, StoreDown
from jeton.store import schema as tables
from jeton.words import Words

__all__ = ["BadEndpoint", "Notices", "TooManyDevices", "check_endpoint"]

log = structlog.get_logger(__name__)

WORKERS = 4
SECONDS = 10.0
LASTS = 43_200
"""Seconds that a push service keeps a notice for a device that is off."""
TRIES, PAUSE = 3, 30.0
MAX_ENDPOINT = 2_000
GONE = (404, 410)


class BadEndpoint(ValueError):
    """Not the address of a push service: those have TLS, a name and a public address."""


class TooManyDevices(ValueError):
    """A person has enough devices."""


class Due(NamedTuple):
    """A notice to be sent, unless the person comes back first."""

    table: str
    user: str
    tries: int = 0
    kind: str = "turn"
    """`turn`, or `handover`: a bot plays for them; without a table what has happened to their account."""


def check_endpoint(endpoint: str, *, anywhere: bool = False) -> None:
    """Refuse what can't be a push service; raises `BadEndpoint`.

    >>> check_endpoint("https://push.example/abc")
    >>> check_endpoint("http://169.254.169.254/latest")
    Traceback (most recent call last):
    jeton.server.people.notices.BadEndpoint: expected an https address of a public host
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint("not an address") from None
    known = parts.scheme in ("http", "https") if anywhere else parts.scheme == "https" and port in (None, 443)
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= MAX_ENDPOINT
    if not known or not parts.hostname or parts.username or parts.password or not plain:
        raise BadEndpoint("expected an https address of a public host")
    if not anywhere and _is_number(parts.hostname):
        raise BadEndpoint("expected the name of a host")


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.replace(".", "").isdigit() or host.lower().startswith("0x")
    return True


def is_public(address: str) -> bool:
    """Whether an address is out on the internet: not this machine, its network, or somebody's cloud.

    >>> is_public("93.184.216.34"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1"), is_public("169.254.169.254")
    (True, False, False, False)
    """
    found = ipaddress.ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return (mapped or found).is_global and not (mapped or found).is_multicast


class Notices:
    """Who wants notices where, and the sending of them."""

    def __init__(self, config: Config, store: Store, people: People, hub: Hub) -> None:
        """Nothing runs yet."""
        self.config, self.store, self.people, self.hub = config, store, people, hub
        self._queue: asyncio.Queue[Due] = asyncio.Queue(config.limits.notices)
        self._vapid: Vapid | None = None
        self._client: httpx.AsyncClient | None = None

    def start(self) -> None:
        """Listen to the rooms, and let the workers work."""
        self.hub.on_turn = self.turn
        self.hub.on_handover = self.handover
        trusted = ssl.create_default_context()
        self._client = httpx.AsyncClient(verify=trusted, timeout=SECONDS, trust_env=False, follow_redirects=False)
        for _ in range(WORKERS):
            self.hub.spawn(self._work())

    async def stop(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()

    async def vapid(self) -> Vapid:
        """The server's key: made when it is first wanted, and the same on every node from then on."""
        if self._vapid is None:
            self._vapid = Vapid(await kept_secret(self.store, "vapid", Vapid.new))
        return self._vapid

    # Devices

    async def subscribe(self, user: User, endpoint: str, p256dh: str, auth: str) -> None:
        """Send a person's notices to a device too; raises `BadEndpoint`, `BadKeys` or `TooManyDevices`."""
        check_endpoint(endpoint, anywhere=self.config.notices_anywhere)
        device_key(p256dh)
        if len(unbase64(auth)) != 16:
            raise BadKeys("expected a secret of 16 bytes")
        kept, key = tables.subscriptions, _hash(endpoint)
        others = (kept.c.user == user.id) & (kept.c.hash != key)
        counted = await self.store.fetch(select(func.count().label("n")).select_from(kept).where(others))
        if counted[0]["n"] >= self.config.limits.subscriptions:
            raise TooManyDevices(user.id)
        keys = msgspec.json.encode({"p256dh": p256dh, "auth": auth}).decode()
        row = {"hash": key, "endpoint": endpoint, "user": user.id, "keys": keys, "made_at": time.time_ns() // 1_000_000}
        await self.store.execute(delete(kept).where(kept.c.hash == key), insert(kept).values(**row))

    async def unsubscribe(self, user: User, endpoint: str) -> None:
        """Send nothing to a device any more."""
        kept = tables.subscriptions
        await self.store.execute(delete(kept).where((kept.c.hash == _hash(endpoint)) & (kept.c.user == user.id)))

    async def devices(self, user: User) -> int:
        """How many devices of a person get notices."""
        kept = tables.subscriptions
        counted = select(func.count().label("n")).select_from(kept).where(kept.c.user == user.id)
        return int((await self.store.fetch(counted))[0]["n"])

    # Turns

    def turn(self, live: LiveRoom) -> None:
        """Somebody may have come to move: in a while, tell those who are not there. Never waits."""
        core = live.core
        before = core.game.actors(core.recent[-1][0]) if core.recent else ()
        fresh = set(core.match.actors if core.match else ()).difference(before)
        if not fresh:
            return
        away = {core.seats[seat].user for seat in fresh if core.bot_of(seat) is None} - live.here() - {None}
        for user in away:
            due = Due(core.table.id, str(user))
            asyncio.get_running_loop().call_later(self.config.notice_seconds, self._put, due)

    def handover(self, live: LiveRoom, seat: int) -> None:
        """A bot plays for somebody: tell them, if they are not there."""
        user = live.core.seats[seat].user
        if user is not None and user not in live.here():
            self._put(Due(live.core.table.id, user, kind="handover"))

    def account(self, user: User, kind: str) -> None:
        """There is a new way to sign in: tell its owner on every device, whoever made it."""
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
        kept = tables.subscriptions
        devices = await self.store.fetch(select(kept).where(kept.c.user == due.user))
        user = await self.people.by_id(due.user) if devices else None
        message = None if user is None else await self._message(user, due)
        if message is None:
            return
        outcomes = [await self._send(row, message, due.table or due.user) for row in devices]
        if "later" in outcomes and due.tries + 1 < TRIES:
            again = due._replace(tries=due.tries + 1)
            asyncio.get_running_loop().call_later(PAUSE * again.tries, self._put, again)

    async def _message(self, user: User, due: Due) -> bytes | None:
        """What to say, if it is still so."""
        if not due.table:
            return _account_message(user, due.kind)
        live = await self.hub.room(due.table)
        return _message(live, user, due.kind) if live is not None and self._still_due(live, due) else None

    def _still_due(self, live: LiveRoom, due: Due) -> bool:
        core = live.core
        if core.match is None or due.user in live.here():
            return False
        mine = core.seats_of(due.user)
        if due.kind == "handover":
            return any(core.seats[seat].stand_in is not None for seat in mine) and not core.match.is_over
        return not core.clocks.paused and any(s in core.match.actors and core.bot_of(s) is None for s in mine)

    async def _send(self, row: Any, message: bytes, table: str) -> str:
        try:
            status = await self._post(row["endpoint"], msgspec.json.decode(row["keys"]), message, table)
        except (httpx.HTTPError, OSError, BadEndpoint, BadKeys) as error:
            log.info("push service not reached", host=urlsplit(row["endpoint"]).hostname, error=repr(error)[:200])
            METRICS.notices.labels("failed").inc()
            return "failed"
        if status in GONE:
            await self.store.execute(delete(tables.subscriptions).where(tables.subscriptions.c.hash == row["hash"]))
        outcome = "sent" if status < 300 else "gone" if status in GONE else "later" if status >= 429 else "refused"
        METRICS.notices.labels(outcome).inc()
        if outcome == "refused":
            log.warning("push service refuses", host=urlsplit(row["endpoint"]).hostname, status=status)
        return outcome

    async def _post(self, endpoint: str, keys: dict[str, str], message: bytes, table: str) -> int:
        """Post to the very address that was looked at, so that no name can change its mind in between."""
        check_endpoint(endpoint, anywhere=self.config.notices_anywhere)
        url = httpx.URL(endpoint)
        address = await self._address(url.host, url.port or (443 if url.scheme == "https" else 80))
        vapid = await self.vapid()
        headers = {
            "authorization": vapid.authorization(endpoint, _contact(self.config)),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "host": url.netloc.decode(),
            "topic": hashlib.sha256(table.encode()).hexdigest()[:32],
            "ttl": str(LASTS),
            "urgency": "normal",
        }
        body = seal(message, keys["p256dh"], keys["auth"])
        if self._client is None:
            raise BadEndpoint("the server stops")
        sent = self._client.stream(
            "POST", url.copy_with(host=address), content=body, headers=headers, extensions={"sni_hostname": url.host}
        )
        async with asyncio.timeout(SECONDS), sent as answer:
            return answer.status_code  # what else it says is not read

    async def _address(self, host: str, port: int) -> str:
        async with asyncio.timeout(SECONDS):
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not addresses or not (self.config.notices_anywhere or all(map(is_public, addresses))):
            raise BadEndpoint(f"{host} is not a public host")
        return secrets.choice(addresses)


def _contact(config: Config) -> str:
    """What a push service wants to know about the sender: some refuse a word that is no address."""
    named = [origin for origin in config.origins if origin.startswith("https://")]
    return config.contact or (named[0] if named else "mailto:host@localhost")


def _message(live: LiveRoom, user: User, kind: str) -> bytes:
    """What the device shows: the table's name and the game's, and nothing that happens in it."""
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
