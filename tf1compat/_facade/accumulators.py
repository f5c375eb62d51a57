"""`tf.ConditionalAccumulator` and its sparse brother: gradients of several workers become one."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import TensorShape


def _step(x: Any) -> Tensor:
    return cast(convert(x), dtypes.int64)


def _made(kind: str, dtype: Any, shape: Any, shared_name: str | None, name: str, reduction_type: str) -> Tensor:
    if reduction_type not in ("MEAN", "SUM"):
        raise ValueError(
            f"Attr 'reduction_type' of '{kind}' Op passed string '{reduction_type}' not in: \"MEAN\", \"SUM\"."
        )
    return apply_op(
        kind,
        dtype=dtypes.as_dtype(dtype),
        shape=shapes.as_raw(TensorShape(shape)),
        shared_name=(shared_name or "").encode(),
        reduction_type=reduction_type.encode(),
        name=name,
    )


class SparseAccumulatorTakeGradient(NamedTuple):
    """What a sparse accumulator gives."""

    indices: Tensor
    values: Tensor
    shape: Tensor


class ConditionalAccumulatorBase:
    """What both accumulators can do.

    Args:
      dtype: type of the gradients.
      shape: their shape, as far as known.
      accumulator_ref: the accumulator's tensor.
    """

    def __init__(self, dtype: Any, shape: Any, accumulator_ref: Tensor) -> None:
        self._dtype = dtype
        self._shape = TensorShape(shape)
        self._accumulator_ref = accumulator_ref
        self._name = accumulator_ref.op.name.split("/")[-1]

    @property
    def accumulator_ref(self) -> Tensor:
        """The accumulator's tensor."""
        return self._accumulator_ref

    @property
    def name(self) -> str:
        """The last part of the accumulator's name."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The type of the gradients."""
        return self._dtype

    _prefix = ""

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """How many gradients there are, an int32 scalar."""
        return apply_op(
            f"{self._prefix}AccumulatorNumAccumulated",
            self._accumulator_ref,
            name=name if name is not None else f"{self._name}_NumAccumulated",
        )

    def set_global_step(self, new_global_step: Any, name: str | None = None) -> Operation:
        """Drop gradients of earlier steps than `new_global_step` from now on."""
        return apply_op(
            f"{self._prefix}AccumulatorSetGlobalStep", self._accumulator_ref, _step(new_global_step), name=name
        )


class ConditionalAccumulator(ConditionalAccumulatorBase):
    """Adds up dense gradients until there are enough of them; those of earlier steps are dropped.

    Args:
      dtype: type of the gradients.
      shape: their shape, as far as known.
      shared_name: accumulators of one name are one, in all sessions of a server.
      name: name of the operation.
      reduction_type: `"MEAN"` or `"SUM"`.

    Raises:
      ValueError: `reduction_type` is another one.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     total = tf.ConditionalAccumulator(tf.float32, shape=[])
    ...     for g in (1.0, 3.0):
    ...         sess.run(total.apply_grad(g))
    ...     print(sess.run(total.take_grad(2)))
    2.0
    """

    _prefix = "Resource"

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        ref = _made("ResourceConditionalAccumulator", dtype, shape, shared_name, name, reduction_type)
        super().__init__(dtype, shape, ref)

    def apply_grad(self, grad: Any, local_step: Any = 0, name: str | None = None) -> Operation:
        """Add a gradient that was computed for `local_step`.

        Raises:
          ValueError: its static shape does not fit.
        """
        gradient = convert(grad, self._dtype)
        gradient.get_shape().assert_is_compatible_with(self._shape)
        return apply_op(
            "ResourceAccumulatorApplyGradient", self._accumulator_ref, _step(local_step), gradient, name=name
        )

    def take_grad(self, num_required: Any, name: str | None = None) -> Tensor:
        """The mean (or sum) of the gradients, once there are `num_required`; the accumulator begins its next step."""
        out = apply_op(
            "ResourceAccumulatorTakeGradient",
            self._accumulator_ref,
            num_required,
            dtype=dtypes.as_dtype(self._dtype),
            name=name,
        )
        out.set_shape(self._shape)
        return out


class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """Adds up IndexedSlices until there are enough of them; those of earlier steps are dropped.

    Args:
      dtype: type of the gradients.
      shape: shape of the whole tensor, as far as known.
      shared_name: accumulators of one name are one, in all sessions of a server.
      name: name of the operation.
      reduction_type: `"MEAN"` or `"SUM"`; the mean of a row is over the gradients that have it.
    """

    def __init__(
        self,
        dtype: Any,
        shape: Any = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        ref = _made("SparseConditionalAccumulator", dtype, shape, shared_name, name, reduction_type)
        super().__init__(dtype, shape, ref)

    def apply_indexed_slices_grad(self, grad: IndexedSlices, local_step: Any = 0, name: str | None = None) -> Operation:
        """Add IndexedSlices that were computed for `local_step`."""
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def apply_grad(
        self,
        grad_indices: Any,
        grad_values: Any,
        grad_shape: Any = None,
        local_step: Any = 0,
        name: str | None = None,
    ) -> Operation:
        """Add the rows `grad_values` at `grad_indices`, of a tensor of `grad_shape`."""
        step = _step(local_step)
        indices = cast(grad_indices, dtypes.int64)
        shape = cast([] if grad_shape is None else grad_shape, dtypes.int64)
        return apply_op(
            "SparseAccumulatorApplyGradient",
            self._accumulator_ref,
            step,
            indices,
            grad_values,
            shape,
            has_known_shape=grad_shape is not None,
            name=name,
        )

    def take_grad(self, num_required: Any, name: str | None = None) -> SparseAccumulatorTakeGradient:
        """Indices, values and shape of the mean (or sum), once there are `num_required` gradients."""
        found = apply_op(
            "SparseAccumulatorTakeGradient",
            self._accumulator_ref,
            num_required,
            dtype=dtypes.as_dtype(self._dtype),
            name=name,
        )
        return SparseAccumulatorTakeGradient(*found)

    def take_indexed_slices_grad(self, num_required: Any, name: str | None = None) -> IndexedSlices:
        """The same as IndexedSlices."""
        found = self.take_grad(num_required, name)
        return IndexedSlices(found.values, found.indices, found.shape)
