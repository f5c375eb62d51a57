"""The tests that every kind of LinearOperator passes: a base class, and functions that add them to a class."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import context, tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, math_ops, matrices, random_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.gradient_tape import GradientTape
from tf1compat._facade.graph import Graph
from tf1compat._facade.linear_operators.batches import matrix_solve_with_broadcast
from tf1compat._facade.platform.testcase import TestCase
from tf1compat._facade.testing import test_util
from tf1compat._jaxcore.base import dtypes, shapes

DEFAULT_GRAPH_SEED = 87654321
_TOLERANCE = {
    dtypes.float16: 1e-3,
    dtypes.float32: 1e-6,
    dtypes.float64: 1e-12,
    dtypes.complex64: 1e-6,
    dtypes.complex128: 1e-12,
}


class OperatorShapesInfo:
    """The shape of an operator, and what else a test keeps with it."""

    def __init__(self, shape: Any, **kwargs: Any) -> None:
        self.shape = shape
        self.__dict__.update(kwargs)


class CheckTapeSafeSkipOptions:
    """Names of methods that `check_tape_safe` may leave out."""

    DETERMINANT = "determinant"
    DIAG_PART = "diag_part"
    LOG_ABS_DETERMINANT = "log_abs_determinant"
    TRACE = "trace"


class LinearOperatorDerivedClassTest(TestCase):
    """A test class whose subclasses say how to make an operator and the same matrix.

    They define `operator_and_matrix(shapes_info, dtype, use_placeholder, ensure_self_adjoint_and_pd)`, `make_rhs`,
    `make_x`, and `operator_shapes_infos()`; `add_tests(Subclass)` then adds the tests.
    """

    _atol = dict(_TOLERANCE)
    _rtol = dict(_TOLERANCE)

    def assertAC(self, x: Any, y: Any) -> None:
        """Close, as the type of `x` allows."""
        kind = dtypes.as_dtype(x.dtype)
        self.assertAllClose(x, y, atol=self._atol[kind], rtol=self._rtol[kind])

    @staticmethod
    def adjoint_options() -> list[bool]:
        return [False, True]

    @staticmethod
    def adjoint_arg_options() -> list[bool]:
        return [False, True]

    @staticmethod
    def dtypes_to_test() -> list[Any]:
        return [dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128]

    @staticmethod
    def use_placeholder_options() -> list[bool]:
        return [False, True]

    @staticmethod
    def operator_shapes_infos() -> list[Any]:
        raise NotImplementedError("operator_shapes_infos has not been implemented.")

    def operator_and_matrix(
        self, shapes_info: Any, dtype: Any, use_placeholder: bool, ensure_self_adjoint_and_pd: bool = False
    ) -> tuple[Any, Any]:
        """(an operator, the matrix that it is)."""
        raise NotImplementedError("Not implemented yet.")

    def make_rhs(self, operator: Any, adjoint: bool, with_batch: bool = True) -> Any:
        """A right-hand side for `solve`."""
        raise NotImplementedError("make_rhs is not defined.")

    def make_x(self, operator: Any, adjoint: bool, with_batch: bool = True) -> Any:
        """An argument for `matmul`."""
        raise NotImplementedError("make_x is not defined.")

    @staticmethod
    def skip_these_tests() -> list[str]:
        return []

    def assertRaisesError(self, msg: str) -> Any:
        """An error of an operation, with that message."""
        return self.assertRaisesOpError(msg)

    def check_tape_safe(self, operator: Any, skip_options: Any = None) -> None:
        """Gradients reach the operator's variables through all its methods."""
        if not operator.variables:
            raise AssertionError("`operator.variables` was empty")

        def reaches(function: Callable[[], Any]) -> None:
            with GradientTape() as tape:
                for gradient in tape.gradient(function(), operator.variables):
                    self.assertIsNotNone(gradient)

        reaches(operator.to_dense)
        reaches(lambda: operator.adjoint().to_dense())
        x = math_ops.cast(array_ops.ones(shape=operator.H.shape_tensor()[:-1]), operator.dtype)
        reaches(lambda: operator.matvec(x))
        if not operator.is_square:
            return
        for method in ("determinant", "log_abs_determinant", "diag_part", "trace"):
            if method not in (skip_options or []):
                reaches(getattr(operator, method))
        if operator.is_non_singular is False:
            return
        reaches(lambda: operator.inverse().to_dense())
        reaches(lambda: operator.solvevec(x))
        if operator.is_self_adjoint and operator.is_positive_definite:
            reaches(lambda: operator.cholesky().to_dense())


