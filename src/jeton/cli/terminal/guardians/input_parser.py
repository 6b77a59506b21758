"""What a player typed: `B3` points at the third thing of postcard B, `12 red` sends a boat to island 12.

It understands the words of the language and of the match file; names of islands may be shortened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jeton.cli.terminal.guardians.names import Names
from jeton.cli.terminal.guardians.telling import colour_words
from jeton.games.guardians.moves import point
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View

__all__ = ["Typed", "read"]

SPOT = re.compile(r"([a-c])\s*([0-9]{1,2})")
VERBS = ("look", "islands", "table", "quit", "clue", "boat", "choose", "play", "pile", "ready", "stop", "wait")
PLAYED = ("clue", "boat", "choose", "play", "pile", "ready", "stop")


@dataclass(frozen=True)
class Typed:
    """`name` is move, wait, look, islands, table, help, quit or unknown; `text` the move, or what to look at."""

    name: str
    text: str = ""


def read(line: str, names: Names, view: View) -> Typed:
    """Return what a line means at this table now."""
    text = " ".join(line.lower().split())
    if not text:
        return Typed("move", "ready") if "ready" in view.moves else Typed("wait")
    if text in ("?", "h", "help"):
        return Typed("help")
    first, _, rest = text.partition(" ")
    verb = _verbs(names).get(first, "")
    if verb in ("islands", "table", "quit", "wait"):
        return Typed(verb)
    if verb == "look":
        return Typed("look", rest)
    move = (
        _move(verb, rest, names, view) if verb else _move("clue" if SPOT.fullmatch(text) else "boat", text, names, view)
    )
    return Typed("move", move) if move else Typed("unknown", line.strip())


def find_island(text: str, names: Names) -> str | None:
    """Return an island by number, by its name in the pack, or by a part of its title that no other has."""
    ids = names.pack.island_ids
    if text.isascii() and text.isdigit():
        return ids[int(text) - 1] if 1 <= int(text) <= len(ids) else None
    if text in ids:
        return text
    hits = [island for island in ids if text in names.island(island).lower()] if text else []
    return hits[0] if len(hits) == 1 else None


def find_postcard(text: str, view: View) -> str | None:
    """Return an open postcard by its letter or its name in the pack."""
    if text in view.postcards:
        return text
    index = ord(text) - ord("a") if len(text) == 1 else -1
    return view.postcards[index] if 0 <= index < len(view.postcards) else None


def _verbs(names: Names) -> dict[str, str]:
    """Return every spoken word for a verb; those of the match file last, so that a language's own come first."""
    spoken: dict[str, str] = {}
    for verb in VERBS:
        for word in names.words(f"guardians.verb.{verb}").split():
            spoken.setdefault(word, verb)
    for verb in VERBS:
        spoken.setdefault(verb, verb)
    return spoken


def _move(verb: str, rest: str, names: Names, view: View) -> str:
    """Return the notation of a move; empty if it is unclear."""
    if verb == "clue":
        return _clue(rest, names, view)
    if verb == "boat":
        place, _, who = rest.rpartition(" ")
        island, seat = find_island(place, names), colour_words(names).get(who)
        return "" if island is None or seat is None else f"boat {island} {COLOURS[seat]}"
    if verb == "choose":
        seat = colour_words(names).get(rest)
        return "" if seat is None else f"choose {COLOURS[seat]}"
    if verb == "play":
        return _legend(rest, names)
    if verb == "pile":
        return f"pile {rest}" if rest in ("1", "2", "3") else ""
    return verb if verb in PLAYED and not rest else ""


def _clue(rest: str, names: Names, view: View) -> str:
    spot = SPOT.fullmatch(rest)
    if spot is None:
        words = rest.split(" ")
        return f"clue {rest}" if len(words) == 3 and words[0] in names.pack.postcard_ids else ""
    postcard = find_postcard(spot[1], view)
    if postcard is None:
        return ""
    elements = names.card(postcard).elements
    number = int(spot[2])
    if not 1 <= number <= len(elements):
        return ""
    hit = elements[number - 1].hit
    return point(postcard, hit.cx, hit.cy)


def _legend(rest: str, names: Names) -> str:
    legend, _, word = rest.partition(" ")
    if not word:
        return f"play {legend}" if legend else ""
    seat = colour_words(names).get(word)
    if seat is not None:
        return f"play {legend} {COLOURS[seat]}"
    if legend == "stone":
        gives = {w: verb for verb in ("boat", "clue") for w in (verb, *names.words(f"guardians.verb.{verb}").split())}
        return f"play stone {gives[word]}" if word in gives else ""
    island = find_island(word, names)
    return "" if island is None else f"play {legend} {island}"
