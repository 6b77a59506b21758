"""Section 12: who knows what. No view, report, refusal or moves of a seat carries what it must not know."""

import random

import msgspec
import pytest

from jeton.core.errors import JetonError
from jeton.core.game import Entry
from jeton.core.match import Header, Match
from jeton.games.guardians.moves import sail
from jeton.games.guardians.position import audit
from jeton.games.guardians.redeal import candidates, hide
from tests.games.guardians.play import MATCHES, random_match, random_options
from tests.games.guardians.table import Table, game, island


def test_g140_a_view_of_one_seat_holds_its_own_secrets_only():
    table = Table(4, 3).do("B clue", "B boat 7 A", "C clue", "C boat 9 D")
    for letter in ("A", "B", "C", "D", None):
        view = table.view(letter)
        assert view.hand == (table.player(letter).active if letter else None)
        assert view.piles == ()
        for seen, boat in zip(view.boats, table.position.boats, strict=True):
            assert seen.sought == (boat.sought if letter and boat.seat == "ABCD".index(letter) else None)


def test_g140_no_text_of_a_view_names_a_secret():
    table = Table(4, 3, seed=b"secrets of seat!")
    secret = table.position
    for letter in ("A", None):
        view = msgspec.structs.replace(table.view(letter), board=(), moves=())  # these name every island
        text = msgspec.json.encode(view).decode()
        for seat, player in enumerate(secret.players):
            if letter is None or seat != 0:
                assert player.active.location not in text
            for pile in player.piles:
                assert pile.location not in text
        assert secret.seed not in text
        assert not any(name in text for name in (*secret.locations, *secret.postcards))


def test_what_everybody_guarded_is_open_when_the_match_is_over_and_not_before():
    title = game(level=2)
    for _, _, position in random_match(title, 4, random.Random(5), skill=0.7):
        for seat in (0, None):
            guarded = title.view(position, seat).guarded
            assert guarded == (tuple(p.active for p in position.players) if position.phase == "end" else ())
    assert position.phase == "end"


def test_g140_a_report_hides_the_hull_until_the_reveal():
    table = Table(4).do("B clue")
    entry = table.entry("B boat 7 A")
    for seat in (0, 1, 2, 3, None):
        report = table.game.report(table.position, entry, seat)
        assert report.move == (entry.move if seat == 1 else f"boat {island(7)} ?")
        assert "resolution" not in report.facts


def test_g140_the_report_of_the_last_boat_tells_the_resolution():
    table = Table(3, guards={"A": "7 treasure"})
    table.do("A clue", "B clue", "C clue", "A boat 1 B", "A boat 2 B", "B boat 7 A", "B boat 2 A", "C boat 1 A")
    report = table.game.report(table.position, table.entry("C boat 2 A"), None)

    assert report.move.endswith("?")
    assert report.facts["resolution"]["discoveries"][0]["location"] == island(7)
    assert report.facts["postcard"] == table.position.postcards[0]
    assert report.facts["phase"] == "interlude"


def test_g140_reports_of_clues_say_the_element():
    table = Table(4)
    report = table.game.report(table.position, table.entry("A clue"), None)
    assert report.facts["element"].startswith(table.position.open[0])


def test_g141_no_location_belongs_to_two_and_a_found_one_stays_away():
    rng = random.Random(141)
    for level in (1, 2, 3):
        found: set[str] = set()
        for before, _, after in random_match(game(level=level, goal=30), 5, rng, skill=0.6):
            assert audit(game(level=level, goal=30).ruleset, after) is None
            if len(after.found) < len(before.found):
                found = set()
            found |= set(after.found)
            held = {pile.location for p in after.players for pile in (p.active, *p.piles) if pile}
            assert not held & found


def test_views_keep_nothing_but_sizes_of_decks():
    table = Table(4, 3)
    view = table.view("A")
    assert (view.location_deck, view.reward_deck, view.postcard_deck) == (12, 14, 33)
    assert "seed" not in view.__struct_fields__
    assert "queue" not in view.__struct_fields__


def test_the_position_prints_no_secret():
    table = Table(4)
    assert repr(table.position) == "<Position of guardians, 4 seats, round 1, search>"


def test_a_pause_in_the_resolution_does_not_tell_who_is_next():
    table = Table(4, 3, guards={"A": "7 ark", "C": "8 treasure"}).coins(D=(4, 0))
    table.do("B clue", "B boat 7 A", "B boat 8 C").reveal()
    assert table.position.queue == (2,)
    for letter in ("B", "D", None):
        view = table.view(letter)
        assert [found.guardian for found in view.resolution.discoveries] == [0]
        assert island(8) in candidates(table.game.ruleset, view, table.game.ruleset.pack.island_ids).get(2, [island(8)])
    table.do("A choose D")
    assert [found.guardian for found in table.position.resolution.discoveries] == [0, 2]


def test_a_pause_in_the_resolution_tells_who_was_not_before():
    table = Table(4, 3, guards={"A": "7 ark", "C": "8 treasure"}).coins(D=(4, 0))
    table.do("B clue", "B boat 9 C", "B boat 7 A").reveal()
    possible = candidates(table.game.ruleset, table.view("D"), table.game.ruleset.pack.island_ids)
    assert island(9) not in possible[2]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_redeal_gives_a_position_with_the_same_view(level, seats):
    rng = random.Random(100 * level + seats)
    _check_redeal(game(level=level), seats, rng, every=3)


