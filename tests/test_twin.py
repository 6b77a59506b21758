"""The engine against its naive twin: random matches compared position by position, legal set by legal set.

The default run plays 1,080 matches, the same ones every time, and a fifth of them where array bounds are checked. For
more of them, the first 1,080 included:

    JETON_TWIN_MATCHES=100000 make soak ARGS=tests/test_twin.py

A failure prints the match as one line of JSON. Save it as a file in tests/naive/matches, and every run replays it. The
files there now hold what is too rare to happen by chance in each run; random players once found them all.
"""

import json
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import jeton
from jeton.core.game import Entry
from tests.naive.players import Witness, choose, pick, styles
from tests.naive.splendor import LETTERS, NaiveMatch

MATCHES = int(os.environ.get("JETON_TWIN_MATCHES", "216" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else "1080"))
CASES = list(product(["splendor", "marvel"], [2, 3, 4], ["choice", "thrifty"]))
OPTIONS = {"splendor": {"goal": [15, 21]}, "marvel": {}}
LONGEST = 1000  # moves; the players' bents end long before

# What every case must see at least once, whatever its title, seats and way to pay.
EVERYWHERE = {
    "buy from hand",
    "buy from the market",
    "deck 1 empty",
    "end by goal",
    "free card",
    "noble alone",
    "noble chosen",
    "pass",
    "place stays empty",
    "reserve from a deck",
    "reserve from the market",
    "reserve without gold",
    "return j",
    "round finished after the goal",
    "take the last 1",
    "take the last 2",
    "third card in hand",
}
WITH_CHOICE = {"done", "gold again", "gold needed and gold to spare"}
IN_MARVEL = {"most points do not win", "tile changes hands", "tile taken", "time token"}

# What is too rare to count on: the matches on file show it.
ON_FILE = {
    "splendor": {
        "deck 2 empty",
        "deck 3 empty",
        "end amid a round",
        "end by passes",
        "noble after another action",
        "shared victory",
        "tie broken by cards",
    },
}
ON_FILE["marvel"] = ON_FILE["splendor"] | {"return after the time token", "tie broken by the tile", "trigger undone"}
FILES = sorted((Path(__file__).parent / "naive" / "matches").glob("*.json"))


class Pair:
    """One match, played by engine and twin together."""

    def __init__(self, title: str, seats: int, options: dict[str, Any], seed: bytes, witness: Witness) -> None:
        self.header = {"title": title, "seats": seats, "options": options, "seed": seed.hex()}
        self.log: list[str] = []
        self.witness = witness
        witness.triggered = False
        self.twin = NaiveMatch(title, seats, options, seed)
        self.game = jeton.games.make(title, options=options)
        self.position = self.start = self.game.start(seats, seed)
        self.full = self.begin = self.compare()

    def __str__(self) -> str:
        return json.dumps({**self.header, "log": self.log})

    def play(self, move: str) -> None:
        """Play a move on both sides and compare what comes of it."""
        before, entry = self.full, Entry(len(self.log) + 1, 0, self.full["turn"], move)
        self.log.append(move)
        self.position = self.game.play(self.position, entry)
        self.twin.play(move)
        self.full = self.compare()
        goal_met = any(map(self.twin.meets_goal, self.twin.players))
        self.witness.watch(before, move, self.full, goal_met)

    def compare(self) -> dict[str, Any]:
        """Hold the two positions against each other; return what both say."""
        ours, theirs = self.twin.full(), self.game.full(self.position)
        if ours != theirs:
            different = "\n".join(f"{path}: twin {a!r}, engine {b!r}" for path, a, b in differences(ours, theirs))
            pytest.fail(f"engine and twin disagree\n{different}\n{self}", pytrace=False)
        actors = () if ours["phase"] == "over" else (ours["turn"],)
        if tuple(self.game.actors(self.position)) != actors:
            pytest.fail(f"expected actors {actors}, got {self.game.actors(self.position)}\n{self}", pytrace=False)
        for seat in range(ours["seats"]):
            expected = ours["moves"] if seat in actors else []
            if list(self.game.moves(self.position, seat)) != expected:
                got = list(self.game.moves(self.position, seat))
                pytest.fail(f"seat {seat} may play\n{expected}, engine says\n{got}\n{self}", pytrace=False)
        return ours

    def check_that_the_start_is_unchanged(self) -> None:
        """Check that `play` leaves the positions it is given alone."""
        if self.game.full(self.start) != self.begin:
            pytest.fail(f"the start position has changed\n{self}", pytrace=False)


def differences(ours: Any, theirs: Any, path: str = "position") -> Iterator[tuple[str, Any, Any]]:
    """Find the innermost places where two structures differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for key in ours:
            yield from differences(ours[key], theirs[key], f"{path}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(mine, other, f"{path}[{i}]")
    elif ours != theirs:
        yield path, ours, theirs


def play_at_random(number: int, title: str, seats: int, payment: str, witness: Witness) -> None:
    """Play the match of this number from set-up to outcome."""
    rng = Random(f"{title} {seats} {payment} {number}")
    choices = {"first": ["random", "seat"], "visible": [True, False], **OPTIONS[title]}
    all_options = list(product(*choices.values()))
    options = dict(zip(choices, all_options[number % len(all_options)], strict=True))
    bents = styles(rng, seats)
    seed = bytes(pick(rng, range(256)) for _ in range(16))

    pair = Pair(title, seats, {**options, "payment": payment}, seed, witness)
    while not pair.twin.is_over:
        assert len(pair.log) < LONGEST, f"a match without end\n{pair}"
        pair.play(choose(rng, bents[pair.twin.turn], len(pair.log), pair.full["moves"]))
    pair.check_that_the_start_is_unchanged()


@pytest.mark.parametrize(("title", "seats", "payment"), CASES)
def test_engine_and_twin_agree(title, seats, payment):
    witness = Witness()
    for number in range(-(-MATCHES // len(CASES))):
        play_at_random(number, title, seats, payment, witness)

    expected = EVERYWHERE | {f"return {colour}" for colour in LETTERS[title]}
    if payment == "choice":
        expected |= WITH_CHOICE | {f"gold for {colour}" for colour in LETTERS[title]}
    if title == "marvel":
        expected |= IN_MARVEL
    if MATCHES >= 1080:
        assert expected - witness.seen.keys() == set()


@pytest.mark.interpreted
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_engine_and_twin_agree_on_a_match_on_file(file):
    record = json.loads(file.read_text(encoding="utf-8"))
    witness = Witness()
    pair = Pair(record["title"], record["seats"], record["options"], bytes.fromhex(record["seed"]), witness)
    for move in record["log"]:
        pair.play(move)

    assert set(record.get("why", [])) <= witness.seen.keys()


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_the_rarest_things_are_on_file(title):
    records = [json.loads(file.read_text(encoding="utf-8")) for file in FILES]

    assert {why for record in records if record["title"] == title for why in record.get("why", [])} == ON_FILE[title]
