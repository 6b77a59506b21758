"""What the keeper of a server does beside it: count, export, import, purge; `store.backups` has the rest."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from jeton import games
from jeton.core.errors import CorruptMatch, JetonError
from jeton.core.game import Entry
from jeton.core.match import Match
from jeton.core.match_file import MatchReader, write_match
from jeton.server.people.leaving import AtRest, ServersRun, forget_person
from jeton.server.people.moderation import Moderation
from jeton.server.people.news import note
from jeton.server.people.own_data import own_data
from jeton.server.people.passwords import BadLogin, login_of
from jeton.server.people.people import People, User
from jeton.server.rooms import events
from jeton.server.rooms.commands import Now
from jeton.server.rooms.events import Settings, Table, row_of
from jeton.server.rooms.live import also_changes
from jeton.server.rooms.playing import MAX_ENTRIES
from jeton.server.rooms.room import Room
from jeton.server.tables.archiving import BadAge, days_ago, delete_tables, room_of
from jeton.server.tables.shelf import Shelf
from jeton.server.tables.tables import insert_table, new_id
from jeton.store import Store, queries

__all__ = [
    "BadAge",
    "NoAccount",
    "export",
    "forget",
    "have_forgotten",
    "import_match",
    "keep_match",
    "new_link",
    "person",
    "purge",
    "save_person",
    "stats",
]

BY = "jeton admin"
SERVER_SECONDS = 30.0
"""How long a running server may take to hear that it should forget somebody: it looks every two seconds."""
IMPORTED = "imported"
NOBODY = "-"
MOST_OF_A_LINE = 1 << 14
"""The most letters of a line: no header and no move takes as many."""


class NoAccount(JetonError):
    """Nobody signs in with this name."""


async def stats(store: Store) -> dict[str, int]:
    """Return how much there is of everything."""
    found: dict[str, int] = {}
    for row in await store.fetch(queries.upkeep.count_by_state()):
        found[f"tables {row['state']}"] = row["n"]
    for name in queries.upkeep.COUNTED:
        found[name] = (await store.fetch(queries.upkeep.count(name)))[0]["n"]
    found["tables archived"] = (await store.fetch(queries.upkeep.count_archived()))[0]["n"]
    return found


async def export(
    store: Store, shelf: Shelf, folder: Path, chosen: Sequence[str] = (), *, running: bool = False
) -> list[Path]:
    """Write match files of finished matches, all or those chosen; running ones too if asked: they hold secrets."""
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 - a command of its own, nobody waits
    states = ("over", "playing") if running else ("over",)
    wanted = queries.matches.to_export(states)
    written = []
    for table_id in chosen or [row["id"] for row in await store.fetch(wanted)]:
        room = await room_of(store, shelf, table_id)
        if room.match is None or not (running or room.match.is_over):
            continue
        path = folder / f"{table_id}.match"
        path.write_text(write_match(room.match.header, room.match.log), encoding="utf-8", newline="\n")
        written.append(path)
    return written


async def import_match(store: Store, path: Path, seated: Sequence[str] = ()) -> str:
    """Keep the match of a file as a table of its own, to replay by link; return its id.

    People who sat on its first seats, by login or id, find it among their games; `-` stands for somebody without an
    account, whom pages call by the number of the seat. Raises `NoAccount`. It reads and plays the file line by line,
    away from the loop, and no further than a server would let a match go: whoever opened the link would pay for the
    rest.
    """
    left = threading.Event()
    try:
        match = await asyncio.to_thread(_read, path, left)
    except asyncio.CancelledError:
        left.set()
        raise
    people = [IMPORTED] * match.header.seats
    names = [""] * match.header.seats
    if len(seated) > len(people):
        raise NoAccount(f"{path}: {len(people)} played, and {len(seated)} are named")
    for seat, name in enumerate(seated):
        if name != NOBODY:
            user = await person(store, name)
            people[seat], names[seat] = user.id, user.name
    return await keep_match(store, match, people, names)


def _read(path: Path, left: threading.Event) -> Match:
    """Return the match of a file; report what is wrong with its beginning before reading the rest."""
    try:
        with path.open(encoding="utf-8", newline="\n") as file:
            reader = MatchReader(iter(partial(file.readline, MOST_OF_A_LINE), ""))
            header = reader.header
            if header.nonces and len(header.nonces) != header.seats:
                raise CorruptMatch(
                    f"{path}: expected a nonce for each of {header.seats} seats, got {len(header.nonces)}"
                )
            game = games.make(header.title, version=header.version, options=header.options)
            return Match(game, header, _no_more(reader, path, left))  # raises if an entry can't follow
    except UnicodeDecodeError as error:
        raise CorruptMatch(f"{path}: not a match file: {error}") from None


def _no_more(entries: Iterable[Entry], path: Path, left: threading.Event) -> Iterator[Entry]:
    """Yield entries, as many as a match may have, while somebody waits for them."""
    for entry in entries:
        if left.is_set():
            raise asyncio.CancelledError
        if entry.n > MAX_ENTRIES:
            raise CorruptMatch(f"{path}: expected at most {MAX_ENTRIES} entries")
        yield entry


async def keep_match(store: Store, match: Match, people: Sequence[str], names: Sequence[str] = ()) -> str:
    """Keep a match as a table whose seats these users hold, the first of them its host; return its id.

    It is among their games; seats without a name get their number.
    """
    header, now = match.header, time.time_ns() // 1_000_000
    table = Table(id=new_id(), title=header.title, rules=header.version, seats=header.seats,
                  options=dict(header.options), key=header.key, settings=Settings(), host=people[0],
                  made_at=now)  # fmt: skip
    nonces = header.nonces or ("",) * header.seats
    told: list[tuple[int | None, events.AnyEvent]] = [
        (seat, events.Sat(user, names[seat] if names else f"{seat + 1}", nonce))
        for seat, (user, nonce) in enumerate(zip(people, nonces, strict=True))
    ]
    told.append((None, events.Started(header.nonces)))
    told += [(entry.seat, events.Played(entry.at, entry.move)) for entry in match.log]
    rows = [row_of(table.id, version, now, *pair) for version, pair in enumerate(told, start=1)]
    room = await asyncio.to_thread(Room.load, table, match.game, rows, Now(now, 0))
    await store.execute(insert_table(table))
    known = [row for row in rows if row.kind != "sit" or people[row.seat or 0] != IMPORTED]
    await store.append(rows, *also_changes(known, table.id), queries.matches.change(table.id, state=room.state))
    return table.id


async def purge(
    store: Store, shelf: Shelf, days: int, *, dry_run: bool = False, now: int | None = None
) -> dict[str, int]:
    """Remove tables that nobody has touched for so many days, expired tokens, and guests without either.

    Matches left in the middle go too. A dry run only counts.
    """
    now = time.time_ns() // 1_000_000 if now is None else now
    old = days_ago(days, now)
    unused = queries.upkeep.unused(old)
    wanted = {
        "tables": queries.upkeep.count_tables(unused),
        "tokens": queries.upkeep.count_expired(now),
        "users": queries.upkeep.count_nobodies(old, now),
    }
    counted = {name: int((await store.fetch(count))[0]["n"]) for name, count in wanted.items()}
    if not dry_run:
        await store.execute(queries.upkeep.drop_nobodies(old, now), queries.upkeep.drop_expired(now))
        await delete_tables(store, shelf, unused)
        await store.execute(queries.upkeep.drop_challenges(now))
        await store.execute(queries.tries.forget_over(now))
    return counted


async def person(store: Store, word: str) -> User:
    """Return who signs in with a name, or has an id; raises `NoAccount`."""
    people, problem = People(store), f"nobody signs in as {word!r}"
    try:
        chosen = login_of(word)
        found = await store.fetch(queries.people.by_login(chosen))
        user = await people.by_id(found[0]["id"] if found else word)
    except BadLogin as error:
        user, problem = await people.by_id(word), str(error)
    if user is None:
        raise NoAccount(problem)
    return user


async def save_person(store: Store, shelf: Shelf, user: User, path: Path) -> None:
    """Write all that is kept about a person to a file that nobody else can read."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        async for piece in own_data(store, shelf, user):
            file.write(piece)


