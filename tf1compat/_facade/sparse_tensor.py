"""`tf.SparseTensor`: indices, values and dense shape of the elements that a tensor has; fed and fetched as one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade import context, convert, session_fetch
from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import name_scope, placeholder
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes, nest, shapes
from tf1compat._jaxcore.ir import partial


class SparseTensorValue(NamedTuple):
    """A fetched `SparseTensor`, and what one is fed with."""

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensorSpec(nest.TypeSpec):
    """The type of a `SparseTensor`: its dense shape and the dtype of its values."""

    def __init__(self, shape: Any = None, dtype: Any = dtypes.float32) -> None:
        self._shape = shapes.as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)

    @classmethod
    def from_value(cls, value: Any) -> SparseTensorSpec:
        """The type of a SparseTensor or SparseTensorValue."""
        if isinstance(value, SparseTensor):
            return cls(value.shape, value.dtype)
        if isinstance(value, SparseTensorValue):
            if isinstance(value.values, np.ndarray):
                return cls(value.dense_shape, value.values.dtype)
            return cls.from_value(SparseTensor.from_value(value))
        raise TypeError("Expected SparseTensor or SparseTensorValue")

    @property
    def value_type(self) -> Any:
        return SparseTensor

    @property
    def dtype(self) -> dtypes.DType:
        return self._dtype

    @property
    def shape(self) -> shapes.TensorShape:
        return self._shape

    @property
    def _component_specs(self) -> Any:
        rank = self._shape.ndims
        return [
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], self._dtype),
            TensorSpec([rank], dtypes.int64),
        ]

    def _to_components(self, value: Any) -> Any:
        if isinstance(value, SparseTensorValue):
            value = SparseTensor.from_value(value)
        return [value.indices, value.values, value.dense_shape]

    def _from_components(self, tensor_list: Any) -> Any:
        if all(isinstance(t, np.ndarray) for t in tensor_list):
            return SparseTensorValue(*tensor_list)
        return SparseTensor(*tensor_list)

    @property
    def _flat_tensor_specs(self) -> Any:
        return [TensorSpec(None, dtypes.variant)]

    def _to_tensor_list(self, value: Any) -> list[Tensor]:
        """A value as one tensor of three variants."""
        return [apply_op("SerializeSparse", *_parts(SparseTensor.from_value(value)), out_type=dtypes.variant)]

    def _to_batched_tensor_list(self, value: Any) -> list[Tensor]:
        """The rows of a value as an [N, 3] tensor of variants."""
        known = shapes.TensorShape.from_raw(partial.constant_shape(value.dense_shape))
        if self._shape.merge_with(known).ndims == 0:
            raise ValueError("Unbatching a sparse tensor is only supported for rank >= 1")
        return [apply_op("SerializeManySparse", *_parts(value), out_type=dtypes.variant)]

    def _from_tensor_list(self, tensor_list: Any) -> SparseTensor:
        return self._from_compatible_tensor_list(tensor_list)

    def _from_compatible_tensor_list(self, tensor_list: Any) -> SparseTensor:
        """The value of such a tensor."""
        result = SparseTensor(*apply_op("DeserializeSparse", tensor_list[0], dtype=self._dtype))
        rank = self._shape.ndims
        result.indices.set_shape([None, rank])
        result.dense_shape.set_shape([rank])
        return result

    def _batch(self, batch_size: int | None) -> SparseTensorSpec:
        return SparseTensorSpec(shapes.TensorShape([batch_size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> SparseTensorSpec:
        if self._shape.ndims == 0:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return SparseTensorSpec(self._shape[1:], self._dtype)

    def _to_legacy_output_types(self) -> dtypes.DType:
        return self._dtype

    def _to_legacy_output_shapes(self) -> shapes.TensorShape:
        return self._shape

    def _to_legacy_output_classes(self) -> Any:
        return SparseTensor

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """May a value of that type (or that value itself) stand where this type is asked for?"""
        spec = spec_or_value
        if isinstance(spec, (SparseTensor, SparseTensorValue)):
            spec = SparseTensorSpec.from_value(spec)
        if not isinstance(spec, SparseTensorSpec):
            return False
        return self._dtype == spec._dtype and self._shape.is_compatible_with(spec._shape)

    def most_specific_compatible_type(self, other: Any) -> SparseTensorSpec:
        """The type that both are of.

        Raises:
          ValueError: there is none.
        """
        if not isinstance(other, SparseTensorSpec) or other._dtype != self._dtype:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return SparseTensorSpec(self._shape.most_specific_compatible_shape(other._shape), self._dtype)

    def _serialize(self) -> Any:
        return self._shape, self._dtype

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SparseTensorSpec) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> Any:
        return SparseTensorSpec, self._serialize()

    def __repr__(self) -> str:
        return f"SparseTensorSpec({self._shape!r}, {self._dtype!r})"


class SparseTensor(nest.CompositeTensor):
    """A tensor of which only some elements are kept: `dense[indices[i]] = values[i]`, zero elsewhere.

    Most ops want the indices in row-major order; `tf.sparse.reorder` sorts them.

    Args:
      indices: int64, [N, rank].
      values: [N], any dtype.
      dense_shape: int64, [rank].

    Raises:
      ValueError: the static shapes of the three do not fit.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.SparseTensor([[0, 0], [1, 2]], [1, 2], [2, 3])
    ...     print(sess.run(tf.sparse.to_dense(x)).tolist())
    [[1, 0, 0], [0, 0, 2]]
    """

    __array_priority__ = 100

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """The SparseTensor of a SparseTensorValue's arrays."""
        if not is_sparse(sparse_tensor_value):
            raise TypeError(f"Neither a SparseTensor nor SparseTensorValue: {sparse_tensor_value}.")
        return SparseTensor(*_parts(sparse_tensor_value))

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        with name_scope(None, "SparseTensor", [indices, values, dense_shape]):
            self._indices = convert.convert(indices, dtypes.int64, "indices")
            self._values = convert.convert(values, None, "values")
            self._dense_shape = convert.convert(dense_shape, dtypes.int64, "dense_shape")
        rows = self._indices.shape.with_rank(2)
        count = self._values.shape.with_rank(1)
        rank = self._dense_shape.shape.with_rank(1)
        assert rows.dims is not None and count.dims is not None and rank.dims is not None
        rows.dims[0].merge_with(count.dims[0])
        rows.dims[1].merge_with(rank.dims[0])

    @property
    def indices(self) -> Tensor:
        return self._indices

    @property
    def values(self) -> Tensor:
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        return self._dense_shape

    @property
    def shape(self) -> shapes.TensorShape:
        """The static dense shape."""
        return shapes.TensorShape.from_raw(partial.constant_shape(self._dense_shape))

    def get_shape(self) -> shapes.TensorShape:
        """Alias of `shape`."""
        return self.shape

    @property
    def dtype(self) -> dtypes.DType:
        return self._values.dtype

    @property
    def op(self) -> Operation:
        """The operation that makes the values."""
        return self._values.op

    @property
    def graph(self) -> Any:
        return self._indices.graph

    def consumers(self) -> list[Operation]:
        """The operations that use one of the three tensors."""
        return list(dict.fromkeys(op for part in _parts(self) for op in part.consumers()))

    def eval(self, feed_dict: Any = None, session: Any = None) -> SparseTensorValue:
        """The value in `session`, or in the default session."""
        if session is None:
            session = context.get_default_session()
            if session is None:
                return SparseTensorValue(*(part.eval(feed_dict) for part in _parts(self)))
        return session.run(self, feed_dict)

    @property
    def _type_spec(self) -> SparseTensorSpec:
        return SparseTensorSpec(self.shape, self.dtype)

    def _shape_invariant_to_type_spec(self, shape: shapes.TensorShape) -> SparseTensorSpec:
        """The type of sparse tensors whose dense shape, a vector, has the shape `shape`."""
        if shape.ndims is not None and shape.ndims != 1:
            raise ValueError("Expected a shape with 1 dimension")
        rank = None if shape.ndims is None else shapes.dimension_value(shape[0])
        return SparseTensorSpec(shapes.unknown_shape(rank), self.dtype)

    def __str__(self) -> str:
        return f"SparseTensor(indices={self._indices}, values={self._values}, dense_shape={self._dense_shape})"

    def __mul__(self, other: Any) -> SparseTensor:
        return _with_dense("SparseDenseCwiseMul", "mul", self, other)

    def __rmul__(self, other: Any) -> SparseTensor:
        with name_scope(None, "mul", [other, *_parts(self)]) as scope:
            other = convert.convert(other, self.dtype.base, "x")
            return self._like(apply_op("SparseDenseCwiseMul", *_parts(self), other, name=scope))

    def __div__(self, other: Any) -> SparseTensor:
        return _with_dense("SparseDenseCwiseDiv", "div", self, other)

    def __truediv__(self, other: Any) -> SparseTensor:
        from tf1compat._facade import math_division

        with name_scope(None, "truediv", [*_parts(self), other]) as scope:
            other = convert.convert(other, self.dtype.base, "y")
            values, other = math_division.as_real(self._values, other)
            return self._like(
                apply_op("SparseDenseCwiseDiv", self._indices, values, self._dense_shape, other, name=scope)
            )

    def _like(self, values: Tensor) -> SparseTensor:
        """These indices and this dense shape with other values."""
        return SparseTensor(self._indices, values, self._dense_shape)


