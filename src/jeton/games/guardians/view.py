"""Who may know what (section 12 of the rules): views and reports. No other file decides it.

A view starts out empty. It gets a copy of everything public; of the secrets a seat gets its own pile, the hulls of its
own boats and, where piles are chosen (O2), its own piles. A spectator (None) gets only what is public.
"""

from __future__ import annotations

from typing import Any

import msgspec

from jeton.core.errors import WrongSeat
from jeton.core.game import Entry, Outcome, Report
from jeton.games.guardians import rules
from jeton.games.guardians.board import Cell
from jeton.games.guardians.moves import Point, parse
from jeton.games.guardians.position import (
    END,
    INTERLUDE,
    SEARCH,
    SETUP,
    TOKENS,
    Clock,
    Clue,
    Effect,
    Fire,
    Owing,
    Pile,
    Position,
    Resolution,
)
from jeton.games.guardians.ruleset import COLOURS, Ruleset
from jeton.games.guardians.search import allowances

__all__ = ["BoatView", "SeatView", "View", "report", "since", "view"]


class BoatView(msgspec.Struct, frozen=True, gc=False):
    """A boat as a seat sees it; `sought` is None while the hull is hidden (G4)."""

    seat: int
    island: str
    seq: int
    sought: int | None


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What everybody knows of one seat."""

    colour: str
    gold: int
    coins: int
    """Legend coins."""
    score: int
    state: str
    """needs_clue, may_sail, done; choosing; ready; waiting."""
    clues_left: int
    """Clues still to place this round; in an interlude, those of the coming round."""
    boats_left: int
    clue_tokens: int
    """In supply."""
    fire_tokens: int
    piles: int
    """Unopened piles."""
    holds: bool
    """Whether a location is in hand."""
    kept: tuple[str, ...]
    armed: tuple[str, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """What a seat may know, with its legal moves; `seat` is None for a spectator."""

    title: str
    seat: int | None
    level: int
    goal: int
    powers: bool
    """G90. Whether legends have their powers at this table."""
    phase: str
    round: int
    clock: Clock | None
    board: tuple[Cell, ...]
    face_down: tuple[str, ...]
    """G62. Found islands, if they are turned over."""
    postcards: tuple[str, ...]
    """Open postcards, the oldest first."""
    clues: tuple[Clue, ...]
    boats: tuple[BoatView, ...]
    """In order of landing: on an island the first lies lowest (G32)."""
    fires: tuple[Fire, ...]
    effects: tuple[Effect, ...]
    players: tuple[SeatView, ...]
    hand: Pile | None
    """The seat's own location and reward."""
    piles: tuple[Pile, ...]
    """O2. The seat's own unopened piles, if it may look at them."""
    location_deck: int
    reward_deck: int
    postcard_deck: int
    owing: Owing | None
    """G105. The choice that the match waits for."""
    resolution: Resolution | None
    """The last resolution, until the next search phase begins (G95)."""
    history: tuple[Resolution, ...]
    """Older resolutions: level 1 and O8 only."""
    found: tuple[str, ...]
    """Discarded locations: level 1 and O8 only."""
    spent: tuple[str, ...]
    """Discarded rewards: level 1 and O8 only."""
    guarded: tuple[Pile | None, ...]
    """What each seat still guarded when the match ended, to look back at; empty before, while it is secret."""
    seq: int
    since: int
    """The number of the first log entry that may still be shown (G95)."""
    chat: bool
    """G23. Whether free chat is open."""
    moves: tuple[str, ...]
    """What the viewing seat may play now; a clue may be any other point too."""
    outcome: Outcome | None

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from jeton.games.guardians.picture import draw

        return draw(self)


