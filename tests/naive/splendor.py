"""Splendor and Splendor: Marvel, told a second time: from the rulebook, for any board gamer, in no hurry.

The engine plays these games fast; this twin plays them plainly, with lists and dictionaries, and test_twin.py sees to
it that the two never disagree. Neither was written from the other. Numbers like S12 or M10 name the rules in
docs/rules.

Tokens and bonuses are counted by letter: the five colours of the title ("wbgrk" or "ypbro"), j for the joker (gold,
S.H.I.E.L.D.), t for time.

>>> match = NaiveMatch("splendor", 2, {"first": "seat"}, bytes(16))
>>> match.play("take wbg")
>>> match.player.seat, match.bank["w"], match.moves()[:2]
(1, 3, ['take wbg', 'take wbr'])
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.naive.siphash import siphash13

DATA = Path(__file__).parents[2] / "src" / "jeton" / "games" / "splendor" / "data"
LETTERS = {"splendor": "wbgrk", "marvel": "ypbro"}
DEFAULTS = {"first": "random", "visible": True, "payment": "choice", "goal": 15}
JOKER, TIME = "j", "t"
LEVELS, PLACES = (1, 2, 3), (1, 2, 3, 4)


# The material.


@dataclass(frozen=True)
class Card:
    """S2, M2. A development or Character card."""

    number: int
    level: int
    bonus: str
    points: int
    cost: dict[str, int]
    tags: int
    time: bool


@dataclass(frozen=True)
class Noble:
    """S3, M3. A noble, or one face of a Location tile."""

    number: int
    points: int
    requirement: dict[str, int]


@cache
def material(title: str) -> tuple[list[Card], list[list[Noble]]]:
    """Open the box: all cards, and all tiles with their faces. A noble's tile has one face, a Location's two (M3)."""
    data = json.loads((DATA / f"{title}.json").read_text(encoding="utf-8"))
    letter = dict(zip(data["colours"], LETTERS[title], strict=True))

    def by_letter(by_colour: dict[str, int]) -> dict[str, int]:
        return {letter[colour]: count for colour, count in by_colour.items() if count}

    cards = [
        Card(
            number=card["id"],
            level=card["level"],
            bonus=letter[card["bonus"]],
            points=card["points"],
            cost=by_letter(card["cost"]),
            tags=card.get("avengers", 0),
            time=card.get("time_icon", False),
        )
        for card in data["cards"]
    ]
    tiles: dict[int, list[Noble]] = {}
    for entry in data["nobles" if title == "splendor" else "locations"]:
        noble = Noble(entry["id"], entry["points"], by_letter(entry["requirement"]))
        tiles.setdefault(entry.get("tile", entry["id"]), []).append(noble)
    return cards, list(tiles.values())


class Chance:
    """All chance of a match: a number for each question, always the same under the same seed."""

    DECK, TILE, FACE, FIRST = 0, 3, 4, 5  # what is asked; the decks of the three levels are 0, 1 and 2

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def below(self, bound: int, what: int, number: int) -> int:
        """Draw a number from 0 to bound - 1: the hash's upper half, scaled."""
        upper_half = siphash13(self.seed, bytes([what, number])) >> 32
        return upper_half * bound >> 32

    def shuffle(self, level: int, cards: Iterable[Card]) -> list[Card]:
        """S5. Put a level's deck into the order in which it will be drawn, top card first."""
        rest = sorted(cards, key=lambda card: card.number)
        deck = []
        while rest:
            deck.append(rest.pop(self.below(len(rest), self.DECK + level - 1, len(rest))))
        return deck


# The table.


