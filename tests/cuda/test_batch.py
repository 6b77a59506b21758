"""Batches for the GPU are the CPU's, match by match: on CUDA's simulator, and on a device where there is one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.once
def test_the_simulator_plays_what_the_cpu_plays():
    simulator = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.cuda.simulated"],
        cwd=ROOT, env=simulator, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip

    assert done.stdout == "alike\n", done.stderr


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 4)])
def test_a_device_plays_what_the_cpu_plays(title, seats):
    from numba import cuda

    from jeton.cli.gpu import _different

    if not cuda.is_available():
        pytest.skip("no CUDA device")

    assert _different(title, seats, 1_024)["different"] == 0
