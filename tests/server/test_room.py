"""The room without I/O: time and commands in, rows out; no store, no socket, no clock."""

import random
from copy import deepcopy

import pytest

import jeton
from jeton.core.errors import CorruptMatch
from jeton.server.rooms import commands as ask
from jeton.server.rooms import consent
from jeton.server.rooms.commands import Accept, Now, Refuse, Repeat
from jeton.server.rooms.events import Settings, Table
from jeton.server.rooms.room import Room
from jeton.server.wire.messages import Frames, seat_infos
from jeton.server.wire.protocol import ClockSetting
from jeton.store import Row
from jeton.words import Words

pytestmark = pytest.mark.once

DAY = 86_400_000


class Desk:
    """A room with a clock that the test turns."""

    def __init__(self, seats=2, people=("ann", "ben"), clock=None, title="splendor", options=None):
        settings = Settings(clock=clock or ClockSetting())
        game = jeton.make(title, options=options or {"first": "seat"})
        self.table = Table(id="t", title=title, rules=game.version, seats=seats, options=dict(game.options),
                           key="00" * 16, settings=settings, host="ann", made_at=0)  # fmt: skip
        self.game, self.time, self.rows = game, Now(1_000_000, 50_000), []
        self.room = Room(self.table, game, self.time)
        for seat in range(seats):
            if seat < len(people):
                self.do(ask.SitDown(user=people[seat], seat=seat, name=people[seat].title()))
            else:
                self.do(ask.PutBot(user="ann", seat=seat, bot="random"))
        self.do(ask.Begin(user="ann"))

    def do(self, command):
        before = contents(self.room)
        decision = self.room.decide(command, self.time)
        assert contents(self.room) == before, "only a durable row changes a room"
        if isinstance(decision, Accept):
            for row in decision.rows:
                self.room.apply(row, self.time)
                self.rows.append(row)
        return decision

    def wait(self, milliseconds):
        self.time = Now(self.time.wall + milliseconds, self.time.mono + milliseconds)

    def move(self, seat, move=None, **more):
        user = self.room.seats[seat].user
        move = move or self.room.match.moves(seat)[0]
        return self.do(ask.Play(user=user, seat=seat, move=move, **more))

    def again(self):
        return Room.load(self.table, self.game, self.rows, self.time)


def contents(room):
    """Return all that a room knows, so that a test sees any change; what no room changes is compared by identity."""
    told = {name: value for name, value in vars(room).items() if name not in ("table", "game", "match", "recent")}
    told["clocks"] = {name: getattr(room.clocks, name) for name in room.clocks.__slots__}
    match = room.match and (len(room.match.log), id(room.match.position))
    return deepcopy(told), match, [(id(position), entry) for position, entry in room.recent]


def code(decision):
    assert isinstance(decision, Refuse), decision
    return decision.code


def test_a_move_is_written_once_and_answered_twice():
    desk = Desk()
    first = desk.move(0, "take wbg", client="c:1", seen=0)
    again = desk.move(0, "take wbg", client="c:1", seen=0)

    assert isinstance(first, Accept)
    assert again == Repeat(first.rows[0].version)
    assert desk.room.n == 1


def test_stale_foreign_malformed_and_illegal_moves_are_refused_and_change_nothing():
    desk = Desk()
    desk.move(0, "take wbg", seen=0)
    version = desk.room.version

    assert code(desk.move(1, "take wbg", seen=0)) == "stale"
    assert code(desk.move(0, "take wbg", seen=1)) == "not_your_turn"
    assert code(desk.move(1, "dance", seen=1)) == "malformed"
    assert code(desk.move(1, "undo", seen=1)) == "malformed"
    assert code(desk.move(1, "resign", seen=1)) == "malformed"
    refused = desk.move(1, "buy 3.1", seen=1)
    assert (refused.code, refused.rule[0], refused.fresh) == ("illegal", "S", True)
    assert code(desk.do(ask.Play(user="eve", seat=1, move="take wbg"))) == "not_seated"
    assert code(desk.do(ask.Play(user="ann", seat=1, move="take wbg"))) == "not_seated"
    assert desk.room.version == version


