"""A picture of how an agent learns: the JSON lines of `examples/ppo.py --curve FILE` as SVG.

python tools/docs/curve.py docs/lab/ppo.jsonl docs/pictures/ppo-curve.svg
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 380, 56, 20, 16, 46
BAR = 0.6
"""The share that it should pass."""
TAUGHT = 120.0
"""For how many core-seconds it has a teacher: the first tenth of 1,200."""


def picture(lines: list[dict[str, float]], taught: float = TAUGHT) -> str:
    """Return the share of wins by core-seconds, with 95 % intervals, the bar, and the end of the teacher's time."""
    end = max(line["cpu_seconds"] for line in lines)

    def at(seconds: float, share: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * seconds / end
        return round(x, 1), round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Figtree, sans-serif" '
        'font-size="13" fill="#55493a"><title>Share of games won against greedy, by seconds of one core</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#f7f0e1"/>',
    ]
    (x0, _), (x1, _) = at(0, 0), at(end, 0)
    for percent in range(0, 101, 20):
        y = at(0, percent / 100)[1]
        parts.append(f'<path d="M{x0} {y}H{x1}" stroke="#d9cbb0"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{percent} %</text>')
    for seconds in range(0, int(end) + 1, 200):
        x = at(seconds, 0)[0]
        parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{seconds:,}</text>')
    parts.append(f'<text x="{(x0 + x1) / 2}" y="{HEIGHT - 8}" text-anchor="middle">core-seconds</text>')
    bar, stop = at(0, BAR)[1], at(taught, 0)[0]
    parts.append(f'<path d="M{x0} {bar}H{x1}" stroke="#a4442f" stroke-width="1.5" stroke-dasharray="6 4"/>')
    parts.append(f'<rect x="{x0}" y="{TOP}" width="{stop - x0:.1f}" height="{HEIGHT - TOP - BOTTOM}" opacity=".08"/>')
    for line in lines:
        (x, low), (_, high) = (at(line["cpu_seconds"], line["share"] + sign * line["give"]) for sign in (-1, 1))
        parts.append(f'<path d="M{x} {low}V{high}" stroke="#2e6a57" opacity=".5"/>')
    points = " ".join(f"{x},{y}" for x, y in (at(line["cpu_seconds"], line["share"]) for line in lines))
    parts.append(f'<polyline points="{points}" fill="none" stroke="#2e6a57" stroke-width="2.5"/></svg>')
    return "\n".join(parts) + "\n"


def main(source: Path, target: Path) -> None:
    """Draw the lines of a file."""
    lines = [json.loads(line) for line in source.read_text("utf-8").splitlines()]
    target.write_text(picture(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
