"""Read a site that was written: every link leads somewhere in it, and nothing is loaded from elsewhere.

`python tools/docs/check.py FOLDER` names what is wrong and ends with 1, or says how much it has read.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "image": "href",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "track": "src",
    "use": "href",
    "video": "src",
}
"""Elements that a browser fetches something for, and the attribute that says what."""
NAMING = {"alternate", "author", "canonical", "next", "prev"}
"""Kinds of `<link>` that only name a page."""
IN_STYLE = re.compile(r"(?:url\(\s*|@import\s+)[\"']?([^\"')\s;]+)")


class Reader(HTMLParser):
    """What a page links to, what it loads, and the anchors that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self._styles = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of one element."""
        has = {name: value or "" for name, value in attrs}
        self._styles = tag == "style"
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        self.loads += IN_STYLE.findall(has.get("style", ""))
        self.loads += [one.split()[0] for one in has.get("srcset", "").split(",") if one.strip()]
        if "mermaid" in has.get("class", "").split():
            self.loads.append("https://unpkg.com/mermaid")  # where the theme's script would fetch it
        address = has.get(LOADED.get(tag, "href"))
        if address is None:
            return
        if tag in LOADED and not (tag == "link" and set(has.get("rel", "").split()) <= NAMING):
            self.loads.append(address)
        else:
            self.links.append(address)

    def handle_data(self, data: str) -> None:
        """Read a style sheet within the page."""
        if self._styles:
            self.loads += IN_STYLE.findall(data)


def faults(folder: Path) -> list[str]:
    """Return what is wrong with the site in a folder, in words."""
    pages = {path: Reader(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    found: list[str] = []
    for path, page in pages.items():
        for address in page.loads:
            found += _fault(folder, pages, path, address, loaded=True)
        for address in page.links:
            found += _fault(folder, pages, path, address, loaded=False)
    for path in sorted(folder.rglob("*.css")):
        for address in IN_STYLE.findall(path.read_text("utf-8")):
            found += _fault(folder, pages, path, address, loaded=True)
    return found


def _fault(folder: Path, pages: dict[Path, Reader], path: Path, address: str, *, loaded: bool) -> list[str]:
    said = f"{path.relative_to(folder)}: {address}"
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return [f"{said} is loaded from elsewhere"] if loaded and parts.scheme != "data" else []
    if parts.path.startswith("/"):  # a host shows 404.html in any folder: it can't be relative
        return [f"{said} is not relative"] if path.name != "404.html" else []
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or not target.is_relative_to(folder.resolve()):
        return [f"{said} leads nowhere"]
    here = pages.get(target)
    if here and parts.fragment and not loaded and unquote(parts.fragment) not in here.anchors:
        return [f"{said} has no such anchor"]
    return []


def main(arguments: list[str]) -> int:
    """Check the site in a folder."""
    folder = Path(arguments[0]).resolve()
    wrong = faults(folder)
    for line in wrong:
        print(line, file=sys.stderr)
    pages, size = len(list(folder.rglob("*.html"))), sum(one.stat().st_size for one in folder.rglob("*"))
    if not wrong:
        print(f"{folder}: {pages} pages, {size / 1e6:.1f} MB, every link leads on, nothing comes from elsewhere.")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
