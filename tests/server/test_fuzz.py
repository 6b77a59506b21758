"""The fuzzer of the decoder, where atheris is installed: `make soak` installs it."""

import importlib.util
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.figures import say

pytestmark = [pytest.mark.once, pytest.mark.soak]
RUNS = 10_000_000


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
def test_ten_million_inputs_are_refused_or_understood(tmp_path):
    command = [sys.executable, "-m", "tests.server.fuzz_decoder", str(tmp_path / "seeds"), f"-runs={RUNS}", "-seed=7"]
    began = time.monotonic()
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    executed = int(re.search(r"Done (\d+) runs", done.stderr)[1])
    say("fuzzing", inputs=executed, seconds=round(time.monotonic() - began))
    assert executed >= RUNS
