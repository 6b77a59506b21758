"""All exceptions of the engine, one kind of mistake each."""

from __future__ import annotations

__all__ = [
    "BadKey",
    "BadOption",
    "CannotUndo",
    "CorruptMatch",
    "IllegalMove",
    "JetonError",
    "MalformedMove",
    "MalformedPack",
    "MalformedPosition",
    "MatchOver",
    "TruncatedMatch",
    "UnknownTitle",
    "UnknownVersion",
    "WrongSeat",
]


class JetonError(Exception):
    """The root of all errors that Jeton raises on purpose."""


class MalformedMove(JetonError, ValueError):
    """The text is not a move in this game's notation."""


class IllegalMove(JetonError, ValueError):
    """The rules refuse the move; `rule` is the number of the rule, `values` what the sentence is about.

    >>> error = IllegalMove("take rr", "S12", "two of one colour need four in the bank")
    >>> str(error)
    'S12: two of one colour need four in the bank (move: take rr)'
    >>> error.rule
    'S12'
    """

    def __init__(self, move: str, rule: str, reason: str, values: dict[str, object] | None = None) -> None:
        super().__init__(f"{rule}: {reason} (move: {move})")
        self.move = move
        self.rule = rule
        self.reason = reason
        self.values = values or {}

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[object, ...]]:
        """Pickle by what it was made of, so that a refusal can leave a worker process."""
        return type(self), (self.move, self.rule, self.reason, self.values)


class WrongSeat(JetonError, ValueError):
    """The seat may not move now, or does not exist; `rule` is the number of the rule, where there is one.

    `later` is what would refuse the same move on the seat's turn as well, with everything as it is now.
    """

    def __init__(self, message: str, rule: str | None = None, later: IllegalMove | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.later = later


class MatchOver(JetonError, ValueError):
    """The match has ended; nothing can be played any more."""


class CannotUndo(JetonError, ValueError):
    """There is nothing to take back, or something was revealed since."""


class MalformedPosition(JetonError, ValueError):
    """The text is not a position of this game."""


class MalformedPack(JetonError, ValueError):
    """A pack of pictures can't be used; the message names each bad field by its path."""


class BadOption(JetonError, ValueError):
    """A table option is unknown, or its value, or the number of seats, is not one of those the game takes."""


class BadKey(JetonError, ValueError):
    """A match's key is too short, or not hexadecimal."""


class UnknownTitle(JetonError, LookupError):
    """No game of that name is registered."""


class UnknownVersion(JetonError, LookupError):
    """The title is known, but not in that version of its rules."""


class CorruptMatch(JetonError, ValueError):
    """The match file can't be read: a line is not what it should be, or does not follow from those before it."""


class TruncatedMatch(CorruptMatch):
    """The match file ends too early."""
