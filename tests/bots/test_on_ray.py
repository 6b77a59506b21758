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


@pytest.fixture
def doomed(cluster, tmp_path, monkeypatch):
    """Add a node and kill it while it works on its first job, so that it does none; return a list of the lost jobs."""
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    name, mark, submit, result = node.node_id, tmp_path / "busy", RayCrew.submit, RayCrew.result
    lost = []

    def killed_there(work):
        def worked(job):  # goes by value: no machine has this file
            if ray.get_runtime_context().get_node_id() == name:
                Path(mark).touch()
                time.sleep(3600)
            until = time.monotonic() + 120
            while not Path(mark).exists() and time.monotonic() < until:
                time.sleep(0.05)  # else a busy machine does all jobs before that node has begun one
            return work(job)

        return worked

    def counted(crew, ticket):
        try:
            return result(crew, ticket)
        except Lost:
            lost.append(ticket)
            raise

    def kill():
        while not mark.exists():
            time.sleep(0.1)
        cluster.remove_node(node, allow_graceful=False)

    monkeypatch.setattr(RayCrew, "submit", lambda crew, work, job: submit(crew, killed_there(work), job))
    monkeypatch.setattr(RayCrew, "result", counted)
    threading.Thread(target=kill, daemon=True).start()
    return lost


@pytest.fixture(scope="module")
def another(cluster):
    """Return a node that lives."""
    return cluster.add_node(num_cpus=1)


@pytest.mark.usefixtures("another")
def test_a_node_that_is_killed_costs_its_jobs_in_flight_and_nothing_else(cluster, doomed):
    assert sorted(done_by(RayCrew(ray, cluster.address), lambda job: job * job, range(40))) == [
        n * n for n in range(40)
    ]
    assert 1 <= len(doomed) <= 2  # what ran there, and what waited for it


def arena(name, where, capsys):
    assert run(["arena", "greedy", "random", "--games", "40", "--seed", "5", "--json", *where]) == 0
    said = json.loads(capsys.readouterr().out)
    del said["speed"]
    for bot in said["bots"]:
        del bot["seconds_per_move"]
    return said


def rate(name, where, capsys):
    assert run(["rate", "greedy", "random", "--title", "splendor", "--seats", "2", "--deals", "6", "--json",
                "--log", f"{name}.jsonl", *where]) == 0  # fmt: skip
    return capsys.readouterr().out


def dataset(name, where, capsys):
    assert run(["dataset", name, "greedy", "net", "--matches", "18", "--part", "3", *where]) == 0
    capsys.readouterr()
    parts = {path.name: path.read_bytes() for path in Path(name).iterdir()}
    assert len(parts) == 8
    return parts


def review(name, where, capsys):
    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    for _ in range(8):
        match.play(match.moves()[0])
    jeton.save(match, "my.match")
    assert run(["review", "my.match", "--lines", "100", "--json", *where]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("another")
@pytest.mark.parametrize("command", [arena, rate, dataset, review])
def test_commands_come_to_the_same_with_a_node_killed_on_the_way(
    command, cluster, doomed, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    far = command("far", ["--ray", cluster.address], capsys)

    assert doomed, "a job was lost on the way"
    assert far == command("here", [] if command is review else ["--workers", "1"], capsys)


def test_a_cluster_of_this_machine_is_started_and_ended(monkeypatch, capsys):
    assert run(["arena", "random", "random", "--games", "4", "--ray", "local", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4
    assert not ray.is_initialized()
