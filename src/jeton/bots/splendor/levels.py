"""Bot levels 1 to 8: one net, seen more and more clearly, then read further and further ahead.

The lower bot levels err as people do. They overlook cards, the dear ones first, and neither buy nor reserve nor plan
for what they did not see; they forget that they hold the bonuses of a colour; and they waver between moves that look
alike. The lowest are also short-sighted: they see the cards that they can soon pay for, and often neither the nobles
nor what the others have. They never play a random move.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import numpy as np

from jeton.bots.bot import BadParameter, Budget, OnProgress
from jeton.bots.splendor.blur import ALIKE, DRAWS, overlook, waver
from jeton.bots.splendor.lines import first_thought, shares
from jeton.bots.splendor.search_bots import SETTINGS, SearchBot, Setting, first_look, move_of, without_thought
from jeton.bots.splendor.styles import BALANCED, STYLES, Taste
from jeton.bots.thought import ONLY, Thought
from jeton.core.game import Rng
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position
from jeton.games.splendor.rules import PLAY, POSITION

__all__ = ["LEVELS", "MIX", "STYLED", "Level", "LevelBot", "blurred", "levels_digest"]


class Level(msgspec.Struct, frozen=True):
    """How a bot level plays."""

    overlooks: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The chance to overlook a card of each level of the market, drawn again for every move."""
    near: float = 0.0
    """The chance to overlook, beyond that, a card that takes more than one more turn to pay for."""
    forgets: float = 0.0
    """The chance to forget the bonuses of a colour."""
    alone: float = 0.0
    """The chance to play as if alone: to look neither at a noble nor at what the others have."""
    heat: float = 0.0
    """How much it wavers: 0 plays the best move, 1 plays each as likely as the net would."""
    simulations: int = 0
    """How many lines it reads; 0 plays its first thought, which depends on no machine."""
    seconds: float | None = None
    """How long it reads."""

    @property
    def reads(self) -> bool:
        """Whether it reads ahead."""
        return bool(self.simulations or self.seconds)

    @property
    def chances(self) -> tuple[float, ...]:
        """The chances as `overlook` takes them."""
        return *self.overlooks, self.near, self.forgets, self.alone


def blurred(blur: float) -> Level:
    """Return a bot level that sees everything (0), next to nothing (1), or something between.

    Beyond a half it is also short-sighted: it looks at what it can soon pay for, and at nobody else.

    >>> blurred(0.5).overlooks
    (0.275, 0.37, 0.45)
    >>> blurred(0.75).near
    0.5
    """
    first, second, third = (round(chance * blur, 4) for chance in (0.55, 0.74, 0.9))
    short = round(max(0.0, 2 * blur - 1.0), 4)
    forgets, heat = round(0.3 * blur, 4), round(2 * blur, 4)
    return Level(overlooks=(first, second, third), near=short, forgets=forgets, alone=short, heat=heat)


def _levels(blurs: tuple[float, ...], *lines: int) -> dict[int, Level]:
    """Return the levels that play their first thought, those that read so many lines, and the one that has seconds."""
    levels = [*map(blurred, blurs), *(Level(simulations=count) for count in lines), Level(seconds=3.0)]
    return dict(enumerate(levels, 1))


LEVELS = {
    ("splendor", 2): _levels((0.67, 0.55, 0.38, 0.17, 0.0), 350, 3000),
    ("splendor", 3): _levels((0.74, 0.62, 0.495, 0.306, 0.19, 0.0), 120),
    ("splendor", 4): _levels((0.74, 0.635, 0.545, 0.43, 0.27, 0.0), 400),
    ("marvel", 2): _levels((0.6, 0.51, 0.4, 0.205, 0.07), 40, 600),
    ("marvel", 3): _levels((0.68, 0.59, 0.475, 0.32, 0.17, 0.0), 120),
    ("marvel", 4): _levels((0.7, 0.6, 0.495, 0.365, 0.195, 0.0), 300),
}
"""By title and number of seats: another net plays at each table. How each does against the one below: docs/bots.md."""

MIX = {
    ("splendor", 2): (0.705, 0.61, 0.487, 0.325, 0.135, 0.0),
    ("splendor", 3): (0.74, 0.62, 0.495, 0.306, 0.19, 0.0),
    ("splendor", 4): (0.74, 0.635, 0.545, 0.43, 0.27, 0.0),
    ("marvel", 2): (0.636, 0.536, 0.435, 0.267, 0.11, 0.0),
    ("marvel", 3): (0.68, 0.59, 0.475, 0.32, 0.17, 0.0),
    ("marvel", 4): (0.7, 0.6, 0.495, 0.365, 0.195, 0.0),
}
"""The blurs of the mixed bots to whose matches the judge's chances were fitted. They are no levels: a ladder that is
spaced anew leaves the curves as they are."""

STYLED = (3, 4, 5, 6)
"""The bot levels that have a choice of styles."""


