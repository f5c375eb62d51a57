"""The parts of a tensor's shape: of samples, of the batch, of an event."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.static_shapes import pick_vector, rotate_transpose
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes


def _all_known(*args: Any) -> bool:
    return all(tensor_util.constant_value(x) is not None for x in args)


class _DistributionShape:
    """Takes the shape of samples of a distribution apart, given how many dimensions its batch and its events have.

    Raises:
      ValueError: a number of dimensions is not given, is no scalar, or is negative.
      TypeError: it is no int32.
    """

    def __init__(
        self,
        batch_ndims: Any = None,
        event_ndims: Any = None,
        validate_args: bool = False,
        name: str = "DistributionShape",
    ) -> None:
        for what, given in (("batch_ndims", batch_ndims), ("event_ndims", event_ndims)):
            if given is None:
                raise ValueError(f"{what} cannot be None")
        self._validate_args, self._name = validate_args, name
        with name_scope(name):
            with name_scope("init"):
                self._batch_ndims = self._checked(convert(batch_ndims, None, "batch_ndims"))
                self._batch_ndims_static, self._batch_ndims_is_0 = self._introspect_ndims(self._batch_ndims)
                self._event_ndims = self._checked(convert(event_ndims, None, "event_ndims"))
                self._event_ndims_static, self._event_ndims_is_0 = self._introspect_ndims(self._event_ndims)

    @property
    def name(self) -> str:
        return self._name

    @property
    def batch_ndims(self) -> Any:
        return self._batch_ndims

    @property
    def event_ndims(self) -> Any:
        return self._event_ndims

    @property
    def validate_args(self) -> bool:
        return self._validate_args

    def get_ndims(self, x: Any, name: str = "get_ndims") -> Any:
        """The number of dimensions."""
        with self._name_scope(name, values=[x]):
            x = convert(x, None, "x")
            known = x.shape.ndims
            return array_ops.rank(x, name="ndims") if known is None else convert(known, dtypes.int32, "ndims")

    def get_sample_ndims(self, x: Any, name: str = "get_sample_ndims") -> Any:
        """How many of them are of samples."""
        with self._name_scope(name, values=[x]):
            ndims = self.get_ndims(x, name=name)
            if _all_known(ndims, self.batch_ndims, self.event_ndims):
                known = tensor_util.constant_value(ndims)
                rest = known - self._batch_ndims_static - self._event_ndims_static
                if rest < 0:
                    raise ValueError(
                        f"expected batch_ndims({self._batch_ndims_static}) + event_ndims({self._event_ndims_static}) <= "
                        f"ndims({known})"
                    )
                return convert(rest, None, "sample_ndims")
            with name_scope("sample_ndims"):
                rest = ndims - self.batch_ndims - self.event_ndims
                if self.validate_args:
                    rest = with_dependencies([check_ops.assert_non_negative(rest)], rest)
            return rest

    def _parts(self, x: Any, name: str, part: Any, kind: str) -> tuple[Any, Any, Any]:
        """What `part(start, size, name)` gives for samples, batch and event."""
        samples = self.get_sample_ndims(x, name=name)
        return (
            part([], samples, f"sample_{kind}"),
            part([samples], self.batch_ndims, f"batch_{kind}"),
            part([samples, self.batch_ndims], self.event_ndims, f"event_{kind}"),
        )

    @staticmethod
    def _start(start_sum: list[Any]) -> list[Any]:
        return start_sum or [array_ops.zeros([], dtype=dtypes.int32, name="zero")]

    def get_dims(self, x: Any, name: str = "get_dims") -> tuple[Any, Any, Any]:
        """The numbers of the dimensions of samples, batch and event."""

        def part(start_sum: list[Any], size: Any, name: str) -> Any:
            starts = self._start(start_sum)
            if _all_known(size, *starts):
                start = sum(int(tensor_util.constant_value(s)) for s in starts)
                stop = start + int(tensor_util.constant_value(size))
                return convert(list(range(start, stop)), dtypes.int32, name)
            return math_ops.range(sum(starts), sum(starts) + size)

        with self._name_scope(name, values=[x]):
            return self._parts(x, name, part, "dims")

    def get_shape(self, x: Any, name: str = "get_shape") -> tuple[Any, Any, Any]:
        """The shapes of samples, batch and event."""
        with self._name_scope(name, values=[x]):
            x = convert(x, None, "x")

            def part(start_sum: list[Any], size: Any, name: str) -> Any:
                starts = self._start(start_sum)
                if x.shape.ndims is not None and _all_known(size, *starts):
                    start = sum(int(tensor_util.constant_value(s)) for s in starts)
                    found = x.shape[start : start + int(tensor_util.constant_value(size))].as_list()
                    if None not in found:
                        return convert(found, dtypes.int32, name)
                return array_ops.slice(array_ops.shape(x), [sum(starts)], [size])

            return self._parts(x, name, part, "shape")

    def make_batch_of_event_sample_matrices(
        self, x: Any, expand_batch_dim: bool = True, name: str = "make_batch_of_event_sample_matrices"
    ) -> tuple[Any, Any]:
        """(`x` as [batch, event, samples], the shape of samples)."""
        with self._name_scope(name, values=[x]):
            x = convert(x, None, "x")
            sample_shape, batch_shape, event_shape = self.get_shape(x)
            event_shape = pick_vector(self._event_ndims_is_0, [1], event_shape)
            if expand_batch_dim:
                batch_shape = pick_vector(self._batch_ndims_is_0, [1], batch_shape)
            x = array_ops.reshape(x, shape=array_ops.concat([[-1], batch_shape, event_shape], 0))
            return rotate_transpose(x, shift=-1), sample_shape

    def undo_make_batch_of_event_sample_matrices(
        self,
        x: Any,
        sample_shape: Any,
        expand_batch_dim: bool = True,
        name: str = "undo_make_batch_of_event_sample_matrices",
    ) -> Any:
        """`x` of [batch, event, samples] as samples + batch + event."""
        with self._name_scope(name, values=[x, sample_shape]):
            x, sample_shape = convert(x, None, "x"), convert(sample_shape, None, "sample_shape")
            x = rotate_transpose(x, shift=1)
            if _all_known(self.batch_ndims, self.event_ndims):
                single = [-1] if self._event_ndims_is_0 else []
                single += [1] if self._batch_ndims_is_0 and expand_batch_dim else []
                if single:
                    x = array_ops.squeeze(x, axis=single)
                _, batch_shape, event_shape = self.get_shape(x)
            else:
                s: Any = x.shape.as_list() if x.shape.is_fully_defined() else array_ops.shape(x)
                batch_shape = s[1 : 1 + self.batch_ndims]
                both = math_ops.logical_and(expand_batch_dim, self._batch_ndims_is_0)
                start = array_ops.where_v2(both, 2, 1 + self.batch_ndims)
                event_shape = s[start : start + self.event_ndims]
            return array_ops.reshape(x, shape=array_ops.concat([sample_shape, batch_shape, event_shape], 0))

    @contextlib.contextmanager
    def _name_scope(self, name: str | None = None, values: Any = None) -> Iterator[str]:
        with name_scope(self.name):
            with name_scope(name, values=[*(values or []), self.batch_ndims, self.event_ndims]) as scope:
                yield scope

    def _checked(self, x: Any) -> Any:
        if x.dtype.base_dtype != dtypes.int32:
            raise TypeError(f"{x.name}.dtype={x.dtype!r} is not {dtypes.int32!r}")
        known = tensor_util.constant_value(x)
        if x.shape.ndims is not None and known is not None:
            if x.shape.ndims != 0:
                raise ValueError(f"{x.name}.ndims={x.shape.ndims} is not 0 (scalar)")
            if known < 0:
                raise ValueError(f"{x.name}.value={known} cannot be negative")
            return x
        if self.validate_args:
            x = with_dependencies([check_shapes.assert_rank(x, 0), check_ops.assert_non_negative(x)], x)
        return x

    def _introspect_ndims(self, ndims: Any) -> tuple[Any, Any]:
        known = tensor_util.constant_value(ndims)
        return (None, math_ops.equal(ndims, 0)) if known is None else (known, known == 0)
