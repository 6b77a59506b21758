"""From SVG to WebP: one Chromium paints, Pillow shrinks and packs."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import Page, sync_playwright

OVERSAMPLE = 1.5
"""How much larger than the largest size a picture is painted: soft edges, and the same grain in all sizes."""
FLAGS = (
    "--disable-gpu",
    "--disable-lcd-text",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--no-first-run",
    "--no-sandbox",
)


class Renderer:
    """Turns SVG into pixels, always in the same way."""

    def __init__(self, page: Page, version: str) -> None:
        self._page, self.version = page, version

    def pixels(self, svg: str, width: int, height: int) -> Image.Image:
        """The picture in that many pixels, transparent where nothing is painted."""
        self._page.set_viewport_size({"width": width, "height": height})
        style = f"<style>*{{margin:0}}body>svg{{display:block;width:{width}px;height:{height}px}}</style>"
        self._page.set_content(f"<!doctype html>{style}{svg}")
        shot = self._page.screenshot(omit_background=True, clip={"x": 0, "y": 0, "width": width, "height": height})
        return Image.open(io.BytesIO(shot)).convert("RGBA")


@contextmanager
def renderer(chromium: str = "") -> Iterator[Renderer]:
    """A Chromium without a window; `chromium` is its path if it is not found by itself."""
    path = chromium or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield Renderer(browser.new_page(device_scale_factor=1), browser.version)
        finally:
            browser.close()


def webp(image: Image.Image, width: int, quality: int) -> bytes:
    """The picture shrunk to a width and packed; without its alpha channel where nothing is transparent."""
    height = round(image.height * width / image.width)
    small = image.resize((width, height), Image.Resampling.LANCZOS)
    if small.getchannel("A").getextrema()[0] == 255:
        small = small.convert("RGB")
    packed = io.BytesIO()
    small.save(packed, "WEBP", quality=quality, method=6, alpha_quality=80)
    return packed.getvalue()
