"""The page's side of the engine in Python: memory, calls, and the desk of a search, over wasmtime."""

from __future__ import annotations

import ctypes
import json
import zlib
from functools import lru_cache

import numpy as np
import wasmtime

from jeton.bots.splendor.judging import ACTIONS, SUMS
from jeton.bots.splendor.playing_out import LONGEST
from jeton.core.int8_matmul import padded
from jeton.games.splendor.view_json import ROOM, Writer
from jeton.wasm.nets import compressed

DEALS = 4
HEAP = 1 << 20
"""The stack lies below it."""


COMPILER = wasmtime.Engine()


@lru_cache(maxsize=1)
def _compiled(file):
    return wasmtime.Module.from_file(COMPILER, file)


class Engine:
    """A loaded module: arrays are put into its memory, and its functions called with their addresses."""

    def __init__(self, folder):
        self.about = json.loads((folder / "engine.json").read_bytes())
        self.folder = folder
        module = _compiled(str(folder / self.about["files"]["engine"]))
        self.store = wasmtime.Store(COMPILER)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(1024, 65536)))
        stack_kind = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
        given = {
            "__linear_memory": self.memory,
            "__stack_pointer": wasmtime.Global(self.store, stack_kind, wasmtime.Val.i32(HEAP)),
        }
        self.exports = wasmtime.Instance(self.store, module, [given[i.name] for i in module.imports]).exports(
            self.store
        )
        self.top = HEAP
        self.result, self.trouble = self.room("i8", 8), self.room("i8", 8)

    def room(self, kind, *shape):
        """Return the address of zeros for an array."""
        size = int(np.dtype(kind).itemsize * np.prod(shape, dtype=np.int64))
        at = -(-self.top // 64) * 64
        self.top = at + size
        lack = self.top - self.memory.data_len(self.store)
        if lack > 0:
            self.memory.grow(self.store, -(-lack // 65536))
        self.array(at, "u1", size)[:] = 0
        return at

    def array(self, at, kind, *shape):
        """Return the numbers at an address, to read and to write; only until memory grows."""
        kind, base = np.dtype(kind), ctypes.addressof(self.memory.data_ptr(self.store).contents)
        size = int(kind.itemsize * np.prod(shape, dtype=np.int64))
        return np.frombuffer((ctypes.c_uint8 * size).from_address(base + at), kind).reshape(shape)

    def put(self, array):
        """Return the address of a copy."""
        at = self.room(array.dtype, *array.shape)
        self.array(at, array.dtype, *array.shape)[...] = array
        return at

    def call(self, name, *arguments):
        """Call a function, which must not fail."""
        status = self.exports[f"jeton_{name}"](self.store, self.result, self.trouble, *arguments)
        assert status in (0, -2), f"{name}: status {status}"

    def int(self):
        """Return what the last call answered, of 32 bits."""
        return int(self.array(self.result, "i4", 1)[0])

    def long(self):
        """Return what the last call answered, of 64 bits."""
        return int(self.array(self.result, "i8", 1)[0])

    def desk(self, arrays, names):
        """Return a table of arrays: address and sizes, in the order of these names."""
        table = np.zeros((len(names), 4), np.int64)
        for place, name in zip(table, names, strict=True):
            entry = arrays[name]
            place[: len(entry)] = entry
        return self.put(table)


class Views:
    """The JSON of views of a game, a desk for each seat."""

    def __init__(self, engine, game, seats):
        self.engine, self.rules = engine, engine.put(np.asarray(game.ruleset))
        self.words = engine.room("i8", engine.about["words"])
        sees, own = engine.room("i8", engine.about["sight"]), engine.room("i8", engine.about["insight"])
        self.out = engine.room("u1", ROOM)
        self.desks = {}
        for seat in (*range(seats), None):
            program = Writer(game, seats, seat).program()
            arrays = {
                "rows": (engine.put(program.rows), *program.rows.shape),
                "texts": (engine.put(program.texts), len(program.texts)),
                "begins": (engine.put(program.begins), len(program.begins)),
                "sees": (sees, engine.about["sight"]),
                "own": (own, engine.about["insight"]),
                "out": (self.out, ROOM),
            }
            self.desks[seat] = engine.desk(arrays, engine.about["view_desk"])

    def text(self, position, seat):
        """Return the JSON of a seat's view of a position that is not over."""
        engine = self.engine
        engine.array(self.words, "i8", engine.about["words"])[:] = position.words
        mask = position.mask if seat == position.seat else 0
        engine.call("view", self.rules, self.words, self.desks[seat], -1 if seat is None else seat, mask)
        return engine.array(self.out, "u1", engine.int()).tobytes()


class Search:
    """One search's arrays, as `Tree`, `Scratch` and `net.rooms` lay them out."""

    def __init__(self, engine, game, seats, nodes, edges):
        about = engine.about
        net = about["nets"][f"{game.title}-{seats}"]
        weights = _weights(engine, f"{game.title}-{seats}")
        features, width = net["arrays"][0]["shape"]
        whole, room = padded(width), engine.room
        rules, words, eights = engine.put(np.asarray(game.ruleset)), room("i8", about["words"]), room("u1", features)
        self.engine, self.width, self.features = engine, width, features
        self.known, z, peak = room("u1", 4, features), room("f4", width), room("f4", 1)
        self.at = arrays = {
            "root": (room("i8", about["words"]), about["words"]),
            "nodes": (room("u1", about["node"] * nodes), nodes),
            "edges": (room("u1", about["edge"] * edges), edges),
            "used": (room("i8", 2), 2),
            "ruleset": (rules, about["rules"]),
            "rules": (rules, 1),
            "words": (words, about["words"]),
            "position": (words, 1),
            "path": (room("i8", about["depth"]), about["depth"]),
            "names": (room("i8", about["names"]), about["names"]),
            "result": (room("f4", 4), 4),
            **{f"w{i}": (weights[i], *each["shape"]) for i, each in enumerate(net["arrays"])},
            "seen": (eights, features),
            "eights": (eights, features // 8),
            "known": (self.known, 4, features),
            "known_eights": (self.known, 4, features // 8),
            "sums": (room("i4", 4, width), 4, width),
            "index": (room("i8", features + 8), features + 8),
            "weight": (room("i4", features + 8), features + 8),
            "h": (room("f4", width), width),
            "z": (z, width),
            "bits": (z, width),
            "peak": (peak, 1),
            "peak_bits": (peak, 1),
            "x": (room("u1", whole), whole),
            "out": (room("i4", whole), whole),
            "logits": (room("f4", about["wide"]), about["wide"]),
            "chances": (room("f4", 4), 4),
            "weighed": (room("f8", ACTIONS, SUMS), ACTIONS, SUMS),
            "dealt": (room("i8", DEALS, about["words"]), DEALS, about["words"]),
            "played": (room("i8", DEALS, LONGEST), DEALS, LONGEST),
        }
        self.desk = engine.desk(arrays, about["desk"])

    def run(self, words, seat, simulations, seed, c, fpu, heat, fresh):
        """Search a position from nothing; return the bytes of nodes and edges used, and the last state of chance."""
        self._clear(words)
        self.engine.call("puct", self.desk, seat, simulations, seed, c, fpu, heat, fresh)
        return self._tree()

    def weigh(self, words, seat, only, simulations, seed, c):
        """Judge some moves from nothing: the same, and the sums of the root's moves."""
        self._clear(words)
        self.engine.call("weigh", self.desk, seat, only, simulations, seed, c)
        return *self._tree(), self._array("weighed", "f8").tobytes()

    def play_lines(self, seat, first, seed):
        """Play out a move of the weighed tree; return the deals, and what was played in them."""
        self.forget()
        self.engine.call("play_lines", self.desk, seat, first, seed)
        return self._array("dealt", "i8").tobytes(), self._array("played", "i8").tobytes()

    def forget(self):
        """Make the net forget every position that it has seen."""
        engine, at = self.engine, self.at
        engine.array(self.known, "u1", 4, self.features)[:] = 0
        engine.array(at["sums"][0], "i4", 4, self.width)[:] = 0

    def _array(self, name, kind):
        at, *shape = self.at[name]
        return self.engine.array(at, kind, *shape)

    def _clear(self, words):
        engine, at = self.engine, self.at
        for name, kind in (("nodes", "node"), ("edges", "edge")):
            engine.array(at[name][0], "u1", engine.about[kind] * at[name][1])[:] = 0
        engine.array(at["nodes"][0], "i4", 1)[0] = -1
        engine.array(at["used"][0], "i8", 2)[:] = 1, 0
        self.forget()
        self._array("weighed", "f8")[:] = 0
        engine.array(at["root"][0], "i8", len(words))[:] = words

    def _tree(self):
        engine, at = self.engine, self.at
        last = engine.long()
        nodes, edges = engine.array(at["used"][0], "i8", 2).tolist()
        return (
            engine.array(at["nodes"][0], "u1", engine.about["node"] * nodes).tobytes(),
            engine.array(at["edges"][0], "u1", engine.about["edge"] * edges).tobytes(),
            last,
        )


def _weights(engine, name):
    """Return the addresses of a net's arrays, unpacked as the page does it."""
    content = zlib.decompress(compressed(engine.about["files"][name]))
    return [engine.put(_unpacked(content, each)) for each in engine.about["nets"][name]["arrays"]]


def _unpacked(content, each):
    kind, at, shape = np.dtype(each["type"]), each["at"], each["shape"]
    if "rows" in each:
        places = _numbers(content, at, "<u2", each["rows"])
        found = np.zeros(shape, kind)
        found[places] = np.frombuffer(content, kind, each["rows"] * shape[1], at + 2 * each["rows"]).reshape(
            -1, shape[1]
        )
        return found
    found = _numbers(content, at, kind, int(np.prod(shape))).reshape(shape)
    return found.astype(np.float32) if kind == np.float16 else found


def _numbers(content, at, kind, size):
    """Return numbers of which all first bytes lie first."""
    bytes_each = np.dtype(kind).itemsize
    planes = np.frombuffer(content, np.uint8, size * bytes_each, at).reshape(bytes_each, size)
    return np.ascontiguousarray(planes.T).view(kind).ravel()
