"""`jeton dataset`: every decision of many matches of bots, as Parquet files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from jeton.cli.crew import crew_of
from jeton.cli.output import BadArgument, check_numbers, console, parse_options, print_json, words
from jeton.cli.parameters import Parameter
from jeton.core.processors import processors
from jeton.games import find, first

__all__ = ["dataset"]


def dataset(
    folder: Path,
    /,
    *bots: str,
    title: str | None = None,
    seats: int | None = None,
    matches: int = 10_000,
    seed: int = 0,
    options: str = "",
    features: bool = True,
    part: int = 1024,
    workers: int | None = None,
    ray: str | None = None,
    check: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Write every decision of many matches of bots as Parquet files.

    A row is a decision: who, what, what was legal, what the seat saw, and how the match ended for it. The folder gets
    the files, `dataset.json` with the source and the SHA-256 of each file, and a card. If Ctrl-C
    stops it, the same command goes on there, and writes the same bytes with any number of workers. Needs jeton[data].

    For example:

    ```
    jeton dataset mine random --matches 100000
    jeton dataset mine level4 greedy --title marvel --seats 3
    jeton dataset mine --check
    ```

    Args:
        folder: Where to write it.
        bots: Who plays, as `jeton arena` takes them: in turn around the table, in each match one seat further.
        title: The game; by default, splendor.
        seats: Players at a table; by default, the fewest that the game takes.
        matches: How many matches; if the folder has fewer, the bots play the missing ones.
        seed: Decides the deals, and the chance that bots get.
        options: Table options, as in `goal=21,visible=off`.
        features: Write what the seat saw.
        part: Matches in a file.
        workers: Processes; by default, as many as processors.
        ray: Play on a Ray cluster: its address, `auto`, or `local` for one of this machine. Needs jeton[ray].
        check: Compare what is there with its checksums, and play nothing.
        as_json: Print the description as JSON.
    """
    try:
        import pyarrow  # type: ignore[import-untyped,unused-ignore]  # noqa: F401
    except ImportError:
        raise BadArgument("`jeton dataset` needs more than the engine. Type: pip install 'jeton[data]'") from None
    from jeton.envs import dataset as files
    from jeton.envs.rows import Source

    say = words()
    if check:
        found = files.check(folder)
        if as_json:
            print_json(found)
        else:
            console().print(say("tools.dataset.checked", parts=len(found.parts), rows=found.rows), markup=False)
        return 0
    if not bots:
        raise BadArgument("expected at least one bot after the folder, as in: jeton dataset mine random")
    check_numbers(matches=matches, part=part, workers=workers)
    name = title or first()
    source = Source(
        title=name, seats=seats or min(find(name).seats), bots=tuple(bots), seed=seed, options=parse_options(options),
        features=features,
    )  # fmt: skip
    rows = 0
    processes = workers or processors()
    try:
        with console(stderr=True).status(say("tools.dataset.writing", matches=matches)), crew_of(ray) as crew:
            for one in files.make_parts(folder, source, matches, per_part=part, workers=processes, crew=crew):
                rows += one.rows
    except KeyboardInterrupt:
        console(stderr=True).print(say("tools.dataset.stopped", rows=rows), markup=False)
        raise
    said = files.read_description(folder)
    if said is None:
        raise BadArgument(f"{folder}: nothing was written")
    if as_json:
        print_json(said)
    else:
        told = say("tools.dataset.done", matches=matches, rows=said.rows, parts=len(said.parts), folder=folder)
        console().print(told, markup=False, soft_wrap=True)
    return 0
