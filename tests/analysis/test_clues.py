"""Looking back on clues: every number and every sentence is counted again, from the log alone, in obvious Python."""

import math
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest

import jeton
from jeton import bots
from jeton.analysis import NoJudge
from jeton.analysis.calibrate import calibration_error
from jeton.analysis.calibrate_clues import compared, fit, heard, reliability, sought
from jeton.analysis.clues import ClueReview, clue_reader_of, review_clues
from jeton.bots import Budget
from jeton.bots.guardians.associations import associate
from jeton.games.guardians.board import neighbours
from jeton.words import LANGUAGES, Words

pytestmark = pytest.mark.once

RECORDED = sorted(Path("tests/matches/guardians").glob("*.match"))
TAU, CARE, SLIP, TAGS, TRUST = 0.6, 1.6, 0.05, 0.55, 1.73
TOKENS = 4


@cache
def played(number, seats, level):
    """Return a match of bots of several levels."""
    match = jeton.new("guardians", seats=seats, key=f"{number:032x}", options={"level": level})
    chance = Random(number)
    players = [bots.make(name, match.game) for name in ("hard", "easy", "normal", "easy", "hard")[:seats]]
    while match.outcome is None:
        actors = match.game.actors(match.position)
        seat = chance.choice(actors)
        match.play(players[seat].choose(match.view(seat), Budget(simulations=1), chance), seat=seat, at=0)
    return match


@cache
def reviewed(number, seats, level):
    return review_clues(played(number, seats, level))


MATCHES = [(number, 3 + number % 3, 1 + number % 3) for number in range(24)]


class Naive:
    """What everybody could know, from the log."""

    def __init__(self, match):
        self.match, self.rules = match, match.game.ruleset
        self.pack = self.rules.pack
        self.words = associate(self.pack)
        self.names = list(self.pack.island_ids)
        self.matrix = self.words.blend(TAGS).tolist()
        self.clues, self.wrong, self.gone, self.read = {}, {}, [], 0

    def entries(self):
        for entry, before in zip(self.match.standing, self.match.positions, strict=False):
            self._settle(before)
            yield entry, before
            if entry.move.startswith("clue "):
                _, card, x, y = entry.move.split()
                thing = self.pack.element_at(card, float(x), float(y))
                if thing is not None:
                    self.clues.setdefault(entry.seat, []).append((self.words.column[thing], before.open))

    def _settle(self, position):
        """Note what the last reveal has told, once it is over."""
        told = position.resolution
        if told is None or position.phase not in ("interlude", "end") or told.round <= self.read:
            return
        self.read = told.round
        for boat in told.boats:
            self.wrong.setdefault(boat.sought, set()).add(boat.island)
        for found in told.discoveries:
            self.wrong.pop(found.guardian, None)
            self.clues.pop(found.guardian, None)
            self.gone.append(found.location)
        if "locations" in told.reshuffled:
            self.gone = []

    def possible(self, position, seat):
        """Return the islands that facts leave, by number."""
        closed = set(position.found if self.rules.remember else self.gone)
        if self.rules.flip_found:
            closed |= set(position.found)
        near, wrong = neighbours(position.board), self.wrong.get(seat, set())
        closed |= wrong
        fires = [fire for fire in position.fires if fire.seat == seat]
        assert not any(fire.wand for fire in fires), "not told again here"
        left = [island for island in self.names if island not in closed]
        for fire in fires:
            left = [island for island in left if island in near[fire.island]]
        if self.rules.beacon_fires and len(fires) < TOKENS:
            for island in wrong - {fire.island for fire in fires}:
                left = [other for other in left if other not in near[island]]
        return [self.names.index(island) for island in left]

    def spoke(self, column, cards, left):
        """Return how likely a clue is from each island: a careful giver thinks of a listener who knows what is left."""
        things = [one for card in cards for one in self.words.cards[card].tolist()]
        heard = {thing: math.log(sum(math.exp(self.matrix[i][thing] / TAU) for i in left)) for thing in set(things)}
        found = []
        for row in self.matrix:
            care = {thing: CARE * (row[thing] / TAU - heard[thing]) for thing in heard}
            total = sum(math.exp(care[thing]) for thing in things)
            found.append(((1 - SLIP) * math.exp(care[column]) / total + SLIP / len(things)) ** TRUST)
        return found

    def chances(self, position, seat, clues):
        left = self.possible(position, seat)
        weights, said = dict.fromkeys(left, 1.0), set()
        for column, cards in clues:
            if column not in said:
                said.add(column)
                likely = self.spoke(column, cards, left)
                weights = {i: weight * likely[i] for i, weight in weights.items()}
        total = sum(weights.values())
        return {self.names[i]: weight / total for i, weight in weights.items()}


def test_every_number_and_sentence_of_a_thousand_is_true():
    checked = 0
    for number, seats, level in MATCHES:
        match, found = played(number, seats, level), reviewed(number, seats, level)
        told, naive = {one.n: one for one in found.clues}, Naive(match)
        clues = 0
        for entry, before in naive.entries():
            if not entry.move.startswith("clue "):
                continue
            clues += 1
            if any(fire.wand for fire in before.fires):
                continue
            checked += check(told[entry.n], entry, before, naive)
        assert clues == len(found.clues)
    assert checked >= 1_000


