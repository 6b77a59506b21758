"""Whole games with tips: each comes when the rules make something possible, is true by the engine, and comes once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from jeton.words import load
from tests.e2e import splendor
from tests.e2e.browser import Hand
from tests.e2e.guardians import MINE, Guardian

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]
SHARES_SCREENS = True

Sit = Callable[..., Hand]
View = dict[str, Any]
AROUND = 4
"""Pixels between a ring and what it lies around."""
RINGED = """(around) => {
    const ring = document.querySelector('.rings rect')?.getBoundingClientRect();
    const parts = [...document.querySelectorAll('.board :is([data-walk], [data-gem], .nobles > *, .area-tray)')];
    const meant = ring && parts.find((part) => { const box = part.getBoundingClientRect();
        return Math.abs(box.x - around - ring.x) < 2 && Math.abs(box.y - around - ring.y) < 2
            && Math.abs(box.width + 2 * around - ring.width) < 3; });
    return meant && { ...meant.dataset, place: [...meant.parentElement.children].indexOf(meant) };
}"""
"""What the ring of a tip lies around."""
STATES = {"free": "free", "now": "buy", "gold": "gold"}
"""The tip for a card by the state of its price."""
TOLD = """() => [JSON.parse(localStorage.getItem('jeton.tips') ?? '{"given": []}').given,
    document.querySelector('.helper')?.dataset.said ?? null]"""


def tip(hand: Hand, due: set[str]) -> str | None:
    """Return the tip on show, once it is there: one of those that are due and were not given before."""
    given, shown = hand.page.evaluate(TOLD)
    if shown is None and due - set(given):
        hand.page.wait_for_selector(".helper")
        shown = hand.page.evaluate(TOLD)[1]
        assert shown not in given, "each once"
    assert shown is None or shown in due
    return None if shown is None else str(shown)


def price_at(view: View, target: str) -> dict[str, Any]:
    """Return what a card costs the viewer: on the table or in the hand."""
    if target.startswith("h"):
        found = view["hand_prices"][int(target[1]) - 1]
    else:
        level, place = map(int, target.split("."))
        found = view["prices"][4 * level + place - 5]
    return dict(found)


def due_at_splendor(view: View, title: str) -> set[str]:
    """Return what the view makes possible that a tip speaks of."""
    moves, due = view["moves"], set[str]()
    if any(one["meets_goal"] for i, one in enumerate(view["players"]) if i != view["seat"]):
        due.add("last")
    if view["phase"] == "return":
        due.add("give")
    if view["phase"] == "play":
        states = {price_at(view, move[4:])["state"] for move in moves if move.startswith("buy ")}
        due |= {STATES[state] for state in states & STATES.keys()}
        due |= {"near"} if 1 in view["nobles_left"] else set()
        due |= {"pair"} if any(re.fullmatch(r"take (.)\1", move) for move in moves) else set()
        settled = view["turns"] // len(view["players"]) >= 2 and view["bank"][5] > 0
        due |= {"reserve"} if settled and any(re.fullmatch(r"reserve \d\.\d", move) for move in moves) else set()
    return {f"{title}.{one}" for one in due}


def printed(title: str) -> dict[str, Any]:
    """Return what is in the box of a title."""
    file = resources.files("jeton.games.splendor.data").joinpath(f"{title}.json")
    return dict(json.loads(file.read_text("utf-8")))


def heed(hand: Hand, view: View, title: str, said: str) -> str | None:
    """Read a tip, and find what it says in the view; return the move that shows it to be true, if any."""
    page, me, kind = hand.page, view["players"][view["seat"]], said.partition(".")[2]
    words = page.locator(".helper .words").inner_text()
    ringed = page.wait_for_function(f"() => ({RINGED})({AROUND})").json_value()
    if kind in ("buy", "gold", "free", "reserve"):
        level, _, place = ringed["walk"].partition(".")
        target = f"h{place}" if level == "0" else ringed["walk"]
        if kind == "buy":
            assert sum(map(int, re.findall(r"\d+", words))) == sum(price_at(view, target)["cost"])
        return f"{'reserve' if kind == 'reserve' else 'buy'} {target}"
    if kind == "pair":
        colour = int(ringed["gem"]) - 1
        assert view["bank"][colour] >= 4
        return f"take {2 * splendor.LETTERS[title][colour]}"
    if kind == "near":
        place, own = ringed["place"], printed(title)
        tiles = own["nobles" if title == "splendor" else "locations"]
        need = tiles[view["nobles"][place] - 1]["requirement"]
        lacks = [need.get(one, 0) - have for one, have in zip(own["colours"], me["bonuses"], strict=True)]
        assert sum(max(0, one) for one in lacks) == view["nobles_left"][place] == 1
        assert load("en")[title][f"colour.{own['colours'][lacks.index(max(lacks))]}"] in words
    elif kind == "give":
        assert f"have {sum(me['tokens'][:6])} tokens" in words
        assert f"choose {view['owed']} to give back" in words
    else:
        assert kind == "last"
    return None


OVER_MARKET = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [tip, market] = ['.helper', '.board .market'].map(box);
    return Math.max(0, Math.min(tip.right, market.right) - Math.max(tip.left, market.left))
        * Math.max(0, Math.min(tip.bottom, market.bottom) - Math.max(tip.top, market.top));
}"""


