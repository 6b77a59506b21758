"""Bots for Guardians of Legends: they point at the thing that says most, and read what the others point at."""

from __future__ import annotations

from jeton.bots.guardians.player import LEVELS, GuardianBot

__all__ = ["LEVELS", "GuardianBot"]
