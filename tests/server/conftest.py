"""What the server's tests share."""

import itertools

import pytest

from tests.server.postgres import Cluster, binaries

collect_ignore = ["fuzz_decoder.py"]
"""A program of its own, which `test_fuzz.py` starts where atheris is installed."""

_numbers = itertools.count()


def clusters():
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    one = Cluster(programs)
    try:
        one.start()
        yield one
    finally:
        one.close()


@pytest.fixture(scope="session")
def cluster():
    yield from clusters()


@pytest.fixture
def own_cluster():
    """Yield a cluster that a test may kill and stop without harm to others."""
    yield from clusters()


@pytest.fixture
def patient(monkeypatch):
    """Let a database answer as late as a busy machine does."""
    monkeypatch.setattr("jeton.store.postgres.WAIT_SECONDS", 8.0)
    monkeypatch.setattr("jeton.store.postgres.WRITE_SECONDS", 20.0)


@pytest.fixture
def database(cluster, patient):
    """Return the URL of a fresh database in a real PostgreSQL that all tests share: nobody may kill that one."""
    return cluster.new_database(f"jeton{next(_numbers)}")
