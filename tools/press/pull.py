"""Paper and ink: the plates of a block become a picture. The last ink is the key, printed on top of all.

The ink lies flat: grain and paper are laid over the prints by the page, so that the files stay small.
"""

from __future__ import annotations

import numpy as np
from PIL import Image
from scipy import ndimage as nd

from .carve import Plane


def rgb(code: str) -> Plane:
    """Return a colour as three numbers from 0 to 1."""
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)], np.float32) / 255


class Press:
    """One pull of one picture, with its own chance."""

    def __init__(self, width: int, height: int, seed: int) -> None:
        self.w, self.h, self.pixel = width, height, width / 1000
        self.rng = np.random.default_rng(seed)
        self.y, self.x = np.mgrid[0:height, 0:width].astype(np.float32)

    def noise(self, units: float) -> Plane:
        """Draw smooth chance with grains of that many units; variance 1."""
        s = max(1.0, units * self.pixel)
        a = self.rng.standard_normal((int(self.h / s) + 4, int(self.w / s) + 4)).astype(np.float32)
        size = (int(a.shape[1] * s) + 1, int(a.shape[0] * s) + 1)
        z = np.asarray(Image.fromarray(a).resize(size, Image.Resampling.BICUBIC))[: self.h, : self.w]
        return np.asarray(z / z.std(), np.float32)

    def pull(self, plates: dict[str, Plane], inks: dict[str, str], paper: str, small: bool) -> Plane:
        """Print the plates, in order, on paper: specks where ink did not take, a little out of register."""
        wear, slip, hand = (0.0, 0.5, 0.7) if small else (1.0, 1.2, 1.0)
        picture = np.broadcast_to(rgb(paper), (self.h, self.w, 3)).copy()
        # the knife: the same for all plates, or the outlines would not meet
        kx = hand * self.pixel * (0.62 * self.noise(8) + 0.9 * self.noise(34))
        ky = hand * self.pixel * (0.62 * self.noise(8) + 0.9 * self.noise(34))
        names = list(plates)
        for name in names:
            last = name == names[-1]
            dx, dy = (0.0, 0.0) if last else self.rng.normal(0, slip * self.pixel * 0.8, 2)
            c = nd.map_coordinates(plates[name], [self.y + ky + dy, self.x + kx + dx], order=1, mode="nearest")
            c = np.clip((nd.gaussian_filter(c, 0.75 * self.pixel) - 0.5) * 3.2 + 0.5, 0, 1)
            if wear:
                specks = np.clip((self.noise(2.6) + 0.7 * self.noise(11) - 2.75) * 3, 0, 1)
                c = c * (1 - wear * specks)
            c = c[..., None]
            through = 0.06 if last else 0.42  # colours are glazes, the key covers
            ink = rgb(inks[name])
            picture = picture * (1 - c) + c * (ink * (1 - through) + ink * picture * through * 1.12)
        return np.asarray(np.clip(picture, 0, 1), np.float32)
