"""What a command leads to: rows to write, or a refusal; nothing changes before the rows are durable."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jeton.server.rooms import commands as ask
from jeton.server.rooms import consent, hints, playing, rematch, seating
from jeton.server.rooms.commands import Accept, Decision, Now, Refuse, Repeat
from jeton.server.rooms.events import row_of
from jeton.server.rooms.playing import Moved, Pairs

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["decide"]

MOVES: dict[type[ask.Command], Callable[[Room, Any, Now], Moved | Refuse]] = {
    ask.Play: playing.play,
    ask.BotMove: playing.bot_move,
}
DECIDERS: dict[type[ask.Command], Callable[[Room, Any, Now], Pairs | Refuse]] = {
    ask.Alarm: playing.ring,
    ask.SitDown: seating.sit,
    ask.PutBot: seating.change_seat,
    ask.RiseUp: seating.change_seat,
    ask.AddSeat: seating.add_seat,
    ask.RemoveSeat: seating.remove_seat,
    ask.KeepSeat: seating.keep_seat,
    ask.Allow: seating.allow,
    ask.Begin: seating.begin,
    ask.Become: seating.become,
    ask.WantAgain: rematch.want_again,
    ask.MakeRematch: rematch.make,
    ask.AskHint: hints.ask_hint,
    ask.UndoMove: consent.undo,
    ask.AskOthers: consent.ask_others,
    ask.AnswerQuestion: consent.answer,
    ask.GiveUp: consent.give_up,
    ask.HandSeatOver: consent.hand_over,
    ask.TakeSeatBack: consent.take_back,
}


ASIDES = (
    ask.SitDown, ask.PutBot, ask.RiseUp, ask.AddSeat, ask.RemoveSeat, ask.KeepSeat, ask.Allow, ask.WantAgain,
    ask.AskOthers, ask.UndoMove, ask.HandSeatOver, ask.TakeSeatBack, ask.AskHint,
)  # fmt: skip
MAX_ASIDES = 1_000
"""The most rows of a table beside its moves. After that people may still answer questions and resume a match."""


def _is_aside(command: ask.Command) -> bool:
    """Return whether a command begins something that can be repeated without end."""
    return isinstance(command, ASIDES) and not (isinstance(command, ask.AskOthers) and command.what == "resume")


def decide(room: Room, command: ask.Command, now: Now) -> Decision:
    """Return what a command leads to; change nothing."""
    if command.client is not None and command.client in room.clients:
        return Repeat(room.clients[command.client])
    if room.asides >= MAX_ASIDES and _is_aside(command):
        return Refuse("too_long")
    if (mover := MOVES.get(type(command))) is not None:
        moved = mover(room, command, now)
        if isinstance(moved, Refuse):
            return moved
        (seat, event), foreseen = moved
        row = row_of(room.table.id, room.version + 1, now.wall, seat, event, command.client)
        return Accept([row], foreseen)
    decision = DECIDERS[type(command)](room, command, now)
    if isinstance(decision, Refuse):
        return decision
    pairs = decision if isinstance(decision, list) else [decision]
    if not pairs:  # it had been done, under another id
        return Repeat(room.version)
    rows = []
    for i, (seat, event) in enumerate(pairs):
        client = command.client if i == 0 else None
        rows.append(row_of(room.table.id, room.version + 1 + i, now.wall, seat, event, client))
    return Accept(rows)
