"""The loop of a match at one terminal, where everybody may move at once.

Bots plan their moves and the time these take. Without a clock, time stands still while a person reads and types: the
person's move takes as long as a normal player's, and the bots first make the moves that fall into that time. With a
clock, time is real: the session plays and tells what falls due, even while the player types if the terminal allows it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from jeton.bots import Budget
from jeton.cli.terminal.guardians.help import help_lines, look_lines, refusal_line
from jeton.cli.terminal.guardians.input_parser import Typed, read
from jeton.cli.terminal.guardians.names import Names
from jeton.cli.terminal.guardians.news import report_lines, result_lines
from jeton.cli.terminal.guardians.telling import due, tell, tell_islands
from jeton.cli.terminal.session import Leave, ScheduledSession, Seated
from jeton.core.errors import IllegalMove, JetonError, MalformedMove
from jeton.games.guardians.position import SEARCH

if TYPE_CHECKING:
    from jeton.games.guardians.game import Guardians
    from jeton.games.guardians.view import View

__all__ = ["GuardiansSession", "Listen"]

TAKES = {"clue": 8.0, "boat": 6.0}
"""Seconds of the match that a person's move takes if no clock runs."""
ELSE = 2.0

Listen = Callable[[str, float | None], str | None]
"""Asks for a line; None if so many seconds have passed without one."""


