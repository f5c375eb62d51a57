"""`tf.RaggedTensor`: rows of different lengths, as their values one after the other and where each row begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_ops, context, math_ops, session_fetch
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged import conversions
from tf1compat._facade.ragged.building import Partitioned
from tf1compat._facade.ragged.partitions import ROW_TYPES, positive_axis, row_splits_to_segment_ids
from tf1compat._facade.ragged.values import RaggedTensorValue
from tf1compat._facade.sparse_tensor import is_sparse
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


class RaggedTensor(Partitioned):
    """Rows of different lengths: row i is `values[row_splits[i]:row_splits[i + 1]]`.

    The values may be a RaggedTensor again. Made by the `from_…` methods or `tf.ragged.constant`, not by the class itself.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 0, 1])
    ...     print(sess.run(x * 10).to_list())
    [[10, 20], [], [30]]
    """

    __array_priority__ = 100

    def __init__(
        self,
        values: Any,
        row_splits: Any,
        cached_row_lengths: Any = None,
        cached_value_rowids: Any = None,
        cached_nrows: Any = None,
        internal: bool = False,
    ) -> None:
        if not internal:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., "
                "RaggedTensor.from_row_lengths())"
            )
        if not isinstance(row_splits, Tensor):
            raise TypeError(f"Row-partitioning argument must be a Tensor, got {row_splits!r}")
        if not isinstance(values, (RaggedTensor, Tensor)):
            raise TypeError(f"values must be a Tensor or RaggedTensor, got {values!r}")
        if row_splits.dtype not in ROW_TYPES:
            raise ValueError("Row-partitioning argument must be int32 or int64")
        row_splits.shape.assert_has_rank(1)
        values.shape.with_rank_at_least(1)
        if isinstance(values, RaggedTensor):
            assert row_splits.dtype == values.row_splits.dtype
        self._values = values
        self._row_splits = row_splits
        self._cached_row_lengths = cached_row_lengths
        self._cached_value_rowids = cached_value_rowids
        self._cached_nrows = cached_nrows

    # ---- what it consists of ----------------------------------------------------------------------------------------

    @property
    def dtype(self) -> dtypes.DType:
        return self._values.dtype

    @property
    def shape(self) -> shapes.TensorShape:
        """Static shape; sizes of ragged dimensions are unknown."""
        splits = self._row_splits.shape
        n = None if splits.ndims is None else shapes.dimension_value(splits[0])
        return shapes.TensorShape([None if n is None else n - 1, None]).concatenate(self._values.shape[1:])

    def get_shape(self) -> shapes.TensorShape:
        """Alias of `shape`."""
        return self.shape

    @property
    def ragged_rank(self) -> int:
        """The number of ragged dimensions."""
        return len(self.nested_row_splits)

    @property
    def values(self) -> Any:
        """All rows, one after the other."""
        return self._values

    @property
    def row_splits(self) -> Tensor:
        return self._row_splits

    @property
    def flat_values(self) -> Tensor:
        """The innermost values."""
        return self._values.flat_values if isinstance(self._values, RaggedTensor) else self._values

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of all ragged dimensions, outermost first."""
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()
        return (self._row_splits, *inner)

    @property
    def op(self) -> Any:
        """The operation that makes the innermost values."""
        return self.flat_values.op

    @property
    def graph(self) -> Any:
        return self._row_splits.graph

    @property
    def name(self) -> str:
        return self.flat_values.name

    def value_rowids(self, name: str | None = None) -> Tensor:
        """For each value the number of its row."""
        if self._cached_value_rowids is not None:
            return self._cached_value_rowids
        with name_scope(name, "RaggedValueRowIds", [self._row_splits]):
            return row_splits_to_segment_ids(self._row_splits)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """`value_rowids` of all ragged dimensions."""
        with name_scope(name, "RaggedNestedValueRowIds", [self._row_splits]):
            return tuple(rt.value_rowids() for rt in self._levels())

    def nrows(self, out_type: Any = None, name: str | None = None) -> Tensor:
        """The number of rows."""
        out_type = self._row_splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        if self._cached_nrows is not None:
            return math_ops.cast(self._cached_nrows, out_type)
        with name_scope(name, "RaggedNRows", [self._row_splits]):
            return array_ops.shape(self._row_splits, out_type=out_type)[0] - 1

    def row_starts(self, name: str | None = None) -> Tensor:
        """The place at which each row begins."""
        with name_scope(name, "RaggedRowStarts", [self._row_splits]):
            return self._row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """The place behind the end of each row."""
        with name_scope(name, "RaggedRowLimits", [self._row_splits]):
            return self._row_splits[1:]

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The length of each row along `axis`: a vector for 1, a RaggedTensor for inner ones."""
        if self._cached_row_lengths is not None:  # TF1: whatever the axis is
            return self._cached_row_lengths
        with name_scope(name, "RaggedRowLengths", [self._row_splits]):
            axis = positive_axis(axis, self.shape.ndims)
            if axis == 0:
                return self.nrows()
            if axis == 1:
                return self._row_splits[1:] - self._row_splits[:-1]
            if isinstance(self._values, RaggedTensor):
                return self.with_values(self._values.row_lengths(axis - 1))
            size = array_ops.shape(self._values, out_type=self._row_splits.dtype)
            return self.with_values(array_ops.ones(size[: axis - 1], self._row_splits.dtype) * size[axis - 1])

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The lengths of rows in all ragged dimensions."""
        with name_scope(name, "RaggedNestedRowLengths", [self._row_splits]):
            return tuple(rt.row_lengths() for rt in self._levels())

    def bounding_shape(self, axis: Any = None, name: str | None = None, out_type: Any = None) -> Tensor:
        """The shape of the smallest dense tensor that it fits in, or one size of it."""
        out_type = self._row_splits.dtype if out_type is None else dtypes.as_dtype(out_type)
        with name_scope(name, "RaggedBoundingBox", [self._row_splits, axis]):
            rows = array_ops.shape(self._row_splits, out_type=out_type)[0] - 1
            if axis == 0 and isinstance(axis, int):
                return rows
            if axis == 1 and isinstance(axis, int):
                return math_ops.maximum(math_ops.reduce_max(self.row_lengths()), 0)
            sizes = [math_ops.maximum(math_ops.reduce_max(s[1:] - s[:-1]), 0) for s in self.nested_row_splits]
            outer = array_ops.stack([rows, *(math_ops.cast(size, out_type) for size in sizes)])
            inner = array_ops.shape(self.flat_values, out_type=out_type)[1:]
            box = array_ops.concat([outer, inner], axis=0)
            return box if axis is None else array_ops.gather(box, axis)

    def _levels(self) -> list[RaggedTensor]:
        inner = self._values._levels() if isinstance(self._values, RaggedTensor) else []
        return [self, *inner]

    # ---- with something else in place -------------------------------------------------------------------------------

    def with_values(self, new_values: Any) -> RaggedTensor:
        """The same rows with other values."""
        new_values.shape.with_rank_at_least(1)
        self._values.shape[:1].assert_is_compatible_with(new_values.shape[:1])
        if isinstance(new_values, RaggedTensor) and self._row_splits.dtype != new_values.row_splits.dtype:
            raise ValueError(
                "self and new_values have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to "
                "convert them to compatible dtypes."
            )
        cached = (self._cached_row_lengths, self._cached_value_rowids, self._cached_nrows)
        return RaggedTensor(new_values, self._row_splits, *cached, internal=True)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """The same rows with other innermost values."""
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: Any) -> RaggedTensor:
        """With row splits of int32 or int64."""
        dtype = dtypes.as_dtype(dtype)
        if dtype not in ROW_TYPES:
            raise ValueError("dtype must be int32 or int64")
        if self._row_splits.dtype == dtype:
            return self
        splits = math_ops.cast(self._row_splits, dtype)
        values = self._values.with_row_splits_dtype(dtype) if isinstance(self._values, RaggedTensor) else self._values
        cached = (self._cached_row_lengths, self._cached_value_rowids, self._cached_nrows)
        return RaggedTensor(
            values, splits, *(None if c is None else math_ops.cast(c, dtype) for c in cached), internal=True
        )

    # ---- to and from other tensors ----------------------------------------------------------------------------------

    @classmethod
    def from_tensor(
        cls,
        tensor: Any,
        lengths: Any = None,
        padding: Any = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: Any = dtypes.int64,
    ) -> RaggedTensor:
        """Of a dense tensor whose rows have `lengths`, or end where only `padding` follows, or are whole."""
        row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        if lengths is not None and padding is not None:
            raise ValueError("Specify lengths or padding, but not both")
        if not isinstance(ragged_rank, int):
            raise TypeError(f"ragged_rank expected int, got {ragged_rank!r}")
        if ragged_rank <= 0:
            raise ValueError(f"ragged_rank must be greater than 0; got {ragged_rank}")
        with name_scope(name, "RaggedFromTensor", [tensor, lengths, padding]):
            return conversions.of_tensor(cls, tensor, lengths, padding, ragged_rank, row_splits_dtype)

    def to_tensor(self, default_value: Any = None, name: str | None = None) -> Tensor:
        """As a dense tensor, filled up with `default_value` (zero where absent)."""
        with name_scope(name, "RaggedToTensor", [self.flat_values, default_value]):
            return conversions.to_tensor(self, default_value)

    @classmethod
    def from_sparse(cls, st_input: Any, name: str | None = None, row_splits_dtype: Any = dtypes.int64) -> RaggedTensor:
        """Of a sparse matrix whose rows have their first elements and no others."""
        if not is_sparse(st_input):
            raise TypeError(f"Expected SparseTensor, got {type(st_input).__name__}")
        with name_scope(name, "RaggedFromSparse", [st_input.indices]):
            return conversions.of_sparse(cls, st_input, dtypes.as_dtype(row_splits_dtype))

    def to_sparse(self, name: str | None = None) -> Any:
        """As a SparseTensor."""
        with name_scope(name, "RaggedToSparse", [self.flat_values]):
            return conversions.to_sparse(self, name)

    def _to_variant(self, batched_input: bool = False, name: str | None = None) -> Tensor:
        with name_scope(name, "RaggedToVariant", [self.flat_values]):
            return conversions.to_variant(self, batched_input)

    @classmethod
    def _from_variant(
        cls, variant: Any, dtype: Any, output_ragged_rank: int, splits_dtype: Any = dtypes.int64
    ) -> RaggedTensor:
        with name_scope(None, "RaggedFromVariant", [variant]):
            return conversions.of_variant(cls, variant, dtype, output_ragged_rank, splits_dtype)

    def to_list(self) -> Any:
        """Always an error: a graph's tensors have no value yet; run them and ask the RaggedTensorValue."""
        raise ValueError(
            "RaggedTensor.to_list() is only supported in eager mode; in graph mode, evaluate the RaggedTensor first and "
            "then use RaggedTensorValue.to_list()."
        )

    def eval(self, feed_dict: Any = None, session: Any = None) -> RaggedTensorValue:
        """The value in `session`, or in the default session."""
        session = session or context.get_default_session()
        if session is None:
            self.flat_values.eval(feed_dict)  # raises the error that there is no session
        assert session is not None
        return session.run(self, feed_dict)

    def consumers(self) -> list[Any]:
        """The operations that use one of its tensors."""
        parts = (self.flat_values, *self.nested_row_splits)
        return list(dict.fromkeys(op for part in parts for op in part.consumers()))

    def _as_graph_element(self) -> Tensor:
        return self.flat_values

    def __repr__(self) -> str:
        return f"tf.RaggedTensor(values={self._values}, row_splits={self._row_splits})"


