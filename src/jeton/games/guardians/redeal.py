"""Redeal: draw a position with a given view at random, among those that its seat can't tell apart.

What the view shows binds the deal: fires and boats that were wrong (G58, G69), found islands, the rewards that each
seat was dealt (G11). What the view has forgotten (G95) binds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from jeton.core.game import Rng
from jeton.core.shuffle import below, pick, shuffled
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.legends import LEGENDS, TREASURE, TREASURES
from jeton.games.guardians.position import END, INTERLUDE, RESOLVE, SEARCH, Boat, Discovery, Pile, Player, Position
from jeton.games.guardians.ruleset import Ruleset
from jeton.games.guardians.setup import PILES
from jeton.games.guardians.view import View

__all__ = ["candidates", "redeal"]

TRIES = 50


def redeal(ruleset: Ruleset, view: View, rng: Rng) -> Position:
    """Return a random position with exactly this view."""
    places, locations, found = deal_locations(ruleset, view, rng)
    prizes, rewards, spent = deal_rewards(ruleset, view, rng)
    players = []
    for seat, public in enumerate(view.players):
        piles = [Pile(place, prize) for place, prize in zip(places[seat], prizes[seat], strict=True)]
        searching = view.phase == SEARCH
        players.append(
            Player(
                gold=public.gold,
                coins=public.coins,
                active=piles[0] if public.holds else None,
                piles=tuple(piles[public.holds :]),
                kept=public.kept,
                armed=public.armed,
                clues_left=public.clues_left if searching else 0,
                boats_left=public.boats_left if searching else 0,
                needs_clue=public.state == "needs_clue",
                done=public.state in ("done", "ready"),
            )
        )
    unseen = shuffled((p for p in ruleset.pack.postcard_ids if p not in view.postcards), rng)
    boats = paint_hulls(ruleset, view, rng)
    return Position(
        seed=f"{rng.getrandbits(128):032x}",
        board=view.board,
        players=tuple(players),
        phase=view.phase,
        round=view.round,
        open=view.postcards,
        postcards=unseen[: view.postcard_deck],
        aside=unseen[view.postcard_deck :],
        locations=locations,
        found=found,
        rewards=rewards,
        spent=spent,
        clues=view.clues,
        boats=boats,
        fires=view.fires,
        effects=view.effects,
        queue=queue(view, players, boats),
        owing=view.owing,
        resolution=view.resolution,
        history=view.history,
        clock=view.clock,
        seq=view.seq,
        since=view.since,
    )


def known(view: View, seat: int) -> list[Pile]:
    """Return the piles of a seat that the view shows: the viewer's own, and at the end what everybody guarded."""
    if seat == view.seat:
        return ([view.hand] if view.hand else []) + list(view.piles)
    return [pile for pile in view.guarded[seat : seat + 1] if pile]


