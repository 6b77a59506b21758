"""A net's opinion of a position, in compiled code: chances of each seat, and a weight for each legal move.

The first layer begins with the result of an earlier position of the same search, and adds the rows of the features that
differ now. It adds whole numbers, multiples of 2^-21, so its result is the same whatever it began with. The blocks are
whole matrices of bytes (`core/int8_matmul.py`). For nets this small that beats a library that multiplies whole matrices
one position at a time.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from jeton.bots.splendor import net_file
from jeton.bots.splendor.net_file import FINE, NoNet, Weights
from jeton.core.bits import lowest
from jeton.core.exact import exp
from jeton.core.int8_matmul import TOP, arranged, dots, in_line, padded
from jeton.core.jit import compiled, shared
from jeton.core.lanes import dot, spread, total
from jeton.games.splendor.features import WIDE, observe

__all__ = [
    "BLOCKS",
    "NoNet",
    "Weights",
    "as_shipped",
    "as_written",
    "digest",
    "evaluate",
    "load",
    "multiplier",
    "rooms",
]

LEAST = np.float32(1e-9).view(np.int32)
"""The bits of a small number: the greatest entry of a layer is at least this."""

BLOCKS = 3
"""Which of a net's arrays has the matrices of its blocks; the next has their scales."""

UNIT = np.float32(2.0**-FINE)
"""What a sum of the first layer counts."""

HEAD_VALUE = WIDE
"""Where the chances of the seats begin in the head, after the actions."""


@lru_cache(maxsize=8)
def load(title: str, seats: int, path: str | None = None) -> Weights:
    """Return the net that ships for a title and number of seats, or one from a file, as this processor reads it.

    >>> len(load("splendor", 2))
    10
    """
    weights = as_written(title, seats, path)
    packed, scales = weights[BLOCKS : BLOCKS + 2]
    return *weights[:BLOCKS], arranged(packed, *scales.shape), *weights[BLOCKS + 1 :]


def as_written(title: str, seats: int, path: str | None) -> Weights:
    """Return the net that ships for a title and number of seats, or one from a file, in the order of the file."""
    return as_shipped(title, seats) if path is None else net_file.read(Path(path), seats)


def as_shipped(title: str, seats: int) -> Weights:
    """Return the net that ships for a title and number of seats, its blocks in the order of the file."""
    file = net_file.shipped(title, seats)
    if file is None:
        raise NoNet(f"no net plays {title} with {seats} seats")
    return net_file.read(file, seats)


def digest(title: str, seats: int) -> str | None:
    """Return a digest of the net that ships for a title and number of seats; None if none does."""
    return None if net_file.shipped(title, seats) is None else net_file.digest(as_shipped(title, seats))


