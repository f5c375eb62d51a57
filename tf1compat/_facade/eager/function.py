"""`tf.function`: in graph mode the decorated function's operations join the graph that it is called in."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.array_ops import identity
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import errors, nest
from tf1compat._jaxcore.schema import opdef


class Function:
    """A Python function whose effects happen in the order in which it is written, and with each of its results.

    TensorFlow makes a graph of its own from it, and one node for each call; here a call adds the function's operations
    themselves. What they compute is the same.

    Attributes:
      python_function: the function that was decorated.
      input_signature: TensorSpecs of the arguments, or None.
    """

    def __init__(self, python_function: Callable[..., Any], input_signature: Any = None) -> None:
        self.python_function = python_function
        self.input_signature = None if input_signature is None else tuple(input_signature)
        functools.update_wrapper(self, python_function)

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else functools.partial(self.__call__, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns, each tensor behind all effects.

        Raises:
          ValueError: the arguments do not fit the input signature.
        """
        if self.input_signature is not None:
            args, kwargs = self._converted(args, kwargs), {}
        graph = context.get_default_graph()
        known = len(graph.get_operations())
        result = self.python_function(*args, **kwargs)
        effects = _in_order(graph.get_operations()[known:])
        with graph.control_dependencies(effects):
            return nest.map_structure(_as_output, result)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """UnsupportedError: there are no graphs of functions to look at."""
        raise errors.unsupported(
            "tf.function(…).get_concrete_function: functions as graphs of their own",
            advice="call the function; its operations join the graph",
        )

    def _converted(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        specs = self.input_signature or ()
        own = len(args) - len(specs) if not kwargs else 0  # `self` of a method comes before the signature's
        given = args[max(own, 0) :]
        if kwargs or len(given) != len(specs):
            raise ValueError(
                f"Structure of Python function inputs does not match input_signature. Inputs ({(args, kwargs)}), "
                f"input_signature ({specs})."
            )

        def converted(spec: Any, value: Any) -> Any:
            tensor = convert_to_tensor(value, spec.dtype)
            if not spec.shape.is_compatible_with(tensor.shape):
                raise ValueError(
                    f"Python inputs incompatible with input_signature: inputs ({args}), signature ({specs})"
                )
            return tensor

        flat = [converted(s, v) for s, v in zip(nest.flatten(list(specs)), nest.flatten(list(given)))]
        return (*args[: max(own, 0)], *nest.pack_sequence_as(list(specs), flat))


def _as_output(value: Any) -> Any:
    """A tensor for a tensor or a number."""
    if isinstance(value, Tensor):
        return identity(value)
    return convert_to_tensor(value) if isinstance(value, (bool, int, float, complex, str, np.ndarray)) else value


def _in_order(ops: Sequence[Operation]) -> list[Operation]:
    """The operations with effects, each made to wait for the one before; those inside conds and loops keep their own."""
    found: list[Operation] = []
    outside = context.get_default_graph()._get_control_flow_context()
    for op in ops:
        declared = opdef.find(op.type)
        effect = declared.effect if declared else None
        if effect in ("read", "write", "io") and op._get_control_flow_context() is outside:
            if found and found[-1] not in op.control_inputs:
                op._add_control_input(found[-1])
            found.append(op)
    return found[-1:]


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: Any = None,
) -> Any:
    """A function whose operations join the graph it is called in, with its effects in order; also a decorator.

    Args:
      func: the Python function; without it, a decorator is returned.
      input_signature: TensorSpecs that the arguments are converted to.
      autograph: Python statements that depend on tensors are not converted: use tf.cond and tf.while_loop. Where the
        function has none, it does not matter.
      experimental_autograph_options, experimental_relax_shapes, experimental_compile: hints for a compiler that there
        is not; the whole step is compiled.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     @tf.function
    ...     def square(x):
    ...         return x * x
    ...     print(sess.run(square(3.0)))
    9.0
    """
    del autograph, experimental_autograph_options, experimental_relax_shapes, experimental_compile
    if func is None:
        return lambda f: Function(f, input_signature)
    return Function(func, input_signature)


def defun(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
) -> Any:
    """The older name of `function`."""
    return function(func, input_signature, autograph, None, experimental_autograph_options, experimental_relax_shapes)
