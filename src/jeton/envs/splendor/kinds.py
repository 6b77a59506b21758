"""What Splendor and Splendor: Marvel bring for agents."""

from __future__ import annotations

from jeton.envs.kinds import Kinds
from jeton.envs.splendor.codec import SplendorCodec
from jeton.envs.splendor.dealer import SplendorDealer

__all__ = ["KINDS"]

KINDS = Kinds(
    codec=SplendorCodec,
    dealer=SplendorDealer,
    kernels="jeton.envs.splendor.kernels",
    cuda="jeton.envs.splendor.cuda",
)
