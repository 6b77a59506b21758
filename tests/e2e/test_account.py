"""Accounts and notices in the browser: passkeys of a virtual authenticator, a real service worker, three languages."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tests.e2e.browser import Hand
from tests.e2e.test_quality import CUT_OFF, serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Sit = Callable[..., Hand]
GOOD = "correct horse battery"
AUTHENTICATOR = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
                 "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip


class Authenticator:
    """What keeps a device's passkeys, without a person who presses a button."""

    def __init__(self, hand: Hand) -> None:
        self.session = hand.context.new_cdp_session(hand.page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = {"authenticatorId": added["authenticatorId"]}

    def passkeys(self) -> list[Any]:
        found: list[Any] = self.session.send("WebAuthn.getCredentials", self.id)["credentials"]
        return found

    def learn(self, passkey: Any) -> None:
        """Learn the passkeys of another device, as a phone learns those of a laptop."""
        self.session.send("WebAuthn.addCredential", {**self.id, "credential": passkey})


def at_localhost(hand: Hand) -> Hand:
    """Return the same server by another name, since passkeys want a name."""
    url = hand.server.url.replace("127.0.0.1", "localhost")
    hand.server = SimpleNamespace(url=url, folder=hand.server.folder)  # type: ignore[assignment]
    return hand


def open_account(hand: Hand, path: str = "/") -> None:
    hand.open(path)
    hand.page.locator("header button[aria-haspopup=dialog]").last.click()
    hand.page.locator("dialog[open] .credits[aria-haspopup=dialog]").click()
    hand.page.wait_for_selector("dialog[open] .account")


def grow_old(hand: Hand) -> None:
    """Pretend that everybody signed in a quarter of an hour ago."""
    with contextlib.closing(sqlite3.connect(hand.server.folder / "jeton.sqlite", timeout=30)) as file, file:
        file.execute("UPDATE tokens SET made_at = made_at - 900000")


def a_guest(hand: Hand) -> str:
    hand.enter()
    return str(hand.ask("POST", "/api/tables", {"title": "splendor", "seats": 2})["id"])


def games(hand: Hand) -> set[str]:
    return {row["id"] for row in hand.ask("GET", "/api/me/tables")}


def test_a_passkey_opens_the_same_games_on_another_device(sit: Sit) -> None:
    laptop, phone = at_localhost(sit("Lena")), at_localhost(sit("Lena's phone", phone=True))
    keys, more = Authenticator(laptop), Authenticator(phone)
    first, second = a_guest(laptop), a_guest(phone)
    open_account(laptop)
    add = laptop.page.get_by_role("button", name="Add a passkey")
    add.focus()
    laptop.page.keyboard.press("Enter")
    laptop.page.wait_for_selector("dialog[open] .account li")
    assert len(keys.passkeys()) == 1
    laptop.page.get_by_role("button", name="Remove:").click()
    laptop.page.get_by_text("you could no longer sign in").wait_for()

    more.learn(keys.passkeys()[0])
    sent: list[str] = []
    phone.page.on(
        "request", lambda one: sent.append(one.post_data) if one.url.endswith("/api/account/passkey") else None
    )
    open_account(phone)
    phone.page.get_by_role("button", name="Sign in", exact=True).click()
    phone.page.get_by_role("button", name="Sign in with a passkey").click()
    phone.page.get_by_text("One game of this device is now in your account.").wait_for()
    phone.page.get_by_role("button", name="Go on").click()
    phone.page.wait_for_selector("#main:not([aria-busy])")
    assert games(phone) == games(laptop) == {first, second}
    assert phone.ask("GET", "/api/me")["name"] == "Lena"
    answer = "async (body) => (await fetch('/api/account/passkey', { method: 'POST', body," \
             " headers: { 'content-type': 'application/json' } })).status"  # fmt: skip
    assert phone.page.evaluate(answer, sent[0]) == 403  # an answer is good once


def test_a_new_passkey_asks_for_the_password_again_after_a_while(sit: Sit) -> None:
    """By keyboard: the page asks, the password is shown, and what was wanted works; the news tells of it."""
    hand = at_localhost(sit("Nora", language="nl", phone=True))
    keys = Authenticator(hand)
    a_guest(hand)
    hand.ask("POST", "/api/account/password", {"login": "nora", "password": GOOD})
    grow_old(hand)
    open_account(hand)
    page = hand.page
    page.get_by_role("button", name="Toegangssleutel toevoegen").click()
    page.get_by_role("heading", name="Opnieuw inloggen").wait_for()
    assert serious(hand) == []
    assert page.evaluate(CUT_OFF) == []
    assert keys.passkeys() == []
    field = page.locator("dialog[open]").last.get_by_label("Wachtwoord", exact=True)
    field.fill(GOOD)
    field.press("Enter")
    page.get_by_text("Dank je. Probeer het nu opnieuw.").wait_for()
    with page.expect_response(lambda answer: answer.url.endswith("/api/account/passkeys")):
        page.get_by_role("button", name="Toegangssleutel toevoegen").click()
    assert len(keys.passkeys()) == 1
    open_account(hand)
    page.get_by_text("Toegangssleutel toegevoegd").wait_for()
    page.keyboard.press("Escape")
    grow_old(hand)
    hand.open("/")
    page.get_by_role("button", name="Naar een ander toestel").click()
    page.get_by_text("Log eerst opnieuw in").wait_for()
    assert serious(hand) == []


def test_an_account_with_a_password_in_french_where_passkeys_can_not_be(sit: Sit) -> None:
    """Over numbers and plain HTTP: no passkeys, and the page says so; make, sign out, sign in, delete."""
    hand = sit("Zoé", language="fr")
    table = a_guest(hand)
    open_account(hand)
    page = hand.page
    assert page.get_by_text("Les clés d’accès demandent une adresse sécurisée").count() == 1
    assert page.get_by_role("button", name="Ajouter une clé").count() == 0
    fill = lambda label, text: page.locator("dialog[open]").last.get_by_label(label, exact=True).fill(text)  # noqa: E731
    fill("Nom de connexion", "Zoé la grande")
    fill("Mot de passe", "court")
    page.get_by_role("button", name="Créer le compte").click()
    assert hand.ask("GET", "/api/account")["login"] is None  # the browser itself says that it is too short
    fill("Mot de passe", GOOD)
    page.keyboard.press("Enter")
    page.get_by_text("Session ouverte : zoé la grande".replace(" :", "\u00a0:")).wait_for()
    with page.expect_navigation():  # the page goes to its front by itself
        page.get_by_role("button", name="Se déconnecter", exact=True).click()
    page.wait_for_function("() => fetch('/api/me').then((answer) => answer.status === 401)")

    open_account(hand)
    page.get_by_role("button", name="Se connecter", exact=True).click()
    form = page.locator("dialog[open] form").last
    form.get_by_label("Nom de connexion").fill("ZOÉ la grande")
    form.get_by_label("Mot de passe").fill("pas le bon mot")
    form.get_by_role("button", name="Se connecter").click()
    page.get_by_text("Nom ou mot de passe incorrect.").wait_for()
    form.get_by_label("Mot de passe").fill(GOOD)
    form.get_by_role("button", name="Se connecter").click()
    page.get_by_text("Te revoilà, Zoé.").wait_for()
    with page.expect_navigation():
        page.get_by_role("button", name="Continuer").click()
    page.wait_for_selector("#main:not([aria-busy])")
    assert games(hand) == {table}
    open_account(hand)
    page.get_by_role("button", name="Supprimer mon compte").click()
    page.get_by_label("Ton mot de passe actuel").fill(GOOD)
    page.get_by_role("button", name="Supprimer pour toujours").click()
    page.wait_for_function("() => fetch('/api/me').then((answer) => answer.status === 401)")


@pytest.mark.parametrize(("language", "theme", "phone"), [("en", "velvet", False), ("nl", "parchment", True)])
def test_the_dialog_is_readable_for_everybody(sit: Sit, language: str, theme: str, phone: bool) -> None:
    hand = sit(language=language, theme=theme, phone=phone)
    a_guest(hand)
    open_account(hand)
    hand.page.wait_for_timeout(200)

    assert serious(hand) == []
    assert hand.page.evaluate(CUT_OFF) == []
    hand.ask("POST", "/api/account/password", {"login": f"lena {language}", "password": GOOD})
    open_account(hand)
    hand.page.wait_for_timeout(200)
    assert serious(hand) == []
    assert "account." not in hand.page.locator("dialog[open]").last.inner_text()
    hand.page.get_by_role("button", name={"en": "Bots of your own", "nl": "Je eigen bots"}[language]).click()
    field = hand.page.locator("dialog[open]").last.locator("form input").last
    field.fill("Robo")
    field.press("Enter")
    token = hand.page.locator("dialog[open] code").inner_text()
    me = httpx.get(f"{hand.server.url}/api/me", headers={"authorization": f"Bearer {token}"}).json()
    assert me["name"] == "Robo"
    assert serious(hand) == []
    assert hand.page.evaluate(CUT_OFF) == []
    hand.page.keyboard.press("Escape")
    assert hand.page.locator("dialog[open]").count() == 1  # the settings are still there


@pytest.mark.whole_browser
def test_a_notice_is_shown_and_opens_its_table(sit: Sit) -> None:
    """The service worker gets a real push; a browser without a push service says so and asked only after a click."""
    hand = sit(keeps=True)
    hand.context.grant_permissions(["notifications"])
    found: list[str] = []
    session = hand.context.new_cdp_session(hand.page)
    session.on("ServiceWorker.workerRegistrationUpdated",
               lambda event: found.extend(one["registrationId"] for one in event["registrations"]))  # fmt: skip
    session.send("ServiceWorker.enable")
    a_guest(hand)
    hand.open()
    hand.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    hand.page.reload()
    hand.page.wait_for_selector("#main:not([aria-busy])")
    said = '{"title": "Sunday evening", "body": "It is your turn in Splendor.", "url": "/t/abc", "tag": "abc"}'
    bad = '{"title": "x", "url": "https://evil.example/t/abc", "tag": "evil"}'
    for _ in range(8):  # a worker that has just taken over may not hear the first; each tag is shown once
        for data in (said, bad, "not json"):
            push = {"origin": hand.server.url, "registrationId": found[-1], "data": data}
            session.send("ServiceWorker.deliverPushMessage", push)
        if shown := hand.page.evaluate(
            """async () => {
                const worker = await navigator.serviceWorker.ready;
                for (let i = 0; i < 100; i += 1) {
                    const all = await worker.getNotifications();
                    if (all.length === 3) return all.map(({ title, body, tag, data }) => [title, body, tag, data.url]);
                    await new Promise((done) => setTimeout(done, 50));
                }
                return [];
            }"""
        ):
            break
    assert sorted(shown) == [
        ["Jeton", "", "jeton", "/"],
        ["Sunday evening", "It is your turn in Splendor.", "abc", "/t/abc"],
        ["x", "", "evil", "/"],
    ]
    worker = hand.context.service_workers[0]
    opened = worker.evaluate(
        """async () => {
            let opened = null;
            self.clients.openWindow = async (url) => { opened = url; };
            const [one] = await self.registration.getNotifications({ tag: 'abc' });
            const event = new NotificationEvent('notificationclick', { notification: one });
            self.dispatchEvent(event);
            await new Promise((done) => setTimeout(done, 300));
            return opened;
        }"""
    )
    assert opened == "/t/abc"


@pytest.mark.whole_browser
def test_a_browser_without_a_push_service_says_so_after_a_click(sit: Sit) -> None:
    hand = sit(keeps=True)
    hand.context.add_init_script(
        "window.asked = 0; const ask = Notification.requestPermission.bind(Notification);"
        "Notification.requestPermission = () => { window.asked += 1; return ask(); };"
    )
    hand.context.grant_permissions(["notifications"])
    hand.open()
    hand.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    hand.page.locator("header button[aria-haspopup=dialog]").last.click()
    switch = hand.page.get_by_role("switch", name="Notices on this device when it is your turn")
    switch.wait_for()
    assert hand.page.evaluate("window.asked") == 0
    switch.press("Space")
    hand.page.get_by_text("push service did not answer").wait_for()
    assert hand.page.evaluate("window.asked") == 1
    assert not switch.is_checked()
    assert all("Push API in incognito" in one for one in hand.troubles)  # the browser's own word on these test windows
    hand.troubles.clear()
