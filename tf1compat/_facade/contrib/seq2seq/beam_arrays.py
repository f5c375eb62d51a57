"""Beams as tensors: tiled batches, gathered beams, sequences put together from the steps of a search."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import gather, gather_nd, sequence_mask, where
from tf1compat._facade.array_ops import concat, expand_dims, reshape, stack, tile, transpose
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import equal, logical_and, logical_or
from tf1compat._facade.math_ranges import range as range_of
from tf1compat._facade.math_reductions import reduce_max
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import dtypes, nest, shapes
from tf1compat._jaxcore.ir.partial import constant_value


def gather_tree(
    step_ids: Any, parent_ids: Any, max_sequence_lengths: Any, end_token: Any, name: str | None = None
) -> Tensor:
    """The symbols of each beam, followed back from its last step.

    Args:
      step_ids: int32 tensor (time, batch, beam), the symbols of each step.
      parent_ids: int32 tensor (time, batch, beam), the beam that each one continues.
      max_sequence_lengths: int32 vector (batch).
      end_token: int32 scalar, which fills the rest of a beam that has ended.
      name: name of the operation.
    """
    return apply_op("GatherTree", step_ids, parent_ids, max_sequence_lengths, end_token, name=name)


def _tile_batch(t: Any, multiplier: int) -> Tensor:
    t = convert(t, None, "t")
    shape = shape_of(t)
    if t.shape.ndims is None or t.shape.ndims < 1:
        raise ValueError("t must have statically known rank")
    tiling = [1] * (t.shape.ndims + 1)
    tiling[1] = multiplier
    rows = t.shape.dims[0].value
    tiled = tile(expand_dims(t, 1), tiling)
    tiled = reshape(tiled, concat(([shape[0] * multiplier], shape[1:]), 0))
    tiled.set_shape(shapes.TensorShape([None if rows is None else rows * multiplier]).concatenate(t.shape[1:]))
    return tiled


def tile_batch(t: Any, multiplier: int, name: str | None = None) -> Any:
    """Each entry of a batch several times in a row.

    Args:
      t: a tensor (batch, …), or a structure of them.
      multiplier: how many times.
      name: name of the operations.

    Raises:
      ValueError: the rank is not known.
    """
    flat = nest.flatten(t)
    with name_scope(name, "tile_batch", [*flat, multiplier]):
        return nest.map_structure(lambda part: _tile_batch(part, multiplier), t)


def gather_tree_from_array(t: Any, parent_ids: Any, sequence_length: Any) -> Tensor:
    """What each beam went through, from what the beams of each step had.

    Args:
      t: tensor (time, batch, beam, …) or (time, batch * beam, …).
      parent_ids: int32 tensor (time, batch, beam).
      sequence_length: tensor (batch, beam).
    """
    steps, batch_size, width = (parent_ids.shape.dims[i].value or shape_of(parent_ids)[i] for i in range(3))
    beams = expand_dims(expand_dims(range_of(width), 0), 0)
    beams = tile(beams, [steps, batch_size, 1])
    longest = cast(reduce_max(sequence_length, axis=1), dtypes.int32)
    found = gather_tree(step_ids=beams, parent_ids=parent_ids, max_sequence_lengths=longest, end_token=width + 1)
    inside = transpose(sequence_mask(sequence_length, maxlen=steps), perm=[2, 0, 1])
    found = where(inside, x=found, y=beams)
    time_at = tile(reshape(range_of(steps), [-1, 1, 1]), [1, batch_size, width])
    batch_at = tile(reshape(range_of(batch_size), [-1, 1, 1]), [1, steps, width])
    batch_at = transpose(batch_at, perm=[1, 0, 2])
    indices = stack([time_at, batch_at, found], -1)
    shape = shape_of(t)
    return reshape(gather_nd(reshape(t, [steps, batch_size, width, -1]), indices), shape)


def check_ndims(t: Any) -> None:
    """Raises ValueError if the rank is not known."""
    if t.shape.ndims is None:
        raise ValueError(f"Expected tensor ({t}) to have known rank, but ndims == None.")


def fits_batch_and_beam(shape: Any, batch_size: int | None, beam_width: int) -> bool:
    """Whether elements of this shape can be beams; warns where they cannot."""
    rows = shape.dims[0].value
    if batch_size is None or rows is None:
        return True
    second = shape.dims[1].value if shape.ndims >= 2 else None
    if rows != batch_size * beam_width or (second is not None and (rows != batch_size or second != beam_width)):
        wanted = shapes.TensorShape([batch_size, beam_width, None])
        tf_logging.warn(
            f"TensorArray reordering expects elements to be reshapable to {wanted} which is incompatible with the "
            f"current shape {shape}. Consider setting reorder_tensor_arrays to False to disable TensorArray "
            "reordering during the beam search."
        )
        return False
    return True


def check_batch_and_beam(t: Any, batch_size: Any, beam_width: int) -> Operation:
    """An operation that fails unless the elements of an array (time, …) can be beams."""
    message = (
        "TensorArray reordering expects elements to be reshapable to [batch_size, beam_size, -1] which is "
        f"incompatible with the dynamic shape of {t.name} elements. Consider setting reorder_tensor_arrays to False "
        "to disable TensorArray reordering during the beam search."
    )
    shape = shape_of(t)
    joined = equal(shape[1], batch_size * beam_width)
    if t.shape.ndims == 2:
        return Assert(joined, [message])
    apart = logical_and(equal(shape[1], batch_size), equal(shape[2], beam_width))
    return Assert(logical_or(joined, apart), [message])


def gather_beams_of(indices: Any, gather_from: Any, batch_size: Any, range_size: Any, gather_shape: list[Any]) -> Any:
    """`gather_beams` of tensors with enough dimensions; others, and TensorArrays, as they are."""
    if isinstance(gather_from, TensorArray):
        return gather_from
    check_ndims(gather_from)
    if gather_from.shape.ndims < len(gather_shape):
        return gather_from
    return gather_beams(indices, gather_from, batch_size, range_size, gather_shape)


def gather_beams(
    indices: Any,
    gather_from: Any,
    batch_size: Any,
    range_size: Any,
    gather_shape: list[Any],
    name: str | None = None,
) -> Tensor:
    """For each entry of a batch the beams at the indices.

    Args:
      indices: int32 tensor (batch, beam).
      gather_from: tensor (batch, beam, …).
      batch_size: number of entries.
      range_size: number of what is chosen from in each entry.
      gather_shape: what `gather_from` is reshaped to before.
      name: name of the operations.
    """
    with name_scope(name, "tensor_gather_helper"):
        begins = expand_dims(range_of(batch_size) * range_size, 1)
        flat = reshape(indices + begins, [-1])
        output = gather(reshape(gather_from, gather_shape), flat)
        rank = 1 + len(gather_shape)
        shape = shape_of(gather_from)[:rank]
        static = shapes.TensorShape([known_size(batch_size)]).concatenate(gather_from.shape[1:rank])
        output = reshape(output, shape, name="output")
        output.set_shape(static)
        return output


def known_size(size: Any) -> int | None:
    """The value of a scalar tensor, None if it is not known while the graph is built."""
    found = constant_value(size)
    return None if found is None else int(found)


_check_batch_beam = check_batch_and_beam  # the name in TensorFlow 1
