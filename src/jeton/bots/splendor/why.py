"""Why a move is good: facts counted in lines played out, after it and after another one in the same deals.

A fact is told only if the two moves clearly differ in it, so that it says something about the choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from jeton.bots.judge import Fact, Line
from jeton.bots.splendor.lines import known_cards
from jeton.bots.splendor.playing_out import Story, told
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.view import View

__all__ = ["MOST", "facts", "theme_of"]

MOST = 3
"""How many facts are told of a move."""
OFTEN, APART = 0.6, 0.4
"""From this share of the lines on something is worth telling; after the other move it must be so much less."""
CARDS, POINTS = 5, 8
"""How many more cards or points in ten lines are worth telling."""

Weighed = tuple[float, Fact]


def facts(game: Splendor, view: View, move: str, lines: Sequence[Line], others: Sequence[Line]) -> tuple[Fact, ...]:
    """Return what speaks for a move, the most telling fact first; `others`: the same deals after another move."""
    mover = view.turn
    own, other = [told(game, line) for line in lines], [told(game, line) for line in others]
    found = [
        *_ends(mover, own, other),
        *_at_once(mover, own, other),
        *_cards(game, view, mover, own, other),
        *_nobles(game, view, mover, own, other),
        *_sums(mover, own, other),
        *_bank(game, mover, move, own),
    ]
    kept, seen = list[Fact](), set[tuple[str, int]]()
    for _, fact in sorted(found, key=lambda one: -one[0]):
        about = ("card", fact.card) if fact.card else (fact.kind, fact.noble)
        if fact.kind == "taken":
            about = ("taken", 0)
        if about not in seen and not _covered(fact, kept):
            seen.add(about)
            kept.append(fact)
    return tuple(kept[:MOST])


def theme_of(phase: str, move: str, kinds: set[str]) -> str:
    """Return what finding a move is about.

    >>> theme_of("play", "reserve 3.1", {"taken"}), theme_of("pay", "gold r", set()), theme_of("play", "pass", set())
    ('denial', 'payment', 'race')
    """
    if phase in ("pay", "return"):
        return "payment"
    if phase == "noble" or "noble" in kinds:
        return "noble"
    if kinds & {"wins", "loses"}:
        return "endgame"
    if "taken" in kinds:
        return "denial"
    return "reserve" if move.startswith("reserve") else "race"


def _covered(fact: Fact, kept: list[Fact]) -> bool:
    """Return whether other facts say as much: a winner has the points, too."""
    kinds = {one.kind for one in kept}
    return fact.kind in ("gain", "cards", "theirs") and bool(kinds & {"wins", "loses", "gain", "cards", "theirs"})


def _ends(mover: int, own: list[Story], other: list[Story]) -> Iterator[Weighed]:
    fact = _counted("wins", mover, own, other, lambda one: one.winners == (mover,))
    if fact:
        yield 100, fact
    for seat in range(len(own[0].points) if own else 0):
        if seat != mover:
            fact = _counted("loses", seat, other, own, lambda one, seat=seat: one.winners == (seat,))  # type: ignore[misc]
            if fact and other:
                yield 90, fact


def _at_once(mover: int, own: list[Story], other: list[Story]) -> Iterator[Weighed]:
    points = {one.at_once for one in own}
    if len(points) == 1 and (count := points.pop()) > 0:
        theirs = {one.at_once for one in other}
        if not theirs or max(theirs) < count:
            yield 40 + count, Fact(kind="points", seat=mover, count=count)
    back, kept = {one.returned for one in other}, {one.returned for one in own}
    if len(back) == 1 and kept == {0} and (count := back.pop()) > 0:
        yield 12 + count, Fact(kind="gives", seat=mover, count=count)


def _cards(game: Splendor, view: View, mover: int, own: list[Story], other: list[Story]) -> Iterator[Weighed]:
    for card in sorted(known_cards(view)):
        worth = 20 + 5 * game.box.card(card).points

        def mine(one: Story, turns: tuple[int, ...], card: int = card) -> bool:
            return any(g.number == card and g.bought and g.seat == mover and g.turn in turns for g in one.cards)

        if fact := _counted("next", mover, own, other, lambda one: mine(one, (2,))):
            yield worth + fact.count, _about(fact, card=card)
        if fact := _counted("soon", mover, own, other, lambda one: mine(one, (2, 3))):
            yield worth - 4 + fact.count, _about(fact, card=card)
        if other and card in view.market:
            wanted = sum(any(g.number == card and g.seat == mover for g in one.cards) for one in own)
            if wanted:
                yield from _taken(card, mover, own, other, worth + wanted)


def _taken(card: int, mover: int, own: list[Story], other: list[Story], weight: float) -> Iterator[Weighed]:
    """Return whether somebody gets a card before the mover's next turn if the other move is played."""
    takers = Counter(g.seat for one in other for g in one.cards if g.number == card and g.turn == 1)
    for seat in sorted(takers):
        if seat != mover:

            def took(one: Story, seat: int = seat) -> bool:
                return any(g.number == card and g.seat == seat and g.turn == 1 for g in one.cards)

            if fact := _counted("taken", seat, other, own, took):
                yield weight, _about(fact, card=card)