def check(one, entry, before, naive):
    """Count a clue again; how many sentences were true of it."""
    _, card, x, y = entry.move.split()
    thing = naive.pack.element_at(card, float(x), float(y))
    known = naive.clues.get(entry.seat, [])
    home = before.players[entry.seat].active.location
    assert (one.seat, one.round, one.card, one.thing, one.meant) == (entry.seat, before.round, card, thing, home)
    old = naive.chances(before, entry.seat, known)
    now = naive.chances(before, entry.seat, [*known, (naive.words.column[thing], before.open)] if thing else known)
    for mine, theirs in ((old, one.before), (now, one.chances)):
        assert sum(theirs.values()) == pytest.approx(1.0, abs=0.02)
        assert all(mine[island] == pytest.approx(chance, abs=1e-4) for island, chance in theirs.items())
    assert one.rank == 1 + sum(chance > now[home] for chance in now.values())
    assert one.bits == pytest.approx(math.log2(now[home] / old[home]), abs=2e-3)
    likeliest = max(now, key=now.get)
    boats = {guess.n: guess for guess in one.guesses}
    for fact in one.why:
        values = fact.values
        match fact.code:
            case "own":
                assert likeliest == home == values["island"]
                assert values["percent"] == pytest.approx(100 * now[home], abs=0.52)
            case "other":
                assert (values["other"], values["rank"]) == (likeliest, one.rank)
                assert values["percent"] == pytest.approx(100 * now[likeliest], abs=0.52)
                assert values["own"] == pytest.approx(100 * now[home], abs=0.52)
            case "rose" | "fell":
                assert (fact.code == "rose") == (now[home] > old[home])
                assert values["was"] == pytest.approx(100 * old[home], abs=0.52)
                assert values["percent"] == pytest.approx(100 * now[home], abs=0.52)
            case "times":
                spoke = naive.spoke(naive.words.column[thing], before.open, naive.possible(before, entry.seat))
                times = spoke[naive.names.index(likeliest)] / spoke[naive.names.index(home)]
                assert values["times"] == pytest.approx(times, abs=0.51 + times / 1000)
            case "better":
                instead = [*known, (naive.words.column[values["thing"]], before.open)]
                chance = naive.chances(before, entry.seat, instead)[home]
                assert values["percent"] == pytest.approx(100 * chance, abs=0.51)
                assert chance > now[home]
            case "read" | "lucky" | "misled" | "astray":
                who = values.get("seat")
                there = [boat for boat in boats.values() if boat.place == values["island"] and boat.informed]
                assert who is None or who in {boat.seat for boat in there}
                assert all(boat.right == (fact.code in ("read", "lucky")) for boat in there)
            case "again":
                assert naive.words.column[thing] in {column for column, _ in known}
            case _:
                raise AssertionError(fact)
    return len(one.why)


def test_boats_are_those_of_the_round_that_sought_the_giver():
    match, found = played(*MATCHES[4]), reviewed(*MATCHES[4])
    by_entry = {entry.n: (entry, before) for entry, before in zip(match.standing, match.positions, strict=False)}
    boats = 0
    for one in found.clues:
        for guess in one.guesses:
            entry, before = by_entry[guess.n]
            colour = ["blue", "red", "green", "yellow", "purple"][one.seat]
            boats += 1
            assert entry.move == f"boat {guess.place} {colour}"
            assert (entry.seat, before.round, guess.informed) == (guess.seat, one.round, guess.n > one.n)
            assert guess.right == (guess.place == before.players[one.seat].active.location)
            assert guess.most >= guess.chance
    assert boats > 10


def test_what_is_said_of_a_match_follows_from_its_clues():
    for wanted in MATCHES:
        found = reviewed(*wanted)
        spoken = {one.n: one for one in found.clues if one.said}
        if found.telling is not None:
            best = spoken[found.telling]
            assert best.rank == 1
            assert best.bits == max(one.bits for one in spoken.values() if one.rank == 1)
        worst = max(one.astray for one in spoken.values())
        assert (found.misleading is None) == (worst < 1)
        assert found.misleading is None or spoken[found.misleading].astray == worst
        assert sum(one.clues for one in found.players) == len(found.clues)
        assert all(0 <= one.right <= one.boats and one.likely <= one.boats for one in found.players)
    assert any(reviewed(*wanted).misleading for wanted in MATCHES)


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_matches_of_every_level_are_looked_back_on(file):
    match = jeton.load(file)
    done = []
    found = review_clues(match, on_progress=done.append)
    reader = clue_reader_of(match)

    assert [one.n for one in found.clues] == [entry.n for entry in match.standing if entry.move.startswith("clue ")]
    assert done == sorted(done)
    assert done[-1] == 1.0
    assert msgspec.json.decode(msgspec.json.encode(found), type=ClueReview) == found
    for language in LANGUAGES:
        for one in found.clues:
            said = [reader.says(fact, Words(language), "ABCDE") for fact in one.why]
            assert said
            assert not any("{" in each or "clues." in each or "_" in each for each in said)


def test_a_title_without_clues_says_so():
    with pytest.raises(NoJudge):
        review_clues(jeton.new("splendor", key="00" * 16))


def test_what_is_told_of_clues_comes_true_as_often():
    clues, boats = compared("guardians", range(5_000, 5_036))
    told = heard(clues)
    mean, right = sum(chance for chance, _ in told) / len(told), sum(right for _, right in told) / len(told)

    assert {(one.seats, one.level) for one in clues} == {(seats, level) for seats in (3, 4, 5) for level in range(1, 5)}
    assert mean == pytest.approx(right, abs=0.05)
    assert calibration_error(reliability(told)) < 0.07  # so many clues: 0.02 to 0.05 by chance alone
    assert calibration_error(reliability(sought(boats))) < 0.07
    assert fit(clues) == pytest.approx(1.0, abs=0.25)
