"""Random tensors: `tf.random_uniform`, `tf.random_normal`, `tf.truncated_normal`, `tf.random_shuffle` and the like."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import get_seed, name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType

_UNIFORM_TYPES = (
    dtypes.float16,
    dtypes.bfloat16,
    dtypes.float32,
    dtypes.float64,
    dtypes.int32,
    dtypes.int64,
)


def seeds(op_seed: int | None) -> dict[str, Any]:
    """The attrs `seed` and `seed2` of a random op made now."""
    first, second = get_seed(op_seed)
    return {"seed": first or 0, "seed2": second or 0}


def shape_tensor(shape: Any) -> Tensor:
    """A shape argument as a tensor called `shape`; an empty list is int32."""
    if not isinstance(shape, (tuple, list)):
        return convert(shape, None, "shape")
    sizes = tuple(shapes.dimension_value(d) for d in shape)
    return convert(sizes, None if sizes else dtypes.int32, "shape")


def random_uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Uniform draws of [minval, maxval), floats or integers.

    Args:
      shape: integer vector.
      minval: scalar (for integers, `maxval` must be given too; for floats its default is 1).
      maxval: scalar.
      dtype: float16, bfloat16, float32, float64, int32 or int64.
      seed: the op's seed; see `tf.set_random_seed`.
      name: name of the result.

    Raises:
      ValueError: another dtype, or integers without `maxval`.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.random_uniform([2, 3], seed=1).op.name
    'random_uniform'
    """
    wanted = dtypes.as_dtype(dtype)
    if wanted not in _UNIFORM_TYPES:
        raise ValueError(f"Invalid dtype {wanted!r}")
    if maxval is None:
        if wanted.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {wanted!r}")
        maxval = 1
    with name_scope(name, "random_uniform", [shape, minval, maxval]) as scope:
        sizes = shape_tensor(shape)
        low, high = convert(minval, wanted, "min"), convert(maxval, wanted, "max")
        chosen = seeds(seed)
        if wanted.is_integer:
            return apply_op("RandomUniformInt", sizes, low, high, name=scope, **chosen)
        drawn = apply_op("RandomUniform", sizes, dtype=wanted, **chosen)
        return math_ops.add(drawn * (high - low), low, name=scope)


def random_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal draws with the given mean and standard deviation (scalars, or what broadcasts with `shape`)."""
    return _scaled("random_normal", "RandomStandardNormal", shape, mean, stddev, dtype, seed, name)


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal draws; values more than two standard deviations from the mean are drawn again."""
    return _scaled("truncated_normal", "TruncatedNormal", shape, mean, stddev, dtype, seed, name)


def _scaled(
    default_name: str, kind: str, shape: Any, mean: Any, stddev: Any, dtype: Any, seed: int | None, name: str | None
) -> Tensor:
    wanted = dtypes.as_dtype(dtype)
    with name_scope(name, default_name, [shape, mean, stddev]) as scope:
        sizes = shape_tensor(shape)
        mean, stddev = convert(mean, wanted, "mean"), convert(stddev, wanted, "stddev")
        drawn = apply_op(kind, sizes, dtype=wanted, **seeds(seed))
        return math_ops.add(drawn * stddev, mean, name=scope)


def random_shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """The rows of `value` (its first dimension) in random order."""
    return apply_op("RandomShuffle", value, name=name, **seeds(seed))


def random_crop(value: Any, size: Any, seed: int | None = None, name: str | None = None) -> Tensor:
    """A randomly placed part of `value` of shape `size`, an integer per dimension.

    Running it where `size` is larger than `value` is an InvalidArgumentError.
    """
    from tf1compat._facade import grouping, logging_ops

    with name_scope(name, "random_crop", [value, size]) as scope:
        value, size = convert_to_tensor(value, name="value"), convert(size, dtypes.int32, "size")
        shape = array_ops.shape(value)
        fits = logging_ops.Assert(
            math_ops.reduce_all(shape >= size), ["Need value.shape >= size, got ", shape, size], summarize=1000
        )
        shape = grouping.with_dependencies([fits], shape)
        limit = shape - size + 1
        offset = random_uniform(array_ops.shape(shape), dtype=size.dtype, maxval=size.dtype.max, seed=seed) % limit
        return array_ops.slice(value, offset, size, name=scope)


def multinomial(
    logits: Any, num_samples: Any, seed: int | None = None, name: str | None = None, output_dtype: Any = None
) -> Tensor:
    """`num_samples` class indices for each row of `logits` [batch, classes], of shape [batch, num_samples]."""
    return _categories("multinomial", logits, num_samples, output_dtype, seed, name)


def categorical(
    logits: Any, num_samples: Any, dtype: Any = None, seed: int | None = None, name: str | None = None
) -> Tensor:
    """The newer name of `multinomial`."""
    return _categories("categorical", logits, num_samples, dtype, seed, name)


