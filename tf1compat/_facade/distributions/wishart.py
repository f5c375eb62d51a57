"""`tf.contrib.distributions`: Wishart distributions of positive definite matrices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tf1compat._facade import tensor_util
from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.distribution import FULLY_REPARAMETERIZED, Distribution
from tf1compat._facade.distributions.scalar_events import arguments, given
from tf1compat._facade.distributions.static_shapes import gen_new_seed
from tf1compat._facade.distributions.validation import assert_symmetric
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, constants, math_ops, matrices, random_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.linear_operators import LinearOperatorLowerTriangular
from tf1compat._jaxcore.base import dtypes, shapes


class _WishartLinearOperator(Distribution):
    """Wishart distributions with `df` degrees of freedom, the Cholesky factor of the scale given as an operator."""

    df, scale_operator, dimension = given("df"), given("scale_operator"), given("dimension")
    cholesky_input_output_matrices = given("cholesky_input_output_matrices")

    def __init__(
        self,
        df: Any,
        scale_operator: Any,
        cholesky_input_output_matrices: bool = False,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = None,
    ) -> None:
        parameters = arguments(locals())
        self._cholesky_input_output_matrices = cholesky_input_output_matrices
        operator = scale_operator
        with name_scope(name) as scope:
            with name_scope("init", values=[df, scale_operator]):
                if not operator.dtype.is_floating:
                    raise TypeError(f"scale_operator.dtype={operator.dtype} is not a floating-point type")
                if not operator.is_square:
                    raise ValueError("scale_operator must be square.")
                self._scale_operator = operator
                self._df: Any = convert(df, operator.dtype, "df")
                check_shapes.assert_same_float_dtype([self._df], operator.dtype)
                size = shapes.dimension_value(operator.domain_dimension)
                if size is None:
                    size = operator.domain_dimension_tensor()
                    self._dimension: Any = math_ops.cast(size, dtype=operator.dtype, name="dimension")
                else:
                    self._dimension = convert(size, operator.dtype, "dimension")
                self._check_df(validate_args)
        parents = [self._df, self._dimension, *operator.graph_parents]
        kind = FULLY_REPARAMETERIZED
        super().__init__(operator.dtype, kind, validate_args, allow_nan_stats, parameters, parents, scope)

    def _check_df(self, validate_args: bool) -> None:
        df, size = tensor_util.constant_value(self._df), tensor_util.constant_value(self._dimension)
        message = "Degrees of freedom (df = {}) cannot be less than dimension of scale matrix (scale.dimension = {})"
        if df is not None and size is not None:
            if np.any(np.asarray(df) < size):
                raise ValueError(message.format(np.atleast_1d(df), size))
        elif validate_args:
            text = message.format(self._dimension, self._df)
            check = check_ops.assert_less_equal(self._dimension, self._df, message=text)
            self._df = with_dependencies([check], self._df)

    def _square_scale_operator(self) -> Any:
        return self.scale_operator.matmul(self.scale_operator.to_dense(), adjoint_arg=True)

    def scale(self) -> Any:
        """The scale matrices, or their Cholesky factors if events are such."""
        if self._cholesky_input_output_matrices:
            return self.scale_operator.to_dense()
        return self._square_scale_operator()

    def _event_shape_tensor(self) -> Any:
        size = self.scale_operator.domain_dimension_tensor()
        return array_ops.stack([size, size])

    def _event_shape(self) -> Any:
        size = self.scale_operator.domain_dimension
        return shapes.TensorShape([size, size])

    def _batch_shape_tensor(self) -> Any:
        return self.scale_operator.batch_shape_tensor()

    def _batch_shape(self) -> Any:
        return self.scale_operator.batch_shape

    def _sample_n(self, n: Any, seed: int | None = None) -> Any:
        # Bartlett's decomposition: a triangle of normal deviates with roots of gamma deviates on its diagonal
        batch, event = self.batch_shape_tensor(), self.event_shape_tensor()
        ndims = array_ops.shape(batch)[0] + 3
        shape = array_ops.concat([[n], batch, event], 0)
        x = random_ops.random_normal(shape=shape, mean=0.0, stddev=1.0, dtype=self.dtype, seed=seed)
        ones = array_ops.ones(self.scale_operator.batch_shape_tensor(), dtype=self.df.dtype.base_dtype)
        alpha = self._multi_gamma_sequence(0.5 * (self.df * ones), self.dimension)
        other = gen_new_seed(seed, "wishart")
        g = random_ops.random_gamma([n], alpha, beta=0.5, dtype=self.dtype, seed=other)
        x = array_ops.matrix_set_diag(array_ops.matrix_band_part(x, -1, 0), math_ops.sqrt(g))
        x = array_ops.transpose(x, array_ops.concat([math_ops.range(1, ndims), [0]], 0))
        x = array_ops.reshape(x, array_ops.concat([batch, [event[0]], [-1]], 0))
        x = self.scale_operator.matmul(x)
        x = array_ops.reshape(x, array_ops.concat([batch, event, [n]], 0))
        x = array_ops.transpose(x, array_ops.concat([[ndims - 1], math_ops.range(0, ndims - 1)], 0))
        return x if self.cholesky_input_output_matrices else math_ops.matmul(x, x, adjoint_b=True)

    def _log_prob(self, x: Any) -> Any:
        root = x if self.cholesky_input_output_matrices else matrices.cholesky(x)
        batch, event = self.batch_shape_tensor(), self.event_shape_tensor()
        ndims = array_ops.rank(root)
        of_samples = ndims - array_ops.shape(batch)[0] - 2
        samples = array_ops.strided_slice(array_ops.shape(root), [0], [of_samples])
        perm = array_ops.concat([math_ops.range(of_samples, ndims), math_ops.range(0, of_samples)], 0)
        y = array_ops.transpose(root, perm)
        size = math_ops.cast(self.dimension, dtype=dtypes.int32)
        y = self.scale_operator.solve(array_ops.reshape(y, array_ops.concat((batch, (size, -1)), 0)))
        y = array_ops.reshape(y, array_ops.concat([batch, event, samples], 0))
        rest = ndims - of_samples
        perm = array_ops.concat([math_ops.range(rest, ndims), math_ops.range(0, ndims - of_samples)], 0)
        y = array_ops.transpose(y, perm)
        trace = math_ops.reduce_sum(math_ops.square(y), axis=[-2, -1])
        half_log_det = math_ops.reduce_sum(math_ops.log(array_ops.matrix_diag_part(root)), axis=[-1])
        found = (self.df - self.dimension - 1.0) * half_log_det - 0.5 * trace - self.log_normalization()
        if x.shape.ndims is not None:
            found.set_shape(x.shape[:-2])
        if found.shape.ndims is not None and self.batch_shape.ndims:
            found.shape[-self.batch_shape.ndims :].merge_with(self.batch_shape)
        return found

    def _prob(self, x: Any) -> Any:
        return math_ops.exp(self._log_prob(x))

    def _entropy(self) -> Any:
        p, half_df = 0.5 * self.dimension + 0.5, 0.5 * self.df
        volume = self.dimension * (half_df + p * math.log(2.0))
        volume = volume + 2 * p * self.scale_operator.log_abs_determinant()
        gammas = volume + self._multi_lgamma(half_df, self.dimension)
        return gammas + (p - half_df) * self._multi_digamma(half_df, self.dimension)

    def _mean(self) -> Any:
        if self.cholesky_input_output_matrices:
            return math_ops.sqrt(self.df) * self.scale_operator.to_dense()
        return self.df * self._square_scale_operator()

    def _variance(self) -> Any:
        x = math_ops.sqrt(self.df) * self._square_scale_operator()
        d = array_ops.expand_dims(array_ops.matrix_diag_part(x), -1)
        v = math_ops.square(x) + math_ops.matmul(d, d, adjoint_b=True)
        return matrices.cholesky(v) if self.cholesky_input_output_matrices else v

    def _stddev(self) -> Any:
        if self.cholesky_input_output_matrices:
            raise ValueError("Computing std. dev. when is cholesky_input_output_matrices=True does not make sense.")
        return matrices.cholesky(self.variance())

    def _mode(self) -> Any:
        s = self.df - self.dimension - 1.0
        negative, nan = math_ops.less(s, 0.0), constants.constant(float("NaN"), dtype=self.dtype, name="nan")
        s = array_ops.where_v2(negative, nan, s)
        if self.cholesky_input_output_matrices:
            return math_ops.sqrt(s) * self.scale_operator.to_dense()
        return s * self._square_scale_operator()

    def mean_log_det(self, name: str = "mean_log_det") -> Any:
        """The mean of the logarithm of the determinant."""
        with self._name_scope(name):
            gammas = self._multi_digamma(0.5 * self.df, self.dimension) + self.dimension * math.log(2.0)
            return gammas + 2 * self.scale_operator.log_abs_determinant()

    def log_normalization(self, name: str = "log_normalization") -> Any:
        """The logarithm of the factor that makes the density integrate to 1."""
        with self._name_scope(name):
            volume = self.df * self.scale_operator.log_abs_determinant()
            volume = volume + 0.5 * self.df * self.dimension * math.log(2.0)
            return volume + self._multi_lgamma(0.5 * self.df, self.dimension)

    def _multi_gamma_sequence(self, a: Any, p: Any, name: str = "multi_gamma_sequence") -> Any:
        with self._name_scope(name, values=[a, p]):
            zero = constants.constant(0.0, dtype=self.dtype)
            sequence = math_ops.linspace(zero, 0.5 - 0.5 * p, math_ops.cast(p, dtypes.int32))
            return sequence + array_ops.expand_dims(a, [-1])

    def _multi_lgamma(self, a: Any, p: Any, name: str = "multi_lgamma") -> Any:
        with self._name_scope(name, values=[a, p]):
            sequence = self._multi_gamma_sequence(a, p)
            constant = 0.25 * p * (p - 1.0) * math.log(math.pi)
            return constant + math_ops.reduce_sum(math_ops.lgamma(sequence), axis=[-1])

    def _multi_digamma(self, a: Any, p: Any, name: str = "multi_digamma") -> Any:
        with self._name_scope(name, values=[a, p]):
            sequence = self._multi_gamma_sequence(a, p)
            return math_ops.reduce_sum(math_ops.digamma(sequence), axis=[-1])


_HINTS: dict[str, Any] = {"is_non_singular": True, "is_positive_definite": True, "is_square": True}


class WishartCholesky(_WishartLinearOperator):
    """Wishart distributions, by the Cholesky factors of their scale matrices."""

    def __init__(
        self,
        df: Any,
        scale: Any,
        cholesky_input_output_matrices: bool = False,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "WishartCholesky",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name, values=[scale]) as scope:
            with name_scope("init", values=[scale]):
                scale = convert(scale)
                if validate_args:
                    diagonal = array_ops.matrix_diag_part(scale)
                    positive = check_ops.assert_positive(diagonal, message="scale must be positive definite")
                    rows, columns = array_ops.shape(scale)[-1], array_ops.shape(scale)[-2]
                    square = check_ops.assert_equal(rows, columns, message="scale must be square")
                    scale = with_dependencies([positive, square], scale)
            operator = LinearOperatorLowerTriangular(tril=scale, **_HINTS)
            super().__init__(df, operator, cholesky_input_output_matrices, validate_args, allow_nan_stats, scope)
        self._parameters = parameters


class WishartFull(_WishartLinearOperator):
    """Wishart distributions, by their scale matrices."""

    def __init__(
        self,
        df: Any,
        scale: Any,
        cholesky_input_output_matrices: bool = False,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "WishartFull",
    ) -> None:
        parameters = arguments(locals())
        with name_scope(name) as scope:
            with name_scope("init", values=[scale]):
                scale = convert(scale)
                if validate_args:
                    scale = assert_symmetric(scale)
                root = matrices.cholesky(scale)
                checks = [check_ops.assert_positive(array_ops.matrix_diag_part(root))] if validate_args else []
                root = with_dependencies(checks, root)
        operator = LinearOperatorLowerTriangular(tril=root, **_HINTS)
        super().__init__(df, operator, cholesky_input_output_matrices, validate_args, allow_nan_stats, scope)
        self._parameters = parameters
