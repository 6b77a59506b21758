"""`jeton admin`: what the keeper of a server does beside it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from jeton.cli.database import archive_of, database_of
from jeton.cli.moderate import ACTIONS, moderate
from jeton.cli.output import BadArgument
from jeton.cli.output import words as words_of
from jeton.cli.parameters import Parameter
from jeton.store.address import Address
from jeton.words import Words

__all__ = ["admin"]

YES = ("y", "o", "j")
"""Yes, oui, ja."""


def admin(
    action: Literal[
        "stats",
        "export",
        "import",
        "backup",
        "restore",
        "purge",
        "archive",
        "ratings",
        "link",
        "person",
        "forget",
        "role",
        "ban",
        "mute",
        "lift",
        "rename",
        "reports",
        "acts",
    ],
    /,
    *paths: Path,
    data: Path | None = None,
    database: str | None = None,
    archive: Path | None = None,
    config: Path | None = None,
    table: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    seated: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    running: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    days: int = 365,
    dry_run: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    yes: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    until: str | None = None,
    why: Annotated[str, Parameter(show_default=False)] = "",
    lang: str | None = None,
) -> None:
    """Look after a server: count, export, import, back up, restore, purge, archive; let in, keep out, forget somebody.

    What it can do:

    ```
    stats                 say how much there is
    export FOLDER         write the matches as match files
    import FILE…          keep match files as tables
    backup FILE           make a copy while the server runs
    restore FILE          put a copy in place, while no server runs; it says
                          what it replaces, and asks
    purge                 forget old tables
    archive               move the logs of old finished matches to files, from
                          which people can still replay them
    ratings               count all rated matches once more from their logs,
                          and put right what differs
    link NAME             let in somebody who forgot the password: it ends the
                          password, and prints a link into the account
    person NAME FILE      write all that the server keeps about somebody
    forget NAME           forget somebody for good: games that nobody else
                          played go, in the others their seat has no name
    role NAME admin|none  let somebody moderate on the page /keeper, or no longer
    ban NAME              keep somebody out, or addresses, as 192.0.2.0/24
    mute NAME             let somebody say nothing
    lift NAME             end a ban and a mute, of somebody or of addresses
    rename NAME NEW       give somebody another name
    reports               list what people have reported and nobody decided
    acts                  list what was done, by whom and why
    ```

    NAME is the name with which somebody signs in, or their id. A running server hears of all this within two seconds.

    Parameters
    ----------
    action
        What to do, as above.
    paths
        The folder or files, or the name.
    data
        The folder that keeps the tables.
    database
        A PostgreSQL URL instead of the folder. Put one with a password into JETON_DATABASE or into a file.
    archive
        The folder to which `archive` moves logs; by default `archive` beside the SQLite file. With PostgreSQL, name one
        that all servers share.
    config
        The file with the server's settings; the command reads the folder and the database.
    table
        Only these tables, by id.
    seated
        Who sat on the first, second … seat of an imported match, by login or id: they find it in My games. `-`: nobody.
    running
        Export matches that still go on, too; their files hold what players may not know.
    days
        For purge and archive: how many days nobody has touched a table, at least one. `purge` also takes matches left
        in the middle, `archive` only finished ones.
    dry_run
        Only count what the command would purge, archive or put right.
    yes
        Restore, or forget somebody, without asking.
    until
        The day or moment when a ban ends, as 2027-01-31; without it, never.
    why
        Why it is done, for the log of what was done.
    lang
        The language of what the command prints: en, fr or nl.
    """
    words = words_of(lang)
    address = database_of(data, database, config)
    if len(paths) < {
        "stats": 0,
        "purge": 0,
        "archive": 0,
        "ratings": 0,
        "person": 2,
        "reports": 0,
        "acts": 0,
        "role": 2,
        "rename": 2,
    }.get(action, 1):
        raise BadArgument(words("keeper.admin.missing", action=action))
    if action == "restore":
        _restore(words, paths[0], address, yes=yes)
        return
    shelf = archive_of(address, None if archive is None else str(archive), config)
    if action == "forget":
        _forget(words, str(paths[0]), address, shelf, yes=yes, why=why)
        return
    if action in ACTIONS:
        said = [str(path) for path in paths]
        asyncio.run(moderate(words, action, said, address, shelf, until=until, why=why))
        return
    chosen = seated if action == "import" else table
    asyncio.run(_run(words, action, list(paths), address, shelf, chosen, running=running, days=days, dry_run=dry_run))


def _restore(words: Words, path: Path, address: Address, *, yes: bool) -> None:
    """Say what would be replaced, ask, and do it."""
    from jeton.store.backups import restoring

    with restoring(path, address) as plan:
        if plan.target is None:
            print(words("keeper.admin.makes", target=address.shown))
        else:
            print(words("keeper.admin.replaces", target=address.shown, **plan.target._asdict()))
        if plan.source is not None:
            print(words("keeper.admin.by", path=path, **plan.source._asdict()))
        if not yes:
            _ask(words)
        kept = plan.carry_out()
    print(words("keeper.admin.restored", path=path))
    if kept is not None:
        print(words("keeper.admin.kept", path=kept))


def _ask(words: Words) -> None:
    """Go on if the person says yes."""
    if not sys.stdin.isatty():
        raise BadArgument(words("keeper.admin.say_yes"))
    if input(words("keeper.admin.ask") + " ").strip().lower()[:1] not in YES:
        raise BadArgument(words("keeper.admin.left"))


def _forget(words: Words, name: str, address: Address, folder: Path, *, yes: bool, why: str) -> None:
    """Say who is meant, ask, and forget them."""
    from jeton.server.people.leaving import ServersRun
    from jeton.server.tables import admin as keeper
    from jeton.server.tables.shelf import Shelf
    from jeton.store import InUse, connect

    async def find() -> Any:
        store = await connect(address.url, make=False)
        try:
            return await keeper.person(store, name)
        finally:
            await store.close()

    async def forget() -> None:
        try:
            store = await connect(address.url, serving="jeton admin forget", make=False)
        except InUse:  # the running server has their tables in memory: it does it
            await have_forgotten()
            return
        try:
            await keeper.forget(store, Shelf(folder), user)
        except ServersRun:
            await have_forgotten()
        finally:
            await store.close()

    async def have_forgotten() -> None:
        store = await connect(address.url, make=False)
        try:
            await keeper.have_forgotten(store, Shelf(folder), user, why)
        finally:
            await store.close()

    user = asyncio.run(find())
    print(words("keeper.admin.forgets", name=user.name, id=user.id))
    if not yes:
        _ask(words)
    asyncio.run(forget())
    print(words("keeper.admin.forgotten", name=user.name))


async def _run(
    words: Words, action: str, paths: list[Path], address: Address, folder: Path, chosen: tuple[str, ...], *,
    running: bool, days: int, dry_run: bool,
) -> None:  # fmt: skip
    import msgspec

    from jeton.server.ratings.recount import recount
    from jeton.server.tables import admin as keeper
    from jeton.server.tables.archiving import archive
    from jeton.server.tables.shelf import Shelf
    from jeton.store import connect
    from jeton.store.backups import backup

    alone = "jeton admin archive" if action == "archive" else None
    store = await connect(address.url, serving=alone, make=False, any_step=action == "backup")
    shelf = Shelf(folder)
    try:
        if action == "stats":
            for name, count in (await keeper.stats(store)).items():
                print(f"{count:>10}  {name}")
        elif action == "export":
            written = await keeper.export(store, shelf, paths[0], chosen, running=running)
            print(words("keeper.admin.exported", n=len(written), path=paths[0]))
        elif action == "import":
            for path in paths:
                link = f"/m/{await keeper.import_match(store, path, chosen)}"
                print(words("keeper.admin.imported", path=path, link=link))
        elif action == "backup":
            await backup(store, address, paths[0])
            print(words("keeper.admin.backed_up", path=paths[0]))
        elif action == "link":
            token = await keeper.new_link(store, str(paths[0]))
            print(words("keeper.admin.link", link=f"/transfer#{token}"))
        elif action == "person":
            await keeper.save_person(store, shelf, await keeper.person(store, str(paths[0])), paths[1])
            print(words("keeper.admin.person", name=paths[0], path=paths[1]))
        elif action == "ratings":
            found = await recount(store, shelf, dry_run=dry_run)
            print(words("keeper.admin.ratings", **msgspec.structs.asdict(found)))
            if dry_run:
                print(words("keeper.admin.left"))
        else:
            forget = archive if action == "archive" else keeper.purge
            for name, count in (await forget(store, shelf, days, dry_run=dry_run)).items():
                print(f"{count:>10}  {name}")
            if dry_run:
                print(words("keeper.admin.left"))
    except asyncio.CancelledError:  # Ctrl-C: nobody waits for the rest
        store.interrupt()
        raise
    finally:
        await store.close()