def test_seats_are_taken_once_and_only_by_the_host_given_to_bots():
    desk = Desk()
    room = Room(desk.table, desk.game, desk.time)

    def do(command):
        decision = room.decide(command, desk.time)
        for row in getattr(decision, "rows", ()):
            room.apply(row, desk.time)
        return decision

    do(ask.SitDown(user="ann", seat=0, name="Ann"))
    assert code(do(ask.SitDown(user="ben", seat=0, name="Ben"))) == "seat_taken"
    assert code(do(ask.SitDown(user="ann", name="Ann"))) == "already_seated"
    assert code(do(ask.SitDown(user="ben", seat=7, name="Ben"))) == "no_such_seat"
    assert code(do(ask.PutBot(user="ben", seat=1, bot="random"))) == "host_only"
    assert code(do(ask.Begin(user="ann"))) == "seats_empty"
    do(ask.SitDown(user="ben", name="Ben"))
    assert code(do(ask.SitDown(user="cat", name="Cat"))) == "table_full"
    assert code(do(ask.PutBot(user="ann", seat=1, bot="random"))) == "seat_taken"
    assert code(do(ask.RiseUp(user="cat", seat=1))) == "not_your_seat"
    assert code(do(ask.Begin(user="ben"))) == "host_only"
    do(ask.RiseUp(user="ann", seat=1))
    do(ask.Begin(user="ann", fill="random"))
    assert room.seats[1].bot == "random"
    assert code(do(ask.SitDown(user="ben", name="Ben"))) == "begun"


def test_the_words_of_the_seats_fix_the_deal_and_the_commitment_comes_before_them():
    desk = Desk()
    room = Room(desk.table, desk.game, desk.time)
    commitment = room.commitment
    for seat, (user, nonce) in enumerate([("ann", "rain"), ("ben", "shine")]):
        room.apply(room.decide(ask.SitDown(user=user, seat=seat, name=user, nonce=nonce), desk.time).rows[0], desk.time)
    room.apply(room.decide(ask.Begin(user="ann"), desk.time).rows[0], desk.time)

    assert room.match.header.nonces == ("rain", "shine")
    assert room.match.header.seed != desk.room.match.header.seed
    assert room.match.header.commitment == commitment == desk.room.commitment


def test_undo_is_free_until_something_was_revealed():
    desk = Desk()
    desk.move(0, "take wbg")
    assert isinstance(desk.do(ask.UndoMove(user="ann", seat=0)), Accept)
    assert desk.room.match.actors == (0,)
    assert code(desk.do(ask.UndoMove(user="ann", seat=0))) == "cannot_undo"

    desk.move(0, "reserve 1.1")
    assert code(desk.do(ask.UndoMove(user="ann", seat=0))) == "revealed"
    assert desk.room.asking is None
    assert desk.room.match.actors == (1,)


def test_an_answer_that_revealed_something_keeps_the_move_before_it_and_the_refusal_says_so():
    desk = Desk()
    desk.move(0, "take wbg")
    desk.move(1, "reserve 1.1")

    assert code(desk.do(ask.UndoMove(user="ann", seat=0))) == "revealed"
    assert Words("en")("server.no.revealed").startswith("This move, or one after it, ")


def test_who_was_answered_asks_before_both_moves_are_taken_back():
    desk = Desk()
    desk.move(0, "take wbg")
    desk.move(1, "take wbg")
    desk.do(ask.UndoMove(user="ann", seat=0))
    assert desk.room.asking.what == "undo"
    assert desk.room.waiting() == (1,)
    desk.do(ask.AnswerQuestion(user="ben", seat=1, yes=False))
    assert desk.room.asking is None
    desk.do(ask.UndoMove(user="ann", seat=0))
    assert code(desk.do(ask.AnswerQuestion(user="ann", seat=0, yes=True))) == "no_question"
    desk.do(ask.AnswerQuestion(user="ben", seat=1, yes=True))
    assert desk.room.match.actors == (0,)
    assert desk.room.match.standing == ()


def test_undo_among_bots_takes_their_answers_back_too():
    desk = Desk(people=("ann",))
    desk.move(0, "take wbg")
    desk.do(ask.BotMove(seat=1, n=desk.room.n, move=desk.room.match.moves(1)[0]))
    while desk.room.match.actors == (1,):
        desk.do(ask.BotMove(seat=1, n=desk.room.n, move=desk.room.match.moves(1)[0]))
    desk.do(ask.UndoMove(user="ann", seat=0))

    assert desk.room.match.standing == ()
    assert desk.again().match.position.mask == desk.room.match.position.mask


