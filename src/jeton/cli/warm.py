"""`jeton warm`: compile what players need, before they need it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from jeton.cli.output import console, words

__all__ = ["SHARES", "tasks", "warm"]

SHARES = (
    ("begin", "sight", "insight", "refusal", "standings", "order", "rekey"),
    ("look", "step", "shuffle_unseen", "puct"),
)
"""What one core compiles while another does the rest: about equally long, and `puct` calls what stands before it."""


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
            _compile(name for share in SHARES for name in share)
        else:
            _compile_side_by_side(lambda done: status.update(f"{say('tools.warm.compiling')} ({done}/{len(SHARES)})"))
    jit.forget_old_caches("jeton.games.splendor.compiled")
    seconds = f"{time.perf_counter() - began:.1f}"
    key = "tools.warm.not_kept" if folder is None else "tools.warm.done"
    count = sum(map(len, SHARES))
    out.print(say(key, count=count, seconds=seconds, folder=folder), markup=False, soft_wrap=True)
    return 0


def _compile_side_by_side(tell: Callable[[int], None]) -> None:
    """Each share in a process of its own; what they compile is found in the cache folder by whoever comes next."""
    with ProcessPoolExecutor(len(SHARES), mp_context=get_context("spawn")) as pool:
        for done, future in enumerate(as_completed([pool.submit(_compile, share) for share in SHARES]), start=1):
            future.result()
            tell(done)


def _compile(names: Iterable[str]) -> None:
    todo = tasks()
    for name in names:
        todo[name]()


def tasks() -> dict[str, Callable[[], object]]:
    """Each entry point that a match at a table can reach, with a call that compiles it; both titles share them.

    The position is all zeros but for its seats, so that no task needs what another one compiles.
    """
    import numpy as np

    from jeton.bots import net, search
    from jeton.games.splendor import compiled
    from jeton.games.splendor.features import WIDE
    from jeton.games.splendor.game import Splendor
    from jeton.games.splendor.rules import POSITION, WORDS
    from jeton.games.splendor.view import INSIGHT, SIGHT, insight, sight

    ruleset = Splendor("marvel").ruleset
    position = np.zeros(WORDS, np.int64)
    position.view(POSITION)["seats"] = 2

    def puct() -> None:
        weights = net.load("marvel", 2)
        judge = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32))
        tree, room = search.Tree(1, 1).arrays, search.Room(ruleset).arrays
        search.puct(position, 0, 0, tree, room, judge, 0, 1.0, 0.0, 1.0, 0.0)

    return {
        "begin": lambda: compiled.begin(ruleset, position.copy(), 2, 0, 0),
        "look": lambda: compiled.look(ruleset, position),
        "step": lambda: compiled.step(ruleset, position.copy(), 0),
        "sight": lambda: sight(ruleset, position, np.zeros(SIGHT, np.int64)),
        "insight": lambda: insight(ruleset, position, 0, np.zeros(INSIGHT, np.int64)),
        "refusal": lambda: compiled.refusal(ruleset, position, 0),
        "standings": lambda: compiled.standings(ruleset, position, np.zeros(4, np.int64)),
        "order": lambda: compiled.order(ruleset, position.copy(), 0, np.zeros(40, np.int64)),
        "rekey": lambda: compiled.rekey(position.copy(), 0, 0),
        "shuffle_unseen": lambda: compiled.shuffle_unseen(ruleset, position.copy(), 0, 0, 0),
        "puct": puct,
    }
