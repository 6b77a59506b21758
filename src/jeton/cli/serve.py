"""`jeton serve`: start the server, say where it is, and open the browser."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from jeton.core.errors import JetonError
from jeton.words import Words, language

__all__ = ["serve"]

PORT = 8000
TRIED_PORTS = 20


class NoPort(JetonError):
    """The port is taken."""


def serve(
    *,
    host: str | None = None,
    port: int | None = None,
    data: Path | None = None,
    database: str | None = None,
    lan: bool = True,
    open: bool = True,
    origin: Annotated[list[str] | None, Parameter(negative="")] = None,
    proxy: Annotated[list[str] | None, Parameter(negative="")] = None,
    contact: str = "",
    bot_seconds: float = 5.0,
    bot_pace: int = 700,
    bot_workers: int | None = None,
    json_logs: bool = False,
    lang: str | None = None,
) -> None:
    """Start the server: tables to share with friends.

    Parameters
    ----------
    host
        The address to listen on: all of this machine's unless you say otherwise.
    port
        The port: 8000, or the next that is free.
    data
        The folder that keeps the tables.
    database
        A PostgreSQL URL, for several servers that share their tables.
    lan
        Let phones and laptops on the same network in; `--no-lan` keeps the server to this machine.
    open
        Open the browser.
    origin
        The address under which people reach the server through a proxy, as https://games.example.
    proxy
        The address of a reverse proxy whose word about clients is taken, as 127.0.0.1.
    contact
        Whom the push services of turn notices may write to, as mailto:you@games.example.
    bot_seconds
        How long a bot may think about a move at most: only the top level takes seconds.
    bot_pace
        How long a bot seems to think about a move at least, in milliseconds, unless the table says otherwise.
    bot_workers
        How many bots think at the same time.
    json_logs
        Write logs as JSON lines.
    lang
        The language of these lines: en, fr or nl.
    """
    from jeton.server.config import Config, default_folder
    from jeton.server.run import addresses, make_server, set_up_logs
    from jeton.server.run import run as run_server
    from jeton.store import connect

    words = Words(language(lang))
    set_up_logs(as_json=json_logs)
    folder = (data or default_folder()).expanduser()
    listen = host or ("0.0.0.0" if lan else "127.0.0.1")  # noqa: S104 - the point of a table for friends
    chosen = _free_port(listen, port)
    settings: dict[str, Any] = {} if bot_workers is None else {"bot_workers": bot_workers}
    config = Config(
        database=database or f"sqlite:///{folder / 'jeton.sqlite'}",
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        contact=contact,
        bot_seconds=bot_seconds,
        bot_pace=bot_pace,
        **settings,
    )
    here = f"http://localhost:{chosen}" if listen in ("0.0.0.0", "127.0.0.1", "::1") else f"http://{listen}:{chosen}"  # noqa: S104
    there = [f"http://{address}:{chosen}" for address in addresses()] if listen == "0.0.0.0" else []  # noqa: S104
    server = make_server(config, listen, chosen)

    async def run() -> None:
        await (await connect(config.database)).close()  # one that can't be used is said in a line, before all else
        serving = asyncio.create_task(server.serve())
        while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.05)
        if server.started:
            _say(words, here, there, config.database if database else str(folder))
            if open and sys.stdout.isatty():
                with contextlib.suppress(webbrowser.Error):
                    webbrowser.open(here)
        await serving

    run_server(server, run)


def _say(words: Words, here: str, there: list[str], where: str) -> None:
    print(words("server.start.here", address=here))
    for address in there:
        print(words("server.start.there", address=address))
    if there:
        import segno

        segno.make(there[0], micro=False).terminal(compact=True)
        print(words("server.start.plain_http"))
    shown = where.rpartition("@")[2] if "@" in where else where  # never a password
    print(words("server.start.kept", folder=shown))
    print(words("server.start.stop"), flush=True)


def _free_port(host: str, port: int | None) -> int:
    """The port asked for, else the first free one from 8000 on; raises `NoPort`."""
    tried = [port] if port is not None else range(PORT, PORT + TRIED_PORTS)
    for number in tried:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, number))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise NoPort(
        f"port {port if port is not None else f'{PORT} to {PORT + TRIED_PORTS - 1}'} is taken: choose another by --port"
    )
