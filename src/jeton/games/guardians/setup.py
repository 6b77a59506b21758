"""Set-up: board, piles, decks and the first two postcards (section 2 of the rules)."""

from __future__ import annotations

from jeton.core.shuffle import Stream, shuffled
from jeton.games.guardians.board import lay_board
from jeton.games.guardians.legends import LEGENDS, TREASURE, TREASURES
from jeton.games.guardians.position import SETUP, Clock, Pile, Player, Position
from jeton.games.guardians.ruleset import Ruleset

__all__ = ["FIRST_POSTCARDS", "PILES", "set_up"]

PILES = 3
FIRST_POSTCARDS = 2
SETUP_MS = 30_000
"""O2. How long players may think about the first pile, as in an interlude with a choice (G67)."""


def set_up(ruleset: Ruleset, seats: int, seed: bytes) -> Position:
    """G9–G15. Return the position before the first search phase opens; with O2 everybody still chooses a pile."""

    def shuffle(label: str, items: list[str] | tuple[str, ...]) -> tuple[str, ...]:
        return shuffled(items, Stream(seed, f"guardians {label}"))

    pack = ruleset.pack
    locations = shuffle("locations", pack.island_ids)
    hands, rewards = deal_rewards(ruleset, seats, seed)
    postcards = shuffle("postcards", pack.postcard_ids)
    players = []
    for seat in range(seats):
        places = locations[PILES * seat : PILES * seat + PILES]
        piles = tuple(Pile(place, reward) for place, reward in zip(places, hands[seat], strict=True))
        if ruleset.choose_pile:
            players.append(Player(piles=piles))
        else:
            players.append(Player(active=piles[0], piles=piles[1:]))
    return Position(
        seed=seed.hex(),
        board=lay_board(ruleset.board, pack.island_ids, Stream(seed, "guardians board")),
        players=tuple(players),
        phase=SETUP,
        round=0,
        open=postcards[:FIRST_POSTCARDS],
        postcards=postcards[FIRST_POSTCARDS:],
        aside=(),
        locations=locations[PILES * seats :],
        found=(),
        rewards=rewards,
        spent=(),
        clock=Clock("setup", SETUP_MS) if ruleset.choose_pile else None,
    )


def deal_rewards(ruleset: Ruleset, seats: int, seed: bytes) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """G11–G13, G99. Deal each seat's three rewards in the order of its piles, and the reward deck."""
    if ruleset.mixed_rewards:
        cards = shuffled([TREASURE] * TREASURES + list(LEGENDS), Stream(seed, "guardians rewards"))
        return [cards[PILES * seat : PILES * seat + PILES] for seat in range(seats)], cards[PILES * seats :]
    legends = shuffled(LEGENDS, Stream(seed, "guardians legends"))
    hands = [
        shuffled([TREASURE, TREASURE, legends[seat]], Stream(seed, f"guardians pile {seat}")) for seat in range(seats)
    ]
    rest = [TREASURE] * (TREASURES - 2 * seats) + list(legends[seats:])
    return hands, shuffled(rest, Stream(seed, "guardians rewards"))
