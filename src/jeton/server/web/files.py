"""Files as they are sent: read once, compressed where that may be, under a tag by which a browser knows them again."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response

from jeton.server.wire.gate import header

__all__ = ["Sendable", "send_file", "send_page"]

ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""How a file may be compressed, the smallest first, and what the name of such a file ends with."""


class Sendable(NamedTuple):
    """A file's bytes, and the tag of just these."""

    content: bytes
    tag: str


def send_file(request: Request[Any, Any, Any], path: Path, kind: str, kept: str) -> Response[bytes]:
    """Answer with a file, in the smallest form that the browser takes, or tell it that it has that already."""
    headers = {"cache-control": kept}
    forms = {name: other for name, end in ENCODINGS.items() if (other := path.with_name(path.name + end)).is_file()}
    if forms:
        headers["vary"] = "accept-encoding"
    encoding = next((name for name in forms if name in _taken(request)), None)
    if encoding is not None:
        headers["content-encoding"] = encoding
    found = _read(chosen := forms[encoding] if encoding else path, chosen.stat().st_mtime_ns)
    headers["etag"] = found.tag
    known = header(request.scope, b"if-none-match") or ""  # type: ignore[arg-type]
    if found.tag in known.replace("W/", ""):
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    return Response(found.content, media_type=kind, headers=headers)


def send_page(request: Request[Any, Any, Any], path: Path, prefix: str, kept: str) -> Response[bytes]:
    """Answer with a page whose addresses begin with a prefix."""
    squeezed = "gzip" in _taken(request)
    found = _read_under(path, path.stat().st_mtime_ns, prefix, squeezed)
    headers = {"cache-control": kept, "vary": "accept-encoding", "etag": found.tag}
    if squeezed:
        headers["content-encoding"] = "gzip"
    known = header(request.scope, b"if-none-match") or ""  # type: ignore[arg-type]
    if found.tag in known.replace("W/", ""):
        return Response(b"", status_code=304, media_type="text/html", headers=headers)
    return Response(found.content, media_type="text/html", headers=headers)


def _taken(request: Request[Any, Any, Any]) -> set[str]:
    """The encodings that a browser takes."""
    parts = (header(request.scope, b"accept-encoding") or "").lower().split(",")  # type: ignore[arg-type]
    pairs = (part.strip().partition(";") for part in parts)
    return {name.strip() for name, _, weight in pairs if weight.replace(" ", "") not in ("q=0", "q=0.0")}


@lru_cache(maxsize=2_000)
def _read(path: Path, changed: int) -> Sendable:
    """Read once, and again when it has changed: all of them together are a few megabytes."""
    return _tagged(path.read_bytes())


@lru_cache(maxsize=8)
def _read_under(path: Path, changed: int, prefix: str, squeezed: bool) -> Sendable:
    """A page's text whose addresses begin with a prefix: those of its attributes are all that it has."""
    content = path.read_bytes().replace(b'="/', f'="{prefix}/'.encode())
    return _tagged(gzip.compress(content, mtime=0) if squeezed else content)


def _tagged(content: bytes) -> Sendable:
    return Sendable(content, f'"{hashlib.sha256(content).hexdigest()[:24]}"')