@pytest.mark.parametrize("number", range(max(6, MATCHES // 12)))
def test_redeal_with_options(number):
    rng = random.Random(number)
    options = random_options(rng)
    _check_redeal(game(**options), rng.choice((3, 4, 5)), rng, every=5)


def _check_redeal(title, seats, rng, every):
    skill = rng.choice((0.0, 0.3, 0.7))
    for step, (_, _, position) in enumerate(random_match(title, seats, rng, skill=skill)):
        if step % every and position.phase not in ("resolve", "end"):
            continue
        for seat in (*range(seats), None):
            view = title.view(position, seat)
            dealt = title.redeal(view, rng)
            assert title.view(dealt, seat) == view
            assert audit(title.ruleset, dealt) is None
            if seat is not None:
                assert dealt.players[seat].active == position.players[seat].active


def test_redeal_reaches_more_than_the_truth():
    table = Table(4, 1).do("B clue", "B boat 7 A")
    rng = random.Random(5)
    dealt = [table.game.redeal(table.view("C"), rng) for _ in range(200)]
    assert len({position.players[0].active.location for position in dealt}) > 15
    assert {position.boats[0].sought for position in dealt} == {0, 2, 3}
    assert len({position.seed for position in dealt}) == 200
    own = table.player("C").active
    assert {position.players[2].active for position in dealt} == {own}
    assert all(own.location not in {p.active.location for p in d.players[:2]} for d in dealt)


def test_redeal_finds_the_only_way_to_hide():
    chances = {0: ["a", "b", "c", "d"], 1: ["a"], 2: ["a", "b"], 3: ["a", "b", "c"]}
    for seed in range(40):
        assert hide(chances, random.Random(seed)) == {0: "d", 1: "a", 2: "b", 3: "c"}


def test_redeal_respects_what_was_dealt_and_shown():
    table = Table(4, 1, guards={"A": "7 treasure"}, near={7: [12]})
    truth = table.player("A").piles
    table.play_round("B clue", "B boat 12 A")
    for seed in range(30):
        dealt = table.game.redeal(table.view("C"), random.Random(seed))
        assert dealt.players[0].active.location in table.near(12)
        rewards = [pile.reward for pile in (dealt.players[0].active, *dealt.players[0].piles)]
        assert rewards.count("treasure") == 2
    assert len(truth) == 2


def test_the_wand_binds_a_redeal_only_next_to_the_location():
    for adjacent in (False, True):
        table = Table(4, 3, guards={"A": "7"}, near={7: [12]}, wand_adjacent=adjacent).give("A", "wand")
        table.reveal()
        table.do("A play wand 12")
        possible = candidates(table.game.ruleset, table.view("B"), table.game.ruleset.pack.island_ids)[0]
        assert (set(possible) <= set(table.near(12))) == adjacent


def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know():
    """Views, moves, refusals and reports are byte-equal in two positions that the seat can't tell apart."""
    rng = random.Random(77)
    attempts = ["clue", "boat", "ready", "stop", "play", "choose", "pile"]
    for number in range(8):
        title = game(**random_options(random.Random(number), level=1 + number % 4))
        seats = rng.choice((3, 4, 5))
        for step, (before, entry, _) in enumerate(random_match(title, seats, rng, skill=0.4)):
            if step % 7:
                continue
            for seat in (*range(seats), None):
                other = title.redeal(title.view(before, seat), rng)
                assert msgspec.json.encode(title.view(before, seat)) == msgspec.json.encode(title.view(other, seat))
                assert title.actors(before) == title.actors(other)
                if seat is None:
                    continue
                for word in attempts:
                    text = _attempt(title, word, rng)
                    assert _answer(title, before, seat, text) == _answer(title, other, seat, text)
            if entry.move.startswith("boat"):
                _check_report(title, before, entry, seats)


def _attempt(title, word, rng):
    pack = title.ruleset.pack
    rest = {
        "clue": f" {rng.choice(pack.postcard_ids)} 0.5 0.{rng.randrange(99)}",
        "boat": f" {rng.choice(pack.island_ids)} {rng.choice(('blue', 'red', 'green', 'yellow', 'purple'))}",
        "play": f" {rng.choice(('club', 'wand ' + rng.choice(pack.island_ids), 'trident red', 'apple'))}",
        "choose": f" {rng.choice(('blue', 'red', 'green'))}",
        "pile": f" {rng.randrange(1, 4)}",
    }
    return word + rest.get(word, "")


def _answer(title, position, seat, text):
    try:
        title.play(position, Entry(1, 0, seat, text))
    except JetonError as error:
        return type(error), str(error)
    return None


def _check_report(title, before, entry, seats):
    """A hull that differs changes nothing for others, as long as the boat is not the last of the phase."""
    island_name = entry.move.split(" ")[1]
    for sought in range(seats):
        twin = Entry(entry.n, entry.at, entry.seat, sail(island_name, sought))
        if twin.move == entry.move or _answer(title, before, entry.seat, twin.move) is not None:
            continue
        if title.play(before, entry).phase != "search":
            continue
        for seat in (*range(seats), None):
            if seat != entry.seat:
                assert title.report(before, entry, seat) == title.report(before, twin, seat)


def test_a_match_of_several_seats_reports_the_log_without_hulls():
    match = Match(game(), Header(title="guardians", version=1, seats=3, options={}, key="cd" * 16))
    match.play(match.moves(0)[0], seat=0)
    boat = match.moves(0)[0]
    match.play(boat, seat=0)
    assert [report.move for report in match.reports(0)][-1] == boat
    for seat in (1, 2, None):
        assert [report.move for report in match.reports(seat)][-1] == f"{boat.rpartition(' ')[0]} ?"
