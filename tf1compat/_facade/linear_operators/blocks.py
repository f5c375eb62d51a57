"""`tf.linalg.LinearOperatorBlockDiag` and `LinearOperatorKronecker`."""

from __future__ import annotations

import operator as operators_of_python
from typing import Any

from tf1compat._facade.convert import convert
from tf1compat._facade.formulas import array_ops, math_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.grouping import group
from tf1compat._facade.linear_operators.batches import adjoint_if, broadcast_matrix_batch_dims
from tf1compat._facade.linear_operators.composed import OfSeveral
from tf1compat._facade.linear_operators.hints import implied
from tf1compat._jaxcore.base import dtypes, errors, shapes


def _implied_hints(
    operators: Any, hints: tuple[Any, Any, Any], what: str, words: tuple[str, str, str]
) -> dict[str, bool | None]:
    names = ("is_non_singular", "is_self_adjoint", "is_positive_definite")
    message = "The {0} of {1} operators is always {1}."
    return {
        name: implied(operators, name, hint, message.format(what, word))
        for name, hint, word in zip(names, hints, words)
    }


class LinearOperatorBlockDiag(OfSeveral):
    """Matrices with those of square operators along the diagonal, zero elsewhere."""

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        dtype = self._set_operators(operators)
        given = (is_non_singular, is_self_adjoint, is_positive_definite)
        words = ("non-singular", "self-adjoint", "positive definite")
        hints = _implied_hints(self._operators, given, "direct sum", words)
        if not (is_square and all(o.is_square for o in self._operators)):
            raise ValueError("Can only represent a block diagonal of square matrices.")
        if name is None:
            name = "_ds_".join(o.name for o in self._operators)
        with name_scope(name, values=self._parents()):
            super().__init__(dtype, self._parents(), **hints, is_square=True, name=name)

    def _shape(self) -> Any:
        columns, rows = self.operators[0].domain_dimension, self.operators[0].range_dimension
        for o in self.operators[1:]:
            columns, rows = columns + o.domain_dimension, rows + o.range_dimension
        return self._static_batch().concatenate(shapes.TensorShape([columns, rows]))

    def _shape_tensor(self) -> Any:
        if self.shape.is_fully_defined():
            return convert(self.shape.as_list(), dtypes.int32, "shape")
        columns = self.operators[0].domain_dimension_tensor()
        rows = self.operators[0].range_dimension_tensor()
        for o in self.operators[1:]:
            columns = columns + o.domain_dimension_tensor()
            rows = rows + o.range_dimension_tensor()
        sizes = array_ops.stack([columns, rows])
        return array_ops.concat((self._dynamic_batch(), sizes), 0)

    def _blocks_of(self, x: Any, axis: int) -> Any:
        if self.shape.is_fully_defined():
            sizes = [o.domain_dimension.value for o in self.operators]
        else:
            sizes = [o.domain_dimension_tensor() for o in self.operators]
        return array_ops.split(x, sizes, axis=axis)

    def _by_block(self, method: str, x: Any, adjoint: bool, adjoint_arg: bool) -> Any:
        blocks = self._blocks_of(x, -1 if adjoint_arg else -2)
        found = [
            getattr(o, method)(block, adjoint=adjoint, adjoint_arg=adjoint_arg)
            for o, block in zip(self.operators, blocks, strict=True)
        ]
        return array_ops.concat(broadcast_matrix_batch_dims(found), axis=-2)

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._by_block("matmul", x, adjoint, adjoint_arg)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._by_block("solve", rhs, adjoint, adjoint_arg)

    def _diag_part(self) -> Any:
        columns = broadcast_matrix_batch_dims([o.diag_part()[..., None] for o in self.operators])
        return array_ops.squeeze(array_ops.concat(columns, axis=-2), axis=-1)

    def _trace(self) -> Any:
        return self._accumulated(operators_of_python.add, "trace")

    def _to_dense(self) -> Any:
        column: Any = 0
        rows = []
        for block in broadcast_matrix_batch_dims([o.to_dense() for o in self.operators]):
            sizes = array_ops.shape(block)[:-1]
            before = array_ops.zeros(shape=array_ops.concat([sizes, [column]], axis=-1), dtype=block.dtype)
            column = column + array_ops.shape(block)[-1]
            rest = array_ops.concat([sizes, [self.domain_dimension_tensor() - column]], axis=-1)
            after = array_ops.zeros(shape=rest, dtype=block.dtype)
            rows.append(array_ops.concat([before, block, after], axis=-1))
        matrix = array_ops.concat(rows, axis=-2)
        matrix.set_shape(self.shape)
        return matrix

    def _assert_non_singular(self) -> Any:
        return group([o.assert_non_singular() for o in self.operators])

    def _assert_self_adjoint(self) -> Any:
        return group([o.assert_self_adjoint() for o in self.operators])

    def _assert_positive_definite(self) -> Any:
        return group([o.assert_positive_definite() for o in self.operators])


def _vec(x: Any) -> Any:
    """The columns one after the other."""
    turned = array_ops.matrix_transpose(x)
    return array_ops.reshape(turned, array_ops.concat([array_ops.shape(x)[:-2], [-1]], axis=0))


def _unvec_by(y: Any, num_col: Any) -> Any:
    """The matrices of `num_col` columns whose `_vec` these are."""
    shape = array_ops.concat([array_ops.shape(y)[:-1], [num_col, -1]], axis=0)
    return array_ops.matrix_transpose(array_ops.reshape(y, shape))