def test_who_plays_guardians_alone_takes_back_no_reveal():
    desk = Desk(seats=3, people=("ann",), title="guardians", options={"level": 1})
    desk.time = Now(desk.time.wall + 10, desk.time.mono + 10)
    while desk.room.match.view(0).phase == "search":
        seat = desk.room.match.actors[0]
        move = desk.room.match.moves(seat)[0]
        desk.do(ask.BotMove(seat=seat, n=desk.room.n, move=move)) if seat else desk.move(0, move)
    told = desk.room.n

    assert not Frames(desk.room).message(0, -1, desk.time).can_undo
    assert code(desk.do(ask.UndoMove(user="ann", seat=0))) == "cannot_undo"
    assert (desk.room.n, desk.room.asking) == (told, None)


def test_who_holds_the_device_takes_back_the_last_move_made_on_it_and_no_more():
    desk = Desk(2, ("ann", "ann"))
    desk.move(0, "take wbg")
    desk.move(1, "take wbg")
    desk.do(ask.UndoMove(user="ann", seat=0))

    assert [entry.seat for entry in desk.room.match.standing] == [0]
    assert desk.room.match.log[-1].seat == 1, "the log says whose move went"
    desk.do(ask.UndoMove(user="ann", seat=1))
    assert desk.room.match.standing == ()


def test_who_shares_a_device_asks_the_other_devices_before_their_moves_go():
    desk = Desk(3, ("ann", "ann", "ben"))
    for seat in range(3):
        desk.move(seat, "take wbg" if seat < 2 else "take wrk")
    desk.do(ask.UndoMove(user="ann", seat=0))
    assert (desk.room.asking.by, desk.room.waiting()) == (1, (2,))
    desk.do(ask.AnswerQuestion(user="ben", seat=2, yes=True))

    assert [entry.seat for entry in desk.room.match.standing] == [0]


@pytest.mark.parametrize(
    "people", [("ann",), ("ann", "ben"), ("ann", "ben", "cat"), ("ann", "ann", "ann"), ("ann", "ann", "ben")]
)
def test_a_view_offers_the_undo_that_would_be_carried_out_at_once_or_after_asking(people):
    """Also after bots have answered; not past what was revealed."""
    desk, rng, seen = Desk(3, people), random.Random(4), set()
    for _ in range(60):
        seat = desk.room.match.actors[0]
        move = rng.choice(desk.room.match.moves(seat))
        desk.do(ask.BotMove(seat=seat, n=desk.room.n, move=move)) if seat >= len(people) else desk.move(seat, move)
        for mine, user in enumerate(people):
            view = Frames(desk.room).message(mine, -1, desk.time)
            done = consent.undo(desk.room, ask.UndoMove(user=user, seat=mine), desk.time)
            assert view.can_undo == isinstance(done, list), (desk.room.match.standing[-3:], mine)
            assert view.can_ask_undo == isinstance(done, tuple), (desk.room.match.standing[-3:], mine)
            seen.add((view.can_undo, view.can_ask_undo, seat < len(people) and people[seat] == user))

    assert {(True, False, True), (False, False, True)} <= seen, "what was revealed stays"
    assert ((False, True, False) in seen) == (len(set(people)) > 1), "others have a say in what they played upon"
    assert ((True, False, False) in seen) == (people == ("ann",)), "whoever plays alone takes the bots' moves back too"


def test_a_question_falls_when_the_match_goes_on():
    desk = Desk(3, ("ann", "ben", "cat"))
    desk.move(0, "take wbg")
    desk.move(1, "take wbg")
    desk.do(ask.UndoMove(user="ann", seat=0))
    desk.do(ask.AnswerQuestion(user="ben", seat=1, yes=True))
    assert desk.room.waiting() == (2,)
    assert desk.again().waiting() == (2,)
    desk.move(2, "take wbg")

    assert desk.room.asking is None
    assert code(desk.do(ask.AnswerQuestion(user="cat", seat=2, yes=True))) == "no_question"


