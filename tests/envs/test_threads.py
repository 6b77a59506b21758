"""Threads share parts: each is done once, nobody waits for a thread without one, and none outlives its batch."""

import gc
import threading

import pytest

from jeton.envs.batch import Batch
from jeton.envs.threads import LEAST, NAME, Threads, parts_of

PARTS = [(i, i + 1) for i in range(50)]


def test_each_part_is_done_once():
    threads = Threads(4)

    for _ in range(200):
        assert sorted(threads.share(lambda lo, hi: (lo, hi), PARTS)) == PARTS


def test_threads_work_at_the_same_time():
    both = threading.Barrier(2, timeout=30)  # who comes alone waits here, and then fails
    threads = Threads(2)

    assert sorted(threads.share(lambda lo, hi: both.wait() * 0 + lo, PARTS[:2])) == [0, 1]


def test_nobody_waits_for_a_thread_that_has_taken_nothing():
    threads, held, free = Threads(2), threading.Event(), threading.Event()

    def hold(lo, hi):
        if threading.current_thread().name == NAME:
            held.set()
            free.wait(30)
        else:
            held.wait(30)

    keeper = threading.Thread(target=threads.share, args=(hold, PARTS[:2]))
    keeper.start()
    held.wait(30)  # now the other thread is busy, until `free`

    assert sorted(threads.share(lambda lo, hi: lo, PARTS)) == list(range(50))
    assert keeper.is_alive()
    free.set()
    keeper.join(30)


@pytest.mark.parametrize("fails", [NAME, "caller"])
def test_an_error_of_any_thread_is_raised_and_the_next_work_is_done(fails):
    threads, both = Threads(2), threading.Barrier(2, timeout=30)

    def work(lo, hi):
        both.wait()
        if (threading.current_thread().name == NAME) == (fails == NAME):
            raise ZeroDivisionError
        return lo

    with pytest.raises(ZeroDivisionError):
        threads.share(work, PARTS[:2])
    assert sorted(threads.share(lambda lo, hi: lo, PARTS)) == list(range(50))


def test_threads_end_with_their_batch():
    before = set(threading.enumerate())
    batch = Batch("splendor", 600, threads=3)
    batch.step(batch.sample())
    begun = [thread for thread in threading.enumerate() if thread not in before]
    assert len(begun) == 2

    del batch
    gc.collect()
    for thread in begun:
        thread.join(30)
    assert not any(thread.is_alive() for thread in begun)


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
@pytest.mark.parametrize("size", [1, LEAST, LEAST + 1, 4096, 100_000])
def test_parts_hold_each_row_once_and_the_last_are_small(size, threads):
    parts = parts_of(size, threads)

    assert [row for lo, hi in parts for row in range(lo, hi)] == list(range(size))
    if threads > 1:
        assert parts[-1][1] - parts[-1][0] <= LEAST
        assert max(hi - lo for lo, hi in parts) <= max(LEAST, size / threads)


@pytest.mark.parametrize("size", [1, 7, 16_384])
def test_parts_can_be_as_many_as_the_threads(size):
    parts = parts_of(size, 3, -(-size // 3))

    assert [row for lo, hi in parts for row in range(lo, hi)] == list(range(size))
    assert len(parts) == min(size, 3)