def _rotate_last_dim(x: Any, rotate_right: bool = False) -> Any:
    """The last dimension moved to the front, or the first to the end."""
    rank = array_ops.rank(x)
    if rotate_right:
        perm = array_ops.concat([[rank - 1], math_ops.range(0, rank - 1)], axis=0)
    else:
        perm = array_ops.concat([math_ops.range(1, rank), [0]], axis=0)
    return array_ops.transpose(x, perm)


class LinearOperatorKronecker(OfSeveral):
    """The Kronecker products of operators."""

    _empty = "Expected a list of >=1 operators. Found: {}"

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        dtype = self._set_operators(operators)
        given = (is_non_singular, is_self_adjoint, is_positive_definite)
        words = ("non-singular", "self-adjoint", "positive-definite")
        hints = _implied_hints(self._operators, given, "Kronecker product", words)
        if name is None:
            name = "_x_".join(o.name for o in self._operators)
        with name_scope(name, values=self._parents()):
            super().__init__(dtype, self._parents(), **hints, is_square=is_square, name=name)

    def _shape(self) -> Any:
        columns, rows = self.operators[0].domain_dimension, self.operators[0].range_dimension
        for o in self.operators[1:]:
            columns, rows = columns * o.domain_dimension, rows * o.range_dimension
        return self._static_batch().concatenate(shapes.TensorShape([rows, columns]))

    def _shape_tensor(self) -> Any:
        columns = self._accumulated(operators_of_python.mul, "domain_dimension_tensor")
        rows = self._accumulated(operators_of_python.mul, "range_dimension_tensor")
        batch = self._accumulated(array_ops.broadcast_dynamic_shape, "batch_shape_tensor")
        return array_ops.concat((batch, [rows, columns]), 0)

    def _by_factor(self, method: str, of_vectors: str, x: Any, adjoint: bool, adjoint_arg: bool) -> Any:
        """Applies the factors one after the other, each to its own dimension of the argument.

        (A x B) vec(X) = vec(B X A^T): van Loan, "The ubiquitous Kronecker product", 2000.
        """
        x = adjoint_if(x, adjoint_arg)
        ones = array_ops.concat([array_ops.ones_like(self.batch_shape_tensor()), [1, 1]], 0)
        x = x + array_ops.zeros(ones, dtype=x.dtype.base_dtype)
        output = _rotate_last_dim(x, rotate_right=True)[None, ...]
        for o in self.operators[:-1]:
            size = o.range_dimension_tensor() if adjoint else o.domain_dimension_tensor()
            output = array_ops.matrix_transpose(_unvec_by(output, size))
            output = getattr(o, method)(output, adjoint=adjoint, adjoint_arg=False)
            output = _rotate_last_dim(array_ops.matrix_transpose(output), rotate_right=False)
            output = _rotate_last_dim(_vec(output), rotate_right=True)
        output = getattr(self.operators[-1], of_vectors)(output, adjoint=adjoint)
        output = _vec(_rotate_last_dim(output, rotate_right=False))
        output = _rotate_last_dim(output, rotate_right=False)
        if x.shape.is_fully_defined():
            rows = self.domain_dimension if adjoint else self.range_dimension
            batch = array_ops.broadcast_static_shape(x.shape[:-2], self.batch_shape)
            output.set_shape(batch.concatenate([rows, x.shape[-1]]))
        return output

    def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._by_factor("matmul", "matvec", x, adjoint, adjoint_arg)

    def _solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False) -> Any:
        return self._by_factor("solve", "solvevec", rhs, adjoint, adjoint_arg)

    def _determinant(self) -> Any:
        size = self.domain_dimension_tensor()
        total: Any = 1.0
        for o in self.operators:
            found = o.determinant()
            total = total * found ** math_ops.cast(size / o.domain_dimension_tensor(), dtype=o.dtype)
        return total

    def _log_abs_determinant(self) -> Any:
        size = self.domain_dimension_tensor()
        total: Any = 0.0
        for o in self.operators:
            found = o.log_abs_determinant()
            total = total + found * math_ops.cast(size / o.domain_dimension_tensor(), dtype=o.dtype)
        return total

    def _trace(self) -> Any:
        total: Any = 1.0
        for o in self.operators:
            total = total * o.trace()
        return total

    def _diag_part(self) -> Any:
        found = self.operators[0].diag_part()
        for o in self.operators[1:]:
            found = found[..., :, None]
            found = found * o.diag_part()[..., None, :]
            found = array_ops.reshape(found, shape=array_ops.concat([array_ops.shape(found)[:-2], [-1]], axis=0))
        narrower = self.domain_dimension if self.range_dimension > self.domain_dimension else self.range_dimension
        found.set_shape(self.batch_shape.concatenate([narrower]))
        return found

    def _to_dense(self) -> Any:
        product = self.operators[0].to_dense()
        for o in self.operators[1:]:
            product = product[..., :, None, :, None]
            product = product * o.to_dense()[..., None, :, None, :]
            sizes = [array_ops.shape(product)[:-4]]
            rows = array_ops.shape(product)[-4] * array_ops.shape(product)[-3]
            columns = array_ops.shape(product)[-2] * array_ops.shape(product)[-1]
            product = array_ops.reshape(product, shape=array_ops.concat([*sizes, [rows, columns]], axis=0))
        product.set_shape(self.shape)
        return product

    def _assert_each(self, what: str, method: str) -> Any:
        if not all(o.is_square for o in self.operators):
            message = f"All Kronecker factors must be square for the product to be {what}."
            raise errors.InvalidArgumentError(None, None, message)
        return group([getattr(o, method)() for o in self.operators])

    def _assert_non_singular(self) -> Any:
        return self._assert_each("invertible", "assert_non_singular")

    def _assert_self_adjoint(self) -> Any:
        return self._assert_each("self adjoint", "assert_self_adjoint")
