"""The nets that ship, as the page takes them: in as few bytes as say the same.

Rows of the first layer whose feature is 0 in every match of the title are left out. The others are sorted, those with
small numbers first, so that similar bytes lie together. Numbers of two or four bytes lie as planes, the first byte of
all of them first. What is left is as good as random: a Huffman code alone packs it, without a search for repetitions.
The blocks lie by pairs of inputs, as WebAssembly reads them. `ui/src/local/net.ts` unpacks it.
"""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import Any

import numpy as np

from jeton.bots.splendor import net
from jeton.bots.splendor.net_file import NoNet
from jeton.core.int8_matmul import LONGEST, WAYS, padded
from jeton.games.splendor.zero_features import always_zero

__all__ = ["NoNet", "compressed", "packed"]

NAME = re.compile(r"(splendor|marvel)-([234])(-[0-9a-f]{12}[.]net)?")


def packed(name: str) -> tuple[bytes, dict[str, Any]]:
    """Return the weights of a net such as `marvel-3`, and where each array is; 16-bit floats if they lose nothing."""
    found = NAME.fullmatch(name)
    if found is None:
        raise NoNet(f"no net is called {name[:40]!r}")
    title, seats = found[1], int(found[2])
    first, *rest = weights = net.as_shipped(title, seats)
    blocks, scales = weights[net.BLOCKS : net.BLOCKS + 2]
    rest[net.BLOCKS - 1] = _in_pairs(blocks, *scales.shape)
    live = np.flatnonzero(~always_zero(title, seats))
    order = live[np.argsort(first[live].astype(np.float64).std(axis=1), kind="stable")].astype("<u2")
    blob = bytearray(_planes(order) + first[order].tobytes())
    arrays: list[dict[str, Any]] = [{"at": 0, "type": "|i1", "shape": list(first.shape), "rows": len(order)}]
    for array in rest:
        half = array.astype("<f2") if array.dtype == np.float32 else array
        kept = half if np.array_equal(half.astype(array.dtype), array) else array
        arrays.append({"at": len(blob), "type": kept.dtype.str, "shape": list(array.shape)})
        blob += _planes(kept)
    return bytes(blob), {"arrays": arrays, "bytes": len(blob)}


def _in_pairs(packed: Any, number: int, width: int) -> Any:
    """Return packed matrices, packed again for WebAssembly."""
    if padded(width) > LONGEST:
        raise NoNet(f"expected a net of at most {LONGEST} columns, got {width}")
    return WAYS["simd128"].arrange(packed, number, width)


def _planes(array: Any) -> bytes:
    """Return the first byte of every number, then the second of every number, and so on."""
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1, array.itemsize).T.tobytes()


@lru_cache(maxsize=6)
def compressed(name: str) -> bytes:
    """Return the same, compressed; made once, and kept."""
    content, about = packed(name)
    parts = [content[one["at"] : end] for one, end in zip(about["arrays"], _ends(about), strict=True)]
    code = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_HUFFMAN_ONLY)
    return b"".join([code.compress(part) + code.flush(zlib.Z_FULL_FLUSH) for part in parts]) + code.flush()


def _ends(about: dict[str, Any]) -> list[int]:
    return [*(one["at"] for one in about["arrays"][1:]), about["bytes"]]