def _nobles(game: Splendor, view: View, mover: int, own: list[Story], other: list[Story]) -> Iterator[Weighed]:
    for noble in filter(None, view.nobles):

        def visited(one: Story, noble: int = noble) -> bool:
            return any(g.number == noble and g.seat == mover for g in one.nobles)

        if fact := _counted("noble", mover, own, other, visited):
            yield 30 + fact.count, _about(fact, noble=noble)


def _sums(mover: int, own: list[Story], other: list[Story]) -> Iterator[Weighed]:
    if not own or not other:
        return
    scale = len(own) / 10
    gained, instead = (sum(one.points[mover] for one in stories) for stories in (own, other))
    if gained - instead >= POINTS * scale:
        yield 10, Fact(kind="gain", seat=mover, count=gained, of=len(own), other=instead)
    bought, fewer = (_bought(stories, mover) for stories in (own, other))
    if bought - fewer >= CARDS * scale:
        yield 9, Fact(kind="cards", seat=mover, count=bought, of=len(own), other=fewer)
    theirs, less = (sum(sum(one.points) - one.points[mover] for one in stories) for stories in (other, own))
    if theirs - less >= POINTS * scale:
        yield 8, Fact(kind="theirs", seat=-1, count=theirs, of=len(own), other=less)


def _bought(stories: list[Story], mover: int) -> int:
    return sum(g.bought and g.seat == mover for one in stories for g in one.cards)


def _bank(game: Splendor, mover: int, move: str, own: list[Story]) -> Iterator[Weighed]:
    verb, _, rest = move.partition(" ")
    if verb == "take" and own:
        letters = "".join(letter for letter in game.box.letters if letter in rest)
        gone = "".join(letter for letter in letters if own[0].first_left[game.box.letters.index(letter)] == 0)
        if gone:
            yield 5, Fact(kind="last", seat=mover, tokens=gone)
    if verb == "buy" and own and all(one.spent == 0 for one in own):
        yield 6, Fact(kind="free", seat=mover)


def _counted(
    kind: str, seat: int, stories: list[Story], than: list[Story], holds: Callable[[Story], bool]
) -> Fact | None:
    """Return the fact that something holds in many lines, and in clearly fewer of the others; None if it does not."""
    count, less = sum(map(holds, stories)), sum(map(holds, than))
    if not stories or count < OFTEN * len(stories) or (than and count - less < APART * len(stories)):
        return None
    return Fact(kind=kind, seat=seat, count=count, of=len(stories), other=less if than else None)


def _about(fact: Fact, *, card: int = 0, noble: int = 0) -> Fact:
    return Fact(kind=fact.kind, seat=fact.seat, count=fact.count, of=fact.of, other=fact.other, card=card, noble=noble)
