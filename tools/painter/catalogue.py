"""Everything that gets painted: what it is called, how to paint it, in which sizes it ships."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .cards import BACKS, CARD, LEGENDS, paint_legend, paint_location
from .icons import Icons
from .island import paint_island
from .postcard import paint_postcard
from .scenes import GAME, ISLAND, POSTCARD, Scene, Scenes

PICTURES = GAME / "pictures"
WIDTHS = {ISLAND: (640, 256), POSTCARD: (1200, 480), CARD: (480, 200)}
"""By shape: how wide the large and the small picture are."""
QUALITY = 74
RELIC_ICONS = tuple(icon for _, icon, _ in LEGENDS.values() if icon)


@dataclass(frozen=True)
class Picture:
    """One picture to paint; it ships as `kind/name-width.webp` in each of its widths."""

    kind: str
    name: str
    size: tuple[int, int]
    svg: Callable[[], str]

    @property
    def widths(self) -> tuple[int, int]:
        """Large and small."""
        return WIDTHS[self.size]

    def file(self, width: int) -> str:
        """Its path among the pictures."""
        return f"{self.kind}/{self.name}-{width}.webp"


def catalogue(scenes: Scenes, icons: Icons) -> Iterator[Picture]:
    """Every picture, in the order of the box."""
    for scene in scenes.islands:
        yield Picture("islands", scene.id, ISLAND, lambda s=scene: paint_island(s, icons, scenes.heads))  # type: ignore[misc]
    for scene in scenes.postcards:
        yield Picture("postcards", scene.id, POSTCARD, lambda s=scene: paint_postcard(s, icons))  # type: ignore[misc]
    for scene in scenes.islands:
        yield Picture("locations", scene.id, CARD, lambda s=scene: paint_location(s, icons, scenes.heads))  # type: ignore[misc]
    for name in LEGENDS:
        yield Picture("legends", name, CARD, lambda n=name: paint_legend(n, icons))  # type: ignore[misc]
    for name, (paint, size) in BACKS.items():
        yield Picture("backs", name, size, paint)


def icons_in_use(scenes: Scenes) -> set[str]:
    """Every icon that some picture shows."""
    return {e.icon for scene in (*scenes.islands, *scenes.postcards) for e in scene.elements} | set(RELIC_ICONS)


def fingerprint(scene: Scene) -> str:
    """Changes when a scene must be painted anew."""
    return hashlib.sha256(repr(scene).encode()).hexdigest()[:16]
