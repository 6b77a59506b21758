"""The position: the whole truth at one moment, its parts, and its text form.

Everything is frozen and made of tuples: a changed position shares all that did not change.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from jeton.core.errors import MalformedPosition
from jeton.games.guardians.board import Cell
from jeton.games.guardians.legends import LEGENDS, TREASURE, TREASURES
from jeton.games.guardians.ruleset import SEAT_COUNTS, Ruleset, lay_options, make_ruleset

__all__ = [
    "END",
    "INTERLUDE",
    "RESOLVE",
    "SEARCH",
    "SETUP",
    "Boat",
    "Clock",
    "Clue",
    "Discovery",
    "Effect",
    "Fire",
    "Mark",
    "Owing",
    "Pile",
    "Player",
    "Position",
    "Resolution",
    "audit",
    "change_player",
    "read_position",
    "write_position",
]

SETUP, SEARCH, RESOLVE, INTERLUDE, END = "setup", "search", "resolve", "interlude", "end"
"""G19. The states in which a match can wait; it passes through reveal and clean-up at once."""

TOKENS = 4
"""G1. Clue tokens, and fire tokens, of each colour."""


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A location card on a reward card (G12)."""

    location: str
    reward: str


class Clue(msgspec.Struct, frozen=True, gc=False):
    """A clue token on a postcard: the point under its tip and the element there, if any (G24)."""

    seat: int
    postcard: str
    x: float
    y: float
    element: str | None
    seq: int
    round: int


class Boat(msgspec.Struct, frozen=True, gc=False):
    """A boat: its owner, where it lies, whom it seeks, and the number of its landing (G45)."""

    seat: int
    island: str
    sought: int
    seq: int


class Fire(msgspec.Struct, frozen=True, gc=False):
    """A beacon fire of a seat's colour; `wand` marks Merlin's, which says less (A12)."""

    seat: int
    island: str
    wand: bool = False


class Effect(msgspec.Struct, frozen=True, gc=False):
    """A legend that somebody played; it changes the first search phase that begins after it (G101)."""

    legend: str
    by: int
    on: int
    clues: int
    boats: int
    round: int = 0
    """The round it changes."""


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A mark that lay on a seat and acted on a payment: its own apple, or another seat's kunee (G106)."""

    seat: int
    legend: str


class Discovery(msgspec.Struct, frozen=True, gc=False):
    """A found location: who found it, who was paid what, and how its legend changed each seat's coins."""

    guardian: int
    location: str
    reward: str
    finders: tuple[int, ...]
    gold: tuple[int, ...]
    coins: tuple[int, ...]
    power: str = ""
    """What became of a legend's power: kept, played, owed or fizzled."""
    chosen: int | None = None
    power_gold: tuple[int, ...] = ()
    power_coins: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    """The marks this payment used up: they say why somebody got nothing, or double."""


class Resolution(msgspec.Struct, frozen=True, gc=False):
    """What a resolution phase showed everybody."""

    round: int
    boats: tuple[Boat, ...]
    discoveries: tuple[Discovery, ...] = ()
    fires: tuple[Fire, ...] = ()
    reshuffled: tuple[str, ...] = ()
    """Decks rebuilt from their discard (G66)."""
    clues: tuple[Clue, ...] = ()
    """What the found guardians had pointed at, once those tokens have gone home (G60)."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """When the next tick is due (match time in milliseconds), and what it will do."""

    kind: str
    at: int
    begins: int = 0
    """When it begins to count, if a reveal is shown first (G67, G105)."""


class Owing(msgspec.Struct, frozen=True, gc=False):
    """A choice that the holder of an immediate power owes (G105)."""

    seat: int
    legend: str


class Player(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat."""

    gold: int = 0
    coins: int = 0
    """Legend coins."""
    active: Pile | None = None
    """The pile in hand; None only between a discovery and the next pile."""
    piles: tuple[Pile, ...] = ()
    """Unopened piles, the next one first."""
    kept: tuple[str, ...] = ()
    armed: tuple[str, ...] = ()
    """Marks that wait for a payment: the seat's own apple, another seat's kunee."""
    clues_left: int = 0
    boats_left: int = 0
    needs_clue: bool = False
    done: bool = False
    """Whether the seat has finished the search (G21), or is ready for the next one (G67)."""

    @property
    def score(self) -> int:
        """G6. Gold and legend coins count alike."""
        return self.gold + self.coins


