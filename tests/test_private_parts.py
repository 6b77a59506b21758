"""What Jeton takes from the inside of a dependency: each part is named here, and each such dependency has a ceiling.

A name with an underscore in front, or one that its documentation does not promise, can go with any release. A new one
needs a line here and a ceiling in pyproject.toml; better is another way.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import numba
import pytest

from jeton.wasm.target import NUMBA_BELOW

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "jeton"
PROMISED = {"_asdict", "_exit", "_fields", "_replace"}
"""Documented in spite of their underscores: those of named tuples, and os._exit."""

USED = {
    "bots/processes.py": {"_processes"},
    "envs/aec.py": {"_accumulate_rewards", "_was_dead_step"},
    "store/group_commit.py": {"_generate_cache_key"},
    "store/migrate.py": {"_upgrade_revs"},
    "wasm/exports.py": {"_getvalue"},
    "wasm/target.py": {"_final_module", "_tm"},
}
"""By file: the names with an underscore that it asks of what is not ours."""
NUMBA = {
    "core/int8_matmul.py": {"numba.core:cgutils", "numba.core.codegen:get_host_cpu_features"},
    "core/matmul_many.py": {"numba.core:cgutils"},
    "core/lanes.py": {"numba.core:cgutils"},
    "core/prefetch.py": {"numba.core:cgutils"},
    "wasm/exports.py": {"numba.np:arrayobj"},
    "wasm/target.py": {
        *(f"numba.core:{name}" for name in ("cgutils", "codegen", "compiler", "cpu", "externals", "registry")),
        "numba.core.compiler_lock:global_compiler_lock",
        "numba.core.runtime:rtsys",
    },
}
"""By file: what it takes from Numba that Numba's documentation does not promise."""
PARTS = {
    "alembic": ["alembic.script:ScriptDirectory._upgrade_revs"],
    "numba": [
        *sorted(set().union(*NUMBA.values())),
        "numba.core.cgutils:_StructProxy._getvalue",
        "numba.core.codegen:CPUCodeLibrary._finalize_final_module",
        "numba.core.codegen:CPUCodeLibrary._optimize_final_module",
        "numba.core.codegen:CPUCodegen._init",
        "numba.core.options:DefaultOptions._nrt",
        "numba.core.options:DefaultOptions.no_cfunc_wrapper",
        "numba.core.registry:CPUTarget._toplevel_target_context",
    ],
    "pettingzoo": ["pettingzoo:AECEnv._accumulate_rewards", "pettingzoo:AECEnv._was_dead_step"],
    "sqlalchemy": [
        "sqlalchemy:Select._generate_cache_key",
        "sqlalchemy.sql.compiler:SQLCompiler.construct_expanded_state",
        "sqlalchemy.sql.compiler:SQLCompiler.construct_params",
        "sqlalchemy.util:LRUCache",
    ],
    "uvicorn": ["uvicorn.protocols.http.httptools_impl:HttpToolsProtocol.handle_websocket_upgrade"],
    "websockets": ["websockets.server:ServerProtocol", "websockets.protocol:OPEN"],
}
"""By dependency: where its parts are found. tests/server/test_transport.py says more of uvicorn's."""


@cache
def files() -> dict[str, list[ast.AST]]:
    """Return every Python file of ours, by its path, as what it consists of."""
    return {path.relative_to(SRC).as_posix(): nodes(path.read_text("utf-8")) for path in sorted(SRC.rglob("*.py"))}


def nodes(text: str) -> list[ast.AST]:
    """Return what a program consists of."""
    return list(ast.walk(ast.parse(text)))


def is_private(name: str) -> bool:
    """Return whether a name has an underscore in front, and no promise beside it."""
    return re.match(r"_[a-z]", name) is not None and name not in PROMISED


def made_here(file: list[ast.AST]) -> set[str]:
    """Return the private names that a file gives: functions, variables, fields, slots."""
    found = set()
    for node in file:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Constant(value=str(name)):  # slots
                found.add(name)
    return found


def asked(file: list[ast.AST]) -> set[str]:
    """Return the private names that a file asks of an object, or imports."""
    found = {node.attr for node in file if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    for node in file:
        if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith(("jeton", "__future__")):
            found |= {one.name for one in node.names} | set((node.module or "").split("."))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            found |= {one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return {name for name in found if is_private(name)}


def from_numba(file: list[ast.AST]) -> set[str]:
    """Return what a file imports from Numba, but for its documented doors."""
    return {
        f"{node.module}:{one.name}"
        for node in file
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "numba"
        if node.module not in ("numba", "numba.extending")
        for one in node.names
    }


def test_a_private_name_is_found():
    file = nodes("from other._inside import x\nself._mine = 1\na._theirs\ngetattr(b, '_hidden')\nself._mine")

    assert asked(file) - made_here(nodes("self._mine = 1")) == {"_inside", "_theirs", "_hidden"}


def test_every_private_name_of_others_is_listed():
    ours = set().union(*map(made_here, files().values())) - set().union(*USED.values())

    assert {path: names for path, file in files().items() if (names := asked(file) - ours)} == USED


def test_everything_inside_numba_is_listed():
    assert {path: found for path, file in files().items() if (found := from_numba(file))} == NUMBA


@pytest.mark.parametrize("part", [part for parts in PARTS.values() for part in parts])
def test_the_part_is_there(part):
    module, _, name = part.partition(":")
    pytest.importorskip(module.split(".")[0])
    if part == "numba.np:arrayobj":
        module, name = "numba.np.arrayobj", "make_array"

    assert attrgetter(name)(import_module(module)) is not None


@pytest.mark.parametrize("name", sorted(PARTS))
def test_its_dependency_has_a_ceiling(name):
    """Raise it after a run of all tests with the new version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    found = [line for line in wanted if re.match(rf"{name}\b(?!-)", line)]

    assert found
    assert all("<" in line for line in found), found


def test_the_build_of_the_page_knows_the_ceiling_of_numba():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    ceiling = ".".join(map(str, NUMBA_BELOW))

    assert [line for line in project["dependencies"] if line.startswith("numba")] == [f"numba>=0.61,<{ceiling}"]
    assert tuple(map(int, numba.__version__.split(".")[:2])) < NUMBA_BELOW
