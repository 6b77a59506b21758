"""Guardians of Legends in numbers: every move that `Game.moves` lists has a number, and a view is an array.

Other seats are relative: 1 is the next seat, 2 the one after it, and so on, so that one policy can play every seat. The
pack's order numbers islands and postcards; things are numbered as they stand on their postcard.

    actions, with the built-in pack and S seats       how many
    wait                                              1        nothing, this beat
    stop, ready                                       2
    pile 1, 2, 3                                      3
    boat ISLAND, in search of another seat            24 (S - 1)
    clue at a thing on a postcard                     349      35 postcards
    choose another seat                               S - 1    what a legend asks for
    play LEGEND                                       3        boots, club, apple
    play stone for a boat, for a clue                 2
    play kunee, trident, hourglass at another seat    3 (S - 1)
    play wand at an island                            24
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from jeton.envs.kinds import Array, Field, NoEnvironment
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.legends import LEGENDS, TREASURE
from jeton.games.guardians.moves import points, sail
from jeton.games.guardians.position import END, INTERLUDE, RESOLVE, SEARCH, SETUP, Position
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View

__all__ = ["GuardiansCodec"]

WAIT = "wait"
PHASES = (SETUP, SEARCH, RESOLVE, INTERLUDE, END)
STATES = ("needs_clue", "may_sail", "done", "choosing", "ready", "waiting")
REWARDS = (TREASURE, *LEGENDS)
SPAN = 16
"""Coordinates of the board's cells lie between -16 and 16."""


