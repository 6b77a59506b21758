"""Environments for agents that learn: PettingZoo, Gymnasium and OpenSpiel, and thousands of matches in arrays.

    from jeton.envs.aec import env                 PettingZoo, one agent after the other
    from jeton.envs.parallel import parallel_env   PettingZoo, all at once; Guardians is played here
    from jeton.envs.gym import Single              Gymnasium, one agent against bots
    import jeton.envs.openspiel                    OpenSpiel, as registered games
    from jeton.envs.batch import Batch             arrays, with NumPy alone
    from jeton.envs.gpu import Batch               the same on an NVIDIA GPU, for torch, JAX and CuPy

The first four need `pip install 'jeton[envs]'` (OpenSpiel: `jeton[openspiel]`), the last one numba-cuda. What an
agent sees comes from the same source as a player's view: nothing of a hidden card. docs/research.md tells the rest.
"""

from __future__ import annotations

from jeton.envs.kinds import Codec, Kinds, NoEnvironment, codec, kinds

__all__ = ["Codec", "Kinds", "NoEnvironment", "codec", "kinds"]
