"""Datasets: every decision of many matches as Parquet files, with a description, a card and checksums.

A dataset is a folder. Its matches are numbered and lie in parts, files of so many matches each. A part depends only on
the source and its number, so a run that was stopped goes on where it was, with any number of processes, and writes the
same bytes. Needs `pip install 'jeton[data]'`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from jeton._version import __version__
from jeton.bots.crew import Crew, Processes, done_by
from jeton.core.errors import JetonError
from jeton.envs.kinds import Array, codec, wanted
from jeton.envs.rows import Rows, Source, play
from jeton.games import make

__all__ = ["BadDataset", "Description", "Part", "check", "features", "make_parts", "read_description", "schema"]

DESCRIPTION, CARD = "dataset.json", "README.md"
FORMAT = 3
"""Raised where the same source comes to other rows: since 2 the levels that do not read ahead play in arrays; since 3 a
net adds its first layer up in whole numbers, which changes one move in 700."""
GROUP = 16_384
"""How many rows lie together in a file: as many features as it holds at a time."""


class BadDataset(JetonError, ValueError):
    """A folder does not hold what it should: it holds another dataset, or a changed part."""


class Part(msgspec.Struct, frozen=True):
    """A file of a dataset."""

    file: str
    matches: int
    rows: int
    sha256: str


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """What a dataset is: `dataset.json`."""

    format: int = FORMAT
    jeton: str = __version__
    version: int
    """The version of the title's rules."""
    source: Source
    matches: int
    """How many were asked for."""
    matches_per_part: int
    parts: tuple[Part, ...] = ()
    """The parts written so far."""

    @property
    def rows(self) -> int:
        """How many rows are written."""
        return sum(part.rows for part in self.parts)

    def range_of(self, number: int) -> range:
        """Return the matches of a part."""
        first = number * self.matches_per_part
        return range(first, min(first + self.matches_per_part, self.matches))

    @property
    def count(self) -> int:
        """How many parts there will be."""
        return -(-self.matches // self.matches_per_part)


def schema(source: Source) -> Any:
    """Return the columns, as pyarrow knows them."""
    arrow = wanted("pyarrow", "data", "jeton.envs.dataset")
    columns = [
        ("match", arrow.int64()),
        ("n", arrow.int32()),
        ("seat", arrow.int8()),
        ("action", arrow.int16()),
        ("move", arrow.dictionary(arrow.int16(), arrow.string())),
        ("legal", arrow.list_(arrow.int16())),
        ("share", arrow.float32()),
        ("points", arrow.int16()),
    ]
    if source.features:
        size = len(codec(make(source.title, options=source.options), source.seats).names)
        columns.append(("features", arrow.binary(size)))
    return arrow.schema(columns)


def read_description(folder: Path) -> Description | None:
    """Return what a folder says it holds; None if it says nothing."""
    path = folder / DESCRIPTION
    if not path.is_file():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Description)
    except msgspec.DecodeError as error:
        raise BadDataset(f"{path}: not a description of a dataset: {error}") from error


def make_parts(
    folder: Path, source: Source, matches: int, *, per_part: int = 1024, workers: int = 1, crew: Crew | None = None
) -> Generator[Part]:
    """Write the parts that are missing, and yield each when it is done; raises `BadDataset`.

    So many processes play, or a crew on many machines; this process writes the files. Closing the iterator ends the
    processes, as does leaving a loop over it by an exception.
    """
    wanted("pyarrow.parquet", "data", "jeton dataset")
    game = make(source.title, options=source.options)
    codec(game, source.seats)
    asked = Description(version=game.version, source=source, matches=matches, matches_per_part=per_part)
    found = read_description(folder)
    if found is not None and msgspec.structs.replace(found, parts=(), jeton=__version__, matches=matches) != asked:
        raise BadDataset(
            f"{folder} holds another dataset: give the same bots, title, options and seed, or another folder"
        )
    whole = {part.file: part for part in (found.parts if found else ()) if part.matches == len(_matches(asked, part))}
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(asked.count) if _file(number) not in whole]
    _describe(folder, asked, whole)
    for part in _written(folder, asked, missing, workers, crew):
        whole[part.file] = part
        _describe(folder, asked, whole)
        yield part


def check(folder: Path) -> Description:
    """Compare every part with its checksum; raises `BadDataset` if one is missing or changed."""
    found = read_description(folder)
    if found is None:
        raise BadDataset(f"{folder}: no {DESCRIPTION} is there")
    for part in found.parts:
        path = folder / part.file
        if not path.is_file() or _sha256(path) != part.sha256:
            raise BadDataset(f"{path}: not what was written: remove it, and write the dataset again")
    return found


def features(column: Any) -> Array:
    """Return the column `features` of a pyarrow table as an array, a row for each decision; one chunk needs no copy."""
    chunk = column.combine_chunks() if hasattr(column, "combine_chunks") else column
    size, buffer = chunk.type.byte_width, chunk.buffers()[1]
    flat = np.frombuffer(buffer, np.uint8, len(chunk) * size, chunk.offset * size)
    return flat.reshape(len(chunk), size)


def _matches(asked: Description, part: Part) -> range:
    return asked.range_of(int(part.file.split("-")[1].split(".")[0]))


def _file(number: int) -> str:
    return f"part-{number:05}.parquet"


