"""The bots of Guardians of Legends: easy, normal and hard read, remember and hurry differently; they point alike."""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from jeton.bots.bot import Budget, OnProgress, pick
from jeton.bots.guardians.associations import Array, associate
from jeton.bots.guardians.memory import Memory
from jeton.bots.guardians.pace import delay, waits
from jeton.bots.guardians.pointing import best_clue, clues
from jeton.bots.guardians.powers import best_pile, between_rounds, choice, legend_now
from jeton.bots.guardians.reading import Level, Mind, Reader
from jeton.bots.guardians.sailing import boat_values
from jeton.bots.guardians.taste import make_taste, make_voice
from jeton.bots.thought import FIRST, ONLY, Candidate, Thought
from jeton.core.game import Rng
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.position import RESOLVE, SEARCH, SETUP
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View

__all__ = ["LEVELS", "GuardianBot", "levels_digest"]

LEVELS = {
    "easy": Level(noise=1.5, keep=0.6, unchosen=False, joint=False, clue_delay=12.0),
    "normal": Level(noise=1.0, keep=0.8, clue_delay=8.0),
    "hard": Level(noise=0.7, keep=0.95, threat=0.5, clue_delay=5.0),
}
REMEMBERED = 256
"""How many seats of matches an instance remembers at once: one in a server plays many."""


ALWAYS_COUNTED = ("tau", "care", "clue_delay")
"""Settings whose default is a choice, too: every other default is neutral, as if the setting did not exist."""


def levels_digest(levels: Mapping[str, msgspec.Struct] = LEVELS) -> str:
    """Return a digest of the bot levels' settings.

    It leaves out a setting at its neutral default: a new one that no level uses changes no bot, and so no digest.
    """
    counted = {name: _settings(level) for name, level in levels.items()}
    return hashlib.sha256(msgspec.json.encode(counted, order="sorted")).hexdigest()[:16]


def _settings(level: msgspec.Struct) -> dict[str, Any]:
    fields = msgspec.structs.fields(level)
    values = {field.name: (getattr(level, field.name), field.default) for field in fields}
    return {name: value for name, (value, default) in values.items() if value != default or name in ALWAYS_COUNTED}


class GuardianBot:
    """Gives the clearest clue, reads the others', and sails where the coins are.

    One instance may play several seats and matches; the board and the seat tell them apart.

    >>> from random import Random
    >>> import jeton
    >>> match = jeton.new("guardians", seats=3, key="00" * 16)
    >>> GuardianBot(match.game, "hard").choose(match.view(0), Budget(), Random(1)).split()[0]
    'clue'
    """

    def __init__(self, game: Any, level: str = "normal") -> None:
        """Take a game of Guardians of Legends, and a bot level: easy, normal or hard."""
        if not isinstance(game, Guardians):
            raise TypeError(f"expected a game of Guardians of Legends, got {game!r}")
        self.name, self.level = level, LEVELS[level]
        self.ruleset = game.ruleset
        self.pictures = associate(game.ruleset.pack)
        self._minds: OrderedDict[tuple[Any, int], tuple[Mind, Memory]] = OrderedDict()

    def choose(self, view: View, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the move that looks best; chance decides only between equals."""
        reader = self.read(view)
        if len(view.moves) == 1:
            return view.moves[0]
        if view.phase == SETUP:
            return best_pile(reader)
        if view.phase == RESOLVE:
            return choice(view, rng)
        if view.phase == SEARCH:
            return self._search(reader, rng)
        return between_rounds(reader, rng)

    def explain(self, view: View, budget: Budget, rng: Rng) -> Thought:
        """Return the move of `choose`, with the clues or boats that the bot weighed and how likely each is right."""
        move = self.choose(view, budget, rng)
        if len(view.moves) == 1:
            return Thought(move=move, how=ONLY)
        reader, weighed = self.read(view), list[tuple[str, float, float]]()
        if move.startswith("clue "):
            weighed = [(one.move, math.exp(one.worth), math.exp(one.sure)) for one in clues(reader, self.ruleset.pack)]
        elif move.startswith("boat "):
            beliefs = reader.beliefs()
            weighed = [
                (boat, max(0.0, worth), float(beliefs[at]))
                for boat, (worth, at) in self._boats(reader, boat_values(reader, beliefs)).items()
            ]
        whole = sum(weight for _, weight, _ in weighed) or 1.0
        told = [Candidate(move=one, weight=weight / whole, right=right) for one, weight, right in weighed]
        told.sort(key=lambda one: (-one.weight, one.move != move))
        return Thought(move=move, how=FIRST, candidates=tuple(told))

    def delay(self, view: View, move: str, rng: Rng, now: int | None = None) -> float:
        """Return the seconds that a person of this bot level would take for the move (see `pace`)."""
        return delay(view, move, rng, clue=self.level.clue_delay, now=now, patient=self.ruleset.bots_wait)

    def waits(self, view: View, move: str) -> bool:
        """Return whether to plan the move anew if something happens before it is made."""
        return waits(view, move)

    def read(self, view: View) -> Reader:
        """Return a seat's reading of its view, with what it remembers of the match."""
        if view.seat is None:
            raise ValueError("expected the view of a seat, got a spectator's")
        key = (view.board, view.seat)
        mind = self._minds.pop(key, None)
        if mind is None:
            taste = make_taste(self.pictures, view.board, view.seat, self.level.noise)
            memory = Memory(f"{view.seat} {float(taste[0, 0])!r}", self.level.keep, view.seat)
            mind = Mind(taste, make_voice(self.pictures, view.board, view.seat)), memory
        self._minds[key] = mind
        if len(self._minds) > REMEMBERED:
            self._minds.popitem(last=False)
        matrices, memory = mind
        memory.watch(view)
        return Reader(self.ruleset, self.level, self.pictures, matrices, memory, view)

    def _search(self, reader: Reader, rng: Rng) -> str:
        """G22, G30, G38, G100. Play clues first, then legends, then boats; stop only if no boat is worth its trip."""
        view = reader.view
        if view.seat is not None and view.players[view.seat].clues_left:
            return best_clue(reader, self.ruleset.pack)
        if (legend := legend_now(reader, rng)) is not None:
            return legend
        boats = self._boats(reader, boat_values(reader, reader.beliefs()))
        worth = {move: value for move, (value, _) in boats.items()}
        if not worth or ("stop" in view.moves and max(worth.values()) < 0):
            return "stop"
        best = max(worth.values())
        return pick(rng, [move for move, value in worth.items() if value == best])

    def _boats(self, reader: Reader, values: Array) -> dict[str, tuple[float, tuple[int, int]]]:
        """Return the boats that may sail, each with its value and where that stands: the seat sought and the island."""
        found = {}
        for move in reader.view.moves:
            if move.startswith("boat "):
                _, island, colour = move.split(" ")
                at = COLOURS.index(colour), reader.islands[island]
                found[move] = float(values[at]), at
        return found
