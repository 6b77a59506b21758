"""Whose bot thinks next, and for how long: all share the machine's time for bots, and nobody starves anybody else.

Nothing here waits or reads a clock: the caller says what time it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["FLOOR", "PATIENT", "FairQueue", "Owner", "Ticket"]

PATIENT = 1.2
"""Seconds within which all waiting people should get their answer: the more of them, the less each bot reads."""
ALONE = 0.4
"""Seconds for a bot of a table of bots alone while others wait: so long may somebody find all workers taken."""
FLOOR = 0.05
"""Seconds that a bot has at least, however full the machine is."""
AT_ONCE = 0.1
"""Seconds of waiting that nobody notices."""
HALF_LIFE = 30.0
"""Seconds after which half of an owner's use is forgotten."""
FORGOTTEN = 0.01
"""Seconds of use too few to remember."""


class Owner(NamedTuple):
    """On whose behalf a bot thinks."""

    person: str = ""
    """Who made the table."""
    address: str = ""
    """The address it was made from, as limits count it; empty if that is no longer known."""
    people: bool = True
    """Whether a person sits at the table."""
    here: bool = True
    """Whether somebody looks at it now."""
    study: bool = False
    """Whether this is no move of a match but study: a decision of a finished one is judged."""

    @property
    def rank(self) -> int:
        """Rank tables: with waiting people, with people who are away, with bots alone that somebody watches, the rest.

        Study comes after all of them.
        """
        return 4 if self.study else (0 if self.people else 2) + (0 if self.here else 1)


class Ticket:
    """One move that a bot has to find."""

    __slots__ = ("began", "here", "owner", "payload", "seconds", "since", "worker")

    def __init__(
        self, owner: Owner, since: float, worker: int | None = None, payload: Any = None, *, here: bool = True
    ) -> None:
        """Take when the wait began; a bot that remembers needs the same worker, others may also think elsewhere."""
        self.owner, self.since, self.worker, self.payload = owner, since, worker, payload
        self.here = here or worker is not None
        self.began: float | None = None
        self.seconds = 0.0
        """How long the bot may think, once it begins."""


class FairQueue:
    """Tickets that wait, and what each owner has used lately.

    >>> queue = FairQueue(workers=1, seconds=5.0)
    >>> queue.add(Ticket(Owner("ann", people=False), 0.0)), queue.add(Ticket(Owner("ben"), 1.0))
    (None, None)
    >>> queue.take(0, 1.0).owner.person, queue.take(0, 1.0).owner.person, queue.take(0, 1.0)
    ('ben', 'ann', None)
    """

    def __init__(self, workers: int, seconds: float) -> None:
        """Take how many think at a time, and the time for a move if nobody else waits."""
        self.workers, self.seconds = workers, seconds
        self.waiting: list[Ticket] = []
        self._used: dict[str, tuple[float, float]] = {}

    def add(self, ticket: Ticket) -> None:
        """Let a ticket wait."""
        self.waiting.append(ticket)

    def drop(self, ticket: Ticket) -> None:
        """Drop a ticket that nobody wants any more."""
        if ticket in self.waiting:
            self.waiting.remove(ticket)

    def take(self, worker: int, now: float, fits: Callable[[Ticket], bool] | None = None) -> Ticket | None:
        """Return what a free worker does next, among all that fits it, and how long it may take."""
        found = [one for one in self.waiting if (fits(one) if fits else one.worker in (None, worker))]
        if not found:
            return None
        ticket = min(found, key=lambda one: (one.owner.rank, self.used(one.owner, now), one.since))
        ticket.seconds = self.allowed(ticket, now)
        ticket.began = now
        self.waiting.remove(ticket)
        return ticket

    def allowed(self, ticket: Ticket, now: float) -> float:
        """Return how long a bot may think: as long as it wants if nobody waits.

        It gets less the more people wait, and the longer its own ticket has waited: so all get an answer within about
        `PATIENT` seconds, or as soon as possible after that.
        """
        others = [one for one in self.waiting if one is not ticket and not one.owner.study]
        if not ticket.owner.people:
            return min(self.seconds, ALONE) if others else self.seconds
        waited = now - ticket.since
        if not others and waited < AT_ONCE:
            return self.seconds
        people = 1 + sum(one.owner.people for one in others)
        share = PATIENT * min(1.0, self.workers / people)
        return min(self.seconds, max(FLOOR, min(share, PATIENT - waited)))

    def done(self, ticket: Ticket, now: float) -> None:
        """Charge the owner with the time the bot has thought."""
        if ticket.began is None:
            return
        for name in _accounts(ticket.owner):
            self._used[name] = (self._left(name, now) + max(0.0, now - ticket.began), now)
        if len(self._used) > 10_000:
            self._used = {name: value for name, value in self._used.items() if self._left(name, now) > FORGOTTEN}

    def used(self, owner: Owner, now: float) -> float:
        """Return what a person or an address has used lately, whichever is more, in whole seconds.

        So between owners who have used about the same, the longer wait decides.
        """
        most = max((self._left(name, now) for name in _accounts(owner)), default=0.0)
        return float(int(most))

    def _left(self, name: str, now: float) -> float:
        amount, at = self._used.get(name, (0.0, now))
        return float(amount * 0.5 ** (max(0.0, now - at) / HALF_LIFE))


def _accounts(owner: Owner) -> tuple[str, ...]:
    return tuple(name for name in (f"p {owner.person}" * bool(owner.person), f"a {owner.address}" * bool(owner.address))
                 if name)  # fmt: skip
