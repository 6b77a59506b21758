"""Every message of the socket as a tagged struct; the page's types and docs/protocol.md are made from this file.

A client says `hello` first. It gives each message an `id` of its own. The server answers the same id again but never
carries it out twice, so a client that lost its connection may repeat whatever was not answered.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from jeton.core.game import Outcome, Report

__all__ = ["FROM_CLIENT", "FROM_SERVER", "MAX_FRAME", "PROTOCOL", "decode", "encode"]

PROTOCOL = 1
"""Raised when an old page would misread a new server."""

MAX_FRAME = 8192
"""The most bytes of a client's message."""

Id = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Seat = Annotated[int, Meta(ge=0, le=15)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
ClientName = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
BotSpelling = Annotated[str, Meta(min_length=1, max_length=100)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300)]
Word = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[a-z_]+$")]


class ToServer(Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """What a client says."""


class Hello(ToServer, frozen=True, kw_only=True, tag="hello"):
    """First of all: which protocol, the client's own name (random, kept over reconnections), which seat to look from.

    Without a seat it is the one that the session holds; `watch` looks on like a spectator, for a big screen. `since` is
    the last entry that the client has seen.
    """

    protocol: Annotated[int, Meta(ge=0, le=10_000)]
    client: ClientName
    seat: Seat | None = None
    watch: bool = False
    since: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1


class MoveMessage(ToServer, frozen=True, kw_only=True, tag="move"):
    """Play a move; `seen` is the number of the last entry that the player had seen."""

    id: Id
    seen: Id
    move: MoveText


class Why(ToServer, frozen=True, kw_only=True, tag="why"):
    """Could this move be played now? Answered with `because`; nothing is played."""

    id: Id
    move: MoveText


class HintPlease(ToServer, frozen=True, kw_only=True, tag="hint"):
    """What would a strong bot do here?

    The answer is `hint`, if all the others are bots; the log records the question.
    """

    id: Id


class Undo(ToServer, frozen=True, kw_only=True, tag="undo"):
    """Take back one's last move: at once if nobody else has moved, else the server asks; what was revealed stays.

    Who holds several seats takes back the last move of any of them, and no more.
    """

    id: Id
    seen: Id


class Ask(ToServer, frozen=True, kw_only=True, tag="ask"):
    """Ask the others to pause or to go on."""

    id: Id
    what: Literal["pause", "resume"]


class Answer(ToServer, frozen=True, kw_only=True, tag="answer"):
    """Answer the open question."""

    id: Id
    yes: bool


class Resign(ToServer, frozen=True, kw_only=True, tag="resign"):
    """Give up; in a match of more than two a bot plays on for the seat."""

    id: Id


class HandOver(ToServer, frozen=True, kw_only=True, tag="handover"):
    """Let a bot play for one's own seat, or for one whose player is gone; for another's the server asks the others."""

    id: Id
    seat: Seat
    bot: BotSpelling | None = None


class TakeBack(ToServer, frozen=True, kw_only=True, tag="back"):
    """Play one's own seat again."""

    id: Id


class Say(ToServer, frozen=True, kw_only=True, tag="say"):
    """Chat: a text of one's own, or the name of a preset."""

    id: Id
    text: ChatText | None = None
    preset: Word | None = None


class Mute(ToServer, frozen=True, kw_only=True, tag="mute"):
    """Hear no more of what a seat says, or hear it again."""

    id: Id
    seat: Seat
    on: bool = True


class Sync(ToServer, frozen=True, kw_only=True, tag="sync"):
    """Send everything again."""


class Ping(ToServer, frozen=True, kw_only=True, tag="ping"):
    """Is anybody there?"""

    id: Id = 0


FromClient = (
    Hello
    | MoveMessage
    | Why
    | HintPlease
    | Undo
    | Ask
    | Answer
    | Resign
    | HandOver
    | TakeBack
    | Say
    | Mute
    | Sync
    | Ping
)
FROM_CLIENT: tuple[type[ToServer], ...] = (
    Hello, MoveMessage, Why, HintPlease, Undo, Ask, Answer, Resign, HandOver, TakeBack, Say, Mute, Sync, Ping,
)  # fmt: skip


class ToClient(Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=False):
    """What the server says."""


class Welcome(ToClient, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `hello`: which seat this socket plays (null: it looks on), and which seats the session holds."""

    protocol: int
    server: str
    now: int
    seat: int | None
    mine: tuple[int, ...]


class SeatInfo(Struct, frozen=True, kw_only=True):
    """Who sits at a seat: `kind` is empty, human or bot; a human may be away, or let a bot stand in."""

    kind: Literal["empty", "human", "bot"]
    name: str = ""
    bot: str | None = None
    here: bool = False
    stand_in: str | None = None
    resigned: bool = False
    """Whether the seat gave up or ran out of time."""
    out_of_time: bool = False
    """Whether it was the clock that ended the match for this seat."""
    kept: bool = False
    """Before the match: whether only people who come with the code may sit there."""
    who: str | None = None
    """The person who sits there, by a name that means nothing beyond this table: `chat` has the same."""


class Question(Struct, frozen=True, kw_only=True):
    """What the seats are asked, by whom, and who still has to answer."""

    what: Literal["undo", "pause", "resume", "handover"]
    by: int
    waiting: tuple[int, ...]
    target: int | None = None
    """For a handover: the seat that a bot would play while its player is gone."""


class ClockSetting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much time a seat has: seconds and increment for `advisory` and `hard`, days for each turn for `days`."""

    kind: Literal["none", "advisory", "hard", "days"] = "none"
    seconds: Annotated[int, Meta(ge=10, le=86_400)] = 900
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 10
    days: Annotated[int, Meta(ge=1, le=30)] = 3


class TableMessage(ToClient, frozen=True, kw_only=True, tag="table"):
    """All about the table but the game: who sits where, open questions, how it ended.

    `commitment` was published before the first move; `key` and `nonces` follow when the match is over, so that anybody
    can check that the deal was fixed beforehand.
    """

    id: str
    name: str
    """What the host called it; empty if nothing."""
    version: int
    title: str
    rules: int
    state: Literal["open", "playing", "over"]
    options: dict[str, Any]
    clock: ClockSetting
    public: bool
    host: bool
    """Whether this session is the host."""
    seats: tuple[SeatInfo, ...]
    mine: tuple[int, ...]
    watchers: int
    """How many look on and do not sit here, on all nodes."""
    onlookers: tuple[str, ...]
    """The names of those who have one, at most 20, in alphabetical order."""
    paused: bool
    question: Question | None
    commitment: str
    several: bool
    """Whether one person may take more than one seat."""
    again: tuple[int, ...]
    """The seats whose people agree to a rematch, when the match is over."""
    rematch: str | None
    outcome: Outcome | None
    code: str | None = None
    """What a friend types to join; at a public table only its host and the people who sit there see it."""
    key: str | None = None
    nonces: tuple[str, ...] | None = None
    lesson: str | None = None
    """The chapter of the title's lesson that is played here; none at any other table."""
    hints: tuple[int, ...] = ()
    """How many hints each seat has asked for; empty if nobody has."""
    rated: bool = False
    """Whether people's ratings depend on how the match ends."""
    declined: tuple[int, ...] = ()
    """The seats whose people do not want a rematch."""
    origin: str = ""
    """Where somebody began to play on, as an address of the page: `/m/TABLE/STEP`, or `/puzzles/PUZZLE`."""


class Clocks(Struct, frozen=True, kw_only=True):
    """What each seat's clock shows (milliseconds), and whose are running."""

    left: tuple[int, ...]
    running: tuple[int, ...]


class ViewMessage(ToClient, frozen=True, kw_only=True, tag="view"):
    """What this seat may know now, after entry `n` of the match.

    `reports` hold the entries after `since`; with `reset` they hold the match so far, without what was undone, and for
    one with more than 500 entries the last 500. `undo` would take the last move of this person's seats back at once if
    `can_undo`, and ask the others if `can_ask_undo`; the server refuses it if neither holds. `due` is when the game's
    own clock strikes next (wall time of the server in milliseconds), null while none runs.
    """

    version: int
    n: int
    seat: int | None
    since: int
    reset: bool
    actors: tuple[int, ...]
    can_undo: bool
    can_ask_undo: bool = False
    clocks: Clocks | None
    due: int | None
    chat_open: bool
    reports: list[Report]
    view: Any


class Thinking(ToClient, frozen=True, kw_only=True, tag="thinking"):
    """How much of its time each seat's bot has used for its move after entry `n`: 0 to 1; 0 if nothing is known.

    While a bot takes a while to think, the server sends it a few times a second. It is in no log, a socket that is
    behind gets only the newest, and the next `view` ends it. It depends on the clock and the number of lines read, and
    on nothing else. `hurried` says that other tables wait for bots, too, and that those here therefore read less; it
    holds until the next message.
    """

    n: int
    spent: tuple[float, ...]
    hurried: bool = False


class Ok(ToClient, frozen=True, kw_only=True, tag="ok"):
    """Message `id` was carried out, or had been: `n` is the last entry now."""

    id: int
    n: int
    repeated: bool = False


class No(ToClient, frozen=True, kw_only=True, tag="no"):
    """Message `id` was refused: a stable code, the rule if one forbids it, and values for the sentence."""

    id: int | None
    code: str
    rule: str | None = None
    values: dict[str, Any] = {}


class Because(ToClient, frozen=True, kw_only=True, tag="because"):
    """The answer to `why`: the move is legal, or what a `no` would say if it were played.

    Out of turn, `values.later` names the rule that would refuse it on the seat's turn as well, and its values.
    """

    id: int
    move: str
    legal: bool
    code: str | None = None
    rule: str | None = None
    values: dict[str, Any] = {}


class HintFact(Struct, frozen=True):
    """One thing that is true of a move: the words `hint.fact.CODE`, with values."""

    code: str
    values: dict[str, int | str]


class HintMessage(ToClient, frozen=True, kw_only=True, tag="hint"):
    """The answer to `hint`: what a strong bot would do after entry `n`, and why."""

    id: int
    n: int
    move: str
    facts: tuple[HintFact, ...]
    """The weightiest first."""
    chance: float | None = None
    """How likely the seat wins with it, 0 to 1, if the title has a judge."""


class ChatMessage(ToClient, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something: `who` and `name` stay theirs when seats are removed or change hands.

    `seat` is where they sat then; a line of an older server has no name.
    """

    at: int
    seat: int
    who: str
    name: str
    preset: str | None
    text: str | None


class Pong(ToClient, frozen=True, kw_only=True, tag="pong"):
    """Yes."""

    id: int
    now: int


class Bye(ToClient, frozen=True, kw_only=True, tag="bye"):
    """The server hangs up, and says why."""

    code: str


FROM_SERVER: tuple[type[ToClient], ...] = (
    Welcome, TableMessage, ViewMessage, Thinking, Ok, No, Because, HintMessage, ChatMessage, Pong, Bye,
)  # fmt: skip

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_encoder = msgspec.json.Encoder()
encode = _encoder.encode
"""Encodes a message as JSON."""


def decode(data: bytes | str) -> FromClient:
    """Decode a client's message; raises `msgspec.ValidationError` or `msgspec.DecodeError`, and nothing else.

    >>> decode('{"t": "move", "id": 7, "seen": 41, "move": "buy 2.3"}').move
    'buy 2.3'
    """
    if len(data) > MAX_FRAME:
        raise msgspec.DecodeError(f"expected at most {MAX_FRAME} bytes, got {len(data)}")
    try:
        return _decoder.decode(data)
    except (RecursionError, UnicodeError) as error:
        raise msgspec.DecodeError(f"not a message: {type(error).__name__}") from None
