"""The icon set: bodies of Noto Emoji's drawings, and where their ink is."""

from __future__ import annotations

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Glyph:
    """One drawing: SVG without its outer tag, and its view box."""

    body: str
    box: str


@dataclass(frozen=True)
class Ink:
    """The part of its box that a drawing covers, in fractions of the box."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        """Halfway between left and right."""
        return (self.left + self.right) / 2

    @property
    def centre(self) -> tuple[float, float]:
        """Halfway in both directions."""
        return self.middle, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left


class Icons(Protocol):
    """What the painter asks of an icon set."""

    def glyph(self, name: str) -> Glyph:
        """The drawing of that name."""
        ...

    def ink(self, name: str) -> Ink:
        """Where it is not transparent."""
        ...


def known_ink() -> dict[str, Ink]:
    """The ink of every icon in use, as `python -m tools.painter ink` has measured it."""
    return {name: Ink(*box) for name, box in json.loads((HERE / "ink.json").read_text("utf-8"))["icons"].items()}


class NotoIcons:
    """The npm package @iconify-json/noto, packed (`.tgz`) or as a folder."""

    def __init__(self, package: Path) -> None:
        if package.is_dir():
            data = (package / "icons.json").read_text("utf-8")
        else:
            with tarfile.open(package) as packed:
                member = packed.extractfile("package/icons.json")
                if member is None:
                    raise FileNotFoundError(f"expected package/icons.json in {package}")
                data = member.read().decode("utf-8")
        self._data: dict[str, Any] = json.loads(data)
        self._ink = known_ink() if (HERE / "ink.json").exists() else {}

    def glyph(self, name: str) -> Glyph:
        """The drawing of that name, or of the name it is another word for."""
        data = self._data
        known = data["icons"].get(name) or data["icons"][data["aliases"][name]["parent"]]
        left, top, width, height = (
            known.get(field, data.get(field, default))
            for field, default in (("left", 0), ("top", 0), ("width", 16), ("height", 16))
        )
        return Glyph(known["body"], f"{left} {top} {width} {height}")

    def ink(self, name: str) -> Ink:
        """Where it is not transparent."""
        return self._ink[name]