@dataclass
class Player:
    """What lies before one seat, and the cards in its hand."""

    seat: int
    tokens: dict[str, int]
    cards: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    blind: set[int] = field(default_factory=set)  # numbers of cards in hand that came from a deck (S21)
    nobles: list[Noble] = field(default_factory=list)
    holds_tile: bool = False

    def __post_init__(self) -> None:
        """S17. Nobody starts with a bonus."""
        self.bonuses = dict.fromkeys(self.tokens, 0)

    def lay_down(self, card: Card) -> None:
        """S17, S20. A card bought lies before its owner, and is a bonus of its colour from now on."""
        self.cards.append(card)
        self.bonuses[card.bonus] += 1

    def points(self) -> int:
        """S26, S27, M13. Points of the cards bought, the nobles, and the Avengers tile; none for the hand (M18)."""
        return sum(item.points for item in self.cards + self.nobles) + (3 if self.holds_tile else 0)

    def tags(self) -> int:
        """M13. Avengers tags on recruited cards."""
        return sum(card.tags for card in self.cards)

    def price(self, card: Card) -> dict[str, int]:
        """S16 to S18. The tokens to pay by default: colours as far as they go, gold only for the rest."""
        payment = {JOKER: 0}
        for colour, cost in card.cost.items():
            due = max(0, cost - self.bonuses[colour])
            payment[colour] = min(due, self.tokens[colour])
            payment[JOKER] += due - payment[colour]
        return payment

    def can_afford(self, card: Card) -> bool:
        """S17, S18. Gold must make up for what bonuses and tokens lack."""
        lacking = 0
        for colour, cost in card.cost.items():
            lacking += max(0, cost - self.bonuses[colour] - self.tokens[colour])
        return lacking <= self.tokens[JOKER]

    def may_receive(self, noble: Noble) -> bool:
        """S24. At least the bonuses that the noble requires; tokens count for nothing."""
        return all(self.bonuses[colour] >= count for colour, count in noble.requirement.items())


