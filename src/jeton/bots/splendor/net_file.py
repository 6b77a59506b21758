"""The files of nets: as training wrote them, and as they ship.

A training run writes `net.npz`: every parameter in half precision, by its name in `bots/train/net.py`. A net ships as a
safetensors file of about half that size: exactly the arrays that the evaluation takes, matrices in bytes, and in half
precision what half precision holds exactly. The rows of features that are always 0 hold nothing, and so take no
room in the wheel. `python -m jeton.bots.splendor.net_file RUN/net.npz OUT` turns the first into the second.

https://huggingface.co/docs/safetensors describes the format: eight bytes with the length of a header, the header in
JSON, then one array behind the other.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from importlib import resources
from importlib.resources.abc import Traversable
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from jeton.core.errors import JetonError
from jeton.core.int8_matmul import in_line, pack, unpack
from jeton.core.matmul_many import GREATEST
from jeton.games.splendor.features import feature_count, feature_scale
from jeton.games.splendor.zero_features import always_zero

__all__ = [
    "FINE",
    "NoNet",
    "Weights",
    "digest",
    "note",
    "parameters",
    "places",
    "read",
    "shipped",
    "without_zeros",
    "write",
]

Weights = tuple[Any, ...]
"""The arrays of `NAMES`, in that order."""

NAMES = (
    "first", "first.scales", "first.bias",
    "blocks", "blocks.scales", "blocks.biases",
    "norms.gains", "norms.offsets",
    "head", "head.bias",
)  # fmt: skip
"""First layer by feature in bytes, scales, bias; blocks packed, scales, biases; norms' gains, offsets; head, bias."""

FINE = 21
"""A sum of the first layer is a whole number of 2^-21: 32 bits hold sums below 1,024."""

LINE = 64
DTYPES: dict[str, Any] = {"I8": np.dtype(np.int8), "F16": np.dtype("<f2"), "F32": np.dtype("<f4")}
BAD_FILE = (ValueError, TypeError, KeyError, EOFError, OSError, AttributeError, zipfile.BadZipFile)


class NoNet(JetonError, LookupError):
    """No net exists for that title and number of seats, or the file holds none."""


def shipped(title: str, seats: int) -> Traversable | None:
    """Return the file of the net that ships for a title and number of seats; None if none does."""
    file = resources.files("jeton.bots.splendor.nets").joinpath(f"{title}-{seats}.safetensors")
    return file if file.is_file() else None


def read(path: Path | Traversable, seats: int) -> Weights:
    """Return the weights of a file of either kind, as the evaluation takes them; raises `NoNet`."""
    try:
        weights = _learnt(path) if _is_learnt(path) else _as_shipped(path)
        if weights[0].shape[0] != feature_count(seats):
            raise NoNet(f"{path.name}: expected a net of {feature_count(seats)} features, got {weights[0].shape[0]}")
        _check_first_layer(path, weights, seats)
    except BAD_FILE as error:
        if isinstance(error, NoNet):
            raise
        raise NoNet(f"{path}: not a net of Jeton ({type(error).__name__})") from None
    return weights


def _check_first_layer(path: Path | Traversable, weights: Weights, seats: int) -> None:
    """Raise `NoNet` if a sum of the first layer might not fit into 32 bits.

    It reckons with more than any position has: all cards on the table, each far out of everybody's reach.
    """
    scale = feature_scale(seats)
    greatest = np.where(scale == 1.0, 1.0, np.where(scale == 0.25, 16.0, 40.0)).astype(np.float32)
    sums = weights[1] * greatest @ np.abs(weights[0].astype(np.float32))
    weight = weights[1] * np.maximum(greatest, 16.0)
    if sums.max() >= 2.0 ** (31 - FINE) or weight.max() >= GREATEST / 2.0**FINE:
        raise NoNet(f"{path.name}: expected a first layer with sums below {2 ** (31 - FINE):,}, got {sums.max():,.0f}")


def note(path: Path | Traversable) -> dict[str, Any]:
    """Return where a net comes from: its plan and how much it saw."""
    if _is_learnt(path):
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            return json.loads(bytes(file["about"]).decode())  # type: ignore[no-any-return]
    return json.loads(_header(path.read_bytes())[0]["__metadata__"]["about"])  # type: ignore[no-any-return]


