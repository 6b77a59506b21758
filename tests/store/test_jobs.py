"""What waits for the next commit: together, one commit at a time, and within bounds."""

import asyncio
import time

import pytest
from sqlalchemy import delete, func, insert, or_, select, update

from jeton.store import StoreDown, postgres, schema, sqlite
from jeton.store import group_commit as jobs
from jeton.store.group_commit import BATCH, GATHER_SECONDS, MOST, Gathering, Job, compile_statement


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


def statements(i):
    """Yield statements of each kind, with other values for every number."""
    matches, nodes = schema.matches, schema.nodes
    by_time = select(matches.c.id).order_by(matches.c.changed_at.desc())
    yield by_time.where(matches.c.state == f"state {i}").limit(10 + i).offset(i)
    yield select(matches).where(matches.c.id.in_([f"m{j}" for j in range(i)]) & (matches.c.state != f"state {i}"))
    yield select(func.count()).select_from(matches).where(matches.c.state.is_(None))
    yield insert(nodes).values(id=f"n{i}", seen_at=i)
    yield insert(nodes).values([{"id": f"n{i}", "seen_at": i}, {"id": f"m{i}", "seen_at": i}])
    yield update(matches).where(matches.c.id == f"m{i}").values(state=f"state {i}", changed_at=i)
    yield delete(nodes).where(or_(nodes.c.id == f"n{i}", nodes.c.seen_at < i))


@pytest.mark.parametrize("dialect", [sqlite.DIALECT, postgres.DIALECT], ids=["sqlite", "postgresql"])
def test_a_statement_with_other_values_has_the_text_that_was_made_and_its_own_parameters(dialect):
    for i in range(4):
        if i == 1:
            made = len(jobs._compiled)
        for statement in statements(i):
            plain = statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})
            text, parameters = compile_statement(statement, dialect)

            assert (text, dict(parameters)) == (str(plain), dict(plain.params))
    assert len(jobs._compiled) == made
