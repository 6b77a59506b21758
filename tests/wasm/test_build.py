"""The engine of the page is built from Python alone, once, always alike, and says what it can't be built with."""

import gzip
import json
from itertools import product
from pathlib import Path
from random import Random

import numba
import numpy as np
import pytest
import wasmtime

import jeton
from jeton.bots.splendor import net, search, tree
from jeton.core import chance as deals
from jeton.envs.splendor.kernels import observe_one
from jeton.games.splendor import rules
from jeton.games.splendor.features import feature_count
from jeton.games.splendor.zero_features import always_zero
from jeton.wasm import target
from jeton.wasm.build import build, compile_module, sources
from jeton.wasm.link import link
from jeton.wasm.nets import compressed
from jeton.wasm.tables import TITLES

pytestmark = pytest.mark.once
OPTIONS_TRIED = [{}, {"visible": False, "payment": "thrifty"}]


@pytest.fixture
def module(folder):
    """Return the file of the module."""
    return folder / json.loads((folder / "engine.json").read_bytes())["files"]["engine"]


def test_what_is_built_already_is_not_built_again(folder, module):
    before = module.stat().st_mtime_ns

    assert build(folder) is False
    assert module.stat().st_mtime_ns == before


def test_a_change_of_the_rules_of_the_search_or_of_a_net_is_built():
    found = sources()

    assert {Path(module.__file__) for module in (deals, net, rules, search, target, tree)} <= set(found)
    assert {file.stem for file in found if file.suffix == ".safetensors"} >= {f"{title}-2" for title in TITLES}


def test_a_build_that_was_cut_off_counts_as_none(folder, tmp_path, monkeypatch):
    (tmp_path / "engine.json").write_bytes((folder / "engine.json").read_bytes())  # and no module
    monkeypatch.setattr("jeton.wasm.build.compile_module", lambda out: out.write_bytes(b"made anew"))

    (tmp_path / "engine-of-before.wasm").touch()

    assert build(tmp_path, say=lambda words: None) is True
    assert [file.read_bytes() for file in tmp_path.glob("*.wasm")] == [b"made anew"]


def test_the_module_wants_memory_and_a_stack_and_nothing_else(module):
    found = wasmtime.Module.from_file(wasmtime.Engine(), str(module))

    assert [wanted.name for wanted in found.imports] == ["__linear_memory", "__stack_pointer"]


def test_a_local_game_fetches_little(folder, module):
    """Rules, data and the greatest net together: little for a telephone, with room for the worker's own script."""
    small = sum(len(gzip.compress(file.read_bytes(), 9)) for file in (module, folder / "engine.json"))
    nets = [len(compressed(f"{title}-{seats}")) for title, seats in product(TITLES, (2, 3, 4))]

    assert small < 60_000
    assert max(nets) + small < 1_790_000


@pytest.mark.parametrize(("title", "seats"), list(product(TITLES, (2, 3, 4))))
def test_what_a_packed_net_leaves_out_is_zero_in_every_match(title, seats):
    left_out = np.flatnonzero(always_zero(title, seats))
    chance = Random(1)

    for number, options in enumerate(10 * OPTIONS_TRIED):
        match = jeton.new(title, seats=seats, key=f"{number:032x}", options=options)
        while not match.is_over and match.n < 150:
            seen = np.zeros(feature_count(seats), np.uint8)
            observe_one(match.game.ruleset, match.position.words.copy(), match.actors[0], seen)
            assert not seen[left_out].any()
            match.play(chance.choice(match.view(match.actors[0]).moves))


def test_numbas_version_is_one_that_the_target_was_tried_with():
    """Fails after an update of Numba: look at the names of `target`, run tests/wasm, and raise `NUMBA_BELOW`."""
    assert tuple(map(int, numba.__version__.split(".")[:2])) < target.NUMBA_BELOW


def test_another_version_of_numba_is_refused(monkeypatch):
    monkeypatch.setattr(numba, "__version__", "99.0.1")

    with pytest.raises(target.Unsupported, match=r"99\.0\.1"):
        target.install()


def test_a_target_for_the_hosts_own_processor_is_refused(monkeypatch):
    monkeypatch.delenv("NUMBA_CPU_NAME", raising=False)

    with pytest.raises(target.Unsupported, match="NUMBA_CPU_NAME"):
        target.install()


def test_what_is_no_object_is_not_linked():
    with pytest.raises(ValueError, match="not a WebAssembly object"):
        link(b"\x7fELF....", [])


@pytest.mark.soak
def test_two_builds_give_the_same_bytes(module, tmp_path):
    compile_module(tmp_path / "again.wasm")

    assert (tmp_path / "again.wasm").read_bytes() == module.read_bytes()
