"""Guardians of Legends in the real browser: whole matches, reloads, boats that race, and no secret that is sent."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import jeton
from tests.e2e.browser import Hand
from tests.e2e.guardians import SMALL, Guardian, become, play_on
from tests.e2e.test_quality import CUT_OFF, serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
NAMES = ("Lena", "Noor", "Zoé", "Tom", "Ada")


class Wire:
    """Everything that the sockets of a page were sent."""

    def __init__(self, hand: Hand) -> None:
        """Begin to listen."""
        self.frames: list[dict[str, Any]] = []
        hand.page.on("websocket", lambda socket: socket.on("framereceived", self._took))

    def _took(self, frame: str | bytes) -> None:
        self.frames.append(json.loads(frame))


def begin(hands: list[Hand], bots: int, **more: Any) -> str:
    """Begin a match, people first; return its id."""
    body = {"title": "guardians", "seats": len(hands) + bots, "pace": 0, **more}
    table = str(hands[0].ask("POST", "/api/tables", body)["id"])
    for seat, hand in enumerate(hands[1:], 1):
        hand.ask("POST", f"/api/tables/{table}/seats", {"seat": seat})
    hands[0].ask("POST", f"/api/tables/{table}/start", {"fill": "normal"})
    return table


def come(hands: list[Hand]) -> None:
    """Make everybody a guest; all but the first get small screens."""
    for hand in hands:
        become(hand)
    for hand in hands[1:]:
        hand.page.set_viewport_size(SMALL)


def look(hands: list[Hand], table: str) -> None:
    """Have everybody look at the table; their screens are drawn side by side."""
    for hand in hands:
        hand.page.goto(f"{hand.server.url}/t/{table}", wait_until="commit")
    for hand in hands:
        hand.page.wait_for_selector(".board")


def at_table(hands: list[Hand], bots: int, **more: Any) -> str:
    """Begin a match and wait until it is on all screens; return its id."""
    come(hands)
    table = begin(hands, bots, **more)
    look(hands, table)
    return table


@pytest.mark.long
@pytest.mark.parametrize(
    ("people", "bots", "options"),
    [
        pytest.param(2, 1, {"level": 1, "goal": 8}, id="level 1"),
        pytest.param(3, 2, {"level": 1, "goal": 9}, id="level 1, five seats", marks=pytest.mark.soak),
        pytest.param(3, 2, {"level": 4, "bell": 15, "goal": 10}, id="level 4", marks=pytest.mark.soak),
    ],
)
def test_browsers_and_bots_play_a_whole_match(sit: Sit, people: int, bots: int, options: dict[str, int]) -> None:
    hands = [sit(name, own=True) for name in NAMES[:people]]
    wires = [Wire(hand) for hand in hands]
    table = at_table(hands, bots, options=options)
    play_on([Guardian(hand) for hand in hands])

    said = {name: hand.page.locator("h1").inner_text() for name, hand in zip(NAMES, hands, strict=False)}
    as_others_read = {text.replace("You win ", f"{name} wins ") for name, text in said.items()}
    assert len(as_others_read) == 1, said
    hands[0].page.locator(".result .timeline").click()
    hands[0].page.wait_for_selector("dialog[open]")
    no_secret_was_sent(hands[0], table, wires)
    hands[0].page.keyboard.press("Escape")
    for hand in hands:  # it begins when all agree
        hand.page.locator('[data-act="again"]').click()
    for hand in hands:
        hand.page.wait_for_url(lambda url: table not in url)


def no_secret_was_sent(hand: Hand, table: str, wires: list[Wire]) -> None:
    """Every view in every frame is what the engine lets that seat know of that moment, and nothing stands beside it."""
    text = hand.page.evaluate("(path) => fetch(path).then((answer) => answer.text())", f"/api/tables/{table}/match")
    match = jeton.loads(text)
    key, positions = match.header.key, [*match._positions, match.position]
    checked = 0
    for wire in wires:
        for frame in wire.frames:
            over = frame["t"] == "table" and frame["state"] == "over"
            assert over or key not in json.dumps(frame)
            if frame["t"] != "view":
                continue
            assert frame["view"] == plain(match.game.view(positions[frame["n"]], frame["seat"]))
            for report in frame["reports"]:
                entry = match.log[report["n"] - 1]
                assert report == plain(match.game.report(positions[report["n"] - 1], entry, frame["seat"]))
            checked += 1
    assert checked > 30


def plain(value: Any) -> Any:
    """Return it as it looks on the wire."""
    return json.loads(msgspec.json.encode(value))


def test_a_reload_in_the_middle_of_each_phase_loses_nothing(sit: Sit) -> None:
    lena, noor = sit("Lena"), sit("Noor")
    one, two = with_a_choice(lena, noor)
    page = lena.page

    def again() -> None:
        page.reload()
        page.wait_for_selector(".board")

    again()
    page.locator(".act .pile").nth(2).wait_for()  # setup: the choice of piles still stands (O2)
    number = next(i for i, pile in enumerate(one.view()["piles"]) if pile["reward"] in CHOSEN)
    home = one.view()["piles"][number]["location"]
    one.do(f"pile {number + 1}")
    two.act()
    page.wait_for_selector(".board[data-phase=search]")
    again()
    one.act()
    again()
    assert page.locator(".act .point").count() == 0  # search: the clue lies there
    one.act()
    again()
    assert "1 boat left" in page.locator(".act").inner_text()
    one.act()
    two.act()
    two.do(f"boat {home} blue")
    two.act()
    one.past_the_show(".board[data-phase=resolve]")
    again()
    one.past_the_show(".act .legend-card").click()  # the legend, large and explained
    large = page.locator("dialog figure img")
    assert (large.bounding_box() or {})["width"] >= 280
    assert large.evaluate("img => img.complete || img.decode()") is not False
    assert "-480.webp" in large.evaluate("img => img.currentSrc")
    page.keyboard.press("Escape")
    large.wait_for(state="detached")
    page.locator(".act .targets button").first.click()  # resolve: the choice that my legend asks for (G105)
    one.past_the_show(".board[data-phase=interlude]")
    again()
    one.past_the_show(".act .pile").first.wait_for()  # interlude: found, so there is a pile to choose again
    while one.view()["moves"]:
        one.act()
    again()
    assert page.locator(".act .ready").count() == 0  # interlude: I am ready
    while two.view()["phase"] == "interlude":
        two.act()
    page.wait_for_selector('.board[data-phase=search][data-round="2"]')


CHOSEN = ("ark", "girdle", "necklace")
"""Legends that ask their holder for a choice at once."""


def with_a_choice(lena: Hand, noor: Hand) -> tuple[Guardian, Guardian]:
    """Return a match with piles to choose in which one of Lena's rewards will ask her for a choice."""
    come([lena, noor])
    for _ in range(40):
        table = begin([lena, noor], 1, options={"level": 3, "choose_pile": True})
        piles = lena.ask("GET", f"/api/tables/{table}/view")["view"]["piles"]
        if any(pile["reward"] in CHOSEN for pile in piles):
            look([lena, noor], table)
            return Guardian(lena), Guardian(noor)
    raise AssertionError("no deal brought such a legend")


