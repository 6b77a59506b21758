"""The other end of `HostedBot` for a Python class: `python -m jeton.bots.host my_bot.py:MyBot`.

It calls the class with the game, and then `choose(view, budget, rng)`, as for our own bots. What the class prints goes
to standard error, so that a `print` for debugging is not taken for an answer.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from jeton.bots.bot import Budget
from jeton.games import make

__all__ = ["find", "main"]


def find(what: str) -> Any:
    """Return the class of a spelling, `my_bot.py:MyBot` or `package.module:MyBot`."""
    where, _, name = what.rpartition(":")
    if where.endswith(".py"):
        path = Path(where).resolve()
        sys.path.insert(0, str(path.parent))  # its neighbours can be imported
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{where} can't be read as Python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, str(Path.cwd()))
        module = importlib.import_module(where)
    return getattr(module, name)


def main(what: str) -> None:
    """Answer every question until the input ends."""
    questions = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    maker = find(what)
    about = msgspec.json.decode(questions.readline())
    game = make(about["title"], options=about["options"])
    bot = maker(game)
    kind = type(game.view(game.start(min(game.seat_counts), bytes(16)), 0))
    for line in questions:
        asked = msgspec.json.decode(line)
        view = msgspec.convert(asked["view"], type=kind)
        move = bot.choose(view, Budget(**asked["budget"]), Random(asked["seed"]))
        answers.write(msgspec.json.encode({"move": move}) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
