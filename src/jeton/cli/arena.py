"""`jeton arena`: let bots play each other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from jeton.bots.arena import BadContest, Contest, Deal, play_deals
from jeton.bots.ratings import Standing, standings
from jeton.cli.crew import crew_of
from jeton.cli.explain import Explained, explained, sentences
from jeton.cli.output import check_numbers, console, parse_options, print_json, words
from jeton.cli.parameters import Parameter
from jeton.core.processors import processors
from jeton.games import first

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Summary", "arena", "summarize"]

MOST_SEATS = 4


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What `jeton arena --json` prints; all but `speed` and `seconds_per_move` follows from the seed."""

    title: str
    seats: int
    options: dict[str, Any]
    seed: int
    deals: int
    games: int
    bots: tuple[Standing, ...]
    turns: float
    """A player's turns in a game, on average."""
    decisions: float
    """Moves in a game, returns and payments counted, on average."""
    limited: int
    """Games that the turn limit ended; they were ranked as they stood."""
    terminations: dict[str, int]
    forfeits: dict[str, dict[str, int]]
    """By bot: how many games it broke off, and how."""
    interrupted: bool
    speed: dict[str, float]
    """`seconds` in all, and `decisions` and `games` a second."""
    explained: tuple[Explained, ...] = ()
    """With `--explain`: every game with what its bots thought."""


