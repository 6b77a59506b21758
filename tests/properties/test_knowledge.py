"""A seat's view, moves, refusals and reports do not depend on what it can't know."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeton import Entry, IllegalMove
from jeton.games.splendor import compiled
from jeton.games.splendor.moves import ACTIONS
from jeton.games.splendor.position import Position
from tests.properties.strategies import positions

pytestmark = pytest.mark.interpreted


@st.composite
def two_worlds(draw, over=False):
    """Return a position, a viewer, and another position that the viewer can't tell from it, dealt in either way."""
    here = draw(positions(over=over))
    seat = draw(st.sampled_from([*range(here.seats), None]))
    number = draw(st.integers(0, 2**32))
    if draw(st.booleans()):
        there = here.game.redeal(here.game.view(here, seat), random.Random(number))
    else:
        words = here.words.copy()
        compiled.shuffle_unseen(here.game.ruleset, words, -1 if seat is None else seat, number, ~number)
        there = Position(here.game, words)
    return here, there, seat


@given(two_worlds(over=True))
def test_views_are_equal_to_the_byte(worlds):
    here, there, seat = worlds
    views = [msgspec.json.encode(world.game.view(world, seat)) for world in (here, there)]

    assert views[0] == views[1]


@given(two_worlds())
def test_moves_and_refusals_are_equal(worlds):
    here, there, seat = worlds
    if seat != here.seat:
        return

    assert here.mask == there.mask
    assert here.game.moves(here, seat) == there.game.moves(there, seat)
    for action in range(ACTIONS):
        assert refusal(here, action) == refusal(there, action)


@given(two_worlds())
def test_reports_of_what_reveals_nothing_are_equal(worlds):
    here, there, seat = worlds
    for action in here.actions():
        move = here.game.spell_moves(here)[here.actions().index(action)]
        entry = Entry(1, 0, here.seat, move)
        if there.mask >> action & 1 and not here.game.reveals(here, entry) and not there.game.reveals(there, entry):
            reports = [msgspec.json.encode(world.game.report(world, entry, seat)) for world in (here, there)]
            assert reports[0] == reports[1]


@given(two_worlds())
def test_what_can_be_seen_later_does_not_tell_the_worlds_apart(worlds):
    """After the same entry, unless it shows a card, the two worlds still look the same."""
    here, there, seat = worlds
    for action in here.actions():
        move = here.game.spell_moves(here)[here.actions().index(action)]
        entry = Entry(1, 0, here.seat, move)
        if there.mask >> action & 1 and not here.game.reveals(here, entry) and not there.game.reveals(there, entry):
            after = [world.game.view(world.game.play(world, entry), seat) for world in (here, there)]
            assert after[0] == after[1]


@given(two_worlds())
def test_a_redealt_world_is_whole(worlds):
    """Dealing anew loses no card and doubles none."""
    _, there, _ = worlds
    everywhere = [number for deck in there.decks() for number in deck] + [n for n in there.market if n]
    for seat in range(there.seats):
        everywhere += [number for number, _ in there.hand(seat)] + list(there.cards(seat))

    assert sorted(everywhere) == list(range(1, 91))
    assert there.game.read(there.game.write(there)) == there


@given(positions())
def test_a_spectator_knows_no_more_than_any_seat(position):
    known = position.game.view(position, None)
    own = {"moves": (), "plans": (), "prices": (), "hand_prices": (), "nobles_left": ()}
    for seat in range(position.seats):
        view = position.game.view(position, seat)
        assert msgspec.structs.replace(view, seat=None, players=known.players, **own) == known
        for owner, (mine, theirs) in enumerate(zip(view.players, known.players, strict=True)):
            assert msgspec.structs.replace(mine, hand=theirs.hand) == theirs
            for a, b in zip(mine.hand, theirs.hand, strict=True):
                assert (a.level, a.blind) == (b.level, b.blind)
                assert b.card in (None, a.card)
                assert owner == seat or a == b


def refusal(position, action):
    move = position.game.notation.text(action, left=position.game.box.letters[:2])
    try:
        position.game.play(position, Entry(1, 0, position.seat, move))
    except IllegalMove as error:
        return str(error), error.rule, error.values
    return None
