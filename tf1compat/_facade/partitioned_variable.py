"""`PartitionedVariable`: a variable in slices, each a variable of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tf1compat._facade import array_ops, convert, framework
from tf1compat._jaxcore.base.shapes import TensorShape


class _PartitionInfo:
    """Which part of a variable an initializer makes."""

    def __init__(self, full_shape: Any, var_offset: Any) -> None:
        for name, value in (("full_shape", full_shape), ("var_offset", var_offset)):
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise TypeError(f"`{name}` must be a sequence (like tuple or list) instead of {type(value).__name__}")
        if len(var_offset) != len(full_shape):
            raise ValueError(
                f"Expected equal length, but `var_offset` is of length {len(var_offset)} while full_shape is of length "
                f"{len(full_shape)}."
            )
        for offset, size in zip(var_offset, full_shape):
            if offset < 0 or offset >= size:
                raise ValueError(
                    f"Expected 0 <= offset < shape but found offset={offset}, shape={size} for "
                    f"var_offset={var_offset}, full_shape={full_shape}"
                )
        self._full_shape = full_shape
        self._var_offset = var_offset

    @property
    def full_shape(self) -> Any:
        """Shape of the whole variable."""
        return self._full_shape

    @property
    def var_offset(self) -> Any:
        """Where the part begins."""
        return self._var_offset

    def single_offset(self, shape: Any) -> int:
        """Where a part of `shape` begins, along the one dimension that is cut; 0 if none is."""
        dim = self.single_slice_dim(shape)
        return 0 if dim is None else self.var_offset[dim]

    def single_slice_dim(self, shape: Any) -> int | None:
        """The dimension that is cut for a part of `shape`; None if none is.

        Raises:
          TypeError: `shape` is no sequence.
          ValueError: it does not fit, or several dimensions are cut.
        """
        if not isinstance(shape, Sequence) or isinstance(shape, str):
            raise TypeError(f"`shape` must be a sequence (like tuple or list) instead of {type(shape).__name__}")
        if len(shape) != len(self.full_shape):
            raise ValueError(
                f"Expected equal length, but received shape={shape} of length {len(shape)} while "
                f"self.full_shape={self.full_shape} is of length {len(self.full_shape)}."
            )
        for i, size in enumerate(shape):
            if self.var_offset[i] + size > self.full_shape[i]:
                raise ValueError(
                    f"With self.var_offset={self.var_offset}, a partition of shape={shape} would exceed "
                    f"self.full_shape={self.full_shape} in dimension {i}."
                )
        cut = [i for i, size in enumerate(shape) if size != self.full_shape[i]]
        if len(cut) > 1:
            raise ValueError(
                f"Cannot use single_slice_dim() with shape={shape} and self.full_shape={self.full_shape} since slice "
                f"dim could be either dimension {cut[0]} or {cut[1]}."
            )
        return cut[0] if cut else None


class PartitionedVariable:
    """What `tf.get_variable` with a partitioner gives: converts to the whole tensor, iterates over its slices.

    Args:
      name, shape, dtype: of the whole.
      variable_list: the slices, with their `SaveSliceInfo`.
      partitions: number of slices along each dimension.

    Raises:
      TypeError: the slices or partitions are no list.
      ValueError: they contradict each other.
    """

    def __init__(self, name: str, shape: Any, dtype: Any, variable_list: Any, partitions: Any) -> None:
        if not isinstance(variable_list, (list, tuple)):
            raise TypeError(f"variable_list is not a list or tuple: {variable_list}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError(f"partitions is not a list or tuple: {partitions}")
        if not all(p >= 1 for p in partitions):
            raise ValueError(f"partition values must be positive: {partitions}")
        if not variable_list:
            raise ValueError("variable_list may not be empty")
        infos = [v._get_save_slice_info() for v in variable_list]
        if any(info is None for info in infos):
            raise ValueError(f"All variables must have a save_slice_info available: {[v.name for v in variable_list]}")
        sizes = shape.as_list() if isinstance(shape, TensorShape) else list(shape)
        if len(sizes) != len(partitions):
            raise ValueError(f"len(shape) != len(partitions): {shape} vs. {partitions}")
        for info in infos:
            if list(info.full_shape) != sizes:
                raise ValueError(
                    f"All variables' full shapes must match shape: {shape}; but full shapes were: {[info.full_shape]}"
                )
        self._variable_list = sorted(variable_list, key=lambda v: v._get_save_slice_info().var_offset)
        self._name = name
        self._shape = shape
        self._dtype = dtype
        self._partitions = partitions

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variable_list)

    def __len__(self) -> int:
        axes = self._partition_axes()
        if len(axes) > 1:
            raise ValueError(f"Cannot get a length for {len(axes)} > 1 partition axes")
        return len(self._variable_list)

    def _partition_axes(self) -> list[int]:
        return [i for i, p in enumerate(self._partitions) if p > 1] or [0]

    def _axis(self, what: str) -> int:
        axes = self._partition_axes()
        if len(axes) > 1:
            raise NotImplementedError(
                f"Cannot {what} along more than one dimension: {axes}.  Multi-axis partition {what.split()[-1]} is not "
                "supported"
            )
        return axes[0]

    def _concat(self) -> Any:
        """The whole as a tensor, under the control dependencies of the caller."""
        if len(self._variable_list) == 1:
            with framework.name_scope(None, ""):
                return array_ops.identity(self._variable_list[0], name=self._name)
        axis = self._axis("concatenate")
        with framework.name_scope(self._name + "/ConcatPartitions/"):
            whole = array_ops.concat(self._variable_list, axis)
        with framework.name_scope(None, ""):
            return array_ops.identity(whole, name=self._name)

    def as_tensor(self) -> Any:
        """The whole as a tensor, without the control dependencies of the caller."""
        with framework.control_dependencies(None):
            return self._concat()

    @staticmethod
    def _TensorConversionFunction(v: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
        if dtype is not None and not dtype.is_compatible_with(v.dtype):
            raise ValueError(
                f"Incompatible type conversion requested to type '{dtype.name}' for variable of type '{v.dtype.name}'"
            )
        if as_ref:
            raise NotImplementedError("PartitionedVariable doesn't support being used as a reference.")
        return v.as_tensor()

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def shape(self) -> Any:
        return self.get_shape()

    def get_shape(self) -> Any:
        """Shape of the whole."""
        return self._shape

    def _get_variable_list(self) -> list[Any]:
        return self._variable_list

    def _get_partitions(self) -> Any:
        return self._partitions

    def _assign(self, assign: Callable[[Any, Any], Any], value: Any, read_value: bool) -> list[Any]:
        axis = self._axis("do assign action")
        if isinstance(value, (list, PartitionedVariable)):
            values = list(value)
            assert len(values) == len(self._variable_list)
        else:
            sizes = [v.shape.as_list()[axis] for v in self._variable_list]
            values = array_ops.split(value, sizes, axis=axis)
        made = [assign(v, part) for v, part in zip(self._variable_list, values)]
        return made if read_value else [getattr(found, "op", found) for found in made]

    def assign(self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True) -> Any:
        """Assign the parts of `value` (a tensor, a list of parts or a PartitionedVariable): a list of operations."""
        return self._assign(lambda v, x: v.assign(x, use_locking, name, read_value), value, read_value)

    def assign_add(
        self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Add the parts of `value`: a list of operations."""
        return self._assign(lambda v, x: v.assign_add(x, use_locking, name, read_value), value, read_value)

    def assign_sub(
        self, value: Any, use_locking: bool = False, name: str | None = None, read_value: bool = True
    ) -> Any:
        """Subtract the parts of `value`: a list of operations."""
        return self._assign(lambda v, x: v.assign_sub(x, use_locking, name, read_value), value, read_value)