class LevelBot:
    """A bot of a bot level, from one that a child beats to the strongest there is.

    >>> from random import Random
    >>> import jeton
    >>> match = jeton.new("splendor", seats=2, options={"first": "seat"})
    >>> LevelBot(match.game, 1).choose(match.view(0), Budget(), Random(1)) in match.moves()
    True
    """

    def __init__(self, game: Splendor, level: int | Level, style: str = BALANCED) -> None:
        """Take bot level 1 to 8, or a `Level` that is not in the list; and a style if the level offers a choice."""
        if isinstance(level, Level):
            self.name, self._by_seats = "level", dict.fromkeys(game.seat_counts, level)
        elif level not in LEVELS[game.title, 2]:
            raise BadParameter(f"expected a level from 1 to {max(LEVELS[game.title, 2])}, got {level}")
        else:
            self.name = f"level{level}"
            self._by_seats = {seats: LEVELS[game.title, seats][level] for seats in game.seat_counts}
        self.level = self._by_seats[2]
        """As it plays at the table of the last question; before the first, at one of two seats."""
        check_style(level, style)
        if style != BALANCED:
            self.name += f":style={style}"
        chosen = STYLES[style]
        self.game = game
        self._taste = Taste(game, chosen) if chosen else None
        self._search = SearchBot(game, taste=self._taste, together=1)  # so the ladder was measured: docs/lab/ladder.md

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return one of the view's moves; a budget can shorten the bot level's own thinking, not lengthen it."""
        if len(view.moves) == 1:
            return str(view.moves[0])
        if self._reads(view):
            return self._search.choose(view, self._limit(budget), rng, on_progress)
        if (clear := without_thought(view, rng)) is not None:
            return clear.move
        position = self.game.redeal(view, rng)
        logits, _ = self._opinion(self._seen(position, rng))
        return move_of(position, self._pick(logits, rng))

    def choose_many(self, words: Any, legal: Any, wanted: Any, chance: Any, actions: Any) -> None:
        """Write an action into each row that is wanted, as `choose` would with the chance of that row."""
        from jeton.bots.splendor.net_many import choose_many

        mine = self._by_seats[int(words[:1].view(POSITION)["seats"][0, 0])]
        choose_many(self.game, None, words, legal, wanted, chance, actions, np.array(mine.chances), mine.heat)

    def can_choose_many(self, seats: int) -> bool:
        """Return whether it plays its first thought at a table of so many seats, in no style."""
        return self._taste is None and not self._by_seats[seats].reads

    def explain(self, view: Any, budget: Budget, rng: Rng) -> Thought:
        """Return the move of `choose`, what the bot level saw and overlooked, and how likely it was to play what."""
        if len(view.moves) == 1:
            return Thought(move=str(view.moves[0]), how=ONLY)
        if self._reads(view):
            return self._search.explain(view, self._limit(budget), rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear
        position = self.game.redeal(view, rng)
        seen = self._seen(position, rng)
        logits, chances = self._opinion(seen)
        heat = self.level.heat
        weights = shares(logits, heat, ALIKE) if heat else shares(logits)
        return first_thought(move_of(position, self._pick(logits, rng)), position, weights, seen, chances)

    def _reads(self, view: Any) -> bool:
        """Return whether the bot level reads ahead at this table, after looking up how it plays there."""
        self.level = self._by_seats[len(view.players)]
        return self.level.reads

    def _pick(self, logits: Any, rng: Rng) -> int:
        return int(waver(logits, self.level.heat, rng.getrandbits(32) if self.level.heat else 0))

    def _opinion(self, seen: Position) -> tuple[Any, Any]:
        """Return what the net thinks of each move that the bot level sees, with its style; and the seats' chances."""
        logits, chances = first_look(seen)
        if self._taste is not None:
            self._taste.colour(seen, logits)
        return logits, chances

    def _limit(self, budget: Budget) -> Budget:
        mine = self.level
        seconds = min((s for s in (mine.seconds, budget.seconds) if s is not None), default=None)
        simulations = min((n for n in (mine.simulations, budget.simulations) if n), default=None)
        return Budget(seconds=seconds, simulations=simulations)

    def _seen(self, position: Position, rng: Rng) -> Position:
        """Return the position as this bot level sees it: without the cards it overlooks and the bonuses it forgets."""
        if position.phase != PLAY or not self.level.heat:
            return position
        draws, seen = np.array([rng.getrandbits(32) for _ in range(DRAWS)]), np.zeros_like(position.words)
        overlook(self.game.ruleset, position.words, np.array(self.level.chances), draws, seen)
        return Position(self.game, seen)


def levels_digest(title: str, seats: int) -> str | None:
    """Return a digest of how the bot levels play at a table, search constants included; None if it has no levels."""
    if (found := LEVELS.get((title, seats))) is None:
        return None
    about = found, SETTINGS.get((title, seats), Setting())
    return hashlib.sha256(msgspec.json.encode(about)).hexdigest()[:16]


def check_style(level: int | Level, style: str) -> None:
    """Raise `BadParameter` unless the bot level can play in that style."""
    if style not in STYLES:
        raise BadParameter(f"no style is called {style!r}: expected one of {', '.join(STYLES)}")
    if style != BALANCED and isinstance(level, int) and level not in STYLED:
        raise BadParameter(f"level{level} has no choice of styles: levels {STYLED[0]} to {STYLED[-1]} have")
