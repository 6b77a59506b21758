"""Bots are a shared, bounded resource: nobody's bots keep another person waiting."""

import asyncio
import time
from functools import partial

import pytest

from jeton.client import Refused
from jeton.server.rooms import bots as module
from jeton.server.rooms.bots import BotPool, Choice
from jeton.server.rooms.fairness import ALONE, FLOOR, PATIENT, FairQueue, Owner, Ticket
from tests.server.harness import GENEROUS, Wire, a_config, running

pytestmark = pytest.mark.once

LEVEL8 = 3.0
"""What the top level wants for a move."""


class Evening:
    """A queue, workers and a clock that only moves when something happens."""

    def __init__(self, workers, seconds=5.0):
        self.queue, self.now = FairQueue(workers, seconds), 0.0
        self.busy = {}
        self.ends = []
        self.later = []
        self.waits = {}

    def ask(self, owner, wants, then=None):
        """Queue a bot of an owner that would think for so long; the evening calls `then` when it has."""
        self.queue.add(Ticket(owner, self.now, payload=(wants, then)))

    def at(self, when, what):
        self.later.append((when, len(self.later), what))

    def run(self, until):
        while True:
            for worker in range(self.queue.workers):
                if worker not in self.busy and (ticket := self.queue.take(worker, self.now)):
                    self.busy[worker] = ticket
                    self.ends.append((self.now + min(ticket.payload[0], ticket.seconds), worker))
            events = [(when, 0, worker) for when, worker in self.ends]
            events += [(when, 1, number) for when, number, _ in self.later]
            if not events or min(events)[0] > until:
                return
            self.now, kind, what = min(events)
            if kind == 0:
                self.ends.remove((self.now, what))
                ticket = self.busy.pop(what)
                self.queue.done(ticket, self.now)
                self.waits.setdefault(ticket.owner.person, []).append(self.now - ticket.since)
                if ticket.payload[1]:
                    ticket.payload[1]()
            else:
                found = next(one for one in self.later if one[1] == what and one[0] == self.now)
                self.later.remove(found)
                found[2]()


def p99(waits):
    return sorted(waits)[int(0.99 * (len(waits) - 1))]


def guest_with(evening, tables, owner):
    """So many tables of four bots of the top level: each thinks as soon as the one before it has moved."""

    def go_on():
        evening.ask(owner, LEVEL8, go_on)

    for _ in range(tables):
        go_on()


def person_at(evening, owner, wants, every, times):
    """Somebody who moves now and then, and has one bot's answer to wait for."""
    for turn in range(times):
        evening.at(1.0 + turn * every, partial(evening.ask, owner, wants))


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("watched", [False, True])
def test_28_tables_of_bots_alone_keep_nobody_waiting(workers, watched):
    evening = Evening(workers)
    guest_with(evening, 28, Owner("guest", "6.6.6.6", people=False, here=watched))
    person_at(evening, Owner("ann", "1.1.1.1"), 0.02, 3.0, 200)
    person_at(evening, Owner("ben", "2.2.2.2"), LEVEL8, 7.0, 80)
    evening.run(600.0)

    assert len(evening.waits["ann"]) == 200
    assert p99(evening.waits["ann"]) < 2.0
    assert p99(evening.waits["ben"]) < 2.0
    assert len(evening.waits["guest"]) > 100, "what is left of the machine is theirs"


def test_28_tables_with_their_maker_at_each_come_after_somebody_who_uses_little():
    """A guest who sits down at all of them is not put last, but what was used counts."""
    evening = Evening(1)
    guest_with(evening, 28, Owner("guest", "6.6.6.6"))
    person_at(evening, Owner("ann", "1.1.1.1"), 0.02, 3.0, 200)
    evening.run(600.0)

    assert p99(evening.waits["ann"]) < 2.0


def test_many_guests_of_one_address_are_one():
    evening = Evening(1)
    for number in range(28):
        guest_with(evening, 1, Owner(f"guest {number}", "6.6.6.6"))
    person_at(evening, Owner("ann", "1.1.1.1"), 0.02, 3.0, 100)
    evening.run(300.0)

    assert p99(evening.waits["ann"]) < 2.0


def test_who_waits_longest_of_equals_is_next_and_nobody_is_left_out():
    evening = Evening(1)
    people = [Owner(f"person {number}", f"1.1.1.{number}") for number in range(20)]
    for number, one in enumerate(people):
        evening.at(number / 100, partial(evening.ask, one, LEVEL8))
    evening.run(60.0)

    assert len(evening.waits) == 20
    assert max(waits[0] for waits in evening.waits.values()) < 2 * LEVEL8


