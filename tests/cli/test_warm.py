"""`jeton warm`: whatever a player can reach has been compiled."""

import inspect

import pytest

from jeton.bots.splendor import blur, playing_out, scoring, search
from jeton.bots.splendor.tools import TOOLS, tasks
from jeton.cli.main import run
from jeton.core.jit import INTERPRETED
from jeton.games.splendor import compiled, sight
from jeton.games.splendor import view_json as text

NOT_FOR_PLAYERS = {"perft", "random_checks", "random_matches", "uct"}
"""Commands and tests alone call these."""


@pytest.mark.skipif(INTERPRETED, reason="entry points are plain functions then")
def test_every_entry_point_has_a_task():
    found = {
        name
        for module in (compiled, sight, text, search, blur, playing_out, scoring)
        for name, value in vars(module).items()
        if getattr(value, "targetoptions", {}).get("nogil") and inspect.getmodule(value.py_func) is module
    }

    assert set(tasks()) - {"judge"} == found - NOT_FOR_PLAYERS
    assert sorted(name for share in TOOLS.side_by_side for name in share) == sorted(tasks())


@pytest.mark.long
def test_it_says_what_it_did(capsys):
    assert run(["warm"]) == 0
    assert capsys.readouterr().out.startswith("Nothing to compile" if INTERPRETED else "Ready: ")
