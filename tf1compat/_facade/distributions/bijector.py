"""`tf.contrib.distributions.bijectors.Bijector`, the base of differentiable one-to-one functions; Identity."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.static_shapes import maybe_get_static_value
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, constants, math_ops
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._jaxcore.base import dtypes, shapes


class _Mapping(NamedTuple):
    """A pair x, y = f(x), as far as it is known, and log-determinants of its Jacobian by number of dimensions."""

    x: Any = None
    y: Any = None
    ildj_map: Any = None
    kwargs: Any = None

    def merge(self, x: Any = None, y: Any = None, ildj_map: Any = None, mapping: Any = None) -> _Mapping:
        """Both together; an error if they contradict each other."""
        new = mapping or _Mapping(x, y, ildj_map, None)
        known = dict(self.ildj_map or {})
        for key, value in (new.ildj_map or {}).items():
            if known.get(key) is not None and known[key] is not value:
                raise ValueError(
                    f"Found different value for existing key (key:{key} old_value:{known[key]} new_value:{value}"
                )
            known[key] = value
        return _Mapping(_same(self.x, new.x), _same(self.y, new.y), known, self.kwargs or new.kwargs)


def _same(old: Any, new: Any) -> Any:
    if old is None:
        return new
    if new is not None and old is not new:
        raise ValueError(f"Incompatible values: {old} != {new}")
    return old


def _key(tensor: Any, kwargs: Any) -> Any:
    def hashable(x: Any) -> Any:
        return tuple(map(hashable, x)) if isinstance(x, (list, tuple)) else x

    return id(tensor), hashable(sorted((kwargs or {}).items()))


class Bijector:
    """A differentiable function with an inverse: `forward`, `inverse`, and the log-determinants of their Jacobians.

    A kind of bijector defines `_forward`, `_inverse` and one of `_forward_log_det_jacobian` and
    `_inverse_log_det_jacobian`.

    Args:
      graph_parents: tensors that it is made of.
      is_constant_jacobian: the Jacobian does not depend on the argument.
      validate_args: check arguments as the graph runs.
      dtype: of arguments, None for any.
      forward_min_event_ndims: the number of dimensions that `forward` works on.
      inverse_min_event_ndims: those that `inverse` works on.
      name: prefix of its nodes.
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Bijector:
            raise TypeError("Can't instantiate abstract class Bijector with abstract methods __init__")
        return super().__new__(cls)

    def __init__(
        self,
        graph_parents: Any = None,
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        dtype: Any = None,
        forward_min_event_ndims: Any = None,
        inverse_min_event_ndims: Any = None,
        name: str | None = None,
    ) -> None:
        self._graph_parents = graph_parents or []
        forward, inverse = forward_min_event_ndims, inverse_min_event_ndims
        if forward is None and inverse is None:
            raise ValueError("Must specify at least one of `forward_min_event_ndims` and `inverse_min_event_ndims`.")
        forward, inverse = inverse if forward is None else forward, forward if inverse is None else inverse
        for what, number in (("forward", forward), ("inverse", inverse)):
            if not isinstance(number, int):
                kind = type(number).__name__
                raise TypeError(f"Expected {what}_min_event_ndims to be of type int, got {kind}")
            if number < 0:
                raise ValueError(f"{what}_min_event_ndims must be a non-negative integer.")
        self._forward_min_event_ndims: Any = forward
        self._inverse_min_event_ndims: Any = inverse
        self._is_constant_jacobian, self._validate_args, self._dtype = is_constant_jacobian, validate_args, dtype
        self._constant_ildj_map: dict[Any, Any] = {}
        self._from_x: dict[Any, _Mapping] = {}
        self._from_y: dict[Any, _Mapping] = {}
        self._name = name or _snake(type(self).__name__.lstrip("_"))
        for i, t in enumerate(self._graph_parents):
            if t is None or not tensor_util.is_tensor(t):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")

    @property
    def graph_parents(self) -> Any:
        return self._graph_parents

    @property
    def forward_min_event_ndims(self) -> int:
        return self._forward_min_event_ndims

    @property
    def inverse_min_event_ndims(self) -> int:
        return self._inverse_min_event_ndims

    @property
    def is_constant_jacobian(self) -> bool:
        return self._is_constant_jacobian

    @property
    def _is_injective(self) -> bool:
        return True

    @property
    def validate_args(self) -> bool:
        return self._validate_args

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def name(self) -> str:
        return self._name

    # ---- shapes ------------------------------------------------------------------------------------------------------

    def _forward_event_shape_tensor(self, input_shape: Any) -> Any:
        return input_shape

    def forward_event_shape_tensor(self, input_shape: Any, name: str = "forward_event_shape_tensor") -> Any:
        """The shape of `forward` of events of a shape, as a tensor."""
        with self._name_scope(name, [input_shape]):
            return self._forward_event_shape_tensor(convert(input_shape, dtypes.int32, "input_shape"))

    def _forward_event_shape(self, input_shape: Any) -> Any:
        return input_shape

    def forward_event_shape(self, input_shape: Any) -> Any:
        """The shape of `forward` of events of a shape."""
        return self._forward_event_shape(shapes.TensorShape(input_shape))

    def _inverse_event_shape_tensor(self, output_shape: Any) -> Any:
        return output_shape

    def inverse_event_shape_tensor(self, output_shape: Any, name: str = "inverse_event_shape_tensor") -> Any:
        """The shape of `inverse` of events of a shape, as a tensor."""
        with self._name_scope(name, [output_shape]):
            return self._inverse_event_shape_tensor(convert(output_shape, dtypes.int32, "output_shape"))

    def _inverse_event_shape(self, output_shape: Any) -> Any:
        return shapes.TensorShape(output_shape)

    def inverse_event_shape(self, output_shape: Any) -> Any:
        """The shape of `inverse` of events of a shape."""
        return self._inverse_event_shape(shapes.TensorShape(output_shape))

    # ---- the function and its inverse --------------------------------------------------------------------------------

    def _forward(self, x: Any) -> Any:
        raise NotImplementedError("forward not implemented.")

    def _call_forward(self, x: Any, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, [x]):
            x = self._argument(x, "x")
            if not self._is_injective:
                return self._forward(x, **kwargs)
            mapping = self._lookup(x=x, kwargs=kwargs)
            if mapping.y is None:
                mapping = mapping.merge(y=self._forward(x, **kwargs))
                self._cache(mapping)
            return mapping.y

    def forward(self, x: Any, name: str = "forward") -> Any:
        """y = f(x)."""
        return self._call_forward(x, name)

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError("inverse not implemented")

    def _call_inverse(self, y: Any, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, [y]):
            y = self._argument(y, "y")
            if not self._is_injective:
                return self._inverse(y, **kwargs)
            mapping = self._lookup(y=y, kwargs=kwargs)
            if mapping.x is None:
                mapping = mapping.merge(x=self._inverse(y, **kwargs))
                self._cache(mapping)
            return mapping.x

    def inverse(self, y: Any, name: str = "inverse") -> Any:
        """x with f(x) = y; a tuple of them, if several x have one y."""
        return self._call_inverse(y, name)

    # ---- Jacobians ---------------------------------------------------------------------------------------------------

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        raise NotImplementedError("inverse_log_det_jacobian not implemented.")

    def _call_inverse_log_det_jacobian(self, y: Any, event_ndims: Any, name: str, **kwargs: Any) -> Any:
        with self._name_scope(name, [y]):
            if event_ndims in self._constant_ildj_map:
                return self._constant_ildj_map[event_ndims]
            y = self._argument(y, "y")
            with control_dependencies(self._check_valid_event_ndims(self.inverse_min_event_ndims, event_ndims)):
                if not self._is_injective:
                    return self._of_several(y, event_ndims, kwargs)
                mapping = self._lookup(y=y, kwargs=kwargs)
                if mapping.ildj_map and event_ndims in mapping.ildj_map:
                    return mapping.ildj_map[event_ndims]
                x = None
                try:
                    ildj = self._inverse_log_det_jacobian(y, **kwargs)
                    ildj = self._summed(y, ildj, self.inverse_min_event_ndims, event_ndims)
                except NotImplementedError as absent:
                    try:
                        x = mapping.x if mapping.x is not None else self._inverse(y, **kwargs)
                        ildj = -self._forward_log_det_jacobian(x, **kwargs)
                        ildj = self._summed(x, ildj, self.forward_min_event_ndims, event_ndims)
                    except NotImplementedError:
                        raise absent from None
                self._remember(mapping.merge(x=x, ildj_map={event_ndims: ildj}), event_ndims, ildj)
                return ildj

    def _of_several(self, y: Any, event_ndims: Any, kwargs: Any) -> Any:
        """The log-determinants for each x of a y."""
        least = self.inverse_min_event_ndims
        try:
            ildjs = self._inverse_log_det_jacobian(y, **kwargs)
            return tuple(self._summed(y, ildj, least, event_ndims) for ildj in ildjs)
        except NotImplementedError as absent:
            try:
                x = self._inverse(y, **kwargs)
                fldjs = self._forward_log_det_jacobian(x, **kwargs)
            except NotImplementedError:
                raise absent from None
            least = self.forward_min_event_ndims
            return tuple(self._summed(x, -fldj, least, event_ndims) for fldj in fldjs)

    def inverse_log_det_jacobian(self, y: Any, event_ndims: Any, name: str = "inverse_log_det_jacobian") -> Any:
        """log|det(dx/dy)|, summed over the last `event_ndims` dimensions."""
        return self._call_inverse_log_det_jacobian(y, event_ndims, name)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        raise NotImplementedError("forward_log_det_jacobian not implemented.")

    def _call_forward_log_det_jacobian(self, x: Any, event_ndims: Any, name: str, **kwargs: Any) -> Any:
        if not self._is_injective:
            raise NotImplementedError("forward_log_det_jacobian cannot be implemented for non-injective transforms.")
        with self._name_scope(name, [x]):
            with control_dependencies(self._check_valid_event_ndims(self.forward_min_event_ndims, event_ndims)):
                if event_ndims in self._constant_ildj_map:
                    return -1.0 * self._constant_ildj_map[event_ndims]
                x = self._argument(x, "x")
                mapping = self._lookup(x=x, kwargs=kwargs)
                if mapping.ildj_map and event_ndims in mapping.ildj_map:
                    return -mapping.ildj_map[event_ndims]
                y = None
                try:
                    ildj = -self._forward_log_det_jacobian(x, **kwargs)
                    ildj = self._summed(x, ildj, self.forward_min_event_ndims, event_ndims)
                except NotImplementedError as absent:
                    try:
                        y = mapping.y if mapping.y is not None else self._forward(x, **kwargs)
                        ildj = self._inverse_log_det_jacobian(y, **kwargs)
                        ildj = self._summed(y, ildj, self.inverse_min_event_ndims, event_ndims)
                    except NotImplementedError:
                        raise absent from None
                self._remember(mapping.merge(y=y, ildj_map={event_ndims: ildj}), event_ndims, ildj)
                return -ildj

    def forward_log_det_jacobian(self, x: Any, event_ndims: Any, name: str = "forward_log_det_jacobian") -> Any:
        """log|det(dy/dx)|, summed over the last `event_ndims` dimensions."""
        return self._call_forward_log_det_jacobian(x, event_ndims, name)

    # ---- what the calls share ----------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _name_scope(self, name: str | None = None, values: Any = None) -> Iterator[str]:
        with name_scope(self.name):
            with name_scope(name, values=[*(values or []), *self.graph_parents]) as scope:
                yield scope

    def _argument(self, x: Any, name: str) -> Any:
        x = convert(x, None, name)
        if self.dtype is not None and self.dtype.base_dtype != x.dtype.base_dtype:
            raise TypeError(f"Input had dtype {self.dtype!r} but expected {x.dtype!r}.")
        return x

    def _lookup(self, x: Any = None, y: Any = None, kwargs: Any = None) -> _Mapping:
        if x is not None:
            return self._from_x.get(_key(x, kwargs), _Mapping(x=x, y=y, kwargs=kwargs))
        return self._from_y.get(_key(y, kwargs), _Mapping(x=x, y=y, kwargs=kwargs))

    def _cache(self, mapping: _Mapping) -> None:
        mapping = mapping.merge(mapping=self._lookup(mapping.x, mapping.y, mapping.kwargs))
        self._from_x[_key(mapping.x, mapping.kwargs)] = mapping
        self._from_y[_key(mapping.y, mapping.kwargs)] = mapping

    def _remember(self, mapping: _Mapping, event_ndims: Any, ildj: Any) -> None:
        self._cache(mapping)
        if self.is_constant_jacobian:
            self._constant_ildj_map[event_ndims] = ildj

    def _summed(self, y: Any, ildj: Any, min_event_ndims: int, event_ndims: Any) -> Any:
        """A log-determinant of `min_event_ndims` dimensions summed over those of an event."""
        rank = array_ops.rank(y)
        sizes = array_ops.shape(y)[rank - event_ndims : rank - min_event_ndims]
        ones = array_ops.ones(sizes, ildj.dtype)
        known = self._maybe_get_static_event_ndims(event_ndims)
        if known is not None:
            axis: Any = [-index for index in range(1, known - min_event_ndims + 1)]
        else:
            axis = math_ops.range(-(event_ndims - min_event_ndims), 0)
        total = math_ops.reduce_sum(ones * ildj, axis=axis)
        if known is not None and y.shape.ndims is not None and ildj.shape.ndims is not None:
            of_event = y.shape[y.shape.ndims - known : y.shape.ndims - min_event_ndims]
            both = array_ops.broadcast_static_shape(ildj.shape, of_event)
            total.set_shape(both[: both.ndims - (known - min_event_ndims)])
        return total

    def _check_valid_event_ndims(self, min_event_ndims: int, event_ndims: Any) -> list[Any]:
        given = convert(event_ndims, None, "event_ndims")
        known = tensor_util.constant_value(given)
        checks = []
        if not given.dtype.is_integer:
            raise ValueError(f"Expected integer dtype, got dtype {given.dtype!r}")
        if known is not None:
            if given.shape.ndims != 0:
                raise ValueError(f"Expected scalar event_ndims, got shape {given.shape}")
            if min_event_ndims > known:
                raise ValueError(f"event_ndims ({known}) must be larger than min_event_ndims ({min_event_ndims})")
        elif self.validate_args:
            checks.append(check_ops.assert_greater_equal(given, min_event_ndims))
        if given.shape.is_fully_defined():
            if given.shape.ndims != 0:
                raise ValueError(f"Expected scalar shape, got ndims {given.shape.ndims}")
        elif self.validate_args:
            checks.append(check_shapes.assert_rank(given, 0, message="Expected scalar."))
        return checks

    def _maybe_get_static_event_ndims(self, event_ndims: Any) -> int | None:
        known = maybe_get_static_value(event_ndims)
        if isinstance(known, (np.generic, np.ndarray)):
            if known.dtype not in (np.int32, np.int64):
                raise ValueError(f"Expected integer dtype, got dtype {known.dtype}")
            if known.shape:
                raise ValueError(f"Expected a scalar integer, got {known}")
            known = int(known)
        return known


