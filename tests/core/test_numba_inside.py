"""What leans on Numba's inside: named here part by part, under a ceiling of its version."""

import ast
import tomllib
from importlib import import_module
from pathlib import Path

import numba
import pytest

from jeton.wasm.target import NUMBA_BELOW

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]
CORE = ROOT / "src" / "jeton" / "core"
PUBLIC = {"numba", "numba.extending"}
INSIDE = {
    "int8_matmul.py": {"numba.core:cgutils", "numba.core.codegen:get_host_cpu_features"},
    "lanes.py": {"numba.core:cgutils"},
}
"""By file: what it takes from Numba that Numba's documentation does not promise."""


def taken(file: Path) -> set[str]:
    """What a file imports from Numba, but for its documented doors."""
    return {
        f"{node.module}:{one.name}"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").split(".")[0] == "numba"
        and node.module not in PUBLIC
        for one in node.names
    }


def test_every_private_part_of_numba_is_named():
    assert {file.name: found for file in sorted(CORE.glob("*.py")) if (found := taken(file))} == INSIDE


@pytest.mark.parametrize("part", sorted(set().union(*INSIDE.values())))
def test_numba_has_the_part(part):
    module, _, name = part.partition(":")

    assert hasattr(import_module(module), name)


def test_numba_has_a_ceiling_and_it_is_the_one_of_the_target():
    """Raise both together, after a run of all tests with the new version."""
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    ceiling = ".".join(map(str, NUMBA_BELOW))

    assert [line for line in wanted if line.startswith("numba")] == [f"numba>=0.61,<{ceiling}"]
    assert tuple(map(int, numba.__version__.split(".")[:2])) < NUMBA_BELOW
