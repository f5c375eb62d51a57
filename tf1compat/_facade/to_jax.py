"""`tf1compat.to_jax`: a part of a TensorFlow graph as a plain JAX function, with its variables as parameters."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import errors, nest, shapes


def to_jax(outputs: Any, inputs: Any = (), session: Any = None) -> tuple[Callable[..., Any], dict[str, Any]]:
    """The function that computes `outputs` from `inputs`, and the parameters it needs: nothing of TensorFlow is left.

    The function can be compiled, differentiated, vectorised and exported by JAX. It takes the parameters, then one
    argument for each input (one dictionary, if `inputs` is one), and returns values in the structure of `outputs`.
    `function(params, x, step=3)` draws the random numbers that the graph draws in its fourth run; `tf.Assert` and its
    like are not checked. Like all JAX code it computes in 64 bits only under `jax_enable_x64`; without it, random
    numbers are constants of what is compiled.

    Args:
      outputs: a tensor, variable or name, or a nested structure of them.
      inputs: what to feed: a tensor or name, a list or tuple of them, or a dictionary.
      session: whose variables become the parameters; the default session if None.

    Returns:
      The function, and a dictionary from variable names to arrays: those that `outputs` need.

    Raises:
      InvalidArgumentError: a placeholder is needed and not among `inputs`.
      FailedPreconditionError: a variable is not initialised.
      UnsupportedError: the graph between inputs and outputs writes variables, or uses files, strings or queues.
      ValueError: there is no session; an element is not in its graph.

    >>> import jax
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, [None])
    ...     y = tf.reduce_sum(tf.Variable([2.0, 3.0], name="w") * x)
    ...     sess.run(tf.global_variables_initializer())
    ...     function, params = tf.to_jax(y, x, sess)
    >>> print(function(params, [1.0, 10.0]))
    32.0
    >>> print(jax.grad(function)(params, [1.0, 10.0])["w"])
    [ 1. 10.]
    """
    from tf1compat._jaxcore.exec.pure import PureFunction

    session = session if session is not None else context.get_default_session()
    if session is None:
        raise ValueError("to_jax needs a session: its variables become the parameters")
    session = getattr(session, "_tf_sess", lambda: session)()
    elements = [_element(session.graph, x) for x in nest.flatten(outputs)]
    named = isinstance(inputs, Mapping)
    single = not named and not isinstance(inputs, (list, tuple))
    keys = list(inputs) if named else []
    given = [inputs[k] for k in keys] if named else [inputs] if single else list(inputs)
    feeds = [_element(session.graph, x) for x in given]
    pure = PureFunction(list(dict.fromkeys(elements)), feeds, _container(session))
    places = {t: i for i, t in enumerate(dict.fromkeys(elements))}

    def function(params: Mapping[str, Any], *args: Any, step: Any = 0) -> Any:
        values = _arguments(args, keys, named, len(feeds))
        results = _quietly(pure, params, [_fed(t, v) for t, v in zip(feeds, values)], step)
        return nest.pack_sequence_as(outputs, [results[places[t]] for t in elements])

    names = ", ".join(t.name for t in elements)
    function.__name__ = function.__qualname__ = "function"
    function.__doc__ = f"{names} as a function of the parameters and {', '.join(t.name for t in feeds) or 'nothing'}."
    return function, pure.variables


def _container(session: Any) -> Any:
    found = getattr(session._engine, "_container", None)
    if found is None:
        raise errors.unsupported(
            "to_jax of a session on a cluster, whose variables are in other processes",
            advice="save its variables and restore them in a session without target",
        )
    return found


def _quietly(pure: Any, params: Mapping[str, Any], values: list[Any], step: Any) -> list[Any]:
    """Without JAX's warnings that it makes 32 bits of 64 where the user has not enabled them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Explicitly requested dtype .* is not available")
        return pure(params, values, step)


def _arguments(args: tuple[Any, ...], keys: list[str], named: bool, count: int) -> list[Any]:
    if named:
        if len(args) != 1 or not isinstance(args[0], Mapping) or set(args[0]) != set(keys):
            raise TypeError(f"the function takes the parameters and one dictionary with the keys {keys}")
        return [args[0][k] for k in keys]
    if len(args) != count:
        raise TypeError(f"the function takes the parameters and {count} inputs; got {len(args)} inputs")
    return list(args)


def _element(graph: Any, x: Any) -> Tensor:
    found = graph.as_graph_element(x)
    if not isinstance(found, Tensor):
        raise TypeError(f"to_jax computes tensors; {found!r} is an operation")
    return found


def _fed(tensor: Tensor, value: Any) -> Any:
    """The value of an input: of the tensor's dtype, its shape checked against the static one."""
    import jax

    wanted = tensor.dtype.np
    if wanted == np.dtype(object):
        raise errors.unsupported(f"to_jax with the input {tensor.name} of dtype {tensor.dtype.name}")
    array: Any = value if isinstance(value, (jax.Array, np.ndarray)) else np.asarray(value)
    if not shapes.is_compatible(tensor.dims, array.shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape} for Tensor '{tensor.name}', which has shape "
            f"'{tensor.get_shape()}'"
        )
    if array.dtype == wanted:
        return array
    return array.astype(jax.dtypes.canonicalize_dtype(wanted) if isinstance(array, jax.Array) else wanted)