def arena(
    *bots: str,
    title: str | None = None,
    seats: int | None = None,
    games: int = 200,
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    options: Annotated[str, Parameter(show_default=False)] = "",
    turn_limit: int = 200,
    seconds: float | None = None,
    simulations: int | None = None,
    save: Path | None = None,
    explain: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Let bots play each other and say who is better, and how surely.

    The bots play every deal once per rotation of the seats, so that all of them get the same cards and the first move
    equally often. Shares of victory come with a 95 % interval over deals. The same seed gives the same results, however
    many workers there are (unless you give bots seconds). Ctrl-C shows the results so far.

    With more bots than seats each choice of bots plays; with fewer, they take turns around the table.

    For example:

    ```
    jeton arena greedy random
    jeton arena greedy greedy random --title marvel --seats 3 --games 600
    jeton arena greedy random --options goal=21 --save matches --json
    jeton arena level8@0.5s mcts@0.5s --games 100
    jeton arena search@300 level4 --games 2 --explain
    jeton arena my_bot.py:MyBot greedy
    jeton arena "run:./my_bot --fast" greedy
    jeton arena level8 level7 --games 4000 --ray 10.0.0.5:6379
    ```

    A bot of yours is a class of a file or of an installed package, a name of its entry points `jeton.bots`, or after
    `run:` any program that speaks lines of JSON (docs/bots.md). It plays in a process of its own: one that makes an
    illegal move, does not answer or dies forfeits that game, and the contest goes on.

    Args:
        bots: Two or more, as `name`, `name:key=value,…`, `file.py:Class` or `run:command`; `@0.5s` or `@300` after it
            is what it may spend on a move.
        title: The game; by default, splendor.
        seats: Players at a table; by default, as many as there are bots.
        games: How many games, rounded up to whole deals.
        seed: Decides the deals, and the chance that bots get.
        workers: Processes; by default, as many as processors.
        ray: Play on a Ray cluster: its address, `auto`, or `local` for one of this machine. Needs jeton[ray].
        options: Table options, as in `goal=21,first=seat`.
        turn_limit: Turns of each player after which the arena ranks a game as it stands.
        seconds: How many seconds a bot may spend on a move.
        simulations: How many simulations a bot may spend on a move.
        save: A folder for the match file of each game.
        explain: Print every move with what its bot thought: candidates, chances, and the line it expects.
        as_json: Print one JSON object instead of a table.
    """
    if len(bots) < 2:
        raise BadContest(f"expected at least two bots, got {len(bots)}: try `jeton arena greedy random`")
    check_numbers(games=games, workers=workers, turn_limit=turn_limit, seconds=seconds, simulations=simulations)
    contest = Contest(
        bots=bots,
        title=title or first(),
        seats=min(len(bots), MOST_SEATS) if seats is None else seats,
        seed=seed,
        options=parse_options(options),
        turn_limit=turn_limit,
        seconds=seconds,
        simulations=simulations,
        keep=save is not None,
        explain=explain,
    )
    game = contest.game()
    contest = msgspec.structs.replace(
        contest, options=dict(game.options), deals=max(1, -(-games // contest.matches_per_deal))
    )
    began = time.perf_counter()
    deals, interrupted = _hold(contest, processors() if workers is None else workers, ray, save)
    if not deals:
        raise BadContest("interrupted before the first deal was played")
    summary = summarize(contest, deals, time.perf_counter() - began, interrupted=interrupted)
    if as_json:
        print_json(summary)
    else:
        show(contest, summary)
    return 0


def _hold(contest: Contest, workers: int, ray: str | None, save: Path | None) -> tuple[list[Deal], bool]:
    """Play; return the finished deals in order, and whether Ctrl-C stopped it."""
    deals: list[Deal] = []
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    interrupted = False
    with _progress(contest) as (progress, task), crew_of(ray) as crew:
        playing = play_deals(contest, workers, crew)
        try:
            for deal in playing:
                if save is not None:
                    _save(save, contest, deal)
                deals.append(deal)
                progress.advance(task, len(deal.results))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            playing.close()
    return sorted(deals, key=lambda deal: deal.number), interrupted


@contextmanager
def _progress(contest: Contest) -> Iterator[tuple[Progress, Any]]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    err = console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        yield progress, progress.add_task(", ".join(contest.bots), total=contest.matches)


def _save(folder: Path, contest: Contest, deal: Deal) -> None:
    for result in deal.results:
        seated = "-".join(str(bot + 1) for bot in result.bots)
        name = f"{contest.title}-{contest.seed}-{deal.number + 1}-{seated}.match"
        (folder / name).write_text(result.match or "", encoding="utf-8", newline="\n")


def summarize(contest: Contest, deals: list[Deal], seconds: float, *, interrupted: bool = False) -> Summary:
    """Return the results of a contest in numbers."""
    results = [result for deal in deals for result in deal.results]
    decisions = sum(sum(result.moves) for result in results)
    terminations: dict[str, int] = {}
    for result in results:
        terminations[result.termination] = terminations.get(result.termination, 0) + 1
    forfeits: dict[str, dict[str, int]] = {}
    for result in results:
        if result.forfeit is not None and result.reason is not None:
            reasons = forfeits.setdefault(contest.bots[result.bots[result.forfeit]], {})
            reasons[result.reason] = reasons.get(result.reason, 0) + 1
    return Summary(
        title=contest.title,
        seats=contest.seats,
        options=contest.options,
        seed=contest.seed,
        deals=len(deals),
        games=len(results),
        bots=standings(contest, deals),
        turns=sum(result.turns for result in results) / len(results) / contest.seats,
        decisions=decisions / len(results),
        limited=terminations.get("limit", 0),
        terminations=terminations,
        forfeits=forfeits,
        interrupted=interrupted,
        speed={"seconds": seconds, "decisions": decisions / seconds, "games": len(results) / seconds},
        explained=explained(contest, deals) if contest.explain else (),
    )


def show(contest: Contest, summary: Summary) -> None:
    """Print the results as a table."""
    from rich.table import Table

    say, out = words(), console()
    for game in summary.explained:
        for line in sentences(game, say):
            out.print(line, markup=False, soft_wrap=True)
        out.print()
    title = say(f"{summary.title}.name")
    out.print(say("tools.arena.heading", title=title, seats=summary.seats, games=summary.games, deals=summary.deals))
    if summary.interrupted:
        out.print(say("tools.arena.interrupted", planned=contest.matches))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say("tools.arena.bot"))
    for column in ("wins", "interval", "wilson", "points", "rating", "thinking"):
        table.add_column(say(f"tools.arena.{column}"), justify="right")
    for bot in summary.bots:
        table.add_row(
            bot.bot,
            f"{100 * bot.share:.1f} %",
            f"{100 * bot.low:.1f}–{100 * bot.high:.1f} %",
            f"{100 * bot.wilson_low:.1f}–{100 * bot.wilson_high:.1f} %",
            f"{bot.points:.1f}",
            f"{bot.elo:+.0f}",
            say("tools.arena.ms", n=f"{1000 * bot.seconds_per_move:.2f}"),
        )
    out.print()
    out.print(table)
    out.print()
    out.print(say("tools.arena.length", turns=f"{summary.turns:.1f}", decisions=f"{summary.decisions:.1f}"))
    out.print(say("tools.arena.limited", count=summary.limited, limit=contest.turn_limit))
    for bot_name, reasons in summary.forfeits.items():
        why = ", ".join(say(f"tools.arena.reasons.{reason}") for reason in reasons)
        out.print(say("tools.arena.forfeited", bot=bot_name, count=sum(reasons.values()), why=why), markup=False)
    speed = f"{summary.speed['decisions']:,.0f}"
    out.print(say("tools.arena.speed", seconds=f"{summary.speed['seconds']:.1f}", speed=speed))
