"""Static shapes of loop variables: what a loop promises about them, and whether its body keeps the promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import nest, shapes
from tf1compat._jaxcore.base.shapes import TensorShape


def is_as_specific(shape: TensorShape, promised: TensorShape) -> bool:
    """Does `shape` keep every size that is known in `promised`?"""
    if promised.raw is None:
        return True
    if shape.raw is None or len(shape.raw) != len(promised.raw):
        return False
    return all(b is None or a == b for a, b in zip(shape.raw, promised.raw))


def shape_invariant(var: Any, shape: Any = None) -> Any:
    """What is promised of a loop variable: `shape`, or the shape that the variable has at first.

    Raises:
      TypeError: a spec or a shape that does not go with the variable.
    """
    if nest.is_composite(var):
        spec = var._type_spec if shape is None else _spec_with(var, shape)
        return [s.shape for s in nest.flatten(spec, expand_composites=True)]
    if shape is None:
        return var.shape
    if isinstance(shape, TensorSpec):
        if var.dtype != shape.dtype:
            raise TypeError(f"TensorSpec {shape!r} is not compatible with {var!r}")
        return shape.shape
    if isinstance(shape, nest.TypeSpec):
        raise TypeError(f"TypeSpec {shape!r} is not compatible with {var!r}")
    return shape


def _spec_with(var: Any, shape: Any) -> Any:
    if isinstance(shape, nest.TypeSpec):
        if not shape.is_compatible_with(var):  # pyright: ignore[reportAttributeAccessIssue]
            raise TypeError(f"TypeSpec {shape!r} is not compatible with {var!r}")
        return shape
    if not isinstance(shape, TensorShape):
        raise TypeError(f"Expected shape to be a TypeSpec or TensorShape, got {shape!r}")
    describe = getattr(var, "_shape_invariant_to_type_spec", None)
    if describe is None:
        name, spec = type(var).__name__, type(var._type_spec).__name__
        raise TypeError(f"To describe or constrain a {name}, use a {spec} instead of a TensorShape.")
    return describe(shape)


def set_shape_invariants(sources: Sequence[Tensor], enters: Sequence[Tensor], invariants: Any) -> None:
    """Enter nodes get the promised shapes.

    Raises:
      ValueError: a shape is none, or the first value contradicts the promise.
    """
    flat = nest.flatten(invariants)
    if not all(isinstance(s, TensorShape) for s in flat):
        raise ValueError("`shapes` must be a (possibly nested) list of shapes.")
    for source, entered, shape in zip(sources, enters, flat):
        if not is_as_specific(source.shape, shape):
            raise ValueError(
                f"The shape invariant specified for {source.name} is not compatible with the initial shape of the loop "
                f"variable. It enters the loop with shape {source.shape}, but the specified shape invariant is {shape}."
            )
        entered.set_shape(shape)


def enforce_shape_invariant(merged: Tensor, following: Tensor) -> None:
    """The body must keep the shape that the variable entered with.

    Raises:
      ValueError: it does not (TF1's message, which names `shape_invariants`).
    """
    if not is_as_specific(following.shape, merged.shape):
        source = merged.op.inputs[0].node.inputs[0]
        raise ValueError(
            f"Input tensor '{source.name}' enters the loop with shape {shapes.TensorShape.from_raw(source.dims)}, but "
            f"has shape {following.shape} after one iteration. To allow the shape to vary across iterations, use the "
            "`shape_invariants` argument of tf.while_loop to specify a less-specific shape."
        )
