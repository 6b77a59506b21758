"""Files as they are sent: read once, compressed if possible, under a tag by which a browser recognises them."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response

from jeton.server.wire.gate import header

__all__ = ["Sendable", "send_content", "send_file", "send_page"]

TEXTS = (".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest")
"""Types worth compressing; the others are sent as they are."""
SMALL = 500


class Sendable(NamedTuple):
    """A file's bytes, and the tag of exactly these."""

    content: bytes
    tag: str


def send_file(request: Request[Any, Any, Any], path: Path, kind: str, kept: str) -> Response[bytes]:
    """Answer with a file, in the smallest form that the browser takes, or tell it that it has that already.

    The Brotli form made at build time may lie beside a file; for a browser that takes only gzip, the server makes one.
    """
    taken, changed = _taken(request), path.stat().st_mtime_ns
    smaller = path.with_name(path.name + ".br")
    varies = smaller.is_file() or (path.suffix in TEXTS and path.stat().st_size >= SMALL)
    if varies and "br" in taken and smaller.is_file():
        return _send(request, _read(smaller, smaller.stat().st_mtime_ns), kind, kept, "br")
    if varies and "gzip" in taken:
        return _send(request, _squeezed(path, changed), kind, kept, "gzip")
    return _send(request, _read(path, changed), kind, kept, None if varies else "")


def send_content(request: Request[Any, Any, Any], content: bytes, kind: str, kept: str) -> Response[bytes]:
    """Answer with content that was made here."""
    squeezed = "gzip" in _taken(request)
    return _send(request, _made(content, squeezed), kind, kept, "gzip" if squeezed else None)


def _send(
    request: Request[Any, Any, Any], found: Sendable, kind: str, kept: str, encoding: str | None
) -> Response[bytes]:
    """Answer in an encoding; send it plain if `encoding` is None (other forms exist) or empty (no others exist)."""
    headers = {"cache-control": kept, "etag": found.tag}
    if encoding != "":
        headers["vary"] = "accept-encoding"
    if encoding:
        headers["content-encoding"] = encoding
    known = header(request.scope, b"if-none-match") or ""  # type: ignore[arg-type]
    if found.tag in known.replace("W/", ""):
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    return Response(found.content, media_type=kind, headers=headers)


def send_page(request: Request[Any, Any, Any], path: Path, prefix: str, kept: str) -> Response[bytes]:
    """Answer with a page whose addresses begin with a prefix."""
    squeezed = "gzip" in _taken(request)
    found = _read_under(path, path.stat().st_mtime_ns, prefix, squeezed)
    return _send(request, found, "text/html", kept, "gzip" if squeezed else None)


def _taken(request: Request[Any, Any, Any]) -> set[str]:
    """Return the encodings that a browser takes."""
    parts = (header(request.scope, b"accept-encoding") or "").lower().split(",")  # type: ignore[arg-type]
    pairs = (part.strip().partition(";") for part in parts)
    return {name.strip() for name, _, weight in pairs if weight.replace(" ", "") not in ("q=0", "q=0.0")}


@lru_cache(maxsize=2_000)
def _read(path: Path, changed: int) -> Sendable:
    """Read a file once, and again when it has changed: all of them together are a few megabytes."""
    return _tagged(path.read_bytes())


@lru_cache(maxsize=500)
def _squeezed(path: Path, changed: int) -> Sendable:
    """Return the same, compressed: once, when first asked for."""
    return _tagged(gzip.compress(path.read_bytes(), 9, mtime=0))


@lru_cache(maxsize=64)
def _made(content: bytes, squeezed: bool) -> Sendable:
    return _tagged(gzip.compress(content, 9, mtime=0) if squeezed else content)


@lru_cache(maxsize=8)
def _read_under(path: Path, changed: int, prefix: str, squeezed: bool) -> Sendable:
    """Return a page's text with a prefix before its addresses, which are all in attributes."""
    content = path.read_bytes().replace(b'="/', f'="{prefix}/'.encode())
    return _tagged(gzip.compress(content, mtime=0) if squeezed else content)


def _tagged(content: bytes) -> Sendable:
    return Sendable(content, f'"{hashlib.sha256(content).hexdigest()[:24]}"')
