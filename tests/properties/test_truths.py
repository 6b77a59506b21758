"""What holds in every position that play can reach: nothing is lost, made, or stuck."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jeton
from jeton.games.splendor.moves import PASS
from jeton.games.splendor.rules import PLACES
from tests.properties.strategies import matches, positions

pytestmark = pytest.mark.interpreted


@given(positions(over=True))
def test_tokens_are_conserved(position):
    r = position.game.ruleset_record
    pile = int(r["pile"][position.seats])
    everywhere = [position.bank, *(position.tokens(seat) for seat in range(position.seats))]

    sums = tuple(sum(tokens[i] for tokens in everywhere) for i in range(7))
    assert sums == (pile, pile, pile, pile, pile, 5, int(r["time_pile"][position.seats]))


@given(positions(over=True))
def test_cards_are_conserved(position):
    everywhere = [number for deck in position.decks() for number in deck]
    everywhere += [number for number in position.market if number]
    for seat in range(position.seats):
        everywhere += [number for number, _ in position.hand(seat)] + list(position.cards(seat))

    assert sorted(everywhere) == list(range(1, 91))


@given(positions(over=True))
def test_nobles_are_conserved(position):
    shown = position.seats + position.game.nobles_extra
    visits = [number for seat in range(position.seats) for number in position.visits(seat)]
    there = [number for number in position.nobles if number]

    assert len({*visits, *there}) == len(visits) + len(there) == shown


@given(positions(over=True))
def test_points_bonuses_and_tags_follow_from_the_cards(position):
    box = position.game.box
    for seat in range(position.seats):
        cards = [box.card(number) for number in position.cards(seat)]
        points = sum(card.points for card in cards) + 3 * len(position.visits(seat)) + 3 * (position.tile == seat)

        assert position.points(seat) == points
        assert position.bonuses(seat) == tuple(sum(card.bonus == colour for card in cards) for colour in box.colours)
        assert position.tags(seat) == sum(card.avengers for card in cards)


@given(positions(over=True))
def test_limits_hold_between_turns(position):
    for seat in range(position.seats):
        assert len(position.hand(seat)) <= 3
        assert position.tokens(seat)[6] <= 1
        if seat != position.seat or position.phase == 0:
            assert sum(position.tokens(seat)) <= 10


@given(positions(over=True))
def test_the_tile_lies_with_somebody_who_has_most_tags(position):
    tags = [position.tags(seat) for seat in range(position.seats)]

    if position.tile is None:
        assert max(tags) < 3
    else:
        assert tags[position.tile] == max(tags) >= 3


@given(positions(over=True))
def test_empty_places_have_empty_decks(position):
    opened = int(position.record["open"])
    for place, number in enumerate(position.market):
        waiting = place == int(position.record["refill"])
        assert bool(number) or waiting or position.deck_sizes[place // 4] == 0
        assert bool(opened >> place & 1) == (bool(number) or waiting)
    assert [bool(opened >> (PLACES + i) & 1) for i in range(3)] == [size > 0 for size in position.deck_sizes]


@given(positions())
def test_no_position_before_the_end_without_a_legal_move(position):
    assert position.mask > 0
    assert position.game.outcome(position) is None
    assert position.mask == 1 << PASS or position.phase != 0 or not position.mask >> PASS & 1


@given(positions(over=True))
def test_position_text_goes_there_and_back(position):
    game = position.game
    text = game.write(position)

    assert game.read(text) == position
    assert str(game.read(text)) == text
    assert game.read(text).mask == position.mask


@given(positions(over=True))
def test_a_position_is_read_from_its_repr(position):
    assert eval(repr(position), {"Splendor": type(position.game)}) == position  # noqa: S307


@given(positions(), st.data())
def test_a_copy_is_independent(position, data):
    copy = position.copy()
    before = position.words.copy()
    copy.push(data.draw(st.sampled_from(position.actions())))

    assert (position.words == before).all()
    assert copy != position


@given(matches())
def test_replay_equals_live_through_undone_entries(match):
    again = jeton.loads(jeton.dumps(match))

    assert again.position == match.position
    assert (again.header, again.log, again.standing) == (match.header, match.log, match.standing)
    assert again.outcome == match.outcome


@given(matches())
def test_undo_restores(match):
    if match.is_over:
        return
    before = match.game.write(match.position), match.standing
    match.play(match.moves()[-1])
    match.undo(revealed=True)

    assert (match.game.write(match.position), match.standing) == before


@given(matches())
def test_free_undo_never_crosses_a_reveal(match):
    if not match.standing:
        return
    before, entry = match._positions[-1], match.standing[-1]
    revealed = match.game.reveals(before, entry)

    if not revealed:
        for seat in [*range(match.header.seats), None]:
            known = set(known_cards(match.game.view(before, seat)))
            assert set(known_cards(match.view(seat))) <= known
    assert match.can_undo == (not revealed)


def known_cards(view):
    yield from view.market
    for player in view.players:
        yield from player.cards
        yield from (card.card for card in player.hand if card.card)
    yield 0
