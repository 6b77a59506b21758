"""What `jeton bench gpu` measures: random matches on the GPU, and whether they match the CPU's, one by one.

It imports neither rich nor cyclopts, so it runs on a machine that has only Numba:
python -c 'from jeton.cli import gpu; print(gpu.text(gpu.figures()))'
python -c 'from jeton.cli import gpu; print(gpu.batch_text(gpu.batch_figures()))'
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from jeton.games.splendor import cuda
from jeton.games.splendor.game import Splendor

__all__ = ["batch_figures", "batch_text", "figures", "text"]

MATCHES = 32
"""How many matches a thread plays, one after the other."""
CHECKED = 4096

TABLES = (("splendor", 2), ("splendor", 4), ("marvel", 2))
SIZES = (1 << 16, 1 << 18, 1 << 20)
"""How many matches a batch has that is stepped without observations."""
SEEN = 1 << 18
"""And with them."""
STEPS = 64
"""Steps of one launch of `play`."""
ARRAYS = ("observations", "masks", "legal", "movers", "rewards", "ended", "points")


def figures(*, matches: int = MATCHES, checked: int = CHECKED) -> dict[str, Any]:
    """Return decisions and matches a second at every table of both titles, and how many matches differ from the CPU."""
    name, processors = cuda.device()
    rows = []
    for title in ("splendor", "marvel"):
        ruleset = Splendor(title).ruleset
        for seats in (2, 3, 4):
            rate = cuda.random_rate(ruleset, seats, blocks=processors * cuda.BLOCKS_EACH[seats], matches=matches)
            different = cuda.different_matches(ruleset, seats, checked)
            rows.append({"title": title, "seats": seats, **rate, "checked": checked, "different": different})
    return {"device": name, "multiprocessors": processors, "engine": rows}


def text(found: dict[str, Any]) -> str:
    """Return the figures for a terminal."""
    lines = [f"{found['device']}, {found['multiprocessors']} multiprocessors", ""]
    lines.append(f"{'random matches':<22}{'decisions/s':>14}{'matches/s':>14}{'as on the CPU':>22}")
    for row in found["engine"]:
        table = f"{row['title']}, {row['seats']} seats"
        same = f"{row['checked'] - row['different']:,} of {row['checked']:,}"
        decisions, played = f"{row['decisions_per_second'] / 1e9:.2f} G", f"{row['matches_per_second'] / 1e6:.1f} M"
        lines.append(f"{table:<22}{decisions:>14}{played:>14}{same:>22}")
    return "\n".join(lines)


def batch_figures(*, checked: int = CHECKED) -> dict[str, Any]:
    """Measure `jeton.envs.gpu`, count matches that differ from the CPU's, and hand the arrays to other libraries."""
    name, processors = cuda.device()
    same = [{"title": title, "seats": seats, **_different(title, seats, checked)} for title, seats in TABLES]
    rates = [_rates(title, seats) for title, seats in TABLES]
    handed = {library: _handed(library) for library in ("torch", "jax", "cupy")}
    return {"device": name, "multiprocessors": processors, "rates": rates, "same": same, "handed": handed}


def batch_text(found: dict[str, Any]) -> str:
    """Return the figures for a terminal."""
    lines = [
        f"{found['device']}: batches",
        "",
        f"{'random steps a second':<26}{'matches':>10}{'a launch':>10}{'steps/s':>12}",
    ]
    for row in found["rates"]:
        for what, size, steps, rate in row["steps"]:
            table = f"{row['title']}, {row['seats']} seats, {what}"
            lines.append(f"{table:<36}{size:>12,}{steps:>10}{rate / 1e6:>10,.0f} M")
    for row in found["same"]:
        alike = f"{row['checked'] - row['different']:,} of {row['checked']:,}"
        lines.append(f"{row['title']}, {row['seats']} seats: {alike} matches as on the CPU, {row['steps']} steps")
    lines += [f"{library}: {said}" for library, said in found["handed"].items()]
    return "\n".join(lines)


