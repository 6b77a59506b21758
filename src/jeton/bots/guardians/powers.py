"""Legends and piles: what to play when, whom to choose, which pile to take."""

from __future__ import annotations

import numpy as np

from jeton.bots.bot import pick
from jeton.bots.guardians.pointing import clarity, known
from jeton.bots.guardians.reading import NEVER, Reader, log_sum
from jeton.core.game import Rng
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View

__all__ = ["best_pile", "between_rounds", "choice", "legend_now"]

SURE = 0.5
"""How likely one's location must look to the others before a clue is worth less than a boat."""


def choice(view: View, rng: Rng) -> str:
    """G105. Choose the player who is ahead, but only one who has something to lose."""
    words = [move.removeprefix("choose ") for move in view.moves]
    legend = view.owing.legend if view.owing is not None else ""
    stakes = {"ark": 2, "girdle": 1, "necklace": 1}

    def loss(word: str) -> tuple[int, int]:
        player = view.players[COLOURS.index(word)]
        has = player.coins if legend == "necklace" else player.gold
        return min(stakes.get(legend, 0), has), player.score

    most = max(loss(word) for word in words)
    return "choose " + pick(rng, [word for word in words if loss(word) == most])


def between_rounds(reader: Reader, rng: Rng) -> str:
    """G67, G100. Take a pile if one is due, then play kept legends that help now, then be ready."""
    moves = reader.view.moves
    if moves[0].startswith("pile "):
        return best_pile(reader)
    return legend_now(reader, rng) or ("ready" if "ready" in moves else moves[-1])


def legend_now(reader: Reader, rng: Rng) -> str | None:
    """G100. Return a kept legend worth playing now, between rounds or in the search; None to keep them all."""
    moves = reader.view.moves
    for name in ("club", "boots", "apple"):
        if f"play {name}" in moves:
            return f"play {name}"
    for name in ("trident", "kunee", "hourglass"):
        aimed = [move for move in moves if move.startswith(f"play {name} ")]
        if aimed and (target := _leader(reader.view, rng)) is not None:
            return f"play {name} {COLOURS[target]}"
    sure = _shown(reader)
    if "play stone boat" in moves and sure >= SURE:
        return "play stone boat"
    fires = [move.rpartition(" ")[2] for move in moves if move.startswith("play wand ")]
    if fires and sure < SURE:
        return f"play wand {_beacon(reader, fires)}"
    return None


def best_pile(reader: Reader) -> str:
    """O2. Take the pile whose location the open postcards describe most clearly."""
    view = reader.view
    nothing = np.zeros(len(reader.islands))
    worth = [float(clarity(reader, pile.location, view.postcards, nothing).max()) for pile in view.piles]
    if len(worth) != len(view.moves):
        return view.moves[0]
    return view.moves[int(np.argmax(worth))]


def _leader(view: View, rng: Rng) -> int | None:
    """Return the best of the others whom nothing has struck yet; None if all were struck: each gets only one blow."""
    struck = {effect.on for effect in view.effects if effect.by != effect.on}
    struck |= {seat for seat, player in enumerate(view.players) if "kunee" in player.armed}
    others = [seat for seat in range(len(view.players)) if seat != view.seat and seat not in struck]
    if not others:
        return None
    top = max(view.players[seat].score for seat in others)
    return pick(rng, [seat for seat in others if view.players[seat].score == top])


def _shown(reader: Reader) -> float:
    """Return how likely the seat's own location looks to a listener who thinks as this bot does."""
    view = reader.view
    if view.seat is None or view.hand is None:
        return 1.0
    weights = known(reader, view.seat)
    return float(np.exp(weights[reader.islands[view.hand.location]] - log_sum(weights, 0)[0]))


def _beacon(reader: Reader, places: list[str]) -> str:
    """A12. Light it on the location itself if allowed; else where the fewest other islands stay possible."""
    view = reader.view
    if view.seat is None or view.hand is None or view.hand.location in places:
        return places[0] if view.hand is None else view.hand.location
    home = view.hand.location
    open_ones = reader.facts(view.seat) > -NEVER
    near = [place for place in places if home in reader.near[place]]
    return min(
        near or places,
        key=lambda place: sum(bool(open_ones[reader.islands[other]]) for other in reader.near[place]),
    )
