"""A small client of a Jeton server, with which your own bot sits down at a table.

    import asyncio, random
    from jeton.client import Client

    async def main():
        async with Client("http://localhost:8000", token="…") as client:  # a bot's token: see docs/server.md
            await client.sit("table's id")
            await client.play("table's id", lambda view: random.choice(view["moves"]))

    asyncio.run(main())

The client sends every move with an id. After a lost connection it says hello again and repeats what the server has not
answered; the server carries out each id once.
"""

from __future__ import annotations

import asyncio
import inspect
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import msgspec

try:
    import httpx
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
except ImportError as error:
    raise ImportError("jeton.client needs more than the engine: pip install 'jeton[server]'") from error

from jeton.core.errors import JetonError
from jeton.server.wire.protocol import PROTOCOL

__all__ = ["Client", "Refused", "TableConnection"]

Choose = Callable[[dict[str, Any]], str | Awaitable[str]]
RETRY_SECONDS = (0.1, 0.2, 0.4, 0.7, 1.0)
TRIES = 600
PATIENCE = 2.0
"""After so many seconds of silence the client asks the server for a sign of life, and gives it some more to answer."""
LATER = {"busy", "store_down"}
"""Refusals that say nothing about the move: the client may play the same move a little later."""
MAX_MESSAGE = 4 << 20


class Refused(JetonError):
    """The server refused: `code` says why, `values` fill in the sentence."""

    def __init__(self, code: str, values: dict[str, Any] | None = None) -> None:
        """Take the code and the values as they came over the wire."""
        super().__init__(f"{code} {values or ''}".strip())
        self.code, self.values = code, values or {}


@cache
def _certificates() -> ssl.SSLContext:
    """Return the certificates to trust, read once for all clients: reading them takes as long as a hundred moves."""
    return httpx.create_ssl_context()


class Client:
    """One person or bot at a server; use it with `async with`."""

    def __init__(self, url: str, *, token: str | None = None, patience: float = PATIENCE) -> None:
        """Take an address like http://localhost:8000 or https://games.example/x.

        Without a token, call `guest` first.
        """
        self.url = url.rstrip("/")
        self.token, self.patience = token, patience
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30.0, verify=_certificates())

    async def __aenter__(self) -> Client:
        """Return the client itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close its connection to the API."""
        await self._http.aclose()

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call the API; raises `Refused`."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        content = None if body is None else msgspec.json.encode(body)
        if content is not None:
            headers["content-type"] = "application/json"
        answer = await self._http.request(method, path, content=content, headers=headers)
        if answer.status_code >= 400:
            try:
                found = answer.json()
            except ValueError:
                found = {}
            raise Refused(found.get("code", f"http {answer.status_code}"), found.get("values"))
        if "json" in answer.headers.get("content-type", ""):
            return answer.json()
        return answer.text

    async def guest(self, name: str, language: str = "en") -> dict[str, Any]:
        """Become a new guest, and keep the token."""
        found: dict[str, Any] = await self.call("POST", "/api/guest", {"name": name, "language": language})
        self.token = found["token"]
        return found

    async def new_table(self, title: str, seats: int = 2, **settings: Any) -> str:
        """Make a table and return its id."""
        found = await self.call("POST", "/api/tables", {"title": title, "seats": seats, **settings})
        return str(found["id"])

    async def sit(self, table: str, seat: int | None = None) -> None:
        """Take a seat."""
        await self.call("POST", f"/api/tables/{table}/seats", {"seat": seat})

    async def start(self, table: str, fill: str | None = None) -> None:
        """Start the match, as the host; bots take the empty seats."""
        await self.call("POST", f"/api/tables/{table}/start", {"fill": fill})

    async def move(self, table: str, move: str, *, seen: int | None = None, seat: int | None = None) -> int:
        """Play a move without a socket and return the number of its entry."""
        body = {"id": secrets.token_urlsafe(9), "move": move, "seen": seen, "seat": seat}
        return int((await self.call("POST", f"/api/tables/{table}/moves", body))["n"])

    def table(self, table: str, *, seat: int | None = None, watch: bool = False) -> TableConnection:
        """Return a socket to a table; use it with `async with`."""
        return TableConnection(self, table, seat, watch)

    async def play(self, table: str, choose: Choose, *, seat: int | None = None) -> dict[str, Any]:
        """Play a match to its end and return the last view message; `choose` gets the view and gives a move."""
        async with self.table(table, seat=seat) as socket:
            async for message in socket:
                if message["t"] == "no" and message["code"] in LATER:
                    await asyncio.sleep(RETRY_SECONDS[-1])
                    await socket.sync()
                elif message["t"] == "no" and message["code"] not in ("stale", "not_your_turn", "paused"):
                    raise Refused(message["code"], message["values"])
                if message["t"] != "view":
                    continue
                if not message["actors"]:
                    return message
                if message["seat"] in message["actors"] and message["view"]["moves"] and not socket.waiting:
                    chosen = choose(message["view"])
                    move = await chosen if inspect.isawaitable(chosen) else chosen
                    await socket.move(str(move), message["n"])
        raise Refused("closed")


