"""`jeton warm`: compile what players need, before they need it."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any

from jeton.cli.output import console, words

__all__ = ["ALL", "tasks", "warm"]

RULES = ("look", "step", "shuffle_unseen")
JUDGE = ("judge",)
SEARCH = ("puct",)
REST = ("begin", "sight", "insight", "write", "refusal", "standings", "order", "rekey")
"""What is compiled side by side: the judge while the rules, the search, which calls both, while the rest."""

ALL = RULES + JUDGE + SEARCH + REST


def warm() -> int:
    """Compile everything now, so that the first game starts at once.

    The compiled rules are kept in the user's cache folder, or in JETON_CACHE; those of versions long gone are removed.
    """
    from jeton.core import jit

    say, out = words(), console()
    if jit.INTERPRETED:
        out.print(say("tools.warm.interpreted"), markup=False)
        return 0
    began = time.perf_counter()
    folder = jit.cache_folder("jeton.games.splendor.compiled")
    with console(stderr=True).status(say("tools.warm.compiling")) as status:
        if folder is None:  # what another process compiles would be lost with it
            _compile(ALL)
        else:
            _compile_side_by_side(lambda done, of: status.update(f"{say('tools.warm.compiling')} ({done}/{of})"))
    jit.forget_old_caches("jeton.games.splendor.compiled")
    seconds = f"{time.perf_counter() - began:.1f}"
    key = "tools.warm.not_kept" if folder is None else "tools.warm.done"
    count = len(ALL)
    out.print(say(key, count=count, seconds=seconds, folder=folder), markup=False, soft_wrap=True)
    return 0


def _compile_side_by_side(tell: Callable[[int, int], None]) -> None:
    """In two processes; what one has compiled, the other and whoever comes next find in the cache folder."""
    one, other = (ProcessPoolExecutor(1, get_context("spawn"), initializer=_ignore_interrupts) for _ in range(2))
    try:
        rules = other.submit(_compile, RULES)
        shares = [rules, one.submit(_compile, JUDGE), other.submit(_compile, REST)]
        rules.result()
        shares.append(one.submit(_compile, SEARCH))
        for done, future in enumerate(as_completed(shares), start=1):
            future.result()
            tell(done, len(shares))
    finally:
        for pool in (one, other):
            _end(pool)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes, but only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor) -> None:
    """End the process of a pool now: after Ctrl-C nobody waits for what it compiles."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


def _compile(names: Iterable[str]) -> None:
    gc.disable()  # a compiler makes little garbage, and looking for it takes a twentieth of its time
    todo = tasks()
    for name in names:
        todo[name]()


def tasks() -> dict[str, Callable[[], object]]:
    """Each entry point that a match at a table can reach, with a call that compiles it; both titles share them.

    The position is all zeros but for its seats, so that no task needs what another one compiles. `judge` is the half of
    the search that needs no rule, for the process that goes on with `puct`.
    """
    import numba
    import numpy as np

    from jeton.bots.splendor import net, search
    from jeton.games.splendor import compiled
    from jeton.games.splendor.features import WIDE
    from jeton.games.splendor.game import Splendor
    from jeton.games.splendor.rules import POSITION, WORDS
    from jeton.games.splendor.view import INSIGHT, SIGHT, insight, sight
    from jeton.games.splendor.view_json import ROOM, Writer, write

    game = Splendor("marvel")
    ruleset, program = game.ruleset, Writer(game, 2, None).program()
    position = np.zeros(WORDS, np.int64)
    position.view(POSITION)["seats"] = 2

    room = search.Room(ruleset).arrays
    weights = net.load("marvel", 2)
    opinion = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32))

    def judge() -> None:
        _, rules, _, positions, _, names, _ = room
        arguments = (rules[0], positions[0], *opinion[:2], 0, names, *opinion[2:])
        evaluate: Any = net.evaluate
        evaluate.compile(tuple(map(numba.typeof, arguments)))

    def puct() -> None:
        search.puct(position, 0, 0, search.Tree(1, 1).arrays, room, opinion, 0, 1.0, 0.0, 1.0, 0.0)

    return {
        "begin": lambda: compiled.begin(ruleset, position.copy(), 2, 0, 0),
        "look": lambda: compiled.look(ruleset, position),
        "step": lambda: compiled.step(ruleset, position.copy(), 0),
        "sight": lambda: sight(ruleset, position, np.zeros(SIGHT, np.int64)),
        "insight": lambda: insight(ruleset, position, 0, np.zeros(INSIGHT, np.int64)),
        "write": lambda: write(
            *program, np.zeros(SIGHT, np.int64), np.zeros(INSIGHT + 1, np.int64), np.empty(ROOM, np.uint8)
        ),
        "refusal": lambda: compiled.refusal(ruleset, position, 0),
        "standings": lambda: compiled.standings(ruleset, position, np.zeros(4, np.int64)),
        "order": lambda: compiled.order(ruleset, position.copy(), 0, np.zeros(40, np.int64)),
        "rekey": lambda: compiled.rekey(position.copy(), 0, 0),
        "shuffle_unseen": lambda: compiled.shuffle_unseen(ruleset, position.copy(), 0, 0, 0),
        "judge": judge,
        "puct": puct,
    }
