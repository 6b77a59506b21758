"""Two real processes over one real PostgreSQL: any node serves any table, and either may be killed."""

import asyncio

import pytest

from jeton.store import connect
from tests.figures import from_environment, say
from tests.server.harness import Nursery, chooser
from tests.server.lives import checked, kills_among, middle, some_lives

pytestmark = pytest.mark.once


@pytest.mark.long
async def test_either_of_two_nodes_may_be_killed_in_mid_game(tmp_path, database):
    with Nursery(tmp_path, database=database) as one, Nursery(tmp_path, database=database) as two:
        from jeton.client import Client

        async with Client(one.url) as ann, Client(two.url) as ben:
            await ann.guest("Ann")
            await ben.guest("Ben")
            tables = []
            for i in range(6):
                table = await ann.new_table("splendor" if i % 2 else "marvel", 3, bots=["random"])
                await ben.sit(table)
                await ann.start(table)
                tables.append(table)
            slow = asyncio.Event()
            games = [asyncio.create_task(play(ann, table, chooser(i), slow)) for i, table in enumerate(tables)]
            games += [asyncio.create_task(play(ben, table, chooser(9 + i), slow)) for i, table in enumerate(tables)]
            for victim in (one, two, one):
                await asyncio.sleep(1.0)
                victim.kill()
                await asyncio.sleep(0.5)
                victim.start()
                await asyncio.to_thread(victim.wait)
            slow.set()
            async with asyncio.timeout(120):
                await asyncio.gather(*games)

            store = await connect(database)
            for table in tables:
                rows = await store.log(table)
                assert [row.version for row in rows] == list(range(1, len(rows) + 1))
                clients = [row.client for row in rows if row.client]
                assert len(clients) == len(set(clients))
            await store.close()


async def play(client, table, choose, slow):
    async def think(view):
        if not slow.is_set():
            await asyncio.sleep(0.1)
        return choose(view)

    return await client.play(table, think)


@pytest.mark.soak
async def test_200_kills_of_either_node_and_of_postgresql_lose_and_double_nothing(tmp_path, own_cluster):
    """One of the three, by chance, again and again among hundreds of live games of all titles."""
    tables, kills = from_environment("JETON_TABLES", 201), from_environment("JETON_KILLS", 200)
    database = own_cluster.new_database("killed")
    with Nursery(tmp_path, database=database) as one, Nursery(tmp_path, database=database) as two:
        people = some_lives(tables, one.url, two.url, think=3.0)
        away = await kills_among(people, [one, two, own_cluster], kills, (0.5, 1.5))
        one.kill(), two.kill()
        found = await checked(database, people)
    say(f"{kills} kills of nodes and PostgreSQL", tables=tables, matches=found.tables, moves=found.moves,
        acknowledged=found.acked, lost=0, doubled=0, stuck=0, refused=found.refused,
        ready_s={"median": middle(away), "most": max(away)})  # fmt: skip
    assert found.moves > 10 * kills


async def test_wrong_passwords_are_counted_by_both_nodes_together_and_over_a_restart(tmp_path, database):
    from jeton.client import Client, Refused

    async def guess(node, password):
        async with Client(node.url) as eve:
            with pytest.raises(Refused) as refused:
                await eve.call("POST", "/api/account/sign-in", {"login": "ann of hearts", "password": password})
            return refused.value.code

    with Nursery(tmp_path, database=database) as one, Nursery(tmp_path, database=database) as two:
        async with Client(one.url) as ann:
            await ann.guest("Ann")
            await ann.call("POST", "/api/account/password", {"login": "ann of hearts", "password": "the right one"})
        codes = [await guess(one if i % 2 else two, "the wrong one") for i in range(12)]
        assert codes == ["bad_sign_in"] * 10 + ["too_many"] * 2

        one.kill()
        one.start()
        await asyncio.to_thread(one.wait)
        assert await guess(one, "the right one") == "too_many"
