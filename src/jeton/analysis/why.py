"""Why a move is better than another, in sentences made from facts of lines played out.

>>> import jeton
>>> from jeton.words import Words
>>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
>>> view, game = match.view(0), match.game
>>> found = why(game, view, "take wbg", "reserve 3.1", lines=100)
>>> found.move, len(found.lines), all(said.endswith(".") for said in sentences(game, found.facts, Words("fr"), "AB"))
('take wbg', 10, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jeton.analysis.review import DEALS, EXPLAINED, judge_of
from jeton.bots.judge import Fact, Why
from jeton.core.game import Game
from jeton.words import Words

__all__ = ["Fact", "Why", "sentences", "why"]


def why(
    game: Game[Any, Any],
    view: Any,
    move: str,
    other: str = "",
    *,
    deals: int = DEALS,
    lines: int = EXPLAINED,
    seed: int = 1,
) -> Why:
    """Return what a move of the view's seat is good for, compared with another one unless that is empty.

    The same view, moves, numbers and seed give the same answer. Raises `NoJudge` if the title has no judge.
    """
    judge = judge_of(game)
    spelt = [judge.spelling(view, one) if one else "" for one in (move, other)]
    return judge.explain(view, spelt[0], spelt[1], deals, lines, seed)


def sentences(
    game: Game[Any, Any], facts: Iterable[Fact], words: Words, names: Sequence[str], you: int | None = None
) -> list[str]:
    """Return facts in words, with a name for every seat; `you` is the reader's seat."""
    judge = judge_of(game)
    return [judge.says(fact, words, names, you) for fact in facts]
