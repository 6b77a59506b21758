"""The pictures of the games, from the package itself: /pictures/TITLE/KIND/NAME-WIDTH.webp."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from jeton.core.title import folder as title_folder
from jeton.games import all_titles
from jeton.server.web.files import send_file

__all__ = ["PICTURES", "pictures_of"]

KINDS = {".webp": "image/webp", ".svg": "image/svg+xml", ".json": "application/json", ".txt": "text/plain"}
KEPT = "public, max-age=86400, stale-while-revalidate=2592000"
"""A day without asking, then a month in which a browser may show the old one while it asks; asking costs a 304."""


@cache
def pictures_of(title: str) -> dict[str, Path]:
    """Return the files of a title by their name; the server sends no others, whatever a path says.

    >>> "islands/ember_forge-640.webp" in pictures_of("guardians"), pictures_of("../guardians")
    (True, {})
    """
    known = all_titles().get(title)
    if known is None or not known.pictures:
        return {}
    folder = Path(str(title_folder(known.pictures)))
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.suffix in KINDS}


@get("/pictures/{title:str}/{name:path}", include_in_schema=False)
async def picture(request: Request[Any, Any, Any], title: str, name: str) -> Response[bytes]:
    """Return a picture, or tell a browser that it has it already."""
    path = pictures_of(title).get(name.lstrip("/"))
    if path is None:
        return Response(b"not found\n", status_code=404, media_type="text/plain")
    return send_file(request, path, KINDS[path.suffix], KEPT)


PICTURES: list[HTTPRouteHandler] = [picture]
