"""What every game promises: replay = live, pure functions, text forms that read back, views that travel."""

import json
import random

import msgspec
import pytest

from jeton.core.errors import CannotUndo, MalformedPosition, UnknownVersion
from jeton.core.game import Entry, Game
from jeton.core.match import Header, Match
from jeton.core.match_file import read_match, write_match
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.view import View
from tests.games.guardians.play import random_match
from tests.games.guardians.table import Table, game


def live_match(level: int, seats: int, seed: int) -> Match:
    """Return a random match, played through `Match`."""
    title = game(level=level)
    header = Header(title="guardians", version=1, seats=seats, options=dict(title.options), key=f"{seed:032x}")
    match, rng, at = Match(title, header), random.Random(seed), 0
    while match.actors:
        at += rng.randrange(3000)
        alarm = title.alarm(match.position)
        if alarm is not None and at >= alarm:
            match.tick(at)
            continue
        seat = rng.choice(match.actors)
        match.play(rng.choice(match.moves(seat)), seat=seat, at=at)
    return match


@pytest.mark.parametrize(("level", "seats"), [(1, 3), (2, 4), (3, 5), (4, 3)])
def test_a_replay_of_the_log_gives_the_same_match_to_the_coin(level, seats):
    live = live_match(level, seats, 7 * level + seats)
    header, log = read_match(write_match(live.header, live.log))
    replayed = Match(Guardians(header.options), header, log)

    assert replayed.position == live.position
    assert replayed.outcome == live.outcome
    assert [replayed.game.write(p) for p in replayed._positions] == [live.game.write(p) for p in live._positions]


def test_play_never_changes_its_argument():
    rng = random.Random(11)
    title = game(level=3)
    for before, entry, after in random_match(title, 4, rng, skill=0.4):
        text = title.write(before)
        again = title.play(before, entry)
        assert title.write(before) == text
        assert again == after


def test_positions_read_back_what_was_written():
    rng = random.Random(12)
    for level in (1, 3, 4):
        title = game(level=level)
        for step, (_, _, position) in enumerate(random_match(title, 5, rng, skill=0.4)):
            if step % 5 == 0:
                text = title.write(position)
                assert "\n" not in text
                assert title.read(text) == position


def test_the_whole_truth_is_plain_data():
    table = Table(4, 3).do("A clue", "A boat 7 B")
    data = json.loads(json.dumps(table.game.full(table.position)))
    assert data["title"] == "guardians"
    assert data["players"][0]["active"]["location"] == table.player("A").active.location
    assert data["players"][0]["points"] == 0
    assert data["moves"][0] == list(table.moves("A"))
    assert data["outcome"] is None


def test_views_travel_as_json():
    rng = random.Random(13)
    title = game(level=3, choose_pile=True)
    for step, (_, _, position) in enumerate(random_match(title, 4, rng, skill=0.4)):
        if step % 10 == 0:
            for seat in (0, None):
                view = title.view(position, seat)
                assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_the_view_carries_the_legal_moves():
    table = Table(4).do("A clue")
    for letter in "ABCD":
        assert table.view(letter).moves == table.moves(letter)
    assert table.view(None).moves == ()


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", "splendor 2", "{", '{"seed": 1}', "[" * 100_000],
)
def test_what_is_no_position_is_refused(text):
    with pytest.raises(MalformedPosition):
        game().read(text)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("phase", "lunch", "phase"),
        ("seed", "xyz", "seed"),
        ("board", [], "board"),
        ("locations", [], "locations"),
        ("rewards", ["treasure"], "rewards"),
        ("postcards", [], "postcards"),
        ("players", [], "players"),
        ("owing", {"seat": 0, "legend": "ark"}, "rewards"),
        ("phase", "resolve", "owing"),
        ("boats", [{"seat": 0, "island": "ember_forge", "sought": 0, "seq": 1}], "boats"),
        ("fires", [{"seat": 0, "island": "nowhere", "wand": False}], "fires"),
        ("clues", [{"seat": 0, "postcard": "x", "x": 0, "y": 0, "element": None, "seq": 1, "round": 1}], "clues"),
    ],
)
def test_a_position_that_cannot_be_is_refused(field, value, message):
    data = json.loads(game().write(game().start(3, bytes(16))))
    data[field] = value
    with pytest.raises(MalformedPosition, match=message):
        game().read(json.dumps(data))


def test_undo_needs_consent_always():
    match = live_match(1, 3, 99)
    assert not match.can_undo
    fresh = Match(game(), Header(title="guardians", version=1, seats=3, options={}, key="ef" * 16))
    fresh.play(fresh.moves(0)[0], seat=0)
    with pytest.raises(CannotUndo):
        fresh.undo()
    fresh.undo(revealed=True)
    assert fresh.position == fresh.game.start(3, fresh.header.seed)


def test_the_game_is_a_game():
    made: Game = Guardians()
    assert (made.title, made.version, made.seat_counts) == ("guardians", 3, (3, 4, 5))
    with pytest.raises(UnknownVersion):
        Guardians({}, version=4)


def test_the_hand_written_match_file():
    """The lines that showed, before there was an engine, that log and protocol carry the game."""
    lines = """
        1 4200 1 clue {p1} 0.5 0.5
        2 9100 1 boat {found} blue
        3 12000 0 clue {p2} 0.31 0.5
        4 30500 0 boat {found} green
        5 30600 1 boat siren_reef green
        6 64200 -1 tick
        7 70100 0 choose red
        8 95000 2 ready
        9 95000 0 ready
        10 100100 -1 tick
        11 190100 -1 tick
        12 200000 2 clue {p3} 1 0
    """
    table = Table(3, 4, guards={"A": "7 girdle", "C": "9"})
    open_, deck = table.position.open, table.position.postcards
    words = {"p1": open_[0], "p2": open_[1], "p3": deck[0], "found": table.player("A").active.location}
    phases = []
    for line in lines.format(**words).split("\n")[1:-1]:
        n, at, seat, move = line.strip().split(" ", 3)
        table.position = table.game.play(table.position, Entry(int(n), int(at), int(seat), move))
        phases.append(table.position.phase)

    assert phases == ["search"] * 5 + ["resolve"] + ["interlude"] * 3 + ["search"] * 3
    assert table.position.round == 2
    assert table.gold == (3, 1, 0)
