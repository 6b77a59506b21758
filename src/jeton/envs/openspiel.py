"""OpenSpiel: importing this module registers `python_jeton_splendor`, and another game for every title in turns.

Needs `pip install 'jeton[openspiel]'`. Chance is explicit: the cards of the set-up and every card turned up are chance
nodes, with all cards of the deck equally likely. The options of the table, and `players`, are parameters of the game:

    pyspiel.load_game("python_jeton_splendor(players=3,goal=21)")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from jeton.core.game import Entry
from jeton.envs.kinds import codec, kinds, wanted
from jeton.envs.table import share_of_win
from jeton.games import find, make, titles

pyspiel = wanted("pyspiel", "openspiel", "jeton.envs.openspiel")

__all__ = ["register"]

TURNS = 200
"""Turns of a seat after which a match is scored as it stands."""
DECISIONS = 6
"""The most decisions and draws that make a turn, on average over a whole match."""


class Rules:
    """What every state of a game shares, copies included."""

    def __init__(self, title: str, players: int, options: dict[str, Any]) -> None:
        """Take a title with its options."""
        self.game, self.players = make(title, options=options), players
        self.codec = codec(self.game, players)
        dealer = kinds(title).dealer
        if dealer is None:
            raise pyspiel.SpielError(f"{title} is not dealt card by card")
        self.dealer = dealer(self.game, players)

    def __deepcopy__(self, memo: Any) -> Rules:
        """Return itself: nothing in it changes."""
        return self


class Moment(msgspec.Struct, frozen=True):
    """A state before or after an action: nothing in it changes, so copies of a state share it."""

    drawn: tuple[int, ...] = ()
    """What chance has set up so far."""
    position: Any = None
    """None before the set-up is complete."""
    pending: int | None = None
    """An action that waits for the card it turns up."""
    told: tuple[tuple[str, ...], ...] = ()
    """What each player has learnt of the moves so far."""

    def __deepcopy__(self, memo: Any) -> Moment:
        """Return itself: nothing in it changes."""
        return self


class JetonGame(pyspiel.Game):  # type: ignore[misc,name-defined]
    """A title with its options, as OpenSpiel wants it; `register` sets `title`."""

    title = ""
    kind: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the parameters: players, and the options of the table."""
        given = dict(params or {})
        players = given.get("players", min(find(self.title).seats))
        values = {option.name: option for option in find(self.title).options}
        chosen = {name: _value(values[name].values, text) for name, text in given.items() if name in values}
        self.rules = Rules(self.title, players, chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.codec.actions,
            max_chance_outcomes=self.rules.dealer.outcomes,
            num_players=players,
            min_utility=-1.0 / players,
            max_utility=1.0 - 1.0 / players,
            utility_sum=0.0,
            max_game_length=TURNS * players * DECISIONS,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> JetonState:
        """Return the state before the first card is dealt."""
        return JetonState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> JetonObserver:
        """Return the observer of states."""
        return JetonObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class JetonState(pyspiel.State):  # type: ignore[misc,name-defined]
    """A match: set-up, then turns, with a chance node wherever a card is turned up."""

    def __init__(self, game: JetonGame) -> None:
        """Begin before the first card is dealt."""
        super().__init__(game)
        self.rules = game.rules
        self.now = Moment(told=((),) * game.rules.players)

    @property
    def over(self) -> bool:
        """Whether the match has ended, or gone on for too long."""
        position = self.now.position
        if position is None or self.now.pending is not None:
            return False
        return bool(position.is_over or position.record["turns"] >= TURNS * self.rules.players)

    def current_player(self) -> int:
        """Return whose turn it is."""
        if self.now.position is None or self.now.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.over else int(self.now.position.seat)

    def _legal_actions(self, player: int) -> list[int]:
        position = self.now.position
        return position.actions() if player == position.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may come, all equally likely."""
        dealer, now = self.rules.dealer, self.now
        dealt, action = now.position is not None, now.pending or 0
        found = dealer.draws(now.position, action) if dealt else dealer.opening(now.drawn)
        return [(outcome, 1.0 / len(found)) for outcome in found]

    def _apply_action(self, action: int) -> None:
        dealer, now = self.rules.dealer, self.now
        if now.position is None:
            drawn = (*now.drawn, action)
            position = None if dealer.opening(drawn) else dealer.start(drawn)
            self.now = replace(now, drawn=drawn, position=position)
        elif now.pending is not None:
            self._push(now.pending, action)
        elif dealer.draws(now.position, action):
            self.now = replace(now, pending=action)
        else:
            self._push(action, None)

    def _push(self, action: int, outcome: int | None) -> None:
        rules, before = self.rules, self.now.position
        after = before.copy()
        entry = Entry(0, 0, before.seat, rules.codec.move(before, before.seat, action))
        rules.dealer.push(after, action, outcome)
        told = (rules.game.report_text(before, entry, after, seat).decode() for seat in range(rules.players))
        known = tuple((*old, new) for old, new in zip(self.now.told, told, strict=True))
        self.now = replace(self.now, position=after, pending=None, told=known)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.rules.dealer.name(action)
        return self.rules.codec.move(self.now.position, player, action)

    def is_terminal(self) -> bool:
        """Return whether the match has ended."""
        return self.over

    def returns(self) -> list[float]:
        """Return the share of the win, less a fair share."""
        players, game, position = self.rules.players, self.rules.game, self.now.position
        if not self.over:
            return [0.0] * players
        outcome = game.outcome(position) or game.standing(position)
        return [share - 1.0 / players for share in share_of_win(outcome)]

    def __str__(self) -> str:
        """Return what lies on the table, for people."""
        now = self.now
        if now.position is None:
            return "set-up: " + ", ".join(map(self.rules.dealer.name, now.drawn))
        waiting = "" if now.pending is None else f"; {self._action_to_string(now.position.seat, now.pending)} …"
        return self.rules.game.write(now.position) + waiting


class JetonObserver:
    """What a player sees of a state: the codec's features, and in words the view, with the whole log if asked."""

    def __init__(self, rules: Rules, kind: Any, params: Any) -> None:
        """Make room for one observation."""
        if params:
            raise ValueError(f"expected no parameters of observations, got {params}")
        self.rules, self.recall = rules, kind.perfect_recall
        self.tensor = np.zeros(len(rules.codec.names), np.float32)
        self.dict = {name: self.tensor[block] for name, block in rules.codec.blocks.items()}

    def set_from(self, state: JetonState, player: int) -> None:
        """Look at a state; before the cards are dealt there is nothing to see."""
        position = state.now.position
        self.tensor[:] = 0 if position is None else self.rules.codec.features(position, player)

    def string_from(self, state: JetonState, player: int) -> str:
        """Return the view in words."""
        now = state.now
        if now.position is None:
            return f"player {player}, set-up: " + ", ".join(map(self.rules.dealer.name, now.drawn))
        seen = self.rules.game.view_text(now.position, player).decode()
        return "\n".join([*now.told[player], seen]) if self.recall else seen


def _value(values: Sequence[Any], text: Any) -> Any:
    """Return the value of an option that a parameter means."""
    return next((value for value in values if str(value).lower() == str(text).lower()), text)


def register() -> None:
    """Register a game for every title that is dealt card by card."""
    known = set(pyspiel.registered_names())
    for name in titles():
        title = find(name)
        short = f"python_jeton_{name.replace('-', '_')}"
        if not title.envs or kinds(name).dealer is None or short in known:
            continue
        options = {option.name: _parameter(option.default) for option in title.options}
        kind = pyspiel.GameType(
            short_name=short,
            long_name=f"Jeton: {name}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.CONSTANT_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=max(title.seats),
            min_num_players=min(title.seats),
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={"players": min(title.seats), **options},
        )
        made = type(f"Jeton_{name}", (JetonGame,), {"title": name, "kind": kind})
        pyspiel.register_game(kind, made)


def _parameter(value: Any) -> Any:
    return value if isinstance(value, bool | int | str) else str(value)


register()