def _snake(name: str) -> str:
    apart = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z0-9])([A-Z])", r"\1_\2", apart).lower()


class Identity(Bijector):
    """y = x."""

    def __init__(self, validate_args: bool = False, name: str = "identity") -> None:
        super().__init__(forward_min_event_ndims=0, is_constant_jacobian=True, validate_args=validate_args, name=name)

    def _forward(self, x: Any) -> Any:
        return x

    def _inverse(self, y: Any) -> Any:
        return y

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return constants.constant(0.0, dtype=y.dtype)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return constants.constant(0.0, dtype=x.dtype)


class ConditionalBijector(Bijector):
    """A bijector whose functions take further arguments, by name."""

    def forward(self, x: Any, name: str = "forward", **condition_kwargs: Any) -> Any:
        return self._call_forward(x, name, **condition_kwargs)

    def inverse(self, y: Any, name: str = "inverse", **condition_kwargs: Any) -> Any:
        return self._call_inverse(y, name, **condition_kwargs)

    def inverse_log_det_jacobian(
        self, y: Any, event_ndims: Any, name: str = "inverse_log_det_jacobian", **condition_kwargs: Any
    ) -> Any:
        return self._call_inverse_log_det_jacobian(y, event_ndims, name, **condition_kwargs)

    def forward_log_det_jacobian(
        self, x: Any, event_ndims: Any, name: str = "forward_log_det_jacobian", **condition_kwargs: Any
    ) -> Any:
        return self._call_forward_log_det_jacobian(x, event_ndims, name, **condition_kwargs)
