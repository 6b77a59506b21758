"""Ray for real: a cluster of three nodes on this machine, one of which is killed while it works."""

import json
import threading
import time
from pathlib import Path

import pytest

import jeton
from jeton.bots.crew import Lost, done_by
from jeton.bots.on_ray import RayCrew
from jeton.cli.main import run

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'jeton[ray]'")

pytestmark = [
    pytest.mark.soak, pytest.mark.once, pytest.mark.xdist_group("ray"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]  # fmt: skip


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        yield nodes
    finally:
        nodes.shutdown()


class Counting(RayCrew):
    """Counts the jobs that were lost."""

    lost = 0

    def result(self, ticket):
        try:
            return super().result(ticket)
        except Lost:
            self.lost += 1
            raise


def test_a_node_that_is_killed_costs_its_jobs_in_flight_and_nothing_else(cluster, tmp_path):
    doomed = cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    name, mark = doomed.node_id, tmp_path / "busy"

    def work(job):  # goes by value: no machine has this file
        if ray.get_runtime_context().get_node_id() == name:
            Path(mark).touch()
            time.sleep(3600)
        return job * job

    def kill():
        while not mark.exists():
            time.sleep(0.1)
        cluster.remove_node(doomed, allow_graceful=False)

    crew = Counting(ray, cluster.address)
    killer = threading.Thread(target=kill, daemon=True)
    killer.start()

    assert sorted(done_by(crew, work, range(40))) == [n * n for n in range(40)]
    assert mark.exists()
    assert 1 <= crew.lost <= 2  # what ran there, and what waited for it


def test_the_arena_comes_to_the_same_with_a_node_killed_on_the_way(cluster, capsys):
    doomed = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    words = ["arena", "greedy", "random", "--games", "40", "--seed", "5", "--json"]
    threading.Timer(20.0, lambda: cluster.remove_node(doomed, allow_graceful=False)).start()

    assert run([*words, "--ray", cluster.address]) == 0
    far = _bare(capsys.readouterr().out)
    assert run([*words, "--workers", "1"]) == 0
    assert far == _bare(capsys.readouterr().out)


def _bare(text):
    said = json.loads(text)
    del said["speed"]
    for bot in said["bots"]:
        del bot["seconds_per_move"]
    return said


def test_ladders_datasets_and_reviews_are_the_same(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, where in (("far", ["--ray", cluster.address]), ("here", ["--workers", "1"])):
        assert run(["rate", "greedy", "random", "--title", "splendor", "--seats", "2", "--deals", "3", "--json",
                    "--log", f"{name}.jsonl", *where]) == 0  # fmt: skip
        Path(f"{name}.rate").write_text(capsys.readouterr().out, encoding="utf-8")
        assert run(["dataset", name, "greedy", "random", "--matches", "12", "--part", "3", *where]) == 0
        capsys.readouterr()
    assert Path("far.rate").read_text() == Path("here.rate").read_text()
    parts = sorted(path.name for path in Path("here").glob("*.parquet"))
    assert len(parts) == 4
    assert all((Path("far") / name).read_bytes() == (Path("here") / name).read_bytes() for name in parts)

    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    for _ in range(4):
        match.play(match.moves()[0])
    jeton.save(match, "my.match")
    said = []
    for where in (["--ray", cluster.address], []):
        assert run(["review", "my.match", "--lines", "100", "--json", *where]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_a_cluster_of_this_machine_is_started_and_ended(monkeypatch, capsys):
    assert run(["arena", "random", "random", "--games", "4", "--ray", "local", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert not ray.is_initialized()
