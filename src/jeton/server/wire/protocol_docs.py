"""docs/protocol.md, made from the protocol: `python -m jeton.server.wire.protocol_docs` prints it."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import msgspec

from jeton.server.refusals import CODES
from jeton.server.wire.protocol import FROM_CLIENT, FROM_SERVER, MAX_FRAME, PROTOCOL
from jeton.words import Words

__all__ = ["protocol_page"]

HEAD = """\
# The protocol of the socket

This page is made from `src/jeton/server/wire/protocol.py`;
`.venv/bin/python -m jeton.server.wire.protocol_docs > docs/protocol.md` writes it anew.

A table has a WebSocket at `/ws/ID`. Every message is one JSON object in a text frame; `t` says which it is. This is
protocol {protocol}. A client's message has at most {frame} bytes and no unknown fields.

1. The client says `hello`, the server `welcome`, then `table`, and `view` once the match has begun.
2. A player sends `move` with an `id` of its own and `seen`, the number `n` of the last entry that it was shown. The
   answer is `ok` with the same `id` once the move is durable, or `no` with the reason and a fresh `view`.
3. After every entry each socket gets a `view`: all that its seat may know, never a patch. A slow socket may get only
   the newest; `since` and `reports` tell what happened in between.
4. After a lost connection the client says `hello` again with the same `client` name and `since`, and sends again
   whatever was not answered. An `id` that was carried out is answered with `repeated` and not carried out again.
5. Whoever may not do something gets `no`. To whoever floods, stalls or sends something that is no message, the server
   says `bye`, and closes the connection.

A session comes as a cookie (browsers; the `Origin` must be ours) or as `Authorization: Bearer TOKEN` (programs). The
seat follows from the session, never from a message.
"""


def protocol_page() -> str:
    """Return the text of the page."""
    kinds = (*FROM_CLIENT, *FROM_SERVER)
    _, parts = msgspec.json.schema_components(kinds, ref_template="#{name}")
    text = [HEAD.format(protocol=PROTOCOL, frame=MAX_FRAME)]
    for heading, members in (("From the client", FROM_CLIENT), ("From the server", FROM_SERVER)):
        text.append(f"## {heading}\n")
        text += [_section(f"`{kind.__struct_config__.tag}`", parts[kind.__name__]) for kind in members]
    text.append("## Parts of messages\n")
    named = {kind.__name__ for kind in kinds}
    text += [_section(f"`{name}`", schema) for name, schema in sorted(parts.items()) if name not in named]
    say = Words("en")
    rows = "\n".join(f"| `{code}` | {say(f'server.no.{code}', count='N', name='NAME')} |" for code in CODES)
    text.append(f"## Codes\n\n| Code | Means |\n|---|---|\n{rows}\n")
    return "\n".join(text)


def _section(heading: str, schema: dict[str, Any]) -> str:
    lines = [f"### {heading}\n", inspect.cleandoc(str(schema.get("description", ""))), ""]
    required = set(schema.get("required", ()))
    for field, kind in schema["properties"].items():
        if field != "t":
            note = "" if field in required else f", {msgspec.json.encode(kind.get('default')).decode()} if left out"
            limits = _limits(kind)
            lines.append(f"- `{field}`: {_type(kind).replace('|', 'or')}{limits}{note}")
    return "\n".join(lines).rstrip() + "\n"


def _limits(kind: dict[str, Any]) -> str:
    found = next((one for one in (kind, *kind.get("anyOf", ())) if "maximum" in one or "maxLength" in one), None)
    if found is None:
        return ""
    if "maximum" in found:
        return f" ({found.get('minimum', 0)} to {found['maximum']})"
    return f" (at most {found['maxLength']} characters)"


def _type(schema: dict[str, Any]) -> str:
    """Return a JSON schema in words, as TypeScript would write it."""
    if "$ref" in schema:
        return str(schema["$ref"]).lstrip("#")
    if "anyOf" in schema:
        return " | ".join(_type(kind) for kind in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    match schema.get("type"):
        case "string":
            return "string"
        case "integer" | "number":
            return "number"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            inner = _type(schema["items"]) if isinstance(schema.get("items"), dict) else "unknown"
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            return "`Record<string, unknown>`"  # as code: elsewhere Markdown takes it for a tag
    return "unknown"


if __name__ == "__main__":
    sys.stdout.write(protocol_page())