class Position(msgspec.Struct, frozen=True, gc=False):
    """The whole truth at one moment; decks have their top card first."""

    seed: str
    board: tuple[Cell, ...]
    players: tuple[Player, ...]
    phase: str
    round: int
    open: tuple[str, ...]
    """Open postcards, the oldest first."""
    postcards: tuple[str, ...]
    aside: tuple[str, ...]
    locations: tuple[str, ...]
    found: tuple[str, ...]
    """The discard of locations; where found islands are turned over, exactly the tiles that lie face down."""
    rewards: tuple[str, ...]
    spent: tuple[str, ...]
    clues: tuple[Clue, ...] = ()
    boats: tuple[Boat, ...] = ()
    fires: tuple[Fire, ...] = ()
    effects: tuple[Effect, ...] = ()
    queue: tuple[int, ...] = ()
    """Guardians found and not resolved yet, in order (G50)."""
    owing: Owing | None = None
    resolution: Resolution | None = None
    history: tuple[Resolution, ...] = ()
    """Older resolutions, if they stay readable (G95)."""
    clock: Clock | None = None
    seq: int = 0
    """How many clues and boats the match has accepted (G20)."""
    shuffles: int = 0
    """How many decks were shuffled since the set-up: the label of the next shuffle."""
    since: int = 1
    """The number of the first log entry that players may still read (G95)."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    def __repr__(self) -> str:
        """Return a short text: a position is too large to print, and full of secrets."""
        return f"<Position of guardians, {self.seats} seats, round {self.round}, {self.phase}>"

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: what a spectator sees.

        A position does not know the options of its table, so this draws it with the usual ones; the
        picture of `game.view(position, None)` is right with any.
        """
        from jeton.games.guardians.picture import draw
        from jeton.games.guardians.view import view

        return draw(view(make_ruleset(lay_options({})), self, None))


def change_player(position: Position, seat: int, **changes: Any) -> tuple[Player, ...]:
    """Return the players, one of them changed."""
    players = position.players
    return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])


def write_position(position: Position) -> str:
    """Return the position as one line of JSON, secrets included."""
    return msgspec.json.encode(position, order="sorted").decode()


def read_position(ruleset: Ruleset, text: str) -> Position:
    """Return the position that `write_position` wrote; raises `MalformedPosition`."""
    try:
        position = msgspec.json.decode(text, type=Position)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise MalformedPosition(f"not a position of guardians: {error}") from error
    problem = audit(ruleset, position)
    if problem:
        raise MalformedPosition(f"not a position of guardians: {problem}")
    return position


def audit(ruleset: Ruleset, position: Position) -> str | None:
    """Return the first thing that can't be in a position of this table, or None (section 15 of the rules)."""
    players, seats = position.players, range(len(position.players))
    if len(players) not in SEAT_COUNTS:
        return f"$.players: expected one of {SEAT_COUNTS} seats, got {len(players)}"
    if position.phase not in (SETUP, SEARCH, RESOLVE, INTERLUDE, END):
        return f"$.phase: unknown phase {position.phase!r}"
    if len(position.seed) != 32 or set(position.seed) - set("0123456789abcdef"):
        return "$.seed: expected 32 hexadecimal digits"
    islands = ruleset.pack.island_ids
    if tuple(cell.island for cell in position.board) != islands:
        return "$.board: expected the pack's islands in the pack's order"
    if len({(cell.q, cell.r) for cell in position.board}) != len(islands):
        return "$.board: two islands on one cell"
    piles = [pile for p in players for pile in (p.active, *p.piles) if pile is not None]
    locations = Counter([*position.locations, *position.found, *(pile.location for pile in piles)])
    if locations != Counter(islands):
        return "$.locations: expected each location once in deck, piles, hands and discard"
    out = [name for p in players for name in (*p.kept, *p.armed)] + [effect.legend for effect in position.effects]
    out += [position.owing.legend] if position.owing is not None else []
    rewards = Counter([*position.rewards, *position.spent, *(pile.reward for pile in piles), *out])
    if rewards != Counter({TREASURE: TREASURES, **dict.fromkeys(LEGENDS, 1)}):
        return "$.rewards: expected ten treasures and each legend once in deck, piles, hands, play and discard"
    if Counter([*position.open, *position.postcards, *position.aside]) != Counter(ruleset.pack.postcard_ids):
        return "$.postcards: expected each postcard once in deck, on the table and aside"
    for name, owners in (("clues", [c.seat for c in position.clues]), ("fires", [f.seat for f in position.fires])):
        of = Counter(owners)
        if any(seat not in seats or n > TOKENS for seat, n in of.items()):
            return f"$.{name}: expected at most {TOKENS} of each seat"
    if any(clue.postcard not in position.open for clue in position.clues):
        return "$.clues: expected clues on open postcards"
    if any(fire.island not in islands for fire in position.fires):
        return "$.fires: expected fires on islands"
    if any({b.seat, b.sought} - set(seats) or b.seat == b.sought or b.island not in islands for b in position.boats):
        return "$.boats: expected boats of one seat that seek another, on islands"
    if (position.phase == RESOLVE) != (position.owing is not None):
        return "$.owing: expected an owed choice in the resolution, and only there"
    if position.owing is not None and (position.owing.seat not in seats or position.owing.legend not in LEGENDS):
        return "$.owing: unknown seat or legend"
    if any(p.gold < 0 or p.coins < 0 or p.clues_left < 0 or p.boats_left < 0 for p in players):
        return "$.players: expected no number below zero"
    return None
