"""Each kind of mistake has one exception, and each exception says what was wrong."""

import inspect
import pickle

import pytest

import jeton
from jeton import Entry
from jeton.core import errors
from tests.support import at, game, play, random_match


def started() -> jeton.Match:
    return jeton.new("splendor", seats=2, key="00" * 16, options={"first": "seat"})


def undo_past_a_reveal() -> None:
    match = started()
    match.play("reserve 1.1")
    match.undo()


MISTAKES = {
    "MalformedMove": (lambda: started().play("take everything"), "'take everything' is not a move"),
    "IllegalMove": (lambda: started().play("buy h1"), "S16: you have no such card in hand"),
    "WrongSeat": (lambda: started().play("take wbg", seat=1), "it is the turn of seat 0, not of seat 1"),
    "MatchOver": (lambda: random_match("splendor", 2).play("take wbg"), "over"),
    "CannotUndo": (undo_past_a_reveal, "something was revealed by 'reserve 1.1'"),
    "MalformedPosition": (lambda: at("splendor 2; bank q7"), "'bank q7'"),
    "BadKey": (lambda: jeton.new("splendor", key="xyz"), "hexadecimal digits, got 'xyz'"),
    "BadOption": (lambda: jeton.make("splendor", options={"goal": "far"}), "expected one of (15, 21), got 'far'"),
    "UnknownTitle": (lambda: jeton.make("chess"), "no game is called 'chess': expected one of splendor"),
    "UnknownVersion": (lambda: jeton.make("splendor", version=0), "splendor has no version 0"),
    "CorruptMatch": (lambda: jeton.loads(jeton.dumps(started()).replace('"seats":2', '"seats":3')), "digest"),
    "TruncatedMatch": (lambda: jeton.loads(jeton.dumps(started())[:-9]), "cut off"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_one_exception_for_each_kind_of_mistake(name):
    mistake, words = MISTAKES[name]
    with pytest.raises(jeton.JetonError) as caught:
        mistake()

    assert type(caught.value).__name__ == name
    assert words in str(caught.value)


def test_every_exception_of_the_engine_is_here_and_public():
    kinds = {name for name, kind in vars(errors).items() if inspect.isclass(kind)} - {"JetonError"}

    assert kinds == set(errors.__all__) - {"JetonError"}
    assert kinds - {"MalformedPack"} == set(MISTAKES)
    assert kinds <= set(jeton.__all__)


@pytest.mark.parametrize("name", errors.__all__)
def test_kinds_do_not_overlap(name):
    kind = getattr(errors, name)
    above = [other for other in kind.__mro__[1:] if other.__module__ == errors.__name__]

    assert issubclass(kind, errors.JetonError)
    assert [other.__name__ for other in above] == {
        "JetonError": [],
        "TruncatedMatch": ["CorruptMatch", "JetonError"],
    }.get(name, ["JetonError"])
    assert kind.__doc__.split("\n")[0].endswith(".")


def test_a_refusal_carries_rule_reason_and_values():
    with pytest.raises(jeton.IllegalMove) as caught:
        play(at("splendor 2; bank w4b4r3"), "take rr")

    refusal = caught.value
    assert (refusal.move, refusal.rule) == ("take rr", "S12")
    assert refusal.reason == "two of one colour need 4 of it in the bank, there are 3"
    assert (refusal.values["floor"], refusal.values["bank"]) == (4, 3)
    assert refusal.values["reason"] == "pair_needs_four"


@pytest.mark.parametrize("name", MISTAKES)
def test_errors_can_leave_a_worker_process(name):
    with pytest.raises(jeton.JetonError) as caught:
        MISTAKES[name][0]()
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301

    assert (type(again), str(again), vars(again)) == (type(caught.value), str(caught.value), vars(caught.value))


def test_a_refused_move_changes_nothing_in_a_match():
    match = started()
    match.play("take wbg")
    before = jeton.dumps(match), match.game.write(match.position), match.standing

    for move in ("buy h1", "take everything", "take rrr", "pass", "done", "noble 1", "gold w", "return w", ""):
        with pytest.raises((jeton.IllegalMove, jeton.MalformedMove)):
            match.play(move)
    with pytest.raises(jeton.WrongSeat):
        match.play("take wbg", seat=0)
    with pytest.raises(jeton.WrongSeat):
        match.tick(at=100)
    assert (jeton.dumps(match), match.game.write(match.position), match.standing) == before


def test_the_first_seat_that_may_not_move_is_told_before_its_notation_is_read():
    position = game("splendor").start(2, bytes(16))

    with pytest.raises(jeton.WrongSeat):
        game("splendor").play(position, Entry(1, 0, 1, "take everything"))
