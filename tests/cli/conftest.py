"""What the tests of all commands share."""

import pytest


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    """Have the commands speak English, whatever the machine speaks; a test may choose another language."""
    monkeypatch.setenv("JETON_LANG", "en")
