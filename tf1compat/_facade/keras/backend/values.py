"""`tf.keras.backend`: placeholders, variables and their values."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, constants, init_ops, math_ops, random_ops, sparse_ops, state_ops
from tf1compat._facade.framework import placeholder as plain_placeholder
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.keras.backend.session import get_graph, get_session, track_variable
from tf1compat._facade.keras.backend.settings import floatx
from tf1compat._facade.sparse_tensor import SparseTensor, sparse_placeholder
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._facade.variable_base import Variable
from tf1compat._facade.variables import Variable as new_variable
from tf1compat._jaxcore.base import dtypes, errors, nest
from tf1compat._jaxcore.base.shapes import TensorShape


def cast_to_floatx(x: Any) -> Any:
    """`x` as a NumPy array of the default float type."""
    return np.asarray(x, dtype=floatx())


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str | None = None) -> Tensor:
    """A constant, of the default float type where no other is given."""
    return constants.constant(value, dtype=dtype or floatx(), shape=shape, name=name)  # pyright: ignore[reportArgumentType]


def like(value: Any, x: Any) -> Tensor:
    """`value` as a constant of `x`'s type."""
    return constants.constant(value, dtype=x.dtype.base_dtype)


def is_sparse(tensor: Any) -> bool:
    """Is it a SparseTensor?"""
    return isinstance(tensor, SparseTensor)


def to_dense(tensor: Any) -> Any:
    """The dense form of a sparse tensor; others as they are."""
    return sparse_ops.sparse_tensor_to_dense(tensor) if is_sparse(tensor) else tensor


def placeholder(
    shape: Any = None,
    ndim: int | None = None,
    dtype: Any = None,
    sparse: bool = False,
    name: str | None = None,
    ragged: bool = False,
) -> Any:
    """A placeholder; without a shape, of `ndim` unknown dimensions."""
    if ragged:
        raise errors.unsupported("ragged placeholders are not supported.", advice="Pad the rows to one length.")
    if not shape and ndim:
        shape = (None,) * ndim
    with get_graph().as_default():
        make = sparse_placeholder if sparse else plain_placeholder
        return make(dtype or floatx(), shape=shape, name=name)


def is_placeholder(x: Any) -> bool:
    """Was it made by `placeholder`?"""
    if is_sparse(x):
        return any(is_placeholder(part) for part in (x.indices, x.values, x.dense_shape))
    return getattr(getattr(x, "op", None), "type", None) == "Placeholder"


def is_keras_tensor(x: Any) -> bool:
    """Does it come from a layer or an `Input`? ValueError for what is no tensor."""
    if not isinstance(x, (Tensor, Variable, SparseTensor)):
        raise ValueError(f"Unexpectedly found an instance of type `{type(x)}`. Expected a symbolic tensor instance.")
    return hasattr(x, "_keras_history")


def variable(value: Any, dtype: Any = None, name: str | None = None, constraint: Any = None) -> Any:
    """A variable with an initial value; of a SciPy sparse matrix, a SparseTensor."""
    if hasattr(value, "tocoo"):
        matrix = value.tocoo()
        indices = np.stack((matrix.row, matrix.col), axis=1)
        made = SparseTensor(indices=indices, values=matrix.data, dense_shape=matrix.shape)
        made._keras_shape = matrix.shape  # pyright: ignore[reportAttributeAccessIssue]
        return made
    made = new_variable(value, dtype=dtypes.as_dtype(dtype or floatx()), name=name, constraint=constraint)
    if isinstance(value, np.ndarray):
        made._keras_shape = value.shape
    elif hasattr(value, "shape"):
        made._keras_shape = int_shape(value)
    track_variable(made)
    return made


def _filled(make: Any, shape: Any, dtype: Any, name: str | None) -> Any:
    with init_scope():
        value = make(shape=shape, dtype=dtypes.as_dtype(dtype or floatx()), name=name)
        if all(value.shape.as_list()):
            return variable(value, dtype=dtype or floatx(), name=name)
        return value


