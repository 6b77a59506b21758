"""The title record of Guardians of Legends."""

from __future__ import annotations

from jeton.core.game import Option
from jeton.core.title import Title

__all__ = ["BY_LEVEL", "GUARDIANS", "OPTIONS", "SEAT_COUNTS"]

SEAT_COUNTS = (3, 4, 5)

BY_LEVEL = "level"
"""The value of an option that leaves the choice to the game level."""

OFF_ON = (False, True)
FLAG = (BY_LEVEL, False, True)

OPTIONS = (
    Option("level", (1, 2, 3, 4), 1, "O11"),
    Option("goal", (BY_LEVEL, *range(8, 31)), BY_LEVEL, "O7"),
    Option("boats_owned", (3, 4), 3, "O1"),
    Option("choose_pile", OFF_ON, False, "O2"),
    Option("allow_fewer_boats", OFF_ON, False, "O3"),
    Option("distinct_targets", OFF_ON, False, "O4"),
    Option("wand_adjacent", OFF_ON, False, "O5"),
    Option("idle_guard", (0, 60, 90, 120, 180), 0, "O6"),
    Option("memory_aid", OFF_ON, False, "O8"),
    Option("auto_play_kept", OFF_ON, False, "O9"),
    Option("powers_between_rounds", OFF_ON, False, "O12"),
    Option("board", ("random", "compact", "ring"), "random", "O10"),
    Option("flip_found", FLAG, BY_LEVEL, "G90"),
    Option("beacon_fires", FLAG, BY_LEVEL, "G90"),
    Option("mixed_rewards", FLAG, BY_LEVEL, "G90"),
    Option("powers", FLAG, BY_LEVEL, "G90"),
    Option("clock", FLAG, BY_LEVEL, "G90"),
    Option("bell", (60, 5, 15, 30, 45, 90, 120), 60, "G130"),
    Option("bots_wait", (True, False), True, "G42"),
    Option("pack", ("jeton",), "jeton", "G1"),
)
"""Every table option; `pack` also takes the names of packs loaded since."""

GUARDIANS = Title(
    name="guardians",
    makers={version: f"jeton.games.guardians.game:version_{version}" for version in (1, 2, 3)},
    seats=SEAT_COUNTS,
    options=OPTIONS,
    place=2,
    bots="jeton.bots.guardians.roster:ROSTER",
    terminal="jeton.cli.terminal.guardians.seating:TERMINAL",
    envs="jeton.envs.guardians.kinds:KINDS",
    page="guardians",
    gallery="legends",
    pictures="jeton.games.guardians:pictures",
    lessons="jeton.games.guardians:lessons",
)