async def forget(store: Store, shelf: Shelf, user: User) -> None:
    """Forget a person for good; raises `ServersRun` while others have their tables in memory."""
    if others := await store.beat() - {store.node}:
        raise ServersRun(f"{len(others)} servers use this database: stop them first")
    await forget_person(store, AtRest(store, shelf), user)


async def have_forgotten(store: Store, shelf: Shelf, user: User, why: str) -> None:
    """Have the running servers forget a person, and wait until that is done; raises `ServersRun`, `NoSuchAct`."""
    desk = Moderation(store, AtRest(store, shelf))
    await desk.ask_to_forget(BY, user.id, why)
    wait = time.monotonic() + SERVER_SECONDS
    while await People(store).by_id(user.id) is not None:
        if time.monotonic() > wait and await desk.withdraw(user.id):
            raise ServersRun("the server that runs does not do it: look into its log, or stop it and try again")
        await asyncio.sleep(0.1)


async def new_link(store: Store, login: str) -> str:
    """Return a token that opens an account once, for a while, for an owner who forgot the password; raises `NoAccount`.

    It removes the password: otherwise an owner who forgot it could not choose another.
    """
    people, user = People(store), await person(store, login)
    await store.execute(queries.people.set_password(user.id, None))
    return await people.new_token(user, "transfer", *note(user, "link"))
