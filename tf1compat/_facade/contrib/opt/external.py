"""`tf.contrib.opt`: optimizers outside of the graph, SciPy's among them, that ask a session for loss and gradients."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, context, framework, gradients, variables
from tf1compat._facade.platform import tf_logging


class ExternalOptimizerInterface:
    """Base of optimizers that run outside of the graph; a subclass has `_minimize`.

    Args:
      loss: scalar to minimise.
      var_list: variables to change, the trainable ones if absent.
      equalities: scalars that have to be 0.
      inequalities: scalars that have to be at least 0.
      var_to_bounds: variable -> (lower, upper), each of a shape that fits the variable's.
      **optimizer_kwargs: kept for `_minimize`.
    """

    def __init__(
        self,
        loss: Any,
        var_list: Any = None,
        equalities: Sequence[Any] | None = None,
        inequalities: Sequence[Any] | None = None,
        var_to_bounds: Mapping[Any, Any] | None = None,
        **optimizer_kwargs: Any,
    ) -> None:
        self._loss = loss
        self._equalities = equalities or []
        self._inequalities = inequalities or []
        self._vars = variables.trainable_variables() if var_list is None else list(var_list)
        self._packed_bounds = None if var_to_bounds is None else _bounds(self._vars, var_to_bounds)
        self._update_placeholders = [framework.placeholder(var.dtype) for var in self._vars]
        self._var_updates = [
            var.assign(array_ops.reshape(value, _shape(var)))
            for var, value in zip(self._vars, self._update_placeholders)
        ]
        loss_grads = _gradients(loss, self._vars)
        equality_grads = [_gradients(x, self._vars) for x in self._equalities]
        inequality_grads = [_gradients(x, self._vars) for x in self._inequalities]
        self.optimizer_kwargs = optimizer_kwargs
        self._packed_var = self._pack(self._vars)
        self._packed_loss_grad = self._pack(loss_grads)
        self._packed_equality_grads = [self._pack(grads) for grads in equality_grads]
        self._packed_inequality_grads = [self._pack(grads) for grads in inequality_grads]
        ends = [0, *itertools.accumulate(math.prod(_shape(var)) for var in self._vars)]
        self._packing_slices = [slice(start, end) for start, end in itertools.pairwise(ends)]

    def minimize(
        self,
        session: Any = None,
        feed_dict: Mapping[Any, Any] | None = None,
        fetches: list[Any] | None = None,
        step_callback: Callable[[Any], Any] | None = None,
        loss_callback: Callable[..., Any] | None = None,
        **run_kwargs: Any,
    ) -> None:
        """Minimises the loss, then gives the variables their new values.

        Args:
          session: a session, the default one if absent.
          feed_dict: feeds of every evaluation.
          fetches: more tensors to evaluate; their values are `loss_callback`'s arguments.
          step_callback: called with the packed variables after each step.
          loss_callback: called at each evaluation of the loss.
          **run_kwargs: of the `session.run` that changes the variables.
        """
        session = session or context.get_default_session()
        feeds, fetches = feed_dict or {}, fetches or []

        def evaluated(tensors: Any, callback: Callable[..., Any] | None = None) -> Callable[[Any], Any]:
            return self._make_eval_func(tensors, session, feeds, fetches, callback)

        packed = self._minimize(
            initial_val=session.run(self._packed_var),
            loss_grad_func=evaluated([self._loss, self._packed_loss_grad], loss_callback or (lambda *values: None)),
            equality_funcs=[evaluated(x) for x in self._equalities],
            equality_grad_funcs=[evaluated(x) for x in self._packed_equality_grads],
            inequality_funcs=[evaluated(x) for x in self._inequalities],
            inequality_grad_funcs=[evaluated(x) for x in self._packed_inequality_grads],
            packed_bounds=self._packed_bounds,
            step_callback=step_callback or (lambda xk: None),
            optimizer_kwargs=self.optimizer_kwargs,
        )
        values = [packed[part] for part in self._packing_slices]
        session.run(self._var_updates, feed_dict=dict(zip(self._update_placeholders, values)), **run_kwargs)

    def _minimize(
        self,
        initial_val: Any,
        loss_grad_func: Any,
        equality_funcs: Any,
        equality_grad_funcs: Any,
        inequality_funcs: Any,
        inequality_grad_funcs: Any,
        packed_bounds: Any,
        step_callback: Any,
        optimizer_kwargs: Any,
    ) -> Any:
        """The packed variables at the minimum; to be written by a subclass."""
        raise NotImplementedError(
            "To use ExternalOptimizerInterface, subclass from it and implement the _minimize() method."
        )

    @classmethod
    def _pack(cls, tensors: Sequence[Any]) -> Any:
        """Tensors as one vector."""
        if not tensors:
            return None
        if len(tensors) == 1:
            return array_ops.reshape(tensors[0], [-1])
        return array_ops.concat([array_ops.reshape(tensor, [-1]) for tensor in tensors], 0)

    def _make_eval_func(
        self,
        tensors: Any,
        session: Any,
        feed_dict: Mapping[Any, Any],
        fetches: list[Any],
        callback: Callable[..., Any] | None = None,
    ) -> Callable[[Any], Any]:
        """A function of the packed variables that evaluates `tensors`."""
        wanted = tensors if isinstance(tensors, list) else [tensors]

        def eval_func(x: Any) -> list[Any]:
            feeds = {var: x[part].reshape(_shape(var)) for var, part in zip(self._vars, self._packing_slices)}
            values = session.run(wanted + fetches, feed_dict={**feeds, **feed_dict})
            if callable(callback):
                callback(*values[len(wanted) :])
            return values[: len(wanted)]

        return eval_func


class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """Minimises with `scipy.optimize.minimize`.

    Args: of `ExternalOptimizerInterface`; `method` ("L-BFGS-B") and other keywords go to SciPy.
    """

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(
        self,
        initial_val: Any,
        loss_grad_func: Any,
        equality_funcs: Any,
        equality_grad_funcs: Any,
        inequality_funcs: Any,
        inequality_grad_funcs: Any,
        packed_bounds: Any,
        step_callback: Any,
        optimizer_kwargs: Any,
    ) -> Any:
        import scipy.optimize

        def loss_and_gradient(x: Any) -> tuple[Any, Any]:
            loss, gradient = loss_grad_func(x)
            return np.float64(loss), gradient.astype("float64")  # SciPy's own code wants doubles

        def constraint(kind: str, value: Any, gradient: Any) -> dict[str, Any]:
            # SciPy wants a scalar and a vector, the session gives lists of one
            return {
                "type": kind,
                "fun": lambda x: np.asarray(value(x)[0], "float64"),
                "jac": lambda x: np.asarray(gradient(x)[0], "float64"),
            }

        kwargs = dict(optimizer_kwargs)
        own: dict[str, Any] = {
            "jac": True,
            "callback": step_callback,
            "method": kwargs.pop("method", self._DEFAULT_METHOD),
            "constraints": [
                *(constraint("eq", *pair) for pair in zip(equality_funcs, equality_grad_funcs)),
                *(constraint("ineq", *pair) for pair in zip(inequality_funcs, inequality_grad_funcs)),
            ],
            "bounds": packed_bounds,
        }
        for name in own:
            if name == "bounds" and name in kwargs:
                raise ValueError("Bounds must be set using the var_to_bounds argument")
            if name in kwargs:
                raise ValueError(f"Optimizer keyword arg '{name}' is set automatically and cannot be injected manually")
        start = np.asarray(initial_val, "float64")
        result = scipy.optimize.minimize(loss_and_gradient, start, **{**own, **kwargs})
        lines = ["Optimization terminated with:", "  Message: %s", "  Objective function value: %f"]
        values = [result.message, result.fun]
        for name, line in (("nit", "  Number of iterations: %d"), ("nfev", "  Number of functions evaluations: %d")):
            if hasattr(result, name):
                lines.append(line)
                values.append(result[name])
        tf_logging.info("\n".join(lines), *values)
        return result["x"]


def _shape(tensor: Any) -> tuple[int, ...]:
    return tuple(tensor.get_shape().as_list())


def _bounds(var_list: Sequence[Any], var_to_bounds: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """Pairs (lower, upper) for each element of the packed variables."""
    left: list[Any] = []
    right: list[Any] = []
    for var in var_list:
        lower, upper = var_to_bounds.get(var, (-np.inf, np.inf))
        left.extend(np.broadcast_to(lower, _shape(var)).flat)
        right.extend(np.broadcast_to(upper, _shape(var)).flat)
    return list(zip(left, right))


def _gradients(tensor: Any, var_list: Sequence[Any]) -> list[Any]:
    """Gradients, zeros for variables that `tensor` does not use."""
    grads = gradients.gradients(tensor, var_list)
    return [array_ops.zeros_like(v) if g is None else g for v, g in zip(var_list, grads)]
