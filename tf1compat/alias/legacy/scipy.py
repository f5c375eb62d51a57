"""SciPy: scipy.misc's image functions (dropped in 1.2) by Pillow, and the functions that moved to scipy.special."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from . import add

# Name in scipy.misc -> where it is now.
_MOVED = {
    "logsumexp": "scipy.special",
    "comb": "scipy.special",
    "factorial": "scipy.special",
    "factorial2": "scipy.special",
    "factorialk": "scipy.special",
    "face": "scipy.datasets",
    "ascent": "scipy.datasets",
}
_RESAMPLING = {"nearest": "NEAREST", "lanczos": "LANCZOS", "bilinear": "BILINEAR", "bicubic": "BICUBIC",
               "cubic": "BICUBIC"}  # fmt: skip


def patch_misc(module: ModuleType) -> None:
    """Fills scipy.misc as it was in SciPy 1.1."""
    for name, place in _MOVED.items():
        found = getattr(importlib.import_module(place), name, None)
        if found is not None:
            add(module, name, found)
    for function in (imread, imsave, imresize, imrotate, toimage, fromimage, bytescale, imshow):
        add(module, function.__name__, function)


def patch_eigen(module: ModuleType) -> None:
    """Makes scipy.sparse.linalg.eigen a package again, as before SciPy 1.8."""
    add(module, "__path__", [])


def bytescale(data: Any, cmin: Any = None, cmax: Any = None, high: int = 255, low: int = 0) -> Any:
    """`data` as uint8, cmin … cmax (default: its range) mapped to low … high; uint8 data stay as they are."""
    import numpy as np

    data = np.asarray(data)
    if data.dtype == np.uint8:
        return data
    if not 0 <= low <= high <= 255:
        raise ValueError("`low` and `high` must satisfy 0 <= low <= high <= 255.")
    cmin = data.min() if cmin is None else cmin
    cmax = data.max() if cmax is None else cmax
    span = cmax - cmin
    if span < 0:
        raise ValueError("`cmax` should be larger than `cmin`.")
    scaled = (data - cmin) * (float(high - low) / (span or 1)) + low
    return (scaled.clip(low, high) + 0.5).astype(np.uint8)


def fromimage(im: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """A Pillow image as an array: rows, columns[, channels]; `flatten` gives float32 grey values."""
    import numpy as np

    if mode is not None and mode != im.mode:
        im = im.convert(mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    elif im.mode == "1":
        im = im.convert("L")
    return np.array(im.convert("F") if flatten else im)


def imread(name: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """An image file (or open file) as an array."""
    image = _pillow()
    with image.open(name) as im:
        return fromimage(im, flatten, mode)


def toimage(
    arr: Any, high: int = 255, low: int = 0, cmin: Any = None, cmax: Any = None, pal: Any = None,
    mode: str | None = None, channel_axis: int | None = None,
) -> Any:  # fmt: skip
    """An array as a Pillow image, its values scaled by `bytescale`; grey, RGB or RGBA.

    Raises NotImplementedError for palettes and for the modes other than L, F, RGB and RGBA.
    """
    import numpy as np

    data, image = np.asarray(arr), _pillow()
    if np.iscomplexobj(data):
        raise ValueError("Cannot convert a complex-valued array.")
    if pal is not None or mode not in (None, "L", "F", "RGB", "RGBA"):
        raise NotImplementedError(f"scipy.misc.toimage(pal={pal!r}, mode={mode!r}): use Pillow's Image.fromarray")
    if data.ndim == 2:
        if mode == "F":
            return image.fromarray(data.astype(np.float32))
        grey = image.fromarray(bytescale(data, cmin, cmax, high, low))
        return grey if mode in (None, "L") else grey.convert(mode)
    if data.ndim != 3 or not {3, 4} & set(data.shape):
        raise ValueError("'arr' does not have a suitable array shape for any mode.")
    if channel_axis is None:
        channel_axis = data.shape.index(3 if 3 in data.shape else 4)  # the first one, as SciPy did
    elif data.shape[channel_axis] not in (3, 4):
        raise ValueError("Channel axis dimension is not valid.")
    pixels = bytescale(np.moveaxis(data, channel_axis, 2), cmin, cmax, high, low)
    colour = image.fromarray(np.ascontiguousarray(pixels))
    return colour if mode is None else colour.convert(mode)


def imsave(name: Any, arr: Any, format: str | None = None) -> None:
    """Writes an array as an image file; the values are scaled to 0 … 255 by their range, as SciPy did."""
    im = toimage(arr, channel_axis=2)
    im.save(name) if format is None else im.save(name, format)


def imresize(arr: Any, size: Any, interp: str = "bilinear", mode: str | None = None) -> Any:
    """The image resized to `size`: an int (percent), a float (factor) or (rows, columns); uint8."""
    import numpy as np

    im = toimage(arr, mode=mode)
    if np.issubdtype(type(size), np.integer):
        shape = tuple((np.array(im.size) * (size / 100.0)).astype(int))
    elif np.issubdtype(type(size), np.floating):
        shape = tuple((np.array(im.size) * size).astype(int))
    else:
        shape = (size[1], size[0])
    return fromimage(im.resize([int(n) for n in shape], resample=_resampling(interp)))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> Any:
    """The image turned counter-clockwise by `angle` degrees; uint8."""
    return fromimage(toimage(arr).rotate(angle, resample=_resampling(interp)))


def imshow(arr: Any) -> None:
    """Shows the image in the system's viewer."""
    toimage(arr).show()


def _resampling(interp: str) -> Any:
    if interp not in _RESAMPLING:
        raise ValueError(f"unknown interpolation {interp!r}: one of {', '.join(_RESAMPLING)}")
    return getattr(_pillow().Resampling, _RESAMPLING[interp])


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        message = "scipy.misc's image functions need Pillow: pip install pillow"
        raise ImportError(message, name="PIL") from error
    return Image
