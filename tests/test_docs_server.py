"""docs/deploy.md, docs/server.md and docs/security.md say what is there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.once


@pytest.mark.parametrize("page", ["security.md", "reliability.md"])
def test_every_test_that_a_page_names_exists(page):
    named = re.findall(r"`(?:(\w+)/)?(test_\w+\.py)(?:::(test_\w+))?`", (ROOT / "docs" / page).read_text("utf-8"))
    assert len(named) > 30
    for folder, file, name in named:
        found = list(ROOT.glob(f"tests/{folder or '**'}/{file}"))
        assert found, file
        if name:
            assert any(f"def {name}(" in path.read_text("utf-8") for path in found), (file, name)


def test_every_attack_that_was_tried_has_a_test_by_name():
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    table = page.partition("## Attacks that were tried")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M)[1:]
    assert len(rows) > 20
    for attack, tests in rows:
        assert re.search(r"`[\w/]+\.py::test_\w+`", tests), attack


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


def test_the_files_to_deploy_are_there_and_say_what_the_commands_know():
    page = (ROOT / "docs" / "deploy.md").read_text("utf-8")
    options = (ROOT / "docs" / "cli.md").read_text("utf-8")
    named = set(re.findall(r"\.\./deploy/([\w.]+)", page))
    assert named == {path.name for path in (ROOT / "deploy").iterdir()}
    for name in ("jeton.service", "Containerfile"):
        text = (ROOT / "deploy" / name).read_text("utf-8")
        asked = re.findall(r"(?<=[\s\"])(--[a-z-]+)", text.partition("serve")[2])
        assert len(asked) >= 4
        assert all(option in options for option in asked), asked


def test_the_unit_is_one_that_systemd_understands(tmp_path):
    """Run where systemd is; its program need not be installed for that."""
    checker = shutil.which("systemd-analyze")
    if checker is None:
        pytest.skip("systemd is not on this machine")
    unit = (ROOT / "deploy" / "jeton.service").read_text("utf-8").replace("/opt/jeton/bin/jeton", "/bin/true")
    (tmp_path / "jeton.service").write_text(unit.replace("User=jeton", "User=root"))
    done = subprocess.run([checker, "verify", str(tmp_path / "jeton.service")], capture_output=True, text=True)

    assert (done.returncode, [line for line in done.stderr.splitlines() if "jeton" in line]) == (0, [])
