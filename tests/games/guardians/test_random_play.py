"""Section 15 on random play: what always holds, at all levels, player counts and options; and never a dead end."""

import random
from collections import Counter

import msgspec
import pytest

from jeton.games.guardians.game import Guardians
from jeton.games.guardians.legends import LEGENDS
from jeton.games.guardians.position import TOKENS, Position, audit
from jeton.games.guardians.ruleset import COLOURS
from tests.games.guardians.play import MATCHES, random_match, random_options
from tests.games.guardians.table import game

BATCHES = 12


def check_step(title: Guardians, before: Position, after: Position) -> None:
    """Check everything that holds at every moment of every match."""
    ruleset = title.ruleset
    assert audit(ruleset, after) is None
    assert len(after.open) == (2 if after.round < 2 and after.phase != "interlude" and not _ended(after) else 3)
    if not ruleset.powers:
        assert max(Counter(clue.seat for clue in after.clues).values(), default=0) <= 3
    for player in after.players:
        assert player.clues_left <= TOKENS
        assert player.boats_left <= ruleset.boats_owned
        assert player.done or after.phase != "search" or player.boats_left or player.clues_left
    if ruleset.flip_found:
        face_down = set(title.view(after, None).face_down)
        assert face_down == set(after.found)
        held = {pile.location for p in after.players for pile in (p.active, *p.piles) if pile}
        assert not face_down & held
    assert after.seq >= before.seq
    assert (title.outcome(after) is None) == bool(title.actors(after))


def _ended(position: Position) -> bool:
    return position.phase == "end" and position.round > 1


def check_coins(before: Position, after: Position, *, powers: bool) -> None:
    """Coins are only created by G48, G49 and powers, and the record of the resolution says all of them."""
    shown = after.resolution.discoveries if after.resolution and after.resolution != before.resolution else ()
    earlier = before.resolution.discoveries if before.phase == "resolve" and before.resolution else ()
    for kind in ("gold", "coins"):
        paid = [0] * after.seats
        for sign, discoveries in ((1, shown), (-1, earlier if shown else ())):
            for found in discoveries:
                for seat in range(after.seats):
                    paid[seat] += sign * getattr(found, kind)[seat]
                    if found.power_gold:
                        assert powers
                        paid[seat] += sign * getattr(found, f"power_{kind}")[seat]
        change = [getattr(a, kind) - getattr(b, kind) for b, a in zip(before.players, after.players, strict=True)]
        assert change == paid


def naive_fires(before: Position) -> list[tuple[int, str]]:
    """G53–G59, said once more as plainly as can be: the fires that the boats of a finished search must light."""
    cells = {cell.island: (cell.q, cell.r) for cell in before.board}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    homes = {seat: player.active.location for seat, player in enumerate(before.players) if player.active}
    found = {boat.sought for boat in before.boats if boat.island == homes[boat.sought]}
    tokens = {seat: 4 - sum(fire.seat == seat for fire in before.fires) for seat in homes}
    lit = []
    for boat in sorted(before.boats, key=lambda one: one.seq):
        (q, r), (hq, hr) = cells[boat.island], cells[homes[boat.sought]]
        if boat.sought not in found and (hq - q, hr - r) in steps and tokens[boat.sought]:
            tokens[boat.sought] -= 1
            lit.append((boat.sought, boat.island))
    return lit