def test_five_boats_in_the_same_ten_milliseconds_all_count_in_one_order(sit: Sit) -> None:
    hands = [sit(name) for name in NAMES]
    come(hands)
    table = begin(hands, 0)
    for hand in hands:
        found = hand.ask("GET", f"/api/tables/{table}/view")
        hand.ask("POST", f"/api/tables/{table}/moves", {"id": "clue", "move": found["view"]["moves"][0]})
    look(hands, table)
    players = [Guardian(hand) for hand in hands]
    island = next(move.split()[1] for move in players[0].view()["moves"] if move.startswith("boat "))
    for seat, player in enumerate(players):
        player.aim(island, ("blue", "red", "green", "yellow", "purple")[(seat + 1) % 5])
    start = hands[0].page.evaluate("Date.now()") + 1500
    for hand in hands:
        hand.page.evaluate(
            "(at) => setTimeout(() => document.querySelector('.act .sail').click(), at - Date.now())", start
        )
    for hand in hands:
        hand.page.wait_for_selector(".area .note.good")

    boats = players[0].view()["boats"]
    order = [boat["seat"] for boat in boats]
    assert sorted(order) == [0, 1, 2, 3, 4]
    assert [boat["seq"] for boat in boats] == sorted(boat["seq"] for boat in boats)
    colours = [("blue", "red", "green", "yellow", "purple")[seat] for seat in order]
    for seat, hand in enumerate(hands):
        shown = hand.page.locator(f".fleet[data-of='{island}'] img[src*=sail-]")
        sails = [image.get_attribute("src").partition("sail-")[2].partition(".")[0] for image in shown.all()]
        assert sails == colours
        assert f"place {order.index(seat) + 1}" in hand.page.locator(".area .note.good").inner_text()


