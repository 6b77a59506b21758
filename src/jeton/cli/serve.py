"""`jeton serve`: start the server, say where it is, and open the browser."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated, Any, Literal

import structlog

from jeton.cli.database import archive_of, kept_at, refuse_password
from jeton.cli.output import words as words_of
from jeton.cli.parameters import Parameter
from jeton.core.errors import JetonError
from jeton.words import Words

__all__ = ["serve"]

log = structlog.get_logger(__name__)

Preset = Literal["home", "club", "public"]

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
    archive: Path | None = None,
    lan: bool | None = None,
    open: bool = True,
    origin: Annotated[list[str] | None, Parameter(negative="")] = None,
    prefix: str | None = None,
    proxy: Annotated[list[str] | None, Parameter(negative="")] = None,
    contact: str | None = None,
    bot_seconds: float | None = None,
    bot_pace: int | None = None,
    bot_workers: int | None = None,
    bot_machines: bool | None = None,
    node: str | None = None,
    json_logs: bool | None = None,
    access_log: bool | None = None,
    preset: Preset | None = None,
    limit: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    config: Path | None = None,
    lang: str | None = None,
) -> int:
    """Start the server: tables to share with friends.

    You can also set all of this in a file or in the environment: docs/settings.md.

    Parameters
    ----------
    host
        The address to listen on; by default, every address of this machine.
    port
        The port; by default 8000, or the next one that is free.
    data
        The folder that keeps the tables.
    database
        A PostgreSQL URL, for several servers that share their tables. Put one with a password into JETON_DATABASE or
        into a file.
    archive
        The folder to which `jeton admin archive` moves logs.
    lan
        Let phones and laptops on the same network in; `--no-lan` keeps the server to this machine.
    open
        Open the browser.
    origin
        The address under which people reach the server through a proxy, as https://games.example.
    prefix
        The path under which people reach the server through a proxy that has other things at /, as /games.
    proxy
        The address of a reverse proxy that the server believes about clients, as 127.0.0.1.
    contact
        Whom the push services of turn notices may write to, as mailto:you@games.example.
    bot_seconds
        The most seconds that a bot may think about a move; by default 5. Only the top level takes seconds.
    bot_pace
        The least milliseconds that a bot seems to think about a move; by default 700. A table may choose others.
    bot_workers
        How many bots think at the same time; by default, one fewer than there are processors.
    bot_machines
        Let bots think on machines that run `jeton worker`, if there are any.
    node
        Where servers that share the database reach this one, as 10.0.0.5:8000; `none` if they can't.
    json_logs
        Write logs as JSON lines.
    access_log
        Log every request.
    preset
        For whom the limits are: home, club (fifty people behind one address) or public.
    limit
        A limit of your own, as tables_per_hour=100.
    config
        A TOML file with any of these settings, by the same names.
    lang
        The language of what the server prints: en, fr or nl.
    """
    from jeton.server.config import Config
    from jeton.server.run import addresses, make_server, set_up_logs
    from jeton.server.run import run as run_server
    from jeton.server.settings import BadSetting, read_settings
    from jeton.store import InUse, connect

    words = words_of(lang)
    refuse_password(database)
    flags = {
        "host": host, "port": port, "data": None if data is None else str(data), "database": database,
        "archive": None if archive is None else str(archive), "lan": lan,
        "origin": origin, "prefix": prefix, "proxy": proxy, "contact": contact,
        "bot_seconds": bot_seconds, "bot_pace": bot_pace, "bot_workers": bot_workers, "bot_machines": bot_machines,
        "node": node, "json_logs": json_logs, "access_log": access_log, "preset": preset,
    }  # fmt: skip
    said, limits = read_settings(flags, limit, config)
    set_up_logs(as_json=said.json_logs)
    kept = kept_at(said.data, said.database)
    if said.bot_machines and kept.path is not None:
        raise BadSetting("bot_machines: only servers that share a PostgreSQL can have machines for their bots")
    listen = said.host or ("0.0.0.0" if said.lan else "127.0.0.1")  # noqa: S104 - the point of a table for friends
    chosen = _free_port(listen, said.port)
    more: dict[str, Any] = {} if said.bot_workers is None else {"bot_workers": said.bot_workers}
    here = f"http://localhost:{chosen}" if listen in ("0.0.0.0", "127.0.0.1", "::1") else f"http://{listen}:{chosen}"  # noqa: S104
    here += said.prefix
    there = [f"http://{address}:{chosen}{said.prefix}" for address in addresses()] if listen == "0.0.0.0" else []  # noqa: S104
    outside = [f"{origin.rstrip('/')}{said.prefix}" for origin in said.origin]
    reach = [*outside, *there, ""][0]
    server_config = Config(
        database=kept.url,
        archive=str(archive_of(kept, said.archive)),
        address=here,
        reach=reach,
        node=_node_of(said.node, listen, chosen),
        prefix=said.prefix,
        origins=tuple(origin.rstrip("/") for origin in said.origin),
        proxies=tuple(said.proxy),
        contact=said.contact,
        limits=limits,
        access_log=said.access_log,
        bot_seconds=said.bot_seconds,
        bot_pace=said.bot_pace,
        bot_machines=said.bot_machines,
        **more,
    )
    server = make_server(server_config, listen, chosen)

    async def run() -> None:
        # a database that can't be used, or that another server uses, is reported in a line before all else
        await (await connect(server_config.database, serving=here)).close()
        serving = asyncio.create_task(server.serve())
        while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.05)
        if server.started and said.json_logs:
            log.info("ready", address=here, others=there, kept=kept.shown)
        elif server.started:
            _say(words, here, there, kept.shown if said.database else str(Path(kept.shown).parent))
        if server.started:
            _open(here, wanted=open)
        await serving

    try:
        run_server(server, run)
    except KeyboardInterrupt:
        if not said.json_logs:
            raise
        log.info("stopped")
        return 130
    except JetonError as error:
        if said.json_logs:
            log.critical("the server can't start", error=str(error))
            return 2
        if not isinstance(error, InUse):
            raise
        if any(value is not None for value in flags.values()) or not error.address.startswith("http"):
            raise
        print(words("keeper.start.already", address=error.address))  # plain `jeton`, twice
        _open(error.address, wanted=open)
    return 0


def _node_of(said: str | None, listen: str, port: int) -> str:
    """Return where other nodes reach this one."""
    if said is not None:
        return "" if said == "none" else said
    host = "" if listen in ("0.0.0.0", "::") else listen  # noqa: S104
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _open(address: str, *, wanted: bool) -> None:
    if wanted and sys.stdout.isatty():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)


def _say(words: Words, here: str, there: list[str], where: str) -> None:
    print(words("keeper.start.here", address=here))
    for address in there:
        print(words("keeper.start.there", address=address))
    if there:
        import segno

        segno.make(there[0], micro=False).terminal(compact=True)
        print(words("keeper.start.plain_http"))
    print(words("keeper.start.kept", folder=where))
    print(words("keeper.start.stop"), flush=True)


def _free_port(host: str, port: int | None) -> int:
    """Return the port asked for, else the first free one from 8000 on; raises `NoPort`."""
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
