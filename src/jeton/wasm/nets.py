"""The nets that ship, as the page takes them: one array behind the other, in as few bytes as say the same."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from typing import Any

import numpy as np

from jeton.bots.splendor import net
from jeton.bots.splendor.net_file import NoNet

__all__ = ["NoNet", "compressed", "packed"]

LINE = 64
"""Each array begins at a cache line."""
NAME = re.compile(r"(splendor|marvel)-([234])(-[0-9a-f]{12}[.]net)?")


def packed(name: str) -> tuple[bytes, dict[str, Any]]:
    """The weights of a net such as `marvel-3`, and where each array is; halves where they say the same as wholes."""
    found = NAME.fullmatch(name)
    if found is None:
        raise NoNet(f"no net is called {name[:40]!r}")
    arrays: list[dict[str, Any]] = []
    blob = bytearray()
    for weights in net.load(found[1], int(found[2])):
        half = weights.astype(np.float16) if weights.dtype == np.float32 else weights
        kept = half if np.array_equal(half.astype(weights.dtype), weights) else weights
        blob += bytes(-len(blob) % LINE)
        arrays.append({"at": len(blob), "type": kept.dtype.str, "shape": list(weights.shape)})
        blob += np.ascontiguousarray(kept).tobytes()
    return bytes(blob), {"arrays": arrays, "bytes": len(blob)}


@lru_cache(maxsize=6)
def compressed(name: str) -> bytes:
    """The same, compressed; made once, and kept."""
    return gzip.compress(packed(name)[0], 9, mtime=0)
