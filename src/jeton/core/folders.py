"""The folder with a user's data, which the terminal and the server share."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder"]


def data_folder(platform: str = sys.platform) -> Path:
    """Return $JETON_DATA, or Jeton's folder among the user's data."""
    if chosen := os.environ.get("JETON_DATA"):
        return Path(chosen)
    if platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local")
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
        # Older servers on a Mac kept their tables in this folder; they stay there.
        if platform == "darwin" and not (root.expanduser() / "jeton").is_dir():
            root = Path("~/Library/Application Support")
    return root.expanduser() / "jeton"
