"""Channels-first layouts, which TF's CPU kernels do not know, give what the channels-last ones give."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

import tf1compat._jaxcore.ops  # noqa: F401  (declares them all)
from tf1compat._jaxcore.schema import opdef

RANDOM = np.random.RandomState(0)
X, Y, KERNEL = (RANDOM.uniform(-1, 1, s).astype("f") for s in ((2, 6, 5, 3), (2, 3, 3, 4), (3, 3, 3, 4)))
LAST = {"data_format": b"NHWC", "strides": [1, 2, 2, 1], "padding": b"SAME", "dilations": [1, 1, 1, 1]}
FIRST = {"data_format": b"NCHW", "strides": [1, 1, 2, 2], "padding": b"SAME", "dilations": [1, 1, 1, 1]}
POOL_LAST = {"data_format": b"NHWC", "ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": b"SAME"}
POOL_FIRST = {"data_format": b"NCHW", "ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2], "padding": b"SAME"}
SIZES = np.int32([2, 6, 5, 3])

# op, inputs (channels last), which of them are images, attrs of both layouts
ROWS = [
    ("Conv2D", [X, KERNEL], [0], LAST, FIRST),
    ("Conv2DBackpropFilter", [X, np.int32([3, 3, 3, 4]), Y], [0, 2], LAST, FIRST),
    ("DepthwiseConv2dNative", [X, KERNEL], [0], LAST, FIRST),
    ("MaxPool", [X], [0], POOL_LAST, POOL_FIRST),
    ("AvgPool", [X], [0], POOL_LAST, POOL_FIRST),
]


def first(image: Any) -> Any:
    return image.transpose(0, 3, 1, 2)


def run(op: str, inputs: list[Any], attrs: dict[str, Any]) -> Any:
    """The output, compiled as one program; integer inputs stay concrete."""
    floats = [i for i, v in enumerate(inputs) if v.dtype.kind == "f"]

    def kernel(values: list[Any]) -> Any:
        given = dict(zip(floats, values))
        return opdef.get(op)([given.get(i, v) for i, v in enumerate(inputs)], attrs)[0]

    return np.asarray(jax.jit(kernel)([inputs[i] for i in floats]))


def gradients(op: str, inputs: list[Any], attrs: dict[str, Any], d: Any, positions: list[int]) -> tuple[Any, Any]:
    """The gradients of some inputs by the op's own rule, and as JAX derives them."""
    declared = opdef.get(op)

    def both(values: list[Any], d: Any) -> Any:
        given = dict(zip(positions, values))

        def whole(*replaced: Any) -> list[Any]:
            return [dict(zip(positions, replaced)).get(i, v) for i, v in enumerate(inputs)]

        assert declared.grad is not None
        y, pull_back = jax.vjp(lambda *v: declared(whole(*v), attrs)[0], *values)
        by_rule = declared.grad(whole(*given.values()), [y], [d], **attrs)
        return [by_rule[i] for i in positions], pull_back(d)

    return jax.jit(both)([inputs[i] for i in positions], d)


@pytest.mark.parametrize("op,inputs,images,last,channels_first", ROWS, ids=[r[0] for r in ROWS])
def test_layouts_agree(op: str, inputs: Any, images: Any, last: Any, channels_first: Any) -> None:
    wanted = run(op, inputs, last)
    turned = [first(v) if i in images else v for i, v in enumerate(inputs)]
    got = run(op, turned, channels_first)
    np.testing.assert_allclose(got, wanted if op == "Conv2DBackpropFilter" else first(wanted), rtol=1e-5, atol=1e-6)


def test_transposed_convolution() -> None:
    wanted = run("Conv2DBackpropInput", [SIZES, KERNEL, Y], LAST)
    got = run("Conv2DBackpropInput", [SIZES[[0, 3, 1, 2]], KERNEL, first(Y)], FIRST)
    np.testing.assert_allclose(got, first(wanted), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("k,s,padding", [(2, 2, b"SAME"), (3, 2, b"SAME"), (3, 2, b"VALID"), (2, 3, b"VALID")])
def test_max_pool_gradient_is_the_derivative(k: int, s: int, padding: bytes) -> None:
    """The fast rule equals JAX's own for both layouts, ties included."""
    x = np.round(RANDOM.uniform(-2, 2, (2, 6, 8, 3))).astype("f")
    for layout, ksize, strides in ((b"NHWC", [1, k, k, 1], [1, s, s, 1]), (b"NCHW", [1, 1, k, k], [1, 1, s, s])):
        attrs = {"data_format": layout, "ksize": ksize, "strides": strides, "padding": padding}
        image = x if layout == b"NHWC" else first(x)
        d = RANDOM.uniform(-1, 1, run("MaxPool", [image], attrs).shape).astype("f")
        by_rule, derived = gradients("MaxPool", [image], attrs, d, [0])
        np.testing.assert_allclose(by_rule[0], derived[0], rtol=1e-6, atol=1e-6)


def test_filter_gradient_of_the_transposed_convolution_is_the_derivative() -> None:
    d = RANDOM.uniform(-1, 1, X.shape).astype("f")
    for got, wanted in zip(*gradients("Conv2DBackpropInput", [SIZES, KERNEL, Y], LAST, d, [1, 2])):
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)
