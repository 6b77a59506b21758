"""Seats before the match: added, taken away, kept for friends, and one for each person."""

import contextlib

import pytest

import jeton
from jeton.client import Refused
from jeton.server.rooms import commands as ask
from jeton.server.rooms.commands import Accept, Now, Refuse
from jeton.server.rooms.events import Settings, Table
from jeton.server.rooms.room import Room
from jeton.server.wire.protocol import ClockSetting
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

NOW = Now(1_000_000, 50_000)


class Open:
    """A table before its match."""

    def __init__(self, seats=2, title="splendor", **settings):
        game = jeton.make(title)
        self.table = Table(id="t", title=title, rules=game.version, seats=seats, options=dict(game.options),
                           key="00" * 16, settings=Settings(**settings), host="ann", made_at=0)  # fmt: skip
        self.game, self.rows = game, []
        self.room = Room(self.table, game, NOW)
        self.do(ask.SitDown(user="ann", seat=0, name="Ann"))

    def do(self, command):
        decision = self.room.decide(command, NOW)
        if isinstance(decision, Accept):
            for row in decision.rows:
                self.room.apply(row, NOW)
                self.rows.append(row)
        return decision.code if isinstance(decision, Refuse) else None

    def names(self):
        return [seat.name for seat in self.room.seats]


@pytest.mark.parametrize("title", jeton.titles())
def test_a_table_grows_and_shrinks_to_what_its_game_takes_and_the_log_says_so(title):
    counts = jeton.make(title).seat_counts
    desk = Open(min(counts), title=title, clock=ClockSetting(kind="hard", seconds=60))
    for _ in range(max(counts) - min(counts)):
        assert desk.do(ask.AddSeat(user="ann")) is None
    assert desk.do(ask.AddSeat(user="ann")) == "seats_most"
    for _ in range(max(counts) - min(counts)):
        assert desk.do(ask.RemoveSeat(user="ann", seat=1)) is None
    assert desk.do(ask.RemoveSeat(user="ann", seat=1)) == "seats_fewest"
    desk.do(ask.AddSeat(user="ann"))

    assert desk.do(ask.Begin(user="ann", fill="random")) is None

    seats = min(counts) + 1
    for room in (desk.room, Room.load(desk.table, desk.game, desk.rows, NOW)):
        assert (len(room.seats), room.match.header.seats, room.table.seats, len(room.clocks.left)) == (seats,) * 4
        assert room.commitment == room.match.header.commitment
    assert desk.do(ask.AddSeat(user="ann")) == "begun"


def test_a_seat_that_is_taken_away_takes_its_bot_along_and_moves_the_others_up():
    desk = Open(4)
    desk.do(ask.PutBot(user="ann", seat=1, bot="random"))
    desk.do(ask.SitDown(user="ben", seat=3, name="Ben"))
    assert desk.names() == ["Ann", "Mirabel", "", "Ben"]

    assert desk.do(ask.RemoveSeat(user="ben", seat=1)) == "host_only"
    assert desk.do(ask.RemoveSeat(user="ann", seat=3)) == "seat_taken"
    assert desk.do(ask.RemoveSeat(user="ann", seat=9)) == "no_such_seat"
    assert desk.do(ask.RemoveSeat(user="ann", seat=1)) is None

    assert desk.names() == ["Ann", "", "Ben"]
    assert desk.room.seats_of("ben") == (2,)


def test_bots_have_names_of_their_own():
    desk = Open(4)
    desk.do(ask.SitDown(user="ben", seat=1, name="Vesper"))
    desk.do(ask.PutBot(user="ann", seat=2, bot="random"))
    desk.do(ask.Begin(user="ann", fill="level1"))

    assert desk.names() == ["Ann", "Vesper", "Tarquin", "Odile"]


def test_bots_have_letters_of_their_own_where_names_are_left_for_that():
    desk = Open(4)
    desk.do(ask.SitDown(user="ben", seat=1, name="tom"))
    desk.do(ask.PutBot(user="ann", seat=2, bot="random"))
    desk.do(ask.PutBot(user="ann", seat=3, bot="random"))

    assert desk.names() == ["Ann", "tom", "Vesper", "Odile"]


