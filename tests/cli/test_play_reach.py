"""The four states of a card agree with the rules."""

from random import Random

import pytest

import jeton
from jeton.bots import Budget, make
from jeton.cli.play import match_key
from jeton.cli.terminal.reach import card_reach, missing_bonuses
from jeton.cli.terminal.sentences import place_text
from tests.cli.playing import scene


def matches(title: str, count: int) -> list[jeton.Match]:
    """Matches between bots, stopped somewhere."""
    rng, stopped = Random(7), []
    for i in range(count):
        match = jeton.new(title, seats=2 + i % 3, key=match_key(f"{title} {i}"))
        bots = [make("greedy", match.game), make("random", match.game)]
        for _ in range(rng.randrange(8, 70)):
            if not match.is_over:
                seat = match.actors[0]
                match.play(bots[rng.randrange(2)].choose(match.view(seat), Budget(), rng))
        stopped.append(match)
    return stopped


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_what_can_be_bought_is_what_the_rules_let_you_buy(title: str) -> None:
    compared = 0
    for match in matches(title, 24):
        for seat in match.actors:
            view = match.view(seat)
            if view.phase != "play":
                continue
            box = match.game.box  # type: ignore[attr-defined]
            for place, number in enumerate(view.market):
                if number:
                    reach = card_reach(box.card(number), box.colours, view.players[seat], view)
                    assert reach.can_buy == (f"buy {place_text(place)}" in view.moves)
                    compared += 1

    assert compared > 100


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_one_move_away_is_one_move_away(title: str) -> None:
    """Tried out: after each action that brings tokens, is the card within reach? Where nothing must be returned."""
    seen = {"soon": 0, "far": 0}
    for match in matches(title, 30):
        for seat in match.actors:
            view = match.view(seat)
            mine = view.players[seat]
            if view.phase != "play" or sum(mine.tokens) > 7 or len(mine.hand) > 2:
                continue
            box = match.game.box  # type: ignore[attr-defined]
            afters = []
            for move in view.moves:
                if not move.startswith("buy"):
                    after = match.copy()
                    after.play(move)
                    afters.append(after.view(seat).players[seat])
            for number in filter(None, view.market):
                card = box.card(number)
                reach = card_reach(card, box.colours, mine, view)
                if reach.state in seen and sum(reach.cost) <= 10:
                    seen[reach.state] += 1
                    then = [card_reach(card, box.colours, after, view).can_buy for after in afters]
                    assert any(then) == (reach.state == "soon"), (match.position, card)

    assert min(seen.values()) > 20


def test_states_in_a_row() -> None:
    """S17, S18. Free by bonuses, payable, payable with gold, one take away, further."""
    table = scene("splendor 2; 0 tokens w1; 0 cards 1 2; bank w3b4g4r4k4j5")
    me = table.me
    assert me is not None
    box = table.game.box
    states = {n: card_reach(box.card(n), box.colours, me, table.view).state for n in (44, 30, 80)}

    assert set(states.values()) <= {"free", "now", "gold", "soon", "far"}
    assert states[80] == "far"


def test_gold_needed_is_what_tokens_do_not_cover() -> None:
    """Card 80 costs 7 of one colour; with 5 tokens and 2 gold, 2 gold are needed."""
    table = scene("splendor 2")
    card = next(card for card in table.game.box.cards if sorted(card.cost.values()) == [0, 0, 0, 0, 4])
    colour = next(c for c in table.colours if card.cost[c])
    letter = table.game.box.letters[table.colours.index(colour)]
    rich = scene(f"splendor 2; 0 tokens {letter}2j2; bank w2b2g2r2k2j3")

    reach = rich.reach(card)

    assert reach is not None
    assert (reach.state, reach.gold, sum(reach.cost)) == ("gold", 2, 4)


def test_missing_bonuses_of_a_noble() -> None:
    """SE3. A noble requires 3 white, 3 blue and 3 green bonuses; tokens do not count."""
    table = scene("splendor 2; 0 cards 1 2 12; 0 tokens w3b3g3; bank w1b1g1r4k4j5")
    noble = next(
        n
        for n in table.game.box.nobles
        if n.requirement["white"] == n.requirement["blue"] == 3 == n.requirement["green"]
    )
    assert table.me is not None

    assert missing_bonuses(noble, table.colours, table.me) == (1, 2, 3, 0, 0)
