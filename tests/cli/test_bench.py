"""`jeton bench`: the figures it gives, the page it writes, and the bar that decisions must clear."""

import json
from pathlib import Path

import pytest

from jeton.cli import bench, measure, report
from jeton.cli.main import run
from jeton.core.jit import INTERPRETED

SKETCH = """
def random_games(seats, games, seed, choose_payment):
    return sum(range(1000)) and 50 * games, 40 * games, 0


class Game:
    def __init__(self, seats, seed):
        self.left = 20

    @property
    def over(self):
        return not self.left

    @property
    def legal_actions(self):
        return [1, 2]

    def play(self, action):
        self.left -= 1
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    sketch = tmp_path_factory.mktemp("sketch") / "sketch.py"
    sketch.write_text(SKETCH)
    figures = bench.figures(2, sketch=sketch, start=False)
    return figures | {"start_s": dict.fromkeys(report.START, 1.0)}


def test_json_is_one_object_with_every_figure(capsys):
    assert run(["bench", "engine", "--slices", "1", "--no-start", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"machine", "slices", "step_ns", "engine", "python", "api_us"}
    assert [(row["title"], row["seats"]) for row in found["engine"]] == [
        (title, seats) for title in ("splendor", "marvel") for seats in (2, 3, 4)
    ]
    assert all(
        row["decisions_per_second"] > row["turns_per_second"] > row["matches_per_second"] for row in found["engine"]
    )
    assert set(found["python"]) == {"push", "pick"}
    assert set(found["api_us"]) == {"play", "mover", "all"}


def test_a_sketch_is_compared_subject_by_subject(found):
    assert set(found["sketch"]) == {"splendor 2", "splendor 3", "splendor 4", "push"}
    assert all(row["ours_to_theirs"] > 0 for row in found["sketch"].values())


def test_the_text_has_a_line_for_every_figure(found):
    shown = report.text(found)

    assert all(f"{title}, {seats} seats" in shown for title in ("splendor", "marvel") for seats in (2, 3, 4))
    assert all(line in shown for line in report.START.values())
    assert "ours to theirs" in shown


def test_the_page_has_every_section_and_says_how_to_repeat_it(found):
    page = report.page(found)
    sections = ["Random matches", "From Python", "Bots", "Start", "Against the sketch", "How to repeat"]

    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == sections
    assert "make bench" in page
    assert found["machine"]["processor"] in page


def test_the_page_in_the_documentation_was_written_by_it(found):
    written = (Path(__file__).parents[2] / "docs" / "performance.md").read_text("utf-8")
    fresh = report.page({name: value for name, value in found.items() if name != "sketch"})
    headings = [[line for line in page.splitlines() if line.startswith("#")] for page in (written, fresh)]

    assert headings[0] == headings[1]


def test_a_few_slices_write_no_page(monkeypatch, capsys, found):
    def never(*_):
        raise AssertionError("the page was written")

    monkeypatch.setattr(bench, "figures", lambda *_, **__: found)
    monkeypatch.setattr(report, "page", never)

    assert run(["bench", "--slices", "3"]) == 0
    assert run(["bench", "engine"]) == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--slices", "0"], "--slices: expected 1 or more, got 0"),
        (["--sketch", "nowhere.py"], "--sketch: expected a Python file, got nowhere.py"),
        (["everything"], "everything"),
    ],
)
def test_mistakes_are_explained(arguments, told, capsys):
    assert run(["bench", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_sketch_must_offer_what_is_compared(tmp_path):
    empty = tmp_path / "empty.py"
    empty.write_text("")

    with pytest.raises(bench.BadArgument, match=r"has no random_games"):
        bench.load_sketch(empty)


def test_a_fresh_python_tells_how_long_it_took(tmp_path):
    assert 0 < measure._child("import time\n", str(tmp_path), "cache") < 60


def test_a_fresh_python_that_fails_is_told(tmp_path):
    with pytest.raises(bench.BadArgument, match="could not play a move"):
        measure._child("import time\nraise SystemExit(3)\n", str(tmp_path), "cache")


@pytest.mark.skipif(INTERPRETED, reason="what is measured is compiled code")
def test_a_decision_costs_at_most_forty_dependent_steps():
    step, *engine = measure.yardstick(), *measure.engine_subjects(matches=200)
    measure.best_of([step, *engine], 60)

    assert {subject.name: round(subject.each / step.each) for subject in engine if subject.each > 40 * step.each} == {}
