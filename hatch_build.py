"""Put the built page into wheel and sdist, and the documentation into the wheel: whoever installs Jeton needs no Node.

A source tree without a built page is built first (`scripts/page.sh`, which finds a Node or takes one from PyPI). An
editable install, as `make setup` makes, has no need of it here: `make setup` builds the page by itself, and the engine
of the page, which needs Jeton's own dependencies; where a wheel is made without it, the server plays every match.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "src" / "jeton" / "server" / "static" / "index.html"


class PageBuilder(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Builds the page where it is missing."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before wheel or sdist are put together."""
        if version == "editable":
            return
        if self.target_name == "wheel":  # what `jeton site build` makes pages of
            texts = (ROOT / "docs").rglob("*.md")
            build_data["force_include"] |= {str(one): f"jeton/{one.relative_to(ROOT).as_posix()}" for one in texts}
        if PAGE.is_file():
            return
        subprocess.run(["sh", "scripts/page.sh"], cwd=ROOT, check=True)  # noqa: S607 - our own script
