"""Non-interference through the real socket: another deal of what a seat can't see changes no byte of its messages."""

import contextlib
import random
import re
from collections import Counter

import httpx
import pytest

import jeton
from tests.figures import say
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once

SEATS = {"splendor": 3, "marvel": 4, "guardians": 3}
KINDS = ("because", "no", "view", "table")
DUE = re.compile(r'"due":\d+')
"""When the clock rings, by the wall clock: it goes on while we ask. tests/leaks compares the alarm itself."""
NONSENSE = [
    "dance",
    "undo",
    "buy h1",
    "buy h3",
    "buy 3.1",
    "reserve 9",
    "noble 7",
    "done",
    "take jj",
    "boat nowhere red",
]


@contextlib.asynccontextmanager
async def a_match(folder, title):
    """Yield a match in which one person plays every seat, with a socket for each seat and one that looks on."""
    async with running(a_config(folder)) as server, server.client() as ann, contextlib.AsyncExitStack() as stack:
        await ann.guest("Ann")
        table = await ann.new_table(title, SEATS[title])
        for seat in range(1, SEATS[title]):
            await ann.sit(table, seat)
        await ann.start(table)
        wires = {}
        for viewer in (*range(SEATS[title]), None):
            wires[viewer] = await stack.enter_async_context(Wire(server.url, table, token=ann.token))
            await wires[viewer].hello(seat=viewer, watch=viewer is None, client=f"w{viewer}")
            await wires[viewer].until("view")
        for wire in wires.values():
            await wire.say("sync")
            await wire.until("view", reset=True)  # nothing of the greetings is left
            wire.read = len(wire.frames)
        yield server, table, ann, wires


class Questioner:
    """Asks a socket all that a curious player can ask, again and again, and keeps the answers byte by byte."""

    def __init__(self, live, title):
        self.live, self.match, self.game = live, live.core.match, live.core.game
        self.rng = random.Random(title)
        self.heard = [*NONSENSE]
        self.ids, self.counts = 0, Counter()

    async def compare(self, wire, viewer):
        """Ask in the world as it is, and in one that the viewer can't tell from it."""
        before = self.match.position
        tries = self.rng.sample(self.heard, min(8, len(self.heard)))
        answers, self.fresh = [], set()
        for position in (before, self.game.redeal(self.game.view(before, viewer), self.rng)):
            self.match.position = position
            self.live.frames.changed()
            answers.append(await self.ask(wire, viewer, tries))
        self.match.position = before
        self.live.frames.changed()
        assert answers[0] == answers[1]
        assert len(self.fresh) <= 1
        self.counts["states"] += 1
        self.counts["messages"] += len(answers[0])
        self.counts["bytes"] += sum(map(len, answers[0]))

    async def ask(self, wire, viewer, tries):
        """Return the answers to questions, to moves that are refused, and the whole view with its history."""
        start = wire.read = len(wire.frames)
        for move in tries:
            await wire.say("why", id=0, move=move)
            because = await wire.until("because", id=0, seconds=60)
            self.counts["why"] += 1
            if because["legal"]:
                continue
            self.ids += 1
            await wire.say("move", id=self.ids, seen=self.match.n, move=move)
            refusal = await wire.until("no", id=self.ids, seconds=60)
            assert [refusal[name] for name in ("code", "rule", "values")] == [
                because[name] for name in ("code", "rule", "values")
            ]
            self.counts["refusals"] += 1
        await wire.say("sync")
        await wire.until("view", reset=True)
        # Fresh views after refusals may be sent together, or not: those that are sent are one and the same.
        frames = wire.frames[start : wire.read]
        kinds = {kind: [one for one in frames if one.startswith(f'{{"t":"{kind}"')] for kind in KINDS}
        views = [DUE.sub('"due":0', view) for view in kinds["view"]]
        self.fresh.update(views[:-1])
        return [*kinds["because"], *map(without_id, kinds["no"]), views[-1], *kinds["table"][-1:]]

    async def play(self, wires):
        """Play a move of anybody whose turn it is."""
        seat = self.rng.choice(self.match.actors)
        moves = self.match.moves(seat)
        if not moves:
            return
        move = self.rng.choice(moves)
        self.heard = [*self.heard[-200:], *self.rng.sample(list(moves), min(3, len(moves)))]
        self.ids += 1
        await wires[seat].say("move", id=self.ids, seen=self.match.n, move=move)
        await wires[seat].until("ok", id=self.ids)


def without_id(frame):
    """Return a refusal but for the number of the message that it answers; everything else byte by byte."""
    head, mark, rest = frame.partition('"id":')
    return head + mark + rest.partition(",")[2] if '"t":"no"' in frame else frame


async def exports(server, table):
    """Return what anybody gets who asks for the match itself."""
    async with httpx.AsyncClient(base_url=server.url) as client:
        found = [await client.get(f"/api/tables/{table}/{what}") for what in ("match", "replay")]
        return [(answer.status_code, answer.content) for answer in found]


async def look_for_leaks(folder, title, states):
    async with a_match(folder, title) as (server, table, ann, wires):
        live = server.hub.rooms[table]
        one = Questioner(live, title)
        key = live.core.table.key
        while one.counts["states"] < states and not one.match.is_over:
            for viewer, wire in wires.items():
                await one.compare(wire, viewer)
            assert await exports(server, table) == [(409, b'{"code":"not_over","values":{}}')] * 2
            for _ in range(3):
                if not one.match.is_over:
                    await one.play(wires)
        frames = [frame for wire in wires.values() for frame in wire.frames]
        during = "".join(frame for frame in frames if '"state":"over"' not in frame)  # then the key is shown
        assert key not in during
        return one, server, table, ann, wires, during


@pytest.mark.parametrize("title", jeton.titles())
async def test_messages_do_not_depend_on_what_their_reader_can_not_know(tmp_path, title):
    one, *_ = await look_for_leaks(tmp_path, title, 60)

    assert one.counts["refusals"] > 100
    say(f"secrets through the socket, {title}", **one.counts)


@pytest.mark.soak
@pytest.mark.parametrize("title", jeton.titles())
async def test_whole_matches_tell_nothing(tmp_path, title):
    total = Counter()
    for number in range(10):
        folder = tmp_path / str(number)
        folder.mkdir()
        one, *_ = await look_for_leaks(folder, title, 10_000)
        total += one.counts
    say(f"secrets through the socket, {title}, 10 matches", **total)


async def test_keys_leave_the_server_only_at_the_end_and_match_what_was_promised(tmp_path):
    async with a_match(tmp_path, "splendor") as (server, table, ann, wires):
        core = server.hub.rooms[table].core
        promised = (await ann.call("GET", f"/api/tables/{table}"))["commitment"]
        for seat in (0, 1):
            await wires[seat].say("resign", id=1)
            await wires[seat].until("ok", id=1)
        over = await wires[None].until("table", state="over")

        assert over["key"] == core.table.key
        (status, file), (_, replay) = await exports(server, table)
        assert status == 200
        match = jeton.loads(file.decode())
        assert match.header.key.encode() in replay
        assert match.header.commitment == over["commitment"] == promised