convert.register_tensor_conversion_function(PartitionedVariable, PartitionedVariable._TensorConversionFunction)


def call_partitioner(partitioner: Callable[..., Any], shape: TensorShape, dtype: Any) -> Sequence[int]:
    """The number of slices along each dimension.

    Raises:
      ValueError: the shape is unknown or a scalar's, or the partitioner gives nonsense.
    """
    if not shape.is_fully_defined():
        raise ValueError(f"Shape of a new partitioned variable must be fully defined, but instead was {shape}.")
    if not shape.ndims:
        raise ValueError(f"A partitioned Variable must have rank at least 1, shape: {shape}")
    slicing = partitioner(shape=shape, dtype=dtype)
    if not isinstance(slicing, Sequence):
        raise ValueError(f"Partitioner must return a sequence, but saw: {slicing}")
    if len(slicing) != shape.ndims:
        raise ValueError(
            f"Partitioner returned a partition list that does not match the Variable's rank: {slicing} vs. {shape}"
        )
    if any(p < 1 for p in slicing):
        raise ValueError(f"Partitioner returned zero partitions for some axes: {slicing}")
    if sum(p > 1 for p in slicing) > 1:
        raise ValueError(f"Can only slice a variable along one dimension: shape: {shape}, partitioning: {slicing}")
    return slicing


def slices_of(full_shape: list[int], slicing: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Offset and shape of each slice; the first ones are longer where they cannot be equal."""
    axis = next((i for i, p in enumerate(slicing) if p > 1), 0)
    count = slicing[axis]
    length, excess = divmod(full_shape[axis], count)
    offset = [0] * len(full_shape)
    for i in range(count):
        shape = list(full_shape)
        shape[axis] = length + (i < excess)
        yield list(offset), shape
        offset[axis] += shape[axis]
