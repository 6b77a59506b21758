"""`jeton dataset`: rows hold what was played, files what was written, and a stopped run goes on."""

import json

import numpy as np
import pyarrow.parquet as parquet
import pytest

import jeton
from jeton.cli.main import run
from jeton.envs import codec
from jeton.envs.dataset import features, make_parts, schema
from jeton.envs.rows import Source, play

pytestmark = pytest.mark.once
SOURCE = Source(title="splendor", seats=2, bots=("random",), seed=5)


@pytest.mark.parametrize(
    ("title", "seats", "bots", "count"),
    [
        ("splendor", 3, ("random",), 9),
        ("marvel", 2, ("greedy", "random"), 3),
        ("splendor", 2, ("greedy", "net"), 2),
        ("guardians", 3, ("easy",), 1),
    ],
)
def test_rows_are_whole_matches(title, seats, bots, count):
    rows = play(Source(title=title, seats=seats, bots=bots, seed=5), range(4, 4 + count))

    assert sorted(set(rows.match.tolist())) == list(range(4, 4 + count))
    legal = np.split(rows.legal, rows.legal_ends[:-1])
    for number in range(4, 4 + count):
        mine = np.flatnonzero(rows.match == number)
        assert rows.n[mine].tolist() == list(range(len(mine)))
        shares = {int(rows.seat[i]): float(rows.share[i]) for i in mine}
        assert sum(shares.values()) == pytest.approx(1)
    assert all(action in options for action, options in zip(rows.action, legal, strict=True) if action >= 0)
    assert rows.features.shape == (len(rows), len(codec(jeton.make(title), seats).names))


def test_moves_are_the_actions_in_notation_and_replay():
    """Every match of arrays can be walked again by its moves, and sees what the rows hold."""
    rows = play(SOURCE, range(6))
    game = jeton.make("splendor")
    assert {"done", "pass"} & set(rows.move)
    for move, action in zip(rows.move, rows.action, strict=True):
        assert game.notation.action(move) == action


def test_files_are_what_was_played_whoever_wrote_them(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    parts = list(make_parts(one, SOURCE, 20, per_part=8))
    assert [(part.file, part.matches) for part in parts] == [
        ("part-00000.parquet", 8), ("part-00001.parquet", 8), ("part-00002.parquet", 4),
    ]  # fmt: skip
    list(make_parts(two, SOURCE, 8, per_part=8))  # a run that was stopped
    again = list(make_parts(two, SOURCE, 20, per_part=8))
    assert [part.file for part in again] == ["part-00001.parquet", "part-00002.parquet"]
    for name in ("part-00000.parquet", "part-00001.parquet", "part-00002.parquet", "dataset.json", "README.md"):
        assert (one / name).read_bytes() == (two / name).read_bytes()

    table = parquet.read_table(one / "part-00001.parquet")
    rows = play(SOURCE, range(8, 16))
    assert table.schema.equals(schema(SOURCE))
    assert np.array_equal(features(table["features"]), rows.features)
    assert table["move"].to_pylist() == rows.move
    assert table["match"].to_pylist() == rows.match.tolist()


def test_the_command_writes_checks_and_refuses(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("JETON_LANG", "en")
    folder = tmp_path / "mine"
    line = ["dataset", str(folder), "random", "--matches", "6", "--part", "4", "--no-features", "--workers", "2"]
    assert run([*line, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["source"]["bots"] == ["random"]
    assert [part["matches"] for part in said["parts"]] == [4, 2]
    assert run(line) == 0
    assert "6 matches" in capsys.readouterr().out
    assert run(["dataset", str(folder), "--check"]) == 0

    assert run(["dataset", str(folder), "greedy"]) == 2
    assert "another dataset" in capsys.readouterr().err
    assert run(["dataset", str(tmp_path / "none")]) == 2
    assert "at least one bot" in capsys.readouterr().err
    (folder / "part-00001.parquet").write_bytes(b"PAR1")
    assert run(["dataset", str(folder), "--check"]) == 2
    assert "part-00001.parquet: not what was written" in capsys.readouterr().err