def _rates(title: str, seats: int) -> dict[str, Any]:
    from jeton.envs.gpu import Batch

    found = []
    for size in SIZES:
        batch = Batch(title, size, seats=seats, observe=False)
        batch.play(100)
        found.append(("plain", size, 1, _rate(partial(_step, batch), size)))
        found.append(("plain", size, STEPS, STEPS * _rate(partial(batch.play, STEPS), size, times=2)))
        found.append(("given", size, 1, _rate(partial(_step, batch, given=True), size)))
    seen = Batch(title, SEEN, seats=seats)
    seen.play(100)
    found.append(("observed", SEEN, 1, _rate(partial(_step, seen), SEEN)))
    found.append(("observed, given", SEEN, 1, _rate(partial(_step, seen, given=True), SEEN)))
    return {"title": title, "seats": seats, "steps": found}


def _step(batch: Any, *, given: bool = False) -> None:
    """Play a random step; with `given`, hand the actions over as if somebody else had chosen them."""
    actions = batch.sample()
    batch.step(_Foreign(actions) if given else actions)


class _Foreign:
    """Somebody else's array of actions: the batch checks it before it plays it."""

    def __init__(self, array: Any) -> None:
        self.shape, self.__cuda_array_interface__ = array.shape, array.__cuda_array_interface__


def _rate(work: Callable[[], Any], size: int, *, times: int = 20, repeats: int = 5) -> float:
    """Return steps a second if `work` steps every match once: the best of some repeats."""
    from numba import cuda as device

    best = 0.0
    for _ in range(repeats + 1):
        device.synchronize()
        began = time.perf_counter()
        for _ in range(times):
            work()
        device.synchronize()
        best = max(best, size * times / (time.perf_counter() - began))
    return best


def _different(title: str, seats: int, size: int, steps: int = 200) -> dict[str, int]:
    """Count the rows of a batch that differ from the CPU's at any step, by `step` and then by `play`: none should."""
    from jeton.envs import batch, gpu

    here, there = batch.Batch(title, size, seats=seats, seed=3), gpu.Batch(title, size, seats=seats, seed=3)
    wrong = np.zeros(size, bool)
    for _ in range(steps):
        finished = here.step(here.sample())
        wrong |= finished != int(there.step(there.sample()))
        wrong |= _rows_apart(here, there, ARRAYS[2:])
    wrong |= _rows_apart(here, there, ARRAYS)
    finished = here.play(steps)
    wrong |= finished != int(there.play(steps))
    wrong |= _rows_apart(here, there, ARRAYS)
    return {"checked": size, "different": int(wrong.sum()), "steps": 2 * steps}


def _rows_apart(here: Any, there: Any, names: tuple[str, ...]) -> Any:
    wrong = np.zeros(here.size, bool)
    for name in names:
        apart = getattr(here, name) != getattr(there, name).numpy()
        wrong |= apart.reshape(here.size, -1).any(axis=1)
    return wrong


def _handed(library: str) -> str:
    """Say whether a library takes the arrays of a batch without a copy and answers with actions."""
    from jeton.envs.gpu import Batch

    try:
        module: Any = import_module(library)
    except ImportError:
        return "not installed"
    if library == "jax":
        module.config.update("jax_enable_x64", True)  # else it makes words of 32 bits of `legal`
    take = import_module("jax.dlpack").from_dlpack if library == "jax" else module.from_dlpack
    batch = Batch("splendor", 1024, seed=1)
    batch.play(30)
    wrong = {}
    for name in ARRAYS:
        mine = getattr(batch, name).whole
        try:
            theirs = take(mine)
        except Exception as error:  # whatever a library says of an array that it does not take
            wrong[name] = f"{type(error).__name__}: {error}"[:200]
            continue
        if _address(theirs) != mine.__cuda_array_interface__["data"][0]:
            wrong[name] = "copied"
        elif not np.array_equal(_host(theirs), mine.numpy()):
            wrong[name] = "other numbers"
    before = batch.legal.numpy()
    batch.step(take(batch.masks.whole).argmax(1))  # the first legal action of each
    if (batch.legal.numpy() == before).all():
        wrong["step"] = "nothing was played"
    return f"{len(ARRAYS)} arrays without a copy, and its actions were played" if not wrong else str(wrong)


def _host(array: Any) -> Any:
    """Return a copy for NumPy of another library's array."""
    if hasattr(array, "cpu"):
        array = array.cpu()
    return np.asarray(array.get() if hasattr(array, "get") else array)


def _address(array: Any) -> int:
    if hasattr(array, "data_ptr"):
        return int(array.data_ptr())
    return int(array.unsafe_buffer_pointer()) if hasattr(array, "unsafe_buffer_pointer") else int(array.data.ptr)
