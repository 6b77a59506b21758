"""Non-interference through the real socket: deal anew what a seat can't see, and not a byte of its messages changes."""

import asyncio
import random

import pytest

import jeton
from jeton.server.live import PRESENCE_SECONDS
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once

SEATS = {"splendor": 3, "marvel": 4, "guardians": 3}


@pytest.mark.parametrize("title", [title for title in SEATS if title in jeton.titles()])
async def test_messages_do_not_depend_on_what_their_reader_can_not_know(tmp_path, title):
    seats = SEATS[title]
    rng = random.Random(7)
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table(title, seats)
        for seat in range(1, seats):
            await ann.sit(table, seat)
        await ann.start(table)
        live = server.hub.rooms[table]
        match, game = live.core.match, live.core.game
        viewers = [*range(seats), None]
        wires = {}
        for viewer in viewers:
            wires[viewer] = await Wire(server.url, table, token=ann.token).__aenter__()
            await wires[viewer].hello(seat=viewer, watch=viewer is None, client=f"w{viewer}")
            await wires[viewer].until("view")
        await asyncio.sleep(4 * PRESENCE_SECONDS)  # who came has been told
        checked, number = 0, 0
        for step in range(60):
            if match.is_over:
                break
            if step % 4 == 0:
                for viewer, wire in wires.items():
                    before = live.core.match.position
                    frames = []
                    for position in (before, game.redeal(game.view(before, viewer), rng)):
                        match.position = position
                        live.frames.changed()
                        frames.append(await all_messages(wire, viewer, number, match, rng.getstate()))
                        number += 20
                    match.position = before
                    live.frames.changed()
                    assert frames[0] == frames[1]
                    checked += len(frames[0])
            for _ in range(3):
                if match.is_over:
                    break
                seat = rng.choice(match.actors)
                if not match.moves(seat):
                    continue
                move = rng.choice(match.moves(seat))
                await wires[seat].say("move", id=100_000 + step * 10 + _, seen=match.n, move=move)
                await wires[seat].until("ok", id=100_000 + step * 10 + _)
        for wire in wires.values():
            await wire.__aexit__()
        assert checked > 100


async def all_messages(wire, viewer, number, match, state):
    """The view with no history, the answers to moves that are refused and why they are, byte by byte."""
    rng = random.Random()
    rng.setstate(state)
    start = len(wire.frames)
    wire.read = start
    n = match.n
    others = [seat for seat in range(match.header.seats) if seat not in match.actors]
    await wire.say("ping", id=1)
    await wire.until("pong", id=1)
    tries = ["dance", "undo", "buy h1", "buy h3", "buy 3.1", "reserve 9", "noble 7", "done", "take jj"]
    if viewer is None or viewer in others:
        tries += ["take wbg", "reserve 1", "buy 1.1"]
    for i, move in enumerate(tries):
        if viewer is not None and viewer in match.actors and move in match.moves(viewer):
            continue
        await wire.say("move", id=number, seen=n, move=move)
        try:
            await wire.until("no", id=number, seconds=5)
        except TimeoutError:
            raise AssertionError(f"{move!r} of {viewer} was not refused") from None
        _ = i
        await wire.say("why", id=number, move=move)
        await wire.until("because", id=number)
    await wire.say("sync")
    await wire.until("view", reset=True)
    return [mask(frame, number) for frame in wire.frames[start:] if '"t":"pong"' not in frame]


def mask(frame, number):
    return frame.replace(f'"id":{number},', '"id":0,') if '"t":"no"' in frame or '"t":"because"' in frame else frame
