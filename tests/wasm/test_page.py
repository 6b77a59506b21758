"""What the page makes of the engine's numbers is what Python makes of them: hints, facts, verdicts and reasons."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import jeton
from jeton import bots
from jeton.analysis.curves import curve_of
from jeton.analysis.hint import facts, hint
from jeton.analysis.review import judge_of, judged, summed_up
from jeton.bots import Budget
from jeton.core.jit import INTERPRETED
from jeton.wasm.nets import compressed

UI = Path(__file__).parent.parent.parent / "ui"
VITEST = UI / "node_modules" / ".bin" / "vitest"

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(INTERPRETED, reason="compares compiled code"),
    pytest.mark.skipif(not VITEST.exists() or shutil.which("node") is None, reason="the page's tools are missing"),
]

FEW = [("splendor", 2), ("marvel", 3)]
ALL = list(product(("splendor", "marvel"), (2, 3, 4)))
LINES, READ, JUDGED = 120, 10, 3


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def case(title: str, seats: int) -> dict[str, Any]:
    """Return a match of greedy and random moves, and what Python says of it."""
    match = jeton.new(title, seats=seats, key=f"{seats:032x}", options={"first": "seat"})
    chance, greedy = Random(seats), bots.make("greedy", match.game)
    told, hints = [], []
    while match.n < 60 and not match.is_over:
        view = match.view(match.actors[0])
        told.append({move: plain(facts(match.game, view, move)) for move in chance.sample(view.moves, 1)})
        if match.n % READ == 0:
            hints.append([match.n, plain(hint(match.game, view, n=match.n + 1, lines=LINES, seed=match.n + 7))])
        silly = chance.random() < 0.3
        match.play(chance.choice(view.moves) if silly else greedy.choose(view, Budget(), chance))
    judge, curve = judge_of(match.game), curve_of(title, seats)
    chosen = list(zip(match.log, match.positions, strict=False))[JUDGED - 1 :: JUDGED]
    found = [
        judged(judge, curve, match.game.view(position, entry.seat), entry.n, entry.move, LINES, 1)
        for entry, position in chosen
    ]
    return {
        "header": plain(match.header),
        "log": [[entry.seat, entry.move] for entry in match.log],
        "facts": told,
        "hints": hints,
        "lines": LINES,
        "review": plain(summed_up(match, found, lines=LINES, seed=1)),
    }


@pytest.mark.parametrize("tables", [FEW, pytest.param(ALL, marks=pytest.mark.soak)])
def test_hints_facts_and_verdicts_of_the_page_are_those_of_python(folder, tmp_path, tables):
    cases = [case(title, seats) for title, seats in tables]
    called = {decision["verdict"] for one in cases for decision in one["review"]["decisions"]}
    kinds = {fact["kind"] for one in cases for decision in one["review"]["decisions"] for fact in decision["why"]}
    assert len(called) > 2, "something is called a slip, a mistake or a blunder"
    assert len(kinds) > 6, "and there are reasons for it"
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    for title, seats in tables:
        (tmp_path / f"{title}-{seats}.net").write_bytes(compressed(f"{title}-{seats}"))

    done = subprocess.run(
        [str(VITEST), "run", "tests/equality.test.ts"],
        cwd=UI,
        env={**os.environ, "NO_COLOR": "1", "JETON_CASES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert f"{4 * len(tables)} passed" in done.stdout
    for title, seats in tables:
        check_beginnings(json.loads((tmp_path / f"begun-{title}-{seats}.json").read_text()))


def check_beginnings(found: list[dict[str, Any]]) -> None:
    """Check matches that the page begins in the middle of another: Python reads the same position and view.

    What the seat could not see is dealt anew, and the match file with its first move is verified.
    """
    assert len(found) > 30
    for one in found:
        match = jeton.loads(one["file"])
        begun, seat = match.positions[0], one["seat"]
        assert [str(word) for word in begun.words.tolist()] == one["begin"]
        assert plain(match.game.view(begun, seat)) == one["seen"]
        assert match.n == 1
