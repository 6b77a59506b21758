"""`jeton rate`: make the ladder, one scale per title and number of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec

from jeton.bots import offered, roster
from jeton.bots.arena import BadContest
from jeton.bots.catalogue import Rating, Ratings, save_ratings
from jeton.bots.ladder import ANCHORED_AT, Ladder, Step, Unit, climb, scale, steps
from jeton.cli.crew import crew_of
from jeton.cli.output import BadArgument, check_numbers, console, print_json, words
from jeton.cli.parameters import Parameter
from jeton.core.processors import processors
from jeton.games import find, titles

__all__ = ["Rung", "Scale", "rate"]


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A bot on a scale."""

    bot: str
    rating: Rating
    step: Step | None
    """How often it beats the bot before it."""


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """What `jeton rate --json` prints, one for each title and number of seats."""

    title: str
    seats: int
    games: int
    anchor: str
    rungs: tuple[Rung, ...]


def rate(
    *bots: str,
    title: Annotated[tuple[str, ...], Parameter(negative="", show_default=False)] = (),
    seats: Annotated[tuple[int, ...], Parameter(negative="", show_default=False)] = (),
    deals: int = 100,
    span: int = 2,
    seed: int = 0,
    anchor: str | None = None,
    workers: int | None = None,
    ray: str | None = None,
    seconds: float | None = None,
    minutes: float | None = None,
    log: Path = Path("ladder.jsonl"),
    write: Path | None = None,
    markdown: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Rate bots on one scale, and say how surely.

    Bots that are near each other on the ladder meet on the same deals, each deal once per rotation of the seats. The
    command fits one scale to all of it: 400 points are ten to one, and the anchor stands at 1000. Intervals are 95 %.

    Each finished deal is a line of the log. If Ctrl-C or --minutes stops it, the same command goes on there.

    For example:

    ```
    jeton rate --title splendor --seats 2 --deals 200
    jeton rate level3 greedy level4 level4:style=builder --title marvel --seats 2
    jeton rate --deals 200 --seconds 0.5 --write src/jeton/bots/ratings.json
    ```

    Args:
        bots: From the weakest to the strongest, as `jeton arena` takes them; by default, all levels and the anchor.
        title: The game; by default, every one with a ladder of levels. One option for each.
        seats: Players at a table; by default, all numbers that the game takes. One option for each.
        deals: Deals for every line-up, which plays each once per rotation of the seats.
        span: How far apart on the ladder two bots may be to meet: 1 means neighbours only.
        seed: Decides the deals, and the chance that bots get.
        anchor: The bot that stands at 1000; by default, the one that the game names.
        workers: Processes; by default, as many as processors.
        ray: Play on a Ray cluster: its address, `auto`, or `local` for one of this machine. Needs jeton[ray].
        seconds: The most seconds that a bot may spend on a move, if its level would take longer.
        minutes: Stop after so many minutes, and rate what the bots have played until then.
        log: Where to keep finished deals.
        write: Put the ratings into this file, beside those of other titles and seats.
        markdown: Print tables in Markdown.
        as_json: Print one JSON list.
    """
    if deals < 1 or span < 1:
        raise BadArgument(f"--deals and --span: expected 1 or more, got {deals} and {span}")
    check_numbers(workers=workers, seconds=seconds)
    if minutes is not None and not 0 <= minutes < float("inf"):  # 0: rate what was played
        raise BadArgument(f"--minutes: expected 0 or more, got {minutes}")
    if write is not None:
        kept(write)  # before hours of play, not after
    ladders = [
        Ladder(
            bots=tuple(bots) or _everybody(one, anchor or roster(one).anchor), title=one, seats=n, deals=deals,
            span=span, seed=seed, seconds=seconds, options=dict(roster(one).rated_with),
        )
        for one in title or [name for name in titles() if roster(name).rated]
        for n in seats or find(one).seats
    ]  # fmt: skip
    units = _hold(ladders, log, processors() if workers is None else workers, ray, minutes)
    found = [_scale(ladder, units, anchor or roster(ladder.title).anchor) for ladder in ladders]
    if write is not None:
        keep(write, found)
    if as_json:
        print_json(found)
    elif markdown:
        print("\n".join(table(one) for one in found))
    else:
        for one in found:
            show(one)
    return 0


def _everybody(title: str, anchor: str) -> tuple[str, ...]:
    """Return the anchor, then the bot levels that people can choose.

    The anchor comes first, since between two levels it would push them further apart on the ladder.
    """
    return (anchor, *(name for name in offered(title) if name != anchor))


def _hold(ladders: Sequence[Ladder], log: Path, workers: int, ray: str | None, minutes: float | None) -> list[Unit]:
    """Play, with a bar; return what the log then has."""
    with _progress() as on_progress, crew_of(ray) as crew:
        return climb(ladders, log, workers, crew=crew, minutes=minutes, on_progress=on_progress)


def _scale(ladder: Ladder, units: Sequence[Unit], anchor: str) -> Scale:
    mine = [unit for unit in units if (unit.title, unit.seats) == (ladder.title, ladder.seats)]
    met = {bot for unit in mine for bot in unit.bots}
    if set(ladder.bots) - met:
        raise BadContest(f"{ladder.title}, {ladder.seats} seats: too few deals were played to rate everybody; go on")
    ratings = scale(ladder.bots, mine, anchor=anchor)
    levels = [bot for bot in ladder.bots if bot != anchor or bot in offered(ladder.title)]
    stairs = {step.upper: step for step in steps(levels, mine)}
    rungs = tuple(Rung(bot=bot, rating=ratings[bot], step=stairs.get(bot)) for bot in ladder.bots)
    games = sum(len(unit.seated) for unit in mine)
    return Scale(title=ladder.title, seats=ladder.seats, games=games, anchor=anchor, rungs=rungs)


def kept(path: Path) -> Ratings | None:
    """Return what a file has of ratings; None if there is none."""
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ratings)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadArgument(f"--write: {path} is no file of ratings, and is left as it is: {error}") from None


def keep(path: Path, scales: Sequence[Scale]) -> None:
    """Put ratings into a file, beside what it has of other titles and seats.

    If a title has another anchor than before, what the old one measured goes.
    """
    old = kept(path) or Ratings(anchored_at=ANCHORED_AT)
    known, anchors, nets, levels = dict(old.scales), dict(old.anchors), dict(old.nets), dict(old.levels)
    for one in scales:
        if anchors.get(one.title, one.anchor) != one.anchor:
            del known[one.title]
        anchors[one.title] = one.anchor
        known[one.title] = {
            **known.get(one.title, {}),
            str(one.seats): {rung.bot: rung.rating for rung in one.rungs},
        }
        where = f"{one.title}-{one.seats}"
        if net := roster(one.title).net(one.seats):
            nets[where] = net
        if level := roster(one.title).levels(one.seats):
            levels[where] = level
    new = Ratings(anchors=anchors, anchored_at=ANCHORED_AT, scales=known, nets=nets, levels=levels)
    save_ratings(path, new)


def table(one: Scale) -> str:
    """Return a scale in Markdown."""
    say = words()
    heading = say("tools.rate.heading", title=say(f"{one.title}.name"), seats=one.seats, games=f"{one.games:,}")
    columns = [say("tools.arena.bot"), say("tools.arena.rating"), "95 %", say("tools.rate.step")]
    lines = [f"### {heading}", "", f"| {' | '.join(columns)} |", "|---|---:|---:|---:|"]
    return "\n".join([*lines, *(f"| `{a}` | {b} | {c} | {d} |" for a, b, c, d in map(_cells, one.rungs)), ""])


def show(one: Scale) -> None:
    """Print a scale for the terminal."""
    from rich.table import Table

    say, out = words(), console()
    title = say(f"{one.title}.name")
    out.print(say("tools.rate.heading", title=title, seats=one.seats, games=f"{one.games:,}"))
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    shown.add_column(say("tools.arena.bot"))
    for column in (say("tools.arena.rating"), "95 %", say("tools.rate.step")):
        shown.add_column(column, justify="right")
    for rung in one.rungs:
        shown.add_row(*_cells(rung))
    out.print(shown)
    out.print()


def _cells(rung: Rung) -> tuple[str, str, str, str]:
    rating, step = rung.rating, rung.step
    beats = f"{step.lower} {step.share:.2f} ({step.low:.2f}–{step.high:.2f})" if step else ""
    return rung.bot, f"{rating.elo:.0f}", f"{rating.low:.0f}–{rating.high:.0f}", beats


@contextmanager
def _progress() -> Iterator[Callable[[int, int], Any]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    err = console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(words()("tools.rate.playing"), total=None)
        yield lambda done, of: progress.update(task, completed=done, total=of)
