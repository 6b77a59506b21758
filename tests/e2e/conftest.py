"""One server and one Chromium for all tests of the page; where there is none, they are left out and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.browser import FLAGS, Hand, Server, chromium, missing, serving


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
        started = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def sit(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Hand]]:
    """Make people before screens; after the test nothing may have gone wrong on any of them.

    A test marked `whole_browser` gets a Chromium of its own that has all a desktop has, notices among it.
    """
    server.serve_test(request.node.nodeid)
    hands: list[Hand] = []
    own = None
    if request.node.get_closest_marker("whole_browser"):
        if (path := chromium(whole=True)) is None:
            pytest.skip("only Chromium's shell is here: apt-get install chromium")
        own = browser.browser_type.launch(executable_path=path, args=FLAGS)

    def make(name: str = "Lena", **settings: Any) -> Hand:
        hands.append(Hand(own or browser, server, name, **settings))
        return hands[-1]

    yield make
    troubles = [trouble for hand in hands for trouble in hand.troubles]
    for hand in hands:
        hand.close()
    if own is not None:
        own.close()
    assert troubles == []
