"""Matrices applied to joined inputs: what old cells are made of."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_ops import concat
from tf1compat._facade.constants import constant
from tf1compat._facade.math_products import matmul
from tf1compat._facade.nn_ops import bias_add
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest


def checked_matrices(args: Any) -> tuple[list[Any], int]:
    """The matrices as a list and the sum of their widths.

    Raises:
      ValueError: there are none, one is no matrix, or a width is not known.
    """
    if args is None or (nest.is_nested(args) and not args):
        raise ValueError("`args` must be specified")
    args = list(args) if nest.is_nested(args) else [args]
    shapes = [a.shape for a in args]
    for shape in shapes:
        if shape.ndims != 2:
            raise ValueError(f"linear is expecting 2D arguments: {shapes}")
        if shape.dims[1].value is None:
            raise ValueError(f"linear expects shape[1] to be provided for shape {shape}, but saw {shape[1]}")
    return args, sum(shape.dims[1].value for shape in shapes)


def _bias(outer_scope: Any, size: Any, dtype: Any, initializer: Any) -> Any:
    with scopes.variable_scope(outer_scope) as inner_scope:
        inner_scope.set_partitioner(None)
        if initializer is None:
            initializer = init_ops.constant_initializer(0.0, dtype=dtype)
        return scopes.get_variable("bias", [size], dtype=dtype, initializer=initializer)


class Linear:
    """`[args] * kernel + bias` with variables made once.

    Args:
      args: a matrix or a list of them, as the calls will have.
      output_size: width of the result.
      build_bias: whether there is a bias.
      bias_initializer, kernel_initializer: initializers; the bias starts at 0 where absent.
    """

    def __init__(
        self,
        args: Any,
        output_size: Any,
        build_bias: bool,
        bias_initializer: Any = None,
        kernel_initializer: Any = None,
    ) -> None:
        self._build_bias = build_bias
        self._is_sequence = nest.is_nested(args)
        args, width = checked_matrices(args)
        dtype = args[0].dtype
        with scopes.variable_scope(scopes.get_variable_scope()) as outer_scope:
            self._weights = scopes.get_variable(
                "kernel", [width, output_size], dtype=dtype, initializer=kernel_initializer
            )
            if build_bias:
                self._biases = _bias(outer_scope, output_size, dtype, bias_initializer)

    def __call__(self, args: Any) -> Tensor:
        args = args if self._is_sequence else [args]
        if len(args) == 1:
            result = matmul(args[0], self._weights)
        else:
            one = constant(1, dtype=dtypes.int32)
            result = matmul(concat(args, one), self._weights)
        return bias_add(result, self._biases) if self._build_bias else result


def linear(
    args: Any, output_size: Any, bias: bool, bias_initializer: Any = None, kernel_initializer: Any = None
) -> Tensor:
    """`[args] * kernel + bias` with the variables `kernel` and `bias` of the current variable scope."""
    args, width = checked_matrices(args)
    dtype = args[0].dtype
    with scopes.variable_scope(scopes.get_variable_scope()) as outer_scope:
        weights = scopes.get_variable("kernel", [width, output_size], dtype=dtype, initializer=kernel_initializer)
        result = matmul(args[0] if len(args) == 1 else concat(args, 1), weights)
        if not bias:
            return result
        return bias_add(result, _bias(outer_scope, output_size, dtype, bias_initializer))


_Linear, _linear = Linear, linear  # the names that programs of TensorFlow 1 imported