def test_a_hard_clock_runs_for_who_is_to_move_and_ends_the_match():
    desk = Desk(clock=ClockSetting(kind="hard", seconds=60, increment=5))
    desk.wait(20_000)
    desk.move(0, "take wbg")
    assert desk.room.clocks.left == [45_000, 60_000]
    assert desk.room.alarm() == desk.time.mono + 60_000
    desk.wait(59_000)
    assert code(desk.do(ask.Alarm())) == "nothing_due"
    desk.wait(1_000)
    desk.do(ask.Alarm())

    assert desk.room.match.outcome.termination == "time"
    assert desk.room.match.outcome.winners == (0,)
    assert desk.room.alarm() is None
    assert code(desk.move(1, "take wbg")) == "over"
    assert code(desk.do(ask.GiveUp(user="ann", seat=0))) == "over"


def test_of_three_a_bot_plays_on_for_who_ran_out_of_time():
    desk = Desk(3, ("ann", "ben", "cat"), clock=ClockSetting(kind="days", days=1))
    desk.wait(DAY)
    desk.do(ask.Alarm())

    assert desk.room.bots_to_move() == [(0, "random")]
    assert code(desk.move(0, "take wbg")) == "bot_plays"
    desk.do(ask.BotMove(seat=0, n=desk.room.n, move="take wbg"))
    assert desk.room.match.actors == (1,)
    assert desk.room.clocks.left[1] == DAY


def test_an_advisory_clock_only_shows():
    desk = Desk(clock=ClockSetting(kind="advisory", seconds=60, increment=0))
    desk.wait(90_000)

    assert desk.room.alarm() is None
    assert desk.room.clocks.shown((0,), desk.time) == (-30_000, 60_000)


def test_a_pause_needs_consent_and_stops_the_clocks():
    desk = Desk(clock=ClockSetting(kind="hard", seconds=60, increment=0))
    desk.wait(10_000)
    desk.do(ask.AskOthers(user="ann", seat=0, what="pause"))
    assert not desk.room.clocks.paused
    desk.do(ask.AnswerQuestion(user="ben", seat=1, yes=True))
    assert desk.room.clocks.paused
    desk.wait(DAY)
    assert code(desk.move(0, "take wbg")) == "paused"
    assert desk.room.alarm() is None
    desk.do(ask.AskOthers(user="ben", seat=1, what="resume"))
    desk.wait(5_000)
    desk.move(0, "take wbg")

    assert desk.room.clocks.left == [45_000, 60_000]


def test_the_wall_clock_may_jump():
    desk = Desk(clock=ClockSetting(kind="hard", seconds=60, increment=0))
    desk.time = Now(desk.time.wall + 3_600_000, desk.time.mono + 10_000)
    desk.move(0, "take wbg")
    desk.time = Now(desk.time.wall - 7_200_000, desk.time.mono + 10_000)
    desk.move(1, "take wbg")

    assert desk.room.clocks.left == [50_000, 50_000]


def test_a_restart_costs_a_player_seconds_at_most():
    desk = Desk(clock=ClockSetting(kind="hard", seconds=60, increment=0))
    desk.move(0, "take wbg")
    desk.wait(3_600_000)
    room = desk.again()
    room.clocks.mono = desk.again().clocks.mono

    assert room.clocks.shown((1,), desk.time) == (60_000, 50_000)
    assert room.decide(ask.Alarm(), desk.time).code == "nothing_due"


def test_days_go_on_while_the_server_is_down():
    desk = Desk(clock=ClockSetting(kind="days", days=1))
    desk.move(0, "take wbg")
    desk.wait(DAY + 1)
    room = desk.again()

    assert room.decide(ask.Alarm(), desk.time).rows[0].seat == 1


def test_everybody_learns_who_gave_up_and_whose_time_ran_out():
    desk = Desk(3, ("ann", "ben", "cat"), clock=ClockSetting(kind="hard", seconds=60, increment=0))
    desk.do(ask.GiveUp(user="cat", seat=2))
    desk.wait(70_000)
    desk.do(ask.Alarm())

    infos = seat_infos(desk.room, ())
    assert desk.room.match.outcome.winners == (1,)
    assert [(one.resigned, one.out_of_time) for one in infos] == [(True, True), (False, False), (True, False)]


