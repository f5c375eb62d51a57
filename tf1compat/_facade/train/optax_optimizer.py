"""`tf1compat.train.OptaxOptimizer`: any Optax transformation as a TensorFlow optimizer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from tf1compat._facade import context, framework, grouping
from tf1compat._facade.apply import add_op
from tf1compat._facade.convert import convert
from tf1compat._facade.train.optax_rule import OptaxRule, StateLeaf
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import dtypes


class OptaxOptimizer(Optimizer):
    """Trains with an Optax transformation: `optax.lion(1e-4)`, or a chain of several. TensorFlow has no such class.

    What the transformation remembers of each variable becomes a slot (`get_slot(w, "mu")`, a variable called
    `w/Optax/mu`), the rest variables of the optimizer (`Optax/count`): all of it is initialised, saved and restored like
    any variable. The transformation sees a dictionary from the names of the variables to their values, so masks and
    `optax.multi_transform` can choose by name. A learning rate that depends on the step is an Optax schedule.

    Args:
      transformation: an `optax.GradientTransformation` that needs gradients and parameters only.
      name: name scope of the update and name of the slots.

    Sparse gradients (`tf.IndexedSlices`) are made dense: an Optax transformation wants the whole gradient.

    Raises (from `apply_gradients`):
      TypeError: `transformation` is no transformation.
      ValueError: the optimizer is used for a second list of variables in one graph; make one for each list.

    >>> import optax
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     w = tf.Variable([5.0, -3.0], name="w")
    ...     rule = optax.chain(optax.clip_by_global_norm(1.0), optax.lion(0.5, weight_decay=0.0))
    ...     optimizer = tf.train.OptaxOptimizer(rule)
    ...     train = optimizer.minimize(tf.reduce_sum(w * w))
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(train)
    ...     print(sess.run(w), [v.op.name for v in optimizer.variables()])
    [ 4.5 -2.5] ['Optax/count', 'w/Optax/mu']
    """

    def __init__(self, transformation: Any, name: str = "Optax") -> None:
        super().__init__(use_locking=False, name=name)
        if not all(callable(getattr(transformation, part, None)) for part in ("init", "update")):
            raise TypeError(f"OptaxOptimizer needs an optax.GradientTransformation, got {transformation!r}")
        self._transformation = transformation
        self._rules: dict[Any, tuple[OptaxRule, list[Any]]] = {}

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        graph: Any = context.get_default_graph()
        if graph in self._rules:
            self._check_same(self._rules[graph][0], var_list)
            return
        rule = OptaxRule(self._transformation, list(var_list))
        context.PYTHON_FUNCTIONS[rule.token] = rule
        graph.scoped_state("python functions", list).append(rule)
        types = [leaf.dtype for leaf in rule.leaves]
        with framework.name_scope(self._name + "/init"):
            params = [_initial(v) for v in var_list]
            values = add_op("OptaxInit", params, token=rule.token, Tstate=types).outputs if types else ()
        for value, leaf in zip(cast("Sequence[Any]", values), rule.leaves):
            value.set_shape(leaf.shape)
        self._rules[graph] = rule, [self._state_variable(leaf, value) for leaf, value in zip(rule.leaves, values)]

    def _check_same(self, rule: OptaxRule, var_list: Sequence[Any]) -> None:
        names = [v.op.name for v in var_list]
        if names != rule.names:
            raise ValueError(
                f"This OptaxOptimizer keeps the state of {rule.names} and cannot train {names} too: an Optax "
                "transformation has one state for all of its parameters. Make one optimizer for each list of variables."
            )

    def _state_variable(self, leaf: StateLeaf, value: Any) -> Any:
        if leaf.owner is not None:
            return self._get_or_make_slot(leaf.owner, value, leaf.name, f"{self._name}/{leaf.name}")
        graph = context.get_default_graph()
        made = Variable(value, name=f"{self._name}/{leaf.name}", trainable=False)
        self._non_slot_dict[leaf.name, graph] = made
        return made

    def _update_op(self, grad: Any, var: Any) -> Any:
        """The dense gradient: `_finish` applies all of them together."""
        return convert(grad)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        rule, state = self._rules[context.get_default_graph()]
        values = [v.read_value() for v in (*rule.variables, *state)]
        n = len(rule.variables)
        new = add_op("OptaxUpdate", values[:n], update_ops, values[n:], token=rule.token).outputs
        assigned = [v.assign(value) for v, value in zip((*rule.variables, *state), new, strict=True)]
        with framework.control_dependencies(assigned):
            limited = [v.assign(v.constraint(v)) for v in rule.variables if v.constraint is not None]
        return grouping.group(*assigned, *limited, name=name_scope)

    def _valid_dtypes(self) -> set[Any]:
        return super()._valid_dtypes() | {dtypes.complex64, dtypes.complex128}


def _initial(var: Any) -> Any:
    """The value with which `var` starts: the state may depend on it."""
    return var.initialized_value() if isinstance(var, Variable) else convert(var)
