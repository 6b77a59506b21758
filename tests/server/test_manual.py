"""The documentation as pages: every link leads to a page and a place that are there."""

import re
from posixpath import dirname, join, normpath

from jeton.server.web.manual import manual


def test_every_link_between_pages_leads_somewhere():
    pages = {name: content.decode() for name, content in manual().items()}
    links = [(name, link) for name, text in pages.items() for link in re.findall(r'(?:href|src)="([^"]*)"', text)]

    assert len(links) > 200
    for name, link in links:
        path, _, place = link.partition("#")
        wanted = normpath(join(dirname(name), path)) if path else name
        if re.match(r"\w+:", link) or wanted in ("../index.html", "../icon.svg"):
            continue
        assert wanted in pages, f"{name}: {link}"
        assert not place or f'id="{place}"' in pages[wanted], f"{name}: {link}"


def test_a_page_says_what_its_text_says_and_runs_nothing():
    page = manual()["local-play.html"].decode()

    assert '<h1 id="local-play">Local play</h1>' in page
    assert "<table>" in page
    assert 'href="protocol.html"' in page
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_the_first_page_lists_all_others():
    pages = manual()
    listed = re.findall(r'<li><a href="([^"]+)">', pages["index.html"].decode())

    assert sorted(listed) == sorted(name for name in pages if name.endswith(".html") and name != "index.html")
    assert listed[0] == "players.html"
    assert all(name.startswith("rules/") for name in listed[1:6])
