"""Facts of Splendor and Splendor: Marvel as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from jeton.bots.judge import Fact
from jeton.games.splendor.ruleset import Box
from jeton.words import Words

__all__ = ["sentence"]

OF_OTHERS = ("taken", "loses", "theirs")
"""What the sentence says about those who profit from the other move."""
PLAIN = ("points", "gives", "free", "last")
"""What holds in every deal."""


def sentence(box: Box, fact: Fact, words: Words, names: Sequence[str], you: int | None) -> str:
    """Return a fact in words; "you" for one of the seats, the others by their names.

    >>> from jeton.games.splendor.ruleset import title
    >>> fact = Fact(kind="next", seat=1, count=8, of=10, other=0, card=76)
    >>> sentence(title("splendor"), fact, Words("en"), ["Ann", "Bob"], 1)
    'With the best move you buy a sapphire card of level 3 worth 4 points next turn in 8 of 10 deals; otherwise in ...'
    """
    group = "other" if fact.kind in OF_OTHERS else "you" if fact.seat == you else "name"
    ending = "_you" if group == "other" and fact.seat == you and fact.kind != "theirs" else ""
    kind = "theirs_two" if fact.kind == "theirs" and len(names) == 2 else fact.kind  # the others are one
    key = words.variant(f"why.{group}.{kind}{ending}", box.name)
    said = words(
        key,
        name=names[fact.seat] if fact.seat >= 0 else "",
        count=fact.count,
        of=fact.of,
        card=_card(box, fact.card, words) if fact.card else "",
        noble=words(f"{box.name}.noble.{fact.noble}") if fact.noble else "",
        tokens=words.list(_colours(box, fact.tokens, words)) if fact.tokens else "",
    )
    if fact.other is None or fact.kind in PLAIN:
        return words("why.alone", fact=said)
    return words("why.compared", fact=said, other=_other(fact, words))


def _other(fact: Fact, words: Words) -> str:
    if fact.kind in ("gain", "cards", "theirs"):
        return str(fact.other)
    return words("why.in", other=fact.other) if fact.other else words("why.in_none")


def _card(box: Box, number: int, words: Words) -> str:
    card = box.card(number)
    values = {"name": card.name, "card": words(f"{box.name}.card.{card.bonus}"), "level": card.level}
    if card.points:
        return words(f"{box.name}.card_points", count=card.points, **values)
    return words(f"{box.name}.card_plain", **values)


def _colours(box: Box, letters: str, words: Words) -> list[str]:
    return [words(f"{box.name}.colour.{box.colours[box.letters.index(letter)]}") for letter in letters]
