"""The resolution phase: reveal, discoveries and their payment, beacon fires (section 5 of the rules)."""

from __future__ import annotations

from msgspec.structs import replace

from jeton.core.game import Entry
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.legends import LEGENDS, TREASURE
from jeton.games.guardians.position import (
    RESOLVE,
    TOKENS,
    Clock,
    Discovery,
    Fire,
    Mark,
    Owing,
    Player,
    Position,
    Resolution,
    change_player,
)
from jeton.games.guardians.powers import default_word, fizzles, refuse_word, use, words
from jeton.games.guardians.reasons import refusal
from jeton.games.guardians.ruleset import COLOURS, Ruleset

__all__ = ["choose", "choose_for", "finders_of", "light_fires", "resolve_next", "reveal"]

CHOICE_MS = 20_000


def reveal(position: Position) -> Position:
    """G45, G50, G101. Make all boats public; guardians queue in the order of their first correct boat."""
    first: dict[int, int] = {}
    for boat in position.boats:
        hand = position.players[boat.sought].active
        if hand is not None and boat.island == hand.location:
            first.setdefault(boat.sought, boat.seq)
    over = [effect for effect in position.effects if effect.round <= position.round]
    return replace(
        position,
        phase=RESOLVE,
        clock=None,
        queue=tuple(sorted(first, key=first.__getitem__)),
        resolution=Resolution(position.round, position.boats),
        spent=(*position.spent, *(effect.legend for effect in over)),
        effects=tuple(effect for effect in position.effects if effect not in over),
    )


def finders_of(position: Position, guardian: int) -> tuple[int, ...]:
    """G46. Return the owners of boats that seek the guardian on its location, the earliest first."""
    hand = position.players[guardian].active
    if hand is None:
        return ()
    return tuple(boat.seat for boat in position.boats if boat.sought == guardian and boat.island == hand.location)


