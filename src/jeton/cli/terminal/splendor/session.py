"""The loop: whose turn it is, what they typed, what came of it."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, cast

from jeton.bots import Budget
from jeton.cli.terminal.blocks import Block, ink
from jeton.cli.terminal.session import Seated, Session
from jeton.cli.terminal.splendor.commands import inform
from jeton.cli.terminal.splendor.hotseat import HotSeat
from jeton.cli.terminal.splendor.input_parser import Typed, read
from jeton.cli.terminal.splendor.layout import draw
from jeton.cli.terminal.splendor.panels import status, unknown_lines
from jeton.cli.terminal.splendor.plain import tell, tell_news
from jeton.cli.terminal.splendor.refusal import explain
from jeton.cli.terminal.splendor.result import result_lines, tell_result
from jeton.cli.terminal.splendor.sentences import move_words, report_words, spell
from jeton.cli.terminal.splendor.snapshot import Snapshot
from jeton.cli.terminal.splendor.warm import Warmer
from jeton.core.errors import IllegalMove, MalformedMove
from jeton.core.game import Report

if TYPE_CHECKING:
    from jeton.games.splendor.game import Splendor

__all__ = ["SplendorSession"]


class SplendorSession(Session):
    """A match of cards at this terminal."""

    def __init__(self, seated: Seated) -> None:
        """Begin where the match stands."""
        super().__init__(seated)
        self.hotseat = HotSeat(self.screen, self.words, self.humans)
        self.message: Block = []
        self.refused: Block = []
        self.printed = False
        self.told = False
        self._warmer = Warmer(self.match)
        self._began = time.monotonic() - (self.match.log[-1].at / 1000 if self.match.log else 0)

    def run(self) -> int:
        """Play until the match is over or somebody leaves; return the exit code once the compiler has finished."""
        try:
            return super().run()
        finally:
            self._warmer.finish()

    def _step(self) -> None:
        seat = self.match.actors[0]
        if seat in self.bots:
            self._bot(seat)
        else:
            self._human(seat)

    def snapshot(self, seat: int | None, *, news: bool = False) -> Snapshot:
        """Return what a seat or a spectator sees; with what happened since its last turn if asked for."""
        return Snapshot(
            view=self.match.view(seat),
            game=cast("Splendor", self.match.game),
            players=self.players,
            words=self.words,
            colour=self.screen.colour,
            news=self._news(seat) if news else (),
            printed=self.printed,
        )

    def _news(self, seat: int | None) -> tuple[Report, ...]:
        """Return what happened from a seat's last turn on, that turn included."""
        reports = self.match.reports(seat)
        start = len(reports)
        while start and reports[start - 1].seat == seat:  # the turn that has begun
            start -= 1
        while start and reports[start - 1].seat != seat:  # the others
            start -= 1
        while start and reports[start - 1].seat == seat:  # the last turn
            start -= 1
        return tuple(reports[start:])

    def _bot(self, seat: int) -> None:
        view, n = self.match.view(seat), self.match.n
        rng = Random(f"{self.match.header.key} {n}")  # noqa: S311 - a bot's chance, the same when the match goes on
        with self.screen.busy(self.words("cli.thinking", name=self.players[seat].name)) as on_progress:
            move = self.bots[seat].choose(view, Budget(), rng, on_progress)
        self.match.play(move, seat=seat, at=self._now())
        self._keep()
        if not self.humans:
            self.screen.say(*report_words(self.snapshot(None), self.match.reports(None)[-1]))

    def _human(self, seat: int) -> None:
        """Prompt until the seat has moved, or somebody took something back."""
        if self.hotseat.hand_over(self.snapshot(seat), seat):
            self.told = False
        redraw = True
        while True:
            shot = self.snapshot(seat, news=redraw)
            if redraw:
                self._show(shot)
            self._warmer.begin()
            prompt = "> " if self.screen.plain else f"{self.players[seat].name} › "
            typed = read(self.screen.ask(prompt, [spell(shot, move) for move in shot.view.moves]), shot)
            redraw = typed.name in ("move", "undo", "table", "printed")
            if not redraw:
                inform(self, shot, typed)
            elif (typed.name == "move" and self._play(shot, seat, typed)) or (typed.name == "undo" and self._undo()):
                return
            elif typed.name in ("table", "printed"):
                self._again(typed.name)

    def _show(self, shot: Snapshot) -> None:
        """Show the table, what is due, and what there is to say."""
        width, height = self.screen.size()
        if self.screen.plain:
            if not self.message:
                self.screen.say(*(tell_news(shot) if self.told else tell(shot)), "")
            self.told = True
        else:
            self.screen.clear()
            due = ink(f" {status(shot)}", shot.skin.style("brass", bold=True))
            hint = ink(f"  {self.words('cli.prompt_hint')}", shot.skin.style("soft"))
            self.screen.paint([*draw(shot, width, height - len(self.message)), ink(""), due + hint], shot.skin.cloth)
        self.screen.paint([ink(" ") + line for line in self.message], shot.skin.cloth)
        self.message = []

    def _again(self, name: str) -> None:
        """Draw or tell the whole table once more, with the other cost if asked for."""
        self.told = False
        if name == "printed":
            self.printed = not self.printed
            self.message = [ink(self.words("cli.printed_on" if self.printed else "cli.printed_off"))]

    def _play(self, shot: Snapshot, seat: int, typed: Typed) -> bool:
        """Play what the player typed, all of it or nothing; return whether it was played."""
        trial = self.match.copy()
        try:
            for move in typed.moves:
                if trial.n > self.match.n and (trial.actors != (seat,) or trial.view(seat).phase != shot.view.phase):
                    self.message = [ink(self.words("cli.too_many", count=trial.n - self.match.n), "bold")]
                    return False
                trial.play(move, seat=seat, at=self._now())
        except IllegalMove as error:
            self.message = self.refused = explain(shot, error)
            return False
        except MalformedMove:
            self.message = unknown_lines(shot, typed.text)
            return False
        self.match, self.refused = trial, []
        self._keep()
        after = self.snapshot(seat)
        if typed.moves[0].startswith("reserve") and "." not in typed.moves[0]:
            self.hotseat.drew(after, seat)
        if trial.actors != (seat,):
            self.hotseat.cover(after.view, seat, visible=bool(after.game.options["visible"]))
        return True

    def _undo(self) -> bool:
        """Take back the last move of a human, and what bots did since; return whether that was possible."""
        standing = self.match.standing
        own = [n for n, entry in enumerate(standing) if entry.seat in self.humans]
        if not own:
            self.message = [ink(self.words("cli.undo_nothing"))]
            return False
        entry, steps = standing[own[-1]], len(standing) - own[-1]
        if self.match.revealed(steps):
            self.message = [ink(self.words("cli.undo_revealed"))]
            return False
        trial = self.match.copy()
        for _ in range(steps):
            trial.undo(at=self._now())
        self.match, self.told = trial, False
        self._keep()
        self.message = [ink(self.words("cli.undone", move=move_words(self.snapshot(entry.seat), entry.move)))]
        return True

    def _end(self) -> None:
        shot, outcome = self.snapshot(None), self.match.outcome
        if outcome is None:
            raise ValueError("expected a match that is over")
        mine = self.humans[0] if len(self.humans) == 1 else None
        if self.screen.plain:
            self.screen.say(*tell_result(shot, outcome, mine=mine))
        else:
            self.screen.clear()
            self.screen.paint(result_lines(shot, outcome, self.screen.size()[0], mine=mine), shot.skin.cloth)

    def _warn(self, text: str) -> None:
        self.message = [*self.message, ink(text, "bold")]

    def _now(self) -> int:
        """Return the milliseconds since the match began, without pauses."""
        return int((time.monotonic() - self._began) * 1000)
