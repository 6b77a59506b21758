"""Why a move was refused, and what would work instead."""

from __future__ import annotations

from rich.text import Text

from jeton.cli.terminal.blocks import ink
from jeton.cli.terminal.splendor.rulebook import key_of
from jeton.cli.terminal.splendor.sentences import amounts, card_at, spell
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.core.errors import IllegalMove

__all__ = ["explain", "similar"]

SHOWN = 4


def explain(shot: Snapshot, error: IllegalMove) -> list[Text]:
    """Return the rule's number with its sentence; then what is missing, or what would work."""
    words, skin = shot.words, shot.skin
    key = key_of(error)
    said = words(words.variant(f"reasons.{key}", shot.title), **error.values) if key else error.reason
    lines = [ink(f" {error.rule} ", skin.pill()) + ink(f" {said}", skin.style("warn", bold=True))]
    if key == "cannot_pay":
        card = card_at(shot, error.move.partition(" ")[2])
        reach = shot.reach(card) if card else None
        if reach:
            lines.append(ink(f"     {words('cli.missing', tokens=amounts(shot, reach.short))}"))
    works = [spell(shot, move) for move in similar(shot, error.move)]
    if works:
        lines.append(ink(f"     {words('cli.works', moves=', '.join(works))}"))
    else:
        lines.append(ink(f"     {words('cli.works_nothing')}"))
    return lines


def similar(shot: Snapshot, move: str) -> list[str]:
    """Return the legal moves that are most like a refused one: those of its kind, or none."""
    verb, _, rest = move.partition(" ")
    phase = shot.view.phase
    if phase != "play":
        return list(shot.view.moves[:SHOWN])
    same = [legal for legal in shot.view.moves if legal.startswith(f"{verb} ")]
    if verb == "take":
        same.sort(key=lambda legal: -len(set(legal[5:]) & set(rest)))
    elif verb in ("buy", "reserve"):
        same.sort(key=lambda legal: legal.partition(" ")[2][:1] != rest[:1])
    return same[:SHOWN]
