"""What people, bots and the clock may ask of a room: everything enters by the same queue."""

from __future__ import annotations

import time
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from jeton.core.game import Entry
from jeton.store import Row

__all__ = [
    "Accept",
    "AddSeat",
    "Alarm",
    "Allow",
    "AnswerQuestion",
    "AskHint",
    "AskOthers",
    "Become",
    "Begin",
    "BotMove",
    "Command",
    "Decision",
    "Foreseen",
    "GiveUp",
    "HandSeatOver",
    "KeepSeat",
    "MakeRematch",
    "Now",
    "Play",
    "PutBot",
    "Refuse",
    "RemoveSeat",
    "Repeat",
    "RiseUp",
    "SitDown",
    "TakeSeatBack",
    "UndoMove",
    "WantAgain",
    "now",
]


class Now(NamedTuple):
    """The time as an input: `wall` in milliseconds since 1970, `mono` in milliseconds of a clock that never jumps."""

    wall: int
    mono: int


def now() -> Now:
    """Return the time, both ways."""
    return Now(time.time_ns() // 1_000_000, time.monotonic_ns() // 1_000_000)


class Command(Struct, frozen=True, kw_only=True):
    """Something that a user asks; `user` is None for the server itself. `client` identifies the message for good."""

    user: str | None = None
    seat: int | None = None
    client: str | None = None


class SitDown(Command, frozen=True):
    """Take the seat, or any free one."""

    name: str
    nonce: str = ""
    another: bool = False
    """For somebody else at the same device: the host, or a person allowed several seats, may take one more."""
    invited: bool = False
    """Whether the person came with the table's code: kept seats are free for them."""


class PutBot(Command, frozen=True):
    """Put a bot on the seat; without a name it gets one that nobody at the table has."""

    bot: str
    name: str = ""


class RiseUp(Command, frozen=True):
    """Leave the seat before the match begins, or, as the host, free it."""


class AddSeat(Command, frozen=True):
    """Add a seat, as the host."""


class RemoveSeat(Command, frozen=True):
    """Remove a seat, as the host: no person may sit there, but a bot may."""


class KeepSeat(Command, frozen=True):
    """Keep the seat for people who come with the code, or open it again, as the host."""

    on: bool


class Allow(Command, frozen=True):
    """Let one person take several seats, or no longer, as the host."""

    several: bool


class Begin(Command, frozen=True):
    """Begin the match; this bot takes the empty seats."""

    fill: str | None = None


class Play(Command, frozen=True):
    """Play a move."""

    move: str
    seen: int | None = None


class BotMove(Command, frozen=True):
    """A bot's answer to the question asked after entry n."""

    move: str
    n: int


class AskHint(Command, frozen=True):
    """Ask what a strong bot would do."""


class UndoMove(Command, frozen=True):
    """Take back the user's last move, or ask the others for it."""

    seen: int | None = None


class AskOthers(Command, frozen=True):
    """Ask for a pause, or to go on."""

    what: Literal["pause", "resume"]


class AnswerQuestion(Command, frozen=True):
    """Answer the open question."""

    yes: bool
    absent: bool = False
    """Whether the player of the seat in question is still gone."""


class GiveUp(Command, frozen=True):
    """Resign."""


class HandSeatOver(Command, frozen=True):
    """Let a bot stand in for the target seat."""

    target: int
    bot: str | None = None
    absent: bool = False
    """Whether the target's player has been gone for long enough."""


class TakeSeatBack(Command, frozen=True):
    """Let the user play their own seat again."""


class Become(Command, frozen=True):
    """Give a guest's seats, and rights as the host, to the account that the guest has signed in to."""

    to: str


class WantAgain(Command, frozen=True):
    """Agree to a rematch, or decline it."""

    on: bool = True


class MakeRematch(Command, frozen=True):
    """Meet again at the table with this id."""

    table: str


class Alarm(Command, frozen=True):
    """A time has come at which the room asked to be woken."""


class Foreseen(Struct, frozen=True):
    """The position that a move leads to, kept so that the room need not play it again once it is durable."""

    entry: Entry
    before: Any
    after: Any


class Accept(Struct, frozen=True):
    """Write these rows, then apply them."""

    rows: list[Row]
    foreseen: Foreseen | None = None


class Refuse(Struct, frozen=True):
    """Refuse, and say why: a stable code, the rule, values for the sentence; `fresh`: the sender needs a new view."""

    code: str
    rule: str | None = None
    values: dict[str, Any] = {}
    fresh: bool = False


class Repeat(Struct, frozen=True):
    """The room had carried this message out before."""

    version: int


Decision = Accept | Refuse | Repeat