def test_a_slow_phone_sees_at_once_that_its_boat_is_on_its_way(sit: Sit) -> None:
    hand = sit(phone=True)
    hand.context.add_init_script(LATE)
    at_table([hand], 2)
    player = Guardian(hand)
    player.act()
    move = next(move for move in player.view()["moves"] if move.startswith("boat "))
    player.aim(*move.split()[1:])
    hand.page.evaluate("window.held = []")
    hand.page.locator(".act .sail").click()
    island = hand.page.locator(f"[data-at='island-{move.split()[1]}']")

    assert "on its way" in island.get_attribute("aria-label")
    assert hand.page.locator(".area .note").count() == 0
    hand.page.evaluate("() => { const all = window.held; window.held = null; all.forEach((tell) => tell()); }")
    hand.page.wait_for_selector(".area .note.good")
    assert "on its way" not in island.get_attribute("aria-label")


LATE = """const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
Object.defineProperty(WebSocket.prototype, 'onmessage', { ...own, set(listener) {
    own.set.call(this, (event) => window.held ? window.held.push(() => listener.call(this, event))
        : listener.call(this, event));
} });"""
"""A connection that holds the server's answers back while there is a list to keep them in."""


def test_a_round_by_keyboard_alone(sit: Sit) -> None:
    hand = sit()
    at_table([hand], 2)
    page, keys = hand.page, hand.page.keyboard
    page.locator("#main").focus()
    keys.press("c")
    page.wait_for_selector(".clue-view")
    page.locator(".clue-view fieldset input").first.focus()
    keys.press("Space")
    keys.press("Enter")
    page.wait_for_selector(".clue-view", state="detached")
    for target in ("1", "2"):
        keys.press(target)
        page.locator(".hex[tabindex='0']").focus()
        keys.press("ArrowDown")
        keys.press("ArrowRight")
        keys.press("Space")
        keys.press("Enter")
        page.wait_for_selector(".area .note.good, .board:not([data-phase=search])")
        page.locator(".hex[tabindex='0']").press("ArrowDown") if page.locator(".hex").count() else None
    page.wait_for_selector(".board[data-phase=interlude]")
    page.wait_for_selector(".show .skip, .act .ready")
    if page.locator(".show .skip").count():
        keys.press("Escape")
    page.wait_for_selector(".act .ready")
    keys.press("r")
    page.wait_for_selector('.board[data-phase=search][data-round="2"]')


def test_a_refusal_names_its_rule_and_opens_it(sit: Sit) -> None:
    hand = sit()
    at_table([hand], 2)
    player = Guardian(hand)
    player.act()
    move = next(move for move in player.view()["moves"] if move.startswith("boat "))
    player.do(move)
    player.aim(*move.split()[1:])
    hand.page.locator(".act .sail").click()  # the same boat again: it could never count
    note = hand.page.locator(".area .note.bad")
    note.wait_for()

    assert "seeks the same player" in note.inner_text()
    note.get_by_role("button", name="Rule G36").click()
    assert "not both at once" in hand.page.locator("dialog .rule.on").inner_text()


