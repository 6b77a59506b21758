"""A folder for any static host: page, engine, nets and documentation, with relative addresses and no server."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec

from jeton.core.errors import JetonError
from jeton.server.api.tables import told_titles
from jeton.server.web.beside import beside, names
from jeton.server.web.manual import STYLE, manual
from jeton.server.web.pages import ENGINE, STATIC
from jeton.server.wire.gate import HEADERS
from jeton.wasm.nets import compressed
from jeton.wasm.tables import TITLES

__all__ = ["NoSite", "build_site"]

NOT_COPIED = shutil.ignore_patterns(".vite", "*.br", "*.gz")
OURS = "offline.json"
"""We wrote a folder that has this file, and may write it again."""
NOT_IN_PAGES = "frame-ancestors"
"""What a page can't say of itself: only a server's header can."""


class NoSite(JetonError):
    """The folder can't be written."""


def build_site(folder: Path) -> int:
    """Write the folder; return how many bytes it has."""
    if not (STATIC / OURS).is_file() or not (ENGINE / "engine.json").is_file():
        raise NoSite("expected a built page and its engine, got an installation without them: make setup builds both")
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / OURS).is_file())):
        raise NoSite(f"{folder}: expected a new folder, an empty one or an older site, got something else")
    for name in ("assets", "engine", "fonts"):  # nothing else there, perhaps a checkout's own, is touched
        shutil.rmtree(folder / name, ignore_errors=True)
    if (folder / "docs" / STYLE).is_file():
        shutil.rmtree(folder / "docs")
    shutil.copytree(STATIC, folder, ignore=NOT_COPIED, dirs_exist_ok=True)
    (folder / "index.html").write_text(_page((STATIC / "index.html").read_text("utf-8")), "utf-8")
    (folder / ".nojekyll").touch()  # GitHub's pages leave nothing out then
    files = {f"engine/{name}": content for name, content in _engine().items()}
    files |= {f"docs/{name}": content for name, content in manual().items()}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _page(text: str) -> str:
    """Return the page that knows that it has no server, with the policy that a server would send beside it."""
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    said = "; ".join(part for part in policy.split("; ") if not part.startswith(NOT_IN_PAGES))
    tag = f'<meta http-equiv="Content-Security-Policy" content="{said}" />'
    marked = text.replace("<html ", "<html data-site ", 1).replace('="/', '="./')
    charset = '<meta charset="utf-8" />'
    return marked.replace(charset, f"{charset}\n    {tag}", 1)


def _engine() -> dict[str, bytes]:
    """Write rules, views and search, the nets, and what a server would tell."""
    about = (ENGINE / "engine.json").read_bytes()
    found = {"engine.json": about}
    for name, file in json.loads(about)["files"].items():
        found[file] = (ENGINE / file).read_bytes() if name == "engine" else compressed(file)
    found["titles.json"] = msgspec.json.encode([one for one in told_titles() if one.title in TITLES])
    for name in names():
        if name.startswith(("puzzles", *(f"lessons/{title}" for title in TITLES))):
            found[name] = beside(name) or b""
    return found
