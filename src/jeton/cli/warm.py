"""`jeton warm`: compile what players need, before they need it."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from jeton.cli.output import console, words

__all__ = ["tasks", "warm"]


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
    todo = tasks()
    with console(stderr=True).status(say("tools.warm.compiling")) as status:
        for i, (name, task) in enumerate(todo, start=1):
            status.update(f"{say('tools.warm.compiling')} ({i}/{len(todo)}): {name}")
            task()
    jit.forget_old_caches("jeton.games.splendor.compiled")
    folder, seconds = jit.cache_folder("jeton.games.splendor.compiled"), f"{time.perf_counter() - began:.1f}"
    key = "tools.warm.not_kept" if folder is None else "tools.warm.done"
    out.print(say(key, count=len(todo), seconds=seconds, folder=folder), markup=False, soft_wrap=True)
    return 0


def tasks() -> list[tuple[str, Callable[[], object]]]:
    """Each entry point that a match at a table can reach, with a call that compiles it; both titles share them."""
    import numpy as np

    from jeton.bots import Budget
    from jeton.bots.players import SearchBot
    from jeton.games.splendor import compiled
    from jeton.games.splendor.game import Splendor
    from jeton.games.splendor.view import INSIGHT, SIGHT, insight, sight

    game = Splendor("marvel")
    position = game.start(2, bytes(16))
    ruleset, spare = game.ruleset, position.words.copy()
    view, chance = game.view(position, position.seat), Random(1)  # noqa: S311
    deck = np.zeros(40, np.int64)
    return [
        ("begin", lambda: game.start(2, bytes(16))),
        ("look", lambda: compiled.look(ruleset, spare)),
        ("step", lambda: position.copy().push(0)),
        ("sight", lambda: sight(ruleset, spare, np.zeros(SIGHT, np.int64))),
        ("insight", lambda: insight(ruleset, spare, 0, np.zeros(INSIGHT, np.int64))),
        ("refusal", lambda: compiled.refusal(ruleset, spare, 0)),
        ("standings", lambda: compiled.standings(ruleset, spare, np.zeros(4, np.int64))),
        ("order", lambda: compiled.order(ruleset, spare.copy(), 0, deck)),
        ("rekey", lambda: compiled.rekey(spare.copy(), 1, 2)),
        ("shuffle_unseen", lambda: compiled.shuffle_unseen(ruleset, spare.copy(), 0, 1, 2)),
        ("puct", lambda: SearchBot(game).choose(view, Budget(simulations=2), chance)),
    ]
