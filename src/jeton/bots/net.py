"""A net's opinion of a position, in compiled code: chances of each seat, and a weight for each legal move.

Most features are zero, and so is half of every layer behind its relu: only the rows that count are added up, four at a
time. The first layer begins with what an earlier position of the same search came to, and adds only what is different
now. For nets this small that beats a library that multiplies whole matrices one position at a time.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from jeton.core.bits import lowest
from jeton.core.jit import loose
from jeton.games.splendor.features import WIDE, feature_count, feature_scale, observe

__all__ = ["NoNet", "Weights", "evaluate", "load", "rooms"]

Weights = tuple[Any, ...]
"""First layer by feature in bytes, scales, bias; blocks by input, scales, biases; norms' gains, offsets; head, bias."""

HEAD_VALUE = WIDE
"""Where the chances of the seats begin in the head, after the actions."""


class NoNet(LookupError):
    """There is no net for that title and number of seats."""


@lru_cache(maxsize=8)
def load(title: str, seats: int, path: str | None = None) -> Weights:
    """The net that ships for a title and number of seats, or one from a file.

    >>> len(load("splendor", 2))
    10
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

        by_feature = (first * feature_scale(seats)).T
        by_input = stack("w", blocks).transpose(0, 2, 1).reshape(-1, first.shape[0])
        gains, offsets = stack("g", blocks + 1), stack("o", blocks + 1)
        body = (*in_bytes(by_feature), full("b0"), *in_bytes(by_input), stack("b", blocks))
        return *body, gains, offsets, full("wh"), full("bh")


def in_bytes(rows: Any) -> tuple[Any, Any]:
    """A matrix as bytes with a scale for each row: a quarter of the memory."""
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-9) / 127
    return np.ascontiguousarray(np.rint(rows / scales[:, None]).astype(np.int8)), scales.astype(np.float32)


def note(title: str, seats: int) -> dict[str, Any]:
    """Where a net that ships comes from: its plan and how much it saw."""
    shipped = resources.files("jeton.bots.nets").joinpath(f"{title}-{seats}.npz")
    with resources.as_file(shipped) as path, np.load(path, allow_pickle=False) as file:
        return json.loads(bytes(file["about"]).decode())  # type: ignore[no-any-return]


def rooms(weights: Weights, seats: int = 4) -> tuple[Any, ...]:
    """Scratch space for one search; and, for each seat to move, its first position there with its first layer."""
    features, width = weights[0].shape[0], weights[2].shape[0]
    eights, size = np.zeros(features // 8, np.int64), max(features, width) + 8
    known = np.zeros((seats, features // 8), np.int64)
    return (
        eights.view(np.uint8),
        eights,
        known.view(np.uint8),
        known,
        np.tile(weights[2], (seats, 1)),
        np.zeros(width, np.float32),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
        np.zeros(width, np.float32),
    )


@loose
def add_rows(h: Any, rows: Any, scales: Any, index: Any, weight: Any, start: Any, size: Any) -> None:
    """Add the weighted rows of a matrix of bytes, counted from `start`, to h, four at a time."""
    while size & 3:
        index[size] = 0
        weight[size] = 0
        size += 1
    for k in range(0, size, 4):
        a, b, c, d = start + index[k], start + index[k + 1], start + index[k + 2], start + index[k + 3]
        p, q = weight[k] * scales[a], weight[k + 1] * scales[b]
        u, v = weight[k + 2] * scales[c], weight[k + 3] * scales[d]
        for j in range(h.shape[0]):
            h[j] += (
                p * np.float32(rows[a, j])
                + q * np.float32(rows[b, j])
                + u * np.float32(rows[c, j])
                + v * np.float32(rows[d, j])
            )


@loose
def first_layer(seat: Any, weights: Any, room: Any) -> None:
    """The first layer: that of the first position of the search with this seat to move, and what differs from it."""
    by_feature, scales = weights[0], weights[1]
    features, eights, known, known_eights, sums, h, index, weight, _ = room
    size = none = np.int64(0)  # no literals: Numba would compile `add_rows` for each
    new = True
    for q in range(eights.shape[0]):
        new = new and known_eights[seat, q] == 0
        if eights[q] != known_eights[seat, q]:
            for i in range(8 * q, 8 * q + 8):
                index[size] = i
                weight[size] = np.float32(features[i]) - np.float32(known[seat, i])
                size += features[i] != known[seat, i]
    for j in range(h.shape[0]):
        h[j] = sums[seat, j]
    add_rows(h, by_feature, scales, index, weight, none, size)
    if new:
        for q in range(eights.shape[0]):
            known_eights[seat, q] = eights[q]
        for j in range(h.shape[0]):
            sums[seat, j] = h[j]


@loose
def norm(h: Any, gains: Any, offsets: Any, k: Any, z: Any) -> None:
    """The k-th layer norm of h, and its relu."""
    width = h.shape[0]
    mean = np.float32(0)
    for j in range(width):
        mean += h[j]
    mean /= np.float32(width)
    spread = np.float32(0)
    for j in range(width):
        spread += (h[j] - mean) * (h[j] - mean)
    scale = np.float32(1) / np.sqrt(spread / np.float32(width) + np.float32(1e-5))
    for j in range(width):
        z[j] = max(np.float32(0), (h[j] - mean) * scale * gains[k, j] + offsets[k, j])


@loose
def positive(z: Any, index: Any, weight: Any) -> Any:
    """List the entries that are positive; how many they are."""
    size = 0
    for j in range(z.shape[0]):
        index[size] = j
        weight[size] = z[j]
        size += z[j] > 0
    return size


@loose
def evaluate(r: Any, s: Any, weights: Any, room: Any, actions: Any, names: Any, logits: Any, chances: Any) -> None:
    """The logit of each legal action (by its card-named number), and the chance of each seat to win."""
    _, _, _, by_input, scales, biases, gains, offsets, head, head_bias = weights
    features, eights, _, _, _, h, index, weight, z = room
    for q in range(eights.shape[0]):
        eights[q] = 0
    observe(r, s, features)
    first_layer(s.seat, weights, room)
    width, blocks = h.shape[0], biases.shape[0]
    for k in range(blocks):
        norm(h, gains, offsets, k, z)
        size = positive(z, index, weight)
        for j in range(width):
            h[j] += biases[k, j]
        add_rows(h, by_input, scales, index, weight, k * width, size)
    norm(h, gains, offsets, blocks, z)
    while actions != 0:
        wide = names[lowest(actions)]
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


@loose
def answer(head: Any, head_bias: Any, z: Any, row: Any) -> Any:
    """One output of the head."""
    out = head_bias[row]
    for j in range(z.shape[0]):
        out += head[row, j] * z[j]
    return out
