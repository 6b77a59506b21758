"""The examples as notebooks, executed: `make notebooks` writes examples/notebooks/ from the scripts of examples/.

A notebook has the script's own text, cut at its functions and classes, and some cells that try it out: they are here.
What a cell prints and what its last line comes to is kept below it; positions, views and matches draw themselves. The
files are plain JSON of Jupyter's format 4.5, so writing and running them needs neither Jupyter nor a kernel.
"""

from __future__ import annotations

import ast
import io
import json
import sys
import types
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SCRIPTS, NOTEBOOKS = ROOT / "examples", ROOT / "examples" / "notebooks"

TRIES: dict[str, tuple[str, ...]] = {
    "first_agent": (
        "A few updates, for a taste: the 25 of the script take two minutes.",
        "weights = learn(updates=4, size=64, steps=60)",
        'f"{share_of_wins(weights, size=100):.0%} of games against random play"',
        "What it plays with: a batch's position draws itself, as the engine knows it.",
        'batch = Batch("splendor", 64, actions="cards", seed=5)\n'
        "for _ in range(30):\n"
        "    batch.step(choose(batch, weights, np.random.default_rng(1))[0])\n"
        "batch.position(0)",
    ),
    "my_bot": (
        "A match against `greedy`.",
        "import random\n\nimport jeton\nfrom jeton.bots import Budget, make\n\n"
        'match, rng = jeton.new("splendor", key="07" * 16), random.Random(1)\n'
        'bots = [Thrifty(match.game), make("greedy", match.game)]\n'
        "while match.actors:\n"
        "    seat = match.actors[0]\n"
        "    match.play(bots[seat].choose(match.view(seat), Budget(), rng))\n"
        "match.outcome.points",
        "match",
    ),
    "redeal_search": (
        "What the seat to move sees after ten moves, and what the search makes of it.",
        "import random\n\nimport jeton\nfrom jeton.bots import Budget\n\n"
        'match, rng = jeton.new("marvel", key="07" * 16, options={"first": "seat"}), random.Random(1)\n'
        "while match.n < 10:\n"
        "    match.play(rng.choice(match.moves()))\n"
        "view = match.view(match.actors[0])\n"
        "view",
        "Playouts(match.game).choose(view, Budget(simulations=400), rng)",
    ),
    "read_dataset": (
        "A small dataset to read: `jeton dataset mine greedy random --matches 40` writes the like.",
        "import tempfile\n\nfrom jeton.envs.dataset import make_parts\nfrom jeton.envs.rows import Source\n\n"
        "folder = Path(tempfile.mkdtemp())\n"
        'source = Source(title="splendor", seats=2, bots=("greedy", "random"), seed=1)\n'
        "[part.rows for part in make_parts(folder, source, 40)]",
        "main(folder)",
    ),
    "ppo": (
        "Half a minute of one core instead of ten minutes of two: the teacher's first lessons, and some of its own.",
        'main(["--seconds", "30", "--teacher", "0.7", "--threads", "1", "--checks", "2", "--games", "100"])',
    ),
}
"""By the name of the script, what a reader tries: code, or text if it begins with a capital and ends with a stop."""
VARY = ("first_agent", "ppo")
"""Notebooks whose numbers depend on the processor: floats are summed in another order."""


def cells(name: str) -> list[tuple[str, str]]:
    """Return the cells of a notebook, each `markdown` or `code`, with its text."""
    text = (SCRIPTS / f"{name}.py").read_text("utf-8")
    tree, lines = ast.parse(text), text.splitlines()
    first, *rest = tree.body  # the docstring is the first
    found = [("markdown", f"# `examples/{name}.py`\n\n{ast.get_docstring(tree)}")]
    start = end = first.end_lineno or 0
    parts = []
    for node in rest:
        if isinstance(node, ast.If):  # what the script does when it is run; the reader tries it by hand
            break
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            begins = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
            parts += ["\n".join(lines[start:begins]), "\n".join(lines[begins : node.end_lineno])]
            start = node.end_lineno or 0
        end = node.end_lineno or 0
    parts.append("\n".join(lines[start:end]))
    found += [("code", part.strip("\n")) for part in parts if part.strip()]
    return found + [("markdown" if one[0].isupper() and one.endswith(".") else "code", one) for one in TRIES[name]]


def run(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Run a cell among the names of those before it; what it printed, and what its last line came to."""
    tree, said, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(said):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 our own examples
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307
    outputs: list[dict[str, Any]] = []
    if said.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines_of(said.getvalue())})
    if value is not None:
        data = {"text/plain": lines_of(repr(value))}
        for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
            drawn = getattr(value, method, None)
            if drawn is not None and (picture := drawn()) is not None:
                data = {kind: lines_of(picture), "text/plain": [f"<{type(value).__name__}>"]}
                break
        outputs.append({"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data})
    return outputs


def lines_of(text: str) -> list[str]:
    """Return text as the format keeps it."""
    return text.splitlines(keepends=True)


def notebook(name: str) -> dict[str, Any]:
    """Return the notebook of a script, executed."""
    module = types.ModuleType(f"notebook_{name}")
    sys.modules[module.__name__] = module
    found, count = [], 0
    for i, (kind, source) in enumerate(cells(name)):
        cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{i}", "metadata": {}, "source": lines_of(source)}
        if kind == "code":
            count += 1
            cell |= {"execution_count": count, "outputs": run(source, vars(module), count)}
        found.append(cell)
    del sys.modules[module.__name__]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": found,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def as_markdown(text: str) -> str:
    """Return a notebook as the Markdown of a page, with what came of each cell."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"``````python\n{source}\n``````")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            picture = data.get("image/svg+xml") or data.get("text/html")
            if picture:
                parts.append('<div class="drawn">' + "".join("".join(picture).splitlines()) + "</div>")
            else:
                parts.append(f"``````text\n{''.join(data['text/plain']).rstrip()}\n``````")
    return "\n\n".join(parts) + "\n"


def main(names: list[str]) -> None:
    """Write the notebooks of these scripts, or of all."""
    NOTEBOOKS.mkdir(exist_ok=True)
    for name in names or TRIES:
        text = json.dumps(notebook(name), indent=1, ensure_ascii=False) + "\n"
        (NOTEBOOKS / f"{name}.ipynb").write_text(text, "utf-8")
        print(f"{name}: {len(text) / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
