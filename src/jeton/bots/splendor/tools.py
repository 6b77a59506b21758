"""What Splendor's compiled rules speed up: compile beforehand, and count sequences of moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from jeton.bots.roster import Tools
from jeton.core.jit import INTERPRETED, cache_folder
from jeton.games.splendor.position import Position

__all__ = ["TOOLS", "count_from", "counts", "is_cold", "tasks"]

RULES = ("look", "step", "shuffle_unseen")
JUDGE = ("judge", "write", "sight")
SEARCH = ("read", "play_lines")
REST = (
    "begin", "insight", "verdict", "standings", "order", "rekey", "overlook", "waver", "score_moves", "like",
)  # fmt: skip
"""What compiles side by side: the judge and the writers of views beside the rules; the search, which calls judge and
rules, beside the rest. Each process has about half of the work."""

MODULE = "jeton.games.splendor.compiled"
AT_ONCE = 4
"""How many levels one count takes, in hundredths of a second: Ctrl-C works between two counts."""


def is_cold() -> bool:
    """Return whether the rules have yet to be compiled for this machine."""
    if INTERPRETED:
        return False
    folder = cache_folder(MODULE)
    return folder is None or not any(folder.rglob("*.nbi"))


def tasks() -> dict[str, Callable[[], object]]:
    """Return each entry point that a match at a table can reach, with a call that compiles it; both titles share them.

    The position is all zeros but for its seats, so that no task needs what another one compiles. `judge` is the half of
    the search that needs no rule, for the process that goes on with `read`.
    """
    import numba
    import numpy as np

    from jeton.bots.splendor import net, playing_out, search
    from jeton.bots.splendor.blur import CHANCES, DRAWS, overlook, waver
    from jeton.bots.splendor.heuristics import Weights
    from jeton.bots.splendor.scoring import NOTES, like, score_moves
    from jeton.games.splendor import compiled
    from jeton.games.splendor.features import WIDE
    from jeton.games.splendor.game import Splendor
    from jeton.games.splendor.moves import ACTIONS
    from jeton.games.splendor.rules import POSITION, WORDS
    from jeton.games.splendor.sight import INSIGHT_WORDS, SIGHT_WORDS, insight, sight
    from jeton.games.splendor.view_json import ROOM, Writer, write

    game = Splendor("marvel")
    ruleset, program = game.ruleset, Writer(game, 2, None).program()
    position = np.zeros(WORDS, np.int64)
    position.view(POSITION)["seats"] = 2

    room = search.Scratch(ruleset).arrays
    weights = net.load("marvel", 2)
    opinion = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32))

    worth = np.array(Weights())

    def judge() -> None:
        _, rules, _, positions, _, names, _ = room
        arguments = (rules[0], positions[0], *opinion[:2], 0, names, *opinion[2:])
        evaluate: Any = net.evaluate
        evaluate.compile(tuple(map(numba.typeof, arguments)))

    def read() -> None:
        search.puct(position, 0, 0, search.Tree(1, 1).arrays, room, opinion, 0, 1.0, 0.0, 1.0, 0.0)

    def play_lines() -> None:
        dealt, played = np.zeros((0, WORDS), np.int64), np.zeros((0, playing_out.LONGEST), np.int64)
        playing_out.play_lines(position, 0, 0, search.Tree(1, 1).arrays, room, opinion, 0, dealt, played)

    return {
        "begin": lambda: compiled.begin(ruleset, position.copy(), 2, 0, 0),
        "look": lambda: compiled.look(ruleset, position),
        "step": lambda: compiled.step(ruleset, position.copy(), 0),
        "sight": lambda: sight(ruleset, position, np.zeros(SIGHT_WORDS, np.int64)),
        "insight": lambda: insight(ruleset, position, 0, np.zeros(INSIGHT_WORDS, np.int64)),
        "write": lambda: write(
            *program, np.zeros(SIGHT_WORDS, np.int64), np.zeros(INSIGHT_WORDS, np.int64), np.empty(ROOM, np.uint8)
        ),
        "verdict": lambda: compiled.verdict(ruleset, position, 0, 0, 0, np.zeros(5, np.int64)),
        "standings": lambda: compiled.standings(ruleset, position, np.zeros(4, np.int64)),
        "order": lambda: compiled.order(ruleset, position.copy(), 0, np.zeros(40, np.int64)),
        "rekey": lambda: compiled.rekey(position.copy(), 0, 0),
        "shuffle_unseen": lambda: compiled.shuffle_unseen(ruleset, position.copy(), 0, 0, 0),
        "overlook": lambda: overlook(ruleset, position, np.zeros(CHANCES), np.zeros(DRAWS, np.int64), position.copy()),
        "waver": lambda: waver(np.zeros(WIDE, np.float32), 1.0, 0),
        "score_moves": lambda: score_moves(ruleset, position, worth, np.zeros(NOTES), np.zeros(ACTIONS)),
        "like": lambda: like(ruleset, position, worth, worth, 1.0, np.zeros(NOTES), room[5], opinion[2]),
        "judge": judge,
        "read": read,
        "play_lines": play_lines,
    }


def counts(begin: Position, depth: int) -> Iterator[tuple[int, float]]:
    """Yield how many sequences of 1, 2, … legal moves there are, and how long the count took.

    >>> import jeton
    >>> game = jeton.make("splendor", options={"first": "seat"})
    >>> [count for count, _ in counts(game.start(2, bytes(16)), 2)]
    [30, 865]
    """
    from jeton.games.splendor import compiled

    compiled.perft(begin.game.ruleset, begin.words, 1)
    for level in range(1, depth + 1):
        before = time.perf_counter()
        count = count_from(begin.game.ruleset, begin.words, level)
        yield count, max(time.perf_counter() - before, 1e-9)


def count_from(ruleset: Any, words: Any, depth: int) -> int:
    """Return how many sequences of so many legal moves there are, counting a few levels at a time."""
    from jeton.games.splendor import compiled

    if depth <= AT_ONCE:
        return int(compiled.perft(ruleset, words, depth))
    actions, total = int(compiled.look(ruleset, words)[0]), 0
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        after = words.copy()
        compiled.step(ruleset, after, action)
        total += count_from(ruleset, after, depth - 1)
    return total


TOOLS = Tools(warm=tasks, side_by_side=(RULES, JUDGE, REST, SEARCH), module=MODULE, perft=counts)
