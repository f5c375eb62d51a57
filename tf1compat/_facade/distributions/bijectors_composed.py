"""`tf.contrib.distributions.bijectors` made of functions and of others, or that rearrange: Chain, Invert, Inline…"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.distributions.bijector import Bijector
from tf1compat._facade.distributions.scalar_events import given
from tf1compat._facade.distributions.static_shapes import dimension
from tf1compat._facade.formulas import array_ops, check_ops, constants, math_ops, nn_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes


def _min_event_ndims(bijectors: Sequence[Any], forward: bool) -> int:
    """How many dimensions a chain works on: those that a part needs and earlier parts do not bring."""
    least = present = 0
    for b in reversed(bijectors) if forward else bijectors:
        taken, left = b.forward_min_event_ndims, b.inverse_min_event_ndims
        if not forward:
            taken, left = left, taken
        least += max(0, taken - present)
        present = max(taken, present) - (taken - left)
    return least


class Chain(Bijector):
    """The bijectors one after the other, the last one first."""

    bijectors = given("bijectors")

    def __init__(self, bijectors: Any = None, validate_args: bool = False, name: str | None = None) -> None:
        bijectors = () if bijectors is None else bijectors
        self._bijectors = bijectors
        for b in bijectors:
            if not b._is_injective:
                raise NotImplementedError(f"Invert is not implemented for non-injective bijector ({b.name})")
        kinds = list({b.dtype for b in bijectors})
        if len(kinds) > 2 or (len(kinds) == 2 and None not in kinds):
            raise ValueError(f"incompatible dtypes: {kinds}")
        super().__init__(
            graph_parents=[parent for b in bijectors for parent in b.graph_parents],
            forward_min_event_ndims=_min_event_ndims(bijectors, forward=True),
            inverse_min_event_ndims=_min_event_ndims(bijectors, forward=False),
            is_constant_jacobian=all(b.is_constant_jacobian for b in bijectors),
            validate_args=validate_args,
            dtype=next((kind for kind in kinds if kind is not None), None),
            name=name or ("_of_".join(["chain", *(b.name for b in bijectors)]) if bijectors else "identity"),
        )

    def _shape(self, method: str, shape: Any, backwards: bool) -> Any:
        for b in reversed(self.bijectors) if backwards else self.bijectors:
            shape = getattr(b, method)(shape)
        return shape

    def _forward_event_shape(self, input_shape: Any) -> Any:
        return self._shape("forward_event_shape", input_shape, True)

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        return self._shape("forward_event_shape_tensor", input_shape, True)

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        return self._shape("inverse_event_shape", output_shape, False)

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        return self._shape("inverse_event_shape_tensor", output_shape, False)

    def _forward(self, x: Any, **kwargs: Any) -> Any:
        for b in reversed(self.bijectors):
            x = b.forward(x, **kwargs.get(b.name, {}))
        return x

    def _inverse(self, y: Any, **kwargs: Any) -> Any:
        for b in self.bijectors:
            y = b.inverse(y, **kwargs.get(b.name, {}))
        return y

    def _forward_log_det_jacobian(self, x: Any, **kwargs: Any) -> Any:
        return self._log_det(convert(x, None, "x"), "forward", self.forward_min_event_ndims, kwargs)

    def _inverse_log_det_jacobian(self, y: Any, **kwargs: Any) -> Any:
        return self._log_det(convert(y, None, "y"), "inverse", self.inverse_min_event_ndims, kwargs)

    def _log_det(self, x: Any, direction: str, least: int, kwargs: dict[str, Any]) -> Any:
        """The sum of the parts' log-determinants in one direction, each of the dimensions that it sees."""
        total = math_ops.cast(0.0, dtype=x.dtype.base_dtype)
        if not self.bijectors:
            return total
        event_ndims: Any = self._maybe_get_static_event_ndims(least)
        if x.shape.is_fully_defined() and isinstance(event_ndims, int):
            shape: Any = x.shape[x.shape.ndims - event_ndims :]
        else:
            shape = array_ops.shape(x)[array_ops.rank(x) - event_ndims :]
        for b in reversed(self.bijectors) if direction == "forward" else self.bijectors:
            own = kwargs.get(b.name, {})
            total = total + getattr(b, f"{direction}_log_det_jacobian")(x, event_ndims=event_ndims, **own)
            if x.shape.is_fully_defined() and isinstance(event_ndims, int):
                shape = getattr(b, f"{direction}_event_shape")(shape)
                event_ndims = self._maybe_get_static_event_ndims(shape.ndims)
            else:
                shape = getattr(b, f"{direction}_event_shape_tensor")(shape)
                event_ndims = array_ops.size(shape)
                known = self._maybe_get_static_event_ndims(event_ndims)
                event_ndims = event_ndims if known is None else known
            x = getattr(b, direction)(x, **own)
        return total


