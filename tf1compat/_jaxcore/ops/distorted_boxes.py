"""Random crops of images that cover enough of a given box; TF1's draws, outside compiled steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ops import philox
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.schema.opdef import op

Box = tuple[int, int, int, int]  # top, left, bottom, right in pixels
_ASPECTS, _AREAS = [0.75, 1.3300000429153442], [0.05000000074505806, 1.0]
F = np.float32


class _Draws:
    """One stream of words, handed out as fractions and as integers below a limit."""

    def __init__(self, stream: Stream, blocks: int) -> None:
        import jax

        with jax.enable_x64(True):
            pairs = np.asarray(philox.words(stream, blocks + 8))
        self._words = pairs.astype("<u8").view("<u4").ravel().tolist()
        self._at = 0

    def _word(self) -> int:
        self._at += 1
        return self._words[self._at - 1]

    def fraction(self) -> Any:
        """[0, 1)."""
        return np.array((self._word() & 0x7FFFFF) | 0x3F800000, np.uint32).view(np.float32)[()] - F(1)

    def below(self, n: int) -> int:
        """An integer of [0, n), without bias."""
        if n & (n - 1) == 0:
            return self._word() & (n - 1)
        rest = (0xFFFFFFFF % n) + 1
        word = self._word()
        while word < rest:
            word = self._word()
        return word % n


def _crop(height: int, width: int, areas: Sequence[float], aspect: np.float32, draws: _Draws) -> Box | None:
    """A crop of that aspect ratio and an area between the limits; None if the limits cannot be met."""
    if areas[1] <= 0 or aspect <= 0 or width <= 0 or height <= 0 or areas[0] > areas[1]:
        return None
    least, most = (F(a) * F(width) * F(height) for a in areas)

    def across(down: int) -> int:
        return int(np.rint(F(down) * aspect))

    down, limit = int(np.rint(np.sqrt(least / aspect))), int(np.rint(np.sqrt(most / aspect)))
    if across(limit) > width:
        limit = int((width + 0.5 - 1e-7) / aspect)
        if across(limit) > width:
            limit -= 1
    limit = min(limit, height)
    down = min(down, limit)
    if down < limit:
        down += draws.below(limit - down + 1)
    for step, fails in ((1, lambda area: area < least), (-1, lambda area: area > most)):  # rounding may miss a limit
        if fails(F(across(down) * down)):
            down += step
    size, area = across(down), F(across(down) * down)
    if area < least or area > most or size > width or down > height or size <= 0 or down <= 0:
        return None
    top = draws.below(height - down) if down < height else 0
    left = draws.below(width - size) if size < width else 0
    return top, left, top + down, left + size


def _covers(crop: Box, least: float, boxes: list[Box]) -> bool:
    """Does the crop hold at least the part `least` of one of the boxes?"""
    area = (crop[2] - crop[0]) * (crop[3] - crop[1])
    for box in boxes:
        size = (box[2] - box[0]) * (box[3] - box[1])
        down = min(crop[2], box[2]) - max(crop[0], box[0])
        right = min(crop[3], box[3]) - max(crop[1], box[1])
        if area < 1 or size < 1:
            continue
        shared = down * right if down > 0 and right > 0 else 0
        if F(shared) / F(size) >= F(least):
            return True
    return False


def _boxes_in_pixels(given: Any, height: int, width: int, whole_if_none: bool) -> list[Box]:
    rows = np.asarray(given).reshape(-1, 4)
    found = []
    for top, left, bottom, right in rows:
        if not 0 <= top < bottom <= 1 or not 0 <= left < right <= 1:
            raise errors.InvalidArgumentError(None, None, "All bounding box coordinates must be in [0.0, 1.0]: "
                                              + " ".join(f"{v:g}" for v in (top, left, bottom, right)))  # fmt: skip
        found.append((int(top * height), int(left * width), int(bottom * height), int(right * width)))
    if found:
        return found
    if not whole_if_none:
        raise errors.InvalidArgumentError(
            None, None, "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish "
            "to not provide any bounding boxes.")  # fmt: skip
    return [(0, 0, height, width)]


def _sample(
    image_size: Any,
    bounding_boxes: Any,
    least: float,
    stream: Stream,
    aspects: Any,
    areas: Any,
    attempts: int,
    whole: bool,
) -> Any:
    _check_limits(image_size, bounding_boxes, least, aspects, areas, attempts)
    height, width = (int(v) for v in np.asarray(image_size)[:2])
    boxes = _boxes_in_pixels(bounding_boxes, height, width, whole)
    draws, chosen = _Draws(stream, attempts * 4), (0, 0, height, width)
    low, high = F(aspects[0]), F(aspects[1])
    for _ in range(attempts):
        crop = _crop(height, width, areas, draws.fraction() * (high - low) + low, draws)
        if crop is not None and _covers(crop, least, boxes):
            chosen = crop
            break
    kind = np.asarray(image_size).dtype
    top, left, bottom, right = chosen
    corners = [F(top) / F(height), F(left) / F(width), F(bottom) / F(height), F(right) / F(width)]
    begin, size = np.array([top, left, 0], kind), np.array([bottom - top, right - left, -1], kind)
    return begin, size, np.array(corners, np.float32).reshape(1, 1, 4)


def _check_limits(image_size: Any, boxes: Any, least: float, aspects: Any, areas: Any, attempts: int) -> None:
    shape = np.shape(boxes)
    rules: list[tuple[bool, Callable[[], str]]] = [
        (np.shape(image_size) != (3,), lambda: f"image_size must contain 3 elements {list(np.shape(image_size))}"),
        (len(shape) != 3 or shape[-1] != 4, lambda: f"input boxes must be 3-dimensional "
         f"[batch, num_boxes, coords]: {list(shape)}"),
        (least < 0, lambda: f"Min object covered must be non-negative: {least:g}"),
        (least > 1, lambda: f"Min object covered must be < 1.0: {least:g}"),
        (len(aspects) != 2, lambda: "Aspect ratio range field must specify 2 dimensions"),
        (min(aspects) <= 0, lambda: f"Aspect ratio range must be non-negative: [{aspects[0]:g}, {aspects[1]:g}]"),
        (len(areas) != 2, lambda: "Area range field must specify 2 dimensions"),
        (min(areas) <= 0 or max(areas) > 1, lambda: f"Area range must be in (0, 1]: [{areas[0]:g}, {areas[1]:g}]"),
        (attempts <= 0, lambda: f"Max attempts must be non-negative: {attempts}"),
    ]  # fmt: skip
    for broken, text in rules:
        if broken:
            raise errors.InvalidArgumentError(None, None, text())


def _reserved(inputs: Sequence[Any], *, max_attempts: int = 100) -> int:
    return max_attempts


def _shapes(x: Any) -> Any:
    return ((3,), (3,), (1, 1, 4))


@op("SampleDistortedBoundingBox", "image_size: T, bounding_boxes: float32 -> begin: T, size: T, bboxes: float32",
    host=True, effect="random", grad="none", shape=_shapes, reserve=_reserved, attrs={"seed": 0, "seed2": 0})  # fmt: skip
def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    *,
    min_object_covered: float = 0.1,
    aspect_ratio_range: Any = _ASPECTS,
    area_range: Any = _AREAS,
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    stream: Stream,
) -> Any:
    """A random crop, as begin and size of a slice and as a box in parts of the image."""
    limits = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return _sample(image_size, bounding_boxes, min_object_covered, stream, *limits)


@op("SampleDistortedBoundingBoxV2",
    "image_size: T, bounding_boxes: float32, min_object_covered: float32 -> begin: T, size: T, bboxes: float32",
    host=True, effect="random", grad="none", shape=_shapes, reserve=_reserved, attrs={"seed": 0, "seed2": 0})  # fmt: skip
def sample_distorted_bounding_box_v2(
    image_size: Any,
    bounding_boxes: Any,
    min_object_covered: Any,
    *,
    aspect_ratio_range: Any = _ASPECTS,
    area_range: Any = _AREAS,
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    stream: Stream,
) -> Any:
    """A random crop, as begin and size of a slice and as a box in parts of the image."""
    limits = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    return _sample(image_size, bounding_boxes, float(np.asarray(min_object_covered)), stream, *limits)
