"""What TF1's kernels of neural networks say where the sizes of their inputs do not fit (`schema/refusals.py`)."""

from __future__ import annotations

import numpy as np

from tf1compat._jaxcore.schema.refusals import Given


def top_k(x: Given) -> str | None:
    if x.rank(0) < 1:
        return f"input must be >= 1-D, got shape {x.text(0)}"
    k, columns = int(np.asarray(x.inputs[1])), x.shape(0)[-1]
    return f"input must have at least k columns. Had {columns}, needed {k}" if columns < k else None


def nth_element(x: Given) -> str | None:
    if x.rank(1) != 0:
        return f"N must be scalar, got shape {x.text(1)}"
    n = int(np.asarray(x.inputs[1]))
    if n < 0:
        return f"Need n >= 0, got {n}"
    if x.rank(0) < 1:
        return f"Input must be >= 1-D, got shape {x.text(0)}"
    return "Input must have at least n+1 columns" if x.shape(0)[-1] <= n else None


def in_top_k(x: Given) -> str | None:
    if x.rank(0) != 2:
        return "predictions must be 2-dimensional"
    if x.rank(1) != 1:
        return "targets must be 1-dimensional"
    rows, targets = x.shape(0)[0], x.shape(1)[0]
    return f"First dimension of predictions {rows} must match length of targets {targets}" if rows != targets else None


def cross_entropy(x: Given) -> str:
    return f"logits and labels must be broadcastable: logits_size={x.text(0)} labels_size={x.text(1)}"


def sparse_cross_entropy(x: Given) -> str | None:
    if x.rank(0) != 2:
        return f"logits must be 2-D, but got shape {x.text(0)}"
    if x.rank(1) != 1:
        return f"labels must be 1-D, but got shape {x.text(1)}"
    if x.shape(0)[0] == x.shape(1)[0]:
        return None
    return (
        "logits and labels must have the same first dimension, got logits shape "
        f"{x.text(0)} and labels shape {x.text(1)}"
    )


def bias(x: Given) -> str | None:
    if x.rank(0) < 2:
        return f"Input tensor must be at least 2D: {x.text(0)}"
    if x.rank(1) != 1:
        return f"Biases must be 1D: {x.text(1)}"
    at = _channels(x)
    if x.shape(0)[at] == x.shape(1)[0]:
        return None
    which = "second" if at == 1 else "last"
    return f"Must provide as many biases as the {which} dimension of the input tensor: {x.text(1)} vs. {x.text(0)}"


def _channels(x: Given) -> int:
    return 1 if x.attrs.get("data_format") in (b"NCHW", "NCHW") else -1


def _not_four_dimensional(x: Given) -> str | None:
    if x.rank(0) != 4:
        return f"input must be 4-dimensional{x.text(0)}"  # TF1: without a colon
    return f"filter must be 4-dimensional: {x.text(1)}" if x.rank(1) != 4 else None


def convolution(x: Given) -> str | None:
    said = _not_four_dimensional(x)
    if said is not None:
        return said
    channels, wanted = x.shape(0)[_channels(x)], x.shape(1)[2]
    if channels % (wanted or 1):
        return f"input depth must be evenly divisible by filter depth: {channels} vs {wanted}"
    return None


def depthwise(x: Given) -> str | None:
    said = _not_four_dimensional(x)
    if said is not None:
        return said
    channels, wanted = x.shape(0)[_channels(x)], x.shape(1)[2]
    return f"input and filter must have the same depth: {channels} vs {wanted}" if channels != wanted else None


def pooling(x: Given) -> str | None:
    return f"tensor_in_shape must have 2 spatial dimensions. {x.rank(0)} 0" if x.rank(0) != 4 else None


def backward_convolution(x: Given) -> str | None:
    """Of the input: sizes, filter, gradient of the output."""
    if x.rank(1) == x.rank(2) == 4 and x.shape(1)[3] != x.shape(2)[3]:
        return f"{x.type.replace('Conv2D', 'Conv2DCustom')}: filter and out_backprop must have the same out_depth"
    return None
