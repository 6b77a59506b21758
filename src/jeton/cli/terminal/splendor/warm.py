"""Warming up: compiles what bots and reports need while the first prompt waits."""

from __future__ import annotations

from threading import Thread

from jeton.core.errors import JetonError
from jeton.core.match import Match

__all__ = ["Warmer"]


class Warmer:
    """Plays a few moves on the side, in a thread, so that the code is there when it is needed."""

    def __init__(self, match: Match) -> None:
        """Take a copy of the match; the match itself stays as it is."""
        self._match = match.copy()
        self._thread: Thread | None = None

    def begin(self) -> None:
        """Start, once."""
        if self._thread is None:
            self._thread = Thread(target=self._work, name="warm-up", daemon=True)
            self._thread.start()

    def finish(self) -> None:
        """Wait for it: a program that ends while the compiler works may crash."""
        if self._thread is not None:
            self._thread.join(timeout=30)

    def _work(self) -> None:
        match = self._match
        try:
            for _ in range(4):
                if match.is_over:
                    return
                match.play(match.moves()[0])
                match.view(match.actors[0] if match.actors else None)
            match.reports(None)
            match.play("pass")
        except JetonError:
            return
