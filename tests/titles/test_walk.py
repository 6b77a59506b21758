"""docs/adding-a-game.md is true: its files are those of the package, its tests are run, and its commands as well."""

import re
import shlex
from pathlib import Path

import pytest

from jeton.cli.main import run
from jeton.testing import GameContract
from tests.titles.installed import NIM, installed

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
FILES = re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS = [line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.M | re.S) for line in block.splitlines()]
CONTRACT = re.search(r"`test_nim.py`:\n\n```python\n(.*?)^```$", PAGE, re.M | re.S)

pytestmark = pytest.mark.once

exec(compile(CONTRACT[1], "docs/adding-a-game.md", "exec"))  # noqa: S102 - the page's own test
TestNim = globals()["TestNim"]
TestNim.seats = (2, 3)  # tests are listed before the package is there


@pytest.fixture(scope="module", autouse=True)
def _nim(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("site")):
        yield


def test_the_page_has_the_whole_contract():
    assert issubclass(TestNim, GameContract)
    assert TestNim.title == "nim"


def test_the_files_on_the_page_are_those_of_the_package():
    assert {name for name, _ in FILES} == {"pyproject.toml", *(str(p.relative_to(NIM)) for p in NIM.rglob("*.py"))}
    for name, text in FILES:
        assert (NIM / name).read_text("utf-8") == text, name


def test_the_commands_on_the_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JETON_LANG", "en")
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    said = {}

    for line in COMMANDS:
        program, *words = shlex.split(line)
        assert program == "jeton"
        assert run(words) == 0, (line, capsys.readouterr().err)
        said[words[0]] = capsys.readouterr().out

    assert list(said) == ["arena", "rate", "perft", "play", "verify", "replay"]
    assert "the rules of Nim, version 1" in said["verify"]
    assert "Take 1 from A" in said["play"]
