"""Hints are made of facts: each of them is what the real match shows after the move."""

from random import Random

import pytest

import jeton
from jeton import bots
from jeton.analysis.hint import facts, hint
from jeton.bots import Budget
from jeton.words import LANGUAGES, Words

GOLD, TIME = 5, 6
PAYABLE = ("free", "now", "gold")


def prices(view):
    market = {card: price for card, price in zip(view.market, view.prices, strict=True) if card}
    hand = view.players[view.seat].hand
    return market | {held.card: price for held, price in zip(hand, view.hand_prices, strict=True)}


def holds(fact, before, after, others):
    """Return whether a fact is so in the match itself, told once more in other words."""
    values, seat = fact.values, before.seat
    me, then = before.players[seat], after.players[seat]
    cards = prices(after)
    lack = {card: max(0, sum(price.short) - then.tokens[GOLD]) for card, price in cards.items()}
    match fact.code:
        case "goal":
            return then.meets_goal and values["count"] == then.points
        case "noble":
            return values["noble"] in then.nobles and values["noble"] not in me.nobles
        case "noble_near":
            return after.nobles_left[after.nobles.index(values["noble"])] == values["count"] > 0
        case "tile":
            return after.tile == seat
        case "time":
            return then.tokens[TIME] == me.tokens[TIME] + 1
        case "points":
            return values["total"] == then.points >= me.points + values["count"]
        case "needed":
            return me.bonuses[values["colour"]] == 0 and then.bonuses[values["colour"]] == 1
        case "free":
            return me.tokens[:TIME] == then.tokens[:TIME]
        case "worth":
            return values["count"] > 0
        case "gold":
            return then.tokens[GOLD] == me.tokens[GOLD] + 1
        case "opens":
            return cards[values["card"]].state in PAYABLE
        case "closer":
            return lack[values["card"]] == values["count"] > 0
        case "wanted":
            gone = set(before.market) - set(after.market)
            theirs = prices(others[values["seat"]])
            return any(card in theirs and theirs[card].state in PAYABLE for card in gone)
        case "asked":
            colour = values["colour"]
            asks = sum(price.cost[colour] > 0 for price in prices(before).values()) if colour < GOLD else 0
            return asks == values["count"]
        case "cheaper" | "nearer" | "keeps":
            return values.get("count", 1) > 0
    return False


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_every_fact_of_a_move_is_what_the_match_shows_after_it(title):
    told = set()
    for number in range(4):
        match = jeton.new(title, seats=2 + number % 3, key=f"{number:032x}")
        bot, chance = bots.make(("greedy", "random")[number % 2], match.game), Random(number)
        while not match.is_over:
            before = match.view(match.actors[0])
            move = bot.choose(before, Budget(), chance)
            found = facts(match.game, before, move)
            others = [match.view(seat) for seat in range(len(before.players))]
            match.play(move)
            after = match.view(before.seat)
            if after.phase == "pay":  # facts of a purchase speak of the payment that the rules make
                continue
            for fact in found:
                assert holds(fact, before, after, others), (move, fact)
                told.add(fact.code)

    assert {"points", "opens", "closer", "free", "gold", "worth", "asked", "noble_near", "wanted"} <= told
    assert ("needed" in told) == (title == "marvel")


def test_every_fact_has_words_in_every_language():
    codes = {"splendor": ("goal", "noble", "tile", "time", "points", "needed", "free", "noble_near", "wanted", "worth",
                          "gold", "opens", "closer", "nearer", "cheaper", "asked", "keeps"),
             "guardians": ("clear", "belief", "boats", "first", "score")}  # fmt: skip
    values = dict.fromkeys(("card", "noble", "colour", "name", "island", "thing", "total", "percent"), "x")
    for language in LANGUAGES:
        words = Words(language)
        for code in (one for each in codes.values() for one in each):
            for count in (1, 3):
                said = words(words.variant(f"hint.fact.{code}", "marvel"), count=count, **values)
                assert not said[0].isupper(), said
                assert not said.endswith("."), "a clause, of which a sentence is made"


def test_a_hint_is_the_judges_move_with_its_chance():
    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    found = hint(match.game, match.view(0), lines=60, seed=1)

    assert found.move in match.moves()
    assert 0 < found.chance < 1
    assert found == hint(match.game, match.view(0), lines=60, seed=1)
    assert found.facts == facts(match.game, match.view(0), found.move)


def test_guardians_hints_say_what_the_clues_come_to():
    match = jeton.new("guardians", seats=3, key="00" * 16)
    first = hint(match.game, match.view(0))
    for seat in range(3):
        match.play(hint(match.game, match.view(seat)).move, seat=seat)
    boat = hint(match.game, match.view(0))

    assert first.move.startswith("clue ")
    clear = first.facts[0]
    assert (clear.code, clear.values["island"]) == ("clear", match.view(0).hand.location)
    assert 0 < clear.values["percent"] <= 100
    assert boat.move.startswith("boat ")
    belief = boat.facts[0]
    assert (belief.code, belief.values["island"]) == ("belief", boat.move.split(" ")[1])
    assert belief.values["seat"] != 0