def zeros(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A variable of zeros; of unknown shape, a tensor."""
    return _filled(array_ops.zeros, shape, dtype, name)


def ones(shape: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A variable of ones; of unknown shape, a tensor."""
    return _filled(array_ops.ones, shape, dtype, name)


def eye(size: int, dtype: Any = None, name: str | None = None) -> Any:
    """A variable that is the identity matrix."""
    return variable(array_ops.eye(size, dtype=dtypes.as_dtype(dtype or floatx())), dtype or floatx(), name)


def zeros_like(x: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    return array_ops.zeros_like(x, dtype=dtype, name=name)


def ones_like(x: Any, dtype: Any = None, name: str | None = None) -> Tensor:
    return array_ops.ones_like(x, dtype=dtype, name=name)


def identity(x: Any, name: str | None = None) -> Tensor:
    return array_ops.identity(x, name=name)


def random_uniform_variable(
    shape: Any, low: float, high: float, dtype: Any = None, name: str | None = None, seed: int | None = None
) -> Any:
    """A variable of uniform draws between `low` and `high`."""
    seed = np.random.randint(int(10e8)) if seed is None else seed
    value = init_ops.RandomUniform(low, high, dtype=dtypes.as_dtype(dtype or floatx()), seed=seed)(shape)
    return variable(value, dtype=dtype or floatx(), name=name)


def random_normal_variable(
    shape: Any, mean: float, scale: float, dtype: Any = None, name: str | None = None, seed: int | None = None
) -> Any:
    """A variable of normal draws."""
    seed = np.random.randint(int(10e8)) if seed is None else seed
    value = init_ops.RandomNormal(mean, scale, dtype=dtypes.as_dtype(dtype or floatx()), seed=seed)(shape)
    return variable(value, dtype=dtype or floatx(), name=name)


def _seed(seed: int | None) -> int:
    return np.random.randint(int(10e6)) if seed is None else seed


def random_normal(shape: Any, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Any = None) -> Tensor:
    """Normal draws."""
    return random_ops.random_normal(shape, mean=mean, stddev=stddev, dtype=dtype or floatx(), seed=_seed(seed))


def random_uniform(shape: Any, minval: float = 0.0, maxval: float = 1.0, dtype: Any = None, seed: Any = None) -> Tensor:
    """Uniform draws."""
    return random_ops.random_uniform(shape, minval=minval, maxval=maxval, dtype=dtype or floatx(), seed=_seed(seed))


def truncated_normal(shape: Any, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Any = None) -> Tensor:
    """Normal draws within two standard deviations."""
    return random_ops.truncated_normal(shape, mean, stddev, dtype=dtype or floatx(), seed=_seed(seed))


def random_binomial(shape: Any, p: float = 0.0, dtype: Any = None, seed: Any = None) -> Tensor:
    """Ones with probability `p`, else zeros."""
    dtype = dtype or floatx()
    drawn = random_ops.random_uniform(shape, dtype=dtype, seed=_seed(seed)) <= p
    return array_ops.where(drawn, array_ops.ones(shape, dtype=dtype), array_ops.zeros(shape, dtype=dtype))


# ---- what is known of a tensor --------------------------------------------------------------------------------------


def shape(x: Any) -> Tensor:
    """The shape as a tensor."""
    return array_ops.shape(x)


def int_shape(x: Any) -> Any:
    """The static shape: a tuple with None for unknown sizes, or None where the rank is unknown."""
    found = x.shape
    if isinstance(found, tuple):
        return found
    return None if found.ndims is None else tuple(found.as_list())


def ndim(x: Any) -> Any:
    """The rank: an int, or None where it is unknown."""
    return x.shape.ndims


def dtype(x: Any) -> str:
    """Name of the type."""
    return x.dtype.base_dtype.name


def count_params(x: Any) -> Any:
    """Number of elements."""
    return np.prod(x.shape.as_list())


def cast(x: Any, dtype: Any) -> Any:
    return math_ops.cast(x, dtype)


# ---- values ---------------------------------------------------------------------------------------------------------


def eval(x: Any) -> Any:
    """The value of a tensor or a variable."""
    return get_value(to_dense(x))


def get_value(x: Any) -> Any:
    """The value of a tensor or a variable; other things as they are."""
    return x.eval(session=get_session((x,))) if is_tensor(x) else x


def batch_get_value(tensors: Any) -> list[Any]:
    """The values of several tensors or variables."""
    return get_session(tensors).run(tensors) if tensors else []


def _assignment(x: Any, value: Any) -> tuple[Any, Any]:
    """The variable's own placeholder and assignment, made once."""
    if not hasattr(x, "_assign_placeholder"):
        x._assign_placeholder = plain_placeholder(x.dtype.base_dtype, shape=TensorShape([None] * value.ndim))
        x._assign_op = x.assign(x._assign_placeholder)
    return x._assign_placeholder, x._assign_op


def set_value(x: Any, value: Any) -> None:
    """Assign a NumPy array to a variable."""
    batch_set_value([(x, value)])


def batch_set_value(tuples: Any) -> None:
    """Assign values to variables: pairs (variable, array)."""
    if not tuples:
        return
    with get_graph().as_default():
        assignments, feeds = [], {}
        for x, value in tuples:
            array = np.asarray(value, dtype=x.dtype.base_dtype.as_numpy_dtype)
            given, assignment = _assignment(x, array)
            assignments.append(assignment)
            feeds[given] = array
        get_session().run(assignments, feed_dict=feeds)


def update(x: Any, new_x: Any) -> Any:
    return state_ops.assign(x, new_x)


def update_add(x: Any, increment: Any) -> Any:
    return state_ops.assign_add(x, increment)


def update_sub(x: Any, decrement: Any) -> Any:
    return state_ops.assign_sub(x, decrement)


def moving_average_update(x: Any, value: Any, momentum: Any) -> Any:
    """Move `x` towards `value`, corrected for its initial zero."""
    from tf1compat._facade.train import moving_averages

    return moving_averages.assign_moving_average(x, value, momentum, zero_debias=True)


def cast_variables_to_tensor(tensors: Any) -> Any:
    """Reads in place of variables, anywhere in the structure."""
    return nest.map_structure(lambda t: array_ops.identity(t) if isinstance(t, Variable) else t, tensors)