def resolve_next(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """G47–G49, G61, G100.

    Resolve the next guardian of the queue: reveal the pile, pay everybody, let its legend act.
    """
    guardian, queue = position.queue[0], position.queue[1:]
    player = position.players[guardian]
    pile = player.active
    if pile is None:
        raise AssertionError("a guardian in the queue has a location")
    finders = finders_of(position, guardian)
    players, gold, coins, marks = pay(ruleset, position.players, guardian, pile.reward, finders)
    players = (*players[:guardian], replace(players[guardian], active=None), *players[guardian + 1 :])
    position = replace(
        position,
        players=players,
        queue=queue,
        found=(*position.found, pile.location),
        spent=(*position.spent, *(mark.legend for mark in marks)),
    )
    found = Discovery(guardian, pile.location, pile.reward, finders, gold, coins, marks=marks)
    if pile.reward == TREASURE or not ruleset.powers:
        position = replace(position, spent=(*position.spent, pile.reward))
        return record(position, found)
    return empower(ruleset, position, entry, found)


def pay(
    ruleset: Ruleset, players: tuple[Player, ...], guardian: int, reward: str, finders: tuple[int, ...]
) -> tuple[tuple[Player, ...], tuple[int, ...], tuple[int, ...], tuple[Mark, ...]]:
    """G48, G49, G119a, G120a, G122a.

    Return the players paid, what each got in gold and legend coins, and marks used up.
    """
    gold, coins = [0] * len(players), [0] * len(players)
    paid = [guardian, *finders]
    if ruleset.powers and reward != TREASURE and LEGENDS[reward].deed == "alone":
        paid = [guardian]
    for seat in paid:
        gold[seat] = 1
        coins[seat] = 0 if reward == TREASURE else 1
    gold[guardian] = 3 if len(finders) > 1 else 2
    if finders[0] in paid:
        gold[finders[0]] = 2
    marks: list[Mark] = []
    after = list(players)
    for seat in paid:
        armed = list(players[seat].armed)
        if "kunee" in armed:
            armed.remove("kunee")
            marks.append(Mark(seat, "kunee"))
            gold[seat] = coins[seat] = 0
        elif "apple" in armed:
            armed.remove("apple")
            marks.append(Mark(seat, "apple"))
            gold[seat] *= 2
        player = players[seat]
        after[seat] = replace(
            player, gold=player.gold + gold[seat], coins=player.coins + coins[seat], armed=tuple(armed)
        )
    return tuple(after), tuple(gold), tuple(coins), tuple(marks)


def empower(ruleset: Ruleset, position: Position, entry: Entry, found: Discovery) -> Position:
    """G100, G105. Give the guardian the legend's power: to keep, to use at once, or after a choice."""
    holder, legend = found.guardian, LEGENDS[found.reward]
    if legend.kept:
        kept = (*position.players[holder].kept, legend.name)
        position = replace(position, players=change_player(position, holder, kept=kept))
        return record(position, replace(found, power="kept"))
    choices = words(ruleset, position, holder, legend)
    if not choices or fizzles(position, holder, legend):
        position = replace(position, spent=(*position.spent, legend.name))
        return record(position, replace(found, power="fizzled"))
    if len(choices) == 1:
        return record(*strike(position, found, choices[0]))
    position = record(position, replace(found, power="owed"))
    return replace(position, owing=Owing(holder, legend.name), clock=Clock("choice", entry.at + CHOICE_MS))


def choose(ruleset: Ruleset, position: Position, entry: Entry, word: str) -> Position:
    """G105. Apply the holder's choice."""
    owing = position.owing
    if owing is None:
        raise refusal(entry.move, "not_resolve")
    legend = LEGENDS[owing.legend]
    if reason := refuse_word(ruleset, position, owing.seat, legend, word):
        choices = ", ".join(words(ruleset, position, owing.seat, legend))
        raise refusal(entry.move, reason, legend=legend.name, words=choices)
    resolution = position.resolution
    if resolution is None:
        raise AssertionError("a choice is owed in a resolution")
    found = resolution.discoveries[-1]
    position = replace(
        position,
        owing=None,
        clock=None,
        resolution=replace(resolution, discoveries=resolution.discoveries[:-1]),
    )
    return record(*strike(position, found, word))


def choose_for(ruleset: Ruleset, position: Position, entry: Entry) -> Position:
    """G105. Choose for the holder, after 20 s."""
    owing = position.owing
    if owing is None:
        raise AssertionError("a choice is owed when its clock strikes")
    legend = LEGENDS[owing.legend]
    word = default_word(ruleset, position, owing.seat, legend)
    return choose(ruleset, position, entry, word or words(ruleset, position, owing.seat, legend)[0])


def strike(position: Position, found: Discovery, word: str) -> tuple[Position, Discovery]:
    """G103, G110–G125. Apply an immediate power, and record how it changed everybody's coins."""
    before = position.players
    position = use(position, found.guardian, LEGENDS[found.reward], word)
    pairs = list(zip(before, position.players, strict=True))
    return position, replace(
        found,
        power="played",
        chosen=COLOURS.index(word) if word in COLOURS else None,
        power_gold=tuple(after.gold - earlier.gold for earlier, after in pairs),
        power_coins=tuple(after.coins - earlier.coins for earlier, after in pairs),
    )


def record(position: Position, found: Discovery) -> Position:
    """Add a discovery to what the resolution showed."""
    resolution = position.resolution
    if resolution is None:
        raise AssertionError("discoveries belong to a resolution")
    discoveries = (*resolution.discoveries, found)
    return replace(position, resolution=replace(resolution, discoveries=discoveries))


def light_fires(ruleset: Ruleset, position: Position) -> Position:
    """G53–G59, A24.

    Let boats next to the location of the guardian they seek light one fire each, the earliest first.
    """
    resolution = position.resolution
    if not ruleset.beacon_fires or resolution is None:
        return position
    near = neighbours(position.board)
    lit: list[Fire] = []
    for boat in position.boats:
        hand = position.players[boat.sought].active  # None for a guardian found this round (G59)
        if hand is None or boat.island not in near[hand.location]:
            continue
        own = [fire.island for fire in (*position.fires, *lit) if fire.seat == boat.sought]
        if len(own) < TOKENS and (ruleset.fire_a_boat or boat.island not in own):
            lit.append(Fire(boat.sought, boat.island))
    return replace(position, fires=(*position.fires, *lit), resolution=replace(resolution, fires=tuple(lit)))
