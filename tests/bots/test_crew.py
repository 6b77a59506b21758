"""It does not matter which worker does a job, nor which dies on the way: the same seeds give the same results."""

import os
import signal
from pathlib import Path

import msgspec
import pytest

from jeton.analysis import review
from jeton.bots.arena import Contest, play_deals
from jeton.bots.crew import TRIES, Lost, LostTooOften, Processes, done_by
from jeton.bots.ladder import Ladder, climb
from jeton.bots.on_ray import BadCluster, crew_at
from jeton.cli.main import run
from jeton.core.match import Match

pytestmark = pytest.mark.once
CONTEST = Contest(bots=("greedy", "random"), deals=7, turn_limit=12)


class Mortal:
    """A crew in this process whose workers die: each job whose turn it is, so many times."""

    def __init__(self, every=3, width=2, deaths=1):
        self.every, self._width, self.deaths = every, width, deaths
        self.given, self.closed, self.died = {}, False, 0
        self.most = 0

    def width(self):
        return self._width

    def submit(self, work, job):
        ticket = object()
        self.given[ticket] = work, job
        self.most = max(self.most, len(self.given))
        return ticket

    def wait(self, tickets, seconds):
        return [list(tickets)[-1]]  # the last one first: nobody may count on the order

    def result(self, ticket):
        work, job = self.given.pop(ticket)
        if len(self.given) % self.every == 0 and self.died < self.deaths:
            self.died += 1
            raise Lost("gone")
        return work(job)

    def close(self):
        self.closed = True


def bare(deals):
    found = [
        [msgspec.structs.replace(result, seconds=()) for result in deal.results]
        for deal in sorted(deals, key=lambda one: one.number)
    ]
    assert found
    return found


def double(job):
    return 2 * job


def die_once(job):
    """Die by a signal in the first process that comes."""
    number, mark = job
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        return number
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def test_lost_jobs_are_done_again_and_none_twice():
    crew = Mortal(every=1, deaths=4)

    assert sorted(done_by(crew, double, range(20))) == [2 * n for n in range(20)]
    assert crew.died == 4
    assert crew.most == 4  # two for each of two workers
    assert crew.closed


def test_jobs_are_taken_when_they_are_needed():
    taken = []
    jobs = (taken.append(n) or n for n in range(100))
    running = done_by(Mortal(deaths=0), double, jobs)
    next(running)
    assert len(taken) <= 5
    running.close()


def test_a_job_that_kills_its_workers_is_given_up():
    with pytest.raises(LostTooOften, match=f"given out {TRIES} times, and its workers died: gone"):
        list(done_by(Mortal(every=1, deaths=100), double, [1]))


def test_what_a_job_raises_is_raised_and_the_crew_is_stopped():
    crew = Mortal(deaths=0)
    with pytest.raises(ZeroDivisionError):
        list(done_by(crew, lambda job: 1 // job, [0]))
    assert crew.closed


def test_an_arena_of_a_crew_that_dies_comes_to_the_same_results():
    crew = Mortal(every=2, deaths=3)

    assert bare(play_deals(CONTEST, crew=crew)) == bare(play_deals(CONTEST))
    assert crew.died == 3


def test_a_ladder_of_a_crew_that_dies_comes_to_the_same_results(tmp_path):
    ladder = Ladder(bots=("greedy", "random"), deals=3)
    crew = Mortal(every=2, deaths=2)

    def played(units):
        return [msgspec.structs.replace(unit, spent=()) for unit in units]

    alone = climb([ladder], tmp_path / "alone.jsonl")
    assert played(climb([ladder], tmp_path / "crew.jsonl", crew=crew)) == played(alone)
    assert crew.died == 2


def test_a_review_of_a_crew_that_dies_is_the_same():
    match: Match = _short()
    crew = Mortal(every=2, deaths=2)

    assert review(match, lines=40, crew=crew) == review(match, lines=40)
    assert crew.died == 2


def _short():
    import jeton

    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    for move in ("take wbg", "reserve 3.1", "take wbr", "take gk"):
        if move in match.moves():
            match.play(move)
    return match


def test_a_process_that_is_killed_costs_its_jobs_in_flight_and_nothing_else(tmp_path):
    mark = str(tmp_path / "died")

    assert sorted(done_by(Processes(2), die_once, ((n, mark) for n in range(6)))) == list(range(6))
    assert Path(mark).exists()


def test_without_ray_one_line_says_what_to_type(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(BadCluster, match=r"pip install 'jeton\[ray\]'"):
        crew_at("local")


def test_an_address_without_a_cluster_is_said_in_one_line(capsys):
    assert run(["arena", "random", "random", "--games", "2", "--ray", "127.0.0.1:1"]) == 2
    assert "--ray: nobody answers at 127.0.0.1:1" in capsys.readouterr().err
