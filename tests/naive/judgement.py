"""The greedy bot's judgement written a second time, in obvious Python over a view, to compare with the compiled one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jeton.bots.splendor.heuristics import Weights
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.view import SeatView, View

COLOURS = range(5)
GOLD, TIME = 5, 6
MARKET = 12
LIMIT = 10
WIN = 100.0
"""To meet the goal outweighs all else."""


class Facts(NamedTuple):
    """What a card is, in the form that scoring needs."""

    cost: tuple[int, ...]
    bonus: int
    points: int
    tags: int
    time: bool


class Table:
    """What a game's cards, nobles and goal are, and what they weigh."""

    def __init__(self, game: Splendor, weights: Weights) -> None:
        """Look everything up once."""
        box, numbers = game.box, game.ruleset_record
        self.weights = weights
        self.letters = game.notation.tokens
        self.cards = [Facts((0,) * 5, 0, 0, 0, False)] + [
            Facts(
                tuple(card.cost[colour] for colour in box.colours),
                box.colours.index(card.bonus),
                card.points,
                card.avengers,
                card.time_icon,
            )
            for card in box.cards
        ]
        self.nobles: list[tuple[int, ...]] = [()]
        self.nobles += [tuple(noble.requirement[colour] for colour in box.colours) for noble in box.nobles]
        self.goal, self.goal_bonus, self.goal_time, self.noble_points, self.tile_tags, self.tile_points = (
            int(numbers[name])
            for name in ("goal_points", "goal_bonus", "goal_time", "noble_points", "tile_tags", "tile_points")
        )
        keeps, dear = weights.patience, weights.one_colour
        self.fading = [[keeps**short * dear ** max(0, most - 1) for most in range(8)] for short in range(36)]
        self.ranks = [weights.later * weights.second**i for i in range(5)]


