"""Legend powers: the words they take, what they do, and what the server chooses when a player does not (section 9)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from jeton.core.shuffle import Stream, shuffled
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.legends import Legend
from jeton.games.guardians.position import TOKENS, Effect, Fire, Player, Position, change_player
from jeton.games.guardians.ruleset import COLOURS, Ruleset

__all__ = ["default_word", "fizzles", "refuse_word", "use", "words"]

CHANGES = {"boat": (-1, 1), "clue": (1, -1)}
"""G121. What the stone gives, as changes of clues and boats."""


def words(ruleset: Ruleset, position: Position, seat: int, legend: Legend) -> Sequence[str]:
    """Return the words with which a seat may use a legend now; one empty word if it needs none."""
    if legend.target == "chosen":
        return [COLOURS[other] for other in after(position, seat)]
    if legend.deed == "change":
        return list(CHANGES)
    if legend.deed == "fire":
        places = ruleset.pack.island_ids
        return [island for island in places if refuse_word(ruleset, position, seat, legend, island) is None]
    return [""]


def refuse_word(ruleset: Ruleset, position: Position, seat: int, legend: Legend, word: str) -> str | None:
    """G102, G113, G121. Return why a seat can't use a legend with this word; None if it can."""
    if legend.deed != "fire":
        if word in words(ruleset, position, seat, legend):
            return None
        return "bad_word" if legend.target == "chosen" or legend.deed == "change" else "no_word"
    own = [fire.island for fire in position.fires if fire.seat == seat]
    if len(own) == TOKENS:
        return "no_fire_left"
    if word not in ruleset.pack.island_ids:
        return "bad_word"
    if word in own and not ruleset.fire_a_boat:
        return "fire_there"
    if ruleset.wand_adjacent:
        hand = position.players[seat].active
        if hand is None:
            return "pile_due"
        if word not in neighbours(position.board)[hand.location]:
            return "not_adjacent"
    return None


def default_word(ruleset: Ruleset, position: Position, seat: int, legend: Legend) -> str | None:
    """G105, O9. Return the server's choice: the other player with the highest score, ties by seat after the holder.

    The stone gives a boat. The wand's fire lies next to the holder's location, like any fire, at random. None means
    that the legend can't be used now.
    """
    if legend.target == "chosen":
        others = after(position, seat)
        return COLOURS[max(others, key=lambda other: position.players[other].score)]
    choices = words(ruleset, position, seat, legend)
    if legend.deed == "fire":
        hand = position.players[seat].active
        near = neighbours(position.board)[hand.location] if hand else ()
        source = Stream(bytes.fromhex(position.seed), f"guardians wand {position.round}")
        choices = shuffled([island for island in choices if island in near], source)
    return choices[0] if choices else None


def fizzles(position: Position, seat: int, legend: Legend) -> bool:
    """G105. Return whether nobody can lose what the legend takes, so that there is nothing to choose."""
    others = [position.players[other] for other in after(position, seat)]
    if legend.target != "chosen" or not (legend.gold or legend.coins):
        return False
    return not any((legend.gold and other.gold) or (legend.coins and other.coins) for other in others)


def use(position: Position, seat: int, legend: Legend, word: str) -> Position:
    """G110–G125. Apply a legend; its card goes to the discard unless it stays in play (G100)."""
    target = COLOURS.index(word) if legend.target == "chosen" else seat
    if legend.deed in ("cancel", "double"):
        armed = (*position.players[target].armed, legend.name)
        return replace(position, players=change_player(position, target, armed=armed))
    clues, boats = CHANGES[word] if legend.deed == "change" else (legend.clues, legend.boats)
    if clues or boats:
        effect = Effect(legend.name, seat, target, clues, boats, position.round + 1)
        return replace(position, effects=(*position.effects, effect))
    position = replace(position, spent=(*position.spent, legend.name))
    if legend.deed == "fire":
        return replace(position, fires=(*position.fires, Fire(seat, word, wand=True)))
    if legend.deed == "share":
        return replace(position, players=share(position.players))
    before = position.players[target]
    gold, coins = max(0, before.gold + legend.gold), max(0, before.coins + legend.coins)
    position = replace(position, players=change_player(position, target, gold=gold, coins=coins))
    if legend.deed == "take":
        holder = position.players[seat]
        taken = change_player(position, seat, gold=holder.gold + before.gold - gold)
        return replace(position, players=taken)
    return position


def share(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """G114a. Share all gold equally, rounded down; the rest goes to the bank."""
    each = sum(player.gold for player in players) // len(players)
    return tuple(replace(player, gold=each) for player in players)


def after(position: Position, seat: int) -> list[int]:
    """Return the other seats, beginning after this one."""
    return [(seat + step) % position.seats for step in range(1, position.seats)]
