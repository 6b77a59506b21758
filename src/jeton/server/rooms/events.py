"""What the log of a table is made of: one struct per kind of row. A change here must still read every old row."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from jeton.core.errors import CorruptMatch
from jeton.server.wire.protocol import ClockSetting
from jeton.store import Row

__all__ = [
    "Agreed",
    "Allowed",
    "Asked",
    "BackAgain",
    "Became",
    "BotSat",
    "Declined",
    "Event",
    "HandedOver",
    "Hinted",
    "Kept",
    "Paused",
    "Played",
    "Rematched",
    "Resumed",
    "Rose",
    "Sat",
    "SeatAdded",
    "SeatRemoved",
    "Settings",
    "Started",
    "Table",
    "WantedAgain",
    "event_of",
    "row_of",
]


class Settings(Struct, frozen=True, kw_only=True):
    """What a table has beside the game's own options."""

    clock: ClockSetting = ClockSetting()
    public: bool = False
    pace: int = 0
    """How long a bot seems to think, in milliseconds."""
    rematch_of: str | None = None
    name: str = ""
    """What the host called the table."""
    several: bool = False
    """Whether one person may take more than one seat."""
    kept: int = 0
    """How many seats, counted from the last, are kept for people who come with the code."""
    lesson: str | None = None
    """The chapter of the title's lesson that is played here: its script plays for the bots as long as it lasts."""
    rated: bool = False
    """Whether people's ratings depend on how the match ends: `rooms/rated.py` says what that requires."""
    origin: str = ""
    """Where somebody began to play on, as an address of the page: a moment of a review, or a puzzle."""


class Table(Struct, frozen=True, kw_only=True):
    """What is fixed when somebody makes a table."""

    id: str
    title: str
    rules: int
    seats: int
    options: dict[str, Any]
    key: str
    settings: Settings
    host: str
    made_at: int
    code: str | None = None
    """What a friend types to find the table, only while it can be joined."""


class Event(Struct, frozen=True, tag_field="k"):
    """Something that happened at a table."""


class Sat(Event, frozen=True, tag="sit"):
    """A person took the row's seat, and added a word to the deal."""

    user: str
    name: str
    nonce: str = ""


class BotSat(Event, frozen=True, tag="bot"):
    """The host put a bot on the row's seat, under a name that it keeps."""

    bot: str
    name: str = ""


class Rose(Event, frozen=True, tag="rise"):
    """The row's seat is free again."""


class SeatAdded(Event, frozen=True, tag="seat"):
    """The table has one more seat, after the last."""


class SeatRemoved(Event, frozen=True, tag="unseat"):
    """The row's seat is gone; those after it move up."""


class Kept(Event, frozen=True, tag="keep"):
    """The row's seat is for people who come with the code, or for anybody again."""

    on: bool


class Allowed(Event, frozen=True, tag="several"):
    """One person may take several seats, or only one again."""

    on: bool


class Started(Event, frozen=True, tag="start"):
    """The match began; the words that the seats added fix the deal."""

    nonces: tuple[str, ...]


class Played(Event, frozen=True, tag="move"):
    """An entry of the match: `at` is the match's own time."""

    at: int
    move: str


class Asked(Event, frozen=True, tag="ask", omit_defaults=True):
    """The row's seat asks the others; for a handover, about another's seat and the bot that would play it."""

    what: Literal["undo", "pause", "resume", "handover"]
    target: int | None = None
    bot: str | None = None


class Agreed(Event, frozen=True, tag="agree"):
    """The row's seat says yes, and others still have to answer."""


class Declined(Event, frozen=True, tag="decline"):
    """The row's seat says no, or the asker takes the question back."""


class Paused(Event, frozen=True, tag="pause"):
    """All agreed: the clocks stand still."""

    at: int


class Resumed(Event, frozen=True, tag="resume"):
    """The match goes on."""


class HandedOver(Event, frozen=True, tag="handover"):
    """A bot stands in for the row's seat."""

    at: int
    bot: str


class BackAgain(Event, frozen=True, tag="back"):
    """The person of the row's seat plays it again."""

    at: int


class Hinted(Event, frozen=True, tag="hint"):
    """The row's seat asked what a strong bot would do after entry n."""

    n: int


class Became(Event, frozen=True, tag="became"):
    """A guest has signed in to an account, which gets all that was the guest's at this table."""

    was: str
    user: str


class WantedAgain(Event, frozen=True, tag="again"):
    """The row's seat agrees to a rematch, or declines it."""

    on: bool


class Rematched(Event, frozen=True, tag="rematch"):
    """The same people meet again at another table."""

    table: str


AnyEvent = (
    Sat | BotSat | Rose | Started | Played | Asked | Agreed | Declined | Paused | Resumed | HandedOver | BackAgain
    | Became | WantedAgain | Rematched | SeatAdded | SeatRemoved | Kept | Allowed
    | Hinted
)  # fmt: skip
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encode = msgspec.json.Encoder().encode


def event_of(row: Row) -> AnyEvent:
    """Return what a row says; raises `CorruptMatch`."""
    try:
        return _decoder.decode(row.body)
    except msgspec.MsgspecError as error:
        raise CorruptMatch(f"table {row.match}, version {row.version}: {error}") from error


def row_of(match: str, version: int, at: int, seat: int | None, event: AnyEvent, client: str | None = None) -> Row:
    """Return the row that says it."""
    return Row(match, version, event.__struct_config__.tag, at, seat, client, _encode(event).decode())  # type: ignore[arg-type]