OVER_CARDS = """() => {
    const tip = document.querySelector('.helper').getBoundingClientRect();
    return tip.bottom <= innerHeight && [...document.querySelectorAll('.board .market .card')].filter((card) => {
        const box = card.getBoundingClientRect();
        const [wide, high] = [Math.min(tip.right, box.right) - Math.max(tip.left, box.left),
            Math.min(tip.bottom, box.bottom) - Math.max(tip.top, box.top)];
        return wide > 1 && high > 1;
    }).length === 0;
}"""
LOW = {True: [(844, 390), (667, 375)], False: [(1366, 657), (1280, 593)]}
"""Windows in which a tip lies beside the cards, over what is not pressed in it."""


@pytest.mark.parametrize("phone", [True, False])
def test_a_tip_leaves_the_market_free_and_names_the_button_that_reserves(sit: Sit, phone: bool) -> None:
    hand = sit(phone=phone, tips="always", confirm="always")
    hand.begin("splendor", "level1", options={"first": "seat"})
    page, kind = hand.page, ""
    while kind != "reserve":
        assert splendor.wait_for_turn(hand)
        view = hand.view()["view"]
        said = tip(hand, due_at_splendor(view, "splendor"))
        if said is None:
            splendor.turn(hand)
            continue
        kind = said.partition(".")[2]
        page.wait_for_function(f"() => ({OVER_MARKET})() === 0")
        usual = page.viewport_size
        for width, height in LOW[phone]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(OVER_CARDS)
        page.set_viewport_size(usual)
        move, words = heed(hand, view, "splendor", said), page.locator(".helper .words").inner_text()
        hand.press(page.locator(".helper .btn"))
        page.wait_for_selector(".helper", state="detached")

    assert move is not None
    hand.press(page.locator(f'[data-walk="{move.partition(" ")[2]}"]'))
    button = re.search(r"then (\w+)\.", words)
    assert button is not None
    assert page.locator(".tray").get_by_role("button", name=button[1]).is_enabled()


@pytest.mark.soak
@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_every_tip_of_a_whole_game_is_true_and_comes_once(sit: Sit, title: str) -> None:
    """Whoever does what a tip speaks of gets what it says."""
    hand = sit(tips="always", confirm="always")
    hand.begin(title, "level1", options={"first": "seat"})
    page, seen = hand.page, list[str]()
    while splendor.wait_for_turn(hand):
        view = hand.view()["view"]
        said, move = tip(hand, due_at_splendor(view, title)), None
        if said:
            seen.append(said)
            move = heed(hand, view, title, said)
            hand.press(page.locator(".helper .btn"))
            page.wait_for_selector(".helper", state="detached")
        if move is None or said is None:
            splendor.turn(hand)
            continue
        assert move in view["moves"]
        splendor.pick(hand, move, title)
        splendor.confirm(hand)
        page.wait_for_selector(".tray:not([data-pending]), .result")
        after = hand.view()["view"]["players"][view["seat"]]["tokens"]
        gained = [now - old for now, old in zip(after, view["players"][view["seat"]]["tokens"], strict=True)][:6]
        assert {"buy": gained[5] == 0 > sum(gained), "free": not any(gained), "gold": gained[5] < 0,
                "reserve": gained[5] == 1, "pair": sum(gained) == 2}[said.partition(".")[2]]  # fmt: skip

    assert len(seen) == len(set(seen)) >= 4