def digest(weights: Weights) -> str:
    """Return a digest of the arrays that the evaluation takes, whatever the kind of file."""
    found = hashlib.sha256()
    for array in weights:
        found.update(f"{array.dtype.str}{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
    return found.hexdigest()[:16]


def without_zeros(weights: Weights, title: str, seats: int) -> Weights:
    """Return the same net with empty rows for features that are always 0: it plays alike, and packs better."""
    first = weights[0].copy()
    first[always_zero(title, seats)] = 0
    return in_line(first), *weights[1:]


def write(weights: Weights, about: dict[str, Any], path: Path) -> None:
    """Write a net as it ships: only the last array may leave a cache line unfilled."""
    kept = [_in_half(array) for array in weights]
    header: dict[str, Any] = {"__metadata__": {"about": json.dumps(about)}}
    at = 0
    for name, array in zip(NAMES, kept, strict=True):
        kind = next(kind for kind, dtype in DTYPES.items() if dtype == array.dtype)
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}
        if at % LINE:
            raise ValueError(f"{name}: expected arrays of whole cache lines before it, got {at} bytes")
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 8) % LINE)
    with path.open("wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for array in kept:
            out.write(np.ascontiguousarray(array).tobytes())


def places(path: Path | Traversable) -> list[dict[str, Any]]:
    """Return the start, type and shape of each array in the file of a net that ships, in the order of `NAMES`."""
    header, start = _header(path.read_bytes())
    return [
        {
            "at": start + header[name]["data_offsets"][0],
            "type": DTYPES[header[name]["dtype"]].str,
            "shape": header[name]["shape"],
        }
        for name in NAMES
    ]


def parameters(path: Path) -> dict[str, Any]:
    """Return a net's parameters by their names in training, in full precision; for one that ships, from its bytes."""
    if _is_learnt(path):
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name].astype(np.float32) for name in file.files if name != "about"}
    first, scales, bias, packed, block_scales, biases, gains, offsets, head, head_bias = _as_shipped(path)
    width, seats = len(bias), note(path)["plan"]["seats"]
    blocks = unpack(packed, len(biases), width) * block_scales[:, :, None]
    found = {"w0": (first * scales[:, None]).T / feature_scale(seats), "b0": bias, "wh": head, "bh": head_bias}
    for name, arrays in {"w": blocks, "b": biases, "g": gains, "o": offsets}.items():
        found |= {f"{name}.{k}": array for k, array in enumerate(arrays)}
    return found


def in_bytes(rows: Any) -> tuple[Any, Any]:
    """Return a matrix as bytes with a scale for each row: a quarter of the memory.

    >>> in_bytes(np.array([[-0.5, 0.25], [0.0, 2.0]]))[0].tolist()
    [[-127, 64], [0, 127]]
    """
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-9) / 127
    return in_line(np.rint(rows / scales[:, None]).astype(np.int8)), scales.astype(np.float32)


def _is_learnt(path: Path | Traversable) -> bool:
    with path.open("rb") as file:
        return bool(file.read(2) == b"PK")  # an npz is a zip file


def _learnt(path: Path | Traversable) -> Weights:
    with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:

        def full(name: str) -> Any:
            return np.ascontiguousarray(file[name].astype(np.float32))

        def stack(name: str, size: int) -> Any:
            return np.stack([full(f"{name}.{i}") for i in range(size)])

        blocks = sum(name.startswith("w.") for name in file.files)
        by_feature = (full("w0") * feature_scale(json.loads(bytes(file["about"]).decode())["plan"]["seats"])).T
        gains, offsets = stack("g", blocks + 1), stack("o", blocks + 1)
        matrices, scales = zip(*(in_bytes(full(f"w.{i}")) for i in range(blocks)), strict=True)
        body = (*in_bytes(by_feature), full("b0"), pack(matrices), np.stack(scales), stack("b", blocks))
        return *body, gains, offsets, full("wh"), full("bh")


def _in_half(array: Any) -> Any:
    """Return numbers in half precision if that holds them exactly, as it does those from training; else as they are."""
    half = array.astype(DTYPES["F16"])
    return half if array.dtype == DTYPES["F32"] and np.array_equal(half.astype(DTYPES["F32"]), array) else array


def _as_shipped(path: Path | Traversable) -> Weights:
    content = path.read_bytes()
    return tuple(_in_full(np.frombuffer(content, one["type"], prod(one["shape"]), one["at"]).reshape(one["shape"]))
                 for one in places(path))  # fmt: skip


def _in_full(array: Any) -> Any:
    """Return an array of a file as the evaluation takes it."""
    return in_line(array.astype(DTYPES["F32"]) if array.dtype == DTYPES["F16"] else array)


def _header(content: bytes) -> tuple[dict[str, Any], int]:
    """Return the header of a net that ships, and where its arrays begin."""
    start = 8 + int.from_bytes(content[:8], "little")
    return json.loads(content[8:start]), start


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(f"usage: python -m {__spec__.name} RUN/net.npz OUT.safetensors")
    learnt, out = map(Path, sys.argv[1:])
    about = note(learnt)
    title, seats = about["plan"]["title"], about["plan"]["seats"]
    write(without_zeros(read(learnt, seats), title, seats), about, out)
