"""Positions and matches of Splendor and Splendor: Marvel that play can reach, for Hypothesis."""

import random
from typing import Any

from hypothesis import strategies as st

import jeton
from jeton.core.match import Header
from jeton.games.splendor.moves import BUY, NOBLE, RESERVE, RETURN
from tests.support import _game

TITLES = ("splendor", "marvel")
TASTES = ("any", "buyer", "hoarder", "reserver")


@st.composite
def games(draw: st.DrawFn) -> Any:
    """Return a title with any options."""
    title = draw(st.sampled_from(TITLES))
    options = {
        "first": draw(st.sampled_from(["seat", "random"])),
        "visible": draw(st.booleans()),
        "payment": draw(st.sampled_from(["choice", "thrifty"])),
    }
    if title == "splendor":
        options["goal"] = draw(st.sampled_from([15, 21]))
    return _game(title, tuple(options.items()))


@st.composite
def positions(draw: st.DrawFn, over: bool = False) -> Any:
    """Return a position of a match under way; one that is over only if asked for.

    The way there is random play after a taste, then a few choices that Hypothesis can make simpler.
    """
    game = draw(games())
    position = game.start(draw(st.sampled_from(game.seat_counts)), draw(st.binary(min_size=16, max_size=16)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    taste = draw(st.sampled_from(TASTES))
    for _ in range(draw(st.integers(0, 220))):
        step(position, prefer(position.actions(), taste, rng), over)
    for choice in draw(st.lists(st.integers(0, 62), max_size=8)):
        actions = position.actions()
        if actions:
            step(position, actions[choice % len(actions)], over)
    return position


@st.composite
def matches(draw: st.DrawFn) -> jeton.Match:
    """Return a match under way or over, with a few entries taken back."""
    game = draw(games())
    seats = draw(st.sampled_from(game.seat_counts))
    header = Header(
        title=game.title,
        version=game.version,
        seats=seats,
        options=dict(game.options),
        key=draw(st.binary(min_size=16, max_size=20)).hex(),
        nonces=tuple(draw(st.lists(st.text(max_size=5), max_size=seats))),
    )
    match = jeton.Match(game, header)
    rng = random.Random(draw(st.integers(0, 2**32)))
    taste = draw(st.sampled_from(TASTES))
    for _ in range(draw(st.integers(0, 200))):
        if match.standing and rng.random() < 0.1:
            match.undo(revealed=True)
        elif not match.is_over:
            action = prefer(match.position.actions(), taste, rng)
            move = game.spell_moves(match.position)[match.position.actions().index(action)]
            match.play(move, at=match.n * 1_000)
    return match


def prefer(actions: list[int], taste: str, rng: random.Random) -> int:
    """Return one of the actions: any, or most often a purchase, a token, a reservation."""
    if not actions:
        return -1
    wanted = {
        "any": [],
        "buyer": [action for action in actions if BUY <= action < RETURN or action >= NOBLE],
        "hoarder": [action for action in actions if action < RESERVE],
        "reserver": [action for action in actions if RESERVE <= action < BUY],
    }[taste]
    return rng.choice(wanted if wanted and rng.random() < 0.9 else actions)


def step(position: Any, action: int, over: bool) -> None:
    """Play the action, unless it would end the match and that is not wanted."""
    if action < 0:
        return
    after = position.copy()
    after.push(action)
    if over or not after.is_over:
        position.words[:] = after.words
        position.mask, position.phase, position.seat = after.mask, after.phase, after.seat
