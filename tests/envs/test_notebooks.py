"""The notebooks are the examples' own text, and what they show is what comes of running them."""

import json
import re

import pytest

from tools.docs import hooks
from tools.docs.curve import BAR, TAUGHT, picture
from tools.docs.notebooks import NOTEBOOKS, TRIES, VARY, as_markdown, cells, notebook

pytestmark = pytest.mark.once


def kept(name):
    return json.loads((NOTEBOOKS / f"{name}.ipynb").read_text("utf-8"))


@pytest.mark.parametrize("name", TRIES)
def test_a_notebook_has_the_text_of_its_script_and_all_its_cells_were_run(name):
    found = kept(name)["cells"]

    assert [(cell["cell_type"], "".join(cell["source"])) for cell in found] == cells(name)
    counts = [cell["execution_count"] for cell in found if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert found[-1]["outputs"], "the last cell comes to something"
    assert (NOTEBOOKS / f"{name}.ipynb").stat().st_size < 150_000


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in TRIES if name not in VARY])
def test_running_a_notebook_again_comes_to_the_same(name):
    assert notebook(name) == kept(name)


@pytest.mark.long
def test_the_first_agent_learns_in_its_notebook_on_every_processor():
    """Its numbers depend on how the processor sums."""
    again, before = notebook("first_agent")["cells"], kept("first_agent")["cells"]
    kinds = [
        [[sorted(one.get("data", {})) for one in cell.get("outputs", [])] for cell in book] for book in (again, before)
    ]

    assert kinds[0] == kinds[1]
    assert any(re.search(r"\d+% of games", json.dumps(cell)) for cell in again)


def test_the_site_shows_notebooks_with_their_pictures():
    page = hooks.shown("examples/notebooks/my_bot.ipynb")

    assert page == as_markdown((NOTEBOOKS / "my_bot.ipynb").read_text("utf-8"))
    assert page.startswith("# `examples/my_bot.py`")
    assert "class Thrifty:" in page
    assert "<svg" in page


def test_the_curve_in_the_docs_is_drawn_from_the_lines_of_a_run():
    lines = [json.loads(line) for line in (hooks.ROOT / "docs/lab/ppo.jsonl").read_text("utf-8").splitlines()]

    assert picture(lines, TAUGHT) == (hooks.ROOT / "docs/pictures/ppo-curve.svg").read_text("utf-8")
    assert lines[-1]["share"] - lines[-1]["give"] > BAR
    assert lines[-1]["cpu_seconds"] < 1200
