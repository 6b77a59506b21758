"""`jeton warm`: compile what players need, before they need it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import as_completed

from rich.status import Status

from jeton.bots import processes
from jeton.bots.roster import Tools, tools
from jeton.cli.output import console, words
from jeton.games import find, titles

__all__ = ["warm"]


def warm() -> int:
    """Compile everything now, so that the first game starts at once.

    Jeton keeps the compiled rules in your cache folder, or in JETON_CACHE, and removes those of versions long gone.
    """
    from jeton.core import jit

    say, out = words(), console()
    if jit.INTERPRETED:
        out.print(say("tools.warm.interpreted"), markup=False)
        return 0
    began = time.perf_counter()
    count, folder = 0, None
    for title, found in _compiled_titles().items():
        folder = jit.cache_folder(found.module)
        with console(stderr=True).status(say("tools.warm.compiling")) as status:
            if folder is None:  # what another process compiles would be lost with it
                for share in found.side_by_side:
                    _compile(title, share)
            else:

                def tell(done: int, of: int, status: Status = status) -> None:
                    status.update(f"{say('tools.warm.compiling')} ({done}/{of})")

                _compile_side_by_side(title, found.side_by_side, tell)
        jit.forget_old_caches(found.module)
        count += sum(map(len, found.side_by_side))
    seconds = f"{time.perf_counter() - began:.1f}"
    key = "tools.warm.not_kept" if folder is None else "tools.warm.done"
    out.print(say(key, count=count, seconds=seconds, folder=folder), markup=False, soft_wrap=True)
    return 0


def _compiled_titles() -> dict[str, Tools]:
    """Return the titles that compile something, but only one of those that share their tools."""
    found = {find(title).tools: title for title in reversed(titles()) if find(title).tools}
    return {title: known for title in found.values() if (known := tools(title)) is not None}


def _compile_side_by_side(title: str, shares: Sequence[Iterable[str]], tell: Callable[[int, int], None]) -> None:
    """Compile in two processes; each finds in the cache folder what the other has compiled, as do all later ones."""
    first, beside, then, last = shares
    one, other = processes.start(1), processes.start(1)
    try:
        rules = other.submit(_compile, title, first)
        begun = [rules, one.submit(_compile, title, beside), other.submit(_compile, title, then)]
        rules.result()
        begun.append(one.submit(_compile, title, last))
        for done, future in enumerate(as_completed(begun), start=1):
            future.result()
            tell(done, len(begun))
    finally:
        for pool in (one, other):
            processes.end(pool)


def _compile(title: str, names: Iterable[str]) -> None:
    gc.disable()  # a compiler makes little garbage, and looking for it takes a twentieth of its time
    known = tools(title)
    todo = {} if known is None else known.warm()
    for name in names:
        todo[name]()
