"""`tf.xla.experimental`: asking for compilation, which every step gets anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tf1compat._facade.array_ops import identity
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import nest


@contextmanager
def jit_scope(compile_ops: Any = True, separate_compiled_gradients: bool = False) -> Iterator[None]:
    """A scope whose operations TensorFlow compiles; here nothing changes, a step is always compiled as a whole.

    Args:
      compile_ops: whether to, or a function of a NodeDef that says so.
      separate_compiled_gradients: compile gradients apart.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     with tf.xla.experimental.jit_scope():
    ...         y = tf.constant(2.0) * 3.0
    ...     print(sess.run(y))
    6.0
    """
    del compile_ops, separate_compiled_gradients  # speed only: results are the same with and without compilation
    yield


def compile(computation: Callable[..., Any], inputs: Any = None) -> Any:
    """What `computation(*inputs)` returns, as tensors; operations that it returns run with them.

    Args:
      computation: a Python function of tensors.
      inputs: its arguments.

    Returns:
      A list of the tensors, without the operations; the operations where there are no tensors; for a structure, the
      structure of tensors.
    """
    result = computation(*[nest.map_structure(convert_to_tensor, x) for x in inputs or ()])
    if isinstance(result, dict) or (isinstance(result, (list, tuple)) and any(nest.is_sequence(x) for x in result)):
        return nest.map_structure(lambda x: identity(convert_to_tensor(x)), result)
    flat = [] if result is None else list(result) if isinstance(result, (list, tuple)) else [result]
    ops = [x for x in flat if isinstance(x, Operation)]
    tensors = [x if isinstance(x, Tensor) else convert_to_tensor(x) for x in flat if not isinstance(x, Operation)]
    if not tensors:
        from tf1compat._facade.grouping import group

        return group(*ops, name="output_0")
    from tf1compat._facade.framework import control_dependencies

    with control_dependencies(ops):
        return [identity(t, name=f"output_{i}") for i, t in enumerate(tensors)]
