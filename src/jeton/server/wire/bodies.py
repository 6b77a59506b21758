"""Requests whose bodies are readable text: the server refuses anything else before it decodes it."""

from __future__ import annotations

from litestar import Request
from litestar.datastructures import State

from jeton.server.api import Problem
from jeton.server.people.people import User

__all__ = ["PlainRequest", "is_readable"]

DEEPEST = 32
"""How deep lists and objects may lie inside each other: the deepest body that is sent, a passkey's answer, has four."""


class PlainRequest(Request[User, None, State]):
    """A request whose body is UTF-8 and not nested without end."""

    async def body(self) -> bytes:
        """Return the body; refuse it as `bad_message` if it can't be JSON of ours."""
        body = await super().body()
        if not is_readable(body):
            raise Problem(400, "bad_message")
        return body


def is_readable(body: bytes) -> bool:
    r"""Return whether bytes are UTF-8 and nested no deeper than anything that the server knows.

    >>> is_readable(b'{"a": ["["]}'), is_readable(b"[" * 99), is_readable(b'"\xff"')
    (True, False, False)
    """
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return body.count(b"[") + body.count(b"{") <= DEEPEST or _depth(body) <= DEEPEST


def _depth(body: bytes) -> int:
    """Return how deep it is nested, as far as brackets outside of strings tell."""
    depth = deepest = 0
    inside = escaped = False
    for byte in body:
        if inside:
            inside, escaped = escaped or byte != 0x22, not escaped and byte == 0x5C
        elif byte == 0x22:
            inside = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