def test_all_the_time_is_given_where_nobody_waits_and_less_where_many_do():
    queue = FairQueue(1, 5.0)
    ann, bot = Ticket(Owner("ann"), 0.0), Ticket(Owner("bot", people=False), 0.0)
    assert queue.allowed(ann, 0.0) == queue.allowed(bot, 0.0) == 5.0
    queue.add(Ticket(Owner("guest", people=False), 0.0))
    assert queue.allowed(ann, 0.0) == PATIENT
    assert queue.allowed(ann, 1.0) == PATIENT - 1.0
    assert queue.allowed(bot, 0.0) == ALONE
    queue.add(Ticket(Owner("ben"), 0.0))
    assert queue.allowed(ann, 0.0) == PATIENT / 2
    for _ in range(100):
        queue.add(Ticket(Owner("ben"), 0.0))
    assert queue.allowed(ann, 0.0) == FLOOR
    assert queue.allowed(ann, 60.0) == FLOOR


def test_a_bot_that_remembers_waits_for_its_worker_alone():
    queue = FairQueue(2, 5.0)
    queue.add(Ticket(Owner("ann"), 0.0, worker=1))
    queue.add(Ticket(Owner("ben"), 1.0))

    assert queue.take(0, 2.0).owner.person == "ben"
    assert queue.take(0, 2.0) is None
    assert queue.take(1, 2.0).owner.person == "ann"


def test_what_was_used_is_forgotten_with_time():
    queue, ticket = FairQueue(1, 5.0), Ticket(Owner("ann", "1.1.1.1"), 0.0)
    queue.add(ticket)
    queue.take(0, 0.0)
    queue.done(ticket, 40.0)

    assert queue.used(Owner("ann"), 40.0) == 40.0
    assert queue.used(Owner("other", "1.1.1.1"), 40.0) == 40.0
    assert queue.used(Owner("ann"), 70.0) == 20.0
    assert queue.used(Owner("ann"), 4_000.0) == 0.0


def think(title, rules, options, bot, view, seconds, seed, at):
    """Return a bot that says how much time it was given."""
    time.sleep(0.01)
    return Choice(view.moves[0], seconds)


async def test_a_pool_gives_a_person_its_turn_before_bots_alone(monkeypatch):
    import jeton

    monkeypatch.setattr(module, "_choose", think)
    pool = BotPool(1, 5.0)
    view, order, told = jeton.new("splendor", options={"first": "seat"}).view(0), [], []

    async def ask(name, owner):
        hurried = told.append if name == "ann" else None
        choice = await pool.choose("splendor", 1, {}, "greedy", view, owner=owner, hurried=hurried)
        order.append((name, choice.seconds))

    try:
        await ask("first", Owner("x"))  # the worker is warm
        guest = Owner("guest", people=False, here=False)
        tasks = [asyncio.create_task(ask("guest", guest)) for _ in range(5)]
        await asyncio.sleep(0)
        gone = asyncio.create_task(ask("gone", Owner("ben")))
        tasks.append(asyncio.create_task(ask("ann", Owner("ann"))))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(*tasks)
    finally:
        pool.close()

    assert [name for name, _ in order[:3]] == ["first", "guest", "ann"]
    assert order[2][1] <= PATIENT
    assert told == [True]
    assert len(order) == 7
    assert order[-1] == ("guest", 5.0)
    assert order[-2] == ("guest", ALONE)
    assert pool.queue.waiting == []


async def test_people_are_told_when_bots_read_less(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, options={"first": "seat"}, bots=["greedy"])
        await ann.start(table)
        async with Wire(server.url, table, token=ann.token) as peer:
            await peer.hello()
            await peer.until("view")
            driver = server.hub.rooms[table].driver
            driver._hurry(True)
            assert (await peer.until("thinking"))["hurried"] is True
            driver._hurry(False)
            assert (await peer.until("thinking"))["hurried"] is False


async def test_matches_of_bots_alone_are_bounded_for_a_person_and_an_address(tmp_path):
    import msgspec

    limits = msgspec.structs.replace(GENEROUS, bot_tables=2, bot_tables_per_address=3)
    config = a_config(tmp_path, limits=limits, bot_pace=10_000)
    alone = {"title": "splendor", "seats": 2, "sit": False, "bots": ["random", "random"], "start": True}
    async with running(config) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        for _ in range(2):
            await ann.call("POST", "/api/tables", alone)
        with pytest.raises(Refused, match="too_many_bots"):
            await ann.call("POST", "/api/tables", alone)
        await ben.call("POST", "/api/tables", alone)
        with pytest.raises(Refused, match="too_many_bots"):
            await ben.call("POST", "/api/tables", alone)
        later = await ben.call("POST", "/api/tables", {**alone, "start": False})
        with pytest.raises(Refused, match="too_many_bots"):
            await ben.call("POST", f"/api/tables/{later['id']}/start", {})
        with_her = await ann.new_table("splendor", 2, bots=["random"])
        await ann.start(with_her)