@pytest.mark.parametrize("level", [1, 3])
def test_fires_are_those_of_a_naive_twin(level):
    """G55, G56. Also with Merlin's fires among them, which take tokens as well."""
    title, several = game(level=level, beacon_fires=True, idle_guard=60), 0
    for number in range(max(4, MATCHES // 8)):
        rng = random.Random(f"fires {level} {number}")
        boats: tuple = ()
        for before, entry, after in random_match(title, 3 + number % 3, rng, skill=0.25, ticks=0.01):
            if before.phase != "search" or after.phase not in ("interlude", "end") or after.resolution is None:
                continue
            boats = after.resolution.boats
            expected = naive_fires(msgspec.structs.replace(before, boats=boats))
            assert [(fire.seat, fire.island) for fire in after.resolution.fires] == expected, entry
            several += len(expected) - len(set(expected))

    assert several > 0 or level == 3  # where few boats are wrong by one island


CHANGES = {
    "stone clue": (1, -1),
    "stone boat": (-1, 1),
    "boots": (1, 0),
    "club": (0, 1),
    "trident": (0, -1),
    "hourglass": (-1, 0),
}


@pytest.mark.parametrize("between", [False, True])
def test_allowances_are_those_that_the_log_alone_gives(between):
    """G33, G35, G101. Whatever was played since the last search began changes the next one, and only that."""
    title, in_search = game(level=3, goal=30, powers_between_rounds=between), 0
    for number in range(max(6, MATCHES // 6)):
        rng = random.Random(f"legends {number}")
        played: list[tuple[str, int, str]] = []
        for before, entry, after in random_match(title, 4, rng, skill=0.6, ticks=0.02):
            verb, *words = entry.move.split(" ")
            if verb == "play":
                played.append((words[0], entry.seat, words[-1]))
                in_search += before.phase == "search"
            if after.phase != "search" or before.phase == "search":
                continue
            for seat, player in enumerate(after.players):
                clues, boats = 1, 2
                for legend, by, word in played:
                    on = COLOURS.index(word) if legend in ("trident", "hourglass") else by
                    gift = (
                        {"clue": (1, -1), "boat": (-1, 1)}[word] if legend == "stone" else CHANGES.get(legend, (0, 0))
                    )
                    if on == seat:
                        clues, boats = clues + gift[0], boats + gift[1]
                free = 4 - sum(clue.seat == seat for clue in after.clues)
                assert (player.clues_left, player.boats_left) == (max(0, min(clues, free)), max(0, min(boats, 3)))
            played.clear()

    assert (in_search == 0) == between


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_section_15_holds_at_every_step(level, seats):
    title = game(level=level)
    for number in range(max(1, MATCHES // 60)):
        rng = random.Random(1000 * level + 10 * seats + number)
        for before, _, after in random_match(title, seats, rng, skill=0.4):
            check_step(title, before, after)
            check_coins(before, after, powers=level > 2)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_dead_end_with_any_options(batch):
    """Every match ends, whatever the options, and everything holds at every step on the way."""
    for number in range(batch, MATCHES, BATCHES):
        rng = random.Random(number)
        title = game(**random_options(rng))
        skill, ticks = rng.choice((0.0, 0.3, 0.8)), rng.choice((0.0, 0.05, 0.3))
        last = None
        for before, _, last in random_match(title, rng.choice((3, 4, 5)), rng, skill=skill, ticks=ticks):
            check_step(title, before, last)
            check_coins(before, last, powers=title.ruleset.powers)
        assert last is not None
        assert title.outcome(last) is not None


@pytest.mark.parametrize("batch", range(4))
def test_matches_end_at_the_goal_or_the_safety_stop(batch):
    ends: Counter[str] = Counter()
    for number in range(batch, MATCHES, 4):
        rng = random.Random(number)
        title = game(level=1 + number % 4)
        *_, (_, _, last) = random_match(title, 3 + number % 3, rng, skill=rng.choice((0.0, 0.5)))
        outcome = title.outcome(last)
        assert outcome is not None
        assert (outcome.termination == "goal") == (max(outcome.points) >= title.ruleset.goal)
        assert (last.round == 40) or outcome.termination == "goal"
        assert set(outcome.winners) == {seat for seat, rank in enumerate(outcome.ranks) if rank == 1}
        ends[outcome.termination] += 1
    assert ends["goal"]


def test_every_power_is_played_and_every_deck_runs_out():
    """A long level-3 match with good players: all legends act, both decks are made anew, postcards too."""
    title = game(level=3, goal=30)
    played: set[str] = set()
    reshuffled: set[str] = set()
    powers: set[tuple[str, str]] = set()
    number = 0
    while number < 200 and not (played >= set(LEGENDS) and reshuffled >= {"locations", "rewards"}):
        rng = random.Random(number)
        number += 1
        for _, entry, after in random_match(title, 5, rng, skill=0.5):
            if entry.move.startswith("play "):
                played.add(entry.move.split(" ")[1])
            if after.resolution is not None:
                reshuffled |= set(after.resolution.reshuffled)
                for found in after.resolution.discoveries:
                    powers.add((found.reward, found.power))
                    if found.power == "played":
                        played.add(found.reward)
    assert played == set(LEGENDS)
    assert reshuffled >= {"locations", "rewards"}
    assert {name for name, power in powers if power == "kept"} == {n for n, legend in LEGENDS.items() if legend.kept}


def test_the_postcards_run_out_in_a_long_match():
    title = game(level=3, goal=30)
    rng = random.Random(9)
    reshuffled = False
    for _, _, after in random_match(title, 3, rng, ticks=0.9):
        reshuffled = reshuffled or bool(after.resolution and "postcards" in after.resolution.reshuffled)
    assert after.round == 40
    assert reshuffled


@pytest.mark.soak
def test_ten_thousand_random_matches():
    """Random play at length: thousands of matches, every level, player count and option."""
    for number in range(10_000):
        rng = random.Random(10**6 + number)
        title = game(**random_options(rng))
        *_, (_, _, last) = random_match(title, rng.choice((3, 4, 5)), rng, skill=rng.random())
        assert audit(title.ruleset, last) is None
        assert title.outcome(last) is not None
