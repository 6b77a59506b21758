"""All exceptions of the engine, one for each kind of mistake."""

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
    """The rules refuse the move; `rule` is the number of the rule, `values` fill in its sentence.

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
        """Pickle the arguments, so that a refusal can leave a worker process."""
        return type(self), (self.move, self.rule, self.reason, self.values)


class WrongSeat(JetonError, ValueError):
    """The seat may not move now, or does not exist; `rule` is the number of the rule, where there is one.

    `later` is the refusal that the same move would meet on the seat's own turn, if nothing else changed.
    """

    def __init__(self, message: str, rule: str | None = None, later: IllegalMove | None = None) -> None:
        super().__init__(message)
        self.rule = rule
        self.later = later


class MatchOver(JetonError, ValueError):
    """The match has ended; nothing can be played any more."""


class CannotUndo(JetonError, ValueError):
    """Nothing is left to take back, or a move since then revealed something hidden."""


class MalformedPosition(JetonError, ValueError):
    """The text is not a position of this game."""


class MalformedPack(JetonError, ValueError):
    """A pack of pictures is unusable; the message names each bad field by its path."""


class BadOption(JetonError, ValueError):
    """The game does not know a table option, or does not take its value or this number of seats."""


class BadKey(JetonError, ValueError):
    """A match's key is too short, or not hexadecimal."""


class UnknownTitle(JetonError, LookupError):
    """No game of that name is registered."""


class UnknownVersion(JetonError, LookupError):
    """The title is known, but not in that version of its rules."""


class CorruptMatch(JetonError, ValueError):
    """The match file can't be read: a line is malformed, or does not follow from the lines before it."""


class TruncatedMatch(CorruptMatch):
    """The match file ends too early."""
