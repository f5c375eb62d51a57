"""Pillow: names of filters and the measures of text dropped in 10.0."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from . import add

# Old name -> today's name in PIL.Image.
_FILTERS = {"ANTIALIAS": "LANCZOS", "LINEAR": "BILINEAR", "CUBIC": "BICUBIC"}


def patch_image(image: ModuleType) -> None:
    """Adds the filters' old names."""
    for name, today in _FILTERS.items():
        add(image, name, getattr(image, today))


def patch_draw(draw: ModuleType) -> None:
    """Adds textsize and multiline_textsize to drawings."""

    def textsize(self: Any, text: Any, font: Any = None, *args: Any, **kwargs: Any) -> tuple[int, int]:
        left, top, right, bottom = self.textbbox((0, 0), text, font, *args, **kwargs)
        return right, bottom

    def multiline_textsize(self: Any, text: Any, font: Any = None, *args: Any, **kwargs: Any) -> tuple[int, int]:
        left, top, right, bottom = self.multiline_textbbox((0, 0), text, font, *args, **kwargs)
        return right, bottom

    add(draw.ImageDraw, "textsize", textsize)
    add(draw.ImageDraw, "multiline_textsize", multiline_textsize)


def patch_font(font: ModuleType) -> None:
    """Adds getsize and getoffset to fonts."""

    def getsize(self: Any, text: Any, *args: Any, **kwargs: Any) -> tuple[int, int]:
        left, top, right, bottom = self.getbbox(text, *args, **kwargs)
        return right, bottom

    def getoffset(self: Any, text: Any) -> tuple[int, int]:
        left, top, _, _ = self.getbbox(text)
        return left, top

    for kind in (font.ImageFont, font.FreeTypeFont, font.TransposedFont):
        add(kind, "getsize", getsize)
    add(font.FreeTypeFont, "getoffset", getoffset)
