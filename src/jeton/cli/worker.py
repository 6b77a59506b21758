"""`jeton worker`: let this machine think for the bots of servers that share a PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

from jeton.cli.database import database_of
from jeton.cli.output import BadArgument
from jeton.cli.output import words as words_of
from jeton.core.processors import processors

__all__ = ["worker"]


def worker(
    *,
    database: str | None = None,
    places: int | None = None,
    json_logs: bool = False,
    config: Path | None = None,
    lang: str | None = None,
) -> int:
    """Let this machine think for the bots of servers that share a PostgreSQL.

    Servers that you start with --bot-machines let it think for their bots; docs/deploy.md tells how.

    Parameters
    ----------
    database
        The PostgreSQL URL of the servers. Put one with a password into JETON_DATABASE or into a file.
    places
        How many bots think at the same time; by default, as many as there are processors.
    json_logs
        Write logs as JSON lines.
    config
        A TOML file with the servers' settings; the worker reads `database`.
    lang
        The language of what the worker prints: en, fr or nl.
    """
    from jeton.server.run import set_up_logs
    from jeton.store import StoreDown, connect

    words = words_of(lang)
    address = database_of(None, database, config)
    if address.path is not None:
        raise BadArgument(words("tools.worker.shared"))
    if places is not None and not 1 <= places <= 1024:
        raise BadArgument(words("tools.worker.places", count=places))
    chosen = places or processors()
    try:
        from jeton.server.worker import run_machine
    except ImportError as error:
        raise StoreDown(f"{words('tools.needs_server', name='worker', command=INSTALL)} ({error})") from None
    set_up_logs(as_json=json_logs)

    async def run() -> None:
        await (await connect(address.url, make=False)).close()  # a wrong address is reported in a line before all else
        if not json_logs:
            print(words("tools.worker.thinks", database=address.shown, count=chosen), flush=True)
        await run_machine(address.url, chosen)

    try:
        asyncio.run(run())
    except asyncio.CancelledError:
        return 130
    return 0


INSTALL = "pip install 'jeton[workers]'"