def _categories(default_name: str, logits: Any, samples: Any, dtype: Any, seed: int | None, name: str | None) -> Tensor:
    with name_scope(name, default_name, [logits]):
        logits = convert_to_tensor(logits, name="logits")
        wanted = dtypes.int64 if dtype is None else dtypes.as_dtype(dtype)
        return apply_op("Multinomial", logits, samples, output_dtype=wanted, **seeds(seed))


def random_gamma(
    shape: Any,
    alpha: Any,
    beta: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Gamma(alpha, beta) draws of shape `shape` + the broadcast shape of the parameters."""
    wanted = dtypes.as_dtype(dtype)
    with name_scope(name, "random_gamma", [shape, alpha, beta]):
        sizes = convert(shape, dtypes.int32, "shape")
        alpha, beta = convert(alpha, wanted, "alpha"), convert(1 if beta is None else beta, wanted, "beta")
        both = alpha + array_ops.zeros_like(beta)
        drawn = apply_op("RandomGamma", sizes, both, **seeds(seed))
        # TF1: never exactly 0, so that a logarithm may be taken
        return math_ops.maximum(np.finfo(wanted.np).tiny, drawn / beta)


def random_poisson(
    lam: Any, shape: Any, dtype: Any = dtypes.float32, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Poisson draws of shape `shape` + that of the rates `lam`."""
    with name_scope(name, "random_poisson", [lam, shape]):
        sizes = convert(shape, dtypes.int32, "shape")
        return apply_op("RandomPoissonV2", sizes, lam, dtype=dtypes.as_dtype(dtype), **seeds(seed))


def stateless_random_uniform(
    shape: Any, seed: Any, minval: Any = 0, maxval: Any = None, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """Uniform draws that are a function of `seed`, an integer tensor of shape [2]."""
    wanted = dtypes.as_dtype(dtype)
    if wanted not in _UNIFORM_TYPES or wanted is dtypes.bfloat16:
        raise ValueError(f"Invalid dtype {wanted}")
    if maxval is None:
        if wanted.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {wanted}")
        maxval = 1
    with name_scope(name, "stateless_random_uniform", [shape, seed, minval, maxval]) as scope:
        sizes = shape_tensor(shape)
        low, high = convert(minval, wanted, "min"), convert(maxval, wanted, "max")
        if wanted.is_integer:
            return apply_op("StatelessRandomUniformInt", sizes, seed, low, high, name=scope)
        drawn = apply_op("StatelessRandomUniform", sizes, seed, dtype=wanted)
        return math_ops.add(drawn * (high - low), low, name=scope)


def stateless_random_normal(
    shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """Normal draws that are a function of `seed`, an integer tensor of shape [2]."""
    return _stateless_scaled("stateless_random_normal", "StatelessRandomNormal", shape, seed, mean, stddev, dtype, name)


def stateless_truncated_normal(
    shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, name: str | None = None
) -> Tensor:
    """Truncated normal draws that are a function of `seed`, an integer tensor of shape [2]."""
    kind = "StatelessTruncatedNormal"
    return _stateless_scaled("stateless_truncated_normal", kind, shape, seed, mean, stddev, dtype, name)


def _stateless_scaled(
    default_name: str, kind: str, shape: Any, seed: Any, mean: Any, stddev: Any, dtype: DType, name: str | None
) -> Tensor:
    wanted = dtypes.as_dtype(dtype)
    with name_scope(name, default_name, [shape, seed, mean, stddev]) as scope:
        sizes = shape_tensor(shape)
        mean, stddev = convert(mean, wanted, "mean"), convert(stddev, wanted, "stddev")
        drawn = apply_op(kind, sizes, seed, dtype=wanted)
        return math_ops.add(drawn * stddev, mean, name=scope)


def stateless_multinomial(
    logits: Any, num_samples: Any, seed: Any, output_dtype: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """`multinomial` as a function of `seed`, an integer tensor of shape [2]."""
    return _stateless_categories("stateless_multinomial", logits, num_samples, seed, output_dtype, name)


def stateless_categorical(
    logits: Any, num_samples: Any, seed: Any, dtype: Any = dtypes.int64, name: str | None = None
) -> Tensor:
    """The newer name of `stateless_multinomial`."""
    return _stateless_categories("stateless_categorical", logits, num_samples, seed, dtype, name)


def _stateless_categories(
    default_name: str, logits: Any, samples: Any, seed: Any, dtype: Any, name: str | None
) -> Tensor:
    with name_scope(name, default_name, [logits, seed]):
        logits = convert_to_tensor(logits, name="logits")
        return apply_op("StatelessMultinomial", logits, samples, seed, output_dtype=dtypes.as_dtype(dtype))
