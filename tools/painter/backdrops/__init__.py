"""The 25 places that postcards show: each paints the whole canvas and says what colour the air has."""

from __future__ import annotations

from collections.abc import Callable

from ..light import Tint
from ..painting import Painting
from .groves import autumn, garden, haunted, jungle, ruins
from .heights import dream, sky, space, town_night
from .hills import desert, meadow, mountain, night_hill, plain_dusk, snow
from .indoors import attic, cave, forge, hall, stage
from .shore import beach, coast_dawn, lake, storm, underwater

__all__ = ["BACKDROPS"]

_ALL: tuple[Callable[[Painting], Tint | None], ...] = (
    attic, autumn, beach, cave, coast_dawn, desert, dream, forge, garden, hall, haunted, jungle, lake, meadow, mountain,
    night_hill, plain_dusk, ruins, sky, snow, space, stage, storm, town_night, underwater,
)  # fmt: skip

BACKDROPS = {backdrop.__name__: backdrop for backdrop in _ALL}