class GuardiansCodec:
    """A game of Guardians in numbers.

    >>> import jeton
    >>> game = jeton.make("guardians")
    >>> codec, position = GuardiansCodec(game, 3), game.start(3, bytes(16))
    >>> codec.actions, int(codec.mask(position, 0).sum()) == len(game.moves(position, 0))
    (440, True)
    """

    top = 255
    idle = 0
    wide = False

    def __init__(self, game: Guardians, seats: int, actions: str = "") -> None:
        """Take a game and its seats."""
        if actions:
            raise NoEnvironment(f"actions of guardians are numbered in one way, got {actions!r}")
        self.game, self.seats, self.pack = game, seats, game.ruleset.pack
        self.islands = {name: i for i, name in enumerate(self.pack.island_ids)}
        self.postcards = {name: i for i, name in enumerate(self.pack.postcard_ids)}
        things = [(scene.id, element.id) for scene in self.pack.postcards for element in scene.elements]
        self.things = {thing: i for i, thing in enumerate(things)}
        self.texts = [self._texts(seat) for seat in range(seats)]
        """The notation of every action, for each seat."""
        self.numbered = [{text: i for i, text in enumerate(texts)} for texts in self.texts]
        self.actions = len(self.texts[0])

    def _texts(self, seat: int) -> list[str]:
        others = [(seat + step) % self.seats for step in range(1, self.seats)]
        found = [WAIT, "stop", "ready", "pile 1", "pile 2", "pile 3"]
        found += [sail(island, other) for island in self.pack.island_ids for other in others]
        found += [text for postcard in self.pack.postcard_ids for text in points(self.pack, postcard)]
        found += [f"choose {COLOURS[other]}" for other in others]
        for legend in LEGENDS.values():
            if not legend.kept:
                continue
            if legend.target == "chosen":
                found += [f"play {legend.name} {COLOURS[other]}" for other in others]
            elif legend.deed == "change":
                found += [f"play {legend.name} boat", f"play {legend.name} clue"]
            elif legend.deed == "fire":
                found += [f"play {legend.name} {island}" for island in self.pack.island_ids]
            else:
                found.append(f"play {legend.name}")
        return found

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields of a view in numbers; seats are relative, the viewer first."""
        seats, islands, postcards = self.seats, len(self.islands), len(self.postcards)
        things, legends = len(self.things), len(LEGENDS)
        return {
            "level": Field((1,), 4),
            "goal": Field((1,), 30),
            "phase": Field((len(PHASES),), 1),
            "round": Field((1,), 255),
            "board": Field((islands, 2), 2 * SPAN),
            "face_down": Field((islands,), 1),
            "postcards": Field((postcards,), 1),
            "clues": Field((things, seats), 255),
            "missed": Field((seats,), 255),
            "boats": Field((islands, seats), 255),
            "sought": Field((islands, seats, seats), 255),
            "fires": Field((islands, seats), 255),
            "wands": Field((islands, seats), 255),
            "gold": Field((seats,), 255),
            "coins": Field((seats,), 255),
            "state": Field((seats, len(STATES)), 1),
            "clues_left": Field((seats,), 255),
            "boats_left": Field((seats,), 255),
            "piles": Field((seats,), 255),
            "holds": Field((seats,), 1),
            "kept": Field((seats, legends), 1),
            "armed": Field((seats, legends), 1),
            "hand": Field((islands,), 1),
            "reward": Field((len(REWARDS),), 1),
            "owing": Field((seats, legends), 1),
            "found": Field((islands,), 1),
        }

    @cached_property
    def blocks(self) -> Mapping[str, slice]:
        """The features of each field, one after the other."""
        found, at = {}, 0
        for name, field in self.fields.items():
            size = int(np.prod(field.shape))
            found[name] = slice(at, at + size)
            at += size
        return found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each feature: its field, and its place in it."""
        return tuple(
            ".".join([name, *map(str, np.unravel_index(i, field.shape))])
            for name, field in self.fields.items()
            for i in range(int(np.prod(field.shape)))
        )

    def features(self, position: Position, seat: int) -> Array:
        """Return the view of the seat as one array."""
        numbers = self.numbers(self.game.view(position, seat))
        return np.concatenate([numbers[name].ravel() for name in self.fields]).astype(np.uint8)

    def numbers(self, view: View) -> dict[str, Array]:
        """Return a view in numbers, as its seat sees it."""
        found = {name: np.zeros(field.shape, np.int16) for name, field in self.fields.items()}
        me, seats = view.seat or 0, self.seats
        turn = [(seat - me) % seats for seat in range(seats)]
        found["level"][0], found["goal"][0], found["round"][0] = view.level, view.goal, min(view.round, 255)
        found["phase"][PHASES.index(view.phase)] = 1
        for cell in view.board:
            found["board"][self.islands[cell.island]] = cell.q + SPAN, cell.r + SPAN
        found["face_down"][[self.islands[name] for name in view.face_down]] = 1
        found["postcards"][[self.postcards[name] for name in view.postcards]] = 1
        for clue in view.clues:
            if clue.element is None:
                found["missed"][turn[clue.seat]] += 1
            else:
                found["clues"][self.things[clue.postcard, clue.element], turn[clue.seat]] += 1
        for boat in view.boats:
            island = self.islands[boat.island]
            found["boats"][island, turn[boat.seat]] += 1
            if boat.sought is not None:
                found["sought"][island, turn[boat.seat], turn[boat.sought]] += 1
        for fire in view.fires:
            found["wands" if fire.wand else "fires"][self.islands[fire.island], turn[fire.seat]] += 1
        self._seats(view, turn, found)
        if view.hand is not None:
            found["hand"][self.islands[view.hand.location]] = 1
            found["reward"][REWARDS.index(view.hand.reward)] = 1
        if view.owing is not None:
            found["owing"][turn[view.owing.seat], list(LEGENDS).index(view.owing.legend)] = 1
        found["found"][[self.islands[name] for name in view.found]] = 1
        return found

    def _seats(self, view: View, turn: list[int], found: dict[str, Array]) -> None:
        legends = list(LEGENDS)
        for seat, player in enumerate(view.players):
            k = turn[seat]
            for name in ("gold", "coins", "clues_left", "boats_left", "piles", "holds"):
                found[name][k] = getattr(player, name)
            found["state"][k, STATES.index(player.state)] = 1
            found["kept"][k, [legends.index(name) for name in player.kept]] = 1
            found["armed"][k, [legends.index(name) for name in player.armed]] = 1

    def mask(self, position: Position, seat: int) -> Array:
        """Return what the seat may play now; the environment adds waiting."""
        mask, numbered = np.zeros(self.actions, np.int8), self.numbered[seat]
        mask[[numbered[move] for move in self.game.moves(position, seat)]] = 1
        return mask

    def move(self, position: Position, seat: int, action: int) -> str:
        """Return the notation of an action."""
        if not 0 <= action < self.actions:
            raise NoEnvironment(f"expected an action from 0 to {self.actions - 1}, got {action}")
        return self.texts[seat][action]

    def action(self, position: Position, seat: int, move: str) -> int:
        """Return the action of a move that `Game.moves` lists."""
        return self.numbered[seat][move]

    def points(self, position: Position) -> Sequence[Any]:
        """Return the score of each seat."""
        return [player.score for player in position.players]
