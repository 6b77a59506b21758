"""The ruleset: game levels as presets of flags (G90), and the table options laid over them (O1–O12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from jeton.core.errors import BadOption
from jeton.core.game import Option
from jeton.games.guardians.scenes import EDITION, Pack, known_packs, pack_named
from jeton.games.guardians.title import BY_LEVEL, OPTIONS, SEAT_COUNTS

__all__ = [
    "COLOURS",
    "LEVELS",
    "OPTIONS",
    "SEAT_COUNTS",
    "VERSIONS",
    "Ruleset",
    "lay_options",
    "make_ruleset",
    "options_of",
]

COLOURS = ("blue", "red", "green", "yellow", "purple")
"""G2. The colour of each seat."""

_FLAGS = ("flip_found", "beacon_fires", "mixed_rewards", "powers", "clock", "goal")
LEVELS: dict[int, dict[str, Any]] = {
    1: dict(zip(_FLAGS, (True, True, False, False, False, 12), strict=True)),
    2: dict(zip(_FLAGS, (False, False, False, False, False, 12), strict=True)),
    3: dict(zip(_FLAGS, (False, False, True, True, False, 20), strict=True)),
    4: dict(zip(_FLAGS, (False, False, True, True, True, 20), strict=True)),
}
"""G90. What a game level switches on; a custom table may set each flag by itself."""

VERSIONS = (1, 2, 3)
"""The version of the rules. Version 1 lit one fire per island and colour (G55), kept legends for the time between
rounds (G100), and let its clocks run during the reveal (G67, G105). Up to version 2, things stood where the first
pictures showed them (G24). Their matches still replay."""

NEW_IN_2 = ("powers_between_rounds", "bots_wait")


def options_of(version: int) -> tuple[Option, ...]:
    """Return the table options of a version of the rules."""
    return OPTIONS if version > 1 else tuple(option for option in OPTIONS if option.name not in NEW_IN_2)


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """Every number and flag that differs between tables."""

    level: int
    goal: int
    boats_owned: int
    choose_pile: bool
    allow_fewer_boats: bool
    distinct_targets: bool
    wand_adjacent: bool
    idle_guard: int
    """Seconds after the first clue; 0 means off (G41)."""
    auto_play_kept: bool
    powers_between_rounds: bool
    """O12. Whether kept legends wait for the time between two rounds."""
    bots_wait: bool
    """G42. Whether bots keep a boat in harbour until everybody has pointed."""
    fire_a_boat: bool
    """G55. Whether each boat lights a fire of its own; version 1 of the rules lit one per island and colour."""
    tell_first: bool
    """G67, G105. Whether clocks wait for the end of the reveal; not in version 1."""
    board: str
    flip_found: bool
    beacon_fires: bool
    mixed_rewards: bool
    powers: bool
    clock: bool
    bell: int
    """Seconds of the clock, if there is one: 60 in the rules; a quick table or a test takes fewer (G130)."""
    remember: bool
    """Whether old rounds stay readable: level 1, or option `memory_aid` (G95)."""
    pack: Pack


def lay_options(chosen: Mapping[str, Any], version: int = VERSIONS[-1]) -> dict[str, Any]:
    """Return all options with their values; raises `BadOption`.

    >>> lay_options({"level": 3})["goal"]
    'level'
    """
    known = {option.name: option for option in options_of(version)}
    for name, value in chosen.items():
        if name not in known:
            raise BadOption(f"guardians has no option {name!r}: expected one of {', '.join(known)}")
        values = known_packs() if name == "pack" else known[name].values
        if not any(value == v and type(value) is type(v) for v in values):
            raise BadOption(f"option {name!r} of guardians: expected one of {values}, got {value!r}")
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def make_ruleset(options: Mapping[str, Any], version: int = VERSIONS[-1]) -> Ruleset:
    """G90. Return the preset of the game level with the options laid over it.

    >>> make_ruleset(lay_options({"level": 3})).goal
    20
    """
    preset = LEVELS[options["level"]]
    numbers: dict[str, Any] = {
        "powers_between_rounds": True,
        "bots_wait": True,
        **{name: preset.get(name) if value == BY_LEVEL else value for name, value in options.items()},
    }
    memory_aid, pack = numbers.pop("memory_aid"), pack_named(numbers.pop("pack"), EDITION if version > 2 else 1)
    new = version > 1
    remember = memory_aid or options["level"] == 1
    return Ruleset(remember=remember, pack=pack, fire_a_boat=new, tell_first=new, **numbers)
