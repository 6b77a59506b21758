"""The plates of one picture, one for each ink, and how a shape is laid on them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage as nd

from . import carve, shapes
from .carve import Box, Plane

Layer = dict[str, Any]
Window = tuple[slice, slice]
BOLD = 1.5
"""How much wider outlines and halos are in the small print."""


def grow(mask: Plane, r: float) -> Plane:
    """Return the mask and all that lies within r pixels of it, with a soft edge."""
    if r <= 0:
        return mask
    return np.asarray(np.clip(r + 0.5 - nd.distance_transform_edt(mask < 0.5), 0, 1), np.float32)


def closed(mask: Plane, r: float) -> Plane:
    """Return the mask with gaps up to 2r closed and its holes filled: the body of a glyph."""
    if r >= 1:
        pad = int(r) + 2
        m = np.pad(mask > 0.5, pad)
        m = nd.distance_transform_edt(~m) <= r
        m = nd.distance_transform_edt(m) > r
        mask = np.maximum(mask, m[pad:-pad, pad:-pad])
    return np.asarray(np.maximum(mask, nd.binary_fill_holes(mask > 0.5)), np.float32)


def inside(mask: Plane) -> Plane:
    """Return how deep each pixel lies in the mask."""
    return np.asarray(nd.distance_transform_edt(np.pad(mask > 0.5, 1))[1:-1, 1:-1], np.float32)


def words(value: Any) -> list[str]:
    """Return one word or several, as a list."""
    return [value] if isinstance(value, str) else list(value)


class Block:
    """The plates while they are cut; `small` is the bolder print without fine lines."""

    def __init__(self, width: int, height: int, inks: list[str], seed: int, small: bool = False) -> None:
        self.w, self.h, self.pixel = width, height, width / 1000
        self.tall = 1000 * height / width
        self.plates = {ink: np.zeros((height, width), np.float32) for ink in inks}
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        self.x, self.y = x / self.pixel, y / self.pixel
        self.gouge = carve.Gouge(seed)
        self.small = small
        self.names: list[str] = []
        self.seen = np.zeros((height, width), np.int16)
        """Which thing one sees at each pixel: its place in `names`, from 1."""
        self.saved: dict[str, Plane] = {}
        self.aims: dict[str, list[float]] = {}
        """Discs given by hand, for things like a rainbow, hollow in the middle."""

    def window(self, box: Box, margin: float) -> Window:
        """Return the pixels of a box in units, with a margin; cut at the edges of the picture."""
        x0, y0, x1, y1 = box
        p = self.pixel
        return (
            slice(int(np.clip((y0 - margin) * p, 0, self.h - 1)), int(np.clip((y1 + margin) * p + 1, 1, self.h))),
            slice(int(np.clip((x0 - margin) * p, 0, self.w - 1)), int(np.clip((x1 + margin) * p + 1, 1, self.w))),
        )

    def raster(self, svg: str, win: Window) -> Plane:
        """Turn SVG in units into coverage of the window's pixels."""
        (y0, y1), (x0, x1) = ((s.start, s.stop) for s in win)
        p = self.pixel
        return shapes.raster(svg, x1 - x0, y1 - y0, f"{x0 / p} {y0 / p} {(x1 - x0) / p} {(y1 - y0) / p}")

    def masks(self, layer: Layer) -> tuple[Window, Box, Plane, Plane, Plane]:
        """Return what a layer prints: its window and box, its glyph, its body, and what of the body stays paper."""
        figure = "icon" in layer or "draw" in layer
        if figure:
            svg, paper, box = shapes.placed(layer)
            gap = layer.get("close", 0.014 * max(box[2] - box[0], box[3] - box[1]))
        else:
            svg, paper, gap = shapes.silhouette(layer), "", layer.get("close", 0)
            box = self._found(svg, layer)
        win = self.window(box, layer.get("halo", 7) * 2 + 4)
        glyph = self.raster(svg, win)
        solid = figure and not layer.get("open")
        body = closed(glyph, gap * self.pixel) if solid else glyph
        bare = self.raster(paper, win) if paper else np.zeros_like(glyph)
        body = np.maximum(body, bare)
        for word, keep in (("inside", True), ("outside", False)):
            for name in words(layer.get(word, [])):
                m = self.saved[name][win]
                m = m if keep else 1 - m
                glyph, body, bare = glyph * m, body * m, bare * m
        return win, box, glyph, body, bare * (1 - glyph)

    def _found(self, svg: str, layer: Layer) -> Box:
        """Print a shape on a small sheet to see where it lies."""
        rough = shapes.raster(svg, 250, round(self.tall / 4), f"0 0 1000 {self.tall}")
        ys, xs = np.where(rough.any(1))[0], np.where(rough.any(0))[0]
        if not len(ys):
            raise ValueError(f"nothing to see: {layer}")
        return xs[0] * 4.0, ys[0] * 4.0, xs[-1] * 4.0 + 4, ys[-1] * 4.0 + 4

    def lay(self, layer: Layer) -> None:
        """Lay one layer: clear the place (and a halo of paper round it), print tint and ink, engrave."""
        if self.small and layer.get("fine"):
            return
        win, box, glyph, body, bare = self.masks(layer)
        if not layer.get("over"):
            halo = layer.get("halo", 8 if "thing" in layer else 0) * (BOLD if self.small else 1)
            clear = 1 - grow(body, halo * self.pixel)
            for plate in self.plates.values():
                plate[win] *= clear
            self.seen[win][body > 0.5] = 0
        figure = "icon" in layer or "draw" in layer
        mode = layer.get("mode", "light" if figure else "flat")
        tints, ink = words(layer.get("tint", [])), layer.get("ink", "key" if mode != "flat" else None)
        tinted, inked = self._printed(mode, glyph, body)
        tinted, inked = tinted * (1 - bare), inked * (1 - bare)
        rim = layer.get("rim", 2.6 if mode in ("light", "paper") else 0) * (BOLD if self.small else 1)
        if rim:  # a dark outline inside the body
            inked = np.maximum(inked, body * np.clip(rim * self.pixel + 0.5 - inside(body), 0, 1))
        for name in tints:
            self.plates[name][win] = np.maximum(self.plates[name][win], tinted)
        if ink:
            self.plates[ink][win] = np.maximum(self.plates[ink][win], inked)
        shade = layer.get("shade", 0.5 if mode == "light" else 0)
        if shade and ink:  # the side away from the light is hatched, finer on smaller things
            gap = float(np.clip(max(box[2] - box[0], box[3] - box[1]) * 0.05, 6.5, 15))
            hatch = {"ink": ink, "angle": 52, "gap": gap, "length": 30, "toward": "shade", "power": 1.5}
            self.engrave({**hatch, "tone": [-0.25, shade * 1.15]}, win, box, body)
        for cut in layer.get("lines", []):
            self.engrave(cut, win, box, body)
        if "as" in layer:
            saved = np.zeros((self.h, self.w), np.float32)
            saved[win] = body
            self.saved[layer["as"]] = saved
        if "thing" in layer:
            self._point(layer, win, body)

    def _printed(self, mode: str, glyph: Plane, body: Plane) -> tuple[Plane, Plane]:
        """Return where the tint goes and where the ink."""
        gaps = body - np.minimum(body, glyph)
        if mode == "paper":  # gaps are paper, and small marks in them (eyes) are ink
            labels, n = nd.label(glyph > 0.5)
            sizes = nd.sum_labels(np.ones_like(glyph), labels, np.arange(n + 1))
            marks = np.isin(labels, np.flatnonzero(sizes < 0.02 * max(1.0, float(body.sum()))))
            edge = 1.6 * self.pixel * (BOLD if self.small else 1)
            line = glyph * np.clip(edge + 0.5 - inside(glyph), 0, 1) * (nd.gaussian_filter(gaps, 1.0) > 0.02)
            return glyph, np.asarray(np.maximum(glyph * marks, line), np.float32)
        return {"dark": (body, glyph), "light": (body, gaps), "flat": (body, body), "glyph": (glyph, glyph)}[mode]

    def _point(self, layer: Layer, win: Window, body: Plane) -> None:
        """Remember where a thing is seen."""
        if layer["thing"] not in self.names:
            self.names.append(layer["thing"])
        self.seen[win][body > 0.5] = self.names.index(layer["thing"]) + 1
        if "aim" in layer:
            self.aims[layer["thing"]] = layer["aim"]

    def engrave(self, cut: dict[str, Any], win: Window, box: Box, body: Plane) -> None:
        """Engrave lines within a body: printed with an ink, or cut out of plates."""
        if self.small and cut.get("gap", 14) < 12 and not cut.get("keep"):
            return
        if self.small:
            cut = {**cut, "gap": cut.get("gap", 14) * 1.6, "n": int(cut.get("n", 72) / 1.6), "thinnest": 5}
        depth = None
        if cut.get("field") == "contour" or cut.get("toward") == "edge":
            depth = inside(body) / self.pixel
        cut = {"c": [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], **cut}
        m = carve.lines(self.gouge, cut, self.x[win], self.y[win], box, depth, self.pixel) * body
        for name in words(cut.get("inside", [])):
            m = m * self.saved[name][win]
        for name in words(cut.get("outside", [])):
            m = m * (1 - self.saved[name][win])
        if "ink" in cut:
            self.plates[cut["ink"]][win] = np.maximum(self.plates[cut["ink"]][win], m)
        if "cut" in cut:
            for name in self.plates if cut["cut"] == "all" else words(cut["cut"]):
                self.plates[name][win] *= 1 - m
