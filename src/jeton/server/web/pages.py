"""The page: the built files if there are some, else a note that they are missing; every path of it is one page.

A path that leads nowhere gets a 404 with the page, which says so in the reader's language.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from jeton import games
from jeton.server.api import Problem
from jeton.server.api.common import AnyRequest
from jeton.server.web.about import about_moment
from jeton.server.web.beside import beside
from jeton.server.web.files import send_content, send_file, send_page
from jeton.server.wire.gate import PREFIX, header

__all__ = ["PAGES", "STATIC", "nowhere"]

STATIC = Path(__file__).parent.parent / "static"
ENGINE = STATIC.with_name("engine")
"""Rules, views and search for the browser, if `jeton.wasm` has built them: then a person alone needs no server."""
FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
LONGEST = 255
"""The most bytes of a file's name; no system takes more."""

NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Jeton</title>
<h1>Jeton</h1>
<p>The server runs, but its page is not built.
<p>Programs find the API described at <a href="/api/openapi.json">/api/openapi.json</a>.
"""


def _file(request: AnyRequest, path: str) -> Response[bytes] | None:
    """Return a built file, if there is one of that name inside the folder."""
    found = (STATIC / path).resolve()
    if not found.is_relative_to(STATIC.resolve()) or not found.is_file():
        return None
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    kept = FOREVER if path.startswith("assets/") else FRESH
    return send_file(request, found, kind, kept)


@get("/engine/{name:path}", include_in_schema=False, sync_to_thread=True)
def engine(request: AnyRequest, name: str) -> Response[bytes]:
    """Return a part of the page's engine, if it was built, or what lies beside it; nets are made when asked for."""
    name = name.lstrip("/")
    if name.endswith(".net"):
        return _net(name)
    path = ENGINE / name
    if name == "engine.json" or (name.endswith(".wasm") and "/" not in name):
        kind = "application/wasm" if name.endswith(".wasm") else "application/json"
        kept = FRESH if name == "engine.json" else FOREVER
        return send_file(request, path, kind, kept) if path.is_file() else _line()
    found = beside(name)
    return _line() if found is None else send_content(request, found, "application/json", FRESH)


def _net(name: str) -> Response[bytes]:
    """Return a net's weights, packed; the page unpacks them."""
    from jeton.wasm.nets import NoNet, compressed

    try:
        content = compressed(name)
    except NoNet:
        return _line()
    return Response(content, media_type="application/octet-stream", headers={"cache-control": FOREVER})


def _page(request: AnyRequest) -> Response[bytes]:
    prefix, index = request.scope.get(PREFIX, ""), STATIC / "index.html"
    if prefix and index.is_file():
        return send_page(request, index, str(prefix), FRESH)
    return _file(request, "index.html") or Response(
        NO_PAGE.replace('="/', f'="{prefix}/').encode(), media_type="text/html; charset=utf-8"
    )


def nowhere(request: AnyRequest) -> Response[bytes] | None:
    """Return the page with a status that says that there is nothing here, for people; None for programs."""
    accepted = header(request.scope, b"accept") or ""  # type: ignore[arg-type]
    if request.url.path.startswith(("/api/", "/ws/", "/assets/")) or "text/html" not in accepted:
        return None
    found = _page(request)
    headers = {name: value for name, value in found.headers.items() if name != "etag"}
    return Response(found.content, status_code=404, media_type=found.media_type, headers=headers)


def _line() -> Response[bytes]:
    return Response(b"not found\n", status_code=404, media_type="text/plain")


PATHS = [
    "/",
    "/t/{table_id:str}",
    "/j/{code:str}",
    "/m",
    "/transfer",
    "/rules",
    "/board",
    "/board/{title:str}",
    "/puzzles",
    "/puzzles/{puzzle_id:str}",
    "/keeper",
]
"""Where the page has something to show, beside the rules of each title: `ui/src/route.svelte.ts` has the same."""


@get(PATHS, include_in_schema=False)
async def page(
    request: AnyRequest,
    table_id: str | None = None,
    code: str | None = None,
    title: str | None = None,
    puzzle_id: str | None = None,
) -> Response[bytes]:
    """Return the page; what it shows follows from its address."""
    return _page(request)


@get(["/m/{table_id:str}", "/m/{table_id:str}/{step:int}"], include_in_schema=False)
async def moment(request: AnyRequest, table_id: str, step: int | None = None) -> Response[bytes]:
    """Return the page of a match, or of a moment of it; a site that shows a link to it finds a title and a picture."""
    index = STATIC / "index.html"
    told = await about_moment(request, table_id, step) if index.is_file() else None
    if told is None:
        return _page(request)
    prefix = str(request.scope.get(PREFIX, ""))
    content = index.read_bytes().replace(b'="/', f'="{prefix}/'.encode())
    return send_content(request, content.replace(b"</head>", told.encode() + b"</head>", 1), "text/html", FRESH)


@get("/rules/{title:str}", include_in_schema=False)
async def rules(request: AnyRequest, title: str) -> Response[bytes]:
    """Return the page with the rules of a title that is played here."""
    return _page(request) if title in games.titles() else nowhere(request) or _line()


@get("/rules/{title:str}/{name:str}", include_in_schema=False)
async def gallery(request: AnyRequest, title: str, name: str) -> Response[bytes]:
    """Return the page with all cards of a kind, if a title has such a page."""
    known = title in games.titles() and games.find(title).gallery == name
    return _page(request) if known else nowhere(request) or _line()


@get("/{path:path}", include_in_schema=False)
async def file(request: AnyRequest, path: str) -> Response[bytes]:
    """Return a file of the page, or nothing."""
    name = path.lstrip("/")
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in name.split("/")):
        raise Problem(400, "bad_message")
    return _file(request, name) or nowhere(request) or _line()


PAGES: list[HTTPRouteHandler] = [page, moment, rules, gallery, engine, file]
