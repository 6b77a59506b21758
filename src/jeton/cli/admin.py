"""`jeton admin`: what the keeper of a server does beside it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

from jeton.cli.database import database_of
from jeton.core.errors import JetonError
from jeton.words import Words, language

__all__ = ["admin"]


class Missing(JetonError):
    """The command needs a file or a folder."""


def admin(
    action: Literal["stats", "export", "import", "backup", "restore", "purge", "link"],
    *paths: Path,
    data: Path | None = None,
    database: str | None = None,
    config: Path | None = None,
    table: tuple[str, ...] = (),
    running: bool = False,
    days: int = 365,
    force: bool = False,
    lang: str | None = None,
) -> None:
    """Look after a server: count, export, import, back up, restore, purge, let somebody in again.

    Parameters
    ----------
    action
        stats: how much there is. export FOLDER: match files. import FILE…: keep match files as tables. backup FILE:
        a copy while the server runs. restore FILE: put a copy in place, while none runs. purge: forget old tables.
        link NAME: a link into the account of who signs in with that name and forgot the password, which goes.
    paths
        The folder or files, or the name.
    data
        The folder that keeps the tables.
    database
        A PostgreSQL URL instead of the folder. One with a password belongs into JETON_DATABASE or a file.
    config
        The file with the server's settings, of which the folder and the database are read.
    table
        Only these tables, by id.
    running
        Export matches that go on too: their files hold what players may not know.
    days
        What nobody has touched for so long is purged.
    force
        Restore over what is there.
    lang
        The language of the lines: en, fr or nl.
    """
    words = Words(language(lang))
    url = database_of(data, database, config).url
    if action not in ("stats", "purge") and not paths:
        raise Missing(words("server.admin.missing", action=action))
    asyncio.run(_run(words, action, list(paths), url, table, running=running, days=days, force=force))


async def _run(
    words: Words, action: str, paths: list[Path], url: str, chosen: tuple[str, ...], *, running: bool, days: int,
    force: bool,
) -> None:  # fmt: skip
    from jeton.server import admin as keeper
    from jeton.store import connect

    if action == "restore":
        keeper.restore(paths[0], url, force=force)
        print(words("server.admin.restored", path=paths[0]))
        return
    store = await connect(url)
    try:
        if action == "stats":
            for name, count in (await keeper.stats(store)).items():
                print(f"{count:>10}  {name}")
        elif action == "export":
            written = await keeper.export(store, paths[0], chosen, running=running)
            print(words("server.admin.exported", n=len(written), path=paths[0]))
        elif action == "import":
            for path in paths:
                print(words("server.admin.imported", path=path, link=f"/m/{await keeper.import_match(store, path)}"))
        elif action == "backup":
            await keeper.backup(store, url, paths[0])
            print(words("server.admin.backed_up", path=paths[0]))
        elif action == "link":
            token = await keeper.new_link(store, str(paths[0]))
            print(words("server.admin.link", link=f"/transfer#{token}"))
        else:
            for name, count in (await keeper.purge(store, days)).items():
                print(f"{count:>10}  {name}")
    finally:
        await store.close()
