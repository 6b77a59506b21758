"""Moderation in the browser: somebody reports a line of the chat, and an admin removes it from every screen."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.browser import ROOT, Hand
from tests.e2e.test_quality import serious
from tests.e2e.test_security import SAY

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Sit = Callable[..., Hand]


def test_a_line_is_reported_and_deleted_on_the_page(sit: Sit) -> None:
    pictures = "JETON_SHOTS" in os.environ
    ann, bob, eve = sit("Ann", painted=pictures), sit("Bob"), sit("Eve", language="nl", painted=pictures)
    ann.enter()
    table = ann.ask("POST", "/api/tables", {"title": "splendor", "seats": 2})["id"]
    bob.enter()
    bob.ask("POST", f"/api/tables/{table}/seats", {"seat": 1})
    ann.ask("POST", f"/api/tables/{table}/start", {"fill": None})
    ann.open(f"/t/{table}")
    bob.page.evaluate(SAY, [table, ["something rude"]])
    ann.page.get_by_text("something rude").first.wait_for()
    ann.page.get_by_role("button", name="Report what Bob said").click()
    ann.page.get_by_label("What is wrong?").fill("rude")
    ann.page.locator("dialog").get_by_role("button", name="Report", exact=True).click()
    ann.page.get_by_text("Thank you").wait_for()
    ann.page.locator("dialog .btn").click()

    face = ann.page.locator("section.seat[aria-label=Bob] button.face")  # by keyboard, from Bob's own strip
    face.focus()
    face.press("Enter")
    flag = ann.page.locator("dialog .report")
    flag.wait_for()
    if folder := os.environ.get("JETON_SHOTS"):
        ann.page.screenshot(path=str(Path(folder) / "sheet.png"))
    flag.click()
    ann.page.get_by_label("Bob", exact=True).and_(ann.page.locator("input[type=radio]:checked")).wait_for()
    assert serious(ann) == []
    ann.page.get_by_label("What is wrong?").fill("slow on purpose")
    ann.page.locator("dialog button[type=submit]").click()
    ann.page.get_by_text("Thank you").wait_for()

    me = eve.enter()
    command = [sys.executable, "-c", "from jeton.cli.main import main; main()", "admin", "role", me["id"], "admin"]
    subprocess.run([*command, "--data", str(eve.server.folder)], check=True, cwd=ROOT, capture_output=True)
    eve.page.wait_for_function("async () => (await (await fetch('/api/me')).json()).role === 'admin'")
    eve.open("/keeper")
    eve.page.get_by_text("something rude").wait_for()
    eve.page.get_by_text("slow on purpose").wait_for()
    assert serious(eve) == []
    if folder := os.environ.get("JETON_SHOTS"):
        eve.page.screenshot(path=str(Path(folder) / "keeper.png"), full_page=True)
        ann.page.screenshot(path=str(Path(folder) / "chat.png"))
    eve.page.get_by_role("button", name="Regel verwijderen").click()
    eve.page.locator("dialog").get_by_label("Reden").fill("grof")
    eve.page.locator("dialog").get_by_role("button", name="Regel verwijderen").click()

    eve.page.get_by_text("grof").wait_for()
    ann.page.wait_for_function("() => !document.body.textContent.includes('something rude')")
