"""`jeton review`: a match file judged, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import jeton
from jeton import bots
from jeton.analysis import LINES, Choice, Decision, Review, judge_of
from jeton.analysis import review as judge
from jeton.analysis.clues import ClueReview, ReadClue, Wits, clue_reader_of, review_clues
from jeton.analysis.verdicts import MARKS
from jeton.analysis.why import sentences as reasons
from jeton.bots.bot import OnProgress
from jeton.bots.clues import ClueReader
from jeton.cli.crew import crew_of
from jeton.cli.output import BadArgument, check_numbers, console, print_json, words
from jeton.cli.parameters import Parameter
from jeton.core.game import Game
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["clue_sentences", "review", "sentences"]


def review(
    file: Path,
    /,
    *,
    lines: int = LINES,
    seed: int = 1,
    ray: str | None = None,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Judge a match file: what each move cost, and which was better.

    For every decision it says each seat's chance to win, from what the player could know; if the move cost something,
    also how much, which move was better, and why. It calls a move a slip (?!), a mistake (?) or a blunder (??) only if
    two readings agree. If players give each other clues, as in Guardians of Legends, it says what each clue could have
    meant, who read it well, which clue told most, and which misled most.

    For example:

    ```
    jeton review my.match
    jeton review my.match --lines 20000
    jeton review my.match --json
    ```

    Args:
        file: A match file.
        lines: Lines to read at a decision: more take longer and are surer.
        seed: Which deals to read; another number reads others.
        ray: Read on a Ray cluster: its address, `auto`, or `local` for one of this machine. Needs jeton[ray].
        as_json: Print one JSON object with everything that it found.
    """
    check_numbers(lines=lines)
    match, say = _load(file), words()
    found: Review | ClueReview
    told: Iterator[str]
    if bots.roster(match.header.title).clues is not None:
        if ray:
            raise BadArgument(f"--ray: clues of {match.header.title} are read on this machine, in seconds")
        with _progress(match, say("clues.reading")) as on_progress:
            clues = review_clues(match, on_progress=on_progress)
        found, told = clues, clue_sentences(clues, say, match)
    else:
        judge_of(match.game)  # or say so before anything is read
        with _progress(match, say("tools.review.reading")) as on_progress, crew_of(ray) as crew:
            judged = judge(match, lines=lines, seed=seed, on_progress=on_progress, crew=crew)
        found, told = judged, sentences(judged, say, match.game)
    if as_json:
        print_json(found)
    else:
        out = console()
        for line in told:
            out.print(line, markup=False, soft_wrap=True)
    return 0


def _load(file: Path) -> Match:
    match = jeton.load(file)
    if not match.n_standing:
        raise BadArgument(f"{file}: {words()('tools.review.empty')}")
    return match


@contextmanager
def _progress(match: Match, reading: str) -> Iterator[OnProgress]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    err = console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(reading, total=match.n_standing)
        yield lambda done: progress.update(task, completed=round(done * match.n_standing))


def sentences(found: Review, say: Words, game: Game[Any, Any]) -> Iterator[str]:
    """Yield a review line by line."""
    names = [say("tools.replay.seat", n=seat) for seat in range(found.seats)]
    title = say(f"{found.title}.name")
    yield say("tools.review.heading", title=title, seats=found.seats, count=len(found.decisions), lines=found.lines)
    if not found.calibrated:
        yield say("tools.review.plain")
    yield ""
    for one in found.decisions:
        yield _decision(one, say)
        yield from (f"      {reason}" for reason in reasons(game, one.why, say, names))
    yield ""
    for seat, player in enumerate(found.players):
        if player.accuracy is not None:
            names = [
                say("tools.review.slips", count=player.slips),
                say("tools.review.mistakes", count=player.mistakes),
                say("tools.review.blunders", count=player.blunders),
            ]
            who = say("tools.replay.seat", n=seat)
            percent = f"{player.accuracy:.0f}"
            yield say("tools.review.player", name=who, percent=percent, names=", ".join(names))
    if found.accuracy is not None:
        yield say("tools.review.all", percent=f"{found.accuracy:.0f}")


def clue_sentences(found: ClueReview, say: Words, match: Match) -> Iterator[str]:
    """Yield what a reader made of the clues of a match, line by line."""
    names = [say("tools.replay.seat", n=seat) for seat in range(found.seats)]
    reader, by_entry = clue_reader_of(match), {one.n: one for one in found.clues}
    title = say(f"{found.title}.name")
    yield say("clues.heading", title=title, seats=found.seats, count=len(found.clues))
    yield say("clues.note")
    yield ""
    for one in found.clues:
        first, *others = [reader.says(fact, say, names) for fact in one.why]
        yield f"{one.n:>4}  {first}{_mark(one, found, say)}"
        yield from (f"      {other}" for other in others)
    yield ""
    for key, n in (("telling", found.telling), ("misleading", found.misleading)):
        told = say(f"clues.no_{key}") if n is None else reader.says(by_entry[n].why[0], say, names)
        yield told if n is None else f"{say(f'clues.{key}')}: {n}. {told}"
        if n is not None:
            yield f"      {_measure(by_entry[n], reader, say, names)}"
    if found.readers:
        yield f"{say('clues.reader')}: {say.list([names[seat] for seat in found.readers])}."
    else:
        yield say("clues.nobody_read")
    for seat, player in enumerate(found.players):
        own = [one for one in found.clues if one.seat == seat]
        yield from _wits(player, own, names[seat], say)


def _measure(one: ReadClue, reader: ClueReader, say: Words, names: Sequence[str]) -> str:
    """Return by how much a clue told or misled most."""
    if one.rank > 1:
        return " ".join(reader.says(fact, say, names) for fact in one.why if fact.code == "times")
    was, now = (f"{100 * chances[one.meant]:.0f}" for chances in (one.before, one.chances))
    return say("clues.most_telling", was=was, percent=now, times=round(2**one.bits))


def _mark(one: ReadClue, found: ClueReview, say: Words) -> str:
    marks = [key for key, n in (("telling", found.telling), ("misleading", found.misleading)) if n == one.n]
    return "".join(f" [{say(f'clues.mark_{key}')}]" for key in marks)


def _wits(player: Wits, own: Sequence[ReadClue], name: str, say: Words) -> Iterator[str]:
    yield say("clues.wits", name=name, right=player.right, boats=player.boats, likely=_decimal(player.likely, say))
    if own:
        yield say("clues.gave", name=name, count=len(own), first=sum(one.rank == 1 for one in own))


def _decimal(value: float, say: Words) -> str:
    return f"{value:.1f}" if say.language == "en" else f"{value:.1f}".replace(".", ",")


def _decision(one: Decision, say: Words) -> str:
    chances = " – ".join(f"{_percent(chance):>3}" for chance in one.before)
    who = say("tools.replay.seat", n=one.seat)
    line = f"{one.n:>4}  {who}  {one.move:<14} {chances} %"
    if not one.verdict:
        return line
    left = one.after[one.seat]
    better = ", ".join(_choice(choice, one.seat) for choice in one.best if choice.chances[one.seat] > left)
    told = say("tools.review.better", moves=better, percent=_percent(left))
    return f"{line}  {MARKS[one.verdict]:<2} −{_percent(one.cost)}  {told}"


def _choice(choice: Choice, seat: int) -> str:
    return f"{choice.move} {_percent(choice.chances[seat])} % (± {max(1, _percent(choice.margin))})"


def _percent(chance: float) -> int:
    return round(100 * chance)
