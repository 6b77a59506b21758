"""Answers that leave the match as it is: help, a closer look, why a move was refused."""

from __future__ import annotations

from collections.abc import Iterator

from jeton.cli.terminal.guardians.input_parser import find_island, find_postcard
from jeton.cli.terminal.guardians.names import Names
from jeton.cli.terminal.guardians.telling import tell_island, tell_postcard
from jeton.core.errors import IllegalMove
from jeton.games.guardians.view import View

__all__ = ["help_lines", "look_lines", "refusal_line"]


def help_lines(names: Names, view: View, seconds: float) -> Iterator[str]:
    """Yield what can be typed."""
    words = names.words
    other = names.colour(0 if view.seat else 1)
    yield "  " + words("guardians.help.clue", example="B3")
    yield "  " + words("guardians.help.boat", example=f"12 {other}")
    yield "  " + words("guardians.help.wait")
    for move in ("stop", "choose red", "play trident red", "play stone boat", "pile 2", "ready"):
        if move.split(" ")[0] in {legal.split(" ")[0] for legal in view.moves}:
            yield "  " + words("guardians.help.other", example=move)
    look = _verb(names, "look")
    yield "  " + words("guardians.help.look", example=f"{look} 12, {look} B")
    yield "  " + words("guardians.help.islands", example=_verb(names, "islands"))
    yield "  " + words("guardians.help.table", example=_verb(names, "table"))
    yield "  " + words("guardians.help.quit", example=_verb(names, "quit"))
    yield "  " + words("guardians.help.time", seconds=round(seconds))


def look_lines(names: Names, view: View, text: str) -> Iterator[str]:
    """Yield an island or an open postcard in full."""
    postcard = find_postcard(text, view)
    if postcard is not None:
        yield tell_postcard(names, view, postcard)
        return
    island = find_island(text, names)
    if island is not None:
        yield tell_island(names, view, island)
    else:
        yield names.words("guardians.no_such", text=text)


def refusal_line(names: Names, error: IllegalMove) -> str:
    """Return why a move was refused, with the number of its rule."""
    values = {key: value for key, value in error.values.items() if key != "reason"}
    if "island" in values:
        values["island"] = names.island(str(values["island"]))
    if "postcard" in values:
        values["postcard"] = names.title(str(values["postcard"]))
    if "legend" in values:
        values["legend"] = names.legend(str(values["legend"]))
    reason = error.values["reason"]
    return f"{error.rule}: {names.words(f'guardians.reason.{reason}', **values)}"


def _verb(names: Names, verb: str) -> str:
    return names.words(f"guardians.verb.{verb}").split()[0]
