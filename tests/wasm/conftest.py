"""The engine of the page, built once for all tests of a run, and again only where its sources have changed."""

import fcntl
from pathlib import Path

import pytest

from jeton.wasm.build import build
from tests.wasm.engine import Engine

FOLDER = Path(__file__).parent.parent.parent / "src" / "jeton" / "server" / "engine"


@pytest.fixture(scope="session")
def folder():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FOLDER.with_name(".engine.lock").open("w") as lock:  # several workers may ask at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        build(FOLDER)
    return FOLDER


@pytest.fixture
def engine(folder):
    return Engine(folder)
