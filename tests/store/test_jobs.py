"""What waits for the next commit: together, one commit at a time, and within bounds."""

import asyncio
import time

from jeton.store import StoreDown
from jeton.store.jobs import BATCH, GATHER_SECONDS, MOST, Gathering, Job


def a_job(told=None):
    return Job((), (), (told if told is not None else []).append)


async def turns(count=3):
    for _ in range(count):
        await asyncio.sleep(0)


async def test_what_comes_in_one_turn_of_the_loop_after_a_quiet_while_is_handed_over_together_and_at_once():
    handed = []
    gathering = Gathering(asyncio.get_running_loop(), handed.append)
    jobs = [a_job() for _ in range(3)]
    for job in jobs:
        gathering.add(job)
    await turns()

    assert handed == [jobs]


async def test_nothing_is_handed_over_while_a_commit_runs_and_the_next_begins_after_the_pause():
    handed = []
    gathering = Gathering(asyncio.get_running_loop(), lambda jobs: handed.append((time.monotonic(), len(jobs))))
    gathering.add(a_job())
    await turns()
    gathering.add(a_job())
    gathering.add(a_job())
    await asyncio.sleep(2 * GATHER_SECONDS)
    assert len(handed) == 1  # nobody has said that the first is done

    gathering.done()
    await turns()
    assert [count for _, count in handed] == [1, 2]

    gathering.done()
    gathering.add(a_job())
    await asyncio.sleep(3 * GATHER_SECONDS)
    assert handed[2][0] - handed[1][0] >= 0.9 * GATHER_SECONDS


async def test_a_commit_takes_so_many_at_most_and_more_than_can_wait_are_refused():
    handed, told = [], []
    gathering = Gathering(asyncio.get_running_loop(), handed.append)
    for _ in range(MOST):
        gathering.add(a_job())
    gathering.add(a_job(told))
    await turns()

    assert [len(jobs) for jobs in handed] == [BATCH]
    assert [type(answer) for answer in told] == [StoreDown]
    assert len(gathering.rest()) == MOST - BATCH