CLOCKS = """() => {
    window.clocks = [];
    new MutationObserver(() => {
        const clock = document.querySelector('.board[data-phase=search] .clock');
        if (clock) window.clocks.push(clock.innerText);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Keeps all that the clock of a search says."""


def test_the_bell_ends_the_search_and_opens_talk(sit: Sit) -> None:
    """Until then the clue is the only hint (G23); the first one starts the clock (G131)."""
    hand = sit()
    at_table([hand], 2, options={"level": 4, "bell": 15})
    page, player = hand.page, Guardian(hand)
    page.evaluate(CLOCKS)
    page.keyboard.press("l")
    assert "Closed during the search" in page.locator("dialog .chat").inner_text()
    page.keyboard.press("Escape")
    box = page.locator("dialog .chat input")
    for _ in range(5):  # a machine too busy to speak in the seconds between two searches has the next
        player.act()
        page.wait_for_selector(".board:not([data-phase=search])")
        assert any(one.startswith("0:0") for one in page.evaluate("window.clocks"))
        player.skip()
        page.keyboard.press("l")
        assert "The bell rings" in page.locator("dialog .log ol").inner_text()
        page.wait_for_selector("dialog .chat input, .board[data-phase=search]", state="attached")
        if box.count():
            break
        page.keyboard.press("Escape")

    box.fill("well found")
    page.keyboard.press("Enter")
    page.locator("dialog .chat li").filter(has_text="well found").wait_for()


def test_the_secret_shows_only_while_it_is_looked_at(sit: Sit) -> None:
    hand, other = sit(), sit("Noor")
    table = at_table([hand], 2)
    island = Guardian(hand).view()["hand"]["location"]
    page = hand.page
    assert page.locator(".hex.home").count() == 0
    page.locator(".mine button").click()  # a short press keeps it open
    assert page.locator(".hex.home").get_attribute("data-at") == f"island-{island}"
    page.keyboard.press("p")
    assert page.locator(".hex.home").count() == 0
    page.mouse.move(*middle(page.locator(".mine button")))
    page.mouse.down()
    page.wait_for_timeout(500)
    assert page.locator(".hex.home").count() == 1
    page.mouse.up()
    assert page.locator(".hex.home").count() == 0

    for screen in (other, hand):
        screen.open(f"/t/{table}?display")
        screen.page.wait_for_selector(".board.screen")
        assert screen.page.locator(".mine, .act .sail, .act .point").count() == 0


def test_the_buttons_that_begin_are_in_sight_on_a_small_laptop(sit: Sit) -> None:
    """At home with Guardians chosen, and in the lobby with five seats, at 1280x720."""
    hand = sit()
    become(hand)
    hand.page.set_viewport_size({"width": 1280, "height": 720})
    hand.open("/")
    hand.page.locator("label.box").nth(2).click()
    hand.page.wait_for_selector(".levels label")
    button = hand.page.get_by_role("button", name="Play now").bounding_box()
    assert button["y"] + button["height"] <= 720

    table = hand.ask("POST", "/api/tables", {"title": "guardians", "seats": 5, "pace": 0})["id"]
    hand.open(f"/t/{table}")
    begin = hand.page.locator("main .btn.big")
    begin.wait_for()
    assert begin.bounding_box()["y"] + begin.bounding_box()["height"] <= 720


