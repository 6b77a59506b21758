"""The page: the built files where there are some, else a word that they are missing; every path of it is one page."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from jeton.server.api import Problem
from jeton.server.api.common import AnyRequest
from jeton.server.web.files import send_file

__all__ = ["PAGES", "STATIC"]

STATIC = Path(__file__).parent.parent / "static"
FOREVER = "public, max-age=31536000, immutable"
FRESH = "no-cache"
LONGEST = 255
"""Bytes of a file's name, of which no system takes more."""

NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Jeton</title>
<h1>Jeton</h1>
<p>The server runs, but its page is not built.
<p>Programs find the API described at <a href="/api/openapi.json">/api/openapi.json</a>.
"""


def _file(request: AnyRequest, path: str) -> Response[bytes] | None:
    """A built file, if there is one of that name inside the folder."""
    found = (STATIC / path).resolve()
    if not found.is_relative_to(STATIC.resolve()) or not found.is_file():
        return None
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    kept = FOREVER if path.startswith("assets/") else FRESH
    return send_file(request, found, kind, kept)


def _page(request: AnyRequest) -> Response[bytes]:
    return _file(request, "index.html") or Response(NO_PAGE.encode(), media_type="text/html; charset=utf-8")


@get(["/", "/t/{table_id:str}", "/j/{code:str}", "/m", "/m/{table_id:str}", "/transfer"], include_in_schema=False)
async def page(request: AnyRequest, table_id: str | None = None, code: str | None = None) -> Response[bytes]:
    """The page; what it shows follows from its address."""
    return _page(request)


@get("/{path:path}", include_in_schema=False)
async def file(request: AnyRequest, path: str) -> Response[bytes]:
    """A file of the page; an unknown name without a dot is the page's own business."""
    name = path.lstrip("/")
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in name.split("/")):
        raise Problem(400, "bad_message")
    found = _file(request, name)
    if found is not None:
        return found
    if "." in name or name.startswith(("api/", "ws/")):
        return Response(b"not found\n", status_code=404, media_type="text/plain")
    return _page(request)


PAGES: list[HTTPRouteHandler] = [page, file]
