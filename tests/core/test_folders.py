"""One folder for the user's data, whoever asks."""

from pathlib import Path

import pytest

from jeton.cli.terminal import autosave
from jeton.core.folders import data_folder
from jeton.server.config import default_folder


@pytest.fixture(autouse=True)
def _home(monkeypatch, tmp_path):
    for name in ("JETON_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))


def test_each_system_has_its_place(tmp_path, monkeypatch):
    assert data_folder("linux") == tmp_path / ".local/share/jeton"
    assert data_folder("darwin") == tmp_path / "Library/Application Support/jeton"
    assert data_folder("win32") == tmp_path / "AppData/Local/jeton"
    monkeypatch.setenv("JETON_DATA", "/elsewhere")
    assert data_folder("darwin") == Path("/elsewhere")


def test_what_a_mac_has_kept_in_the_old_place_stays_there(tmp_path):
    (tmp_path / ".local/share/jeton").mkdir(parents=True)

    assert data_folder("darwin") == tmp_path / ".local/share/jeton"


def test_the_terminal_and_the_server_ask_the_same():
    assert autosave.data_folder is data_folder
    assert default_folder() == data_folder()
