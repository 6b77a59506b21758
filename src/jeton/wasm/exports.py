"""What the page calls: Jeton's own functions behind plain addresses. This file holds no rule and no search.

An address is 32 bits wide, and so is every number that fits; keys and masks have 64. A function takes first where its
result goes and where an exception would, as Numba passes them, and answers with a status: 0 or -2 means success.

A search has more arrays than a call should have arguments. The page lays them out on a desk: four words each, an
address and the sizes of up to three dimensions, in the order of `DESK`, or of `VIEW_DESK` for a view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, njit, types
from numba.extending import intrinsic
from numba.np import arrayobj

from jeton.bots.splendor import blur, judging, playing_out, scoring, search, tree
from jeton.bots.splendor.heuristics import Weights
from jeton.games.splendor import compiled, features
from jeton.games.splendor import sight as sights
from jeton.games.splendor import view_json as text
from jeton.games.splendor.rules import PLAY, POSITION, WORDS
from jeton.games.splendor.ruleset import RULESET

__all__ = ["DESK", "EXPORTS", "PREFIX", "RULES", "VIEW_DESK"]

PREFIX = "jeton_"
MOVES = sights.OWN.moves
WEIGHTS = len(Weights._fields)
RULES = RULESET.itemsize // 8
"""Words of a ruleset."""

DESK = (
    *("root", "nodes", "edges", "used"),
    *("ruleset", "rules", "words", "position", "path", "names", "result"),
    *("w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"),
    *("seen", "eights", "known", "known_eights", "sums"),
    *("index", "weight", "h", "z"),
    *("bits", "peak", "peak_bits", "x", "out"),
    *("logits", "chances"),
    *("weighed", "dealt", "played"),
)
"""The arrays of a search: tree, room, weights, the scratch space of `net.rooms`, the net's opinion; and of a judge: the
sums of the root's moves, deals, and what was played in them."""

VIEW_DESK = ("rows", "texts", "begins", "sees", "own", "out")
"""The arrays of a view: its program (`text.Writer`), what all see, what the seat knows, and the JSON."""

EXPORTS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {}
"""Functions and the types of their arguments, by exported name."""

i32, i64, f64, u8 = types.int32, types.int64, types.float64, types.uint8
words_at, bytes_at, floats_at = types.CPointer(i64), types.CPointer(u8), types.CPointer(f64)
WORD = ir.IntType(64)


def export(*arguments: Any) -> Callable[[Any], Any]:
    """Mark a function as one that the page calls."""

    def keep(function: Any) -> Any:
        EXPORTS[PREFIX + function.__name__] = function, arguments
        return function

    return keep