def test_one_person_takes_one_seat_unless_the_host_allows_more():
    desk = Open(4)
    desk.do(ask.SitDown(user="eve", seat=1, name="Eve"))
    for seat in (None, 2, 3):
        for another in (False, True):
            assert desk.do(ask.SitDown(user="eve", seat=seat, name="Eva", another=another)) == "already_seated"
    assert desk.do(ask.Allow(user="eve", several=True)) == "host_only"

    desk.do(ask.Allow(user="ann", several=True))
    assert desk.do(ask.SitDown(user="eve", name="Eva", another=True)) is None
    desk.do(ask.Allow(user="ann", several=False))

    assert desk.do(ask.SitDown(user="eve", seat=3, name="Evi", another=True)) == "already_seated"
    assert desk.do(ask.SitDown(user="ann", seat=3, name="Amy", another=True)) is None, "the host may"


def test_seats_of_a_public_table_can_be_kept_for_those_who_have_the_code():
    desk = Open(4, public=True, kept=1)
    assert [seat.kept for seat in desk.room.seats] == [False, False, False, True]
    assert desk.do(ask.SitDown(user="eve", seat=3, name="Eve")) == "seats_kept"
    desk.do(ask.KeepSeat(user="ann", seat=2, on=True))
    desk.do(ask.SitDown(user="eve", name="Eve"))
    assert desk.room.seats_of("eve") == (1,)
    assert desk.do(ask.SitDown(user="fay", name="Fay")) == "seats_kept"

    assert desk.do(ask.SitDown(user="fay", name="Fay", invited=True)) is None

    assert desk.room.seats_of("fay") == (2,)
    desk.do(ask.RiseUp(user="fay", seat=2))
    assert desk.do(ask.SitDown(user="gus", seat=2, name="Gus")) == "seats_kept", "it stays kept when somebody rises"
    desk.do(ask.KeepSeat(user="ann", seat=2, on=False))
    assert desk.do(ask.SitDown(user="gus", seat=2, name="Gus")) is None


def test_whoever_has_the_link_of_a_private_table_is_invited():
    desk = Open(2, kept=1)

    assert desk.do(ask.SitDown(user="ben", name="Ben")) is None


@pytest.fixture(params=["sqlite", "postgres"])
def config(request, tmp_path):
    """Return the settings of a server over SQLite, and of one over a database of PostgreSQL."""
    return a_config(tmp_path, database=request.getfixturevalue("database") if request.param == "postgres" else None)


async def test_the_host_shapes_the_table_over_the_api_and_lists_know_it(config):
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(config))
        ann, ben, eve = [await stack.enter_async_context(server.client()) for _ in range(3)]
        for client, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
            await client.guest(name)
        table = await ann.new_table("splendor", 2, public=True, kept=1)
        place = f"/api/tables/{table}/places"
        code = (await ann.call("GET", f"/api/tables/{table}"))["code"]
        with pytest.raises(Refused, match="seats_kept"):
            await eve.sit(table)
        with pytest.raises(Refused, match="no_such_code"):
            await eve.call("POST", f"/api/tables/{table}/seats", {"code": "BBBBBB" if code != "BBBBBB" else "CCCCCC"})
        with pytest.raises(Refused, match="host_only"):
            await eve.call("POST", place)
        await ann.call("POST", place)
        await ann.call("POST", place)
        await ann.call("PATCH", f"{place}/2", {"kept": True})
        await ben.call("POST", f"/api/tables/{table}/seats", {"seat": 2, "code": code.lower()})
        await ann.call("PATCH", f"/api/tables/{table}", {"several": True})

        await ann.call("DELETE", f"{place}/1")

        told = await ben.call("GET", f"/api/tables/{table}")
        assert ([seat["name"] for seat in told["seats"]], told["several"]) == (["Ann", "Ben", ""], True)
        assert told["mine"] == [1]
        row = (await eve.call("GET", "/api/tables"))[0]
        assert (row["seats"], row["free"]) == (3, 1)
        await ann.start(table, fill="random")
        assert [row["id"] for row in await ben.call("GET", "/api/me/tables")] == [table]
        held = await ben.call("GET", f"/api/tables/{table}")
        assert [seat["name"] for seat in held["seats"]] == ["Ann", "Ben", "Vesper"]
        before = held["seats"]
        live = server.hub.rooms[table]
        server.hub.forget(live)
        assert (await ben.call("GET", f"/api/tables/{table}"))["seats"] == before
