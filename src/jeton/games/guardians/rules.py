"""The rules as `game.py` calls them: who may act, what a move or a tick leads to, and how a match ends."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jeton.core.errors import MalformedMove, MatchOver, WrongSeat
from jeton.core.game import CLOCK, TICK, Entry, Outcome, ranked
from jeton.games.guardians.interlude import (
    clean_up,
    interlude_moves,
    legend_moves,
    move_on,
    play_legend,
    prepare,
    settle_piles,
)
from jeton.games.guardians.legends import LEGENDS
from jeton.games.guardians.moves import Choose, Move, Play, Point, Ready, Sail, Stop, TakePile, parse
from jeton.games.guardians.position import END, INTERLUDE, RESOLVE, SEARCH, SETUP, Clock, Position
from jeton.games.guardians.powers import words
from jeton.games.guardians.reasons import refusal
from jeton.games.guardians.resolve import choose, choose_for, light_fires, resolve_next, reveal
from jeton.games.guardians.ruleset import Ruleset
from jeton.games.guardians.search import hear_bell, open_search, place, ring_bell, search_moves
from jeton.games.guardians.setup import set_up
from jeton.games.guardians.showing import wait_for_show

__all__ = ["actors", "begin", "moves", "outcome", "play"]


def begin(ruleset: Ruleset, seats: int, seed: bytes) -> Position:
    """G9–G19. Begin a match, in its first search phase unless seats still choose piles."""
    return advance(ruleset, set_up(ruleset, seats, seed), Entry(0, 0, CLOCK, TICK))


def actors(position: Position) -> tuple[int, ...]:
    """G18. Return the seats that may move now: all that have not finished, or the one that owes a choice."""
    if position.phase == END:
        return ()
    if position.owing is not None:
        return (position.owing.seat,)
    if position.phase == SETUP:
        return tuple(seat for seat, player in enumerate(position.players) if player.active is None)
    return tuple(seat for seat, player in enumerate(position.players) if not player.done)


def moves(ruleset: Ruleset, position: Position, seat: int) -> Sequence[str]:
    """Return a finite choice of what a seat may play now, in notation; a clue may be any other point too."""
    if seat not in actors(position):
        return ()
    if position.phase == SEARCH:
        legends = [] if ruleset.powers_between_rounds else legend_moves(ruleset, position, seat)
        return search_moves(ruleset, position, seat) + legends
    if position.owing is not None:
        return [f"choose {word}" for word in words(ruleset, position, seat, LEGENDS[position.owing.legend])]
    return interlude_moves(ruleset, position, seat)


def play(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """Return the position after an entry; raises `MalformedMove`, `IllegalMove`, `WrongSeat` or `MatchOver`."""
    if position.phase == END:
        raise MatchOver(f"the match is over: {entry.move[:40]!r} can't be played any more")
    if entry.seat == CLOCK:
        if entry.move != TICK:
            raise MalformedMove(f"expected {TICK!r} from the clock, got {entry.move[:40]!r}")
        return follow(ruleset, position, tick(ruleset, position, entry), entry)
    if not 0 <= entry.seat < position.seats:
        raise WrongSeat(f"expected a seat from 0 to {position.seats - 1}, got {entry.seat}")
    move = parse(ruleset.pack, entry.move)
    if entry.seat not in actors(position):
        raise WrongSeat(f"G19: seat {entry.seat} has nothing to do now; seats {list(actors(position))} have")
    return follow(ruleset, position, act(ruleset, position, entry, move), entry)


def follow(ruleset: Ruleset, before: Position, position: Position, entry: Entry) -> Position:
    """Return the position after an entry and what follows from it; no clock counts while the page shows that."""
    after = advance(ruleset, position, entry)
    return wait_for_show(before, after, entry) if ruleset.tell_first else after


def act(ruleset: Ruleset, position: Position, entry: Entry, move: Move) -> Position:
    """Play a seat's move, before anything follows from it."""
    phase = position.phase
    if isinstance(move, Point | Sail | Stop) and phase == SEARCH:
        return place(ruleset, position, entry, move)
    if isinstance(move, Play) and phase == SEARCH:
        if ruleset.powers_between_rounds:
            raise refusal(entry.move, "powers_between_rounds")
        hear_bell(position, entry)
        return play_legend(ruleset, position, entry, move)
    if isinstance(move, Choose) and phase == RESOLVE:
        return choose(ruleset, position, entry, move.word)
    if isinstance(move, TakePile) and phase == SETUP:
        return move_on(ruleset, position, entry, move)
    if isinstance(move, Play | TakePile | Ready) and phase == INTERLUDE:
        return move_on(ruleset, position, entry, move)
    if phase in (SETUP, RESOLVE):
        raise refusal(entry.move, "pile_due" if phase == SETUP else "choice_due")
    if isinstance(move, Choose):
        raise refusal(entry.move, "not_resolve")
    raise refusal(entry.move, "not_interlude" if phase == SEARCH else "not_search")


def tick(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """G41, G67, G105, G132, G134. Play what happens when time is up."""
    clock = position.clock
    if clock is None:
        raise refusal(entry.move, "no_clock")
    if entry.at < clock.at:
        raise refusal(entry.move, "not_due", due=clock.at)
    if clock.kind == "start":
        return replace(position, clock=Clock("bell", entry.at + 1000 * ruleset.bell))
    if clock.kind in ("bell", "guard"):
        return ring_bell(position)
    if clock.kind == "choice":
        return choose_for(ruleset, position, entry)
    return replace(ring_bell(settle_piles(position)), clock=None)


def advance(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """G19. Go on until somebody may act; states in which nobody can act pass at once."""
    while True:
        if position.phase == RESOLVE:
            if position.owing is not None:
                return position
            if position.queue:
                position = resolve_next(ruleset, position, entry)
                continue
            position = clean_up(ruleset, light_fires(ruleset, position))
            if position.phase == END:
                return position
            position = prepare(ruleset, position, entry)
        if position.phase == SETUP:
            if any(player.active is None for player in position.players):
                return position
            position = open_search(ruleset, position, entry)
        if not all(player.done for player in position.players):
            return position
        position = reveal(position) if position.phase == SEARCH else open_search(ruleset, position, entry)


def outcome(ruleset: Ruleset, position: Position) -> Outcome | None:
    """G70–G73. Return who won: by score, then by legend coins; seats that are still equal share the win."""
    if position.phase != END:
        return None
    goal = max(player.score for player in position.players) >= ruleset.goal
    return standing(position, "goal" if goal else "rounds")


def standing(position: Position, termination: str = "limit") -> Outcome:
    """G71, G72. Return who leads: by score, then by legend coins."""
    players = position.players
    return ranked(termination, [one.score for one in players], [(one.score, one.coins) for one in players])