def rooms(weights: Weights, seats: int = 4) -> tuple[Any, ...]:
    """Return scratch space for a search; and, for each seat to move, its first position there with its first layer."""
    features, width = weights[0].shape
    eights, known = np.zeros(features // 8, np.int64), np.zeros((seats, features // 8), np.int64)
    z, whole = in_line(np.zeros(width, np.float32)), padded(width)
    peak = np.zeros(1, np.float32)
    return (
        (eights.view(np.uint8), eights, known.view(np.uint8), known, np.zeros((seats, width), np.int32)),
        (np.zeros(features + 8, np.int64), np.zeros(features + 8, np.int32)),
        in_line(np.zeros(width, np.float32)),
        z,
        (z.view(np.int32), peak, peak.view(np.int32), np.zeros(whole, np.uint8), np.zeros(whole, np.int32)),
    )


@compiled
def multiplier(scale: Any) -> Any:
    """Return the whole number by which the first layer multiplies the bytes of a row."""
    return np.int32(scale * np.float32(1 << FINE) + np.float32(0.5))


@shared
def add_rows(sums: Any, rows: Any, index: Any, weight: Any, size: Any) -> None:
    """Add the weighted rows of a matrix of bytes to sums, four at a time."""
    while size & 3:
        index[size] = 0
        weight[size] = 0
        size += 1
    for k in range(0, size, 4):
        a, b, c, d = index[k], index[k + 1], index[k + 2], index[k + 3]
        p, q, u, v = weight[k], weight[k + 1], weight[k + 2], weight[k + 3]
        for j in range(rows.shape[1]):
            sums[j] += p * rows[a, j] + q * rows[b, j] + u * rows[c, j] + v * rows[d, j]


@shared
def first_layer(seat: Any, weights: Any, seen: Any, lists: Any, now: Any, h: Any) -> None:
    """Compute the first layer: take that of the search's first position with this seat to move, add what differs."""
    features, eights, known, known_eights, sums = seen
    index, weight = lists
    size, new = np.int64(0), True  # no literal: Numba would compile `add_rows` once more for it
    for q in range(eights.shape[0]):
        new = new and known_eights[seat, q] == 0
        if eights[q] != known_eights[seat, q]:
            for i in range(8 * q, 8 * q + 8):
                index[size] = i
                weight[size] = (np.int32(features[i]) - np.int32(known[seat, i])) * multiplier(weights[1][i])
                size += features[i] != known[seat, i]
    for j in range(h.shape[0]):
        now[j] = sums[seat, j]
    add_rows(now, weights[0], index, weight, size)
    for j in range(h.shape[0]):
        h[j] = weights[2][j] + np.float32(now[j]) * UNIT
    if new:
        for q in range(eights.shape[0]):
            known_eights[seat, q] = eights[q]
        for j in range(h.shape[0]):
            sums[seat, j] = now[j]


@shared
def norm(h: Any, gains: Any, offsets: Any, k: Any, z: Any) -> None:
    """Apply the k-th layer norm to h, and relu."""
    width = h.shape[0]
    mean = total(h) / np.float32(width)
    scale = np.float32(1) / np.sqrt(spread(h, mean) / np.float32(width) + np.float32(1e-5))
    for j in range(width):
        z[j] = max(np.float32(0), (h[j] - mean) * scale * gains[k, j] + offsets[k, j])


@shared
def add_block(h: Any, z: Any, weights: Any, k: Any, room: Any) -> None:
    """Add the k-th block to h: its matrix times z, both in bytes.

    It finds the greatest entry of z by its bits, which have the same order: LLVM compares many whole numbers at once.
    """
    matrices, scales, biases = weights[3], weights[4], weights[5]
    bits, peak, peak_bits, x, out = room
    width = h.shape[0]
    top = LEAST
    for j in range(width):
        top = max(top, bits[j])
    peak_bits[0] = top
    up, unit = np.float32(TOP) / peak[0], peak[0] / np.float32(TOP)
    for j in range(width):
        x[j] = np.int32(z[j] * up + np.float32(0.5))
    dots(out, x, matrices, k * out.shape[0] * out.shape[0])
    for j in range(width):
        h[j] += biases[k, j] + np.float32(out[j]) * (unit * scales[k, j])


@shared
def evaluate(r: Any, s: Any, weights: Any, room: Any, actions: Any, names: Any, logits: Any, chances: Any) -> None:
    """Write the logit of each legal action (by its card-named number), and the chance of each seat to win."""
    gains, offsets = weights[6], weights[7]
    seen, lists, h, z, whole = room
    eights = seen[1]
    for q in range(eights.shape[0]):
        eights[q] = 0
    observe(r, s, seen[0])
    first_layer(s.seat, weights, seen, lists, whole[4], h)
    blocks = gains.shape[0] - 1
    for k in range(blocks):
        norm(h, gains, offsets, k, z)
        add_block(h, z, weights, k, whole)
    norm(h, gains, offsets, blocks, z)
    say(z, s.seats, actions, names, weights, logits, chances)


@shared
def say(z: Any, seats: Any, actions: Any, names: Any, weights: Any, logits: Any, chances: Any) -> None:
    """Write what the last layer says: the logit of each legal action, and the chance of each seat to win."""
    head, head_bias = weights[8], weights[9]
    while actions != 0:
        wide = names[lowest(actions)]
        actions &= actions - 1
        logits[wide] = answer(head, head_bias, z, wide)
    top = np.float32(-1e9)
    for k in range(seats):
        chances[k] = answer(head, head_bias, z, HEAD_VALUE + k)
        top = max(top, chances[k])
    whole_chance = np.float32(0)
    for k in range(seats):
        chances[k] = np.float32(exp(np.float64(chances[k] - top)))
        whole_chance += chances[k]
    for k in range(seats):
        chances[k] /= whole_chance


@shared
def answer(head: Any, head_bias: Any, z: Any, row: Any) -> Any:
    """Return one output of the head."""
    return head_bias[row] + dot(head, row, z)
