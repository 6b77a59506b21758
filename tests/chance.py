"""Chance for tests: every run of a test deals the same cards, and another seed deals others.

`JETON_TEST_SEED=7 make test` chooses the seed; a test that fails prints it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import jeton.core.match

SEED = os.environ.get("JETON_TEST_SEED", "1")


class Chance:
    """Stands where a module expects Python's `secrets`: the same numbers on every run of the test that draws them."""

    def __init__(self, test: Callable[[], str]) -> None:
        """Take a function that tells which test draws now."""
        self._test, self._last, self._rng = test, "", Random()

    def token_hex(self, size: int) -> str:
        """Return a key: the first of a test, the second, and so on."""
        if (test := f"{SEED} {self._test()}") != self._last:
            self._last, self._rng = test, Random(test)
        return self._rng.randbytes(size).hex()

    def randbits(self, bits: int) -> int:
        """Return a bot's own chance: one number for the whole test, whichever of its bots is asked first."""
        return Random(f"{SEED} {self._test()}").getrandbits(bits)


def modules(*, server: bool) -> list[Any]:
    """Return where games and bots take their chance from."""
    found: list[Any] = [jeton.core.match]
    if server:
        from jeton.server.rooms import bots

        found.append(bots)
    return found


def fix(test: Callable[[], str]) -> None:
    """Fix the chance of this process, a server that a test has started, for as long as it lives."""
    for module in modules(server=True):
        module.secrets = Chance(test)
