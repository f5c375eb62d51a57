"""How many floating point operations ops take, by TF 1.15's own count, from static shapes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any


def _count(shape: Any) -> int:
    """The number of elements; ValueError where a size is unknown."""
    if shape is None or any(d is None for d in shape):
        raise ValueError(f"Shape {shape} is not fully defined")
    return math.prod(shape)


def _per_input(factor: int = 1) -> Callable[[Any], int]:
    return lambda op: factor * _count(op.inputs[0].dims)


def _per_output(factor: int = 1) -> Callable[[Any], int]:
    return lambda op: factor * _count(op.outputs[0].dims)


def _reduction(finish: int) -> Callable[[Any], int]:
    return lambda op: _count(op.inputs[0].dims) + _count(op.outputs[0].dims) * (finish - 1)


def _matmul(op: Any) -> int:
    inner = op.inputs[0].dims[0 if op.attrs.get("transpose_a") else 1]
    return 2 * _count(op.outputs[0].dims) * _count((inner,))


def _convolution(filter_dims: int) -> Callable[[Any], int]:
    """Every output takes one multiplication and addition per element of the filter's first dimensions."""

    def count(op: Any) -> int:
        _count(op.inputs[0].dims)
        return 2 * _count(op.outputs[0].dims) * _count(op.inputs[1].dims[:filter_dims])

    return count


def _area(op: Any) -> int:
    if op.attrs.get("data_format", b"NHWC") != b"NHWC":
        raise ValueError("Only NHWC format is supported in flops computations")
    return math.prod(op.attrs["ksize"])


def _back(image: Callable[[Any], Any], kernel: Callable[[Any], Any]) -> Callable[[Any], int]:
    def count(op: Any) -> int:
        strides = op.attrs["strides"]
        size = image(op)
        return 2 * _count(size) * _count(kernel(op)) // (size[-1] * strides[1] * strides[2])

    return count


_FLOPS: dict[str, Callable[[Any], int]] = {
    **dict.fromkeys(("Reciprocal", "Square", "Log", "Neg", "AssignSub", "AssignAdd", "BiasAdd"), _per_input()),
    "Rsqrt": _per_input(2),
    "Softmax": _per_input(5),
    "L2Loss": lambda op: 3 * _count(op.inputs[0].dims) - 1,
    **dict.fromkeys(
        ("Add", "Sub", "Mul", "RealDiv", "Maximum", "Minimum", "Pow", "GreaterEqual", "Greater", "LessEqual", "Less")
        + ("Equal", "NotEqual"),
        _per_output(),
    ),
    "RsqrtGrad": _per_output(4),
    "SquaredDifference": _per_output(2),
    "Mean": _reduction(1),
    **dict.fromkeys(("Sum", "ArgMax", "ArgMin", "BiasAddGrad"), _reduction(0)),
    **dict.fromkeys(("AvgPool", "MaxPool"), lambda op: _area(op) * _count(op.outputs[0].dims)),
    "AvgPoolGrad": lambda op: 2 * _area(op) * _count(op.inputs[1].dims),
    "MaxPoolGrad": lambda op: (_area(op) + 1) * _count(op.inputs[1].dims),
    "MatMul": _matmul,
    "Conv2D": _convolution(3),
    "Conv3D": _convolution(4),
    "DepthwiseConv2dNative": _convolution(2),
    "Dilation2D": _convolution(2),
    "Conv2DBackpropInput": _back(lambda op: op.outputs[0].dims, lambda op: op.inputs[1].dims),
    "Conv2DBackpropFilter": _back(lambda op: op.inputs[0].dims, lambda op: op.outputs[0].dims),
    "AddN": lambda op: _count(op.inputs[0].dims) * (len(op.inputs) - 1),
}


def flops(op: Any) -> int | None:
    """The count for an operation of a graph; None where TF1 does not count it.

    Raises:
      ValueError: its shapes are not fully known.
    """
    function = _FLOPS.get(op.type)
    return None if function is None else function(op)
