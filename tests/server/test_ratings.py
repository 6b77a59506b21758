"""Ratings of people: counted once whichever node counts, counted again from the log, forgotten with the person."""

import asyncio
import random

import pytest
from sqlalchemy import delete, select, update

import jeton
from jeton.client import Client, Refused
from jeton.core.match import RESIGN, new_key
from jeton.server.people.leaving import AtRest, forget_person
from jeton.server.people.people import People
from jeton.server.ratings.counting import Ratings, counted_from
from jeton.server.ratings.recount import recount
from jeton.server.ratings.scale import NEWCOMER, Skill, anchor, expected, rate, shown
from jeton.server.rooms import events
from jeton.server.rooms.commands import AskHint, GiveUp, HandSeatOver, UndoMove
from jeton.server.rooms.events import Settings, Table, row_of
from jeton.server.rooms.live import also_changes
from jeton.server.tables.archiving import delete_tables, room_of
from jeton.server.tables.shelf import Shelf
from jeton.server.tables.tables import insert_table, new_id
from jeton.server.wire.protocol import ClockSetting
from jeton.store import connect, queries
from jeton.store import schema as tables
from tests.server.harness import Nursery, a_config, running
from tests.server.test_accounts import an_account
from tests.server.test_admin import in_thread

pytestmark = pytest.mark.once

HARD = {"kind": "hard", "seconds": 900, "increment": 10}


def test_levels_of_bots_stand_in_the_order_of_the_ladder_at_every_number_of_seats():
    for title in ("splendor", "marvel"):
        for seats in (2, 3, 4):
            places = [anchor(title, seats, f"level{level}").mu for level in range(2, 9)]
            assert places == sorted(places), (title, seats)
    assert anchor("splendor", 2, "level4:style=builder") is None
    assert anchor("guardians", 3, "random") is None
    for seats in (3, 4, 5):
        places = [shown(anchor("guardians", seats, level)) for level in ("easy", "normal", "hard")]
        assert places == sorted(places)
        assert places[0] == 1000


@pytest.mark.parametrize("seats", [2, 4])
def test_somebody_comes_to_stand_where_they_win_as_often_as_expected(seats):
    rng = random.Random(7)
    truth, mine = anchor("splendor", seats, "level5"), NEWCOMER
    for _ in range(150):
        others = [anchor("splendor", seats, f"level{rng.randint(3, 7)}") for _ in range(seats - 1)]
        left, order = [truth, *others], []
        while left:  # Plackett and Luce: the first of those who are left, in proportion to their strength
            weights = [1 / expected(left[0], one, seats) - 1 for one in left]
            order.append(left.pop(rng.choices(range(len(left)), weights)[0]))
        mine = rate([mine, *others], [order.index(one) + 1 for one in (truth, *others)])[0]

    assert abs(shown(mine) - shown(truth)) < 120
    assert mine.sigma < NEWCOMER.sigma / 2


def test_equals_share_and_five_are_rated_at_once():
    drawn = rate([NEWCOMER, NEWCOMER], [1, 1])
    five = rate([NEWCOMER] * 5, [3, 1, 2, 5, 4])

    assert shown(drawn[0]) == shown(drawn[1]) == 1200
    assert [five[seat].mu for seat in (1, 2, 0, 4, 3)] == sorted((one.mu for one in five), reverse=True)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def url(request, tmp_path):
    if request.param == "SQLite":
        return f"sqlite:///{tmp_path / 'jeton.sqlite'}"
    return request.getfixturevalue("database")


async def ended(store, title, seated, losers, wall):
    """Return a rated match in which `losers` gave up, one after another: people by id, bots by level."""
    game = jeton.make(title)
    settings = Settings(clock=ClockSetting(kind="hard"), rated=True)
    table = Table(id=new_id(), title=title, rules=game.version, seats=len(seated), options=dict(game.options),
                  key=new_key(), settings=settings, host="somebody", made_at=wall)  # fmt: skip
    told = [
        (seat, events.BotSat(who, who) if who.startswith("level") else events.Sat(who, who))
        for seat, who in enumerate(seated)
    ]
    told.append((None, events.Started(("",) * len(seated))))
    told += [(seat, events.Played(0, RESIGN)) for seat in losers]
    rows = [row_of(table.id, version, wall, *pair) for version, pair in enumerate(told, start=1)]
    await store.execute(insert_table(table))
    over = queries.matches.change(table.id, state="over", changed_at=wall)
    await store.append(rows, *also_changes(rows, table.id), over)
    return table.id