def test_a_seat_is_handed_over_when_its_player_is_gone_and_taken_back():
    desk = Desk()
    assert code(desk.do(ask.HandSeatOver(user="ben", seat=1, target=0))) == "player_is_here"
    desk.do(ask.HandSeatOver(user="ben", seat=1, target=0, absent=True))
    assert desk.room.bots_to_move() == [(0, "random")]
    assert code(desk.move(0, "take wbg")) == "bot_plays"
    desk.do(ask.TakeSeatBack(user="ann", seat=0))
    assert code(desk.do(ask.BotMove(seat=0, n=0, move="take wbg"))) == "taken_back"
    assert isinstance(desk.move(0, "take wbg"), Accept)
    desk.do(ask.HandSeatOver(user="ben", seat=1, target=1))
    assert desk.room.bots_to_move() == [(1, "random")]


def test_resigning_ends_a_match_of_two_and_nobody_is_asked_who_gave_up():
    desk = Desk(3, ("ann", "ben", "cat"))
    desk.do(ask.GiveUp(user="ben", seat=1))
    assert desk.room.people() == [0, 2]
    assert code(desk.do(ask.GiveUp(user="ben", seat=1))) == "resigned"
    desk.do(ask.GiveUp(user="cat", seat=2))
    assert desk.room.state == "over"
    assert code(desk.do(ask.MakeRematch(user="eve", table="u"))) == "not_seated"
    assert code(desk.do(ask.MakeRematch(user="ann", table="u"))) == "not_agreed"
    desk.do(ask.WantAgain(user="ann"))
    assert code(desk.do(ask.WantAgain(user="ann"))) == "nothing_to_ask"
    assert desk.room.disagree() == (1, 2)
    desk.do(ask.WantAgain(user="ann", on=False))
    assert desk.room.disagree() == (0, 1, 2)
    desk.do(ask.WantAgain(user="ann"))
    desk.do(ask.MakeRematch(user="ann", table="u"))
    assert code(desk.do(ask.WantAgain(user="ben"))) == "rematch_made"
    assert (desk.again().again, desk.again().rematch) == ({0}, "u")


def test_a_log_that_was_tampered_with_is_not_believed():
    desk = Desk()
    desk.move(0, "take wbg")
    rows = desk.rows

    for bad in (
        rows[1:],
        [*rows[:-1], rows[-1]._replace(version=9)],
        [*rows[:-1], rows[-1]._replace(body="{")],
        [*rows[:-1], rows[-1]._replace(body='{"k":"move","at":0,"move":"take zzz"}')],
        [*rows[:-1], rows[-1]._replace(seat=1)],
        [*rows[:-1], rows[-1]._replace(body='{"k":"future","at":0}')],
        [*rows[:-1], rows[-1]._replace(seat=None)],
        [rows[0]._replace(seat=99)],
        [Row("t", 1, "move", 0, 0, None, '{"k":"move","at":0,"move":"take wbg"}')],
    ):
        with pytest.raises(CorruptMatch):
            Room.load(desk.table, desk.game, bad, desk.time)


@pytest.mark.parametrize("seed", range(30))
def test_random_commands_at_random_times_replay_to_the_same_room(seed):
    """Deterministic simulation: whatever people, bots and clocks do, the log alone leads to the same room."""
    rng = random.Random(seed)
    kind = rng.choice(["none", "advisory", "hard", "days"])
    people = ["ann", "ben", "cat", "dan"][: rng.randint(1, 4)]
    desk = Desk(rng.randint(max(2, len(people)), 4), people, ClockSetting(kind=kind, seconds=600),
                rng.choice(["splendor", "marvel"]))  # fmt: skip
    for step in range(300):
        desk.wait(rng.choice([0, 10, 1_000, 30_000]))
        room, seat = desk.room, rng.randrange(desk.table.seats)
        user = room.seats[seat].user
        base = {"user": user, "seat": seat, "client": f"{user}:{rng.randrange(400)}"}
        moves = list(room.match.moves(seat)) if not room.match.is_over else []
        commands = [
            *[
                ask.Play(**base, move=move, seen=room.n - (rng.random() < 0.1))
                for move in rng.sample(moves, min(4, len(moves)))
            ],
            *[ask.BotMove(seat=s, n=room.n, move=rng.choice(room.match.moves(s))) for s, _ in room.bots_to_move()] * 4,
            ask.Alarm(),
            ask.UndoMove(**base),
            ask.AskOthers(**base, what=rng.choice(["pause", "resume"])),
            ask.AnswerQuestion(**base, yes=rng.random() < 0.7),
            ask.HandSeatOver(**base, target=rng.randrange(desk.table.seats), absent=rng.random() < 0.5),
            ask.TakeSeatBack(**base),
            *([ask.GiveUp(**base)] if rng.random() < 0.03 else []),
        ]
        before, n = room.version, room.n
        decision = desk.do(rng.choice(commands))
        if isinstance(decision, Refuse):
            assert (room.version, room.n) == (before, n)
        if step % 60 == 59:
            again = desk.again()
            assert again.match.log == room.match.log
            assert again.seats == room.seats
            assert again.asking == room.asking
            assert again.clocks.left == room.clocks.left
            assert again.clocks.paused == room.clocks.paused
            assert again.clients == room.clients
            assert [again.match.view(s) for s in (0, 1, None)] == [room.match.view(s) for s in (0, 1, None)]


