"""The `Game` of Splendor and Splendor: Marvel: checks, explains and copies around the compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from jeton.core.errors import IllegalMove, MalformedMove, MatchOver, WrongSeat
from jeton.core.game import START, Entry, Flaw, Game, Outcome, Report, Rng, Tally, ranked
from jeton.games.splendor import beginning, compiled, reasons, rules
from jeton.games.splendor import view as views
from jeton.games.splendor import view_json as texts
from jeton.games.splendor.affordability import numbers
from jeton.games.splendor.gems import amounts
from jeton.games.splendor.moves import BUY, BUY_HAND, PASS, RESERVE_DECK, RETURN, TAKE_ALL, TAKE_PAIR, notation
from jeton.games.splendor.position import PHASES, Position, read_position, write_position
from jeton.games.splendor.rules import NOBODY, OVER, PAYING, PLAY, POSITION, WORDS
from jeton.games.splendor.ruleset import BLIND, RULESET, lay_options, ruleset_words, title
from jeton.games.splendor.title import OPTIONS, SEAT_COUNTS

__all__ = ["Splendor", "marvel", "splendor"]


class Splendor(Game[Position, views.View]):
    """Splendor or Splendor: Marvel with its options chosen; a `Game`.

    >>> game = Splendor("splendor", {"goal": 21})
    >>> game.options["goal"]
    21
    """

    version = 1
    seat_counts: tuple[int, ...] = SEAT_COUNTS

    def __init__(self, name: str = "splendor", options: Mapping[str, Any] | None = None) -> None:
        """Lay the options over the title's ruleset; raises `BadOption`."""
        self.title = name
        self.box = title(name)
        chosen = dict(options or {})
        begin = {START: chosen.pop(START)} if START in chosen else {}
        self.options: Mapping[str, Any] = lay_options(self.box, chosen) | begin
        self.ruleset = ruleset_words(self.box, self.options)
        self.ruleset_record = self.ruleset.view(RULESET)[0]
        self.notation = notation(self.box.letters)
        self.unspellable = reasons.patterns(self.box.letters, time=bool(self.box.numbers["time_per_seat"]))
        self.shared, self.told = views.Shared(b""), views.NOTHING_TOLD
        """What several seats see alike, kept from one to the next."""
        self.programs: dict[tuple[int, int | None], texts.Program] = {}
        """How to write the views of each seat."""
        self.nobles_extra = int(self.ruleset_record["nobles_extra"])
        self.numbers = numbers(self.ruleset_record)
        if begin:
            beginning.check(self, begin[START])

    def __repr__(self) -> str:
        """Return the call that rebuilds it."""
        return f"Splendor({self.title!r}, {dict(self.options)!r})"

    def start(self, seats: int, seed: bytes) -> Position:
        """S4-S8, M4, M5. Return the position before the first move."""
        if START in self.options:
            return beginning.begin(self, self.options[START], seats, seed)
        return self.set_up(seats, seed)

    def set_up(self, seats: int, seed: bytes) -> Position:
        """Set the match up, whatever the option `start` says."""
        if seats not in self.seat_counts:
            raise ValueError(f"S4: expected 2, 3 or 4 seats, got {seats}")
        words = np.zeros(WORDS, np.int64)
        key0, key1 = (int.from_bytes(half, "little", signed=True) for half in (seed[:8], seed[8:16]))
        return Position(self, words, compiled.begin(self.ruleset, words, seats, key0, key1))

    def actors(self, position: Position) -> tuple[int, ...]:
        """Return the seat whose turn it is; nobody when the match is over."""
        return () if position.phase == OVER else (position.seat,)

    def moves(self, position: Position, seat: int) -> Sequence[str]:
        """Return the legal moves of a seat, in the order of their action numbers."""
        return self.spell_moves(position) if seat == position.seat else ()

    def play(self, position: Position, entry: Entry) -> Position:
        """Return the position after a move; raises `MalformedMove`, `IllegalMove`, `WrongSeat` or `MatchOver`."""
        if position.phase == OVER:
            raise MatchOver(f"the match is over: {entry.move[:40]!r} can't be played any more")
        if entry.seat != position.seat:
            text = f"S9: it is the turn of seat {position.seat}, not of seat {entry.seat}"
            raise WrongSeat(text, "S9", self.on_turn(position, entry.seat, entry.move))
        action = self.check(position, entry.move)
        after = position.copy()
        after.push(action)
        return after

    def check(self, position: Position, move: str) -> int:
        """Return the action number of a legal move; raises `MalformedMove` or `IllegalMove`."""
        action = self.parse(position, move)
        if not position.mask >> action & 1 or action in (TAKE_ALL, PASS):
            self.judge(position, action, move)
        return action

    def on_turn(self, position: Position, seat: int, move: str) -> IllegalMove | None:
        """Return what would refuse a move if that seat's turn came now; None if nothing would."""
        if not 0 <= seat < position.seats:
            return None
        words = position.words.copy()
        record = words.view(POSITION)[0]
        record["seat"], record["phase"] = seat, PLAY
        try:
            self.check(Position(self, words), move)
        except IllegalMove as error:
            return error
        except MalformedMove:
            pass
        return None

    def parse(self, position: Position, move: str) -> int:
        """Return the action number of a move that is well formed, legal or not."""
        try:
            return self.notation.action(move)
        except MalformedMove:
            if (reason := reasons.unspellable(move, self.unspellable)) is None:
                raise
        if position.phase != PLAY and move.startswith("take "):
            self.judge(position, TAKE_PAIR, move)
        rule, key, sentence = reason
        raise IllegalMove(move, rule, sentence, {"reason": key})

    def judge(self, position: Position, action: int, move: str) -> None:
        """Raise `IllegalMove` with the rule and the numbers that matter, if the action is refused as it is spelled."""
        values = np.zeros(len(compiled.VALUES), np.int64)
        colours = self.notation.colours(move) if action == TAKE_ALL else 0
        answer = int(compiled.verdict(self.ruleset, position.words, action, colours, int(move == "done"), values))
        if answer != rules.LEGAL:
            told = {name: n for name, n in zip(compiled.VALUES, values.tolist(), strict=True) if n >= 0}
            rule, key, sentence = reasons.REASONS[answer]
            raise IllegalMove(move, rule, sentence.format(**told), {"reason": key, **told})

    def reveals(self, before: Position, entry: Entry) -> bool:
        """Return whether the move turned up or drew a card, or bought one that others did not know."""
        action = self.notation.action(entry.move)
        if BUY_HAND <= action < RETURN:
            card = before.record["hand"][entry.seat][action - BUY_HAND]
            if card & BLIND or not self.options["visible"]:
                return True
        return RESERVE_DECK <= action < BUY or "revealed" in views.told(before, entry).facts

    def outcome(self, position: Position) -> Outcome | None:
        """S27-S30, M14-M19. Return who won, and how the match ended."""
        if position.phase != OVER:
            return None
        seats = range(position.seats)
        standings = np.zeros(4, np.int64)
        compiled.standings(self.ruleset, position.words, standings)
        order = standings.tolist()[: position.seats]
        termination = "passes" if position.record["passes"] == position.seats else "goal"
        return ranked(termination, [position.points(seat) for seat in seats], order)

    def standing(self, position: Position) -> Outcome:
        """S28-S30, M16. Rank by the goal met, points, the tile, and fewest cards, as things stand."""
        seen = views.view(position, None)
        order = [
            (player.meets_goal, player.points, seen.tile == seat, -len(player.cards))
            for seat, player in enumerate(seen.players)
        ]
        return ranked("limit", [player.points for player in seen.players], order)

    def view(self, position: Position, seat: int | None) -> views.View:
        """Return what a seat may know, or a spectator (None)."""
        return views.view(position, seat)

    def beginning(self, view: views.View) -> str:
        """Return a text for the option `start`: what the view's seat knows."""
        return beginning.write(self, view)

    def flaws(self, text: str, seats: int) -> Sequence[Flaw]:
        """Return why no match can reach what a text says: tokens, nobles or turns that do not fit."""
        from jeton.games.splendor.possible import flaws

        return flaws(self, text, seats)

    def turns(self, position: Position) -> int:
        """Return how many turns were begun: one goes on while its player pays, gives back or chooses a noble."""
        return int(position.record["turns"]) + (position.phase not in (PLAY, OVER))

    def tally(self, position: Position, seat: int) -> Tally:
        """Return its turns, and the cards that it bought of each colour."""
        view = self.view(position, None)
        bonuses = zip(self.notation.tokens[:5], view.players[seat].bonuses, strict=True)
        return Tally(-(-view.turns // len(view.players)), dict(bonuses))

    def picture(self, view: views.View, names: Sequence[str] = (), heading: str = "") -> str:
        """Return a view as a small picture, SVG."""
        from jeton.games.splendor.picture import draw

        return draw(view, names, heading)

    def report(self, before: Position, entry: Entry, seat: int | None) -> Report:
        """Return what a seat, or a spectator, may know of a legal entry."""
        return views.report(before, entry, seat)

    def view_text(self, position: Position, seat: int | None) -> bytes:
        """Return the JSON of `view`."""
        return texts.view_text(position, seat)

    def report_text(self, before: Position, entry: Entry, after: Position, seat: int | None) -> bytes:
        """Return the JSON of `report`."""
        return texts.report_text(before, entry, after, seat)

    def redeal(self, view: views.View, rng: Rng) -> Position:
        """Return a random position with this very view."""
        return views.redeal(self, view, rng)

    def write(self, position: Position) -> str:
        """Return the position as one line of text, key included."""
        return write_position(position)

    def read(self, text: str) -> Position:
        """Return the position that `write` wrote; missing clauses come from a fresh match with a key of zeros.

        >>> game = Splendor("splendor", {"first": "seat"})
        >>> game.read("splendor 3; bank r3").bank
        (0, 0, 0, 3, 0, 0, 0)
        """
        name, _, seats = text.partition(";")[0].strip().partition(" ")
        known = name == self.title and seats.isdecimal() and int(seats) in self.seat_counts
        return read_position(self.set_up(int(seats) if known else 2, bytes(16)), text)

    def full(self, position: Position) -> dict[str, Any]:
        """Return the whole truth as plain data: the object that `jeton replay --json` prints."""
        s, seats = position.record, range(position.seats)
        market = position.market
        outcome = self.outcome(position)
        place = int(s["refill"])
        return {
            "title": self.title,
            "seats": position.seats,
            "phase": PHASES[position.phase],
            "turn": position.seat,
            "first": int(s["first"]),
            "turns": int(s["turns"]),
            "passes": int(s["passes"]),
            "bank": list(position.bank),
            "market": [list(market[4 * level : 4 * level + 4]) for level in range(3)],
            "decks": position.decks(),
            "nobles": list(position.nobles),
            "tile": position.tile,
            "refill": None if place == NOBODY else f"{place // 4 + 1}.{place % 4 + 1}",
            "paid": list(amounts(s["paid"], 5)) if position.phase == PAYING else [0] * 5,
            "players": [
                {
                    "tokens": list(position.tokens(seat)),
                    "bonuses": list(position.bonuses(seat)),
                    "points": position.points(seat),
                    "cards": list(position.cards(seat)),
                    "hand": [{"card": number, "blind": blind} for number, blind in position.hand(seat)],
                    "nobles": list(position.visits(seat)),
                    "tags": position.tags(seat),
                }
                for seat in seats
            ],
            "moves": list(self.spell_moves(position)),
            "outcome": outcome
            and {
                "termination": outcome.termination,
                "winners": list(outcome.winners),
                "points": list(outcome.points),
                "ranks": list(outcome.ranks),
            },
        }

    def spell_moves(self, position: Position) -> tuple[str, ...]:
        """Return the legal moves of the seat whose turn it is, in notation."""
        mask, texts = position.mask, self.notation.texts
        moves = [texts[i] for i in range(mask.bit_length()) if mask >> i & 1]
        if mask >> TAKE_ALL & 1:
            moves[0] = "take " + self._left(position)
        if position.phase == PAYING:
            moves[0] = "done"
        return tuple(moves)

    def _left(self, position: Position) -> str:
        bank = int(position.words.view(POSITION)["bank"][0])
        return "".join(letter for i, letter in enumerate(self.box.letters) if bank >> 8 * i & 0xFF)


splendor, marvel = (partial(Splendor, name) for name in OPTIONS)
"""What makes the game of each title."""
