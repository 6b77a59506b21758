"""The net's first thought in thousands of positions at once, for datasets: the opinion of `net`, some at a time.

To the last bit it thinks what `net.evaluate` thinks of each position alone. A batch of positions goes through each
layer together, so that a part of a matrix is read once for all of them (`core/matmul_many.py`).
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

import numpy as np

from jeton.bots.splendor import net
from jeton.bots.splendor.blur import CHANCES, DRAWS, overlook, waver
from jeton.bots.splendor.deadlock import LOCKED
from jeton.bots.splendor.net import Weights, answer, norm
from jeton.bots.splendor.tree import NAMES, name
from jeton.core.bits import count, lowest, nth
from jeton.core.int8_matmul import TOP, in_line, padded
from jeton.core.jit import compiled, entry_point, shared
from jeton.core.matmul_many import AT_ONCE, SPAN, STRIP, add_rows, dots_many, for_many, in_strips, spell, unlike
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.features import WIDE, to_action, to_wide
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.rules import PLAY, POSITION, WORDS, next_random, pick
from jeton.games.splendor.rules import legal as legal_in
from jeton.games.splendor.seen import write_seen

__all__ = ["choose_many"]

TOGETHER = 22 * AT_ONCE
"""How many positions go through a layer together."""
KEPT = 256
"""In so many rows the first layer of each seat begins with that of its last position."""
TOP_BIT = -(2**63)
NETS = 8
"""How many nets stay in memory."""
NOTHING = np.zeros(CHANCES)
"""The chances of a bot that overlooks nothing."""


class _Memory(threading.local):
    """Scratch space for each thread, by title, seats and file of the nets that it asks; and with which weights."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[str, int, str | None], tuple[Weights, tuple[Any, ...]]] = {}


_memory = _Memory()


def choose_many(
    game: Splendor, path: str | None, words: Any, legal: Any, wanted: Any, chance: Any, actions: Any,
    chances: Any = NOTHING, heat: float = 0.0,
) -> None:  # fmt: skip
    """Write what a net likes best in each row that is wanted; or what a bot level with such chances and heat plays."""
    if not wanted.any():
        return
    which = game.title, int(words[:1].view(POSITION)["seats"][0, 0]), path
    weights, rooms = load_many(*which), _memory.rooms
    if which not in rooms or rooms[which][0] is not weights:
        rooms.pop(which, None)
        if len(rooms) == NETS:
            del rooms[next(iter(rooms))]
        rooms[which] = weights, rooms_many(weights[1].shape[0], weights[2].shape[0], which[1])
    think_many(game.ruleset, words, legal, wanted, weights, rooms[which][1], chances, heat, chance, actions)


@lru_cache(maxsize=NETS)
def load_many(title: str, seats: int, path: str | None = None) -> Weights:
    """Return the net of `net.load` as `think_many` reads it."""
    weights = net.as_written(title, seats, path)
    matrices = for_many(weights[net.BLOCKS], *weights[net.BLOCKS + 1].shape)
    multipliers = np.array([net.multiplier(scale) for scale in weights[1]], np.int32)
    return in_strips(weights[0]), multipliers, *weights[2 : net.BLOCKS], matrices, *weights[net.BLOCKS + 1 :]


