"""How many processors a process may use: one function knows, and everybody asks it."""

import os
from pathlib import Path

import pytest

import jeton
from jeton.core.processors import processors

SOURCE = Path(jeton.__file__).parent


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system does not pin processes")
def test_who_may_use_one_processor_counts_one():
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        alone = processors()
    finally:
        os.sched_setaffinity(0, allowed)

    assert (alone, processors()) == (1, len(allowed))


def test_nobody_counts_processors_in_another_way():
    asking = [path.name for path in SOURCE.rglob("*.py") if "cpu_count" in path.read_text("utf-8")]

    assert asking == ["processors.py"]
