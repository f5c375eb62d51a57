"""`tf.image`: boxes, crops by boxes, glimpses and patches."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_LOWEST = float("-inf")
SampleDistortedBoundingBoxV2 = namedtuple("SampleDistortedBoundingBoxV2", "begin size bboxes")
NonMaxSuppressionV4 = namedtuple("NonMaxSuppressionV4", "selected_indices valid_outputs")
CombinedNonMaxSuppression = namedtuple(
    "CombinedNonMaxSuppression", "nmsed_boxes nmsed_scores nmsed_classes valid_detections"
)


@deprecated(
    None,
    "`seed2` arg is deprecated.Use sample_distorted_bounding_box_v2 instead.",
    "tensorflow.python.ops.image_ops_impl",
)
def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int | None = None,
    seed2: int | None = None,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """A random crop that holds enough of one of the boxes: (begin, size, bboxes).

    Args:
      image_size: height, width, channels; integers of shape [3].
      bounding_boxes: float32 [batch, boxes, 4]: (top, left, bottom, right) in parts of the image.
      seed: first seed of the draws. TF1: it is the node's own; with none given, each session draws anew.
      seed2: second seed.
      min_object_covered: how much of a box the crop must hold.
      aspect_ratio_range: least and greatest width / height, by default (0.75, 1.33).
      area_range: least and greatest part of the image, by default (0.05, 1).
      max_attempts: then the whole image is taken, by default after 100.
      use_image_if_no_bounding_boxes: take the whole image as the box if there is none.
      name: name scope of the node.
    """
    given = {
        "aspect_ratio_range": None if aspect_ratio_range is None else [float(v) for v in aspect_ratio_range],
        "area_range": None if area_range is None else [float(v) for v in area_range],
        "max_attempts": max_attempts,
        "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
        "seed": seed,
        "seed2": seed2,
    }
    attrs = {key: value for key, value in given.items() if value is not None}
    with name_scope(name, "sample_distorted_bounding_box"):
        kind = "SampleDistortedBoundingBoxV2"
        made = apply_op(kind, image_size, bounding_boxes, min_object_covered, name=name, **attrs)
        return SampleDistortedBoundingBoxV2(*made)


def _thresholds(**values: Any) -> list[Tensor]:
    return [convert(value, None, key) for key, value in values.items()]


def non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = _LOWEST,
    name: str | None = None,
) -> Tensor:
    """Which boxes score best and overlap little, best first.

    Args:
      boxes: [n, 4], two opposite corners each.
      scores: [n].
      max_output_size: at most so many.
      iou_threshold: a box that overlaps a better one by more (intersection over union) is left out.
      score_threshold: boxes that score no more are left out.
      name: name scope of the node.
    """
    with name_scope(name, "non_max_suppression"):
        limits = _thresholds(iou_threshold=iou_threshold, score_threshold=score_threshold)
        return apply_op("NonMaxSuppressionV3", boxes, scores, max_output_size, *limits)


def non_max_suppression_with_scores(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = _LOWEST,
    soft_nms_sigma: Any = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """As `non_max_suppression`, or with `soft_nms_sigma` > 0 lowering the scores of boxes that overlap; and the scores."""
    with name_scope(name, "non_max_suppression_with_scores"):
        limits = _thresholds(
            iou_threshold=iou_threshold, score_threshold=score_threshold, soft_nms_sigma=soft_nms_sigma
        )
        kind = "NonMaxSuppressionV5"
        indices, kept, _ = apply_op(kind, boxes, scores, max_output_size, *limits, pad_to_max_output_size=False)
        return indices, kept


def non_max_suppression_padded(
    boxes: Any,
    scores: Any,
    max_output_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = _LOWEST,
    pad_to_max_output_size: bool = False,
    name: str | None = None,
) -> Any:
    """As `non_max_suppression`, filled up with zeros if wanted, and how many are valid."""
    with name_scope(name, "non_max_suppression_padded"):
        limits = _thresholds(iou_threshold=iou_threshold, score_threshold=score_threshold)
        given = boxes, scores, max_output_size, *limits
        return NonMaxSuppressionV4(
            *apply_op("NonMaxSuppressionV4", *given, pad_to_max_output_size=pad_to_max_output_size)
        )


def non_max_suppression_overlaps(
    overlaps: Any,
    scores: Any,
    max_output_size: Any,
    overlap_threshold: Any = 0.5,
    score_threshold: Any = _LOWEST,
    name: str | None = None,
) -> Tensor:
    """As `non_max_suppression`, for overlaps [n, n] that are computed already."""
    with name_scope(name, "non_max_suppression_overlaps"):
        (limit,) = _thresholds(overlap_threshold=overlap_threshold)
        kind = "NonMaxSuppressionWithOverlaps"
        return apply_op(kind, overlaps, scores, max_output_size, limit, score_threshold)


def combined_non_max_suppression(
    boxes: Any,
    scores: Any,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: Any = 0.5,
    score_threshold: Any = _LOWEST,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> Any:
    """`non_max_suppression` for each class of each image of a batch: (boxes, scores, classes, how many).

    Args:
      boxes: [batch, n, classes or 1, 4].
      scores: [batch, n, classes].
      max_output_size_per_class: at most so many of a class.
      max_total_size: at most so many of an image; results are filled up with zeros to it.
      iou_threshold: see `non_max_suppression`.
      score_threshold: see `non_max_suppression`.
      pad_per_class: fill up to `max_output_size_per_class` times classes where that is less.
      clip_boxes: clip boxes to [0, 1].
      name: name scope of the node.
    """
    with name_scope(name, "combined_non_max_suppression"):
        limits = [
            convert(iou_threshold, dtypes.float32, "iou_threshold"),
            convert(score_threshold, dtypes.float32, "score_threshold"),
        ]
        given = boxes, scores, max_output_size_per_class, max_total_size, *limits
        found = apply_op("CombinedNonMaxSuppression", *given, pad_per_class=pad_per_class, clip_boxes=clip_boxes)
        return CombinedNonMaxSuppression(*found)


def draw_bounding_boxes(images: Any, boxes: Any, name: str | None = None, colors: Any = None) -> Tensor:
    """Images [batch, height, width, channels] with boxes [batch, n, 4] (parts of the image) drawn on them."""
    if colors is None:
        return apply_op("DrawBoundingBoxes", images, boxes, name=name)
    return apply_op("DrawBoundingBoxesV2", images, boxes, colors, name=name)


def crop_and_resize(
    image: Any,
    boxes: Any,
    box_ind: Any = None,
    crop_size: Any = None,
    method: str = "bilinear",
    extrapolation_value: float = 0,
    name: str | None = None,
    box_indices: Any = None,
) -> Tensor:
    """Parts of images, brought to one size.

    Args:
      image: [batch, height, width, channels].
      boxes: float32 [n, 4]: (y1, x1, y2, x2) in parts of the last row and column; y1 > y2 turns the part upside down.
      box_ind: old name of `box_indices`.
      crop_size: int32, height and width of the result.
      method: "bilinear" or "nearest".
      extrapolation_value: what stands where a box reaches out of the image.
      name: name of the node.
      box_indices: int32 [n]: which image each box is of.
    """
    index = renamed_argument("box_indices", box_indices, "box_ind", box_ind)
    how = {"method": method.encode() if isinstance(method, str) else method}
    return apply_op(
        "CropAndResize",
        image,
        boxes,
        index,
        crop_size,
        name=name,
        extrapolation_value=float(extrapolation_value),
        **how,
    )


def extract_glimpse(
    input: Any,
    size: Any,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    name: str | None = None,
) -> Tensor:
    """A window of each image; what lies outside the image is noise.

    Args:
      input: float32 [batch, height, width, channels].
      size: int32, height and width of the window.
      offsets: float32 [batch, 2], (y, x) of the window's centre.
      centered: offsets count from the image's centre (-1 to 1), else from its upper left corner.
      normalized: offsets are parts of the image, else pixels.
      uniform_noise: of [0, 1), else normal.
      name: name of the node.
    """
    how = {"centered": centered, "normalized": normalized, "uniform_noise": uniform_noise}
    return apply_op("ExtractGlimpse", input, size, offsets, name=name, **how)


def extract_image_patches(
    images: Any,
    ksizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: str | None = None,
    sizes: Any = None,
) -> Tensor:
    """All windows of a batch of images, each flattened into the last dimension.

    Args:
      images: [batch, height, width, channels].
      ksizes: old name of `sizes`.
      strides: steps between windows, [1, rows, columns, 1].
      rates: steps between the pixels of a window, [1, rows, columns, 1].
      padding: "SAME" or "VALID".
      name: name of the node.
      sizes: of the windows, [1, rows, columns, 1].
    """
    sizes = renamed_argument("sizes", sizes, "ksizes", ksizes)
    return extract_patches(images, sizes, strides, rates, padding, name)


def extract_patches(images: Any, sizes: Any, strides: Any, rates: Any, padding: Any, name: str | None = None) -> Tensor:
    """`extract_image_patches` with the arguments of TensorFlow 2."""
    how = {"ksizes": list(sizes), "strides": list(strides), "rates": list(rates)}
    return apply_op("ExtractImagePatches", images, name=name, padding=_bytes(padding), **how)


def extract_volume_patches(input: Any, ksizes: Any, strides: Any, padding: Any, name: str | None = None) -> Tensor:
    """All windows of a batch of volumes [batch, planes, rows, columns, channels], each flattened."""
    how = {"ksizes": list(ksizes), "strides": list(strides)}
    return apply_op("ExtractVolumePatches", input, name=name, padding=_bytes(padding), **how)


def _bytes(text: Any) -> bytes:
    return text.encode() if isinstance(text, str) else text
