"""`jeton dataset`: rows hold what was played, files what was written, and a stopped run goes on."""

import json
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np
import pyarrow.parquet as parquet
import pytest

import jeton
from jeton.bots import Budget
from jeton.bots.splendor.search_bots import NetBot
from jeton.cli.main import run
from jeton.envs import codec
from jeton.envs.batch import Batch
from jeton.envs.dataset import features, make_parts, schema
from jeton.envs.rows import Source, play
from jeton.games.splendor.moves import TAKE_ALL
from jeton.games.splendor.position import Position

pytestmark = pytest.mark.once
SOURCE = Source(title="splendor", seats=2, bots=("random",), seed=5)


@pytest.mark.parametrize(
    ("title", "seats", "bots", "count"),
    [
        ("splendor", 3, ("random",), 9),
        ("marvel", 2, ("greedy", "random"), 3),
        ("splendor", 2, ("greedy", "level1"), 2),
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


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 3)])
def test_nets_play_the_same_whether_asked_for_many_positions_or_for_each_alone(title, seats, monkeypatch):
    source = Source(title=title, seats=seats, bots=("net", "greedy"), seed=8)
    at_once = play(source, range(3))
    asked = []

    def one_by_one(bot, words, legal, wanted, chance, actions):
        numbers = codec(bot.game, seats)
        for row in np.flatnonzero(wanted):
            position = Position(bot.game, words[row].copy())
            move = bot.choose(bot.game.view(position, position.seat), Budget(), Random(1))
            actions[row] = numbers.action(position, position.seat, move)
            asked.append(move)

    monkeypatch.setattr(NetBot, "choose_many", one_by_one)
    alone = play(source, range(3))

    assert len(asked) > 60
    for name in ("match", "n", "seat", "action", "move", "legal", "legal_ends", "features", "share", "points"):
        assert np.array_equal(getattr(at_once, name), getattr(alone, name)), name


def test_notation_of_many_actions_is_that_of_each():
    batch, words, actions = Batch("marvel", 16, seed=2, observe=False), [], []
    for _ in range(150):
        words.append(batch.words.copy())
        actions.append(batch.sample().copy())
        batch.step(actions[-1])
    words, actions = np.concatenate(words), np.concatenate(actions)
    each = [
        batch.codec.move(Position(batch.game, row.copy()), 0, int(action))
        for row, action in zip(words, actions, strict=True)
    ]

    texts, which = batch.codec.moves(words, actions)
    assert [texts[i] for i in which] == each
    assert {"done", "pass"} <= set(each)
    assert len({move for move, action in zip(each, actions, strict=True) if action == TAKE_ALL}) > 3


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
    assert table["move"].to_pylist() == rows.move.tolist()
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
    assert "Matches: 6" in capsys.readouterr().out
    assert run(["dataset", str(folder), "--check"]) == 0

    assert run(["dataset", str(folder), "greedy"]) == 2
    assert "another dataset" in capsys.readouterr().err
    assert run(["dataset", str(tmp_path / "none")]) == 2
    assert "at least one bot" in capsys.readouterr().err
    (folder / "part-00001.parquet").write_bytes(b"PAR1")
    assert run(["dataset", str(folder), "--check"]) == 2
    assert "part-00001.parquet: not what was written" in capsys.readouterr().err


def lines_of_the_guide():
    """The lines of docs/research.md that read a dataset, by the library that each needs."""
    block = (
        Path("docs/research.md").read_text().partition("Read it with what you have:\n\n```\n")[2].partition("```")[0]
    )
    return [(line.partition(";")[0].split(", ")[-1].split()[-1], line) for line in block.splitlines()]


def test_the_guide_reads_datasets_as_they_are_written(tmp_path, monkeypatch):
    """Each line where its library is there; pyarrow always is."""
    said, names, read = lines_of_the_guide(), {}, set()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    assert run(["dataset", "mine", "random", "--matches", "6", "--part", "3"]) == 0
    rows = sum(parquet.read_metadata(part).num_rows for part in Path("mine").glob("*.parquet"))
    for library, line in said:
        if library != "features" and find_spec(library.partition(".")[0]) is None:
            continue
        exec(line, names)  # noqa: S102
        read.add(library)
        if library in ("pandas", "polars"):
            assert len(names["frame"]) == rows
        if library == "datasets":
            assert names["rows"]["train"].num_rows == rows

    assert len(said) == 5
    assert {"pyarrow.parquet", "features"} <= read
    assert names["x"].shape == (len(names["table"]), 1536)
