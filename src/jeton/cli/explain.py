"""What bots thought in the arena, as text: each move with its candidates, their chances and lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from jeton.bots.arena import Contest, Deal, Decision, Result
from jeton.bots.thought import READ, Candidate, Thought
from jeton.words import Words

__all__ = ["Explained", "explained", "sentences"]

MOST = 5
"""How many candidates of a move the text shows; JSON has them all."""
LEAST = 0.01
"""How much a candidate that was not played must weigh to be shown."""


class Explained(msgspec.Struct, frozen=True, kw_only=True):
    """A game with what its bots thought, as `jeton arena --explain --json` prints it."""

    deal: int
    """From 1."""
    bots: tuple[str, ...]
    """By seat."""
    decisions: tuple[Decision, ...]


def explained(contest: Contest, deals: Iterable[Deal]) -> tuple[Explained, ...]:
    """Return all games of some deals."""
    return tuple(_explained(contest, result) for deal in deals for result in deal.results)


def _explained(contest: Contest, result: Result) -> Explained:
    bots = tuple(contest.bots[bot] for bot in result.bots)
    return Explained(deal=result.deal + 1, bots=bots, decisions=result.decisions)


def sentences(game: Explained, say: Words) -> Iterator[str]:
    """Yield a game line by line."""
    seated = (f"{say('tools.replay.seat', n=seat)} {bot}" for seat, bot in enumerate(game.bots))
    yield say("tools.arena.explain.game", deal=game.deal, players=", ".join(seated))
    for decision in game.decisions:
        if decision.seat >= 0:
            name = say("tools.replay.seat", n=decision.seat)
            who, how = f"{name}, {game.bots[decision.seat]}", _how(decision.thought, say)
            yield f"{decision.n:>4}  {who}: {decision.move} ({how})"
            yield from _reasons(decision.thought, say)


def _how(thought: Thought | None, say: Words) -> str:
    if thought is None:
        return say("tools.arena.explain.silent")
    key = f"tools.arena.explain.{thought.how}"
    told = [say(key, count=thought.lines) if thought.how == READ else say(key)]
    if thought.chances:
        chances = " – ".join(f"{100 * chance:.0f}" for chance in thought.chances)
        told.append(say("tools.arena.explain.chances", chances=chances))
    return "; ".join(told)


def _reasons(thought: Thought | None, say: Words) -> Iterator[str]:
    if thought is None:
        return
    for one in thought.candidates[:MOST]:
        if one.weight >= LEAST or one.move == thought.move:
            yield f"        {one.move:<12}  {_reason(one, say)}"
    if thought.overlooked:
        yield f"        {say('tools.arena.explain.overlooked', moves=', '.join(thought.overlooked))}"


def _reason(one: Candidate, say: Words) -> str:
    if one.right is not None:
        return say("tools.arena.explain.right", percent=f"{100 * one.right:.0f}")
    if one.chance is None:
        return say("tools.arena.explain.weight", percent=f"{100 * one.weight:.0f}")
    wins = say("tools.arena.explain.wins", percent=f"{100 * one.chance:.0f}")
    read = say("tools.arena.explain.lines", count=one.lines)
    return f"{wins}, {read}: {', '.join(one.line)}"
