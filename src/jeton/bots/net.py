"""A net's opinion of a position, in compiled code: chances of each seat, and a weight for each legal move.

Most features are zero, and so is half of every layer behind its relu: only the rows that count are added up, four at a
time. For nets this small that beats a library that multiplies whole matrices one position at a time.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from jeton.core.bits import lowest
from jeton.core.jit import INTERPRETED
from jeton.games.splendor.features import WIDE, feature_count, feature_scale, observe, to_wide

__all__ = ["NoNet", "Weights", "evaluate", "load", "rooms"]

Weights = tuple[Any, ...]
"""First layer by feature, its bias, blocks by input, their biases, norms' gains and offsets, head, its bias."""

HEAD_VALUE = WIDE
"""Where the chances of the seats begin in the head, after the actions."""


class NoNet(LookupError):
    """There is no net for that title and number of seats."""


def fast(function: Any) -> Any:
    """Compile arithmetic on floats, whose order LLVM may change; nothing here decides a rule."""
    return function if INTERPRETED else njit(fastmath=True)(function)


@lru_cache(maxsize=8)
def load(title: str, seats: int, path: str | None = None) -> Weights:
    """The net that ships for a title and number of seats, or one from a file.

    >>> len(load("splendor", 2))
    8
    """
    if path is None:
        file = resources.files("jeton.bots.nets").joinpath(f"{title}-{seats}.npz")
        if not file.is_file():
            raise NoNet(f"no net plays {title} with {seats} seats")
        with resources.as_file(file) as found:
            return read(found, seats)
    return read(Path(path), seats)


def read(path: Path, seats: int) -> Weights:
    """The weights of a file of `jeton.bots.train`, as the evaluation takes them."""
    with np.load(path, allow_pickle=False) as file:

        def full(name: str) -> Any:
            return np.ascontiguousarray(file[name].astype(np.float32))

        blocks = sum(name.startswith("w.") for name in file.files)
        first = full("w0")
        if first.shape[1] != feature_count(seats):
            raise NoNet(f"{path.name}: expected a net of {feature_count(seats)} features, got {first.shape[1]}")

        def stack(name: str, size: int) -> Any:
            return np.stack([full(f"{name}.{i}") for i in range(size)])

        by_feature = np.ascontiguousarray((first * feature_scale(seats)).T)
        by_input = np.ascontiguousarray(stack("w", blocks).transpose(0, 2, 1))
        gains, offsets = stack("g", blocks + 1), stack("o", blocks + 1)
        return by_feature, full("b0"), by_input, stack("b", blocks), gains, offsets, full("wh"), full("bh")


def note(title: str, seats: int) -> dict[str, Any]:
    """Where a net that ships comes from: its plan and how much it saw."""
    shipped = resources.files("jeton.bots.nets").joinpath(f"{title}-{seats}.npz")
    with resources.as_file(shipped) as path, np.load(path, allow_pickle=False) as file:
        return json.loads(bytes(file["about"]).decode())  # type: ignore[no-any-return]


def rooms(weights: Weights) -> tuple[Any, ...]:
    """Scratch space for one evaluation at a time."""
    features, width = weights[0].shape
    return (
        np.zeros(features, np.uint8),
        np.zeros(width, np.float32),
        np.zeros(max(features, width) + 8, np.int64),
        np.zeros(max(features, width) + 8, np.float32),
        np.zeros(width, np.float32),
    )


@fast
def add_rows(h: Any, rows: Any, index: Any, weight: Any, size: Any) -> None:
    """Add the weighted rows of a matrix to h, four at a time."""
    width = h.shape[0]
    k = 0
    while k + 4 <= size:
        a, b, c, d = rows[index[k]], rows[index[k + 1]], rows[index[k + 2]], rows[index[k + 3]]
        p, q, u, v = weight[k], weight[k + 1], weight[k + 2], weight[k + 3]
        for j in range(width):
            h[j] += p * a[j] + q * b[j] + u * c[j] + v * d[j]
        k += 4
    while k < size:
        a = rows[index[k]]
        p = weight[k]
        for j in range(width):
            h[j] += p * a[j]
        k += 1


@fast
def positive(h: Any, gain: Any, offset: Any, index: Any, weight: Any) -> Any:
    """Relu of the layer norm of h, as a list of its positive entries; how many they are."""
    width = h.shape[0]
    mean = np.float32(0)
    for j in range(width):
        mean += h[j]
    mean /= width
    spread = np.float32(0)
    for j in range(width):
        spread += (h[j] - mean) * (h[j] - mean)
    scale = np.float32(1) / np.sqrt(spread / width + np.float32(1e-5))
    size = 0
    for j in range(width):
        x = (h[j] - mean) * scale * gain[j] + offset[j]
        index[size] = j
        weight[size] = x
        size += x > 0
    return size


@fast
def evaluate(r: Any, s: Any, weights: Any, room: Any, actions: Any, logits: Any, chances: Any) -> None:
    """The logit of each legal action (by its card-named number), and the chance of each seat to win."""
    by_feature, bias, by_input, biases, gains, offsets, head, head_bias = weights
    features, h, index, weight, z = room
    features[:] = 0
    observe(r, s, features)
    words = features.view(np.int64)
    size = 0
    for q in range(words.shape[0]):
        if words[q] != 0:
            for i in range(8 * q, 8 * q + 8):
                if features[i] != 0:
                    index[size] = i
                    weight[size] = features[i]
                    size += 1
    width = h.shape[0]
    for j in range(width):
        h[j] = bias[j]
    add_rows(h, by_feature, index, weight, size)
    blocks = by_input.shape[0]
    for k in range(blocks):
        size = positive(h, gains[k], offsets[k], index, weight)
        for j in range(width):
            h[j] += biases[k, j]
        add_rows(h, by_input[k], index, weight, size)
    size = positive(h, gains[blocks], offsets[blocks], index, weight)
    z[:] = 0
    for k in range(size):
        z[index[k]] = weight[k]
    while actions != 0:
        wide = to_wide(s, lowest(actions))
        actions &= actions - 1
        logits[wide] = answer(head, head_bias, z, wide)
    seats = s.seats
    top = np.float32(-1e9)
    for k in range(seats):
        chances[k] = answer(head, head_bias, z, HEAD_VALUE + k)
        top = max(top, chances[k])
    total = np.float32(0)
    for k in range(seats):
        chances[k] = np.exp(chances[k] - top)
        total += chances[k]
    for k in range(seats):
        chances[k] /= total


@fast
def answer(head: Any, head_bias: Any, z: Any, row: Any) -> Any:
    """One output of the head."""
    out = head_bias[row]
    for j in range(z.shape[0]):
        out += head[row, j] * z[j]
    return out
