"""The settings of a server, each with its default; `jeton serve` fills them in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from jeton.core.folders import data_folder
from jeton.core.processors import processors

__all__ = ["Config", "Limits", "default_folder"]

Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]


class Limits(Struct, frozen=True, kw_only=True):
    """How much one person, one address or one table may ask for: everything is bounded."""

    messages: Count = 40
    """Messages of a socket in `seconds`, and as many pings, pongs and pieces of messages. At the next one the server
    closes it."""
    seconds: Seconds = 10.0
    """The seconds in which the server counts `messages`."""
    connections: Count = 20_000
    """Connections of all kinds at the same time; fewer if the system allows fewer open files."""
    reserve: Annotated[int, Meta(ge=0, le=90)] = 20
    """Per cent of the connections that the server keeps for people with a session."""
    connections_per_address: Count = 200
    """Connections of one address at the same time, of all kinds."""
    head_bytes: Count = 32 * 1024
    """Bytes of the headers of an HTTP request."""
    headers: Count = 100
    """Headers of an HTTP request."""
    head_seconds: Seconds = 10.0
    """Seconds that the headers of a request may take, and a new connection before it begins one."""
    request_seconds: Seconds = 30.0
    """Seconds that the rest of a request may take."""
    sockets_per_address: Count = 50
    """Sockets of one address at the same time."""
    tables_per_hour: Count = 30
    """New tables of one address in an hour."""
    wrong_codes: Count = 20
    """Join codes that no open table has, from one address in an hour; all nodes count together."""
    guests_per_hour: Count = 60
    """New guests of one address in an hour."""
    bot_tables: Count = 6
    """Matches of bots alone that one person may have running."""
    bot_tables_per_address: Count = 12
    """Matches of bots alone that all people of one address may have running."""
    requests_per_minute: Count = 600
    """HTTP requests of one address in a minute."""
    files_per_minute: Count = 6_000
    """Files of the page and pictures for one address; these do not count as requests, since a table shows a hundred."""
    entries_per_minute: Count = 30_000
    """Entries of finished matches that one address may read: a long match costs more than a short one."""
    asks_per_minute: Count = 30
    """Questions, answers, pauses and changes of seats of one person."""
    lines_per_minute: Count = 30
    """What one person may say in the chat."""
    reports_per_hour: Count = 10
    """Players and lines of the chat that one person may report."""
    exports_per_hour: Count = 5
    """Times that one person may export all that the server keeps about them."""
    sign_ins: Count = 30
    """Attempts of one address to sign in, or to make an account, in a quarter of an hour."""
    guesses: Count = 10
    """Wrong passwords for one account from one address in a quarter of an hour."""
    guesses_everywhere: Count = 100
    """Wrong passwords for one account in an hour from devices that never signed in to it; the others count apart."""
    passkeys_per_minute: Count = 30
    """Times that one address may begin to sign in with a passkey; wrong passwords never use these up."""
    subscriptions: Count = 20
    """Devices of one person that get notices."""
    notices: Count = 1_000
    """Notices that may wait to be sent."""
    onlookers_per_table: Count = 500
    """Sockets at one table of people who neither sit there nor host it: players always find room."""
    queue: Count = 256
    """Commands that may wait in a room."""
    outbox_messages: Count = 64
    """Messages that may wait for a slow socket before the server closes it."""
    outbox_bytes: Count = 256 * 1024
    """Bytes of these messages."""
    stalled_seconds: Seconds = 10.0
    """Seconds that a connection may take nothing of what the server sends before the server closes it."""
    hello_seconds: Seconds = 10.0
    """Seconds that a socket may take to say hello."""
    body: Count = 64 * 1024
    """Bytes of an HTTP request."""


class Config(Struct, frozen=True, kw_only=True):
    """How a server runs."""

    database: str
    archive: str = "archive"
    """The folder of the logs that `jeton admin archive` has moved out of the database."""
    address: str = "somewhere"
    """Where this server is, for an operator who finds its database in use."""
    reach: str = ""
    """Where people at other devices reach it, as `http://192.168.1.5:8000`; empty: nowhere but on this machine."""
    node: str = ""
    """Where servers that share the database reach this one, as `10.0.0.5:8000`; with nothing before the colon, at the
    address by which it reaches the database; empty: not at all."""
    prefix: str = ""
    """The path before every address, as `/games`: behind a proxy that serves other things at `/`."""
    origins: tuple[str, ...] = ()
    """Addresses under which people reach it, as `https://games.example`; those of the machine itself always count."""
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies that the server believes about the client's address."""
    access_log: bool = False
    """Log every request."""
    limits: Limits = Limits()
    bot_workers: int = max(1, processors() - 1)
    bot_seconds: float = 5.0
    """The most seconds that a bot may think about a move; only the top level takes seconds."""
    bot_pace: int = 700
    """How long a bot seems to think, in milliseconds, unless the table says otherwise."""
    bot_machines: bool = False
    """Send thoughts of bots to machines that run `jeton worker`, if servers share a PostgreSQL."""
    gone_seconds: float = 60.0
    """How long a player may be without a socket before a bot may take the seat."""
    idle_seconds: float = 300.0
    """How long a room stays in memory without any socket."""
    repair_seconds: float = 1.0
    """How often a node that shares its database looks for rows that nobody reported to it."""
    notice_seconds: float = 3.0
    """How long somebody whose turn it is may be away before a notice goes out."""
    notices_anywhere: bool = False
    """Send notices to addresses that are not public, or without TLS: for tests."""
    contact: str = ""
    """Whom a push service may write to, as mailto:you@games.example; else the first https address of `origins`."""


def default_folder() -> Path:
    """Return where tables are kept unless another folder is given."""
    return data_folder()