def _array(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """Return an array over numbers that lie somewhere in memory."""
    array = arrayobj.make_array(kind)(context, builder)
    itemsize = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [itemsize]
    for size in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    arrayobj.populate_array(array, data(array), shape, strides, itemsize, None)
    return array._getvalue()


def on_desk(dtype: Any, ndim: int, names: tuple[str, ...] = DESK) -> Callable[[str], Any]:
    """Return a maker of functions that find the array of a name on a desk."""
    kind = types.Array(from_dtype(np.dtype(dtype)), ndim, "C")

    def named(name: str) -> Any:
        first = 4 * names.index(name)

        @intrinsic  # type: ignore[untyped-decorator]
        def find(typing_context: Any, desk: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                def word(k: int) -> Any:
                    return builder.load(builder.gep(args[0], [ir.Constant(WORD, first + k)]))

                def data(array: Any) -> Any:
                    return builder.inttoptr(word(0), array.data.type)

                return _array(context, builder, kind, data, [word(1 + k) for k in range(ndim)])

            return kind(words_at), generate

        return find

    return named


@intrinsic  # type: ignore[untyped-decorator]
def array_at(typing_context: Any, pointer: Any, size: Any) -> Any:
    """Return the numbers at an address (`numba.carray` needs a runtime that is not there)."""
    kind = types.Array(pointer.dtype, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _array(context, builder, kind, lambda array: builder.bitcast(args[0], array.data.type), [args[1]])

    return kind(pointer, i64), generate


@intrinsic  # type: ignore[untyped-decorator]
def table_at(typing_context: Any, pointer: Any) -> Any:
    """Return the greedy bot's facts at an address."""
    kind = types.Array(pointer.dtype, 2, "C")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        shape = [ir.Constant(WORD, size) for size in scoring.NOTES]
        return _array(context, builder, kind, lambda array: builder.bitcast(args[0], array.data.type), shape)

    return kind(pointer), generate


longs, longs2, ints, ints2 = on_desk("i8", 1), on_desk("i8", 2), on_desk("i4", 1), on_desk("i4", 2)
floats, floats2 = on_desk("f4", 1), on_desk("f4", 2)
signed, signed2, octets, octets2 = on_desk("i1", 1), on_desk("i1", 2), on_desk("u1", 1), on_desk("u1", 2)

root, used, ruleset, words = longs("root"), longs("used"), longs("ruleset"), longs("words")
nodes, edges = on_desk(tree.NODE, 1)("nodes"), on_desk(tree.EDGE, 1)("edges")
rules, position = on_desk(RULESET, 1)("rules"), on_desk(POSITION, 1)("position")
path, names, result = longs("path"), longs("names"), floats("result")
first_rows, first_scales, first_bias, blocks = signed2("w0"), floats("w1"), floats("w2"), signed("w3")
block_scales, block_biases, gains, offsets = floats2("w4"), floats2("w5"), floats2("w6"), floats2("w7")
head, head_bias = floats2("w8"), floats("w9")
seen, eights, known, known_eights, sums = (
    octets("seen"),
    longs("eights"),
    octets2("known"),
    longs2("known_eights"),
    ints2("sums"),
)
index, weight, h, z = longs("index"), ints("weight"), floats("h"), floats("z")
bits, peak, peak_bits, x, out_ = ints("bits"), floats("peak"), ints("peak_bits"), octets("x"), ints("out")
logits, chances = floats("logits"), floats("chances")
weighed, dealt, played = on_desk("f8", 2)("weighed"), longs2("dealt"), longs2("played")

view_longs, view_octets = on_desk("i8", 1, VIEW_DESK), on_desk("u1", 1, VIEW_DESK)
view_rows, view_texts, view_begins = on_desk("i8", 2, VIEW_DESK)("rows"), view_octets("texts"), view_longs("begins")
view_sees, view_own, view_out = view_longs("sees"), view_longs("own"), view_octets("out")


@export(words_at, words_at, i32, i64, i64, words_at)
def begin(ruleset, words, seats, key0, key1, out):  # type: ignore[no-untyped-def]
    """Set a position up; write legal actions, phase and seat."""
    r, w, o = array_at(ruleset, RULES), array_at(words, WORDS), array_at(out, 3)
    o[0], o[1], o[2] = compiled.begin(r, w, i64(seats), key0, key1)


@export(words_at, words_at, words_at)
def look(ruleset, words, out):  # type: ignore[no-untyped-def]
    """Write legal actions, phase and seat of a position."""
    r, w, o = array_at(ruleset, RULES), array_at(words, WORDS), array_at(out, 3)
    o[0], o[1], o[2] = compiled.look(r, w)


@export(words_at, words_at, i32, words_at)
def step(ruleset, words, action, out):  # type: ignore[no-untyped-def]
    """Play a legal action, and look."""
    r, w, o = array_at(ruleset, RULES), array_at(words, WORDS), array_at(out, 3)
    o[0], o[1], o[2] = compiled.step(r, w, i64(action))


@export(words_at, words_at, i32, i32, i32, words_at)
def verdict(ruleset, words, action, colours, done, values):  # type: ignore[no-untyped-def]
    """Write why an action as spelled is refused, 0 if it is not, and the numbers that matter."""
    r, w, v = array_at(ruleset, RULES), array_at(words, WORDS), array_at(values, len(compiled.VALUES))
    return i32(compiled.verdict(r, w, i64(action), i64(colours), i64(done), v))


@export(words_at, i32)
def turn_to(words, seat):  # type: ignore[no-untyped-def]
    """Make it a seat's turn with the table as it is: so it can ask about moves out of its turn."""
    s = compiled.position_in(array_at(words, WORDS))
    s.seat, s.phase = i64(seat), PLAY


@export(words_at, words_at, words_at)
def standings(ruleset, words, out):  # type: ignore[no-untyped-def]
    """Write each seat's number to rank by."""
    compiled.standings(array_at(ruleset, RULES), array_at(words, WORDS), array_at(out, 4))


@export(words_at, words_at, i32, i64, i64)
def shuffle_unseen(ruleset, words, seat, key0, key1):  # type: ignore[no-untyped-def]
    """Deal anew what a seat can't see."""
    compiled.shuffle_unseen(array_at(ruleset, RULES), array_at(words, WORDS), i64(seat), key0, key1)


@export(words_at, words_at, i32, i64, i32, i32, words_at)
def random_checks(ruleset, words, seats, seed, first, matches, out):  # type: ignore[no-untyped-def]
    """Write the checksum of each of so many random matches; return how many decisions they took."""
    r, s = compiled.ruleset_in(array_at(ruleset, RULES)), compiled.position_in(array_at(words, WORDS))
    checks = array_at(out, i64(matches))
    decisions = 0
    for number in range(matches):
        decisions += compiled.random_match(r, s, i64(seats), seed, i64(first) + number)
        checks[number] = compiled.checksum(s)
    return i32(decisions)


@export(words_at, words_at, bytes_at, i32)
def observe(ruleset, words, out, size):  # type: ignore[no-untyped-def]
    """Write the features of a position into zeros."""
    r, w = array_at(ruleset, RULES), array_at(words, WORDS)
    features.observe(compiled.ruleset_in(r), compiled.position_in(w), array_at(out, i64(size)))


@export(words_at, words_at)
def name(words, names):  # type: ignore[no-untyped-def]
    """Write the card-named number of each legal action of the mask names[0], in place."""
    n = array_at(names, tree.NAMES)
    tree.name(compiled.position_in(array_at(words, WORDS)), n[0], n)


@export(words_at, words_at, words_at, floats_at, words_at)
def overlook(ruleset, words, seen, chances, draws):  # type: ignore[no-untyped-def]
    """Change a position to what a bot level sees this time."""
    r, w, s = array_at(ruleset, RULES), array_at(words, WORDS), array_at(seen, WORDS)
    blur.overlook(r, w, array_at(chances, blur.CHANCES), array_at(draws, blur.DRAWS), s)


@export(words_at, f64, i64)
def waver(desk, heat, draw):  # type: ignore[no-untyped-def]
    """Return the card-named action that a bot level plays, among those that the net has weighed."""
    return i32(blur.waver(logits(desk), heat, draw))


@export(words_at, floats_at, floats_at, f64, floats_at)
def like(desk, plain, styled, weight, notes):  # type: ignore[no-untyped-def]
    """Add to the net's opinion of the root how much more a style likes each move."""
    p, s, n = array_at(plain, WEIGHTS), array_at(styled, WEIGHTS), table_at(notes)
    scoring.like(ruleset(desk), root(desk), p, s, weight, n, names(desk), logits(desk))


@njit(inline="always")
def trees(desk):  # type: ignore[no-untyped-def]
    return nodes(desk), edges(desk), used(desk)


@njit(inline="always")
def room(desk):  # type: ignore[no-untyped-def]
    return ruleset(desk), rules(desk), words(desk), position(desk), path(desk), names(desk), result(desk)


@njit(inline="always")
def opinion(desk):  # type: ignore[no-untyped-def]
    weights = (
        first_rows(desk),
        first_scales(desk),
        first_bias(desk),
        blocks(desk),
        block_scales(desk),
        block_biases(desk),
        gains(desk),
        offsets(desk),
        head(desk),
        head_bias(desk),
    )
    scratch = (
        (seen(desk), eights(desk), known(desk), known_eights(desk), sums(desk)),
        (index(desk), weight(desk)),
        h(desk),
        z(desk),
        (bits(desk), peak(desk), peak_bits(desk), x(desk), out_(desk)),
    )
    return weights, scratch, logits(desk), chances(desk)


@njit
def read(desk, seat, only, simulations, seed, c, fpu, heat, fresh):  # type: ignore[no-untyped-def]
    where, net, many = (root(desk), i64(seat), i64(only)), opinion(desk), i64(simulations)
    tree, space, summed = trees(desk), room(desk), weighed(desk)
    return search.read(where[0], where[1], where[2], many, tree, space, net, seed, c, fpu, heat, fresh, summed)


@export(words_at, i32, i32, i64, f64, f64, f64, f64)
def puct(desk, seat, simulations, seed, c, fpu, heat, fresh):  # type: ignore[no-untyped-def]
    """Run `bots.search.read` over a desk; return the last state of chance."""
    return read(desk, seat, search.EVERY_MOVE, simulations, seed, c, fpu, heat, fresh)


@export(words_at, i32, i64, i32, i64, f64)
def weigh(desk, seat, only, simulations, seed, c):  # type: ignore[no-untyped-def]
    """Do the same for the moves of a mask, as a judge reads (`bots.judging.weigh`)."""
    return read(desk, seat, only, simulations, seed, c, judging.FPU, judging.HEAT, judging.FRESH)


@export(words_at, i32, i32, i64)
def play_lines(desk, seat, first, seed):  # type: ignore[no-untyped-def]
    """Run `bots.playing_out.play_lines` over a desk: a move and what follows, in deals."""
    where = (trees(desk), room(desk), opinion(desk))
    playing_out.play_lines(
        root(desk), i64(seat), i64(first), where[0], where[1], where[2], seed, dealt(desk), played(desk)
    )


@export(words_at, words_at, words_at, i32, i64)
def view(ruleset, words, desk, seat, mask):  # type: ignore[no-untyped-def]
    """Write the JSON of a seat's view (-1: a spectator's), as the server sends it; return how many bytes."""
    r, w = array_at(ruleset, RULES), array_at(words, WORDS)
    sees, own = view_sees(desk), view_own(desk)
    for i in range(sees.shape[0]):
        sees[i] = 0
    for i in range(own.shape[0]):
        own[i] = 0
    sights.sight(r, w, sees)
    sights.insight(r, w, i64(seat), own)
    own[MOVES] = mask
    program = view_rows(desk), view_texts(desk), view_begins(desk)
    return i32(text.write(program[0], program[1], program[2], sees, own, view_out(desk)))