class Invert(Bijector):
    """The inverse of a bijector."""

    bijector = given("bijector")

    def __init__(self, bijector: Any, validate_args: bool = False, name: str | None = None) -> None:
        if not bijector._is_injective:
            raise NotImplementedError("Invert is not implemented for non-injective bijectors.")
        self._bijector = bijector
        super().__init__(
            graph_parents=bijector.graph_parents,
            forward_min_event_ndims=bijector.inverse_min_event_ndims,
            inverse_min_event_ndims=bijector.forward_min_event_ndims,
            is_constant_jacobian=bijector.is_constant_jacobian,
            validate_args=validate_args,
            dtype=bijector.dtype,
            name=name or f"invert_{bijector.name}",
        )

    def _forward_event_shape(self, input_shape: Any) -> Any:
        return self.bijector._inverse_event_shape(input_shape)

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        return self.bijector._inverse_event_shape_tensor(input_shape)

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        return self.bijector._forward_event_shape(output_shape)

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        return self.bijector._forward_event_shape_tensor(output_shape)

    def _forward(self, x: Any, **kwargs: Any) -> Any:
        return self.bijector._inverse(x, **kwargs)

    def _inverse(self, y: Any, **kwargs: Any) -> Any:
        return self.bijector._forward(y, **kwargs)

    def _inverse_log_det_jacobian(self, y: Any, **kwargs: Any) -> Any:
        return self.bijector._forward_log_det_jacobian(y, **kwargs)

    def _forward_log_det_jacobian(self, x: Any, **kwargs: Any) -> Any:
        return self.bijector._inverse_log_det_jacobian(x, **kwargs)


class Inline(Bijector):
    """A bijector made of functions; what is not given is not known, shapes stay by default."""

    def __init__(
        self,
        forward_fn: Callable[..., Any] | None = None,
        inverse_fn: Callable[..., Any] | None = None,
        inverse_log_det_jacobian_fn: Callable[..., Any] | None = None,
        forward_log_det_jacobian_fn: Callable[..., Any] | None = None,
        forward_event_shape_fn: Callable[..., Any] | None = None,
        forward_event_shape_tensor_fn: Callable[..., Any] | None = None,
        inverse_event_shape_fn: Callable[..., Any] | None = None,
        inverse_event_shape_tensor_fn: Callable[..., Any] | None = None,
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        forward_min_event_ndims: int | None = None,
        inverse_min_event_ndims: int | None = None,
        name: str = "inline",
    ) -> None:
        super().__init__(
            forward_min_event_ndims=forward_min_event_ndims,
            inverse_min_event_ndims=inverse_min_event_ndims,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name,
        )
        self._functions = {
            "forward_fn": forward_fn,
            "inverse_fn": inverse_fn,
            "inverse_log_det_jacobian_fn": inverse_log_det_jacobian_fn,
            "forward_log_det_jacobian_fn": forward_log_det_jacobian_fn,
        }
        unchanged: Callable[[Any], Any] = lambda shape: shape
        self._forward_shape = forward_event_shape_fn or unchanged
        self._forward_shape_tensor = forward_event_shape_tensor_fn or unchanged
        self._inverse_shape = inverse_event_shape_fn or unchanged
        self._inverse_shape_tensor = inverse_event_shape_tensor_fn or unchanged

    def _forward_event_shape(self, input_shape: Any) -> Any:
        return self._forward_shape(input_shape)

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        return self._forward_shape_tensor(input_shape)

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        return self._inverse_shape(output_shape)

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        return self._inverse_shape_tensor(output_shape)

    def _function(self, name: str) -> Callable[..., Any]:
        function = self._functions[name]
        if not callable(function):
            raise NotImplementedError(f"{name} is not a callable function.")
        return function

    def _forward(self, x: Any, **kwargs: Any) -> Any:
        return self._function("forward_fn")(x, **kwargs)

    def _inverse(self, y: Any, **kwargs: Any) -> Any:
        return self._function("inverse_fn")(y, **kwargs)

    def _inverse_log_det_jacobian(self, y: Any, **kwargs: Any) -> Any:
        return self._function("inverse_log_det_jacobian_fn")(y, **kwargs)

    def _forward_log_det_jacobian(self, x: Any, **kwargs: Any) -> Any:
        return self._function("forward_log_det_jacobian_fn")(x, **kwargs)


