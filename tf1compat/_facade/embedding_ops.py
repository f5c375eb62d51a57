"""`tf.nn.embedding_lookup`: rows of a table, which may be split into parts."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, context, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert_all, convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: Any = None,
) -> Tensor:
    """The rows of `params` that `ids` name.

    Args:
      params: a table (tensor or variable) or a list of its parts.
      ids: int32 or int64 row numbers of any shape.
      partition_strategy: how rows are spread over several parts: `"mod"` (row i in part i % parts) or `"div"`
        (contiguous).
      name: name of the node.
      validate_indices: not used, as in TF1.
      max_norm: rows with a larger l2 norm are scaled down to it.

    Returns:
      A tensor of shape `ids.shape + params.shape[1:]`.

    Raises:
      ValueError: no params, or an unknown strategy.
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Need at least one param")
    parts = list(params) if isinstance(params, (list, tuple)) or hasattr(params, "_variable_list") else [params]
    with name_scope(name, "embedding_lookup", [*parts, ids]) as scope:
        if not any(_is_resource(p) for p in parts):
            parts = convert_all(parts, None, "params")
        ids = convert_to_tensor(ids, name="ids")
        if len(parts) > 1:
            return _partitioned(parts, ids, partition_strategy, scope, max_norm)
        with context.get_default_graph().colocate_with(parts[0]):
            rows = _clipped(array_ops.gather(parts[0], ids, name=scope), ids, max_norm)
        # TF1: the identity lets sparse gradients through and is where colocation ends
        return array_ops.identity(rows)


def _is_resource(variable: Any) -> bool:
    return not isinstance(variable, Tensor) and getattr(variable, "handle", None) is not None


def _clipped(rows: Tensor, ids: Tensor, max_norm: Any) -> Tensor:
    if max_norm is None:
        return rows
    from tf1compat._facade import clip_ops

    if ids.dims and rows.dims:
        axes: Any = list(range(len(ids.dims), len(rows.dims)))
    else:
        # TF1: a scalar's rank counts as unknown
        ids_rank: Any = len(ids.dims) if ids.dims else array_ops.rank(ids)
        axes = math_ops.range(ids_rank, len(rows.dims) if rows.dims else array_ops.rank(rows))
    return clip_ops.clip_by_norm(rows, max_norm, axes=axes)


def _partitioned(parts: list[Any], ids: Tensor, strategy: str, name: str, max_norm: Any) -> Tensor:
    """Send each id to its part, gather there, and put the rows back in order."""
    n = len(parts)
    flat = array_ops.reshape(ids, [-1])
    places = math_ops.range(array_ops.size(flat))
    if strategy == "mod":
        part_of, row_in_part = flat % n, flat // n
    elif strategy == "div":
        part_of, row_in_part = _contiguous(parts, flat)
    else:
        raise ValueError("Unrecognized partition strategy: " + strategy)
    part_of = math_ops.cast(part_of, dtypes.int32)
    wanted = apply_op("DynamicPartition", row_in_part, part_of, num_partitions=n)
    origin = apply_op("DynamicPartition", places, part_of, num_partitions=n)
    found: list[Tensor] = []
    for part, rows in zip(parts, wanted):
        with context.get_default_graph().colocate_with(part):
            found.append(array_ops.gather(part, rows))
    stitched = apply_op("ParallelDynamicStitch", origin, found, name=name)
    static = parts[0].shape[1:]
    for part in parts[1:]:
        static = static.merge_with(part.shape[1:])
    if static.is_fully_defined():
        row_shape: Any = static
    else:
        with context.get_default_graph().colocate_with(parts[0]):
            row_shape = array_ops.shape(parts[0])
        row_shape = row_shape[1:]
    result = array_ops.reshape(stitched, array_ops.concat([array_ops.shape(ids), row_shape], 0))
    result.set_shape(ids.shape.concatenate(static))
    return _clipped(result, ids, max_norm)


def _contiguous(parts: list[Any], flat: Tensor) -> tuple[Tensor, Tensor]:
    """Part and row of each id where the first `total % n` parts hold one row more than the others."""
    n, dtype = len(parts), flat.dtype.base
    sizes = [p.shape[0].value for p in parts]
    if None not in sizes and sum(sizes):
        total = constant(sum(sizes), dtype)
    else:
        counts: list[Any] = []
        for part, size in zip(parts, sizes):
            if size is not None:
                counts.append(size)
                continue
            with context.get_default_graph().colocate_with(part):
                counts.append(array_ops.shape(part)[0])
        total = math_ops.reduce_sum(math_ops.cast(array_ops.stack(counts), dtype))
    least, extras = total // n, total % n
    part_of = math_ops.maximum(flat // (least + 1), (flat - extras) // least)
    row = array_ops.where(part_of < extras, flat % (least + 1), (flat - extras) % least)
    return part_of, row