class TableConnection:
    """A socket to a table that reconnects by itself; iterate over its messages."""

    def __init__(self, client: Client, table: str, seat: int | None, watch: bool) -> None:
        """Connect later, in `async with`."""
        parts = urlsplit(client.url)
        self._url = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}{parts.path}/ws/{table}"
        self._client, self._seat, self._watch = client, seat, watch
        self._name = secrets.token_urlsafe(9)
        self._next = 1
        self._n = -1
        self._socket: ClientConnection | None = None
        self.waiting: dict[int, dict[str, Any]] = {}
        """What this client has sent and the server has not answered yet."""
        self.connections = 0

    async def __aenter__(self) -> TableConnection:
        """Connect."""
        await self._reconnect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        if self._socket is not None:
            await self._socket.close()

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        """Yield the server's messages, across lost connections."""
        while True:
            try:
                socket = self._socket or await self._reconnect()
                async for text in socket:
                    message = msgspec.json.decode(text)
                    if message["t"] == "view":
                        self._n = message["n"]
                    elif message["t"] in ("ok", "no", "because", "hint"):
                        self.waiting.pop(message["id"], None)
                    elif message["t"] == "bye" and message["code"] in ("no_such_table", "protocol"):
                        raise Refused(message["code"])
                    yield message
            except ConnectionClosed:
                pass
            self._socket = None

    async def send(self, kind: str, **fields: Any) -> int:
        """Send a message with a fresh id, and return the id."""
        number = self._next
        self._next += 1
        message = {"t": kind, "id": number, **fields}
        self.waiting[number] = message
        await self._put(message)
        return number

    async def move(self, move: str, seen: int) -> int:
        """Play a move, having seen entry `seen`."""
        return await self.send("move", move=move, seen=seen)

    async def sync(self) -> None:
        """Ask for the table and the view again."""
        await self._put({"t": "sync"})

    async def _put(self, message: dict[str, Any]) -> None:
        try:
            if self._socket is not None:
                await self._socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            pass  # the client sends it again after hello

    async def _connect(self) -> ClientConnection:
        token, patience = self._client.token, self._client.patience
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._socket = socket = await connect(
            self._url, additional_headers=headers, compression=None, max_size=MAX_MESSAGE,
            ssl=_certificates() if self._url.startswith("wss") else None,
            open_timeout=2 * patience, ping_interval=patience, ping_timeout=0.75 * patience, close_timeout=patience / 4,
        )  # fmt: skip
        hello = {"t": "hello", "protocol": PROTOCOL, "client": self._name, "seat": self._seat, "watch": self._watch,
                 "since": self._n}  # fmt: skip
        await self._put(hello)
        for message in list(self.waiting.values()):
            await self._put(message)
        return socket

    async def _reconnect(self) -> ClientConnection:
        for tries in range(TRIES):
            self.connections += 1
            try:
                return await self._connect()
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                pause = RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]
                await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))  # spread the returns
        raise Refused("unreachable")
