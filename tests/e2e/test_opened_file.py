"""A match file that somebody has: opened under My games, kept on this device alone, and looked back on."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from jeton.words import load
from tests.e2e.browser import Hand

pytestmark = [pytest.mark.once, pytest.mark.timeout(300), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
MATCHES = Path("tests/matches")


def test_a_match_file_is_opened_for_study_and_a_broken_one_is_refused(sit: Sit, tmp_path: Path) -> None:
    whole = MATCHES / "splendor" / "goal-with-moves-taken-back.match"
    cut, changed = tmp_path / "cut.match", tmp_path / "changed.match"
    text = whole.read_text("utf-8")
    cut.write_text("\n".join(text.split("\n")[:20]), "utf-8")
    changed.write_text(text.replace(" take ", " reserve ", 1), "utf-8")
    hand = sit(language="en", here=True)
    hand.open("/m")
    files, alert = hand.page.locator("input[type=file]"), hand.page.get_by_role("alert")

    guardians = MATCHES / "guardians" / "level-1-goal.match"
    said = load("en")["games"]
    for file, why in ((cut, "import_wrong"), (guardians, "import_title"), (changed, "import_wrong")):
        files.set_input_files(file)
        alert.get_by_text(said[why]).wait_for()
    files.set_input_files(whole)
    hand.page.wait_for_url("**/m/local-*")
    hand.page.wait_for_selector(".review")
    assert hand.page.get_by_role("link", name="Match file").count() == 1
    assert hand.page.get_by_role("link", name="Link to this moment").count() == 0, "it would lead nowhere elsewhere"

    hand.open("/m")
    hand.page.wait_for_selector('a[href*="/m/local-"]')
    assert hand.page.locator('a[href*="/m/local-"]').count() == 1, "those that were refused are not kept"
    assert hand.page.locator("dl").count() == 0, "it is nobody's in statistics"
    with hand.page.expect_download() as saved:
        hand.page.get_by_role("button", name="Download those of this device").click()
    with zipfile.ZipFile(saved.value.path()) as archive:
        assert archive.testzip() is None
        assert [archive.read(name).decode() for name in archive.namelist()] == [text], "as it was brought in"


def test_a_link_to_a_match_of_another_device_says_where_the_match_is(sit: Sit) -> None:
    hand = sit(here=True)
    for path in ("/m/local-nope/3", "/t/local-nope"):
        hand.open(path)
        hand.page.get_by_text("kept on the device where it was begun").wait_for()
