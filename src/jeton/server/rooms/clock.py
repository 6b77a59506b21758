"""The time of a match and what each seat has left of it: logged times in, numbers out; this module reads no clock.

A match has its own time: milliseconds since it began, standing still while it is paused. Between two rows of the log it
runs with a clock that never jumps; the wall clock only bridges a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jeton.core.game import Seat
from jeton.server.rooms.commands import Now
from jeton.server.wire.protocol import ClockSetting

__all__ = ["PlayerClocks"]

DAY = 86_400_000
RESTART_GRACE = 10_000
"""The most that a restart may cost a player whose clock is counted in seconds, in milliseconds."""


class PlayerClocks:
    """Match time, pauses, and the clocks of the seats.

    >>> clocks = PlayerClocks(ClockSetting(kind="hard", seconds=60, increment=5), 2, Now(0, 0))
    >>> clocks.start((0,), Now(0, 0))
    >>> clocks.move(10_000, 0, (0,), (1,), Now(10_000, 10_000))
    >>> clocks.left
    [55000, 60000]
    """

    __slots__ = ("at", "left", "mono", "paused", "running", "setting")

    def __init__(self, setting: ClockSetting, seats: int, now: Now) -> None:
        """Begin with clocks that do not run yet."""
        self.setting = setting
        self.at = 0
        """Match time of the last row that had one."""
        self.mono = now.mono
        """When that was."""
        self.running = False
        self.paused = False
        full = setting.days * DAY if setting.kind == "days" else setting.seconds * 1000
        self.left = [full] * seats

    def time(self, now: Now) -> int:
        """Return the match time now."""
        return self.at + max(0, now.mono - self.mono) if self.running and not self.paused else self.at

    def mono_of(self, at: int) -> int:
        """Return when a match time will be, if nothing happens before."""
        return self.mono + at - self.at

    def start(self, actors: Iterable[Seat], now: Now) -> None:
        """Begin the match."""
        self.running, self.mono = True, now.mono

    def spend(self, at: int, actors: Iterable[Seat], now: Now) -> None:
        """Let the clocks of those who may move run up to a match time."""
        passed = max(0, at - self.at)
        for seat in actors:
            self.left[seat] -= passed
        self.at, self.mono = max(at, self.at), now.mono

    def move(self, at: int, seat: Seat, before: Sequence[Seat], after: Sequence[Seat], now: Now) -> None:
        """Run time up to an entry that was played, then give the increment to the seat whose turn ended."""
        self.spend(at, before, now)
        if self.setting.kind == "days":
            for other in set(after) - set(before):
                self.left[other] = self.setting.days * DAY
        elif seat in before and seat not in after:
            self.left[seat] += self.setting.increment * 1000
        if not after:
            self.running = False

    def pause(self, at: int, actors: Iterable[Seat], now: Now) -> None:
        """Stand still."""
        self.spend(at, actors, now)
        self.paused = True

    def go_on(self, now: Now) -> None:
        """Run again."""
        self.paused, self.mono = False, now.mono

    def resume_after(self, wall: int, now: Now) -> None:
        """Go on after reading a log again: count the time since its last row, written at a wall time, within reason."""
        passed = max(0, now.wall - wall)
        if not self.runs_unattended:
            passed = min(passed, RESTART_GRACE)
        self.mono = now.mono - passed

    @property
    def runs_unattended(self) -> bool:
        """Whether the time goes on while no server has the match in memory."""
        return self.setting.kind not in ("hard", "advisory")

    @property
    def strict(self) -> bool:
        """Whether a seat can lose on time."""
        return self.setting.kind in ("hard", "days")

    def flag_time(self, seats: Iterable[Seat]) -> int | None:
        """Return the match time at which the first of the seats runs out of time."""
        times = [self.at + max(0, self.left[seat]) for seat in seats] if self.strict else []
        return min(times) if times else None

    def flagged(self, seats: Iterable[Seat], now: Now) -> Seat | None:
        """Return a seat that has run out of time."""
        passed = self.time(now) - self.at
        return next((s for s in seats if self.strict and self.left[s] <= passed), None)

    def shown(self, actors: Iterable[Seat], now: Now) -> tuple[int, ...]:
        """Return what the clocks show now."""
        passed = self.time(now) - self.at
        moving = set(actors)
        return tuple(left - (passed if seat in moving else 0) for seat, left in enumerate(self.left))
