"""The subject of a commit: an order in under 70 characters, which `pre-commit install` has git check."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "subject.sh"

pytestmark = pytest.mark.once


def checked(folder, text):
    message = folder / "COMMIT_EDITMSG"
    message.write_text(text, encoding="utf-8")
    return subprocess.run(["/bin/sh", SCRIPT, message], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "text",
    [
        "Refuse a pair when the bank holds three (S12)\n",
        f"{'x' * 69}\n\nA body may be longer than that, " + "y" * 200,
        f"{'é' * 69}\n",
        "# a comment of git's\nMend it\n",
        f"Merge branch '{'x' * 80}'\n",
    ],
)
def test_a_short_order_passes(tmp_path, text):
    assert checked(tmp_path, text).returncode == 0


@pytest.mark.parametrize(
    ("text", "why"), [("x" * 70, "70 characters"), ("\n", "0 characters"), ("Mend it.\n", "full stop")]
)
def test_what_is_longer_empty_or_ends_like_a_sentence_is_refused(tmp_path, text, why):
    found = checked(tmp_path, text)

    assert found.returncode == 1
    assert why in found.stderr
