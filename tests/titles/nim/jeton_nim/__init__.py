"""Nim with a hidden token, as a title for Jeton: the smallest whole example."""

from jeton.core.game import Option
from jeton.core.title import Title

__all__ = ["NIM", "OPTIONS"]

OPTIONS = (Option("most", (3, 2), 3, "N2"),)

NIM = Title(
    name="nim",
    makers={1: "jeton_nim.game:Nim"},
    seats=(2, 3),
    options=OPTIONS,
    bots="jeton_nim.bots:ROSTER",
    words="jeton_nim:words",
)
