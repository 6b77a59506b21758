"""Players for random matches, some with a bent, so that rare things happen; and a witness who counts those things."""

from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from random import Random
from typing import Any

# What a style likes to do, best first; what none of its patterns matches it does only when it must.
STYLES = {
    "random": ["*"],
    "buyer": ["buy 3.*", "buy 2.*", "buy *", "take ???", "reserve 2.*"],
    "miner": ["buy 1.*", "buy h*", "take ???", "reserve 1*", "return j"],
    "collector": ["buy 1.*", "buy *", "take ???"],
    "hoarder": ["reserve 3.*", "take ???", "return *"],
    "gambler": ["buy h*", "reserve ?", "buy *"],
    "drainer": ["reserve 1.*", "take *", "return j"],
    "spender": ["gold *", "buy *", "reserve *"],
    "pauper": ["buy h*", "take ??", "take ?", "return *"],
}
BENT_LASTS = 100  # moves; a table of drainers would never end
WHIM = 0.12  # how often a player forgets his style


def choose(rng: Random, style: str, log_length: int, moves: list[str]) -> str:
    """Choose a move as this style would."""
    wishes = STYLES[style] if log_length < BENT_LASTS else STYLES["buyer"]
    if rng.random() >= WHIM:
        for wish in wishes:
            if liked := [move for move in moves if fnmatchcase(move, wish)]:
                return pick(rng, liked)
    return pick(rng, moves)


def pick(rng: Random, things: list[Any]) -> Any:
    """Choose one. Only `random()` promises the same numbers in every version of Python."""
    return things[int(rng.random() * len(things))]


def styles(rng: Random, seats: int) -> list[str]:
    """Seat a table: all players of one style, or each with a style of their own."""
    names = list(STYLES)
    if rng.random() < 0.5:
        return [pick(rng, names)] * seats
    return [pick(rng, names) for _ in range(seats)]


class Witness:
    """Counts the rare things of the matches it is shown, position by position."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.triggered = False

    def watch(self, before: dict[str, Any], move: str, after: dict[str, Any], goal_met: bool) -> None:
        """Look at one move; goal_met tells whether anybody meets the goal after it."""
        self.seen.update(self.of_the_move(before, move, after))
        self.seen.update(self.of_the_nobles_and_the_tile(before, move, after))
        self.seen.update(self.of_the_end(before, after, goal_met))

    def of_the_move(self, before: dict[str, Any], move: str, after: dict[str, Any]) -> Iterator[str]:
        """S10 to S23, M10."""
        verb, _, what = move.partition(" ")
        actor = before["players"][before["turn"]]
        if verb == "take" and sum(map(bool, before["bank"][:5])) < 3 and len(set(what)) == len(what):
            yield f"take the last {len(what)}"  # S11, M7
        if verb == "reserve":
            yield "reserve from the market" if "." in what else "reserve from a deck"
            if not before["bank"][5]:
                yield "reserve without gold"  # S13
            if len(actor["hand"]) == 2:
                yield "third card in hand"  # S14
        if verb == "buy":
            yield "buy from hand" if what.startswith("h") else "buy from the market"
            if after["phase"] != "pay" and sum(after["bank"][:6]) == sum(before["bank"][:6]):
                yield "free card"  # S17
            if after["players"][before["turn"]]["tokens"][6] > actor["tokens"][6]:
                yield "time token"  # M10
                if after["phase"] == "return":
                    yield "return after the time token"  # M11
            if after["phase"] == "pay" and after["bank"][5] > before["bank"][5]:
                yield "gold needed and gold to spare"
        if verb == "gold":
            yield f"gold for {what}"  # S18
            if after["phase"] == "pay":
                yield "gold again"
        if verb == "return":
            yield f"return {what}"  # S23
        if verb in ("pass", "done"):
            yield verb  # S22, S18
        for level in range(3):
            if before["decks"][level] and not after["decks"][level]:
                yield f"deck {level + 1} empty"
            if verb in ("buy", "reserve") and after["phase"] != "pay" and 0 in after["market"][level]:
                yield "place stays empty"  # S19

    def of_the_nobles_and_the_tile(self, before: dict[str, Any], move: str, after: dict[str, Any]) -> Iterator[str]:
        """S24 to S26, M12, M13."""
        if move.startswith("noble"):
            yield "noble chosen"  # S25
        elif before["nobles"] != after["nobles"]:
            yield "noble alone"
            if not move.startswith(("buy", "gold", "done")):
                yield "noble after another action"  # S24
        if before["tile"] != after["tile"]:
            yield "tile taken" if before["tile"] is None else "tile changes hands"

    def of_the_end(self, before: dict[str, Any], after: dict[str, Any], goal_met: bool) -> Iterator[str]:
        """S22, S27 to S30, M15 to M17."""
        if after["turns"] == before["turns"]:
            return
        outcome = after["outcome"]
        if goal_met and not outcome:
            yield "round finished after the goal"  # S27
        self.triggered = self.triggered or goal_met
        if after["turn"] == after["first"]:
            if self.triggered and not outcome:
                yield "trigger undone"  # M17
            self.triggered = False
        if not outcome:
            return
        yield f"end by {outcome['termination']}"
        if after["turn"] != after["first"]:
            yield "end amid a round"  # S22
        if len(outcome["winners"]) > 1:
            yield "shared victory"  # S30
        best = [seat for seat, points in enumerate(outcome["points"]) if points == max(outcome["points"])]
        if len(best) > len(outcome["winners"]) and set(outcome["winners"]) <= set(best):
            yield "tie broken by the tile" if after["tile"] in outcome["winners"] else "tie broken by cards"  # S29, M16
        if not set(outcome["winners"]) & set(best):
            yield "most points do not win"  # M16
