"""Runs a server in this process: uvicorn with our limits, and logs that a machine can read."""

from __future__ import annotations

import asyncio
import logging
import socket as sockets
import sys
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import structlog
import uvicorn
from litestar import Litestar

from jeton.server.app import make_app
from jeton.server.config import Config
from jeton.server.garbage import start_collecting
from jeton.server.wire.doors import HttpDoor
from jeton.server.wire.protocol import MAX_FRAME
from jeton.server.wire.transport import Connection

__all__ = ["addresses", "make_server", "run", "set_up_logs"]

BACKLOG = 2048
PING_SECONDS = 20.0
SWITCH_SECONDS = 0.001
KEEP_ALIVE_SECONDS = 130
"""How long a connection may idle between two requests: longer than clients and proxies keep theirs (httpx 5 s, nginx
60 s, Caddy 120 s), so that none of them sends a request into a connection that we are just closing."""


def make_server(config: Config, host: str, port: int, routes: Litestar | None = None) -> uvicorn.Server:
    """Return a uvicorn server of the application, not yet running; `routes` if they have been made already."""
    app = make_app(config, routes)
    app.doors.open_up()
    http: Any = partial(HttpDoor, doors=app.doors)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            http=http,
            ws=Connection,
            ws_max_size=MAX_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=",".join(config.proxies) or None,
            server_header=False,
            date_header=True,
            access_log=False,
            log_config=None,
            lifespan="on",
            timeout_graceful_shutdown=5,
        )
    )


def run(server: uvicorn.Server, work: Callable[[], Coroutine[Any, Any, None]] | None = None) -> None:
    """Run a server, or other work, on the fastest loop there is (uvloop where it is installed).

    A process that only serves needs two things that a script does not: the collector takes small steps, and the thread
    that has written a move gets Python's lock back in a millisecond, not in five.
    """
    start_collecting()
    sys.setswitchinterval(SWITCH_SECONDS)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(work() if work else server.serve())


def set_up_logs(*, as_json: bool) -> None:
    """Write every log line as one event with fields, on standard error; never a token, never a key."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
    ]
    look = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, look],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)
    if as_json:
        _take_what_is_printed()


def _take_what_is_printed() -> None:
    """Send what Python itself prints to the log: warnings, and errors that nobody caught."""
    own = structlog.get_logger("python")
    logging.captureWarnings(True)

    def thread_failed(about: threading.ExceptHookArgs) -> None:
        own.error("a thread failed", exc_info=about.exc_value)

    def failed(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        own.critical("the process failed", exc_info=error)

    def not_raised(about: sys.UnraisableHookArgs) -> None:
        own.error("an error that can't be raised", exc_info=about.exc_value)

    threading.excepthook, sys.excepthook, sys.unraisablehook = thread_failed, failed, not_raised


def addresses() -> list[str]:
    """Return the addresses of this machine on its own networks, the likeliest first."""
    found: list[str] = []
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends no packet: the system only says which address it would use
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    return [address for address in found if not address.startswith("127.")]
