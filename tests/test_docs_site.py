"""The docs site: each page has its place, links lead on, and what is wrong with a built site is found."""

import ast
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tools.docs import check, hooks

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

pytestmark = pytest.mark.once


class Loader(yaml.SafeLoader):
    """Reads `!ENV`, too, as the list that follows it."""


Loader.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node))


def pages_in(nav):
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            yield from pages_in(value) if isinstance(value, list) else [value]


def test_every_page_stands_in_the_navigation_once():
    settings = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), Loader)  # noqa: S506 - a SafeLoader
    listed = sorted(pages_in(settings["nav"]))
    written = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]

    assert listed == sorted([*written, *hooks.reference(), *map(hooks.page_of, hooks.ALWAYS)])
    assert [next(iter(door)) for door in settings["nav"]] == ["Home", "Players", "Hosts", "Researchers", "Contributors"]


@pytest.mark.parametrize("name", hooks.MODULES)
def test_a_module_of_the_reference_names_what_it_offers(name):
    path = ROOT / "src" / name.replace(".", "/")
    tree = ast.parse((path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8"))
    assigned = [ast.unparse(target) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]

    assert "__all__" in assigned
    assert ast.get_docstring(tree)


def anchors_of(path):
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def test_anchors_and_lists_are_such_as_the_site_and_code_hosts_understand():
    for page in (*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
        for link, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text):
            assert anchor in anchors_of(page.parent / link if link else page), (page, link, anchor)
        assert not re.findall(r"^ {1,3}(?:[-*]|\d+\.) .*", text, re.M), page


def test_a_link_out_of_docs_leads_to_a_page_made_of_the_file():
    text = "[a](../deploy/Caddyfile), [b](../CONTRIBUTING.md#tests), [c](bots.md), [d](../deploy), [e](https://a.example/b)"

    assert hooks.relinked(text, "deploy.md") == (
        "[a](files/deploy/Caddyfile.md), [b](files/CONTRIBUTING.md#tests), [c](bots.md), [d](files/deploy/README.md), "
        "[e](https://a.example/b)"
    )
    assert hooks.relinked("[a](docs/rules/splendor.md)", "files/CONTRIBUTING.md") == "[a](../rules/splendor.md)"
    assert hooks.relinked("[a](../nowhere.py)", "lab/pace.md") == "[a](../nowhere.py)"
    made = hooks.files_shown()
    assert made["files/deploy/Caddyfile.md"].startswith("# `deploy/Caddyfile`\n\n``````text\n")
    assert "- [`Caddyfile`](Caddyfile)" in made["files/deploy/README.md"]


def test_examples_in_docstrings_become_code():
    assert hooks.fenced("Adds.\n\n>>> 1 + 1\n2\n\nMore.") == "Adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
    assert (
        hooks.fenced("    >>> for x in y:\n    ...     z\n")
        == "    ```pycon\n    >>> for x in y:\n    ...     z\n    ```\n"
    )


def test_what_is_wrong_with_a_site_is_found(tmp_path):
    (tmp_path / "style.css").write_text("@font-face { src: url('https://fonts.example/a.woff2') }")
    (tmp_path / "404.html").write_text("<link rel=stylesheet href=/site/style.css><img src=https://a.example/x.png>")
    (tmp_path / "b.html").write_text("<h1 id=here>B</h1><a href=index.html>A</a>")
    (tmp_path / "index.html").write_text(
        "<link rel=stylesheet href=style.css><link rel=canonical href=https://docs.example/>"
        "<script src=//cdn.example/x.js></script><img src=gone.png><a href=/b.html>B</a><a href=b.html#there>B</a>"
        "<a href=b.html#here>B</a><a href=https://a.example/>A</a>"
        "<style>p { background: url(http://a.example/x.png) }</style>"
    )

    assert check.faults(tmp_path) == [
        "404.html: https://a.example/x.png is loaded from elsewhere",
        "index.html: //cdn.example/x.js is loaded from elsewhere",
        "index.html: gone.png leads nowhere",
        "index.html: http://a.example/x.png is loaded from elsewhere",
        "index.html: /b.html is not relative",
        "index.html: b.html#there has no such anchor",
        "style.css: https://fonts.example/a.woff2 is loaded from elsewhere",
    ]
    assert check.main([str(tmp_path)]) == 1


@pytest.mark.soak
def test_the_site_is_written_without_a_fault():
    said = subprocess.run(["sh", "scripts/docs.sh"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert said.returncode == 0, said.stderr
    assert "nothing comes from elsewhere" in said.stdout
