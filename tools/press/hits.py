"""Where things can be pointed at, found from the picture itself."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

import numpy as np
from PIL import Image
from scipy import ndimage as nd

from .block import Block

HITS = Path(__file__).parent / "hits.json"
"""What was measured last: for each scene its fingerprint, its discs, and its outlines."""
ACROSS = 60
"""How many fields wide the outlines are kept."""
SMALLEST = 0.07
"""How wide (or high) a thing is at least, in widths of the picture, as far as it can be seen."""
LEAST_RADIUS = 0.054


class Hit(TypedDict):
    """The disc of a thing, in fractions of the picture, and how large it is as far as it is seen."""

    cx: float
    cy: float
    r: float
    size: float


def hits(block: Block) -> dict[str, Hit | None]:
    """Return, for each thing, the middle of its visible part and the radius of its disc; None if it is hidden."""
    found: dict[str, Hit | None] = {}
    where = nd.find_objects(block.seen, max_label=len(block.names))
    for k, (name, win) in enumerate(zip(block.names, where, strict=True), 1):
        if win is None:
            found[name] = None
            continue
        if name in block.aims:
            x, y, r = block.aims[name]
            found[name] = Hit(cx=x / 1000, cy=round(y / block.tall, 4), r=r / 1000, size=round(r / 500, 3))
            continue
        mask = block.seen[win] == k
        ys, xs = np.nonzero(mask)
        inner = nd.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
        peak = np.unravel_index(int(inner.argmax()), mask.shape)
        # the middle of the box, pulled to where the thing is thick
        cx = 0.4 * xs.mean() + 0.3 * (xs.min() + xs.max()) / 2 + 0.3 * peak[1] + win[1].start
        cy = 0.4 * ys.mean() + 0.3 * (ys.min() + ys.max()) / 2 + 0.3 * peak[0] + win[0].start
        size = float(max(np.ptp(xs), np.ptp(ys)) / block.w)
        found[name] = _inside(float(cx) / block.w, float(cy) / block.h, size, block.h / block.w)
    return found


def outlines(block: Block) -> list[str]:
    """Return which thing shows in each field of the picture: a letter each, in the order of their names, or a dot."""
    down = round(ACROSS * block.h / block.w)
    most, seen = np.full((down, ACROSS), 0.15), np.full((down, ACROSS), ".")
    for k in range(len(block.names)):
        mask = Image.fromarray(((block.seen == k + 1) * 255).astype(np.uint8))
        share = np.asarray(mask.resize((ACROSS, down), Image.Resampling.BOX)) / 255
        seen[share > most] = chr(ord("a") + k)
        most = np.maximum(most, share)
    return ["".join(row) for row in seen]


def _inside(cx: float, cy: float, size: float, tall: float) -> Hit:
    """Return a disc that stays within the picture: smaller where it must, moved where it is the smallest already."""
    r = max(LEAST_RADIUS, size / 2)
    r = max(LEAST_RADIUS, min(r, cx, 1 - cx, cy * tall, (1 - cy) * tall))
    cx, cy = min(max(cx, r), 1 - r), min(max(cy, r / tall), 1 - r / tall)
    return Hit(cx=round(cx, 4), cy=round(cy, 4), r=round(r - 0.00005, 4), size=round(size, 3))