def deal_locations(
    ruleset: Ruleset, view: View, rng: Rng
) -> tuple[list[tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """Deal each seat the location in hand and those of its piles; then the deck and the discard."""
    shown = [[pile.location for pile in known(view, seat)] for seat in range(len(view.players))]
    seen = {island for islands in shown for island in islands}
    if ruleset.flip_found or ruleset.remember:
        gone = view.face_down or view.found
    elif view.resolution is not None and "locations" not in view.resolution.reshuffled:
        gone = tuple(found.location for found in view.resolution.discoveries)
    else:
        gone = ()
    free = [island for island in ruleset.pack.island_ids if island not in seen and island not in gone]
    hands = hide(candidates(ruleset, view, free), rng)
    rest = list(shuffled((island for island in free if island not in hands.values()), rng))
    places = []
    for seat, public in enumerate(view.players):
        mine = shown[seat] or [hands[seat] for _ in range(public.holds)]
        while len(mine) < public.holds + public.piles:
            mine.append(rest.pop())
        places.append(tuple(mine))
    deck = tuple(rest[: view.location_deck])
    return places, deck, (*gone, *rest[view.location_deck :])


def candidates(ruleset: Ruleset, view: View, free: Iterable[str]) -> dict[int, list[str]]:
    """G46, G50, G53, G58, G69. Return the islands where each other seat's location may be, as far as the view shows."""
    near = neighbours(view.board)
    chances = {}
    for seat, public in enumerate(view.players):
        if seat == view.seat or not public.holds or view.guarded:
            continue
        possible = set(free)
        fires = [fire for fire in view.fires if fire.seat == seat]
        for fire in fires:
            if not fire.wand or ruleset.wand_adjacent:
                possible &= set(near[fire.island])
        lit = {fire.island for fire in fires if not (fire.wand and ruleset.fire_a_boat)}
        for island in wrong_islands(view, seat):
            possible.discard(island)
            no_fire = public.fire_tokens and island not in lit
            if ruleset.beacon_fires and no_fire and view.phase != RESOLVE:
                possible -= set(near[island])
        chances[seat] = [island for island in ruleset.pack.island_ids if island in possible]
    return chances


def wrong_islands(view: View, seat: int) -> list[str]:
    """Return where boats sought a seat in vain since it took its location, in the rounds the view still shows."""
    wrong: list[str] = []
    shown = list(view.history)
    if view.resolution is not None and view.phase in (INTERLUDE, END):
        shown.append(view.resolution)
    if view.resolution is not None and view.phase == RESOLVE:
        last = view.resolution.discoveries[-1]
        first = first_boat(view, last)  # the match would have resolved a guardian whose first boat came before this one
        wrong += [boat.island for boat in view.resolution.boats if boat.sought == seat and boat.seq < first]
    for resolution in reversed(shown):
        if any(found.guardian == seat for found in resolution.discoveries):
            break
        wrong += [boat.island for boat in resolution.boats if boat.sought == seat]
    return wrong


def first_boat(view: View, found: Discovery) -> int:
    """G50. Return the landing number of the first boat that found a guardian."""
    return min(boat.seq for boat in view.boats if boat.sought == found.guardian and boat.island == found.location)


def hide(chances: dict[int, list[str]], rng: Rng) -> dict[int, str]:
    """Draw a different island for each seat, each choice equally likely; search if chance alone takes too long."""
    for _ in range(TRIES):
        drawn = {seat: pick(rng, possible) for seat, possible in chances.items()}
        if len(set(drawn.values())) == len(drawn):
            return drawn
    order = sorted(chances, key=lambda seat: len(chances[seat]))
    return _search(order, chances, {}, rng) or {}


def _search(order: list[int], chances: dict[int, list[str]], so_far: dict[int, str], rng: Rng) -> dict[int, str] | None:
    if not order:
        return so_far
    for island in shuffled(chances[order[0]], rng):
        if island not in so_far.values():
            answer = _search(order[1:], chances, {**so_far, order[0]: island}, rng)
            if answer is not None:
                return answer
    return None


def deal_rewards(
    ruleset: Ruleset, view: View, rng: Rng
) -> tuple[list[tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """Deal each seat the reward in hand and those of its piles; then the deck and the discard."""
    shown = [[pile.reward for pile in known(view, seat)] for seat in range(len(view.players))]
    out = [name for public in view.players for name in (*public.kept, *public.armed)]
    out += [effect.legend for effect in view.effects] + ([view.owing.legend] if view.owing else [])
    if ruleset.remember:
        gone = list(view.spent)
    elif view.resolution is not None and "rewards" not in view.resolution.reshuffled:
        gone = [found.reward for found in view.resolution.discoveries if found.reward not in out]
    else:
        gone = []
    unknown = Counter({TREASURE: TREASURES, **dict.fromkeys(LEGENDS, 1)})
    unknown.subtract([*out, *gone, *(reward for rewards in shown for reward in rewards)])
    treasures = [TREASURE] * unknown.pop(TREASURE)
    legends = list(shuffled(unknown.elements(), rng))

    hands: list[list[str]] = []
    for seat, public in enumerate(view.players):
        hand = shown[seat]
        slots = public.holds + public.piles - len(hand)
        kinds = [] if ruleset.mixed_rewards else dealt_kinds(view, seat, hand, slots)
        hands.append(hand + [treasures.pop() if is_treasure else legends.pop() for is_treasure in kinds])
    rest = list(shuffled(treasures + legends, rng))
    prizes = []
    for seat, public in enumerate(view.players):
        open_cards = len(shown[seat])
        while len(hands[seat]) < public.holds + public.piles:
            hands[seat].append(rest.pop())
        prizes.append((*hands[seat][:open_cards], *shuffled(hands[seat][open_cards:], rng)))
    return prizes, tuple(rest[: view.reward_deck]), (*gone, *rest[view.reward_deck :])


def dealt_kinds(view: View, seat: int, hand: list[str], slots: int) -> list[bool]:
    """G11. Return which of a seat's unknown rewards must be treasures (True) or legends: it was dealt two and one."""
    public = view.players[seat]
    if public.piles == 0:
        return []  # the reward in hand may come from the deck
    shown = (*view.history, *([view.resolution] if view.resolution else []))
    seen = [found.reward for r in shown for found in r.discoveries if found.guardian == seat] + hand
    if len(seen) + slots == PILES:
        treasures = 2 - seen.count(TREASURE)
        return [True] * treasures + [False] * (slots - treasures)
    if any(reward != TREASURE for reward in seen):
        return [True] * slots
    return [True] * (slots - 1)


def paint_hulls(ruleset: Ruleset, view: View, rng: Rng) -> tuple[Boat, ...]:
    """G30, G36, O4. Return the boats, and give each hidden hull somebody to seek."""
    boats: list[Boat] = []
    for boat in view.boats:
        sought = boat.sought
        if sought is None:
            mine = [b for b in boats if b.seat == boat.seat]
            taken = {b.sought for b in mine if ruleset.distinct_targets or b.island == boat.island}
            others = [s for s in range(len(view.players)) if s != boat.seat and s not in taken]
            sought = others[below(rng, len(others))]
        boats.append(Boat(boat.seat, boat.island, sought, boat.seq))
    return tuple(boats)


def queue(view: View, players: list[Player], boats: tuple[Boat, ...]) -> tuple[int, ...]:
    """G50. Return the guardians that the dealt locations leave to be resolved."""
    if view.phase != RESOLVE:
        return ()
    first: dict[int, int] = {}
    for boat in boats:
        hand = players[boat.sought].active
        if hand is not None and hand.location == boat.island:
            first.setdefault(boat.sought, boat.seq)
    return tuple(sorted(first, key=first.__getitem__))
