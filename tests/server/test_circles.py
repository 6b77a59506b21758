"""Whatever ends is freed at once: no room, socket or connection needs Python's collector to find it in a cycle."""

import asyncio
import gc
import weakref

import pytest

from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Patient(Wire):
    """Comes back as the page does, since a slow machine may drop a table from memory between open and hello."""

    async def __aenter__(self):
        while True:
            await super().__aenter__()
            try:
                await self.hello()
                await self.until("view")
            except TimeoutError:
                await self.__aexit__()
                self.frames.clear()
                self.read = 0
            else:
                return self


async def until_gone(kept):
    """Wait until all of them are freed; return the names of those that are not."""
    for _ in range(12_000):
        if not any(one() for one in kept.values()):
            break
        await asyncio.sleep(0.02)
    return [name for name, one in kept.items() if one() is not None]


def kept_by_room(live):
    """Return what a room keeps in memory, by name."""
    return {name: weakref.ref(one) for name, one in (("room", live), ("core", live.core), ("bots", live.driver))}


def kept_by_sockets(server):
    """Return what each open socket keeps in memory, by name."""
    found = {}
    for number, one in enumerate(server.services.sockets.open):
        for name, kept in (("socket", one), ("connection", one._connection), ("protocol", one._connection.conn)):
            found[f"{name} {number}"] = weakref.ref(kept)
    return found


def hang_up(server):
    for one in list(server.services.sockets.open):
        one.hang_up("flood")


@pytest.mark.parametrize(
    ("store", "ends"),
    [
        ("sqlite", "by the client"),
        ("sqlite", "by the server"),
        ("sqlite", "by both at once"),
        ("sqlite", "by a cut"),
        ("postgresql", "by the client"),
    ],
)
async def test_what_is_over_is_freed_without_circles(request, tmp_path, monkeypatch, no_collector, store, ends):
    monkeypatch.setattr("jeton.server.wire.socket.LOOK_AROUND", 0.01)
    where = {"database": request.getfixturevalue("database")} if store == "postgresql" else {}
    config = a_config(tmp_path, idle_seconds=0.2, repair_seconds=0.05, bot_seconds=60.0, **where)
    async with running(config) as server, server.client() as host:
        await host.guest("Ann")
        table = await host.new_table("splendor", 2, bots=["greedy"], start=True, options={"first": "seat"})
        async with Patient(server.url, table, token=host.token) as wire, Patient(server.url, table) as spectator:
            kept = kept_by_room(await server.hub.room(table))
            await wire.say("move", id=1, move="take wbg", seen=0)
            await wire.until("ok", id=1)
            await wire.until("view", n=2, seconds=120)  # a bot that thinks holds its room, and its worker has to start
            await wire.say("resign", id=2)
            await wire.until("ok", id=2)
            kept |= kept_by_sockets(server)
            assert len(kept) == 9
            assert len(server.services.chat._lines) == 1
            match ends:
                case "by the server":
                    hang_up(server)
                    await wire.until("bye")
                    await spectator.until("bye")
                case "by both at once":
                    hang_up(server)
                    await asyncio.gather(wire.socket.close(), spectator.socket.close())
                case "by a cut":
                    for one in (wire, spectator):
                        one.socket.transport.abort()

        assert await until_gone(kept) == []
        assert len(server.services.chat._lines) == 0


async def test_who_looked_on_through_another_node_is_forgotten_when_nobody_does(tmp_path):
    async with running(a_config(tmp_path)) as server:
        hub = server.hub
        hub.nodes.add("other")
        hub._told("other here table ann ben")
        assert hub.elsewhere("table") == {"ann", "ben"}

        hub._told("other here table ")

        assert hub._elsewhere == {}
