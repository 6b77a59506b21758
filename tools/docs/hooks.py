"""What MkDocs is told beyond mkdocs.yml: docs/ stays plain Markdown that a code host shows as well.

- Links of docs/ to files elsewhere in the repository lead to pages made of those files, under `files/`; notebooks are
  shown with what came of their cells.
- Every public module has a page of its docstrings, under `reference/`.
- The fonts, the icon and the colours of the table come along, so that the site loads nothing from another host.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))
from tools.docs.notebooks import as_markdown

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
FILES = "files"
ALWAYS = ("CONTRIBUTING.md", "CREDITS.md")
"""Files outside docs/ that have a place in the navigation."""
MODULES = (
    "jeton",
    "jeton.games",
    "jeton.bots",
    "jeton.bots.arena",
    "jeton.analysis",
    "jeton.analysis.hint",
    "jeton.envs",
    "jeton.envs.aec",
    "jeton.envs.parallel",
    "jeton.envs.gym",
    "jeton.envs.openspiel",
    "jeton.envs.batch",
    "jeton.envs.gpu",
    "jeton.envs.dataset",
    "jeton.client",
    "jeton.core.title",
    "jeton.testing",
)
"""The public modules; each names in `__all__` what its page shows."""
ASSETS = {
    "assets/site.css": "tools/docs/site.css",
    "assets/icon.svg": "ui/public/icon.svg",
    "assets/fonts/figtree.woff2": "ui/public/fonts/figtree.woff2",
    "assets/fonts/fraunces-soft.woff2": "ui/public/fonts/fraunces-soft.woff2",
    "assets/fonts/OFL.txt": "ui/public/fonts/OFL.txt",
}
LANGUAGES = {".py": "python", ".yml": "yaml", ".json": "json", ".conf": "nginx", ".service": "ini", ".toml": "toml"}
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")


def source_of(uri: str) -> str:
    """Return the file of the repository that a page was made of."""
    return uri.removeprefix(f"{FILES}/") if uri.startswith(f"{FILES}/") else f"docs/{uri}"


def page_of(path: str) -> str:
    """Return the page of a file or folder of the repository."""
    if (ROOT / path).is_dir():
        path = f"{path}/README.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"{FILES}/{path}" if path.endswith(".md") else f"{FILES}/{path}.md"


def outside(text: str, source: str) -> list[str]:
    """Return the files and folders beyond docs/ that a page links to, as paths in the repository."""
    found = [posixpath.normpath(posixpath.join(posixpath.dirname(source), one[1])) for one in LINK.finditer(text)]
    return [path for path in found if not path.startswith(("docs/", "../")) and (ROOT / path).exists()]


def relinked(text: str, uri: str) -> str:
    """The text of a page with its links leading to pages of the site; what leads nowhere stays, for MkDocs to find."""
    source = source_of(uri)

    def lead(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[1]))
        if path.startswith("../") or not (ROOT / path).exists():
            return link[0]
        return posixpath.relpath(page_of(path), posixpath.dirname(uri) or ".") + (link[2] or "")

    return LINK.sub(lead, text)


def shown(path: str) -> str:
    """Return a file or folder of the repository as the Markdown of a page."""
    place = ROOT / path
    if place.is_dir():
        if (place / "README.md").exists():
            return (place / "README.md").read_text("utf-8")
        inside = sorted(one.name for one in place.iterdir() if one.is_file() and not one.name.startswith("."))
        return f"# `{path}/`\n\n" + "".join(f"- [`{name}`]({name})\n" for name in inside)
    text = place.read_text("utf-8")
    if place.suffix == ".md":
        return text
    if place.suffix == ".ipynb":
        return as_markdown(text)
    return f"# `{path}`\n\n``````{LANGUAGES.get(place.suffix, 'text')}\n{text.rstrip()}\n``````\n"


def files_shown(docs: Path = ROOT / "docs") -> dict[str, str]:
    """Return the pages of files outside docs/: whatever docs/ links to, and whatever those pages link to."""
    queue = list(ALWAYS)
    for page in sorted(docs.rglob("*.md")):
        queue += outside(page.read_text("utf-8"), f"docs/{page.relative_to(docs).as_posix()}")
    pages: dict[str, str] = {}
    for path in queue:  # grows while it is walked through
        if (uri := page_of(path)) not in pages:
            pages[uri] = shown(path)
            queue += outside(pages[uri], source_of(uri))
    return pages


def reference() -> dict[str, str]:
    """Return the pages of the public modules."""
    return {f"reference/{name}.md": f"# `{name}`\n\n::: {name}\n" for name in MODULES}


def fenced(docstring: str) -> str:
    """Return a docstring with its examples as code: from `>>>` to the next empty line."""
    return re.sub(r"^( *)>>> .*(?:\n *\S.*)*", r"\1```pycon\n\g<0>\n\1```", docstring, flags=re.M)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and the looks."""
    from mkdocs.structure.files import File, InclusionLevel

    for uri, text in files_shown().items():
        files.append(File.generated(config, uri, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    for uri, text in reference().items():
        files.append(File.generated(config, uri, content=text))
    for uri, path in ASSETS.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lead links to pages of the site, and colour what was typed into Python apart from what it answered."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    return re.sub(r"^```python\n(?=>>> )", "```pycon\n", relinked(markdown, page.file.src_uri), flags=re.M)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Leave out what needs to know the site's address, unless JETON_DOCS_URL tells it."""
    return "" if not config.site_url and template_name in ("404.html", "sitemap.xml") else output_content
