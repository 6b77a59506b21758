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
from jeton.core.matmul_many import AT_ONCE, STRIP, add_rows, as_pairs, dots_many, for_many
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.features import WIDE, observe, to_action
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.rules import PLAY, POSITION, WORDS, next_random, pick
from jeton.games.splendor.rules import legal as legal_in

__all__ = ["choose_many"]

TOGETHER = 11 * AT_ONCE
"""How many positions go through a layer together."""
NOTHING = np.zeros(CHANCES)
"""The chances of a bot that overlooks nothing."""


class _Memory(threading.local):
    """Scratch space for each thread, by the size of the nets that it asks."""

    def __init__(self) -> None:
        self.rooms: dict[tuple[int, int], tuple[Any, ...]] = {}


_memory = _Memory()


def choose_many(
    game: Splendor, path: str | None, words: Any, legal: Any, wanted: Any, chance: Any, actions: Any,
    chances: Any = NOTHING, heat: float = 0.0,
) -> None:  # fmt: skip
    """Write what a net likes best in each row that is wanted; or what a bot level with such chances and heat plays."""
    if not wanted.any():
        return
    weights = load_many(game.title, int(words[:1].view(POSITION)["seats"][0, 0]), path)
    size = weights[1].shape[0], weights[2].shape[0]
    room = _memory.rooms.get(size)
    if room is None:
        room = _memory.rooms[size] = rooms_many(*size)
    think_many(game.ruleset, words, legal, wanted, weights, room, chances, heat, chance, actions)


@lru_cache(maxsize=8)
def load_many(title: str, seats: int, path: str | None = None) -> Weights:
    """Return the net of `net.load` as `think_many` reads it."""
    weights = net.as_written(title, seats, path)
    matrices = for_many(weights[net.BLOCKS], *weights[net.BLOCKS + 1].shape)
    return as_pairs(weights[0]), *weights[1 : net.BLOCKS], matrices, *weights[net.BLOCKS + 1 :]


def rooms_many(features: int, width: int) -> tuple[Any, ...]:
    """Return scratch space for as many positions as go through a layer together."""
    eights, strips, whole = np.zeros(features // 8, np.int64), -(-width // STRIP) * STRIP, padded(width)
    lists, peak = (TOGETHER, features + 8), np.zeros(1, np.float32)
    return (
        (np.zeros(TOGETHER, np.int64), np.zeros((TOGETHER, WORDS), np.int64), np.zeros(TOGETHER, np.int64)),
        (eights.view(np.uint8), eights),
        (np.zeros(TOGETHER, np.int64), np.zeros(lists, np.int64), np.zeros(lists, np.float32)),
        in_line(np.zeros((TOGETHER, strips), np.float32)),
        in_line(np.zeros(width, np.float32)),
        (peak, peak.view(np.int32), np.zeros(TOGETHER, np.float32)),
        (in_line(np.zeros((TOGETHER, whole), np.uint8)), in_line(np.zeros((TOGETHER, whole), np.int32))),
        (np.zeros(NAMES, np.int64), np.zeros(WIDE, np.float32), np.zeros(DRAWS, np.int64)),
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
    features, eights = room[1]
    draws = room[7][2]
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
        for q in range(eights.shape[0]):
            eights[q] = 0
        observe(r, position_in(seen[used]), features)
        note(used, features, eights, weights, room[2])
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
def note(at: Any, features: Any, eights: Any, weights: Any, lists: Any) -> None:
    """Write down which features of a position are not 0, and what their rows weigh; a whole number of fours."""
    sizes, index, weight = lists
    scales, size = weights[1], 0
    for q in range(eights.shape[0]):
        if eights[q] != 0:
            for i in range(8 * q, 8 * q + 8):
                index[at, size] = i
                weight[at, size] = np.float32(features[i]) * scales[i]
                size += features[i] != 0
    while size & 3:
        index[at, size] = 0
        weight[at, size] = 0
        size += 1
    sizes[at] = size


@compiled
def draw(i: Any, chance: Any) -> Any:
    """Return a number of 32 bits, and move the chance of a row on."""
    chance[i] = next_random(chance[i])
    return (chance[i] ^ (chance[i] >> 29)) >> 20 & 0xFFFFFFFF


@shared
def think(words: Any, used: Any, weights: Any, room: Any, heat: Any, chance: Any, actions: Any) -> None:
    """Choose in the positions that were noted."""
    (rows, seen, allowed), (sizes, index, weight), h, z = room[0], room[2], room[3], room[4]
    names, logits, _ = room[7]
    gains, offsets, head, head_bias = weights[6], weights[7], weights[8], weights[9]
    width = z.shape[0]
    for at in range(used):
        for j in range(width):
            h[at, j] = weights[2][j]
    for begin in range(0, h.shape[1], STRIP):
        for at in range(used):
            add_rows(h[at], begin, weights[0], index[at], weight[at], sizes[at])
    blocks = gains.shape[0] - 1
    for k in range(blocks):
        add_blocks(k, used, weights, h, z, room[5], room[6])
    for at in range(used):
        norm(h[at, :width], gains, offsets, blocks, z)
        i, rest = rows[at], allowed[at]
        name(position_in(seen[at]), rest, names)
        for k in range(logits.shape[0]):
            logits[k] = -np.inf
        while rest != 0:
            wide = names[lowest(rest)]
            rest &= rest - 1
            logits[wide] = answer(head, head_bias, z, wide)
        best = waver(logits, heat, draw(i, chance) if heat > 0.0 else 0)
        actions[i] = to_action(position_in(words[i]), best)


@shared
def add_blocks(k: Any, used: Any, weights: Any, h: Any, z: Any, units: Any, bytes_of: Any) -> None:
    """Add the k-th block to each of the positions, as `net.add_block` does to one."""
    scales, biases, gains, offsets = weights[4], weights[5], weights[6], weights[7]
    peak, peak_bits, unit = units
    x, out = bytes_of
    width, bits = z.shape[0], z.view(np.int32)
    for at in range(used):
        norm(h[at, :width], gains, offsets, k, z)
        top = net.LEAST
        for j in range(width):
            top = max(top, bits[j])
        peak_bits[0] = top
        up = np.float32(TOP) / peak[0]
        unit[at] = peak[0] / np.float32(TOP)
        for j in range(width):
            x[at, j] = np.int32(z[j] * up + np.float32(0.5))
    whole = -(-used // AT_ONCE) * AT_ONCE
    dots_many(out[:whole], x[:whole], weights[3], k * out.shape[1] * out.shape[1])
    for at in range(used):
        for j in range(width):
            h[at, j] += biases[k, j] + np.float32(out[at, j]) * (unit[at] * scales[k, j])