class Permute(Bijector):
    """The elements of the last dimension in another order.

    Raises:
      TypeError: the permutation is of no integers.
      ValueError: it is none.
    """

    permutation = given("permutation")

    def __init__(self, permutation: Any, validate_args: bool = False, name: str | None = None) -> None:
        with name_scope(name, "permute", values=[permutation]):
            order: Any = convert(permutation, None, "permutation")
            if not order.dtype.is_integer:
                raise TypeError(f"permutation.dtype ({order.dtype.name}) should be `int`-like.")
            known = tensor_util.constant_value(order)
            message = "Permutation over `d` must contain exactly one of each of `{0, 1, ..., d}`."
            if known is not None:
                if set(known) != set(np.arange(known.size)):
                    raise ValueError(message)
            elif validate_args:
                p: Any = nn_ops.top_k(-order, k=array_ops.shape(order)[-1], sorted=True)[0]
                check = check_ops.assert_equal(-p, math_ops.range(array_ops.size(p)), message=message)
                order = with_dependencies([check], order)
            self._permutation = order
            super().__init__(
                forward_min_event_ndims=1,
                is_constant_jacobian=True,
                validate_args=validate_args,
                name=name or "permute",
            )

    def _forward(self, x: Any) -> Any:
        return array_ops.gather(x, self.permutation, axis=-1)

    def _inverse(self, y: Any) -> Any:
        return array_ops.gather(y, array_ops.invert_permutation(self.permutation), axis=-1)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return constants.constant(0.0, dtype=y.dtype.base_dtype)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return constants.constant(0.0, dtype=x.dtype.base_dtype)