class _Case:
    """One operator of a test, in a session of its own, and what comparing it needs."""

    def __init__(self, test: Any, info: Any, dtype: Any, fed: bool, **kwargs: Any) -> None:
        self.test, self.info, self.fed = test, info, fed
        self.operator, self.matrix = test.operator_and_matrix(info, dtype, use_placeholder=fed, **kwargs)

    def compare(self, session: Any, found: Any, wanted: Any, shape: Any = None) -> None:
        """Both are close; what is known of the shape is right."""
        if not self.fed and shape is not None:
            self.test.assertAllEqual(shape, found.shape)
        values = session.run([found, wanted])
        self.test.assertAC(values[0], values[1])


def _in_session(body: Callable[..., None], **options: Any) -> Callable[..., Callable[[Any], None]]:
    """The template of a test: (placeholders?, shapes, dtype, ...) -> a method that runs `body` in a new graph."""

    def template(fed: bool, info: Any, dtype: Any, *arguments: Any) -> Callable[[Any], None]:
        def test(self: Any) -> None:
            if options.get("batch_only") and len(info.shape) <= 2:
                return
            with self.session(graph=Graph()) as session:
                session.graph.seed = DEFAULT_GRAPH_SEED
                positive = {"ensure_self_adjoint_and_pd": True} if options.get("positive") else {}
                body(_Case(self, info, dtype, fed, **positive), session, *arguments)

        return test

    return template


def _to_dense(case: _Case, session: Any) -> None:
    case.compare(session, case.operator.to_dense(), case.matrix, case.info.shape)


def _det(case: _Case, session: Any) -> None:
    found = case.operator.determinant()
    case.compare(session, found, matrices.matrix_determinant(case.matrix), case.info.shape[:-2])


def _log_abs_det(case: _Case, session: Any) -> None:
    found = case.operator.log_abs_determinant()
    case.compare(session, found, matrices.slogdet(case.matrix)[1], case.info.shape[:-2])


def _matmul(with_batch: bool) -> Callable[..., None]:
    def body(case: _Case, session: Any, adjoint: bool, adjoint_arg: bool) -> None:
        x = case.test.make_x(case.operator, adjoint=adjoint, with_batch=with_batch)
        if adjoint_arg:
            found = case.operator.matmul(matrices.adjoint(x), adjoint=adjoint, adjoint_arg=True)
        else:
            found = case.operator.matmul(x, adjoint=adjoint)
        wanted = math_ops.matmul(case.matrix, x, adjoint_a=adjoint)
        case.compare(session, found, wanted, wanted.shape)

    return body


def _solve(with_batch: bool) -> Callable[..., None]:
    def body(case: _Case, session: Any, adjoint: bool, adjoint_arg: bool) -> None:
        rhs = case.test.make_rhs(case.operator, adjoint=adjoint, with_batch=with_batch)
        given = matrices.adjoint(rhs) if adjoint_arg else rhs
        found = case.operator.solve(given, adjoint=adjoint, adjoint_arg=adjoint_arg)
        wanted = matrix_solve_with_broadcast(case.matrix, rhs, adjoint=adjoint)
        case.compare(session, found, wanted, wanted.shape)

    return body


def _cholesky(case: _Case, session: Any) -> None:
    case.compare(session, case.operator.cholesky().to_dense(), matrices.cholesky(case.matrix))


def _inverse(case: _Case, session: Any) -> None:
    case.compare(session, case.operator.inverse().to_dense(), matrices.matrix_inverse(case.matrix))


def _trace(case: _Case, session: Any) -> None:
    wanted = math_ops.trace(case.matrix)
    case.compare(session, case.operator.trace(), wanted, wanted.shape)


def _add_to_tensor(case: _Case, session: Any) -> None:
    found = case.operator.add_to_tensor(2 * case.matrix)
    case.compare(session, found, 3 * case.matrix, case.info.shape)


def _diag_part(case: _Case, session: Any) -> None:
    wanted = array_ops.matrix_diag_part(case.matrix)
    case.compare(session, case.operator.diag_part(), wanted, wanted.shape)


