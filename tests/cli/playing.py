"""A table for tests: snapshots from position texts, and a session whose player is a script."""

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

import jeton
from jeton.cli.play import match_key
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import Player
from jeton.cli.terminal.session import take_seats
from jeton.cli.terminal.splendor.session import SplendorSession
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.core.match import Match
from jeton.games.splendor.game import Splendor
from jeton.words import Words

Answer = str | type[BaseException]
NAMES = (Player("Lena"), Player("Zoé", "greedy"), Player("Mirabel", "random"), Player("Rik"))


def shot(text: str, seat: int | None = 0, *, lang: str = "en", colour: bool = True, **options: Any) -> Snapshot:
    """Return the snapshot of a position's text: what is not said is as at the start of a match with a key of zeros."""
    head = text.partition(";")[0].split()
    game = Splendor(head[0], {"first": "seat", **options})
    view = game.view(game.read(text), seat)
    return Snapshot(view, game, NAMES[: len(view.players)], Words(lang), colour)


class Desk:
    """A session with a script in the player's chair; what it prints is in `text`, what it asks in `prompts`."""

    def __init__(
        self,
        folder: Path,
        answers: Iterable[Answer] | Callable[["Desk"], Answer] = (),
        *,
        title: str = "splendor",
        players: Sequence[str] = ("human:Lena", "greedy"),
        key: str = "test",
        match: Match | None = None,
        lang: str = "en",
        size: tuple[int, int] = (80, 24),
        plain: bool = False,
        file: Path | None = None,
        **options: Any,
    ) -> None:
        self.out = io.StringIO()
        self.prompts: list[str] = []
        self.screens: list[str] = []
        self._answers = answers if callable(answers) else iter(list(answers))
        console = Console(
            file=self.out, width=size[0], height=size[1], force_terminal=False, color_system=None, highlight=False
        )
        self.screen = Screen(console, self._read, plain=plain, wipes=True)
        words = Words(lang)
        match = match or jeton.new(title, seats=len(players), key=match_key(key), options={"first": "seat", **options})
        seated = take_seats(lambda: match, players, file or folder / "desk.match", self.screen, words)
        self.session = SplendorSession(seated)

    @property
    def match(self) -> Match:
        return self.session.match

    @property
    def text(self) -> str:
        """All that was printed, prompts included."""
        return self.out.getvalue()

    def run(self) -> int:
        return self.session.run()

    def moves(self) -> list[str]:
        """Return the moves that stand."""
        return [entry.move for entry in self.match.standing]

    def _read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.screens.append(self.text.rpartition("\x1b[3J")[2])
        answer = self._answers(self) if callable(self._answers) else next(self._answers, EOFError)
        self.out.write(f"{prompt}{answer}\n")
        if isinstance(answer, type):
            raise answer
        return answer
