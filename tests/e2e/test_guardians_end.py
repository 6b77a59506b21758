"""The end of a match of Guardians in recorded scenes: after the last reveal comes the result, whatever was pressed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from jeton.games.guardians.position import change_player
from tests.e2e.scenes import Stage
from tests.e2e.scenes_guardians import ROUNDS, Rounds, scene_at

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
PHONE = (390, 844)
SKIP = """async ([frames, how]) => {
    const skip = () => document.querySelector('.show .skip');
    const frame = () => new Promise(requestAnimationFrame);
    while (!skip()) await frame();
    for (let i = 0; i < frames; i++) await frame();
    const forth = [...document.querySelectorAll('.show .buttons .icon')].at(-1);
    if (how !== 'skip') forth?.click();
    if (how === 'frame later') await frame();
    const button = skip();
    button?.click();
    button?.click();
}"""
LATER = "(text) => document.querySelector('.result .kick')?.textContent.includes(text)"


def began(seats: int = 3, level: int = 3) -> Rounds:
    """Return a match in which everybody has played some rounds."""
    match = Rounds(seats, level)
    for _ in range(ROUNDS):
        for _ in match.round():
            pass
        match.go_on()
    return match


def search(match: Rounds, legend: str = "treasure", found: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """Let a seat be found by the one before it; return the table before the last boat and after the reveal."""
    before: dict[str, Any] = {}
    match.deal(found, legend)
    for _ in match.round(finder=match.seats[found - 1]):
        before = scene_at(match)
    return before, scene_at(match)


def last_search(match: Rounds) -> tuple[dict[str, Any], dict[str, Any]]:
    """Do the same where it brings somebody to the goal."""
    match.position = replace(match.position, players=change_player(match.position, 1, gold=14, coins=6))
    before, after = search(match)
    assert after["view"].view.outcome, "this tests nothing"
    return before, after


def tell(stage: Stage, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Let the table go on from one scene to the next, with what happened in between."""
    new = after["view"].reports[len(before["view"].reports) :]
    stage.tell(after | {"view": replace(after["view"], since=before["view"].n, reports=new)})


@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_a_reveal_that_was_seen_again_between_rounds_keeps_no_result_back(stages: Any, motion: bool) -> None:
    stage: Stage = stages("nl", motion=motion)
    match = began(4)
    before, after = search(match)
    stage.show(before, PHONE)
    tell(stage, before, after)
    stage.page.locator(".show .skip").click()
    stage.page.locator(".act .replay").click()
    stage.page.locator(".show .skip").click()
    match.go_on()
    last, over = last_search(match)
    tell(stage, after, last)
    stage.page.wait_for_selector(".board[data-phase=search]")
    tell(stage, last, over)
    stage.page.locator(".show .skip").click()

    stage.page.wait_for_selector(".result, .back")
    assert stage.page.locator(".result").count() == 1


@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_after_the_last_reveal_skip_shows_the_result_at_any_moment(stages: Any, motion: bool) -> None:
    stage: Stage = stages("nl", motion=motion)
    before, over = last_search(began())
    chance = random.Random(11)
    for how in ("skip", "step", "frame later", "skip", "step"):
        stage.show(before, PHONE)
        tell(stage, before, over)
        stage.page.evaluate(SKIP, [chance.randrange(40), how])
        stage.page.wait_for_selector(".result")
        assert stage.page.locator(".show").count() == 0


@pytest.mark.parametrize("paused", [False, True], ids=["on", "paused"])
def test_where_all_others_leave_during_a_choice_skip_shows_the_result(stages: Any, paused: bool) -> None:
    """Nobody makes the choice any more; a table may have been paused when they left."""
    stage: Stage = stages("nl", motion=True)
    match = began()
    before, owed = search(match, "ark")
    assert owed["view"].view.owing, "this tests nothing"
    stage.show(before, PHONE)
    tell(stage, before, owed)
    stage.page.wait_for_selector(".show .skip")
    outcome = replace(match.rules.standing(match.position), termination="resigned")
    table = replace(owed["table"], version=2, state="over", outcome=outcome, paused=paused)
    view = replace(owed["view"], n=owed["view"].n + 1, view=replace(owed["view"].view, outcome=outcome, moves=()))
    stage.tell(owed | {"table": table, "view": replace(view, reports=[])}, table=True)
    stage.page.locator(".show .skip").click()

    stage.page.wait_for_selector(".result")


