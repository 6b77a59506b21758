"""Settings of a server: presets, file, environment and flags, and what is refused."""

from pathlib import Path

import pytest

from jeton.cli.main import run
from jeton.client import Refused
from jeton.server.settings import PRESETS, BadSetting, read_settings, settings_page
from jeton.store import BadAddress, parse_address
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once


def test_what_comes_later_wins(tmp_path):
    file = tmp_path / "jeton.toml"
    file.write_text(
        'preset = "club"\nport = 8001\nbot_pace = 1\n[limits]\ntables_per_hour = 5\nnotices = 6\nqueue = 7\n'
    )
    environ = {"JETON_PORT": "8002", "JETON_BOT_PACE": "2", "JETON_LIMIT_NOTICES": "60", "JETON_LIMIT_QUEUE": "70"}

    settings, limits = read_settings({"bot_pace": 3, "host": None}, ["queue=700"], file, environ)
    assert (settings.preset, settings.port, settings.bot_pace) == ("club", 8002, 3)
    assert (limits.tables_per_hour, limits.notices, limits.queue) == (5, 60, 700)
    assert limits.sockets_per_address == PRESETS["club"]["sockets_per_address"]
    assert read_settings({}, (), None, {"JETON_CONFIG": str(file)})[0].port == 8001


def test_lists_in_the_environment_are_words():
    settings, _ = read_settings({}, environ={"JETON_ORIGIN": "https://a.example, https://b.example:8443"})
    assert settings.origin == ["https://a.example", "https://b.example:8443"]


@pytest.mark.parametrize(
    ("flags", "limits", "told"),
    [
        ({"origin": ["games.example"]}, (), "https://games.example"),
        ({"origin": ["https://games.example/path"]}, (), "https://games.example"),
        ({"proxy": ["localhost"]}, (), "127.0.0.1"),
        ({"port": 99_999}, (), "port: expected `int` <= 65535"),
        ({"bot_workers": -1}, (), "bot_workers"),
        ({"bot_seconds": 0.0}, (), "bot_seconds"),
        ({}, ["tables_per_hour=0"], "limits.tables_per_hour"),
        ({}, ["tables_per_hour=many"], "limits.tables_per_hour"),
        ({}, ["tables_per_hou=3"], "did you mean 'tables_per_hour'"),
        ({}, ["tables_per_hour"], "name=number"),
    ],
)  # fmt: skip
def test_what_can_not_be_is_refused(flags, limits, told):
    with pytest.raises(BadSetting) as refused:
        read_settings(flags, limits, environ={})
    assert told in str(refused.value)


@pytest.mark.parametrize("text", ["[limits", "nothing = 1", "[limits]\nnone = 1", "limits = 3", "\udcff"])
def test_a_file_that_can_not_be_read_is_refused(text, tmp_path):
    file = tmp_path / "jeton.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadSetting, match=r"jeton\.toml"):
        read_settings({}, (), file, {})


@pytest.mark.parametrize(
    "text",
    ["postgresql+psycopg://ann:word@host/db", "mysql://host/db", "jeton.sqlite", "sqlite:", "sqlite:///", "sqlite://x",
     "sqlite:///a?mode=ro", "", "postgresql:/host/db", "postgresql:", "postgresql://host:x/db", "host=a password=word"],
)  # fmt: skip
def test_an_address_of_no_database_is_refused_without_its_password(text, tmp_path, monkeypatch, capsys):
    with pytest.raises(BadAddress) as refused:
        parse_address(text)
    assert "word" not in str(refused.value).removeprefix("password")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JETON_DATABASE", text or "x:")
    assert run(["serve", "--no-open", "--port", "0"]) == 2
    assert list(tmp_path.iterdir()) == []
    told = capsys.readouterr().err
    assert told.startswith("jeton: expected a database as")
    assert told.count("\n") == 1


@pytest.mark.parametrize("command", [["serve", "--no-open"], ["admin", "stats"]])
def test_a_password_on_the_command_line_is_refused(command, capsys):
    assert run([*command, "--database", "postgresql://ann:geheim@127.0.0.1:1/jeton"]) == 2
    told = capsys.readouterr().err
    assert "JETON_DATABASE" in told
    assert "geheim" not in told


async def test_a_club_of_fifty_behind_one_address_finds_room(tmp_path):
    """With the limits of a home the last of them would be refused."""
    refused = {}
    for preset in ("home", "club"):
        config = a_config(tmp_path / preset, limits=read_settings({"preset": preset}, environ={})[1])
        async with running(config) as server, server.client() as one:
            refused[preset] = 0
            for number in range(70):
                try:
                    await one.guest(f"Guest {number}")
                except Refused:
                    refused[preset] += 1
    assert refused == {"home": 10, "club": 0}


def test_the_page_of_settings_is_as_they_are():
    page = Path(__file__).parents[2] / "docs" / "settings.md"
    assert page.read_text("utf-8") == settings_page(), (
        "run .venv/bin/python -m jeton.server.settings > docs/settings.md"
    )
