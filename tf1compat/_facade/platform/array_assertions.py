"""Assertions about arrays, tensors and messages that `tf.test.TestCase` adds to Python's."""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from absl.testing import absltest

from tf1compat._facade.ragged.tensor import RaggedTensor, is_ragged
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import devices, dtypes, errors

_SHOWN = 500  # elements up to which contents are part of a message
_GRAPH_DEF_VERSION, _MIN_CONSUMER = 134, 0


class ArrayAssertions(absltest.TestCase):
    """Comparisons of values; tensors are evaluated first."""

    def evaluate(self, tensors: Any) -> Any:
        """The values of tensors."""
        raise NotImplementedError

    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: str | None = None) -> None:
        """`|a - b| <= atol + rtol * |b|` for all elements, in nested dicts, lists and tuples, too."""
        if is_ragged(a) or is_ragged(b):
            self._rows_close(self._as_list(a), self._as_list(b), rtol, atol, msg, "value")
            self._same_ragged_rank(a, b, msg)
        else:
            self._close(a, b, rtol, atol, "", msg or "")

    def _as_list(self, x: Any) -> Any:
        x = self.evaluate(x) if isinstance(x, (Tensor, RaggedTensor)) else x
        if is_ragged(x):
            return x.to_list()
        return _plain(x)

    def _same_ragged_rank(self, a: Any, b: Any, msg: str | None) -> None:
        if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
            first, second = (x.ragged_rank if is_ragged(x) else 0 for x in (a, b))
            self.assertEqual(first, second, msg)

    def _rows_close(self, a: Any, b: Any, rtol: float, atol: float, msg: str | None, path: str) -> None:
        self.assertEqual(type(a), type(b))
        if not isinstance(a, (list, tuple)):
            self._close(a, b, rtol, atol, path, msg or "")
            return
        self.assertEqual(len(a), len(b), f"Length differs for {path}")
        for i, (x, y) in enumerate(zip(a, b)):
            self._rows_close(x, y, rtol, atol, msg, f"{path}[{i}]")

    def _close(self, a: Any, b: Any, rtol: float, atol: float, path: str, msg: str) -> None:
        a, b = _as_dict(a), _as_dict(b)
        if isinstance(a, Mapping) != isinstance(b, Mapping):
            raise ValueError(f"Can't compare dict to non-dict, a{path} vs b{path}. {msg}")
        if isinstance(a, Mapping):
            keys = f"mismatched keys: a{path} has keys {a.keys()}, but b{path} has keys {b.keys()}. {msg}"
            self.assertCountEqual(a.keys(), b.keys(), msg=keys)
            for key in a:
                self._close(a[key], b[key], rtol, atol, f"{path}[{key}]", msg)
            return
        where = f"Mismatched value: a{path} is different from b{path}. {msg}"
        if not isinstance(a, (list, tuple)):
            self._arrays_close(a, b, rtol, atol, where)
            return
        try:
            arrays = self._array(a), self._array(b)
            if any(x.dtype == object for x in arrays):
                raise TypeError
        except (ValueError, TypeError):  # elements of different shapes
            if len(a) != len(b):
                sizes = f"a{path} has {len(a)} items, but b{path} has {len(b)} items"
                raise ValueError(f"Mismatched length: {sizes}. {msg}") from None
            for i, (x, y) in enumerate(zip(a, b)):
                self._close(x, y, rtol, atol, f"{path}[{i}]", msg)
            return
        self._arrays_close(*arrays, rtol, atol, where)

    def _arrays_close(self, a: Any, b: Any, rtol: float, atol: float, msg: str) -> None:
        a, b = self._array(a), self._array(b)
        contents = f" with contents {b}" if a.shape != b.shape and (b.ndim <= 3 or b.size < _SHOWN) else ""
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}{contents}.")
        if np.allclose(a, b, rtol=rtol, atol=atol):
            return
        wrong = (np.abs(a - b) > atol + rtol * np.abs(b)) | (np.isnan(a) != np.isnan(b))
        x, y = (a[wrong], b[wrong]) if a.ndim else (a, b)
        lines = [msg, f"not close where = {np.where(wrong)}"] if a.ndim else [msg]
        lines += [f"not close lhs = {x}", f"not close rhs = {y}", f"not close dif = {np.abs(x - y)}"]
        lines += [f"not close tol = {atol + rtol * np.abs(y)}", f"dtype = {a.dtype}, shape = {a.shape}"]
        np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg="\n".join(lines), equal_nan=True)

    def assertAllCloseAccordingToType(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: str | None = None,
    ) -> None:
        """`assertAllClose` with wider tolerances for the narrower types."""
        a, b = self._array(a), self._array(b)
        tolerances: list[tuple[tuple[Any, ...], float, float]] = [
            ((np.float32, np.complex64), float_rtol, float_atol),
            ((np.float16,), half_rtol, half_atol),
            ((dtypes.bfloat16.np,), bfloat16_rtol, bfloat16_atol),
        ]
        for types, wider_rtol, wider_atol in tolerances:
            if a.dtype in types or b.dtype in types:
                rtol, atol = max(rtol, wider_rtol), max(atol, wider_atol)
        self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

    def assertNotAllClose(self, a: Any, b: Any, **kwargs: Any) -> None:
        """Some element differs by more than the tolerance."""
        try:
            self.assertAllClose(a, b, **kwargs)
        except AssertionError:
            return
        raise AssertionError("The two values are close at all elements")

    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """All elements are equal; NaN equals NaN."""
        if is_ragged(a) or is_ragged(b):
            self.assertEqual(self._as_list(a), self._as_list(b), msg)
            self._same_ragged_rank(a, b, msg)
            return
        msg = msg or ""
        a, b = self._array(a), self._array(b)
        shown = f" Contents: {b}. \n{msg}." if b.ndim <= 3 or b.size < _SHOWN else f" {msg}"
        self.assertEqual(a.shape, b.shape, f"Shape mismatch: expected {a.shape}, got {b.shape}.{shown}")
        same = np.asarray(a == b)
        if a.dtype in (np.float16, np.float32, np.float64, dtypes.bfloat16.np):
            same = same | (np.isnan(a) & np.isnan(b))
        if same.all():
            return
        x, y = (a[~same], b[~same]) if a.ndim else (a, b)
        lines = [msg, f"not equal where = {np.where(~same)}"] if a.ndim else [msg]
        lines += [f"not equal lhs = {x}", f"not equal rhs = {y}"]
        np.testing.assert_array_equal(a, b, err_msg="\n".join(lines))

    def assertNotAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Some elements differ."""
        try:
            self.assertAllEqual(a, b, msg)
        except AssertionError:
            return
        raise AssertionError("The two values are equal at all elements")

    def assertAllGreater(self, a: Any, comparison_target: Any) -> None:
        """All elements are greater than a number."""
        self.assertGreater(np.min(self._array(a)), comparison_target)

    def assertAllLess(self, a: Any, comparison_target: Any) -> None:
        """All elements are less than a number."""
        self.assertLess(np.max(self._array(a)), comparison_target)

    def assertAllGreaterEqual(self, a: Any, comparison_target: Any) -> None:
        """No element is less than a number."""
        self.assertGreaterEqual(np.min(self._array(a)), comparison_target)

    def assertAllLessEqual(self, a: Any, comparison_target: Any) -> None:
        """No element is greater than a number."""
        self.assertLessEqual(np.max(self._array(a)), comparison_target)

    def assertAllInRange(
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """All elements lie between two bounds, which count as inside unless they are open."""
        target = self._array(target)
        if target.dtype.kind not in "iuf":
            raise AssertionError(
                f"The value of {target} does not have an ordered numeric type, instead it has type: {target.dtype}"
            )
        nan = np.where(np.isnan(target))
        if np.size(nan):
            raise AssertionError(
                f"{len(nan[0])} of the {target.size} element(s) are NaN. Subscripts(s) and value(s) of the NaN "
                "element(s):\n" + "\n".join(_subscripts(nan, target))
            )
        outside = target <= lower_bound if open_lower_bound else target < lower_bound
        outside = outside | (target >= upper_bound if open_upper_bound else target > upper_bound)
        if np.any(outside):
            bounds = f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}{')' if open_upper_bound else ']'}"
            raise AssertionError(
                f"{np.sum(outside)} of the {target.size} element(s) are outside the range {bounds}. Subscript(s) and "
                "value(s) of the offending elements:\n" + "\n".join(_subscripts(np.where(outside), target))
            )

    def assertAllInSet(self, target: Any, expected_set: Any) -> None:
        """All elements are in a set."""
        others = np.setdiff1d(self._array(target).flatten(), list(expected_set))
        if others.size:
            raise AssertionError(f"{others.size} unique element(s) are not in the set {expected_set}: {others}")

    def assertNear(self, f1: float, f2: float, err: float, msg: str | None = None) -> None:
        """Two numbers differ by at most `err`."""
        more = f" ({msg})" if msg is not None else ""
        text = f"{_number(f1)} != {_number(f2)} +/- {_number(err)}{more}"
        self.assertTrue(f1 == f2 or math.fabs(f1 - f2) <= err, text)

    def assertArrayNear(self, farray1: Any, farray2: Any, err: float, msg: str | None = None) -> None:
        """Two lists of numbers differ by at most `err` everywhere."""
        self.assertEqual(len(farray1), len(farray2), msg=msg)
        for f1, f2 in zip(farray1, farray2):
            self.assertNear(float(f1), float(f2), err, msg=msg)

    def assertNDArrayNear(self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None) -> None:
        """The norm of the difference of two arrays is less than `err`."""
        self.assertTrue(np.linalg.norm(ndarray1 - ndarray2) < err, msg=msg)

    def assertDTypeEqual(self, target: Any, expected_dtype: Any) -> None:
        """An array or tensor has this NumPy dtype."""
        self.assertEqual(self._array(target).dtype, expected_dtype)

    def assertShapeEqual(self, np_array: Any, tf_tensor: Any, msg: str | None = None) -> None:
        """An array has the static shape of a tensor."""
        if not isinstance(np_array, (np.ndarray, np.generic)):
            raise TypeError("np_array must be a Numpy ndarray or Numpy scalar")
        if not isinstance(tf_tensor, Tensor):
            raise TypeError("tf_tensor must be a Tensor")
        self.assertAllEqual(np_array.shape, tf_tensor.get_shape().as_list(), msg=msg)

    def assertDeviceEqual(self, device1: Any, device2: Any, msg: str | None = None) -> None:
        """Two names denote the same device."""
        first, second = devices.canonical(device1), devices.canonical(device2)
        self.assertEqual(first, second, f"Devices {first} and {second} are not equal. {msg}")

    def assertStartsWith(self, actual: str, expected_start: str, msg: str | None = None) -> None:
        """A text starts with another."""
        if not actual.startswith(expected_start):
            self.fail(f"{actual!r} does not start with {expected_start!r}" + (f" : {msg!r}" if msg else ""))

    def assertProtoEquals(self, expected_message_maybe_ascii: Any, message: Any, msg: str | None = None) -> None:
        """A message equals another, or the text of one."""
        from google.protobuf import text_format

        expected = expected_message_maybe_ascii
        if isinstance(expected, str):
            expected = text_format.Merge(expected, type(message)())
        if not isinstance(expected, type(message)):
            raise AssertionError(f"Can't compare protos of type {type(expected)} and {type(message)}. {msg or ''}")
        self.assertMultiLineEqual(str(expected), str(message), msg)

    def assertProtoEqualsVersion(
        self,
        expected: str,
        actual: Any,
        producer: int = _GRAPH_DEF_VERSION,
        min_consumer: int = _MIN_CONSUMER,
        msg: str | None = None,
    ) -> None:
        """`assertProtoEquals` for a GraphDef, with the given versions added to the text."""
        versions = f"versions {{ producer: {producer} min_consumer: {min_consumer} }};\n"
        self.assertProtoEquals(versions + expected, actual, msg=msg)

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(
        self, exception_type: Any, expected_err_re_or_predicate: str | Callable[[Any], bool]
    ) -> Iterator[None]:
        """The block raises this type; a predicate is true of the error, or a regular expression is in its message."""
        wanted = expected_err_re_or_predicate
        try:
            yield
        except Exception as e:
            matches = wanted(e) if callable(wanted) else re.search(wanted, _error_text(e))
            if not isinstance(e, exception_type) or not matches:
                raise AssertionError(f"Exception of type {type(e)}: {e}") from e
            return
        self.fail(f"{exception_type.__name__} not raised")

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:
        """`assertRaisesWithPredicateMatch` for `tf.errors.OpError`."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)

    def _array(self, a: Any) -> np.ndarray[Any, Any]:
        value = self.evaluate(a) if isinstance(a, Tensor) else a
        try:
            return np.asarray(value)
        except ValueError:  # lists of several lengths: what the NumPy of TensorFlow 1 made of them
            return np.asarray(value, dtype=object)


def _number(value: Any) -> str:
    return f"{float(np.asarray(value).item()):f}"  # TF1: arrays of one element count as numbers


def _as_dict(value: Any) -> Any:
    return value._asdict() if hasattr(value, "_asdict") else value


def _error_text(error: Exception) -> str:
    """The message, followed by the operations it comes from."""
    text = error.message if isinstance(error, errors.OpError) else str(error)
    op = error.op if isinstance(error, errors.OpError) else None
    while op is not None:
        text += f"\nCaused by: {op.name}"
        op = getattr(op, "_original_op", None)
    return text


def _subscripts(where: Any, values: np.ndarray[Any, Any], limit: int = 10) -> list[str]:
    places = np.transpose(where)
    lines = [f"  {place} : {values[tuple(place)]}" for place in itertools.islice(places, limit)]
    return lines + ["  ..."] * (len(places) > limit)


def _plain(x: Any) -> Any:
    """Arrays as lists, in nested lists of any lengths, too."""
    if isinstance(x, (list, tuple)):
        return [_plain(v) for v in x]
    return x.tolist() if isinstance(x, (np.ndarray, np.generic)) else x