async def a_season(store, people, matches, seed):
    """Matches of all sizes that have ended, uncounted."""
    rng = random.Random(seed)
    found = []
    for number in range(matches):
        seats = rng.choice([2, 2, 3, 4])
        seated = rng.sample(people, min(seats, rng.randint(1, 3)))
        seated += [f"level{rng.randint(1, 8)}" for _ in range(seats - len(seated))]
        rng.shuffle(seated)
        losers = rng.sample(range(seats), seats - 1)
        found.append(await ended(store, rng.choice(["splendor", "marvel"]), seated, losers, 1000 + number))
    return found


async def kept(store):
    """Return all ratings, in an order that stays."""
    return sorted(tuple(row.values()) for row in await store.fetch(select(tables.ratings)))


async def test_counted_at_once_by_two_nodes_each_match_counts_once_and_counting_again_says_the_same(url, tmp_path):
    store = await connect(url)
    other = await connect(url) if store.shared else store
    try:
        shelf = Shelf(tmp_path / "archive")
        people = [(await People(store).new_guest(name))[0] for name in ("Ann", "Ben", "Cléo", "Dirk")]
        matches = await a_season(store, [one.id for one in people], 16, seed=3)
        rooms = [await room_of(store, shelf, table) for table in matches]
        random.Random(5).shuffle(rooms)  # not in the order in which they ended
        nodes = Ratings(store, None), Ratings(other, None)
        for i in range(0, len(rooms), 4):
            counted = await asyncio.gather(*(node.count(room) for node in nodes for room in rooms[i : i + 4]))
            assert sum(counted) == 4
        once = await kept(store)
        seats = sum(state.user is not None for room in rooms for state in room.seats)
        assert len(once) == seats

        again = await recount(store, shelf, dry_run=True)
        assert (again.matches, again.new, again.changed) == (16, 0, 0)

        wrong = (tables.ratings.c.user == once[0][0]) & (tables.ratings.c.n == 1)
        await store.execute(update(tables.ratings).where(wrong).values(mu=99.0))
        assert (await recount(store, shelf)).changed >= 1
        assert await kept(store) == once

        await store.execute(*queries.ratings.drop_all())
        fresh = await recount(store, shelf)
        assert (fresh.matches, fresh.new) == (16, 16)
        assert (await recount(store, shelf, dry_run=True)).changed == 0

        # A table that was purged, and a person who was forgotten, change nothing for the others.
        before = await kept(store)
        await delete_tables(store, shelf, queries.upkeep.this(matches[0]))
        await forget_person(store, AtRest(store, shelf), people[1])
        assert await kept(store) == [row for row in before if row[0] != people[1].id]
        assert people[1].id not in str(await store.fetch(select(tables.rated_matches)))
        assert (await recount(store, shelf, dry_run=True)).changed == 0
    finally:
        await store.close()
        if other is not store:
            await other.close()


async def until_counted(store, table):
    while not await store.fetch(queries.ratings.match(table)):  # noqa: ASYNC110 - another process may count
        await asyncio.sleep(0.02)


async def give_up(server, table, client, seat):
    me = await client.call("GET", "/api/me")
    await server.hub.rooms[table].ask(GiveUp(user=me["id"], seat=seat))