# ---- any kind of tensor ---------------------------------------------------------------------------------------------


def is_ragged(value: Any) -> bool:
    """Is it a RaggedTensor or RaggedTensorValue?"""
    return isinstance(value, (RaggedTensor, RaggedTensorValue))


def convert_to_tensor_or_ragged_tensor(
    value: Any, dtype: Any = None, preferred_dtype: Any = None, name: str | None = None
) -> Any:
    """A RaggedTensor for a RaggedTensor or RaggedTensorValue, a Tensor for all else.

    Raises:
      ValueError: a RaggedTensor is not of `dtype`.
    """
    dtype = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(value, RaggedTensor):
        if dtype is not None and not dtype.is_compatible_with(value.dtype):
            raise ValueError(
                f"Tensor conversion requested dtype {dtype.name} for RaggedTensor with dtype {value.dtype.name}: {value!r}"
            )
        return value
    if isinstance(value, RaggedTensorValue):
        with name_scope(name, "ConvertToTensorOrRaggedTensor", []):
            flat = convert_to_tensor(value.flat_values, dtype, "flat_values", preferred_dtype)
            return RaggedTensor.from_nested_row_splits(flat, value.nested_row_splits, validate=False)
    return convert_to_tensor(value, dtype, name, preferred_dtype)


def match_row_splits_dtypes(*tensors: Any, return_dtype: bool = False) -> Any:
    """The tensors as they are, or the type of their row splits and the tensors.

    Raises:
      ValueError: some have row splits of int32, others of int64.
    """
    found = {t.row_splits.dtype for t in tensors if isinstance(t, RaggedTensor)}
    if len(found) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to convert "
            "them to compatible dtypes."
        )
    return (found.pop() if found else dtypes.int64, tensors) if return_dtype else tensors


def as_value(components: Sequence[Any]) -> Any:
    """The RaggedTensorValue of nested row splits followed by the innermost values."""
    *nested, value = components
    for splits in reversed(nested):
        value = RaggedTensorValue(value, splits)
    return value


def _parts(rt: Any) -> list[Any]:
    return [*rt.nested_row_splits, rt.flat_values]


session_fetch.register_session_run_conversion_functions(
    RaggedTensor,
    lambda rt: (_parts(rt), as_value),
    lambda rt, value: list(zip(_parts(rt), _parts(value))),
    _parts,
)
