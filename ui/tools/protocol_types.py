"""Make ui/src/protocol.ts from the server's structs: `python ui/tools/protocol_types.py` writes it, `--check` compares.

Everything that goes over a socket, the answers of the HTTP API and the views of the games become TypeScript interfaces,
so there is one definition and the page can't disagree with the server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from jeton.games.guardians import view as guardians_view
from jeton.games.splendor import view as splendor_view
from jeton.server.api import (
    accounts,
    board,
    common,
    lessons,
    lobby,
    moderation,
    my_games,
    notices,
    people,
    puzzles,
    ratings,
    tables,
)
from jeton.server.wire import protocol

TARGET = Path(__file__).resolve().parents[1] / "src" / "protocol.ts"
HEAD = """// Made by ui/tools/protocol_types.py from the server's own structs: never edited by hand.
"""


FROM_API = (
    common.Me, common.Done, people.NewGuest, people.TransferToken, tables.OptionInfo, tables.Reach, tables.TitleInfo,
    tables.NewTable, tables.SeatRequest, tables.BotRequest, tables.StartRequest, tables.TableRow, tables.Found,
    lobby.KeepRequest, lobby.TableChange, lobby.RematchRequest, lobby.Rematch,
    accounts.Account, accounts.SignedIn, notices.NoticeInfo, lessons.NewLesson, lessons.LessonInfo, lessons.TopicInfo,
    my_games.GameRow, puzzles.PuzzleRow, puzzles.PuzzleInfo, puzzles.PuzzleRating, puzzles.WhyNot, board.BoardInfo,
    ratings.SeatRating, ratings.RatingPoint, ratings.LeaderBoard,
    moderation.Desk, moderation.NewAct, moderation.PersonRow,
)  # fmt: skip
ASKED = {
    "NewGuest",
    "NewTable",
    "SeatRequest",
    "BotRequest",
    "StartRequest",
    "KeepRequest",
    "TableChange",
    "RematchRequest",
    "NewLesson",
    "NewAct",
}


def made() -> str:
    """The text of protocol.ts."""
    groups = [*protocol.FROM_CLIENT, *protocol.FROM_SERVER, *FROM_API]
    _, components = msgspec.json.schema_components([*groups, splendor_view.View], ref_template="{name}")
    components["SplendorView"] = components.pop("View")
    components |= _guardians()
    lines = [HEAD, f"export const PROTOCOL = {protocol.PROTOCOL};\n"]
    lines += [_interface(name, schema) for name, schema in sorted(components.items())]
    lines.append(_union("FromClient", protocol.FROM_CLIENT))
    lines.append(_union("FromServer", protocol.FROM_SERVER))
    return "\n".join(lines)


def _guardians() -> dict[str, Any]:
    """The view of Guardians and its parts; those that are named like others here get the title's name."""
    _, components = msgspec.json.schema_components([guardians_view.View], ref_template="{name}")
    text = msgspec.json.encode(components).replace(b'"$ref":"SeatView"', b'"$ref":"GuardiansSeat"')
    found: dict[str, Any] = msgspec.json.decode(text)
    found["GuardiansView"], found["GuardiansSeat"] = found.pop("View"), found.pop("SeatView")
    return found


def _union(name: str, members: tuple[type, ...]) -> str:
    return f"export type {name} =\n  | " + "\n  | ".join(one.__name__ for one in members) + ";\n"


def _interface(name: str, schema: dict[str, Any]) -> str:
    if schema.get("type") != "object" or "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    lines = []
    if text := schema.get("description"):
        lines.append(f"/** {text.splitlines()[0]} */")
    lines.append(f"export interface {name} {{")
    asked = name in ASKED | {one.__name__ for one in protocol.FROM_CLIENT}
    for key, value in schema["properties"].items():
        # The server writes every field it has; only a client may leave a default out.
        optional = "?" if asked and key not in required else ""
        lines.append(f"  {key}{optional}: {_type(value)};")
    lines.append("}\n")
    return "\n".join(lines)


def _type(schema: dict[str, Any]) -> str:
    if ref := schema.get("$ref"):
        return str(ref)
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(_type(one) for one in schema[key]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        inner = _type(schema["items"]) if isinstance(schema.get("items"), dict) else "unknown"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {_type(more) if isinstance(more, dict) else 'unknown'}>"
    return {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}.get(
        str(kind), "unknown"
    )


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else "null" if value is None else str(value).lower()


def main(arguments: list[str]) -> int:
    """Write the file, or say whether it is stale."""
    text = made()
    if "--check" in arguments:
        if not TARGET.exists() or TARGET.read_text("utf-8") != text:
            print("ui/src/protocol.ts is stale: run python ui/tools/protocol_types.py", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