def middle(found: Any) -> tuple[float, float]:
    """Return the middle of an element on the screen."""
    box = found.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def screens(hand: Hand) -> list[tuple[str, Callable[[], None]]]:
    """Return every screen of Guardians, and how to get there from the one before."""
    become(hand)
    seats: dict[str, Any] = {"title": "guardians", "seats": 4, "pace": 0}
    bots = {**seats, "sit": False, "bots": ["easy"] * 4, "start": True, "options": {"goal": 8}}
    finished = hand.ask("POST", "/api/tables", bots)["id"]
    waiting = hand.ask("POST", "/api/tables", {**seats, "options": {"level": 2, "memory_aid": True}})["id"]
    against = {**seats, "bots": ["easy"] * 3, "start": True, "options": {"level": 3}}
    playing = hand.ask("POST", "/api/tables", against)["id"]
    page = hand.page

    def home() -> None:
        hand.open("/")
        page.locator("label.box").nth(2).click()
        page.wait_for_selector(".levels label")
        page.locator('[data-act="all-options"]').click()

    def lobby() -> None:
        hand.open(f"/t/{waiting}")
        summary = page.locator(".summary").filter(has_text="Old rounds stay readable: on")
        assert summary.inner_text().startswith("2 · Sentinels")

    def table() -> None:
        hand.open(f"/t/{playing}")
        page.wait_for_selector(".board")
        Guardian(hand).act()
        page.locator(".hex").nth(5).click()

    def log() -> None:
        page.keyboard.press("l")
        page.wait_for_selector("dialog[open] .log")

    def player() -> None:
        page.keyboard.press("Escape")
        page.locator(".player").nth(1).click()
        page.wait_for_selector("dialog[open] .purse")

    def result() -> None:
        hand.open(f"/t/{finished}")
        page.wait_for_selector(".result")

    return [
        ("home", home),
        ("lobby", lobby),
        ("table", table),
        ("log", log),
        ("player", player),
        ("display", lambda: hand.open(f"/t/{playing}?display")),
        ("rules", lambda: hand.open("/rules/guardians")),
        ("result", result),
    ]


def wear(hand: Hand, theme: str) -> None:
    """Change the theme by the button in the bar, which a phone has in its menu."""
    if hand.page.locator(f"html[data-theme={theme}]").count() == 0:
        hand.page.evaluate("document.querySelectorAll('.topbar .tool.wide')[1].click()")
        hand.page.wait_for_selector(f"html[data-theme={theme}]", state="attached")
        hand.page.wait_for_timeout(200)  # colours fade


LANGUAGES = ("en", "fr", "nl")


def speak(hand: Hand, language: str) -> None:
    """Change the language where the screen offers it, at home by name, else by turns: nothing is loaded anew."""
    while (now := hand.page.locator("html").get_attribute("lang")) != language:
        hand.page.evaluate(
            """(at) => (document.querySelectorAll('.langs input')[at]
                ?? document.querySelector('.topbar .language')).click()""",
            LANGUAGES.index(language),
        )
        hand.page.wait_for_selector(f"html:not([lang={now}])", state="attached")
    hand.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def misprints(hand: Hand) -> dict[str, Any]:
    """Return texts that are missing, cut off, or wider than the screen."""
    said = hand.page.locator("body").inner_text()
    keys = [word for word in said.split() if word.startswith(("page.", "guardians.", "guardians_page.", "server."))]
    cut = hand.page.evaluate(CUT_OFF)
    wide = hand.page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")
    return {what: found for what, found in (("keys", keys), ("cut", cut), ("wide", wide)) if found}


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_screen_is_open_to_all_in_three_languages(sit: Sit, phone: bool) -> None:
    """Axe finds nothing serious, the table and the result in both themes; every text is there, and fits."""
    hand = sit(phone=phone, theme="parchment")
    problems: dict[Any, Any] = {}
    for name, go in screens(hand):
        go()
        for theme in ("velvet", "parchment") if name in ("table", "result") else ("parchment",):
            wear(hand, theme)
            if trouble := serious(hand):
                problems[name, theme] = trouble
        for language in (*LANGUAGES[1:], LANGUAGES[0]):
            speak(hand, language)
            if found := misprints(hand):
                problems[name, language] = found

    assert problems == {}
