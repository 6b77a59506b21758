"""Where long tests leave what they have measured, for docs/reliability.md."""

import os
from pathlib import Path
from typing import Any

import msgspec


def say(name: str, **figures: Any) -> None:
    """One line of figures for docs/reliability.md: shown by `pytest -s`, and kept in the file JETON_FIGURES."""
    line = f"{name}: {msgspec.json.encode(figures).decode()}\n"
    print(f"\n{line}", end="", flush=True)
    if place := os.environ.get("JETON_FIGURES"):
        with Path(place).open("a") as file:
            file.write(line)
