"""Moves: the 63 actions as numbers, and their notation.

    action   notation      meaning
    0 … 9    take wbg      three different colours
    10       take wb       all that is left of fewer than three colours
    11 … 15  take ww       two of one colour
    16 … 27  reserve 2.3   the third face-up card of level 2
    28 … 30  reserve 2     the top card of the deck of level 2
    31 … 42  buy 2.3       the third face-up card of level 2
    43 … 45  buy h1        the first card in hand
    46 … 51  return w      give a token back (j: gold)
    52 … 56  noble 2       be visited by the second noble
    57       pass, done    no action possible; or: enough gold was paid
    58 … 62  gold r        pay gold in place of a red token just paid

Letters are those of the title's five colours, `j` for gold (the joker) and `t` for time.
"""

from __future__ import annotations

import itertools
from functools import cache

from jeton.core.errors import MalformedMove

__all__ = [
    "ACTIONS",
    "BUY",
    "BUY_HAND",
    "NOBLE",
    "PASS",
    "RESERVE",
    "RESERVE_DECK",
    "RETURN",
    "SWAP",
    "TAKE_ALL",
    "TAKE_PAIR",
    "TAKE_THREE",
    "TRIPLES",
    "Notation",
]

TAKE_THREE, TAKE_ALL, TAKE_PAIR = 0, 10, 11
RESERVE, RESERVE_DECK = 16, 28
BUY, BUY_HAND = 31, 43
RETURN, NOBLE, PASS, SWAP = 46, 52, 57, 58
ACTIONS = 63

TRIPLES = list(itertools.combinations(range(5), 3))


class Notation:
    """Turns action numbers into text and back, in one title's letters.

    >>> notation = Notation("wbgrk")
    >>> notation.text(0)
    'take wbg'
    >>> notation.action("buy 2.3")
    37
    >>> notation.text(10, left="wk")
    'take wk'
    """

    def __init__(self, letters: str) -> None:
        """Take the letters of the five colours, in the title's order."""
        self.letters = letters
        self.tokens = letters + "jt"
        self.texts = [self._spell(action) for action in range(ACTIONS)]
        self._actions = {text: action for action, text in enumerate(self.texts) if action != TAKE_ALL}
        self._actions["done"] = PASS
        for size in (1, 2):
            for left in itertools.combinations(letters, size):
                self._actions["take " + "".join(left)] = TAKE_ALL

    def text(self, action: int, *, left: str = "", paying: bool = False) -> str:
        """Return the notation of an action; `left` are the letters of the colours in the bank, for action 10."""
        if action == TAKE_ALL:
            return f"take {left}"
        if action == PASS and paying:
            return "done"
        return self.texts[action]

    def action(self, text: str) -> int:
        """Return the action of a notation, whatever the order of its letters; raises `MalformedMove`."""
        action = self._actions.get(text)
        if action is None:
            action = self._actions.get(self._sorted(text))
        if action is None:
            raise MalformedMove(f"{text[:40]!r} is not a move: expected one like {self.examples()}")
        return action

    def colours(self, text: str) -> int:
        """Return the colours that a notation names, one bit each in the title's order.

        >>> bin(Notation("wbgrk").colours("take gw"))
        '0b101'
        """
        return sum(1 << self.letters.index(letter) for letter in set(text.partition(" ")[2]) & set(self.letters))

    def spellings(self) -> dict[str, int]:
        """Yield every notation that is read, in any order of its letters, with its action.

        >>> Notation("wbgrk").spellings()["take gbw"]
        0
        """
        found = dict(self._actions)
        for text, action in self._actions.items():
            if text.startswith("take "):
                found |= {"take " + "".join(order): action for order in itertools.permutations(text[5:])}
        return found

    def examples(self) -> str:
        """Return one notation of each kind."""
        a, b, c = self.letters[0], self.letters[1], self.letters[2]
        return (
            f"'take {a}{b}{c}', 'take {a}{a}', 'reserve 2.3', 'reserve 2', 'buy 2.3', 'buy h1', 'return {a}', "
            f"'noble 2', 'gold {a}', 'done' or 'pass'"
        )

    def canonical(self, text: str) -> str:
        """Return the spelling with colours in the title's order; a log may hold any other order."""
        return text if text in self._actions else self._sorted(text)

    def _sorted(self, text: str) -> str:
        verb, _, colours = text.partition(" ")
        if verb != "take" or not 0 < len(colours) <= 3 or set(colours) - set(self.letters):
            return text
        return "take " + "".join(sorted(colours, key=self.letters.index))

    def _spell(self, action: int) -> str:
        letters = self.letters
        if action < TAKE_ALL:
            return "take " + "".join(letters[i] for i in TRIPLES[action])
        if action < RESERVE:
            return "take " + letters[max(action - TAKE_PAIR, 0)] * 2
        if action < BUY:
            return "reserve " + _place(action - RESERVE)
        if action < RETURN:
            return "buy " + (_place(action - BUY) if action < BUY_HAND else f"h{action - BUY_HAND + 1}")
        if action < NOBLE:
            return "return " + self.tokens[action - RETURN]
        if action < PASS:
            return f"noble {action - NOBLE + 1}"
        return "pass" if action == PASS else "gold " + letters[action - SWAP]


def _place(place: int) -> str:
    return f"{place // 4 + 1}.{place % 4 + 1}" if place < 12 else str(place - 11)


@cache
def notation(letters: str) -> Notation:
    """Return the notation of a title's letters, made once."""
    return Notation(letters)