class GuardiansSession(ScheduledSession):
    """A match at this terminal where everybody may move at once."""

    def __init__(
        self, seated: Seated, *, listen: Listen | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin where the match stands; `listen` is for terminals that can wait for a time."""
        super().__init__(seated)
        ruleset = cast("Guardians", self.match.game).ruleset
        self.names = Names(ruleset.pack, self.players, self.words, ruleset.powers)
        self.real = ruleset.clock
        self._clock = clock
        self._began = clock() - self.scheduler.now / 1000
        self._listen = listen or (lambda prompt, _seconds: self.screen.ask(prompt))
        self._shown: tuple[object, ...] = ()
        self._passed = False

    @property
    def now(self) -> float:
        """The match time (ms)."""
        return (self._clock() - self._began) * 1000 if self.real else self.scheduler.now

    def _step(self) -> None:
        humans = [seat for seat in self.match.actors if seat in self.humans]
        seat, move, at = self._due()
        if humans:
            self._person(humans, at)
            return
        if at == math.inf:
            at = self.scheduler.now
        if self.real:
            self._began -= max(0.0, at - self.now) / 1000  # nobody waits for bots
        self._carry_out(seat, move, at)
        if not self.humans:
            self._tell_news(None)

    def _due(self) -> tuple[int, str, float]:
        bots = [seat for seat in self.match.actors if seat in self.bots]
        self.scheduler.now = max(self.scheduler.now, self.now)
        self.scheduler.prepare(bots)
        return self.scheduler.due(bots)

    def _choose(self, seat: int) -> str:
        return self.bots[seat].choose(self.match.view(seat), Budget(), self.chance[seat])

    def _carry_out(self, seat: int, move: str, at: float) -> None:
        self.match.play(move, seat=seat, at=int(at))
        self.scheduler.go_on(at, seat)
        self._keep()
        if self.real and self._at_screen is not None:
            self._tell_news(self._at_screen)  # at once: the next round may have begun before the player looks (G95)

    def _catch_up(self, until: float, still: Callable[[], bool]) -> None:
        """Do all that is due by then."""
        while still():
            seat, move, at = self._due()
            if at > until:
                return
            self._carry_out(seat, move, at)

    # A person

    def _person(self, humans: Sequence[int], next_due: float) -> None:
        seat = self._seat_at_screen(humans)
        view = self.match.view(seat)
        self._tell_news(seat)
        if self._shown != (seat, view.round, view.phase):
            short = bool(self._shown) and view.phase != SEARCH
            self._shown = (seat, view.round, view.phase)
            self.screen.say("", *tell(self.names, view, self.now, short=short))
        self.screen.say("", f"{due(self.names, view)} {self.words('guardians.hint')}")
        seconds = max(0.0, (next_due - self.now) / 1000) if self.real and next_due < math.inf else None
        line, before = self._listen(f"{self.names.seat(seat)} > ", seconds), self._phase()
        if self.real:
            self._catch_up(self.now, lambda: not self.match.is_over)
        typed = Typed("wait") if line is None else read(line, self.names, view)
        if typed.name == "move" and self._phase() != before:
            self.screen.say(self.words("guardians.too_late"))
        else:
            self._answer(seat, typed)

    def _answer(self, seat: int, typed: Typed) -> None:
        view = self.match.view(seat)
        if typed.name == "move":
            self._move(seat, typed.text)
        elif typed.name == "wait":
            self._wait()
        elif typed.name == "quit":
            raise Leave
        elif typed.name == "table":
            self._shown = ()
        elif typed.name == "islands":
            self.screen.say(*tell_islands(self.names, view))
        elif typed.name == "look":
            self.screen.say(*look_lines(self.names, view, typed.text))
        elif typed.name == "help":
            self.screen.say(*help_lines(self.names, view, TAKES["boat"]))
        else:
            self._not_a_move(view, typed.text)

    def _move(self, seat: int, move: str) -> None:
        """Play a person's move at its time, after all that came before it."""
        at = self.now if self.real else self.now + 1000 * TAKES.get(move.partition(" ")[0], ELSE)
        try:
            self.match.copy().play(move, seat=seat, at=int(at))
        except IllegalMove as error:
            self.screen.say(refusal_line(self.names, error))
            return
        except MalformedMove:
            self._not_a_move(self.match.view(seat), move)
            return
        except JetonError:
            self.screen.say(self.words("guardians.too_late"))
            return
        before = self._phase()
        self._catch_up(at, lambda: self._phase() == before and seat in self.match.actors)
        if self._phase() != before or seat not in self.match.actors:
            self.screen.say(self.words("guardians.too_late"))
            return
        self._carry_out(seat, move, max(at, self.scheduler.now))
        self._passed = True

    def _wait(self) -> None:
        if self.real:
            return
        who, move, at = self._due()
        if at < math.inf:
            self._carry_out(who, move, at)
        elif len(self.humans) == 1:
            self.screen.say(self.words("guardians.nothing_to_wait"))
        self._passed = True

    def _phase(self) -> tuple[str, int]:
        return self.match.position.phase, self.match.position.round

    # Several people

    def _seat_at_screen(self, humans: Sequence[int]) -> int:
        """Return who sits at the screen: the same person until they pass it on; clear it and wait for a new one."""
        last = self._at_screen
        if last is not None and last in humans and not (self._passed and len(humans) > 1):
            return last
        after, self._passed = -1 if last is None else last, False
        self._at_screen = seat = min(humans, key=lambda human: (human - after - 1) % len(self.names.players))
        if len(self.humans) > 1:
            self.screen.wipe()
            self.screen.ask(f"{self.words('guardians.pass_device', name=self.names.seat(seat))} ")
            self._shown = ()
        return seat

    # What is told

    def _tell_news(self, seat: int | None) -> None:
        unread = [report for report in self.match.reports(seat) if report.n > self._read[seat]]
        self._read[seat] = self.match.n
        cards = self.match.view(seat).postcards
        lines = [line for report in unread for line in report_lines(self.names, report, cards)]
        if lines:
            self.screen.say("", *lines)

    def _not_a_move(self, view: View, text: str) -> None:
        self.screen.say(self.words("guardians.not_a_move", text=text, due=due(self.names, view)))

    def _end(self) -> None:
        self._tell_news(self._at_screen)
        if self.match.outcome is not None:
            self.screen.say("", *result_lines(self.names, self.match.outcome))
