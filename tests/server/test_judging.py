"""Finished matches judged behind the bots: last in the queue, kept, and the same as `jeton.analysis` finds."""

import asyncio

import httpx
import msgspec
import pytest

import jeton
from jeton.analysis import Review, review
from jeton.analysis.clues import ClueReview, review_clues
from jeton.server.rooms.fairness import FairQueue, Owner, Ticket
from jeton.server.rooms.machines import Answer
from jeton.server.tables import judging
from jeton.server.worker import answer_to
from tests.server.harness import a_config, running
from tests.server.test_costs import a_table, finish

pytestmark = pytest.mark.once

LINES = 12
STUDY = Owner(people=False, here=False, study=True)


async def judged(client, table):
    """Ask until it is done; return how far it was each time."""
    seen = []
    async with asyncio.timeout(120):
        while not seen or seen[-1]["state"] != "done":
            seen.append((await client.post(f"/api/tables/{table}/review")).json())
            await asyncio.sleep(0.02)
    return seen


async def test_a_finished_match_is_judged_once_and_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(judging, "LINES", LINES)
    async with a_table(tmp_path) as (server, table, clients, wires):
        path = f"/api/tables/{table}/review"
        async with httpx.AsyncClient(base_url=server.url) as client:
            early = await client.post(path)
            live = await finish(server, table, clients, wires)
            untouched = (await client.get(path)).json()
            seen = await judged(client, table)
            found = (await client.get(path)).json()
        match = live.core.match
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as client:
        again = (await client.get(path)).json()

    assert (early.status_code, early.json()["code"]) == (409, "not_over")
    assert untouched == {"state": "none", "done": 0.0}
    assert {each["state"] for each in seen} <= {"waiting", "reading", "done"}
    assert [each["done"] for each in seen] == sorted(each["done"] for each in seen)
    expected = review(match, lines=LINES, seed=judging.SEED)
    assert msgspec.convert(found["review"], type=Review) == msgspec.json.decode(
        msgspec.json.encode(expected), type=Review
    )
    assert again == found, "a server that starts anew has it still"


def test_another_machine_finds_the_same_of_clues():
    match = jeton.load("tests/matches/guardians/level-1-goal.match")
    work = msgspec.json.encode(("guardians", jeton.dumps(match))).decode()
    found = msgspec.msgpack.decode(answer_to("guardians", "clues", work), type=Answer[ClueReview])

    assert found.found == review_clues(match)
    assert judging.may_judge("guardians")


def test_what_is_judged_waits_for_every_bot():
    queue = FairQueue(workers=1, seconds=5.0)
    queue.add(Ticket(STUDY, 0.0))
    queue.add(Ticket(Owner(people=False, here=False), 9.0))
    queue.add(Ticket(Owner("ann"), 10.0))
    order = [queue.take(0, 10.0).owner for _ in range(3)]

    assert [owner.study for owner in order] == [False, False, True]
    assert order[0].person == "ann"


@pytest.mark.parametrize("owner", [Owner("ann"), Owner(people=False)])
def test_what_is_judged_takes_no_bots_time(owner):
    alone, beside = FairQueue(workers=1, seconds=5.0), FairQueue(workers=1, seconds=5.0)
    for number in range(3):
        beside.add(Ticket(STUDY, float(number)))
    for queue in (alone, beside):
        queue.add(Ticket(owner, 10.0))

    assert beside.take(0, 10.0).seconds == alone.take(0, 10.0).seconds == 5.0