def test_a_halted_reveal_is_halted_at_the_same_step_after_a_reload(stages: Any) -> None:
    stage: Stage = stages("nl", motion=True)
    before, after = search(began())
    stage.show(before, PHONE)
    tell(stage, before, after)
    forth = stage.page.locator(".show .buttons .icon").last
    forth.click()
    forth.click()
    said = stage.page.locator(".show .now p").inner_text()
    stage.page.reload()
    stage.page.locator(".show .count", has_text="3").wait_for(state="attached")

    assert stage.page.locator(".show .now p").inner_text() == said
    assert stage.page.get_by_role("button", name="Verder", exact=True).count() == 1


@pytest.mark.parametrize("level", [1, 3])
def test_who_comes_after_a_reveal_sees_its_clues_of_all_rounds(stages: Any, level: int) -> None:
    """G95: the log of another device may lack old rounds; a reveal stays readable until the next search."""
    stage: Stage = stages()
    match = began(4, level)
    before, after = search(match, found=2)
    view = after["view"]
    clues = [clue.postcard for clue in before["view"].view.clues if clue.seat == 2]
    assert len(set(clues)) > 1, "this tests nothing"
    told = [one for one in view.reports if one.n >= view.view.since]
    stage.show(after | {"view": replace(view, reports=told)}, (1366, 657))
    stage.page.locator(".act .replay").click()
    stage.page.locator(".show .buttons .icon").last.click()

    stage.page.locator(".show .crop .postcard").first.wait_for()
    shown = stage.page.locator(".show .crop .postcard").evaluate_all("(all) => all.map((one) => one.dataset.postcard)")
    assert sorted(shown) == sorted(clues)


def test_a_postcard_that_somebody_looks_at_does_not_cover_the_reveal(stages: Any) -> None:
    stage: Stage = stages()
    before, after = search(began())
    stage.show(before, PHONE)
    stage.page.locator(".posts [data-postcard]").last.click()
    stage.page.wait_for_selector(".clue-view")
    tell(stage, before, after)

    stage.page.wait_for_selector(".show")
    stage.page.wait_for_selector(".clue-view", state="detached")


def test_escape_closes_a_dialog_before_it_ends_the_reveal(stages: Any) -> None:
    stage: Stage = stages(motion=True)
    before, after = search(began())
    stage.show(before, (1366, 657))
    tell(stage, before, after)
    stage.page.wait_for_selector(".show")
    stage.page.keyboard.press("l")
    stage.page.wait_for_selector("dialog[open]")
    stage.page.keyboard.press("Escape")
    stage.page.wait_for_selector("dialog[open]", state="detached")
    assert stage.page.locator(".show").count() == 1
    stage.page.keyboard.press("Escape")

    stage.page.wait_for_selector(".show", state="detached")


def test_the_whole_log_of_a_long_match_is_asked_for_once(stages: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server sends the last entries of a long match; the first will not come, however often one asks."""
    stage: Stage = stages()
    before, over = last_search(began())
    asked: list[str] = []
    heard = stage._heard

    def hear(socket: Any, message: dict[str, Any]) -> None:
        heard(socket, message)
        if message["t"] == "sync":
            asked.append("sync")
            if len(asked) < 3:  # each answer says how long the match took
                last = replace(late[-1], at=60_000 * 100 * len(asked))
                stage.tell(over | {"view": replace(over["view"], n=41, reports=[*late[:-1], last])}, reset=True)

    late = over["view"].reports[5:]
    monkeypatch.setattr(stage, "_heard", hear)
    first = before | {"view": replace(before["view"], n=40, reports=late[:3])}
    stage.show(first, (1366, 657))
    stage.tell(over | {"view": replace(over["view"], n=41, since=40, reports=late[3:])})
    stage.page.locator(".show .skip").click()
    stage.page.wait_for_function(LATER, arg="100")
    last = replace(late[-1], at=60_000 * 300)
    stage.tell(over | {"view": replace(over["view"], n=42, since=41, reports=[last])})
    stage.page.wait_for_function(LATER, arg="300")

    assert asked == ["sync"]
