"""docs/deploy.md, docs/server.md and docs/security.md say what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.once


def test_every_test_that_security_names_exists():
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    named = re.findall(r"`(?:(\w+)/)?(test_\w+\.py)(?:::(test_\w+))?`", page)
    assert len(named) > 30
    for folder, file, name in named:
        found = list(ROOT.glob(f"tests/{folder or '**'}/{file}"))
        assert found, file
        if name:
            assert any(f"def {name}(" in path.read_text("utf-8") for path in found), (file, name)


def test_every_option_and_metric_that_the_pages_name_exists():
    from jeton.server.metrics import exposition

    page = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    options = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for command in re.findall(r"jeton (?:serve|admin)[^\n]*(?:\\\n[^\n]*)*", page):
        for option in re.findall(r"(--[a-z-]+)", command):
            assert option in options, option
    measured = exposition().decode()
    for name in re.findall(r"`(jeton_\w+)`", page):
        assert name.removesuffix("_total") in measured, name