def _written(folder: Path, asked: Description, missing: list[int], workers: int, crew: Crew | None) -> Generator[Part]:
    if crew is None and (workers <= 1 or len(missing) < 2):
        for number in missing:
            yield _keep(folder, made((asked, number)))
        return
    crew = crew or Processes(min(workers, len(missing)))
    for part in done_by(crew, made, ((asked, number) for number in missing)):
        yield _keep(folder, part)


def made(job: tuple[Description, int]) -> tuple[Part, bytes]:
    """Play the matches of a part; return what to record of its file, and the file, which the caller writes."""
    arrow = wanted("pyarrow", "data", "jeton.envs.dataset")
    parquet = wanted("pyarrow.parquet", "data", "jeton.envs.dataset")
    asked, number = job
    matches = asked.range_of(number)
    rows = play(asked.source, matches)
    file, columns = BytesIO(), schema(asked.source)
    with parquet.ParquetWriter(
        file, columns, compression="zstd", compression_level=1, use_dictionary=["move", "seat"], write_statistics=False,
    ) as writer:  # fmt: skip
        for begin in range(0, len(rows), GROUP):
            group = _columns(arrow, rows, asked.source, begin, min(begin + GROUP, len(rows)))
            writer.write_table(arrow.table(group, schema=columns), row_group_size=GROUP)
    data = file.getvalue()
    return Part(_file(number), len(matches), len(rows), hashlib.sha256(data).hexdigest()), data


def _keep(folder: Path, part: tuple[Part, bytes]) -> Part:
    """Write the file of a part, whole or not at all."""
    said, data = part
    _write(folder / said.file, data)
    return said


def _columns(arrow: Any, rows: Rows, source: Source, begin: int, end: int) -> list[Any]:
    """Return the columns of the rows from one number up to another."""
    these = slice(begin, end)
    ends = np.concatenate([rows.legal_ends[begin - 1 : begin] if begin else [0], rows.legal_ends[these]])
    legal = arrow.array(rows.legal[ends[0] : ends[-1]].astype("int16"))
    columns = [
        arrow.array(rows.match[these].astype("int64")),
        arrow.array(rows.n[these].astype("int32")),
        arrow.array(rows.seat[these].astype("int8")),
        arrow.array(rows.action[these].astype("int16")),
        _dictionary(arrow, rows.texts, rows.which[these]),
        arrow.ListArray.from_arrays(arrow.array((ends - ends[0]).astype("int32")), legal),
        arrow.array(rows.share[these].astype("float32")),
        arrow.array(rows.points[these].astype("int16")),
    ]
    if source.features:
        seen = np.ascontiguousarray(rows.seen(begin, end))
        buffer = arrow.py_buffer(seen)
        columns.append(
            arrow.FixedSizeBinaryArray.from_buffers(arrow.binary(seen.shape[1]), end - begin, [None, buffer])
        )
    return columns


def _dictionary(arrow: Any, texts: list[str], which: Array) -> Any:
    """Return the texts of some rows, each text once and in the order in which it first occurs."""
    size = len(which)
    first = np.full(len(texts), size)
    first[which[::-1]] = np.arange(size)[::-1]
    order = [int(i) for i in np.argsort(first, kind="stable") if first[i] < size]
    numbers: dict[str, int] = {}
    places = np.zeros(len(texts), np.int16)
    for i in order:
        places[i] = numbers.setdefault(texts[i], len(numbers))
    return arrow.DictionaryArray.from_arrays(arrow.array(places[which]), arrow.array(list(numbers), arrow.string()))


def _describe(folder: Path, asked: Description, whole: dict[str, Part]) -> None:
    """Write the description and the card, each at once."""
    said = msgspec.structs.replace(asked, parts=tuple(whole[name] for name in sorted(whole)))
    _write(folder / DESCRIPTION, msgspec.json.format(msgspec.json.encode(said), indent=1))
    _write(folder / CARD, card(said).encode())


def _write(path: Path, data: bytes) -> None:
    rough = path.with_suffix(".tmp")
    rough.write_bytes(data)
    rough.replace(path)


def card(said: Description) -> str:
    """Return the dataset's card, in the form that dataset hubs read."""
    source = said.source
    options = ", ".join(f"{name}={value}" for name, value in source.options.items()) or "the usual ones"
    rows = "\n".join(
        f"| `{name}` | {text} |" for name, text in COLUMNS.items() if name != "features" or source.features
    )
    return f"""---
license: cc0-1.0
pretty_name: "Jeton: {source.title}, {source.seats} seats"
configs:
- config_name: default
  data_files: "*.parquet"
---

# {source.title}, {source.seats} seats: {", ".join(source.bots)}

{said.rows} decisions of {sum(part.matches for part in said.parts)} matches ({said.matches} were asked for), made by
Jeton {said.jeton} with version {said.version} of the rules, options: {options}; seed {source.seed}.

| column | |
|---|---|
{rows}

`dataset.json` has all of this and the SHA-256 of every file; `jeton dataset --check` compares them.
"""


COLUMNS = {
    "match": "the number of the match",
    "n": "the number of the decision in it, from 0",
    "seat": "who decides",
    "action": "what it decides, by its number; -1 for a move that has none",
    "move": "the same in notation",
    "legal": "the actions that were legal",
    "share": "the share of the win that this seat had in the end",
    "points": "its points in the end",
    "features": "what the seat saw, a byte a number: `jeton.envs.codec(game, seats).names` names each; as an array: "
    "`jeton.envs.dataset.features(table['features'])`, or `numpy.frombuffer`",
}
"""What each column holds."""


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
