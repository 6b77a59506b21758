"""`jeton replay`: a match file, step by step or as JSON lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

import jeton
from jeton.cli.output import BadArgument, console, print_json, words
from jeton.cli.parameters import Parameter
from jeton.cli.terminal.generic import told
from jeton.cli.terminal.table import terminal_of
from jeton.core.game import Entry, Outcome
from jeton.core.match import RESIGN, TIMEOUT, UNDO, Match
from jeton.core.match_file import FORMAT
from jeton.words import Words

__all__ = ["Step", "json_lines", "replay", "sentences", "steps"]

SPECIAL = {UNDO: "took_back", RESIGN: "resigned", TIMEOUT: "timed_out"}
"""The moves that every game has, and what to say of them."""


class Step(NamedTuple):
    """An entry with the position before and after it; the first step has no entry."""

    entry: Entry | None
    before: Any
    after: Any
    outcome: Outcome | None


def replay(
    file: Path,
    /,
    *,
    seat: Annotated[int | None, Parameter(show_default=False)] = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Step through a match file, or print it as JSON lines.

    At a terminal Enter shows the next step and b the one before; elsewhere it prints all steps, a line each.

    With `--json` the first line is the header with the starting position, and each further line an entry with the
    whole position after it, secrets included: see docs/match-file.md.

    For example:

    ```
    jeton replay my.match
    jeton replay my.match --seat 0
    jeton replay my.match --json
    ```

    Args:
        file: A match file.
        seat: Show what this seat could see; by default, what lies open to all.
        as_json: Print one JSON object a line.
    """
    match = jeton.load(file)
    if seat is not None and not 0 <= seat < match.header.seats:
        raise BadArgument(f"--seat: expected a number from 0 to {match.header.seats - 1}, got {seat}")
    if as_json:
        for line in json_lines(match):
            print_json(line)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _walk(match, seat, words())
    else:
        _list(match, seat, words())
    return 0


def steps(match: Match) -> Iterator[Step]:
    """Yield the start, then every entry, undone ones included."""
    again = Match(match.game, match.header)
    yield Step(None, again.position, again.position, again.outcome)
    for entry in match.log:
        before = again.position
        again.append(entry)
        yield Step(entry, before, again.position, again.outcome)


def json_lines(match: Match) -> Iterator[dict[str, Any]]:
    """Yield what `jeton replay --json` prints: the header with the start, then each entry with the position after it.

    >>> match = jeton.new("splendor")
    >>> [sorted(line) for line in json_lines(match)]
    [['commitment', 'jeton', 'key', 'nonces', 'options', 'position', 'seats', 'title', 'version']]
    """
    for step in steps(match):
        position = match.game.full(step.after)
        if step.outcome is not None:  # the match knows of resignations, the position does not
            position["outcome"] = msgspec.to_builtins(step.outcome)
        if step.entry is None:
            header = msgspec.to_builtins(match.header)
            yield {"jeton": FORMAT, **header, "commitment": match.header.commitment, "position": position}
        else:
            yield {**msgspec.to_builtins(step.entry), "position": position}


def sentences(match: Match, step: Step, seat: int | None, say: Words) -> list[str]:
    """Return what happened in a step, in words; the bare move if the title has no words for it."""
    entry = step.entry
    if entry is None:
        return [say("tools.replay.start")]
    name = _name(say, entry.seat)
    if entry.move in SPECIAL:
        return [say(f"tools.replay.{SPECIAL[entry.move]}", name=name)]
    tell = terminal_of(match.header.title).tell
    if tell is None:
        return [say("cli.labelled", label=name, text=entry.move)]
    report = match.game.report(step.before, entry, seat)
    return tell(match.game, match.game.view(step.before, seat), report, say)


def ending(outcome: Outcome | None, say: Words) -> str:
    """Return who won."""
    if outcome is None:
        return say("tools.replay.not_over")
    names = say.list(_name(say, seat) for seat in outcome.winners)
    key = "won" if len(outcome.winners) == 1 else "shared"
    points = outcome.points[outcome.winners[0]]
    return say(f"tools.replay.{key}", name=names, points=points, all=" – ".join(map(str, outcome.points)))


def _list(match: Match, seat: int | None, say: Words) -> None:
    out = console()
    out.print(_heading(match, say), markup=False)
    last = None
    for step in steps(match):
        if step.entry is not None:
            said = " ".join(sentences(match, step, seat, say))
            line = f"{step.entry.n:>4}  {step.entry.move:<12} {said}".rstrip()
            out.print(line, markup=False, soft_wrap=True)
        last = step
    out.print(ending(last.outcome if last else None, say), markup=False)


def _walk(match: Match, seat: int | None, say: Words, ask: Callable[[str], str] = input) -> None:
    """Show one step at a time and ask where to go."""
    all_steps, at = list(steps(match)), 0
    out = console()
    while True:
        _show(match, all_steps, at, seat, say)
        try:
            answer = ask(f"{say('tools.replay.keys')} > ").strip().lower()
        except EOFError:
            return
        if answer == "q":
            return
        at = _next(answer, at, len(all_steps) - 1)
        out.print()


def _next(answer: str, at: int, last: int) -> int:
    """Return where an answer leads to.

    >>> [_next(answer, 5, 60) for answer in ("", "b", "12", "e", "999", "hm")]
    [6, 4, 12, 60, 60, 5]
    """
    if answer.isdecimal():
        return min(int(answer), last)
    return {"": min(at + 1, last), "b": max(at - 1, 0), "e": last}.get(answer, at)


def _show(match: Match, all_steps: list[Step], at: int, seat: int | None, say: Words) -> None:
    step, out = all_steps[at], console()
    draw, view = terminal_of(match.header.title).draw, match.game.view(step.after, seat)
    out.clear()
    if draw is None:
        out.print("\n".join(told(view, say)), markup=False)
    else:
        out.print(draw(match.game, view, say, out.width, out.height - 3))
    number = say("tools.replay.entry", n=at, count=len(all_steps) - 1)
    out.print(f"{number}  {' '.join(sentences(match, step, seat, say))}", markup=False)
    if at == len(all_steps) - 1:
        out.print(ending(step.outcome, say), markup=False)


def _heading(match: Match, say: Words) -> str:
    title = say(f"{match.header.title}.name")
    return say("tools.replay.heading", title=title, seats=match.header.seats, count=match.n)


def _name(say: Words, seat: int) -> str:
    return say("tools.replay.seat", n=seat)
