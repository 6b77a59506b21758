"""What a run of training depends on, with a word on each setting; nothing here needs torch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from jeton.bots.splendor import net_file
from jeton.core.errors import JetonError

__all__ = ["BadPlan", "Plan"]

TITLES = ("splendor", "marvel")
POSITIVE = ("seconds", "matches", "steps", "width", "blocks", "epochs", "parts", "check_every", "check_matches")
SHAPE = ("seats", "width", "blocks")
"""What a net can no longer change; but one that is resumed without the state of its run may get more blocks."""


class BadPlan(JetonError):
    """No net can be trained that way."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that a run depends on; the run writes it beside the weights.

    The settings after `simulations` matter only with them.
    """

    title: Annotated[str, Meta(description="splendor or marvel")] = "splendor"
    seats: Annotated[int, Meta(description="2, 3 or 4")] = 2
    seconds: Annotated[float, Meta(description="how long to learn, without the time to compile")] = 60
    matches: Annotated[int, Meta(description="matches side by side; fewer need less memory")] = 65536
    steps: Annotated[int, Meta(description="decisions of each match between two steps of learning")] = 32
    width: Annotated[int, Meta(description="numbers in each layer")] = 256
    blocks: Annotated[int, Meta(description="residual blocks of one layer each; a file with fewer grows")] = 3
    rate: Annotated[float, Meta(description="learning rate at the beginning")] = 7e-4
    rate_end: Annotated[float, Meta(description="and at the end")] = 3e-5
    entropy: Annotated[float, Meta(description="what it is worth to be undecided, at the beginning")] = 0.02
    entropy_end: Annotated[float, Meta(description="and at the end")] = 0.002
    discount: Annotated[float, Meta(description="what a win is worth a decision later")] = 0.999
    trace: Annotated[float, Meta(description="how far back a surprise is credited: lambda of the advantages")] = 0.95
    clip: Annotated[float, Meta(description="how far a chance may move away from the one that was played by")] = 0.2
    value_weight: Annotated[float, Meta(description="what the error of the chances to win counts")] = 2.0
    average: Annotated[float, Meta(description="how much of the averaged net, which is kept, each step leaves")] = 0.99
    epochs: Annotated[int, Meta(description="how often the same decisions are learnt from")] = 1
    parts: Annotated[int, Meta(description="minibatches that one decision of all matches is cut into")] = 1
    simulations: Annotated[int, Meta(description="lines to read for each decision; 0 learns without a search")] = 0
    window: Annotated[int, Meta(description="searched decisions of each match that are kept to learn from")] = 64
    spread: Annotated[float, Meta(description="how freely searched moves are drawn; 0: the most read one")] = 0.25
    c: Annotated[float, Meta(description="weight of the net's first thought in the search")] = 0.5
    fpu: Annotated[float, Meta(description="how gloomy moves look that were not read")] = 0.1
    heat: Annotated[float, Meta(description="how much first thoughts are flattened")] = 4.0
    fresh: Annotated[float, Meta(description="weight of a move that turns up with a card drawn on the way")] = 0.01
    seed: Annotated[int, Meta(description="of the matches and of the first weights")] = 1
    device: Annotated[str, Meta(description="cuda, or cpu for a trial")] = "cuda"
    compile: Annotated[bool, Meta(description="let torch compile the net: a minute at first, then faster")] = True
    check_every: Annotated[float, Meta(description="seconds between two lines of the curve")] = 45
    check_matches: Annotated[int, Meta(description="matches against an earlier self for each of its figures")] = 8192

    def check(self) -> None:
        """Raise `BadPlan` if nothing could come of it."""
        if self.title not in TITLES:
            raise BadPlan(f"expected a title of {' or '.join(TITLES)}, got {self.title!r}")
        if not 2 <= self.seats <= 4:
            raise BadPlan(f"expected 2 to 4 seats, got {self.seats}")
        for name in POSITIVE:
            if getattr(self, name) <= 0:
                raise BadPlan(f"expected {name.replace('_', '-')} above 0, got {getattr(self, name)}")
        if self.simulations < 0:
            raise BadPlan(f"expected simulations of 0 or more, got {self.simulations}")

    def check_start(self, path: Path) -> None:
        """Raise `BadPlan` unless a run can go on from there: the folder of another run, or a net."""
        found = path / "net.npz" if path.is_dir() else path
        try:
            before = net_file.note(found)["plan"]
        except net_file.BAD_FILE as error:
            raise BadPlan(f"there is no net to go on from at {path}: {error}") from error
        for name in SHAPE:
            grown = name == "blocks" and not path.is_dir() and self.blocks > before["blocks"]
            if before[name] != getattr(self, name) and not grown:
                raise BadPlan(f"the net at {path} has {name} {before[name]}: go on with --{name} {before[name]}")
