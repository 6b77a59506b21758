"""Why the server refuses: a stable code for each reason; `words/*/server.json` has the sentences."""

from __future__ import annotations

from jeton.core.errors import CannotUndo, IllegalMove, JetonError, MalformedMove, MatchOver, WrongSeat
from jeton.server.rooms.commands import Refuse

__all__ = ["CODES", "refusal_of"]

CODES = (
    "already_seated",
    "bad_device",
    "bad_login",
    "bad_message",
    "bad_name",
    "bad_option",
    "bad_passkey",
    "bad_sign_in",
    "banned",
    "begun",
    "bot_plays",
    "busy",
    "cannot_undo",
    "chat_closed",
    "denied",
    "flood",
    "guest_here",
    "has_days",
    "hello_first",
    "host_only",
    "illegal",
    "impossible",
    "internal",
    "last_way_in",
    "login_taken",
    "malformed",
    "no_hints",
    "no_passkeys",
    "no_question",
    "no_such_code",
    "no_such_puzzle",
    "no_such_seat",
    "no_such_table",
    "not_agreed",
    "not_begun",
    "not_from_here",
    "not_over",
    "not_seated",
    "not_your_seat",
    "not_your_turn",
    "nothing_to_ask",
    "nothing_to_take_back",
    "over",
    "paused",
    "player_is_here",
    "protocol",
    "question_stands",
    "rated",
    "rated_account",
    "rated_bot",
    "rated_clock",
    "rematch_made",
    "resigned",
    "restart",
    "revealed",
    "seat_empty",
    "seat_taken",
    "seats_empty",
    "seats_fewest",
    "seats_kept",
    "seats_most",
    "sign_in",
    "sign_in_again",
    "silenced",
    "slow",
    "stale",
    "store_down",
    "table_full",
    "too_long",
    "too_many",
    "too_many_bots",
    "unknown_bot",
    "unknown_title",
    "weak_password",
)
"""Every code that a `no`, a `bye` or an answer of the API may carry."""


def refusal_of(error: JetonError) -> Refuse:
    """Return the refusal for an engine's error; it says nothing that the error's seat may not know."""
    if isinstance(error, IllegalMove):
        return Refuse("illegal", rule=error.rule, values=dict(error.values), fresh=True)
    if isinstance(error, MalformedMove):
        return Refuse("malformed", fresh=True)
    if isinstance(error, WrongSeat):
        later = {"later": {"rule": error.later.rule, **error.later.values}} if error.later else {}
        return Refuse("not_your_turn", rule=error.rule, values=later, fresh=True)
    if isinstance(error, MatchOver):
        return Refuse("over", fresh=True)
    if isinstance(error, CannotUndo):
        return Refuse("cannot_undo", fresh=True)
    raise error
