"""`compiled` and `entry_point`: the one place with Numba's options and the cache folder.

Rules are `compiled`: plain functions without signatures, which call one another and which CUDA kernels call too. Python
calls only `entry_point`s: they take arrays, loop inside, release the GIL and are cached on disk.

Compiled code does not count references: whoever calls an entry point holds its arrays until it returns. Counting took a
tenth of a net's time, since each use of an array in a tuple counted up and down, in one step of all cores.
So compiled code can't make arrays; an `entry_point_with_arrays` can, but for what it calls.

Numba's cache notices a change in the file of the cached function, but not in the files that it calls. The cache folder
is therefore named after a digest of all sources that the function can call, of Numba's version and of its mode.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import config, njit
from numba.extending import intrinsic

__all__ = [
    "INTERPRETED", "cache_folder", "compiled", "entry_point", "entry_point_with_arrays", "forget_old_caches",
    "interpreted", "part", "quotients", "reader", "shared",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = bool(config.DISABLE_JIT)
"""Whether Numba is switched off (NUMBA_DISABLE_JIT=1): then everything runs as plain Python, slowly, and the same."""

UNCOUNTED = {"_nrt": False}
"""Options of what counts no references."""
WITHIN = {"no_cfunc_wrapper": True, **UNCOUNTED}
"""Options of what compiled code calls: Numba leaves out the wrapper through which C would call it."""

SOURCES = Path(__file__).parent.parent


def compiled(function: F) -> F:
    """Compile a rule into its callers: LLVM would keep most of the calls, and they cost a quarter of the speed."""
    return njit(forceinline=True, **WITHIN)(function)  # type: ignore[no-any-return]


def shared(function: F) -> F:
    """Compile a function once, not into each of its compiled callers; that saves compile time."""
    return njit(**WITHIN)(function)  # type: ignore[no-any-return]


def quotients(function: F) -> F:
    """Compile a `shared` function that never divides by 0: without a check LLVM divides many numbers at once."""
    return njit(error_model="numpy", **WITHIN)(function)  # type: ignore[no-any-return]


def part(function: F) -> F:
    """Make a function part of its caller before Numba infers types: Numba never compiles it alone."""
    return njit(inline="always", **UNCOUNTED)(function)  # type: ignore[no-any-return]


def interpreted(function: F) -> F:
    """Return the Python function behind a compiled one: for a single call that is not worth compiling."""
    return function if INTERPRETED else function.py_func  # type: ignore[attr-defined]


def entry_point(function: F) -> F:
    """Compile a function that Python calls, and cache it on disk where a folder is writable."""
    return _called_by_python(function, UNCOUNTED)


def entry_point_with_arrays(function: F) -> F:
    """Compile a function that Python calls, and that makes arrays of its own."""
    return _called_by_python(function, {})


def _called_by_python(function: F, options: dict[str, bool]) -> F:
    if INTERPRETED:
        return _interpreted(function)
    folder, before = cache_folder(function.__module__), config.CACHE_DIR
    if folder is None:
        return njit(nogil=True, **options)(function)  # type: ignore[no-any-return]
    config.CACHE_DIR = str(folder)  # Numba reads it at decoration only
    try:
        return njit(nogil=True, cache=True, **options)(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


def reader(dtype: Any) -> Any:
    """Return a function that reads words as a record; compiling `words.view(dtype)[0]` would take half a second.

    The record does not keep its array alive: hold on to the array.
    """
    if INTERPRETED:
        return lambda words: words.view(dtype)[0]
    record = numba.from_dtype(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def read(typing_context: Any, words: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(words), generate

    return read


def _interpreted(function: F) -> F:
    """Wrap a function for plain Python: 64-bit words go in and overflow without a warning, plain numbers come out."""

    @wraps(function)
    def called(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            answer = function(*(np.int64(a) if isinstance(a, int) else a for a in arguments))
        return tuple(map(_plain, answer)) if isinstance(answer, tuple) else _plain(answer)

    return called  # type: ignore[return-value]


def _plain(number: Any) -> Any:
    return number.item() if isinstance(number, np.generic) else number


@cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for the compiled code of this very version of a module, in $JETON_CACHE or the user's cache."""
    for root in _roots():
        folder = root / "jeton" / _digest(module.rpartition(".")[0])
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return None


def forget_old_caches(module: str, keep: int = 12) -> None:
    """Remove the oldest caches of other versions."""
    folder = cache_folder(module)
    if folder is not None:
        made = sorted(folder.parent.iterdir(), key=lambda other: other.stat().st_mtime, reverse=True)
        for old in made[keep:]:
            shutil.rmtree(old, ignore_errors=True)


def _roots() -> list[Path]:
    if chosen := os.environ.get("JETON_CACHE"):
        return [Path(chosen)]
    if sys.platform == "win32":
        user = Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local"))
    elif sys.platform == "darwin":
        user = Path("~/Library/Caches")
    else:
        user = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    return [user.expanduser()] if not str(user).startswith("~") else _home(user)


def _home(folder: Path) -> list[Path]:
    try:
        return [folder.expanduser()]
    except RuntimeError:  # no home folder: a service user
        return []


@cache
def _digest(package: str) -> str:
    """Digest all sources that this package's code can call: its own, the core's, and for a title's bots the title's."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]} {config.BOUNDSCHECK}".encode())
    called = {"jeton.core", package}
    layer, _, title = package.removeprefix("jeton.").partition(".")
    if layer == "envs" and title:
        called.add(f"jeton.games.{title}")
    if layer == "bots" and title:
        shared = not SOURCES.joinpath("games", title).is_dir()  # training code calls any title's rules and search
        called |= {
            f"jeton.{layer}.{folder.name}"
            for layer in ("games", "bots")
            for folder in SOURCES.joinpath(layer).iterdir()
            if folder.is_dir() and (shared or folder.name == title)
        }
    for name in sorted(called):
        for folder in _folders(name):
            for file in sorted(folder.glob("*.py")):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _folders(package: str) -> list[Path]:
    """Return where a package's sources lie: ours beside this one, another's where Python imported it from."""
    if package.startswith("jeton."):
        return [SOURCES.joinpath(*package.split(".")[1:])]
    return [Path(folder) for folder in getattr(sys.modules.get(package), "__path__", ())]