def test_the_last_of_several_who_act_at_once_is_not_late_because_the_others_were_faster():
    desk = Desk(seats=3, people=("ann", "ben", "cat"), title="guardians", options={"level": 1})
    desk.time = Now(desk.time.wall + 10, desk.time.mono + 10)
    for seat in range(3):
        desk.move(seat)
    seen = desk.room.n
    for seat in (0, 1):  # to the end of their boats
        while seat in desk.room.match.actors:
            assert isinstance(desk.move(seat), Accept)

    assert desk.room.match.actors == (2,)
    assert isinstance(desk.move(2, seen=seen), Accept)
    assert code(desk.move(2, seen=desk.room.n + 1)) == "stale"


def test_a_resignation_of_another_makes_no_click_stale_but_a_turn_does():
    desk = Desk(seats=3, people=("ann", "ben", "cat"))
    desk.do(ask.GiveUp(user="cat", seat=2))

    assert isinstance(desk.move(0, "take wbg", seen=0), Accept)
    assert code(desk.move(1, "take wbg", seen=1)) == "stale"
    assert isinstance(desk.move(1, "take wbg", seen=2), Accept)


def test_a_guest_who_signs_in_keeps_seats_and_the_hosts_rights():
    desk = Desk(people=("ann", "ben"))
    desk.move(0, "take wbg")
    assert code(desk.do(ask.Become(user="eve", to="account"))) == "not_seated"
    assert isinstance(desk.do(ask.Become(user="ann", to="account")), Accept)

    for room in (desk.room, desk.again()):
        assert room.seats_of("account") == (0,)
        assert room.seats_of("ann") == ()
        assert room.seats[0].name == "Ann"
        assert room.table.host == "account"
    assert code(desk.do(ask.Play(user="ann", seat=0, move="take wbg"))) == "not_seated"
    desk.move(1)
    assert isinstance(desk.do(ask.Play(user="account", seat=0, move=desk.room.match.moves(0)[0])), Accept)


def test_asking_why_changes_nothing_and_a_decision_only_foresees():
    desk = Desk()
    before, position, move = contents(desk.room), desk.room.match.position, desk.room.match.moves(0)[0]

    decision = desk.room.decide(ask.Play(user="ann", seat=0, move=move), desk.time)
    assert desk.room.why_not("ann", 0, move, desk.time) is None
    assert desk.room.why_not("ann", 0, "take wwww", desk.time) is not None

    assert contents(desk.room) == before
    assert decision.foreseen.before is position


@pytest.mark.parametrize(
    "change",
    [
        lambda room: room.clocks.left.clear(),
        lambda room: setattr(room.seats[0], "name", "Bob"),
        lambda room: room.clients.update(new=1),
        lambda room: room.match.play(room.match.moves(0)[0]),
    ],
)
def test_a_decision_that_changed_something_would_be_seen(change):
    desk = Desk()
    before = contents(desk.room)
    change(desk.room)
    assert contents(desk.room) != before


def test_what_was_foreseen_is_taken_and_anything_else_is_played():
    one, other = Desk(), Desk()
    move = one.room.match.moves(0)[0]
    decision = one.room.decide(ask.Play(user="ann", seat=0, move=move), one.time)

    one.room.apply(decision.rows[0], one.time, decision.foreseen)
    assert one.room.match.position is decision.foreseen.after
    other.room.apply(decision.rows[0], other.time, decision.foreseen)  # of another position: not to be trusted
    assert other.room.match.position is not decision.foreseen.after
    assert other.room.match.position == one.room.match.position
