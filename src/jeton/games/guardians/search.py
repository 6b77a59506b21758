"""The search phase: allowances, clues and boats (sections 4 and 10 of the rules)."""

from __future__ import annotations

from msgspec.structs import replace

from jeton.core.game import Entry
from jeton.games.guardians.moves import Point, Sail, Stop, points, sail
from jeton.games.guardians.position import SEARCH, TOKENS, Boat, Clock, Clue, Player, Position, change_player
from jeton.games.guardians.reasons import refusal
from jeton.games.guardians.ruleset import Ruleset

__all__ = ["allowances", "hear_bell", "open_search", "place", "ring_bell", "search_moves"]

CLUES, BOATS = 1, 2
"""G33, G35. Allowances of a round before legends change them."""
WAIT_MS = 90_000


def allowances(ruleset: Ruleset, position: Position, seat: int) -> tuple[int, int]:
    """G33, G35, G101. Return clues and boats of the coming search phase: add the effects up, then apply the caps."""
    effects = [effect for effect in position.effects if effect.on == seat]
    supply = TOKENS - sum(clue.seat == seat for clue in position.clues)
    boats_owned = ruleset.boats_owned
    if ruleset.distinct_targets:
        boats_owned = min(boats_owned, position.seats - 1)  # O4: nobody else is there to seek
    clues = CLUES + sum(effect.clues for effect in effects)
    boats = BOATS + sum(effect.boats for effect in effects)
    return max(0, min(clues, supply)), max(0, min(boats, boats_owned))


def open_search(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """G19, G21, G95. Begin the next search phase, and put away what players had to remember."""
    players = []
    for seat, player in enumerate(position.players):
        clues, boats = allowances(ruleset, position, seat)
        players.append(
            replace(player, clues_left=clues, boats_left=boats, needs_clue=clues > 0, done=clues == boats == 0)
        )
    history = position.history
    if ruleset.remember and position.resolution is not None:
        history = (*history, position.resolution)
    clock = None
    if ruleset.clock:
        clock = Clock("start", entry.at + WAIT_MS)
    elif ruleset.idle_guard and not any(player.needs_clue for player in players):
        clock = Clock("guard", entry.at + 1000 * ruleset.idle_guard)  # no first clue will ever start it
    return replace(
        position,
        phase=SEARCH,
        round=position.round + 1,
        players=tuple(players),
        resolution=None,
        history=history,
        clock=clock,
        since=position.since if ruleset.remember else entry.n + 1,
    )


def place(ruleset: Ruleset, position: Position, entry: Entry, move: Point | Sail | Stop) -> Position:
    """G22–G38. Place a clue or a boat, or stop."""
    hear_bell(position, entry)
    seat, player = entry.seat, position.players[entry.seat]
    if isinstance(move, Point):
        if reason := refuse_clue(position, player, move):
            raise refusal(entry.move, reason, postcard=move.postcard)
        return place_clue(ruleset, position, entry, move)
    if isinstance(move, Sail):
        if reason := refuse_boat(ruleset, position, seat, move.island, move.sought):
            raise refusal(entry.move, reason, island=move.island)
        boat = Boat(seat, move.island, move.sought, position.seq + 1)
        left = player.boats_left - 1
        players = change_player(position, seat, boats_left=left, done=left == 0)
        return replace(position, seq=boat.seq, boats=(*position.boats, boat), players=players)
    if reason := refuse_stop(ruleset, player):
        raise refusal(entry.move, reason, boats=player.boats_left)
    return replace(position, players=change_player(position, seat, done=True))


def hear_bell(position: Position, entry: Entry) -> None:
    """G132, A13. Refuse everything after the bell, however late its tick comes."""
    if position.clock is not None and position.clock.kind == "bell" and entry.at >= position.clock.at:
        raise refusal(entry.move, "after_bell")


def refuse_clue(position: Position, player: Player, move: Point) -> str | None:
    """G22, G24, G33. Return why a clue can't be placed there; None if it can."""
    if player.clues_left == 0:
        return "no_clue_left"
    if move.postcard not in position.open:
        return "postcard_not_open"
    if not (0 <= move.x <= 1 and 0 <= move.y <= 1):
        return "off_the_picture"
    return None


def place_clue(ruleset: Ruleset, position: Position, entry: Entry, move: Point) -> Position:
    """G20, G24, G28, G131. Make the clue public at once; the first of the round starts the bell, or the guard."""
    player = position.players[entry.seat]
    element = ruleset.pack.element_at(move.postcard, move.x, move.y)
    clue = Clue(entry.seat, move.postcard, move.x, move.y, element, position.seq + 1, position.round)
    left = player.clues_left - 1
    players = change_player(
        position, entry.seat, clues_left=left, needs_clue=False, done=left == 0 and player.boats_left == 0
    )
    clock = position.clock
    if ruleset.clock and (clock is None or clock.kind == "start"):
        clock = Clock("bell", entry.at + 1000 * ruleset.bell)
    elif not ruleset.clock and ruleset.idle_guard and clock is None:
        clock = Clock("guard", entry.at + 1000 * ruleset.idle_guard)
    return replace(position, seq=clue.seq, clues=(*position.clues, clue), players=players, clock=clock)


def refuse_boat(ruleset: Ruleset, position: Position, seat: int, island: str, sought: int) -> str | None:
    """G29–G36. Return why a boat can't go there for that player; None if it can."""
    player = position.players[seat]
    if player.needs_clue:
        return "clue_due"
    if player.boats_left == 0:
        return "no_boat_left"
    if sought == seat or sought >= position.seats:
        return "seeks_nobody"
    if island in closed(ruleset, position):
        return "island_face_down"
    mine = [boat for boat in position.boats if boat.seat == seat and boat.sought == sought]
    if any(boat.island == island for boat in mine):
        return "same_boat"
    return "same_target" if mine and ruleset.distinct_targets else None


def closed(ruleset: Ruleset, position: Position) -> tuple[str, ...]:
    """G31, G62, G94. Return the islands where no boat may land."""
    return position.found if ruleset.flip_found else ()


def refuse_stop(ruleset: Ruleset, player: Player) -> str | None:
    """G38, G104, O3. Return why a player must go on, None if they need not: boats are due; an extra clue is not."""
    if player.needs_clue:
        return "clue_due"
    if player.boats_left and not ruleset.allow_fewer_boats:
        return "may_not_stop"
    return None


def search_moves(ruleset: Ruleset, position: Position, seat: int) -> list[str]:
    """Return clues at the centre of each element of the open postcards, all boats, and stopping where it is allowed."""
    player = position.players[seat]
    moves: list[str] = []
    if player.clues_left:
        for postcard in position.open:
            moves += points(ruleset.pack, postcard)
    if not player.needs_clue and player.boats_left:
        shut = closed(ruleset, position)
        islands = [island for island in ruleset.pack.island_ids if island not in shut]
        mine = {(boat.island, boat.sought) for boat in position.boats if boat.seat == seat}
        spoken_for = {sought for _, sought in mine} if ruleset.distinct_targets else ()
        others = [other for other in range(position.seats) if other != seat and other not in spoken_for]
        moves += [sail(island, other) for island in islands for other in others if (island, other) not in mine]
    if refuse_stop(ruleset, player) is None:
        moves.append("stop")
    return moves


def ring_bell(position: Position) -> Position:
    """G41, G44, G132. End the search for everybody, with what they have placed."""
    players = tuple(replace(player, done=True) for player in position.players)
    return replace(position, players=players)
