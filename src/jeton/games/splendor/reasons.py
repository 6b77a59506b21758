"""Why a move is refused: the rule's number and a sentence for each answer of `rules.refuse`."""

from __future__ import annotations

import re

from jeton.games.splendor import rules

__all__ = ["REASONS", "SPELLING", "patterns", "unspellable"]

REASONS: dict[int, tuple[str, str, str]] = {
    rules.RETURN_FIRST: ("S23", "return_first", "first return tokens until you have {limit}"),
    rules.CHOOSE_FIRST: ("S25", "choose_first", "first choose which of the nobles visits you"),
    rules.PAY_FIRST: ("S18", "pay_first", "first settle the payment: put gold in place of a token, or say done"),
    rules.NOT_RETURNING: (
        "S23",
        "not_returning",
        "tokens are returned only at the end of a turn, from more than {limit}",
    ),
    rules.NOT_CHOOSING: (
        "S25",
        "not_choosing",
        "a noble is chosen only at the end of a turn, when several could visit",
    ),
    rules.NOT_PAYING: ("S18", "not_paying", "gold replaces a token only while a card is being paid for"),
    rules.MAY_NOT_PASS: ("S22", "may_not_pass", "passing is allowed only when no action is possible"),
    rules.NOT_IN_BANK: ("S10", "not_in_bank", "the bank does not hold all of these colours"),
    rules.TAKE_ALL_LEFT: ("S11", "take_all_left", "fewer than three colours are left: take one of each that remains"),
    rules.TAKE_THREE_LEFT: ("S11", "take_three_left", "three or more colours are left: take three different ones"),
    rules.PAIR_NEEDS_FOUR: (
        "S12",
        "pair_needs_four",
        "two of one colour need {floor} of it in the bank, there are {bank}",
    ),
    rules.HAND_FULL: ("S14", "hand_full", "you already hold {hand} reserved cards"),
    rules.NOTHING_THERE: ("S19", "nothing_there", "there is no card at that place: its deck is empty"),
    rules.DECK_EMPTY: ("S14", "deck_empty", "that deck is empty"),
    rules.NOT_IN_HAND: ("S16", "not_in_hand", "you have no such card in hand"),
    rules.CANNOT_PAY: ("S18", "cannot_pay", "after your bonuses, tokens and gold you are {missing} short"),
    rules.NO_SUCH_TOKEN: ("S23", "no_such_token", "you have no token of that kind to return"),
    rules.NO_SUCH_VISITOR: ("S24", "no_such_visitor", "that noble does not visit you: the bonuses are not there"),
    rules.NOT_PAID: ("S18", "not_paid", "no token of that colour can be replaced any more: colours go in rising order"),
}
"""From an answer to (rule, key of the translated words, English sentence)."""

SPELLING: dict[str, tuple[str, str, str]] = {
    "take j": ("S10", "never_gold", "gold can't be taken: it comes only with a reservation"),
    "take t": ("M6", "never_time", "time can't be taken: it comes with the first card that shows it"),
    "return t": ("M11", "keep_time", "the time token can't be returned"),
    "take four": ("S10", "at_most_three", "three tokens of different colours are all that one turn may take"),
    "take pair": ("S12", "pair_alone", "whoever takes two of one colour takes nothing else"),
}
"""Refusals of moves that a player can pick and spell, but that no action number stands for."""
LONGEST = 10
"""More tokens than anybody could mean to take or to return at once are nonsense."""


def patterns(letters: str, *, time: bool) -> tuple[tuple[str, tuple[str, str, str]], ...]:
    """Return regular expressions for moves without an action number, and why each is refused; the first to fit counts.

    They mean the same in Python and in a browser, which gets them as they are.
    """
    some, any_token = f"[{letters}]", f"[{letters}jt]{{0,{LONGEST - 1}}}"
    found = [(f"^take (?=.{{1,{LONGEST}}}$){any_token}j{any_token}$", "take j")]
    if time:
        found += [
            (f"^{verb} (?=.{{1,{LONGEST}}}$){any_token}t{any_token}$", f"{verb} t") for verb in ("take", "return")
        ]
    found += [
        (f"^take (?=.*(.).*\\1){some}{{3,{LONGEST}}}$", "take pair"),
        (f"^take {some}{{3,{LONGEST}}}$", "take four"),
    ]
    return tuple((pattern, SPELLING[name]) for pattern, name in found)


def unspellable(move: str, found: tuple[tuple[str, tuple[str, str, str]], ...]) -> tuple[str, str, str] | None:
    """Return why tokens without an action in the notation can't be taken or returned; None if they are no tokens.

    >>> splendor = patterns("wbgrk", time=False)
    >>> unspellable("take wbgr", splendor)[1], unspellable("take wwr", splendor)[1]
    ('at_most_three', 'pair_alone')
    """
    return next((reason for pattern, reason in found if re.fullmatch(pattern, move)), None)
