"""What Guardians of Legends brings for agents."""

from __future__ import annotations

from jeton.envs.guardians.codec import GuardiansCodec
from jeton.envs.kinds import Kinds

__all__ = ["KINDS"]

KINDS = Kinds(codec=GuardiansCodec, at_once=True)
