"""Where long tests leave what they have measured, for docs/reliability.md."""

import os
from pathlib import Path
from typing import Any

import msgspec


def from_environment(name: str, usual: int) -> int:
    """Return how large a long test is: its usual size, or what a variable says for a machine with other work too."""
    return int(os.environ.get(name, usual))


def say(name: str, **figures: Any) -> None:
    """Write a line of figures for docs/reliability.md: `pytest -s` shows it, and the file JETON_FIGURES keeps it."""
    line = f"{name}: {msgspec.json.encode(figures).decode()}\n"
    print(f"\n{line}", end="", flush=True)
    if place := os.environ.get("JETON_FIGURES"):
        with Path(place).open("a") as file:
            file.write(line)