def _with_dense(op_type: str, name: str, sparse: SparseTensor, dense: Any) -> SparseTensor:
    """An element-wise op of a sparse tensor and a dense one that is broadcast to it."""
    with name_scope(None, name, [*_parts(sparse), dense]) as scope:
        dense = convert.convert(dense, sparse.dtype.base, "y")
        return sparse._like(apply_op(op_type, *_parts(sparse), dense, name=scope))


def _parts(x: Any) -> list[Any]:
    return [x.indices, x.values, x.dense_shape]


def is_sparse(x: Any) -> bool:
    """Is it a SparseTensor or SparseTensorValue?"""
    return isinstance(x, (SparseTensor, SparseTensorValue))


def as_sparse(x: Any) -> SparseTensor:
    """A SparseTensor as it is, a SparseTensorValue as one.

    Raises:
      TypeError: it is neither.
    """
    if isinstance(x, SparseTensorValue):
        return SparseTensor.from_value(x)
    if not isinstance(x, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return x


def all_as_sparse(values: Any) -> list[SparseTensor]:
    """`as_sparse` of a list or tuple."""
    if not isinstance(values, (list, tuple)):
        raise TypeError("Inputs must be a list or tuple.")
    return [as_sparse(x) for x in values]


def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A SparseTensor for a SparseTensor or SparseTensorValue, a Tensor for all else.

    Raises:
      RuntimeError: a sparse value is not of `dtype`.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(value, SparseTensorValue):
        value = SparseTensor.from_value(value)
    if isinstance(value, SparseTensor):
        if wanted is not None and not wanted.is_compatible_with(value.dtype):
            raise RuntimeError(f"Sparse dtype: requested = {wanted.name}, actual = {value.dtype.name}")
        return value
    return convert.convert_to_tensor(value, wanted, name)


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A SparseTensor that is given in every step, as a SparseTensorValue or a tuple of its three arrays.

    Args:
      dtype: type of the values.
      shape: dense shape; where it is absent or has unknown sizes, the dense shape is fed, too.
      name: prefix of the names of the three placeholders.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.sparse_placeholder(tf.float32)
    ...     value = tf.SparseTensorValue([[0, 1]], [2.5], [1, 3])
    ...     print(sess.run(tf.sparse.reduce_sum(x), {x: value}))
    2.5
    """
    shape_name, rank = None if name is None else f"{name}/shape", None
    if shape is not None:
        rank = shape.shape[0] if isinstance(shape, Tensor) else len(shape)
        known = isinstance(shape, Tensor) or all(d is not None for d in shapes_list(shape))
        shape = convert.convert_to_tensor(shape, dtypes.int64, shape_name) if known else None
    if shape is None:
        shape = placeholder(dtypes.int64, [rank], shape_name)
    values = placeholder(dtype, [None], None if name is None else f"{name}/values")
    indices = placeholder(dtypes.int64, [None, rank], None if name is None else f"{name}/indices")
    return SparseTensor(indices, values, shape)


def shapes_list(shape: Any) -> list[Any]:
    """The sizes in a shape given as a list or TensorShape, None for unknown ones."""
    return [getattr(d, "value", d) for d in shape]


session_fetch.register_session_run_conversion_functions(
    SparseTensor,
    lambda sparse: (_parts(sparse), lambda values: SparseTensorValue(*values)),
    lambda sparse, value: list(zip(_parts(sparse), value)),
    _parts,
)