class Reshape(Bijector):
    """Events of `event_shape_in` in the shape `event_shape_out`; one size of each may be -1.

    Raises:
      TypeError: a shape of no integers.
      ValueError: it is no shape, or events are known not to have it.
    """

    def __init__(
        self,
        event_shape_out: Any,
        event_shape_in: Any = (-1,),
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        with name_scope(name, "reshape", values=[event_shape_out, event_shape_in]):
            out = convert_to_tensor(event_shape_out, name="event_shape_out", preferred_dtype=dtypes.int32)
            into = convert_to_tensor(event_shape_in, name="event_shape_in", preferred_dtype=dtypes.int32)
            self._assertions = [*_shape_checks(out, validate_args), *_shape_checks(into, validate_args)]
            self._event_shape_in, self._event_shape_out = into, out
            super().__init__(
                forward_min_event_ndims=0,
                is_constant_jacobian=True,
                validate_args=validate_args,
                name=name or "reshape",
            )

    def _reshaped(self, x: Any, before: Any, after: Any) -> Any:
        with control_dependencies(self._assertions):
            static: Any = dimension(before.shape.with_rank_at_least(1)[0])
            dynamic: Any = array_ops.shape(before)[0]
            known, rank = x.shape.ndims, array_ops.rank(x)
            found_: Any = None
            if static is not None and known is not None:
                event = x.shape.with_rank_at_least(static)[known - static :]
                if event.is_fully_defined():
                    found_ = np.int32(event.as_list())
            found = array_ops.shape(x)[rank - dynamic :] if found_ is None else found_
            x = self._of_right_shape(x, found, found_, before)
            sizes = array_ops.shape(x)
            sizes = sizes[: (rank if known is None else known) - math_ops.abs(dynamic)]
            whole = static is not None and static == known
            return array_ops.reshape(x, after if whole else array_ops.concat([sizes, after], axis=0))

    def _of_right_shape(self, x: Any, found: Any, found_: Any, before: Any) -> Any:
        before_, message = tensor_util.constant_value(before), "Input `event_shape` does not match `event_shape_in`"
        if found_ is not None and before_ is not None:
            if not np.equal(found_[before_ >= 0], before_[before_ >= 0]).all():
                raise ValueError(f"{message} ({found_} vs {before_}).")
        elif self.validate_args:
            mask = array_ops.reshape(before >= 0, [-1])
            given_, wanted = array_ops.boolean_mask(found, mask), array_ops.boolean_mask(before, mask)
            x = with_dependencies([check_ops.assert_equal(given_, wanted, message=f"{message}.")], x)
        return x

    def _forward(self, x: Any) -> Any:
        return self._reshaped(x, self._event_shape_in, self._event_shape_out)

    def _inverse(self, y: Any) -> Any:
        return self._reshaped(y, self._event_shape_out, self._event_shape_in)

    def _zero(self, x: Any) -> Any:
        with control_dependencies(self._assertions):
            return constants.constant(0.0, dtype=x.dtype)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return self._zero(y)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return self._zero(x)

    def _dummy(self, function: Callable[[Any], Any], shape: Any) -> Any:
        """What becomes of zeros of a shape."""
        with control_dependencies(self._assertions):
            return function(array_ops.zeros(dtype=dtypes.float32, shape=shape))

    def _forward_event_shape(self, input_shape: Any) -> Any:
        return self._dummy(self.forward, input_shape).shape

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        return self._dummy(self.inverse, output_shape).shape

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        return array_ops.shape(self._dummy(self.forward, input_shape))

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        return array_ops.shape(self._dummy(self.inverse, output_shape))


def _shape_checks(shape: Any, validate_args: bool) -> list[Any]:
    """Refuses what is known to be no shape; assertions for what is not known."""
    if not shape.dtype.is_integer:
        raise TypeError(f"{shape} dtype ({shape.dtype.name}) should be `int`-like.")
    checks = []
    rank = array_ops.rank(shape)
    known = tensor_util.constant_value(rank)
    if known is not None and known > 1:
        raise ValueError(f"`{shape}` rank ({known}) should be <= 1.")
    if known is None and validate_args:
        checks.append(check_ops.assert_less_equal(rank, 1, message=f"`{shape}` rank should be <= 1."))
    sizes = tensor_util.constant_value(shape)
    one, positive = "must have at most one `-1`", "elements must be either positive integers or `-1`"
    if sizes is not None:
        if np.sum(sizes == -1) > 1:
            raise ValueError(f"`{shape}` {one} (given {sizes})")
        if np.any(sizes < -1):
            raise ValueError(f"`{shape}` {positive}(given {sizes}).")
    elif validate_args:
        open_sizes = math_ops.reduce_sum(math_ops.cast(math_ops.equal(shape, -1), dtypes.int32))
        checks.append(check_ops.assert_less_equal(open_sizes, 1, message=f"`{shape}` elements {one}."))
        checks.append(check_ops.assert_greater_equal(shape, -1, message=f"`{shape}` {positive}."))
    return checks
