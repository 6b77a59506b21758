"""The training command: its help, and its answer to impossible settings; neither needs torch."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from jeton import bots
from jeton.bots.train.__main__ import parser, run
from jeton.bots.train.plan import BadPlan, Plan

pytestmark = pytest.mark.once

SHIPPED = Path(bots.__file__).parent / "splendor" / "nets" / "splendor-2.safetensors"


def test_help_has_a_word_on_every_setting_and_its_default():
    text = " ".join(parser().format_help().split())
    for field in msgspec.structs.fields(Plan):
        assert f"--{field.name.replace('_', '-')}" in text
        assert f"({field.default})" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--title", "chess"], "expected a title of splendor or marvel, got 'chess'"),
        (["--seats", "5"], "expected 2 to 4 seats, got 5"),
        (["--seconds", "0"], "expected seconds above 0, got 0.0"),
        (["--check-matches", "-1"], "expected check-matches above 0, got -1"),
        (["--simulations", "-2"], "expected simulations of 0 or more, got -2"),
        (["--resume", "nowhere"], "there is no net to go on from at nowhere"),
        (["--resume", __file__], "there is no net to go on from at "),
        (["--resume", str(SHIPPED)], "has width 512: go on with --width 512"),
        (["--resume", str(SHIPPED), "--width", "512", "--seats", "3"], "has seats 2: go on with --seats 2"),
    ],
)
def test_what_can_not_be_is_said_before_anything_begins(words, says, tmp_path):
    with pytest.raises(BadPlan, match=says):
        run([*words, "--out", str(tmp_path / "run")])
    assert not (tmp_path / "run").exists()


def test_a_machine_that_can_not_train_is_told_so_in_one_line(tmp_path):
    if find_spec("torch") is not None:
        import torch

        if torch.cuda.is_available():
            pytest.skip("this machine can train")
    command = [sys.executable, "-m", "jeton.bots.train", "--out", str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(("training needs torch", "no CUDA device was found"))
