"""Study: what a strong player makes of a match, decision by decision, from what each player could know.

>>> import jeton
>>> from jeton.analysis import review
>>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
>>> for move in ("take wbg", "take rkb"):
...     _ = match.play(move)
>>> found = review(match, lines=200)
>>> [(one.n, one.seat, one.move) for one in found.decisions]
[(1, 0, 'take wbg'), (2, 1, 'take brk')]
"""

from __future__ import annotations

from jeton.analysis.review import LINES, Choice, Decision, NoJudge, Player, Review, judge_of, review
from jeton.analysis.verdicts import BLUNDER, MISTAKE, SLIP, VERDICTS
from jeton.bots.judge import Fact

__all__ = [
    "BLUNDER", "LINES", "MISTAKE", "SLIP", "VERDICTS", "Choice", "Decision", "Fact", "NoJudge", "Player", "Review",
    "judge_of", "review",
]  # fmt: skip