_PLAIN = {
    "add_to_tensor": _in_session(_add_to_tensor),
    "cholesky": _in_session(_cholesky, positive=True),
    "det": _in_session(_det),
    "diag_part": _in_session(_diag_part),
    "inverse": _in_session(_inverse),
    "log_abs_det": _in_session(_log_abs_det),
    "to_dense": _in_session(_to_dense),
    "trace": _in_session(_trace),
}
# TF1: the test of `matmul` that is named for broadcasting has all batch dimensions
_WITH_ADJOINTS = {
    "matmul": _in_session(_matmul(True)),
    "matmul_with_broadcast": _in_session(_matmul(True)),
    "solve": _in_session(_solve(True)),
    "solve_with_broadcast": _in_session(_solve(False), batch_only=True),
}


def add_tests(test_cls: Any) -> None:
    """Adds the tests of all shapes and types to a subclass of LinearOperatorDerivedClassTest.

    Raises:
      RuntimeError: it has a test of that name.
    """
    skipped = test_cls.skip_these_tests()
    kinds, fed = test_cls.dtypes_to_test(), test_cls.use_placeholder_options()
    cases = list(itertools.product(kinds, fed, test_cls.operator_shapes_infos()))
    adjoints = list(itertools.product(test_cls.adjoint_options(), test_cls.adjoint_arg_options()))
    for name, template in {**_PLAIN, **_WITH_ADJOINTS}.items():
        if name in skipped:
            continue
        for dtype, placeholder, info in cases:
            base = f"test_{name}__shape={info.shape},dtype={dtype},use_placeholder={placeholder}"
            if name in _PLAIN:
                _add(test_cls, base, template(placeholder, info, dtype))
                continue
            for pair in adjoints:
                title = f"{base},adjoint={pair[0]},adjoint_arg={pair[1]}"
                _add(test_cls, title, template(placeholder, info, dtype, *pair))


def _add(test_cls: Any, name: str, test: Callable[[Any], None]) -> None:
    if hasattr(test_cls, name):
        raise RuntimeError(f"Test {name} defined more than once")
    setattr(test_cls, name, test_util.run_deprecated_v1(test))


def _systems(operator: Any) -> int:
    return 1 if operator.tensor_rank is None or operator.tensor_rank % 2 else 2


def _argument(operator: Any, rows_of: str, with_batch: bool) -> Any:
    """Random matrices with as many rows as the operator has of `rows_of`."""
    columns = _systems(operator)
    if operator.shape.is_fully_defined():
        rows: Any = getattr(operator, rows_of).value
        shape: Any = [*(operator.batch_shape.as_list() if with_batch else []), rows, columns]
    else:
        batch = operator.batch_shape_tensor()
        rows = getattr(operator, rows_of + "_tensor")()
        shape = array_ops.concat((batch, [rows, columns]), 0) if with_batch else [rows, columns]
    return random_normal(shape, dtype=operator.dtype)


class SquareLinearOperatorDerivedClassTest(LinearOperatorDerivedClassTest):
    """For operators with square matrices."""

    @staticmethod
    def operator_shapes_infos() -> list[Any]:
        return [OperatorShapesInfo(s) for s in ((0, 0), (1, 1), (1, 3, 3), (3, 4, 4), (2, 1, 4, 4))]

    def make_rhs(self, operator: Any, adjoint: bool, with_batch: bool = True) -> Any:
        return self.make_x(operator, adjoint=not adjoint, with_batch=with_batch)

    def make_x(self, operator: Any, adjoint: bool, with_batch: bool = True) -> Any:
        return _argument(operator, "domain_dimension", with_batch)

    def _get_num_systems(self, operator: Any) -> int:
        return _systems(operator)


class NonSquareLinearOperatorDerivedClassTest(LinearOperatorDerivedClassTest):
    """For operators with other matrices."""

    @staticmethod
    def skip_these_tests() -> list[str]:
        return ["cholesky", "inverse", "solve", "solve_with_broadcast", "det", "log_abs_det"]

    @staticmethod
    def operator_shapes_infos() -> list[Any]:
        return [OperatorShapesInfo(s) for s in ((2, 1), (1, 2), (1, 3, 2), (3, 3, 4), (2, 1, 2, 4))]

    def make_rhs(self, operator: Any, adjoint: bool, with_batch: bool = True) -> Any:
        raise NotImplementedError("make_rhs not implemented because we don't test solve")

    def make_x(self, operator: Any, adjoint: bool, with_batch: bool = True) -> Any:
        return _argument(operator, "range_dimension" if adjoint else "domain_dimension", with_batch)

    def _get_num_systems(self, operator: Any) -> int:
        return _systems(operator)