class NaiveMatch:
    """One match, from set-up to outcome. Every change of it is a move in notation, as a log has them."""

    def __init__(self, title: str, seats: int, options: dict[str, Any], seed: bytes) -> None:
        """S4 to S8, M4, M5. Set the table."""
        self.title, self.colours = title, LETTERS[title]
        self.options = {**DEFAULTS, **options}
        self.is_marvel = title == "marvel"
        chance = Chance(seed)
        cards, tiles = material(title)

        each = {2: 4, 3: 5, 4: 7}[seats]
        self.bank = dict.fromkeys(self.colours, each) | {JOKER: 5, TIME: seats if self.is_marvel else 0}
        self.players = [Player(seat, dict.fromkeys(self.bank, 0)) for seat in range(seats)]

        self.decks = {level: chance.shuffle(level, [card for card in cards if card.level == level]) for level in LEVELS}
        self.market: dict[tuple[int, int], Card | None] = {}
        for level in LEVELS:
            for place in PLACES:
                self.fill((level, place))

        self.nobles: list[Noble | None] = []
        tiles = list(tiles)
        for i in range(seats if self.is_marvel else seats + 1):
            faces = tiles.pop(chance.below(len(tiles), Chance.TILE, i))
            self.nobles.append(faces[chance.below(len(faces), Chance.FACE, i)])

        self.first = chance.below(seats, Chance.FIRST, 0) if self.options["first"] == "random" else 0
        self.turn = self.first
        self.turns = 0
        self.passes = 0
        self.phase = "play"
        self.refill: tuple[int, int] | None = None  # the place to fill once the purchase is paid
        self.swappable = dict.fromkeys(self.colours, 0)  # coloured tokens paid, that gold may still replace
        self.termination: str | None = None

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == "over"

    def fill(self, place: tuple[int, int]) -> None:
        """S5, S19. Turn up the top card of the deck; with that deck empty, the place stays empty."""
        deck = self.decks[place[0]]
        self.market[place] = deck.pop(0) if deck else None

    # What may be done.

    def moves(self) -> list[str]:
        """List the legal moves, in the order of their action numbers."""
        if self.phase == "play":
            actions = self.takes() + self.pairs() + self.reservations() + self.purchases()
            return actions or ["pass"]  # S22
        if self.phase == "pay":
            return ["done"] + [f"gold {colour}" for colour in self.colours if self.swappable[colour]]
        if self.phase == "return":
            return [f"return {token}" for token in self.colours + JOKER if self.player.tokens[token]]
        if self.phase == "noble":
            return [f"noble {place}" for place in self.visitors()]
        return []

    def takes(self) -> list[str]:
        """S10, S11, M7. Three different colours, or all that remain when they are fewer; never joker or time (M6)."""
        available = [colour for colour in self.colours if self.bank[colour]]
        if not available:
            return []
        return ["take " + "".join(chosen) for chosen in combinations(available, min(3, len(available)))]

    def pairs(self) -> list[str]:
        """S12. Two of one colour, if the bank holds at least four of it."""
        return [f"take {colour}{colour}" for colour in self.colours if self.bank[colour] >= 4]

    def reservations(self) -> list[str]:
        """S13, S14. A face-up card or the top card of a deck, for a player with less than three cards in hand."""
        if len(self.player.hand) >= 3:
            return []
        face_up = [f"reserve {level}.{place}" for (level, place), card in self.market.items() if card]
        return face_up + [f"reserve {level}" for level, deck in self.decks.items() if deck]

    def purchases(self) -> list[str]:
        """S16 to S18. Any card face up or in hand that the player can pay."""
        affordable = self.player.can_afford
        face_up = [f"buy {level}.{place}" for (level, place), card in self.market.items() if card and affordable(card)]
        return face_up + [f"buy h{n}" for n, card in enumerate(self.player.hand, 1) if affordable(card)]

    def visitors(self) -> list[int]:
        """S24. The places of the nobles who would visit the player."""
        return [place for place, noble in enumerate(self.nobles, 1) if noble and self.player.may_receive(noble)]

    # Doing it.

    def play(self, notation: str) -> None:
        """Play one legal move: an action (S9, S22), or one of the small choices that may follow it."""
        if notation not in self.moves():
            raise ValueError(f"expected one of {self.moves()}, got {notation!r}")
        verb, _, what = notation.partition(" ")
        if self.phase == "play":
            self.passes = self.passes + 1 if verb == "pass" else 0  # S22: any action breaks the row
        action = {
            "take": self.take,
            "reserve": self.reserve,
            "buy": self.buy,
            "gold": self.swap,
            "done": self.settle,
            "return": self.give_back,
            "noble": self.welcome,
            "pass": self.end_action,
        }[verb]
        action(what) if what else action()

    def give(self, token: str, count: int = 1) -> None:
        """Move tokens from the bank to the player, or back where the count is negative."""
        self.bank[token] -= count
        self.player.tokens[token] += count

    def take(self, colours: str) -> None:
        """S10 to S12. Take the tokens, one for each letter."""
        for colour in colours:
            self.give(colour)
        self.end_action()

    def reserve(self, what: str) -> None:
        """S13, S15, S19. Take a card into hand, and a joker if the bank has any."""
        if "." in what:
            place = as_place(what)
            card = self.market[place]
            self.fill(place)
        else:
            card = self.decks[int(what)].pop(0)
            self.player.blind.add(card.number)
        self.player.hand.append(card)
        if self.bank[JOKER]:
            self.give(JOKER)
        self.end_action()

    def buy(self, what: str) -> None:
        """S16 to S19. Pay the default price for a card; whoever has gold left may then prefer to pay with it."""
        if "." in what:
            self.refill = as_place(what)
            card = self.market[self.refill]
            self.market[self.refill] = None
        else:
            card = self.player.hand.pop(int(what.removeprefix("h")) - 1)

        for token, count in self.player.price(card).items():
            self.give(token, -count)
            if token != JOKER:
                self.swappable[token] = count
        self.player.lay_down(card)
        self.player.blind.discard(card.number)
        self.bring_time(card)
        self.assemble()

        self.phase = "pay"
        if self.options["payment"] == "thrifty":
            self.settle()
        else:
            self.settle_if_nothing_to_swap()

    def bring_time(self, card: Card) -> None:
        """M10. The first card with the Time icon brings the player's one time token."""
        if card.time and not self.player.tokens[TIME]:
            self.give(TIME)

    def assemble(self) -> None:
        """M13. The tile goes to the first player with three tags, then to whoever has strictly more than its holder."""
        holder = self.tile_holder()
        needed = 3 if holder is None else holder.tags() + 1
        if self.player is not holder and self.player.tags() >= needed:
            if holder:
                holder.holds_tile = False
            self.player.holds_tile = True

    def tile_holder(self) -> Player | None:
        """Find the player who holds the Avengers tile."""
        return next((player for player in self.players if player.holds_tile), None)

    def swap(self, colour: str) -> None:
        """S18. Take back a token just paid and pay gold in its place.

        Colours go in the title's order, so that each way to pay has one log: the earlier ones are settled now.
        """
        self.give(JOKER, -1)
        self.give(colour)
        self.swappable[colour] -= 1
        for earlier in self.colours[: self.colours.index(colour)]:
            self.swappable[earlier] = 0
        self.settle_if_nothing_to_swap()

    def settle_if_nothing_to_swap(self) -> None:
        """S18. There is a choice only with gold in hand and coloured tokens paid."""
        if not self.player.tokens[JOKER] or not any(self.swappable.values()):
            self.settle()

    def settle(self) -> None:
        """S19. The payment stands; now the bought card's place is filled, so that the choice could not depend on it."""
        if self.refill:
            self.fill(self.refill)
        self.refill = None
        self.swappable = dict.fromkeys(self.colours, 0)
        self.end_action()

    # The end of a turn.

    def end_action(self) -> None:
        """S23, M11. All tokens count; the player returns what is too much, one by one."""
        if sum(self.player.tokens.values()) > 10:
            self.phase = "return"
        else:
            self.invite_nobles()

    def give_back(self, token: str) -> None:
        """S23, M11. Return a token of the player's choice, but never time."""
        self.give(token, -1)
        self.end_action()

    def invite_nobles(self) -> None:
        """S24, S25, M12. One noble visits at most; the player chooses if several could."""
        visitors = self.visitors()
        if len(visitors) > 1:
            self.phase = "noble"
        elif visitors:
            self.welcome(str(visitors[0]))
        else:
            self.end_turn()

    def welcome(self, place: str) -> None:
        """S26. A noble comes and is not replaced."""
        noble = self.nobles[int(place) - 1]
        self.nobles[int(place) - 1] = None
        self.player.nobles.append(noble)
        self.end_turn()

    def end_turn(self) -> None:
        """S22, S27, M15, M17. The next seat, unless a round ends with the goal met, or all have passed in a row."""
        self.turns += 1
        self.turn = (self.turn + 1) % len(self.players)
        self.phase = "play"
        if self.passes == len(self.players):
            self.end("passes")  # S22 ends the match at any place of the round, whatever the round's end would find
        elif self.turn == self.first and any(self.meets_goal(player) for player in self.players):
            self.end("goal")

    def meets_goal(self, player: Player) -> bool:
        """S27, S31, M14. Enough points; in Marvel also a bonus of each colour and the time token."""
        if not self.is_marvel:
            return player.points() >= self.options["goal"]
        one_of_each = all(player.bonuses[colour] for colour in self.colours)
        return player.points() >= 16 and one_of_each and player.tokens[TIME] == 1

    # The end of the match.

    def end(self, termination: str) -> None:
        """Close the match."""
        self.phase, self.termination = "over", termination

    def merit(self, player: Player) -> tuple[bool, int, bool, int]:
        """S28, S29, M16, M19. What decides, first things first; fewer cards are better."""
        return self.meets_goal(player), player.points(), player.holds_tile, -len(player.cards)

    def outcome(self) -> dict[str, Any] | None:
        """S28 to S30, M16, M19. Who won, how, and everybody's rank: one more than there are better players."""
        if not self.is_over:
            return None
        merits = [self.merit(player) for player in self.players]
        ranks = [1 + sum(other > merit for other in merits) for merit in merits]
        return {
            "termination": self.termination,
            "winners": [seat for seat, rank in enumerate(ranks) if rank == 1],
            "points": [player.points() for player in self.players],
            "ranks": ranks,
        }

    # The whole truth, in the engine's words.

    def full(self) -> dict[str, Any]:
        """Write the position down: numbers for cards and nobles, 0 for an empty place."""
        holder = self.tile_holder()
        return {
            "title": self.title,
            "seats": len(self.players),
            "phase": self.phase,
            "turn": self.turn,
            "first": self.first,
            "turns": self.turns,
            "passes": self.passes,
            "bank": list(self.bank.values()),
            "market": [[number(self.market[level, place]) for place in PLACES] for level in LEVELS],
            "decks": [[card.number for card in self.decks[level]] for level in LEVELS],
            "nobles": [number(noble) for noble in self.nobles],
            "tile": holder.seat if holder else None,
            "refill": "{}.{}".format(*self.refill) if self.refill else None,
            "paid": list(self.swappable.values()) if self.phase == "pay" else [0] * 5,
            "players": [self.describe(player) for player in self.players],
            "moves": self.moves(),
            "outcome": self.outcome(),
        }

    def describe(self, player: Player) -> dict[str, Any]:
        """Write down one player's part of the position."""
        return {
            "tokens": list(player.tokens.values()),
            "bonuses": [player.bonuses[colour] for colour in self.colours],
            "points": player.points(),
            "cards": sorted(card.number for card in player.cards),
            "hand": [{"card": card.number, "blind": card.number in player.blind} for card in player.hand],
            "nobles": sorted(noble.number for noble in player.nobles),
            "tags": player.tags(),
        }


def as_place(notation: str) -> tuple[int, int]:
    """Read a place of the market: level, then place from the left.

    >>> as_place("2.3")
    (2, 3)
    """
    level, _, place = notation.partition(".")
    return int(level), int(place)


def number(item: Card | Noble | None) -> int:
    """Write a card or noble by its number, an empty place as 0."""
    return item.number if item else 0
