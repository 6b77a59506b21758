"""The title records of Splendor and Splendor: Marvel."""

from __future__ import annotations

from jeton.core.game import Option
from jeton.core.title import Title

__all__ = ["MARVEL", "OPTIONS", "SEAT_COUNTS", "SPLENDOR"]

SEAT_COUNTS = (2, 3, 4)
SHARED = (
    Option("first", ("random", "seat"), "random", "S8"),
    Option("visible", (True, False), True, "S21"),
    Option("payment", ("choice", "thrifty"), "choice", "S18"),
)
OPTIONS = {"splendor": (*SHARED, Option("goal", (15, 21), 15, "S31")), "marvel": SHARED}
"""Every table option, by title."""

SPLENDOR = Title(
    name="splendor",
    makers={1: "jeton.games.splendor.game:splendor"},
    seats=SEAT_COUNTS,
    options=OPTIONS["splendor"],
    place=0,
    bots="jeton.bots.splendor.roster:SPLENDOR",
    terminal="jeton.cli.terminal.splendor.seating:TERMINAL",
    tools="jeton.bots.splendor.tools:TOOLS",
    envs="jeton.envs.splendor.kinds:KINDS",
    page="splendor",
    lessons="jeton.games.splendor:lessons",
)
MARVEL = Title(
    name="marvel",
    makers={1: "jeton.games.splendor.game:marvel"},
    seats=SEAT_COUNTS,
    options=OPTIONS["marvel"],
    place=1,
    bots="jeton.bots.splendor.roster:MARVEL",
    terminal="jeton.cli.terminal.splendor.seating:TERMINAL",
    tools="jeton.bots.splendor.tools:TOOLS",
    envs="jeton.envs.splendor.kinds:KINDS",
    page="splendor",
    lessons="jeton.games.splendor:lessons",
)
