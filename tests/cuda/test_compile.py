"""The same rules compile for CUDA, unchanged and without a device; with one, they play the same matches.

Needs numba-cuda with a toolkit, as the extra `train` installs it; elsewhere these tests are left out.
"""

import os
from types import SimpleNamespace

import numba
import pytest

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed (extra train)", exc_type=ImportError)

from jeton.core.jit import INTERPRETED
from jeton.games.splendor import cuda as ours
from jeton.games.splendor.rules import POSITION
from jeton.games.splendor.ruleset import RULESET
from tests.support import game

HOPPER = (9, 0)
"""The compute capability of an H100 or H200: sm_90."""

pytestmark = pytest.mark.skipif(
    INTERPRETED or os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"),
    reason="kernels are compiled as they run: by the compiler, without checks",
)


@pytest.fixture(scope="module")
def kernels():
    return ours.kernels()


@pytest.fixture
def no_device(monkeypatch):
    """Compile for Hopper whatever there is: numba-cuda asks the device that is there for its capability."""
    from cuda.pathfinder import DynamicLibNotFoundError, load_nvidia_dynamic_lib
    from numba.cuda import dispatcher

    for library in ("nvvm", "nvrtc"):
        try:
            load_nvidia_dynamic_lib(library)
        except DynamicLibNotFoundError:
            pytest.skip(f"{library} is not installed: pip install 'numba-cuda[cu12]'")
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))


def test_the_rules_compile_for_sm_90(kernels, no_device):
    from numba import cuda, types

    play_many, check = kernels
    rules = types.Array(numba.from_dtype(RULESET), 1, "C")
    number, numbers = types.int64, types.int64[::1]
    signatures = {
        play_many: types.void(rules, number, number, number, numbers, numbers),
        check: types.void(rules, number, number, numbers),
    }
    for kernel, signature in signatures.items():
        code, _ = cuda.compile_ptx(kernel.py_func, signature, cc=HOPPER)
        assert ".target sm_90" in code
        assert ".visible .entry" in code
        assert POSITION.itemsize < 1_024
        assert "call.uni" not in code, "a rule was not inlined"


def test_batches_compile_for_sm_90(no_device):
    from numba import cuda, types

    from jeton.envs.splendor.cuda import build

    rules, matches = (types.Array(numba.from_dtype(dtype), 1, "C") for dtype in (RULESET, POSITION))
    number, numbers, table, flag = types.int64, types.int64[::1], types.int64[:, ::1], types.boolean
    told = numbers, types.int8[::1], table
    outcome = types.float32[:, ::1], types.uint8[::1], types.int16[:, ::1], numbers, number
    deal = numbers, number, number, flag, *told
    signatures = {
        "step": (numbers, numbers, *deal, flag, numbers, number, number, *outcome),
        "take": (matches, types.int32[::1], numbers, flag, numbers, numbers),
        "sample": (matches, numbers, flag, numbers, numbers),
        "clear": (numbers,),
        "look": (rules, matches, types.uint8[:, ::1]),
        "play": (rules, matches, *deal, number, numbers, number, number, *outcome),
    }
    for name, kernel in build()._asdict().items():
        code, _ = cuda.compile_ptx(kernel.py_func, types.void(*signatures[name]), cc=HOPPER)
        assert ".target sm_90" in code
        assert "call.uni" not in code, f"a rule was not inlined into {name}"


@pytest.mark.parametrize("title", ["splendor", "marvel"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_device_plays_the_same_matches(title, seats):
    from numba import cuda

    if not cuda.is_available():
        pytest.skip("no CUDA device")

    assert ours.different_matches(game(title).ruleset, seats, matches=1_024) == 0