class Scene:
    """One view through a seat's eyes: what each card and bonus is worth to it."""

    def __init__(self, table: Table, view: View) -> None:
        """Weigh cards and bonuses once, for all moves."""
        self.table, self.view, self.weights = table, view, table.weights
        self.me: SeatView = view.players[view.turn]
        self.rivals = [player for i, player in enumerate(view.players) if i != view.turn]
        self.last_round = any(player.meets_goal for player in view.players)
        self.power = [self.me.tokens[i] + self.me.bonuses[i] for i in COLOURS]
        self.cards = [table.cards[n] for n in (*view.market, *(card.card or 0 for card in self.me.hand))]
        self.due = [[max(0, card.cost[i] - self.me.bonuses[i]) for i in COLOURS] for card in self.cards]
        nobles = [table.nobles[n] for n in view.nobles if n]
        self.courted = [[max(0, need[i] - self.me.bonuses[i]) for i in COLOURS] for need in nobles]
        self.bonus_worth = self._bonus_worth()
        self.targets = [self._target(i, in_hand=i >= MARKET) for i in range(len(self.cards))]
        self.wanted = self._wanted()
        self.now = self._promise(self.power, self.me.tokens[GOLD])

    def score(self, move: str) -> float:
        """Return what the move brings, in points."""
        verb, _, what = move.partition(" ")
        tokens = list(self.me.tokens)
        if verb == "buy":
            return self._buy(place(what))
        if verb == "noble":
            return self._noble(int(what) - 1)
        if verb == "reserve":
            tokens[GOLD] += self.view.bank[GOLD] > 0
            return self._reserve(place(what), tokens) if "." in what else self._holding(tokens) + self.weights.unknown
        if verb in ("take", "gold"):
            tokens[GOLD] -= verb == "gold"
            for letter in what:
                tokens[self.table.letters.index(letter)] += 1
        elif verb == "return":
            tokens[self.table.letters.index(what)] -= 1
        return self._holding(tokens)

    # What things are worth

    def _bonus_worth(self) -> list[float]:
        """By colour: what a bonus takes off the cards in sight, how far it brings a noble, what the Gauntlet asks."""
        weights, table = self.weights, self.table
        worth = [weights.engine] * 5
        for card, due in zip(self.cards, self.due, strict=True):
            if card.points:
                share = weights.saving * card.points / (sum(due) + 4) ** 2
                for i in COLOURS:
                    if due[i]:
                        worth[i] += share
        for left in self.courted:
            missing = sum(left)
            for i in COLOURS:
                if left[i]:
                    worth[i] += weights.courted / missing
        early = max(0.0, 1 - max([player.points for player in self.view.players]) / table.goal)
        asked = [weights.gauntlet * (have < table.goal_bonus) for have in self.me.bonuses]
        self.liked = sorted(COLOURS, key=lambda i: self.me.bonuses[i] + worth[i])[-2:] if weights.favourite else []
        return [early * worth[i] + asked[i] + weights.favourite * (i in self.liked) for i in COLOURS]

    def _points(self, card: Facts) -> int:
        """Return the points that buying the card brings, with noble and tile."""
        table, view = self.table, self.view
        points = card.points
        if any(sum(left) - (left[card.bonus] > 0) == 0 for left in self.courted):
            points += table.noble_points
        if card.tags and view.tile != view.turn:
            rival = table.tile_tags - 1 if view.tile is None else view.players[view.tile].tags
            points += table.tile_points * (self.me.tags + card.tags > rival)
        return points

    def _gain(self, card: Facts) -> float:
        """Return what buying the card brings."""
        gain = self._points(card) + self.bonus_worth[card.bonus] + self.weights.tag * card.tags
        if card.time and self.me.tokens[TIME] < self.table.goal_time:
            gain += self.weights.time
        return gain

    def _target(self, at: int, *, in_hand: bool) -> tuple[int, int, int, int, int, float]:
        """Return the cost of a card in sight, and its worth to whoever saves for it; nothing for an empty place."""
        card = self.cards[at]
        a, b, c, d, e = card.cost
        if not a + b + c + d + e:
            return a, b, c, d, e, 0.0
        worth = self._gain(card)
        beyond = sum([max(0, card.cost[i] - self.power[i] - self.view.bank[i]) for i in COLOURS])
        if beyond > self.me.tokens[GOLD] or sum(self.due[at]) > LIMIT:
            worth *= self.weights.distant
        if not in_hand and any(short(card, rival) <= 0 for rival in self.rivals):
            worth *= self.weights.contested
        return a, b, c, d, e, worth

    def _wanted(self) -> list[float]:
        """Return how much the cards in sight ask for each colour: what to return last."""
        wanted = [0.0] * 5
        for target, due in zip(self.targets, self.due, strict=True):
            if target[5]:
                share = target[5] / (sum(due) + 2) ** 2
                for i in COLOURS:
                    wanted[i] += share * due[i]
        return wanted

    def _promise(self, power: Sequence[int], gold: int, bought: int = -1) -> float:
        """Return what the cards in sight, less `bought`, are worth to a player with these tokens and bonuses."""
        if self.last_round:
            return 0.0
        p, q, r, s, t = power
        values, fading = [], self.table.fading
        for i, (a, b, c, d, e, worth) in enumerate(self.targets):
            if worth == 0.0 or i == bought:
                continue
            short, most = -gold, 0
            if a > p:
                short += a - p
                most = a - p
            if b > q:
                short += b - q
                if b - q > most:
                    most = b - q
            if c > r:
                short += c - r
                if c - r > most:
                    most = c - r
            if d > s:
                short += d - s
                if d - s > most:
                    most = d - s
            if e > t:
                short += e - t
                if e - t > most:
                    most = e - t
            values.append(worth * fading[short][most] if short > 0 else worth)
        values.sort(reverse=True)
        return sum([rank * value for rank, value in zip(self.table.ranks, values, strict=False)])

    # What moves bring

    def _holding(self, tokens: list[int]) -> float:
        """Return what it is worth to hold these tokens instead, less those beyond ten."""
        weights, me = self.weights, self.me
        score = 0.0
        for _ in range(sum(tokens) - LIMIT):
            tokens[min([i for i in COLOURS if tokens[i]], key=lambda i: self.wanted[i] / tokens[i])] -= 1
            score -= weights.waste
        score += weights.gem * (sum(tokens[:5]) - sum(me.tokens[:5])) + weights.gold * (tokens[GOLD] - me.tokens[GOLD])
        return score + self._promise([tokens[i] + me.bonuses[i] for i in COLOURS], tokens[GOLD]) - self.now

    def _buy(self, at: int) -> float:
        card, due, me, weights = self.cards[at], self.due[at], self.me, self.weights
        paid = [min(due[i], me.tokens[i]) for i in COLOURS]
        gold = sum(due) - sum(paid)
        power = [self.power[i] - paid[i] + (i == card.bonus) for i in COLOURS]
        score = self._gain(card) + self._promise(power, me.tokens[GOLD] - gold, at) - self.now
        score -= weights.gem * sum(paid) + weights.gold * gold
        score += weights.favourite * (card.bonus in self.liked)
        points = me.points + self._points(card)
        others = all(me.bonuses[i] + (i == card.bonus) >= self.table.goal_bonus for i in COLOURS)
        if points >= self.table.goal and others and (card.time or me.tokens[TIME] >= self.table.goal_time):
            score += WIN + points
        return score + (self._denied(card) if at < MARKET else 0.0)

    def _reserve(self, at: int, tokens: list[int]) -> float:
        before = self.targets[at]
        self.targets[at] = self._target(at, in_hand=True)
        score = self._holding(tokens) - self.weights.held + self._denied(self.cards[at])
        self.targets[at] = before
        return score

    def _denied(self, card: Facts) -> float:
        """Return what is taken from rivals who could buy the card next, above all where it would meet their goal."""
        lost = 0.0
        for rival in self.rivals:
            if short(card, rival) <= 0:
                wins = rival.points + card.points >= self.table.goal and not self.last_round
                lost += 4.0 if wins else self.weights.spite * (card.points + 0.3)
        return lost / len(self.rivals)

    def _noble(self, at: int) -> float:
        """Weigh a noble: all bring the same, so that the one that a rival is nearest to comes first."""
        need = self.table.nobles[self.view.nobles[at]]
        return -float(min(sum(max(0, need[i] - rival.bonuses[i]) for i in COLOURS) for rival in self.rivals))


def place(what: str) -> int:
    """Return the index among market and hand of "2.3" or "h1"."""
    return MARKET - 1 + int(what[1]) if what[0] == "h" else 4 * int(what[0]) + int(what[2]) - 5


def short(card: Facts, player: SeatView) -> int:
    """Return how many tokens a player lacks to buy a card; zero or less: could buy it."""
    have, bonus, cost = player.tokens, player.bonuses, card.cost
    return sum([max(0, cost[i] - have[i] - bonus[i]) for i in COLOURS]) - have[GOLD]
