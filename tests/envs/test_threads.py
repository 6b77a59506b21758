"""Threads share parts: each is done once, nobody waits for a thread without one, and none outlives its batch."""

import gc
import threading
from functools import partial

import numpy as np
import pytest

from jeton.core import jit
from jeton.core.turns import CALLER, HELPED, LOOKS, all_done, hand_in, lie_down, sleeping, take
from jeton.envs import threads as module
from jeton.envs.batch import Batch
from jeton.envs.threads import LEAST, MOST_ROUNDS, NAME, ROUNDS, Threads, Work, own_parts, parts_of

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


def wait_until(condition):
    """Wait for what other threads do."""
    waiting = threading.Event()
    for _ in range(3000):
        if condition():
            return
        waiting.wait(0.01)
    raise AssertionError("it never happened")


@pytest.fixture(scope="module")
def count_up():
    """Return compiled work that counts how often it has done each row."""

    def task(turns, parts, rows, thread, looks):
        each = parts.shape[1]
        while True:
            part = take(turns, parts, thread, 0 if thread == CALLER else looks)
            if part >= 0:
                for i in range(parts[part // each, part % each, 0], parts[part // each, part % each, 1]):
                    rows[i] += 1
                if hand_in(turns, parts, thread, 1) and thread != CALLER:
                    return True
            elif thread == CALLER:
                return all_done(turns, parts, looks)
            elif lie_down(turns, parts, thread):
                return False

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "cache_folder", lambda module: None)
        return jit.entry_point(task)


def counted(count_up, threads, size=4000):
    """Return work that counts rows, and the rows."""
    work, rows = Work(size, threads), np.zeros(size, np.int64)
    work.task = partial(count_up, work.turns, work.parts, rows)
    return work, rows


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_each_part_is_done_once_in_each_of_many_rounds(count_up, threads):
    work, rows = counted(count_up, threads)
    pool = Threads(threads)
    parts = work.parts.shape[0] * work.parts.shape[1]

    assert {pool.repeat(work) for _ in range(3000)} == {parts}
    assert rows.tolist() == [3000] * 4000


def test_threads_fall_asleep_when_no_round_comes_and_wake_up_for_the_next(count_up):
    work, rows = counted(count_up, 3)
    pool = Threads(3)
    for round_ in range(1, 6):
        pool.repeat(work)
        wait_until(lambda: all(sleeping(work.turns)))

        assert set(rows.tolist()) == {round_}


def test_a_round_does_not_wait_for_threads_that_do_not_come(count_up):
    work, rows = counted(count_up, 2)
    pool, free = Threads(2), threading.Event()
    keeper = threading.Thread(target=pool.share, args=(lambda lo, hi: free.wait(30), PARTS[:2]))
    keeper.start()

    assert pool.repeat(work) == 16
    assert set(rows.tolist()) == {1}
    free.set()
    keeper.join(30)


def test_a_thread_that_looked_in_vain_looks_half_as_long_and_in_the_end_not_at_all(monkeypatch):
    work, now, looks = Work(4000, 2), [100.0], []
    monkeypatch.setattr(module, "perf_counter", lambda: now[0])

    def task(thread, so_many):
        looks.append(so_many)
        return False

    work.task = task
    for pause in (1, 1, 1, 0, *[1] * 20):
        now[0] += pause
        work.attend(1)
    assert looks[:6] == [LOOKS // 2, LOOKS // 4, LOOKS // 8, LOOKS, LOOKS // 2, LOOKS // 4]
    assert looks[-1] == 0


@pytest.mark.parametrize("why", ["the caller waited in vain", "nobody came"])
def test_where_cores_are_busy_nobody_looks_for_a_while_and_then_longer(why):
    work, looks = Work(4000, 2), []

    def task(thread, so_many):
        looks.append(so_many)
        return why == "nobody came"

    work.task = task
    pool = Threads(1)
    for _ in range(3 * ROUNDS + 3):
        work.turns[:] = 0  # nobody sleeps, and nothing is done
        if why != "nobody came":
            work.answers.put(None)
        pool.repeat(work)
    assert looks == [LOOKS, *[0] * ROUNDS, LOOKS, *[0] * (2 * ROUNDS), LOOKS]

    looks.clear()
    work.task = lambda thread, so_many: looks.append(so_many)
    work.attend(1)
    assert looks == [0]


def test_who_told_the_caller_to_wake_up_leaves_it_the_processor():
    work, looks, told = Work(4000, 2), [], iter([True, False])

    def task(thread, so_many):
        looks.append(so_many)
        return next(told)

    work.task, work.left[1] = task, float("inf")
    work.attend(1)

    assert looks == [LOOKS, 0]
    assert work.answers.get() is None


def test_where_others_help_in_time_they_look_for_work_again(count_up):
    work, _ = counted(count_up, 2)
    work.next_busy = MOST_ROUNDS
    work.turns[HELPED] = 1

    work.learn(True)
    assert (work.busy, work.next_busy) == (0, MOST_ROUNDS // 2)


@pytest.mark.parametrize("failing", [CALLER, 1])
def test_an_error_in_a_round_is_raised_and_the_next_round_is_done(count_up, failing):
    work, rows = counted(count_up, 2)
    pool, task = Threads(1 + failing), work.task  # the other thread comes only if it is the one that fails

    def fail(thread, looks):
        if thread == failing:
            raise ZeroDivisionError
        return False  # the caller leaves the work to the other thread

    work.task = fail
    with pytest.raises(ZeroDivisionError):
        pool.repeat(work)
    work.task = task
    if failing:
        wait_until(lambda: all(sleeping(work.turns)))
    assert pool.repeat(work) == 16
    assert set(rows.tolist()) == {1}


def test_a_round_that_somebody_broke_off_is_finished_before_the_next(count_up):
    work, rows = counted(count_up, 2)
    pool, task, asked = Threads(1), work.task, []

    def broken_off(thread, looks):
        asked.append(thread)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return task(thread, looks)

    work.task = broken_off
    with pytest.raises(KeyboardInterrupt):
        pool.repeat(work)
    assert pool.repeat(work) == 16
    assert set(rows.tolist()) == {2}


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("size", [1, LEAST, 1000, 100_000])
def test_own_parts_hold_each_row_once(size, threads):
    parts = own_parts(size, threads)

    assert parts.shape[0] == threads
    assert np.concatenate([np.arange(lo, hi) for lo, hi in parts.reshape(-1, 2)]).tolist() == list(range(size))
