"""Deterministic simulation: two nodes, one log, and all that can go wrong between them, drawn from a seed.

Nodes lag behind, clash, lose the answer of a commit, die and read everything anew; wall clocks jump; messages come
twice, late, or to the other node. A seed that fails replays exactly: `simulate(SEED)`.
"""

import random
import time

import pytest

import jeton
from jeton.server.rooms import commands as ask
from jeton.server.rooms.commands import Accept, Now, Refuse, Repeat
from jeton.server.rooms.events import Settings, Table
from jeton.server.rooms.room import Room
from jeton.server.wire.protocol import ClockSetting
from tests.figures import say

pytestmark = pytest.mark.once

GAMES = {title: jeton.make(title) for title in jeton.titles()}
TITLES = ["splendor", "splendor", "marvel", "marvel", "guardians"]
HOUR = 3_600_000


class Log:
    """The database: rows whose version and whose message's name are unique; it may fail before or after it wrote."""

    def __init__(self, rng):
        self.rng, self.rows, self.clients = rng, [], set()

    def append(self, rows):
        """`ok`, `clash`, or `down`: then nobody knows whether the rows were written."""
        luck = self.rng.random()
        if luck < 0.03:
            return "down"
        names = [row.client for row in rows if row.client]
        if rows[0].version != len(self.rows) + 1 or self.clients.intersection(names):
            return "clash"
        self.rows += rows
        self.clients.update(names)
        return "down" if luck < 0.06 else "ok"


class Node:
    """A server's memory of the table, handled as the server does."""

    def __init__(self, world):
        self.world = world
        self.die()

    def die(self):
        """Kill it by -9, and begin a new life: all it knows is the log."""
        world = self.world
        self.room = Room.load(world.table, GAMES[world.table.title], world.log.rows, world.now())
        self.unsure = False

    def catch_up(self):
        for row in self.world.log.rows[self.room.version :]:
            self.room.apply(row, self.world.now())

    def handle(self, command):
        looked = False
        for _ in range(20):
            if self.unsure:
                self.catch_up()
                self.unsure = False
            decision = self.room.decide(command, self.world.now())
            if isinstance(decision, Refuse) and not looked:
                looked = True
                self.catch_up()
                continue
            if not isinstance(decision, Accept):
                return decision
            match self.world.log.append(decision.rows):
                case "ok":
                    for row in decision.rows:
                        self.room.apply(row, self.world.now())
                    return decision.rows[0].version
                case "down":
                    self.unsure = True
                    return Refuse("store_down")
            self.catch_up()
        raise AssertionError("no end of clashes")


