"""Checks of the arguments of feature columns."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import dtypes, nest


def _check_shape(shape: Any, key: Any) -> tuple[int, ...]:
    """The shape as a tuple.

    Raises:
      TypeError: a dimension is no integer.
      ValueError: a dimension is not positive.
    """
    assert shape is not None
    found = tuple(shape) if nest.is_sequence(shape) else (shape,)
    for dimension in found:
        if not isinstance(dimension, int):
            raise TypeError(f"shape dimensions must be integer. shape: {found}, key: {key}")
        if dimension < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {found}, key: {key}")
    return found


def assert_key_is_string(key: Any) -> None:
    """ValueError unless it is one."""
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def assert_string_or_int(dtype: dtypes.DType, prefix: str) -> None:
    """ValueError for other types."""
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")


def check_numeric(dtype: dtypes.DType, key: Any, normalizer_fn: Any) -> None:
    """Check type and normaliser of a numeric column.

    Raises:
      ValueError: the type cannot become a float.
      TypeError: the normaliser cannot be called.
    """
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")


def check_default_value(shape: tuple[int, ...], default_value: Any, dtype: dtypes.DType, key: Any) -> Any:
    """The default value as nested tuples of `shape`; None stays.

    Raises:
      ValueError: its shape is another.
      TypeError: it is not of `dtype`.
    """
    if default_value is None:
        return None
    if isinstance(default_value, int) or (isinstance(default_value, float) and dtype.is_floating):
        return _filled(shape, default_value)
    tolist: Any = getattr(default_value, "tolist", None)
    value = tolist() if callable(tolist) else default_value
    if nest.is_sequence(value):
        if not _fits(value, shape):
            raise ValueError(
                "The shape of default_value must be equal to given shape. "
                f"default_value: {value}, shape: {shape}, key: {key}"
            )
        flat = nest.flatten(value)
        if all(isinstance(v, int) for v in flat) or (any(isinstance(v, float) for v in flat) and dtype.is_floating):
            return _as_tuple(value)
    raise TypeError(f"default_value must be compatible with dtype. default_value: {value}, dtype: {dtype}, key: {key}")


def _filled(shape: tuple[int, ...], value: Any) -> Any:
    return tuple(_filled(shape[1:], value) for _ in range(shape[0])) if shape else value


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(v) for v in value) if nest.is_sequence(value) else value


def _fits(value: Any, shape: tuple[int, ...]) -> bool:
    if nest.is_sequence(value) != bool(shape):
        return False
    return not shape or (len(value) == shape[0] and all(_fits(v, shape[1:]) for v in value))


def _check_config_keys(config: dict[str, Any], expected_keys: Any) -> None:
    """ValueError unless `config` has just these."""
    if set(config) != set(expected_keys):
        raise ValueError(f"Invalid config: {config}, expected keys: {expected_keys}")


def _standardize_and_copy_config(config: dict[str, Any]) -> dict[str, Any]:
    """A copy with lists as tuples, which they were before they became JSON."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in config.items()}