def view(ruleset: Ruleset, position: Position, seat: int | None) -> View:
    """Section 12, G95, G140. Return what a seat, or a spectator (None), may know."""
    if seat is not None and not 0 <= seat < len(position.players):
        raise WrongSeat(f"expected a seat from 0 to {len(position.players) - 1}, or None for a spectator, got {seat}")
    me = None if seat is None else position.players[seat]
    hidden = position.phase == SEARCH
    return View(
        title="guardians",
        seat=seat,
        level=ruleset.level,
        goal=ruleset.goal,
        powers=ruleset.powers,
        phase=position.phase,
        round=position.round,
        clock=position.clock,
        board=position.board,
        face_down=position.found if ruleset.flip_found else (),
        postcards=position.open,
        clues=position.clues,
        boats=tuple(
            BoatView(boat.seat, boat.island, boat.seq, None if hidden and boat.seat != seat else boat.sought)
            for boat in position.boats
        ),
        fires=position.fires,
        effects=position.effects,
        players=tuple(_seat_view(ruleset, position, other) for other in range(position.seats)),
        hand=None if me is None else me.active,
        piles=me.piles if me is not None and ruleset.choose_pile else (),
        location_deck=len(position.locations),
        reward_deck=len(position.rewards),
        postcard_deck=len(position.postcards),
        owing=position.owing,
        resolution=position.resolution,
        history=position.history,
        found=position.found if ruleset.remember else (),
        spent=position.spent if ruleset.remember else (),
        guarded=tuple(player.active for player in position.players) if position.phase == END else (),
        seq=position.seq,
        since=since(position),
        chat=chat_open(position),
        moves=() if seat is None else tuple(rules.moves(ruleset, position, seat)),
        outcome=rules.outcome(ruleset, position),
    )


def chat_open(position: Position) -> bool:
    """G23. Return whether free chat is open: not while clues are given."""
    return position.phase in (SETUP, INTERLUDE, END)


def since(position: Position) -> int:
    """G95. Return the number of the first log entry that may be shown now; when the match is over, 1."""
    return 1 if position.phase == END else position.since


def _seat_view(ruleset: Ruleset, position: Position, seat: int) -> SeatView:
    player = position.players[seat]
    clues, boats = 0, 0
    if position.phase == SEARCH:
        clues, boats = player.clues_left, player.boats_left
    elif position.phase in (SETUP, INTERLUDE):
        clues, boats = allowances(ruleset, position, seat)
    return SeatView(
        colour=COLOURS[seat],
        gold=player.gold,
        coins=player.coins,
        score=player.score,
        state=_state(position, seat),
        clues_left=clues,
        boats_left=boats,
        clue_tokens=TOKENS - sum(clue.seat == seat for clue in position.clues),
        fire_tokens=TOKENS - sum(fire.seat == seat for fire in position.fires),
        piles=len(player.piles),
        holds=player.active is not None,
        kept=player.kept,
        armed=player.armed,
    )


def _state(position: Position, seat: int) -> str:
    player = position.players[seat]
    if position.phase == SEARCH:
        return "done" if player.done else "needs_clue" if player.needs_clue else "may_sail"
    if seat in rules.actors(position):
        return "choosing"
    return "waiting" if position.phase != INTERLUDE else "ready"


def report(ruleset: Ruleset, before: Position, entry: Entry, seat: int | None) -> Report:
    """G28, G43, G140. Return what a seat, or a spectator (None), may know of a legal entry: all but another's hull."""
    after = rules.play(ruleset, before, entry)
    facts: dict[str, Any] = {"round": after.round, "phase": after.phase}
    move = entry.move
    if move.startswith("boat ") and seat != entry.seat:
        move = f"{move.rpartition(' ')[0]} ?"
    spot = parse(ruleset.pack, move) if move.startswith("clue ") else None
    if isinstance(spot, Point):
        facts["element"] = ruleset.pack.element_at(spot.postcard, spot.x, spot.y)
    if after.resolution is not None and after.resolution != before.resolution:
        facts["resolution"] = msgspec.to_builtins(after.resolution)
    if after.open != before.open:
        facts["postcard"] = after.open[-1]
    outcome = rules.outcome(ruleset, after)
    if outcome is not None:
        facts["outcome"] = msgspec.to_builtins(outcome)
    return Report(entry.n, entry.at, entry.seat, move, facts)
