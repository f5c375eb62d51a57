"""Random ops on TensorFlow's own Philox streams: uniform, normal, integers, shuffles, multinomial, and stateless draws.

A kernel gets the `stream` of this execution and never advances it: whoever runs a step asks `OpDef.reserve` by how many
128-bit blocks one execution moves the stream on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import is_concrete, shape_tuple, size_tuple
from tf1compat._jaxcore.ops import philox, philox_normal
from tf1compat._jaxcore.ops.philox import Stream
from tf1compat._jaxcore.schema import refusals, shape_rules
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_SEEDS = {"seed": 0, "seed2": 0}


def _filled(inputs: Sequence[Any]) -> int:
    return philox.blocks_reserved("fill", math.prod(shape_tuple(inputs[0])))


def _shuffled(inputs: Sequence[Any]) -> int:
    shape = np.shape(inputs[0])
    return philox.blocks_reserved("shuffle", shape[0] if shape and math.prod(shape) else 0)


def _categorized(inputs: Sequence[Any]) -> int:
    samples = int(inputs[1])
    return philox.blocks_reserved("multinomial", np.shape(inputs[0])[0] * (-(-samples // 4) * 4))


@op(
    "RandomUniform",
    "shape: T -> output: dtype",
    static="shape",
    effect="random",
    grad="none",
    shape=shape_rules.from_value,
    attrs=_SEEDS,
    reserve=_filled,
)
def random_uniform(shape: Any, *, dtype: Any = REQUIRED, stream: Stream) -> Any:
    """Floats of [0, 1)."""
    return philox.uniform(stream, size_tuple(shape), dtype.np)


@op(
    "RandomStandardNormal",
    "shape: T -> output: dtype",
    static="shape",
    effect="random",
    grad="none",
    shape=shape_rules.from_value,
    attrs=_SEEDS,
    reserve=_filled,
)
def random_standard_normal(shape: Any, *, dtype: Any = REQUIRED, stream: Stream) -> Any:
    """Normal deviates of mean 0 and standard deviation 1."""
    return philox_normal.normal(stream, size_tuple(shape), dtype.np)


@op(
    "TruncatedNormal",
    "shape: T -> output: dtype",
    static="shape",
    effect="random",
    grad="none",
    shape=shape_rules.from_value,
    attrs=_SEEDS,
    reserve=_filled,
)
def truncated_normal(shape: Any, *, dtype: Any = REQUIRED, stream: Stream) -> Any:
    """Standard normal deviates, those outside (-2, 2) drawn again."""
    return philox_normal.truncated_normal(stream, size_tuple(shape), dtype.np)


@op(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout -> output: Tout",
    static="shape",
    effect="random",
    grad="none",
    shape=shape_rules.from_value,
    attrs=_SEEDS,
    reserve=_filled,
    check=lambda shape, minval, maxval: _ordered(shape, minval, maxval),
)
def random_uniform_int(shape: Any, minval: Any, maxval: Any, *, stream: Stream) -> Any:
    """Integers of [minval, maxval)."""
    return _integers(stream, size_tuple(shape), minval, maxval)


@op(
    "RandomShuffle",
    "value: T -> output: T",
    effect="random",
    host=True,
    grad="none",
    shape=shape_rules.unchanged,
    attrs=_SEEDS,
    reserve=_shuffled,
)
def random_shuffle(value: Any, *, stream: Stream) -> Any:
    """The rows of `value` in another order."""
    if np.ndim(value) == 0 or np.size(value) == 0:
        return value
    return np.asarray(value)[philox.shuffle_order(stream, len(value))]


def _multinomial_shape(x: Any) -> Any:
    logits, samples = shape_rules.with_rank(x.shape(0), 2), x.value(1)
    return ((logits[0], None if samples is None else int(samples)),)


@op(
    "Multinomial",
    "logits: T, num_samples: int32 -> output: output_dtype",
    static="num_samples",
    effect="random",
    grad="none",
    shape=_multinomial_shape,
    types={"output_dtype": dtypes.int64},
    attrs=_SEEDS,
    reserve=_categorized,
    refusal=refusals.exactly(2, "logits should be a matrix, got shape "),
)
def multinomial(logits: Any, num_samples: Any, *, output_dtype: Any = dtypes.int64, stream: Stream) -> Any:
    """`num_samples` class indices per row, drawn with the probabilities softmax(logits)."""
    return _categories(stream, logits, int(num_samples), output_dtype)


def _stateless(type: str, *, draw: Callable[..., Any], doc: str) -> None:
    def kernel(shape: Any, seed: Any, *, dtype: Any = dtypes.float32) -> Any:
        return draw(philox.stateless_stream(seed), size_tuple(shape), dtype.np)

    kernel.__doc__ = doc
    declare = op(
        type,
        "shape: T, seed: Tseed -> output: dtype",
        static="shape",
        grad="none",
        shape=shape_rules.from_value,
        types={"Tseed": dtypes.int64, "T": dtypes.int32},
    )
    declare(kernel)


_stateless("StatelessRandomUniform", draw=philox.uniform, doc="Floats of [0, 1), a function of the seed alone.")
_stateless("StatelessRandomNormal", draw=philox_normal.normal, doc="Normal deviates, a function of the seed alone.")
_stateless(
    "StatelessTruncatedNormal",
    draw=philox_normal.truncated_normal,
    doc="Normal deviates of (-2, 2), a function of the seed alone.",
)


@op(
    "StatelessRandomUniformInt",
    "shape: T, seed: Tseed, minval: dtype, maxval: dtype -> output: dtype",
    static="shape",
    grad="none",
    shape=shape_rules.from_value,
    types={"Tseed": dtypes.int64},
)
def stateless_random_uniform_int(shape: Any, seed: Any, minval: Any, maxval: Any) -> Any:
    """Integers of [minval, maxval), a function of the seed alone."""
    return _integers(philox.stateless_stream(seed), size_tuple(shape), minval, maxval)


@op(
    "StatelessMultinomial",
    "logits: T, num_samples: int32, seed: Tseed -> output: output_dtype",
    static="num_samples",
    grad="none",
    shape=_multinomial_shape,
    types={"Tseed": dtypes.int64, "output_dtype": dtypes.int64},
)
def stateless_multinomial(logits: Any, num_samples: Any, seed: Any, *, output_dtype: Any = dtypes.int64) -> Any:
    """Class indices drawn with the probabilities softmax(logits), a function of the seed alone."""
    return _categories(philox.stateless_stream(seed), logits, int(num_samples), output_dtype)


def _ordered(shape: Any, minval: Any, maxval: Any) -> Check | None:
    """TF1: of an empty draw nobody looks at the limits."""
    if 0 in shape_tuple(shape):
        return None
    return Check((minval, maxval), lambda a, b: a >= b, lambda a, b: f"Need minval < maxval, got {a} >= {b}")


def _integers(stream: Stream, shape: tuple[int, ...], minval: Any, maxval: Any) -> Any:
    import jax.numpy as jnp

    if math.prod(shape) and is_concrete(minval, maxval) and not minval < maxval:
        raise errors.InvalidArgumentError(None, None, f"Need minval < maxval, got {minval} >= {maxval}")
    return philox.uniform_int(stream, shape, jnp.asarray(minval), jnp.asarray(maxval))


def _categories(stream: Stream, logits: Any, samples: int, output_dtype: Any) -> Any:
    """TF's CPU kernel: the running sum of exp(logits - max) in float64, searched for uniform * total."""
    import jax
    import jax.numpy as jnp
    from jax import lax

    batch, classes = np.shape(logits)
    if classes == 0:
        raise errors.InvalidArgumentError(None, None, "num_classes should be positive, got 0")
    if batch == 0 or samples == 0:
        return jnp.zeros((batch, samples), output_dtype.np)
    wide = lax.convert_element_type(logits, jnp.float64)
    usable = jnp.isfinite(wide)
    top = jnp.max(jnp.where(usable, wide, -jnp.inf), axis=1, keepdims=True)
    running = jnp.cumsum(jnp.where(usable, jnp.exp(wide - top), 0.0), axis=1)
    targets = philox.uniform(stream, (batch, samples), np.float64) * running[:, -1:]
    found = jax.vmap(lambda sums, target: jnp.searchsorted(sums, target, side="right"))(running, targets)
    return lax.convert_element_type(found, output_dtype.np)