def due_at_sea(view: View) -> set[str]:
    """Return what the view makes possible that a tip of Guardians speaks of."""
    me, due = view["players"][view["seat"]], set[str]()
    if any(move.startswith("play ") for move in view["moves"]):
        due.add("legend")
    if view["phase"] == "search" and me["state"] == "needs_clue":
        due.add("clue")
    if view["phase"] == "search" and me["state"] == "may_sail":
        due.add("boats")
        pointed = (one for one in view["clues"] if one["seat"] != view["seat"] and one["round"] == view["round"])
        due |= {"pointed"} if any(one["element"] for one in pointed) else set()
    if view["phase"] == "interlude" and "ready" in view["moves"]:
        found = view["resolution"] is not None and view["resolution"]["discoveries"]
        due.add("ready" if found else "nobody")
    return {f"guardians.{one}" for one in due}


OVER_SEA = """() => {
    const box = (one) => document.querySelector(one).getBoundingClientRect();
    const [tip, sea] = ['.helper', '.board .sea .plane'].map(box);
    return tip.left < sea.right && sea.left < tip.right && tip.top < sea.bottom && sea.top < tip.bottom;
}"""


def sail(hand: Hand, due: str) -> None:
    """Begin a match in which one tip alone is still to be given, and point; return once it is shown."""
    given = sorted({"guardians.clue", "guardians.pointed", "guardians.boats"} - {due})
    hand.page.evaluate(
        "(known) => localStorage.setItem('jeton.tips', known)", json.dumps({"first": {}, "given": given})
    )
    hand.begin("guardians", "easy", "easy", options={"level": 1})
    Guardian(hand).act()
    hand.page.wait_for_selector(f'.helper[data-said="{due}"]')


def test_a_tip_to_choose_an_island_lies_over_none_on_a_phone(sit: Sit) -> None:
    hand = sit(phone=True, tips="always")
    hand.enter()
    sail(hand, "guardians.boats")

    hand.page.wait_for_function(f"() => !({OVER_SEA})()")


def test_a_tip_about_a_clue_lies_over_no_island_on_a_laptop(sit: Sit) -> None:
    hand = sit(tips="always")
    hand.enter()
    hand.page.set_viewport_size({"width": 1366, "height": 657})
    sail(hand, "guardians.pointed")

    hand.page.wait_for_function(f"() => !({OVER_SEA})()")


@pytest.mark.soak
def test_every_tip_at_sea_is_true_and_comes_once(sit: Sit) -> None:
    hand = sit(tips="always")
    hand.begin("guardians", "normal", "normal", options={"level": 3})
    player, page, seen = Guardian(hand), hand.page, list[str]()
    while len(seen) < 4:
        page.wait_for_selector(f"{MINE}, .show .skip, .result")
        over, mine = player.look()
        assert not over, f"only {seen} came"
        view = player.view()
        said = tip(hand, due_at_sea(view)) if mine else None
        if said:
            seen.append(said)
            words = page.locator(".helper .words").inner_text()
            me = view["players"][view["seat"]]
            if said == "guardians.boats":
                assert f"You have {me['boats_left']} boat" in words
            if said == "guardians.legend":
                legends = {move.split(" ")[1] for move in view["moves"] if move.startswith("play ")}
                assert any(load("en")["guardians"][f"legend.{one}"] in words for one in legends)
            hand.press(page.locator(".helper .btn"))
            page.wait_for_selector(f'.helper[data-said="{said}"]', state="detached")
        elif mine:
            player.act()

    assert len(seen) == len(set(seen))