async def test_a_rated_match_needs_accounts_a_clock_and_measured_bots_and_has_no_hints_or_undo(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as guest:
        await an_account(ann)
        await guest.guest("Gus")
        asked = {"seats": 2, "clock": HARD, "rated": True, "options": {"first": "seat"}}
        for who, settings, code in (
            (guest, {}, "rated_account"),
            (ann, {"clock": {"kind": "advisory"}}, "rated_clock"),
            (ann, {"bots": ["random"]}, "rated_bot"),
            (ann, {"bots": ["level1"]}, "rated_bot"),  # the host begins: the ladder was measured by lot
            (ann, {"options": {}, "start": True}, "seats_empty"),
            (ann, {"names": ["Ann", "Anna"]}, "rated"),
        ):
            with pytest.raises(Refused, match=f"^{code}"):
                await who.new_table("splendor", **{**asked, **settings})
        left_behind = [*server.hub.rooms, *await ann.call("GET", "/api/me/tables")]
        table = await ann.new_table("splendor", **asked)
        with pytest.raises(Refused, match="rated_account"):
            await guest.sit(table)
        with pytest.raises(Refused, match="rated_bot"):  # the host begins: the ladder was measured by lot
            await ann.start(table, fill="level1")
        table = await ann.new_table("splendor", **{**asked, "options": {}})
        with pytest.raises(Refused, match="rated_bot"):
            await ann.call("POST", f"/api/tables/{table}/seats/1/bot", {"bot": "level4:style=builder"})
        await ann.start(table, fill="level1")
        live, me = server.hub.rooms[table], (await ann.call("GET", "/api/me"))["id"]
        seen = await ann.call("GET", f"/api/tables/{table}")
        answers = [
            (await live.ask(kind(user=me, seat=0, **more))).code
            for kind, more in ((AskHint, {}), (UndoMove, {}), (HandSeatOver, {"target": 0}))
        ]

        islands = {"seats": 3, "rated": True, "bots": ["normal", "hard"]}
        for options in ({"idle_guard": 60}, {"idle_guard": 90, "level": 3}):  # bots were measured otherwise
            with pytest.raises(Refused, match="rated_bot"):
                await ann.new_table("guardians", options=options, **islands)
        third = await ann.new_table("guardians", options={"idle_guard": 90}, **islands)
        guarded = await ann.call("GET", f"/api/tables/{third}")
        mine = await ann.call("GET", "/api/me/tables")

    assert left_behind == []
    assert seen["rated"] is True
    assert answers == ["rated", "rated", "rated"]
    assert guarded["rated"] is True
    assert len(mine) == 3, "what is refused leaves no table behind"
    assert [seat["bot"] for seat in guarded["seats"]] == [None, "normal", "hard"]


async def test_a_rated_match_is_told_at_its_end_in_my_games_and_on_the_board(tmp_path, monkeypatch):
    monkeypatch.setattr("jeton.server.api.ratings.LEAST", 1)
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await an_account(ann)
        await an_account(ben, "Ben", "ben of clubs")
        table = await ann.new_table("splendor", 2, clock=HARD, rated=True)
        await ben.sit(table)
        assert await ann.call("GET", f"/api/tables/{table}/ratings") == []
        await ann.start(table)
        await give_up(server, table, ben, 1)
        told = await ann.call("GET", f"/api/tables/{table}/ratings")
        mine = (await ann.call("GET", "/api/me/games"))[0]
        board = await ben.call("GET", "/api/ratings/splendor")
        islands = await ben.call("GET", "/api/ratings/guardians")
        history = await ann.call("GET", "/api/me/ratings")
        mine_too = (await ann.call("GET", "/api/account/data"))["ratings"]
        with pytest.raises(Refused, match="unknown_title"):
            await ann.call("GET", "/api/ratings/chess")

    assert [(one["before"], one["after"], one["games"]) for one in told] == [(1200, 1278, 1), (1200, 1122, 1)]
    assert (mine["rated"], mine["rating"]) == (True, {"before": 1200, "after": 1278})
    people = [(row["name"], row["rating"], row["me"]) for row in board["rows"] if row["bot"] is None]
    assert people == [("Ann", 1278, False), ("Ben", 1122, True)]
    assert board["me"]["games"] == 1
    assert [row["bot"] for row in board["rows"] if row["bot"]] == [f"level{level}" for level in range(8, 0, -1)]
    assert [row["bot"] for row in islands["rows"]] == ["hard", "normal", "easy"]
    assert [(one["table"], one["rating"]) for one in history] == [(table, 1278)]
    assert [one["match"] for one in mine_too] == [table]


async def test_a_server_that_was_killed_before_it_counted_counts_when_it_starts(tmp_path, capsys):
    config = a_config(tmp_path)
    async with running(config) as server, server.client() as ann:
        await an_account(ann)
        table = await ann.new_table("marvel", 2, clock=HARD, rated=True, bots=["level2"], start=True)
        await give_up(server, table, ann, 0)
        await until_counted(server.services.store, table)
        was = await kept(server.services.store)
        # As if it had been killed between the end of the match and its count.
        await server.services.store.execute(delete(tables.ratings), delete(tables.rated_matches))
    async with running(config) as server:
        await until_counted(server.services.store, table)
        assert await kept(server.services.store) == was

    assert await in_thread("ratings", folder=tmp_path) == 0
    assert "Rated matches: 1, of which 0 had not been counted. Ratings that differ: 0." in capsys.readouterr().out


async def ended_under(server, client):
    """A rated match against a bot that somebody gives up; the server is killed as soon as they are told of the end."""
    table = await client.new_table("splendor", 2, clock=HARD, rated=True, bots=["level1"], start=True)
    async with client.table(table) as socket:
        async for message in socket:
            if message["t"] == "view" and not socket.waiting:
                if not message["actors"]:
                    break
                await socket.send("resign")
    await asyncio.to_thread(server.kill)
    return table


async def test_a_server_killed_by_sigkill_at_the_end_of_a_match_counts_it_exactly_once(tmp_path):
    found = list[str]()
    with Nursery(tmp_path) as server:
        async with Client(server.url) as ann:
            await an_account(ann)
            for _ in range(3):
                found.append(await ended_under(server, ann))
                server.start()
                await asyncio.to_thread(server.wait)
                async with asyncio.timeout(60):  # it looks at its start
                    while len(await ann.call("GET", "/api/me/ratings")) < len(found):  # noqa: ASYNC110
                        await asyncio.sleep(0.05)
        server.kill()
    store = await connect(f"sqlite:///{tmp_path / 'jeton.sqlite'}")
    try:
        counted = [row["match"] for row in await store.fetch(queries.ratings.all_matches())]
        rows = await kept(store)
        again = await recount(store, Shelf(tmp_path / "archive"), dry_run=True)
    finally:
        await store.close()

    assert counted == found
    assert [row[2] for row in rows] == [1, 2, 3]
    assert (again.matches, again.new, again.changed) == (3, 0, 0)


async def test_a_seat_keeps_its_number_where_a_ladder_drops_the_bot_before_it(url, tmp_path, monkeypatch):
    store = await connect(url)
    try:
        shelf, (ann, _) = Shelf(tmp_path / "archive"), await People(store).new_guest("Ann")
        early, late = [
            await ended(store, "splendor", ["level2", "level3", ann.id], [0, 1], 1000 + number) for number in range(2)
        ]
        await Ratings(store, None).count(await room_of(store, shelf, early))
        monkeypatch.setattr(
            "jeton.server.ratings.counting.anchor",
            lambda title, seats, bot: None if bot == "level2" else anchor(title, seats, bot),
        )
        await Ratings(store, None).count(await room_of(store, shelf, late))
        again = await recount(store, shelf, dry_run=True)
        matches = [counted_from(row) for row in await store.fetch(queries.ratings.all_matches())]
    finally:
        await store.close()

    assert [[(place.seat, place.rank) for place in match.places] for match in matches] == [
        [(0, 3), (1, 2), (2, 1)], [(1, 2), (2, 1)],
    ]  # fmt: skip
    assert again.changed == 0, "the bot of the first match stays where it was"


def test_a_skill_reads_as_a_rating_of_two_seats():
    assert shown(Skill(NEWCOMER.mu, 1.0)) == 1200
    assert shown(anchor("splendor", 2, "level8")) == 1912