# ---- random matrices -------------------------------------------------------------------------------------------------


def random_positive_definite_matrix(shape: Any, dtype: Any, force_well_conditioned: bool = False) -> Any:
    """Positive definite matrices."""
    if not tensor_util.is_tensor(shape):
        shape = shapes.TensorShape(shape)
        shape[-1].assert_is_compatible_with(shape[-2])
    with name_scope("random_positive_definite_matrix"):
        tril = random_tril_matrix(shape, dtypes.as_dtype(dtype), force_well_conditioned=force_well_conditioned)
        return math_ops.matmul(tril, tril, adjoint_b=True)


def random_tril_matrix(shape: Any, dtype: Any, force_well_conditioned: bool = False, remove_upper: bool = True) -> Any:
    """Lower triangular matrices; well-conditioned ones have diagonals between 1 and sqrt(2) in size."""
    with name_scope("random_tril_matrix"):
        tril = random_normal(shape, dtype=dtype)
        if remove_upper:
            tril = array_ops.matrix_band_part(tril, -1, 0)
        if force_well_conditioned:
            most = convert(np.sqrt(2.0), dtypes.as_dtype(dtype).real_dtype)
            diagonal = random_sign_uniform(shape[:-1], dtype=dtype, minval=1.0, maxval=most)
            tril = array_ops.matrix_set_diag(tril, diagonal)
        return tril


def _real_or_complex(draw: Callable[[Any, Any], Any], dtype: Any, seed: int | None, salt: int) -> Any:
    kind = dtypes.as_dtype(dtype)
    real = draw(kind.real_dtype, seed)
    if not kind.is_complex:
        return real
    return math_ops.complex(real, draw(kind.real_dtype, None if seed is None else seed + salt))


def random_normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = dtypes.float32, seed: int | None = None
) -> Any:
    """Normal deviates, of both parts if the type is complex."""

    def draw(kind: Any, s: Any) -> Any:
        return random_ops.random_normal(shape, mean=mean, stddev=stddev, dtype=kind, seed=s)

    with name_scope("random_normal"):
        return _real_or_complex(draw, dtype, seed, 1234)


def random_uniform(
    shape: Any, minval: Any = None, maxval: Any = None, dtype: Any = dtypes.float32, seed: int | None = None
) -> Any:
    """Uniform deviates, of both parts if the type is complex."""

    def draw(kind: Any, s: Any) -> Any:
        return random_ops.random_uniform(shape, dtype=kind, minval=minval, maxval=maxval, seed=s)

    with name_scope("random_uniform"):
        return _real_or_complex(draw, dtype, seed, 12345)


def random_sign_uniform(
    shape: Any, minval: Any = None, maxval: Any = None, dtype: Any = dtypes.float32, seed: int | None = None
) -> Any:
    """Uniform deviates with random signs."""
    with name_scope("random_sign_uniform"):
        sizes = random_uniform(shape, minval=minval, maxval=maxval, dtype=dtype, seed=seed)
        other = None if seed is None else seed + 12
        signs = math_ops.sign(random_ops.random_uniform(shape, minval=-1.0, maxval=1.0, seed=other))
        return sizes * math_ops.cast(signs, sizes.dtype)


def random_normal_correlated_columns(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    eps: float = 0.0001,
    seed: int | None = None,
) -> Any:
    """Matrices of normal deviates; if n columns are no fewer than the rows, they lie near n - 1 dimensions."""
    if len(shape) < 2:
        raise ValueError(f"Argument shape must be at least length 2.  Found: {shape}")
    *batch, m, n = shape
    if n < 2 or n < m:
        return random_normal(shape, mean=mean, stddev=stddev, dtype=dtype, seed=seed)
    with name_scope("random_normal_correlated_columns"):
        # TF1: leaves the standard deviation out here
        small = random_normal([*batch, m, n - 1], stddev=1 / np.sqrt(n - 1), dtype=dtype, seed=seed)
        other = None if seed is None else seed + 1287
        embedding = random_normal([*batch, n, n - 1], dtype=dtype, seed=other)
        embedded = array_ops.matrix_transpose(math_ops.matmul(embedding, small, transpose_b=True))
        means = array_ops.ones_like(embedded) * mean
        return embedded + random_normal(shape, stddev=eps, dtype=dtype) + means
