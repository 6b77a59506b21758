"""Where a user's things are kept: one place, which the terminal and the server share."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder"]


def data_folder(platform: str = sys.platform) -> Path:
    """$JETON_DATA, or Jeton's folder among the user's data."""
    if chosen := os.environ.get("JETON_DATA"):
        return Path(chosen)
    if platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local")
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share")
        # Servers on a Mac have kept their tables there before: they stay where they are.
        if platform == "darwin" and not (root.expanduser() / "jeton").is_dir():
            root = Path("~/Library/Application Support")
    return root.expanduser() / "jeton"