def rooms_many(features: int, width: int, seats: int) -> tuple[Any, ...]:
    """Return scratch space for as many positions as go through a layer together; and the last position of each seat."""
    strips, whole, slots = -(-width // STRIP) * STRIP, padded(width), KEPT * seats + TOGETHER
    eights, known = in_line(np.zeros(features // 8, np.int64)), in_line(np.zeros((slots, features // 8), np.int64))
    lists, peak = (TOGETHER, features + 8), np.zeros(1, np.float32)
    return (
        (np.zeros(TOGETHER, np.int64), np.zeros((TOGETHER, WORDS), np.int64), np.zeros(TOGETHER, np.int64)),
        (eights.view(np.uint8), eights),
        (
            np.zeros((3, TOGETHER), np.int64),
            np.zeros(lists, np.int64),
            np.zeros(lists, np.int32),
            np.zeros(lists, np.int32),
        ),
        in_line(np.zeros((TOGETHER, strips), np.float32)),
        in_line(np.zeros(width, np.float32)),
        (peak, peak.view(np.int32), np.zeros(TOGETHER, np.float32)),
        (in_line(np.zeros((TOGETHER, whole), np.uint8)), in_line(np.zeros((TOGETHER, whole), np.int32))),
        (np.zeros(NAMES, np.int64), np.zeros(WIDE, np.float32), np.zeros(DRAWS, np.int64)),
        (
            known.view(np.uint8),
            known,
            in_line(np.zeros((slots, strips), np.int32)),
            in_line(np.zeros(features, np.uint8)),
        ),
        np.zeros((2, features // SPAN), np.int64),
    )


@entry_point
def think_many(
    ruleset: Any, words: Any, legal: Any, wanted: Any, weights: Any, room: Any, chances: Any, heat: Any, chance: Any,
    actions: Any,
) -> None:  # fmt: skip
    """Write an action into each position that is wanted; the others stay as they are.

    The net sees nothing that the mover can't, so nothing has to be dealt again.
    """
    r = ruleset_in(ruleset)
    rows, seen, allowed = room[0]
    features, draws = room[1][0], room[7][2]
    used = 0
    for i in range(words.shape[0]):
        if not wanted[i] or clear(position_in(words[i]), i, legal[i], chance, actions):
            continue
        rows[used], allowed[used] = i, legal[i]
        if heat > 0.0 and position_in(words[i]).phase == PLAY:
            for k in range(draws.shape[0]):
                draws[k] = draw(i, chance)
            overlook(ruleset, words[i], chances, draws, seen[used])
            allowed[used] = legal_in(r, position_in(seen[used]))
        else:
            for k in range(words.shape[1]):
                seen[used, k] = words[i, k]
        write_seen(r, position_in(seen[used]), features)
        s = position_in(words[i])
        note(used, i * s.seats + s.seat if i < KEPT else KEPT * s.seats + used, weights, room)
        used += 1
        if used == rows.shape[0]:
            think(words, used, weights, room, heat, chance, actions)
            used = 0
    if used:
        think(words, used, weights, room, heat, chance, actions)


@compiled
def clear(s: Any, i: Any, legal: Any, chance: Any, actions: Any) -> Any:
    """Return whether a position needs no thought, after writing its action: the only one, or a way out."""
    if legal & (legal - 1) == 0:
        actions[i] = lowest(legal)
        return True
    if s.turns < LOCKED * s.seats:
        return False
    chance[i] = next_random(chance[i])
    if chance[i] >> 40 & 1:  # every other time a way out: see `deadlock`
        return False
    chance[i] = next_random(chance[i])
    actions[i] = nth(legal, pick(chance[i], count(legal)))
    return True


@shared
def note(at: Any, slot: Any, weights: Any, room: Any) -> None:
    """Write down which features of a position differ from those at a slot, and what their rows weigh; keep them there.

    If less differs from nothing, the slot begins anew.
    """
    (features, eights), (sizes, index, weight, digits), (known, known_eights, sums, nothing) = room[1], room[2], room[8]
    marks, size = room[9], 0
    differ = anew = 0
    for k in range(marks.shape[1]):
        marks[0, k] = unlike(features, known[slot], k * SPAN)
        marks[1, k] = unlike(features, nothing, k * SPAN)
        differ += marked(marks[0, k])
        anew += marked(marks[1, k])
    if differ > anew:
        for q in range(eights.shape[0]):
            known_eights[slot, q] = 0
        for j in range(sums.shape[1]):
            sums[slot, j] = 0
    which = np.int64(differ > anew)
    for k in range(marks.shape[1]):
        left = marks[which, k]
        while left != 0:
            i = k * SPAN + lowest(left)
            left &= left - 1
            index[at, size] = i
            weight[at, size] = (np.int32(features[i]) - np.int32(known[slot, i])) * weights[1][i]
            size += 1
    for q in range(eights.shape[0]):
        known_eights[slot, q] = eights[q]
    while size & 3:
        index[at, size] = 0
        weight[at, size] = 0
        size += 1
    sizes[0, at], sizes[1, at], sizes[2, at] = size, slot, spell(weight[at], digits[at], size)


@compiled
def marked(bits: Any) -> Any:
    """Return how many bits of a word are set, the highest included."""
    return count(bits & ~TOP_BIT) + (bits < 0)


@compiled
def draw(i: Any, chance: Any) -> Any:
    """Return a number of 32 bits, and move the chance of a row on."""
    chance[i] = next_random(chance[i])
    return (chance[i] ^ (chance[i] >> 29)) >> 20 & 0xFFFFFFFF


@shared
def think(words: Any, used: Any, weights: Any, room: Any, heat: Any, chance: Any, actions: Any) -> None:
    """Choose in the positions that were noted."""
    (rows, seen, allowed), (sizes, index, weight, digits), h, z = room[0], room[2], room[3], room[4]
    names, logits, _ = room[7]
    sums = room[8][2]
    gains, offsets, head, head_bias = weights[6], weights[7], weights[8], weights[9]
    width = z.shape[0]
    for at in range(used):
        size, slot, less = sizes[0, at], sizes[1, at], np.int32(sizes[2, at])
        for begin in range(0, h.shape[1], STRIP):
            add_rows(sums[slot], begin, weights[0], index[at], weight[at], digits[at], less, size)
        for j in range(width):
            h[at, j] = weights[2][j] + np.float32(sums[slot, j]) * net.UNIT
    blocks, (x, out) = gains.shape[0] - 1, room[6]
    whole = -(-used // AT_ONCE) * AT_ONCE
    for k in range(blocks):
        for at in range(used):
            if k > 0:
                add_block(k - 1, at, weights, h, room[5][2], out)
            norm(h[at, :width], gains, offsets, k, z)
            in_bytes(z, at, room[5], x)
        dots_many(out[:whole], x[:whole], weights[3], k * out.shape[1] * out.shape[1])
    for at in range(used):
        if blocks > 0:
            add_block(blocks - 1, at, weights, h, room[5][2], out)
        norm(h[at, :width], gains, offsets, blocks, z)
        s, i = position_in(seen[at]), rows[at]
        if heat > 0.0:
            weigh(s, allowed[at], head, head_bias, z, names, logits)
            best = waver(logits, heat, draw(i, chance))
        else:
            best = favourite(s, allowed[at], head, head_bias, z)
        actions[i] = to_action(position_in(words[i]), best)


@shared
def weigh(s: Any, rest: Any, head: Any, head_bias: Any, z: Any, names: Any, logits: Any) -> None:
    """Write what the net thinks of each legal action, by its card-named number."""
    name(s, rest, names)
    for k in range(logits.shape[0]):
        logits[k] = -np.inf
    while rest != 0:
        wide = names[lowest(rest)]
        rest &= rest - 1
        logits[wide] = answer(head, head_bias, z, wide)


@shared
def favourite(s: Any, rest: Any, head: Any, head_bias: Any, z: Any) -> Any:
    """Return the legal action that the net likes best, by its card-named number; of equal ones the lowest."""
    best, most = 0, np.float32(-np.inf)
    while rest != 0:
        wide = to_wide(s, lowest(rest))
        rest &= rest - 1
        logit = answer(head, head_bias, z, wide)
        if logit > most or (logit == most and wide < best):
            best, most = wide, logit
    return best


@compiled
def in_bytes(z: Any, at: Any, units: Any, x: Any) -> None:
    """Write the input of a block in bytes, as `net.add_block` does, and what one of them is worth."""
    peak, peak_bits, unit = units
    bits, top = z.view(np.int32), net.LEAST
    for j in range(z.shape[0]):
        top = max(top, bits[j])
    peak_bits[0] = top
    up = np.float32(TOP) / peak[0]
    unit[at] = peak[0] / np.float32(TOP)
    for j in range(z.shape[0]):
        x[at, j] = np.int32(z[j] * up + np.float32(0.5))


@compiled
def add_block(k: Any, at: Any, weights: Any, h: Any, unit: Any, out: Any) -> None:
    """Add the sums of the k-th block to a position, as `net.add_block` does."""
    scales, biases, one = weights[4], weights[5], unit[at]
    for j in range(scales.shape[1]):
        h[at, j] += biases[k, j] + np.float32(out[at, j]) * (one * scales[k, j])