class World:
    """A table, its log, two nodes and time."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        title = rng.choice(TITLES)
        game = GAMES[title]
        seats = rng.choice(game.seat_counts)
        kind = rng.choice(["none", "advisory", "hard", "days"])
        self.table = Table(
            id="t", title=title, rules=game.version, seats=seats, options=dict(game.options),
            key=rng.randbytes(16).hex(), host="u0", made_at=0,
            settings=Settings(clock=ClockSetting(kind=kind, seconds=600)),
        )  # fmt: skip
        self.wall, self.mono = 10 * HOUR, HOUR
        self.log = Log(rng)
        self.nodes = [Node(self), Node(self)]
        self.acked, self.sent = {}, []

    def now(self):
        return Now(self.wall, self.mono)

    def begin(self):
        seats = self.table.seats
        people = self.rng.randint(1, seats)
        for seat in range(seats):
            sit = ask.SitDown(user=f"u{seat}", seat=seat, name=f"U{seat}", client=f"sit{seat}")
            self.insist(sit if seat < people else ask.PutBot(user="u0", seat=seat, bot="random", client=f"sit{seat}"))
        self.insist(ask.Begin(user="u0", client="begin"))

    def insist(self, command):
        """Say it until it is done, as a client does."""
        while isinstance(answer := self.say(command), Refuse):
            assert answer.code == "store_down", answer

    def say(self, command, node=None):
        """Send a command to one of the nodes, and keep in mind what it acknowledges."""
        answer = (node or self.rng.choice(self.nodes)).handle(command)
        if command.client is not None and not isinstance(answer, Refuse):
            version = answer.version if isinstance(answer, Repeat) else answer
            assert self.acked.setdefault(command.client, version) == version, "another answer than before"
        return answer

    def step(self, number):
        rng = self.rng
        self.mono += (waited := rng.choice([0, 10, 500, 3_000]))
        self.wall += waited + (rng.choice([-HOUR, HOUR]) if rng.random() < 0.02 else 0)
        node = rng.choice(self.nodes)
        if rng.random() < 0.3:
            node.catch_up()  # a notification came, or the look at the versions
        if rng.random() < 0.02:
            node.die()
        if self.sent and rng.random() < 0.15:
            self.say(rng.choice(self.sent[-30:]), node)  # again, or late, or through the other node
            return
        command = self.command(node.room, number)
        before = node.room.version, len(self.log.rows)
        answer = self.say(command, node)
        if isinstance(answer, Refuse) and answer.code != "store_down":
            assert len(self.log.rows) == before[1], "refused, but written"
        if command.client is not None:
            self.sent.append(command)

    def command(self, room, number):
        """Return what a person, a bot or a clock might ask of the room as a node knows it."""
        rng, match = self.rng, room.match
        seat = rng.randrange(self.table.seats)
        if match is not None and match.actors and rng.random() < 0.7:
            seat = rng.choice(match.actors)
        bots = dict(room.bots_to_move())
        if bots and rng.random() < 0.8:
            seat = rng.choice(list(bots))
            moves = room.match.moves(seat)
            if moves:
                return ask.BotMove(seat=seat, n=room.n - (rng.random() < 0.1), move=rng.choice(moves))
        base = {"user": room.seats[seat].user, "seat": seat, "client": f"c{number}"}
        moves = list(match.moves(seat)) if match and not match.is_over and seat in match.actors else []
        if moves and rng.random() < 0.75:
            return ask.Play(**base, move=rng.choice(moves), seen=max(0, room.n - (rng.random() < 0.1)))
        return rng.choice([
            ask.Alarm(), ask.Alarm(),
            ask.UndoMove(**base),
            ask.AskOthers(**base, what=rng.choice(["pause", "resume"])),
            ask.AnswerQuestion(**base, yes=rng.random() < 0.7),
            ask.AnswerQuestion(**base, yes=True),
            ask.HandSeatOver(**base, target=rng.randrange(self.table.seats), absent=rng.random() < 0.5),
            ask.TakeSeatBack(**base),
            ask.Play(**base, move="dance"),
            *([ask.GiveUp(**base)] if rng.random() < 0.1 else []),
        ])  # fmt: skip

    def check(self):
        """Check that all nodes, and a new one, come to the same, and acknowledged rows stand where the nodes said."""
        rows = self.log.rows
        assert [row.version for row in rows] == list(range(1, len(rows) + 1))
        written = {row.client: row.version for row in rows if row.client}
        assert len(written) == sum(row.client is not None for row in rows)
        assert self.acked.items() <= written.items()
        for node in self.nodes:
            node.catch_up()
        rooms = [node.room for node in self.nodes]
        rooms.append(Room.load(self.table, GAMES[self.table.title], rows, self.now()))
        assert same([state_of(room) for room in rooms])


def state_of(room):
    """Everything that the log decides; what a clock shows depends on when a node was told, its flag on the log."""
    write = room.game.write
    match = room.match
    return (
        room.version, room.state, room.seats, room.asking, room.clients, room.clocks.paused,
        match and (match.log, write(match.position), match.outcome, sorted(room.resigned())),
    )  # fmt: skip


def same(things):
    return all(thing == things[0] for thing in things)


def simulate(seed, steps=120):
    """Run one world from a seed; return how many rows it has written."""
    world = World(seed)
    world.begin()
    for number in range(steps):
        world.step(number)
        if number % 40 == 39:
            world.check()
    world.check()
    return len(world.log.rows)


@pytest.mark.parametrize("seed", range(40))
def test_two_nodes_and_one_log_survive_whatever_a_seed_brings(seed):
    assert simulate(seed) > 10


@pytest.mark.soak
def test_10000_seeds():
    began, rows = time.process_time(), 0
    for seed in range(10_000):
        try:
            rows += simulate(seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
    say("simulation", seeds=10_000, rows=rows, cpu_s=round(time.process_time() - began))
