"""`tf.fixed_size_partitioner` and the like: how a variable is cut into slices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

from tf1compat._facade import variable_scope
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.partitioned_variable import PartitionedVariable as PartitionedVariable
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

Partitioner = Callable[..., list[int]]


def _element_size(dtype: dtypes.DType, bytes_per_string_element: int) -> int:
    return bytes_per_string_element if dtype.base_dtype == dtypes.string else dtype.size


def variable_axis_size_partitioner(
    max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: int | None = None
) -> Partitioner:
    """A partitioner into as many slices along `axis` as keep each below `max_shard_bytes`, at most `max_shards`.

    Raises:
      ValueError: a number is not positive. When called: the shape is not known.
    """
    if max_shard_bytes < 1 or bytes_per_string_element < 1:
        raise ValueError("Both max_shard_bytes and bytes_per_string_element must be positive.")
    if max_shards and max_shards < 1:
        raise ValueError("max_shards must be positive.")

    def partitioner(shape: Any, dtype: Any) -> list[int]:
        if not isinstance(shape, TensorShape):
            raise ValueError(f"shape is not a TensorShape: {shape}")
        if not shape.is_fully_defined():
            raise ValueError(f"shape is not fully defined: {shape}")
        if not isinstance(dtype, dtypes.DType):
            raise ValueError(f"dtype is not a DType: {dtype}")
        sizes = cast("list[int]", shape.as_list())
        slice_bytes = math.prod(sizes) / sizes[axis] * _element_size(dtype, bytes_per_string_element)
        per_shard = max(1, math.floor(max_shard_bytes / slice_bytes))
        count = math.ceil(sizes[axis] / per_shard)
        partitions = [1] * len(sizes)
        partitions[axis] = min(max_shards, count) if max_shards else count
        return partitions

    return partitioner


def min_max_variable_partitioner(
    max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16
) -> Partitioner:
    """A partitioner into slices along `axis` of at least `min_slice_size` bytes, at most `max_partitions`.

    Raises:
      ValueError: when called: the shape has no such axis.
    """

    def partitioner(shape: Any, dtype: Any) -> list[int]:
        sizes = shape.as_list()
        if axis >= len(sizes):
            raise ValueError(f"Can not partition variable along axis {axis} when shape is only {shape}")
        total = math.prod(sizes) * _element_size(dtype, bytes_per_string_element)
        partitions = [1] * len(sizes)
        partitions[axis] = max(1, min(sizes[axis], max_partitions, math.ceil(total / min_slice_size)))
        return partitions

    return partitioner


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Partitioner:
    """A partitioner into `num_shards` slices along `axis`, or as many as there are rows."""

    def partitioner(shape: Any, **unused: Any) -> list[int]:
        sizes = shape.as_list()
        partitions = [1] * len(sizes)
        partitions[axis] = min(num_shards, sizes[axis])
        return partitions

    return partitioner


@deprecated(None, "Use `tf.get_variable` with a partitioner set.", "tensorflow.python.ops.partitioned_variables")
def create_partitioned_variables(
    shape: Sequence[int],
    slicing: Sequence[int],
    initializer: Any,
    dtype: Any = dtypes.float32,
    trainable: bool = True,
    collections: Any = None,
    name: str | None = None,
    reuse: Any = None,
) -> list[Any]:
    """The slices of a variable of `shape`, cut into `slicing[i]` along dimension i (one of them may be above 1).

    Args:
      shape, slicing: of one length.
      initializer: a tensor or a function of (shape, dtype, partition_info).
      dtype, trainable, collections, reuse: as for `tf.get_variable`.
      name: of the variable scope that they are in.

    Raises:
      ValueError: lengths differ, or the variable is a scalar.
    """
    if len(shape) != len(slicing):
        raise ValueError(
            "The 'shape' and 'slicing' of a partitioned Variable must have the length: shape: "
            f"{shape}, slicing: {slicing}"
        )
    if len(shape) < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1: shape: {shape}")
    with variable_scope.variable_scope(name, "PartitionedVariable", reuse=reuse) as scope:
        store = variable_scope._get_default_variable_store()
        made = store.get_partitioned(
            scope.name,
            shape=shape,
            dtype=dtype,
            initializer=initializer if initializer is not None else scope.initializer,
            regularizer=scope.regularizer,
            reuse=scope.reuse,
            trainable=trainable,
            collections=collections,
            caching_device=scope.caching_device,
            partitioner=lambda **unused: slicing,
            use_resource=scope.use_resource,
        )
    return list(made)
