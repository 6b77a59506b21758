"""`jeton site`: the page as a folder for any static host."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from jeton.cli.output import console, words

__all__ = ["site"]


def site(action: Literal["build"], folder: Path, /) -> int:
    """Write the page as a folder for any static host, with no server.

    People play Splendor and Splendor: Marvel there against bots, or together on one device. Addresses in it are
    relative, so it may lie under any path. If the command wrote the folder before, it writes it anew.

    For example:

    ```
    jeton site build public
    python -m http.server --directory public
    ```

    Args:
        action: What to do: `build`.
        folder: Where to write it.
    """
    from jeton.server.web.site import build_site

    size = build_site(folder)
    console().print(words()("tools.site", folder=folder, size=f"{size / 1e6:.1f}"), highlight=False)
    return 0
