"""What `jeton bench gpu` measures: random matches on the GPU, and whether they match the CPU's, one by one.

It imports neither rich nor cyclopts, so it runs on a machine that has only Numba:
python -c 'from jeton.cli import gpu; print(gpu.text(gpu.figures()))'
"""

from __future__ import annotations

from typing import Any

from jeton.games.splendor import cuda
from jeton.games.splendor.game import Splendor

__all__ = ["figures", "text"]

MATCHES = 32
"""How many matches a thread plays, one after the other."""
CHECKED = 4096


def figures(*, matches: int = MATCHES, checked: int = CHECKED) -> dict[str, Any]:
    """Return decisions and matches a second at every table of both titles, and how many matches differ from the CPU."""
    name, processors = cuda.device()
    rows = []
    for title in ("splendor", "marvel"):
        ruleset = Splendor(title).ruleset
        for seats in (2, 3, 4):
            rate = cuda.random_rate(ruleset, seats, blocks=processors * cuda.BLOCKS_EACH[seats], matches=matches)
            different = cuda.different_matches(ruleset, seats, checked)
            rows.append({"title": title, "seats": seats, **rate, "checked": checked, "different": different})
    return {"device": name, "multiprocessors": processors, "engine": rows}


def text(found: dict[str, Any]) -> str:
    """Return the figures for a terminal."""
    lines = [f"{found['device']}, {found['multiprocessors']} multiprocessors", ""]
    lines.append(f"{'random matches':<22}{'decisions/s':>14}{'matches/s':>14}{'as on the CPU':>22}")
    for row in found["engine"]:
        table = f"{row['title']}, {row['seats']} seats"
        same = f"{row['checked'] - row['different']:,} of {row['checked']:,}"
        decisions, played = f"{row['decisions_per_second'] / 1e9:.2f} G", f"{row['matches_per_second'] / 1e6:.1f} M"
        lines.append(f"{table:<22}{decisions:>14}{played:>14}{same:>22}")
    return "\n".join(lines)
