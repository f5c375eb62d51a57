"""What `tf.add`, `tf.concat`, `tf.reduce_sum`… do with RaggedTensors: functions ask here when they cannot do it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.ragged import arrays, concatenation, elementwise, gathering, reductions
from tf1compat._facade.ragged.tensor import convert_to_tensor_or_ragged_tensor, is_ragged


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNARY = _names(
    """
    check_numerics identity ones_like zeros_like clip_by_value invert abs acos acosh angle asin asinh atan atanh
    cast ceil conj cos cosh digamma erf erfc exp expm1 floor imag is_finite is_inf is_nan lgamma log log1p
    log_sigmoid logical_not negative real reciprocal rint round rsqrt saturate_cast sign sin sinh sqrt square tan
    decode_compressed string_to_number string_to_hash_bucket as_string decode_base64 encode_base64
    regex_full_match regex_replace string_strip string_to_hash_bucket_fast string_to_hash_bucket_strong substr
    string_length string_lower string_upper
    """
)
_LISTS = frozenset({"add_n", "string_join"})
_BINARY = _names(
    """
    bitwise_and bitwise_or bitwise_xor left_shift right_shift add atan2 complex div div_no_nan divide equal
    floordiv floormod greater greater_equal less less_equal logical_and logical_or logical_xor maximum minimum
    multiply not_equal pow realdiv squared_difference subtract truediv truncatediv truncatemod
    """
)
# name of the function: what answers, and the arguments that may be ragged
_OTHERS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "batch_gather": (gathering.batch_gather, ("params", "indices")),
    "concat": (concatenation.concat, ("values",)),
    "dynamic_partition": (arrays.dynamic_partition, ("data", "partitions")),
    "expand_dims": (arrays.expand_dims, ("input",)),
    "gather": (gathering.gather, ("params", "indices")),
    "gather_nd": (gathering.gather_nd, ("params", "indices")),
    "one_hot": (arrays.one_hot, ("indices",)),
    "rank": (arrays.rank, ("input",)),
    "size": (arrays.size, ("input",)),
    "squeeze": (arrays.squeeze, ("input",)),
    "stack": (concatenation.stack, ("values",)),
    "tile": (arrays.tile, ("input",)),
    "where": (gathering.where, ("condition", "x", "y")),
    "unsorted_segment_sum": (reductions.segment_sum, ("data", "segment_ids")),
    "unsorted_segment_prod": (reductions.segment_prod, ("data", "segment_ids")),
    "unsorted_segment_min": (reductions.segment_min, ("data", "segment_ids")),
    "unsorted_segment_max": (reductions.segment_max, ("data", "segment_ids")),
    "unsorted_segment_mean": (reductions.segment_mean, ("data", "segment_ids")),
    "unsorted_segment_sqrt_n": (reductions.segment_sqrt_n, ("data", "segment_ids")),
    "reduce_join_v2": (reductions.reduce_join, ("inputs",)),
    "reduce_join": (reductions.reduce_join, ("inputs",)),
    "reduce_sum": (reductions.reduce_sum, ("input_tensor",)),
    "reduce_prod": (reductions.reduce_prod, ("input_tensor",)),
    "reduce_min": (reductions.reduce_min, ("input_tensor",)),
    "reduce_max": (reductions.reduce_max, ("input_tensor",)),
    "reduce_mean": (reductions.reduce_mean, ("input_tensor",)),
    "reduce_any": (reductions.reduce_any, ("input_tensor",)),
    "reduce_all": (reductions.reduce_all, ("input_tensor",)),
}


def _holds_ragged(x: Any) -> bool:
    return is_ragged(x) or (isinstance(x, (list, tuple)) and any(is_ragged(v) for v in x))


def _of_binary(function: Callable[..., Any], x: Any, y: Any, rest: dict[str, Any]) -> Any:
    ragged = x if is_ragged(x) else y
    try:
        for other in (x, y):
            if not is_ragged(other):
                convert_to_tensor_or_ragged_tensor(other, preferred_dtype=ragged.dtype)
    except (TypeError, ValueError):
        return NotImplemented
    return elementwise.binary(function, x, y, **rest)


def answer(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `function` gives for RaggedTensors, or NotImplemented."""
    if not any(map(_holds_ragged, (*args, *kwargs.values()))):
        return NotImplemented
    name = function.__name__
    given = dict(inspect.signature(function).bind(*args, **kwargs).arguments)
    if name in _OTHERS:
        ragged_function, ragged_arguments = _OTHERS[name]
        if not any(_holds_ragged(given.get(argument)) for argument in ragged_arguments):
            return NotImplemented
        taken = inspect.signature(ragged_function).parameters
        return ragged_function(**{k: v for k, v in given.items() if k in taken})
    if name not in _UNARY | _LISTS | _BINARY:
        return NotImplemented
    first = next(iter(given))
    x = given.pop(first)
    if name in _BINARY:
        return _of_binary(function, x, given.pop(next(iter(given))), given)
    if not _holds_ragged(x):
        return NotImplemented
    # the rest may be passed by position only where the function says so
    return (elementwise.of_list if name in _LISTS else elementwise.unary)(function, x, **given)


context.DISPATCHERS.append(answer)
