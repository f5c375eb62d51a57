"""`tf.TensorSpec`: the shape, dtype and name of a tensor that need not exist."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import dtypes, nest, shapes


class TensorSpec(nest.TypeSpec):
    """A tensor's type.

    Args:
      shape: static shape, whatever `tf.TensorShape` takes.
      dtype: element type.
      name: name of the tensor, or None.

    >>> import tf1compat as tf
    >>> tf.TensorSpec([None, 3], tf.float32)
    TensorSpec(shape=(?, 3), dtype=tf.float32, name=None)
    """

    describes_one_tensor = True

    def __init__(self, shape: Any, dtype: Any = dtypes.float32, name: str | None = None) -> None:
        self._shape = shapes.as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._name = name

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """The same shape and dtype under another name."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """The type of `tensor`, under the name of its operation."""
        return cls(tensor.shape, tensor.dtype, name or tensor.op.name)

    @property
    def shape(self) -> shapes.TensorShape:
        return self._shape

    @property
    def dtype(self) -> dtypes.DType:
        return self._dtype

    @property
    def name(self) -> str | None:
        return self._name

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """Have both compatible dtypes and shapes?"""
        same = self._dtype.is_compatible_with(spec_or_tensor.dtype)
        return same and self._shape.is_compatible_with(spec_or_tensor.shape)

    def most_specific_compatible_type(self, other: TensorSpec) -> TensorSpec:
        """The type that both are of.

        Raises:
          ValueError: the dtypes differ.
        """
        if self._dtype != other.dtype:
            raise ValueError(f"Types are not compatible: {self!r} vs {other!r}")
        shape = self._shape.most_specific_compatible_shape(other.shape)
        return TensorSpec(shape, self._dtype, self._name if self._name == other.name else None)

    def __repr__(self) -> str:
        return f"TensorSpec(shape={self._shape}, dtype={self._dtype!r}, name={self._name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorSpec):
            return False
        mine = (self._shape.raw, self._dtype, self._name)
        return mine == (other._shape.raw, other._dtype, other._name)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self._shape.raw, self._dtype))

    def __reduce__(self) -> Any:
        return TensorSpec, (self._shape, self._dtype, self._name)
