"""One server and one Chromium for all tests of the page; without a Chromium they are skipped, and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.browser import FLAGS, PATIENCE_MS, Hand, Screens, Server, chromium, missing, serving
from tests.e2e.scenes import Stage

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Note what failed: nobody else gets its screens."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    if why := missing():
        pytest.skip(why)
    with serving() as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    if why := missing():
        pytest.skip(why)
    from playwright.sync_api import sync_playwright

    # While it stands, its event loop counts as running in this thread, and no test with a loop of its own can start:
    # so it ends with the folder, not with the session.
    with sync_playwright() as engine:
        started = engine.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE_MS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def screens(browser: Any) -> Screens:
    """Return windows that the tests of all files with `SHARES_SCREENS` share."""
    return Screens(browser)


@pytest.fixture(scope="package")
def stages(browser: Any) -> Iterator[Callable[..., Stage]]:
    """Yield a page for scenes, measured and not painted, that all tests share; nothing may have gone wrong on it."""
    made: dict[bool, Stage] = {}

    def stage(language: str = "en", theme: str = "velvet", *, motion: bool = False) -> Stage:
        if motion not in made:
            made[motion] = Stage(browser, language=language, theme=theme, motion=motion, unseen=True)
        made[motion].dress(language, theme)
        return made[motion]

    yield stage
    troubles = [trouble for one in made.values() for trouble in one.troubles]
    for one in made.values():
        one.close()
    assert troubles == []


@pytest.fixture
def sit(
    browser: Any, server: Server, screens: Screens, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Hand]]:
    """Make people before screens; after the test nothing may have gone wrong on any of them.

    In a file that says `SHARES_SCREENS` they get the screens of people before them, unless they sit down with
    `own=True`. The browser paints their pages only if they sit down with `painted=True`.
    A test marked `whole_browser` gets a Chromium of its own that has all that a desktop has, notices included.
    """
    server.serve_test(request.node.nodeid)
    hands: list[Hand] = []
    whole = None
    if request.node.get_closest_marker("whole_browser"):
        if (path := chromium(whole=True)) is None:
            pytest.skip("only Chromium's shell is here: apt-get install chromium")
        whole = browser.browser_type.launch(executable_path=path, args=FLAGS, timeout=PATIENCE_MS)

    def make(name: str = "Lena", *, own: bool = False, painted: bool = False, **settings: Any) -> Hand:
        alone = own or whole is not None or settings.keys() & {"here", "keeps"}
        shared = None if alone or not getattr(request.module, "SHARES_SCREENS", False) else screens
        hands.append(Hand(whole or browser, server, name, screens=shared, painted=painted, **settings))
        return hands[-1]

    yield make
    troubles = [trouble for hand in hands for trouble in hand.troubles]
    for hand in hands:
        hand.close(failed=request.node.stash.get(FAILED, False))
    if whole is not None:
        whole.close()
    assert troubles == []
