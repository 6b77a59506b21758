"""`jeton site`: the page as a folder for any static host."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from jeton.cli.output import console, words

__all__ = ["site"]


def site(action: Literal["build"], folder: Path, /) -> int:
    """Write the page as a folder for any static host, with no server.

    Splendor and Splendor: Marvel are played there alone, against bots or on one device. Addresses in it are
    relative, so it may lie under any path. A folder that was written before is written anew.

    For example:

    ```
    jeton site build public
    python -m http.server --directory public
    ```

    Args:
        action: What to do: `build`.
        folder: Where to.
    """
    from jeton.server.web.site import build_site

    size = build_site(folder)
    console().print(words()("tools.site", folder=folder, size=f"{size / 1e6:.1f}"), highlight=False)
    return 0
