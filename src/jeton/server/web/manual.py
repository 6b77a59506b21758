"""The documentation as web pages, for a folder that some static host serves: plain HTML without scripts.

The texts are those of `docs/`, which a wheel carries along. Links between them become links between the pages; what
only a checkout has (sources, pictures) is named without a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["STYLE", "manual"]

PACKAGE = Path(__file__).parents[2]
FOLDERS = (PACKAGE / "docs", PACKAGE.parents[1] / "docs")
"""In an installed package, and in a checkout."""
STYLE = "manual.css"
FIRST = ("players.md", "rules/", "learn.md", "local-play.md")
"""Pages for players come before those for hosts and developers."""

CSS = """:root { color-scheme: light dark; }
body { max-width: 78ch; margin: 0 auto; padding: 16px 20px 64px; font: 17px/1.55 system-ui, sans-serif; }
nav { padding: 8px 0; }
nav a { display: inline-block; padding: 10px 16px 10px 0; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
pre, .wide { overflow-x: auto; }
pre { padding: 12px; border: 1px solid #8886; border-radius: 8px; font-size: 14px; }
table { border-collapse: collapse; font-size: 15px; }
th, td { border: 1px solid #8886; padding: 4px 10px; text-align: left; vertical-align: top; }
li { margin: 4px 0; }
"""

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'" />
    <meta name="viewport" content="width=device-width" />
    <title>{title} · Jeton</title>
    <link rel="stylesheet" href="{up}manual.css" />
    <link rel="icon" href="{up}../icon.svg" />
  </head>
  <body>
    <nav><a href="{up}../index.html">Jeton</a><a href="{up}index.html">Documentation</a></nav>
    <main>
{body}
    </main>
  </body>
</html>
"""


def manual() -> dict[str, bytes]:
    """Return the pages by their names in a folder of their own, `index.html` among them; empty if there are no texts.

    The list of all pages replaces `docs/README.md`, the first page of the docs site.

    >>> page = manual()["rules/splendor.html"].decode()
    >>> "<h1" in page, 'href="../manual.css"' in page
    (True, True)
    """
    folder = next((one for one in FOLDERS if one.is_dir()), None)
    if folder is None:
        return {}
    texts = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.md")}
    found = {_address(name): _page(name, text, texts) for name, text in texts.items()}
    return {**found, "index.html": _index(texts), STYLE: CSS.encode()}


def _address(name: str) -> str:
    """Return where a text is shown; a folder's README stands for the folder."""
    return str(PurePosixPath(name.replace("README.md", "index.md")).with_suffix(".html"))


def _page(name: str, text: str, texts: dict[str, str]) -> bytes:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    taken: dict[str, int] = {}
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            token.attrSet("id", _anchor(after.content, taken))
        if token.children is not None:
            token.children = list(_linked(token.children, name, texts))
    body = reader.renderer.render(tokens, reader.options, {})
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    return PAGE.format(title=escape(_title(text)), up="../" * name.count("/"), body=body).encode()


def _linked(parts: list[Token], name: str, texts: dict[str, str]) -> Iterator[Token]:
    """Yield the parts of a line with links to pages that are here; for other links only their words, no pictures."""
    kept = True
    for part in parts:
        if part.type == "image":
            continue
        if part.type == "link_open":
            address = _found(str(part.attrGet("href")), name, texts)
            kept = address is not None
            part.attrSet("href", address or "")
        if kept or part.type not in ("link_open", "link_close"):
            yield part


def _found(href: str, name: str, texts: dict[str, str]) -> str | None:
    """Return a link of a text as its page has it; None if it leads out of the folder."""
    path, mark, place = href.partition("#")
    if not path or re.match(r"\w+:", href):
        return href
    wanted = normpath((PurePosixPath(name).parent / path).as_posix())
    if wanted not in texts:
        return None
    return relpath(_address(wanted), PurePosixPath(_address(name)).parent.as_posix()) + mark + place


def _anchor(heading: str, taken: dict[str, int]) -> str:
    """Return what a heading is called in addresses, as on code hosts."""
    plain = re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
    taken[plain] = taken.get(plain, -1) + 1
    return f"{plain}-{taken[plain]}" if taken[plain] else plain


def _title(text: str) -> str:
    return text.partition("\n")[0].lstrip("# ").replace("`", "")


def _index(texts: dict[str, str]) -> bytes:
    def place(name: str) -> tuple[int, bool, str]:
        first = [i for i, start in enumerate(FIRST) if name.startswith(start)]
        return (first or [len(FIRST)])[0], "/" in name, name

    order = sorted(texts.keys() - {"README.md"}, key=place)
    rows = "\n".join(f'      <li><a href="{_address(name)}">{escape(_title(texts[name]))}</a></li>' for name in order)
    body = f"      <h1>Documentation</h1>\n      <ul>\n{rows}\n      </ul>"
    return PAGE.format(title="Documentation", up="", body=body).encode()
