"""The spaces of a table as Gymnasium names them, and PettingZoo too."""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.envs.kinds import wanted
from jeton.envs.table import Table

__all__ = ["action_space", "observation_space", "observed"]


def action_space(table: Table) -> Any:
    """Return all actions."""
    spaces = wanted("gymnasium.spaces", "envs", "jeton.envs")
    return spaces.Discrete(table.codec.actions)


def observation_space(table: Table) -> Any:
    """Return the space: `observation` holds what an agent sees, `action_mask` what it may do."""
    spaces = wanted("gymnasium.spaces", "envs", "jeton.envs")
    if table.as_view:
        fields = table.codec.fields.items()
        seen = spaces.Dict({name: spaces.Box(0, field.top, field.shape, np.int16) for name, field in fields})
    else:
        seen = spaces.Box(0, table.codec.top, (table.size,), np.uint8)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (table.codec.actions,), np.int8)})


def observed(table: Table, seat: int) -> dict[str, Any]:
    """Return what a seat sees and may do now."""
    return {"observation": table.observe(seat), "action_mask": table.mask(seat)}
