"""Bounding boxes: drawing, non-maximum suppression, random crops that cover them; NumPy, outside compiled steps."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import ShapeError, same_dim, with_rank

Array = np.ndarray[Any, Any]
_COLORS = np.array(
    [
        (1, 1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1), (0, 1, 0, 1), (0.5, 0, 0.5, 1),
        (0.5, 0.5, 0, 1), (0.5, 0, 0, 1), (0, 0, 0.5, 1), (0, 1, 1, 1), (1, 0, 1, 1),
    ],
    np.float32,
)  # fmt: skip


def _drawn_shape(x: Any) -> Any:
    images, boxes = x.shape(0), with_rank(x.shape(1), 3)
    same_dim(boxes[2], 4)
    return (images if images is None else with_rank(images, 4),)


def _drawn(images: Any, boxes: Any, colors: Array) -> Array:
    out = np.array(images)
    _, height, width, depth = out.shape
    if depth not in (1, 3, 4):
        raise errors.InvalidArgumentError(None, None, "Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    if depth == 1:
        colors = np.concatenate([np.ones_like(colors[:, :1]), colors[:, 1:]], 1)
    scale = np.array([height - 1, width - 1, height - 1, width - 1], np.float32)
    for picture, of_picture in zip(out, np.asarray(boxes)):
        for i, (top, left, bottom, right) in enumerate((of_picture * scale).astype(np.int64)):
            if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
                continue  # nothing of it is in the picture
            color = colors[i % len(colors)][:depth].astype(out.dtype)
            rows, columns = (
                slice(max(top, 0), min(bottom, height - 1) + 1),
                slice(max(left, 0), min(right, width - 1) + 1),
            )
            for row in (top, bottom):
                if 0 <= row < height:
                    picture[row, columns] = color
            for column in (left, right):
                if 0 <= column < width:
                    picture[rows, column] = color
    return out


@op("DrawBoundingBoxes", "images: T, boxes: float32 -> output: T", host=True, grad="none", shape=_drawn_shape,
    types={"T": dtypes.float32})  # fmt: skip
def draw_bounding_boxes(images: Any, boxes: Any) -> Any:
    """The images with their boxes drawn in ten colours in turn."""
    return _drawn(images, boxes, _COLORS)


@op("DrawBoundingBoxesV2", "images: T, boxes: float32, colors: float32 -> output: T", host=True, grad="none",
    shape=_drawn_shape, types={"T": dtypes.float32})  # fmt: skip
def draw_bounding_boxes_v2(images: Any, boxes: Any, colors: Any) -> Any:
    """The images with their boxes drawn in the given colours in turn."""
    given = np.asarray(colors)
    return _drawn(images, boxes, given if given.size else _COLORS)


# ---- non-maximum suppression -----------------------------------------------------------------------------------------


def _check_boxes(boxes: Array, scores: Array, iou_threshold: float) -> None:
    if not 0 <= iou_threshold <= 1:
        raise errors.InvalidArgumentError(None, None, "iou_threshold must be in [0, 1]")
    if boxes.ndim != 2:
        raise errors.InvalidArgumentError(None, None, f"boxes must be 2-D[{','.join(map(str, boxes.shape))}]")
    if boxes.shape[1] != 4:
        raise errors.InvalidArgumentError(None, None, "boxes must have 4 columns")
    if scores.shape != boxes.shape[:1]:
        raise errors.InvalidArgumentError(None, None, "scores has incompatible shape")


def _overlaps(boxes: Array, i: int, others: Any) -> Array:
    """Intersection over union of box `i` with others; corners come in any order."""
    low = np.minimum(boxes[:, :2], boxes[:, 2:])
    high = np.maximum(boxes[:, :2], boxes[:, 2:])
    area = np.prod(high - low, 1)
    shared = np.maximum(np.minimum(high[i], high[others]) - np.maximum(low[i], low[others]), 0).prod(-1)
    union = area[i] + area[others] - shared
    usable = (area[i] > 0) & (area[others] > 0)
    return np.where(usable, shared / np.where(usable, union, 1), np.float32(0))


class _Queue:
    """C++'s binary heap, greatest score first.

    TF1: which of several equal scores comes first follows from how the heap moves its elements.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, int]] = []

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, item: tuple[float, int, int]) -> None:
        self._heap.append(item)
        self._rise(len(self._heap) - 1, 0, item)

    def _rise(self, at: int, top: int, item: tuple[float, int, int]) -> None:
        heap = self._heap
        while at > top and heap[(at - 1) // 2][0] < item[0]:
            heap[at] = heap[(at - 1) // 2]
            at = (at - 1) // 2
        heap[at] = item

    def pop(self) -> tuple[float, int, int]:
        heap = self._heap
        best, last, n = heap[0], heap.pop(), len(heap)
        if not n:
            return best
        hole = 0
        while 2 * hole + 2 < n:
            child = 2 * hole + 2
            if heap[child][0] < heap[child - 1][0]:
                child -= 1
            heap[hole] = heap[child]
            hole = child
        if n % 2 == 0 and hole == (n - 2) // 2:
            heap[hole] = heap[2 * hole + 1]
            hole = 2 * hole + 1
        self._rise(hole, 0, last)
        return best


def _in_order(scores: Array, score_threshold: float) -> list[int]:
    """The candidates, best score first."""
    candidates = np.flatnonzero(scores > score_threshold)
    kept = scores[candidates]
    if len(np.unique(kept)) == len(kept):
        return candidates[np.argsort(-kept)].tolist()
    queue = _Queue()
    for score, i in zip(kept.tolist(), candidates.tolist()):
        queue.push((score, i, 0))
    return [queue.pop()[1] for _ in range(len(kept))]


def _selected(scores: Array, limit: int, threshold: float, score_threshold: float, similarity: Any) -> list[int]:
    """Greedily from the best score on: what is more similar than `threshold` to a selected one is left out."""
    chosen: list[int] = []
    for i in _in_order(scores, score_threshold):
        if len(chosen) >= limit:
            break
        if not chosen or not np.any(similarity(i, np.array(chosen)) > threshold):
            chosen.append(i)
    return chosen


def _nms(boxes: Any, scores: Any, limit: Any, iou: Any, score_threshold: Any = -np.inf) -> Array:
    boxes, scores = np.asarray(boxes), np.asarray(scores)
    _check_boxes(boxes, scores, float(iou))
    wide, width = boxes.astype(np.float32), scores.astype(np.float32)
    found = _selected(width, int(limit), float(iou), float(score_threshold), lambda i, c: _overlaps(wide, i, c))
    return np.array(found, np.int32)


def _picked_shape(x: Any) -> Any:
    boxes, scores = with_rank(x.shape(0), 2), with_rank(x.shape(1), 1)
    same_dim(boxes[0], scores[0])
    if boxes[1] not in (None, 4):
        raise ShapeError(f"Dimension must be 4 but is {boxes[1]}")
    for i in range(2, len(x)):
        with_rank(x.shape(i), 0)
    return ((None,),)


@op("NonMaxSuppression", "boxes: float32, scores: float32, max_output_size: int32 -> selected_indices: int32",
    host=True, grad="none", shape=_picked_shape)  # fmt: skip
def non_max_suppression(boxes: Any, scores: Any, max_output_size: Any, *, iou_threshold: float = 0.5) -> Any:
    """Which boxes are best and overlap little."""
    return _nms(boxes, scores, max_output_size, np.float32(iou_threshold))


@op("NonMaxSuppressionV2",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold -> selected_indices: int32",
    host=True, grad="none", shape=_picked_shape,
    types={"T": dtypes.float32, "T_threshold": dtypes.float32})  # fmt: skip
def non_max_suppression_v2(boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any) -> Any:
    """Which boxes are best and overlap little."""
    return _nms(boxes, scores, max_output_size, iou_threshold)


@op("NonMaxSuppressionV3",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold "
    "-> selected_indices: int32",
    host=True, grad="none", shape=_picked_shape,
    types={"T": dtypes.float32, "T_threshold": dtypes.float32})  # fmt: skip
def non_max_suppression_v3(
    boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any, score_threshold: Any
) -> Any:
    """Which boxes are best, score more than a threshold, and overlap little."""
    return _nms(boxes, scores, max_output_size, iou_threshold, score_threshold)


def _padded_shape(x: Any) -> Any:
    _picked_shape(x)
    limit = x.value(2) if x.attrs["pad_to_max_output_size"] else None
    return ((None if limit is None else int(limit),), ())


def _padded(found: Array, limit: Any, pad: bool) -> tuple[Array, Any]:
    count = np.int32(len(found))
    if pad:
        found = np.concatenate([found, np.zeros(int(limit) - len(found), found.dtype)])
    return found, count


@op("NonMaxSuppressionV4",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold "
    "-> selected_indices: int32, valid_outputs: int32",
    host=True, grad="none", shape=_padded_shape,
    types={"T": dtypes.float32, "T_threshold": dtypes.float32})  # fmt: skip
def non_max_suppression_v4(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    *,
    pad_to_max_output_size: bool = False,
) -> Any:
    """As V3, with zeros behind if wanted, and how many are found."""
    found = _nms(boxes, scores, max_output_size, iou_threshold, score_threshold)
    return _padded(found, max_output_size, pad_to_max_output_size)


def _soft_shape(x: Any) -> Any:
    indices, count = _padded_shape(x)
    return (indices, indices, count)


@op("NonMaxSuppressionV5",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: T "
    "-> selected_indices: int32, selected_scores: T, valid_outputs: int32",
    host=True, grad="none", shape=_soft_shape, types={"T": dtypes.float32})  # fmt: skip
def non_max_suppression_v5(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    soft_nms_sigma: Any,
    *,
    pad_to_max_output_size: bool = False,
) -> Any:
    """Soft suppression (Bodla 2017): scores fall with the overlap; with sigma 0 as V4."""
    boxes, scores = np.asarray(boxes), np.asarray(scores)
    _check_boxes(boxes, scores, float(iou_threshold))
    found, values = _soft(boxes, scores, max_output_size, iou_threshold, score_threshold, float(soft_nms_sigma))
    indices, count = _padded(np.array(found, np.int32), max_output_size, pad_to_max_output_size)
    kept, _ = _padded(np.array(values, scores.dtype), max_output_size, pad_to_max_output_size)
    return indices, kept, count


def _soft(boxes: Array, scores: Array, limit: Any, iou: Any, least: Any, sigma: float) -> tuple[list[int], list[Any]]:
    scale = -0.5 / sigma if sigma > 0 else 0.0
    queue = _Queue()
    for i, s in enumerate(scores.tolist()):
        if s > least:
            queue.push((s, i, 0))
    found: list[int] = []
    values: list[Any] = []
    while queue and len(found) < int(limit):
        before, i, seen = queue.pop()
        score, hard = np.float32(before), False
        for other in reversed(found[seen:]):
            overlap = float(_overlaps(boxes, i, np.array([other]))[0])
            score = np.float32(score * (np.exp(scale * overlap * overlap) if overlap <= iou else 0))
            if sigma == 0 and overlap > iou:
                hard = True
                break
            if score <= least:
                break
        if hard:
            continue
        if score == np.float32(before):
            found.append(i)
            values.append(score)
        elif score > least:
            queue.push((float(score), i, len(found)))
    return found, values


def _overlap_shape(x: Any) -> Any:
    overlaps, scores = with_rank(x.shape(0), 2), with_rank(x.shape(1), 1)
    same_dim(same_dim(overlaps[0], scores[0]), overlaps[1])
    return ((None,),)


@op("NonMaxSuppressionWithOverlaps",
    "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: float32, score_threshold: float32 "
    "-> selected_indices: int32",
    host=True, grad="none", shape=_overlap_shape)  # fmt: skip
def non_max_suppression_with_overlaps(
    overlaps: Any, scores: Any, max_output_size: Any, overlap_threshold: Any, score_threshold: Any
) -> Any:
    """Which are best and overlap little, for given overlaps of all pairs."""
    given = np.asarray(overlaps)
    chosen = _selected(
        np.asarray(scores),
        int(max_output_size),
        float(overlap_threshold),
        float(score_threshold),
        lambda i, c: given[i, c],
    )
    return np.array(chosen, np.int32)


def _combined_shape(x: Any) -> Any:
    boxes, scores = with_rank(x.shape(0), 4), with_rank(x.shape(1), 3)
    batch = same_dim(boxes[0], scores[0])
    total, per_class = x.value(3), x.value(2)
    if total is None or (x.attrs["pad_per_class"] and per_class is None):
        size = None
    else:
        size = int(total)
        if x.attrs["pad_per_class"]:
            size = min(size, int(per_class) * scores[2]) if scores[2] is not None else None
    return ((batch, size, 4), (batch, size), (batch, size), (batch,))


@op("CombinedNonMaxSuppression",
    "boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float32, "
    "score_threshold: float32 -> nmsed_boxes: float32, nmsed_scores: float32, nmsed_classes: float32, "
    "valid_detections: int32",
    host=True, grad="none", shape=_combined_shape)  # fmt: skip
def combined_non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any,
    score_threshold: Any,
    *,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
) -> Any:
    """Suppression within each class, then the best of all classes, for a batch."""
    boxes, scores = np.asarray(boxes), np.asarray(scores)
    batch, _, classes = scores.shape
    size = int(max_total_size)
    if pad_per_class:
        size = min(size, int(max_output_size_per_class) * classes)
    out = (
        np.zeros((batch, size, 4), np.float32),
        np.zeros((batch, size), np.float32),
        np.zeros((batch, size), np.float32),
    )
    counts = np.zeros(batch, np.int32)
    for b in range(batch):
        found: list[tuple[float, int, Array]] = []
        for c in range(classes):
            of_class = np.ascontiguousarray(boxes[b, :, c if boxes.shape[2] > 1 else 0])
            kept = _nms(of_class, scores[b, :, c], max_output_size_per_class, iou_threshold, score_threshold)
            found.extend((float(scores[b, i, c]), c, of_class[i]) for i in kept)
        found.sort(key=lambda row: -row[0])
        counts[b] = min(len(found), size)
        for n, (score, c, box) in enumerate(found[:size]):
            out[0][b, n] = np.clip(box, 0, 1) if clip_boxes else box
            out[1][b, n], out[2][b, n] = score, c
    return (*out, counts)
