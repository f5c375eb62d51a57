"""`OptimizerV2`: the base of `tf.keras.optimizers`, with hyperparameters that are variables."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, clip_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import colocate_with, control_dependencies, device
from tf1compat._facade.gradients import gradients
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import initializers
from tf1compat._facade.keras.engine.weights import make_variable
from tf1compat._facade.keras.optimizers.schedules import LearningRateSchedule
from tf1compat._facade.keras.optimizers.schedules import deserialize as deserialize_schedule
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.object_graph import Dependency, Trackable
from tf1compat._facade.variable_base import Variable, VariableAggregation, VariableSynchronization
from tf1compat._facade.variables import Variable as new_variable
from tf1compat._jaxcore.base import dtypes, nest


class Optimizer(Trackable):
    """Base of optimizers; subclasses define `_resource_apply_dense`, `_resource_apply_sparse`, `_create_slots`.

    Args:
      name: name of the scope of its operations and variables.
      clipnorm, clipvalue: limits of the norm and the values of each gradient.
      decay: the learning rate is divided by 1 + decay * steps.
      lr: the old name of `learning_rate`.

    Raises:
      TypeError: another keyword argument.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        for key, value in kwargs.items():
            if key not in ("clipnorm", "clipvalue", "lr", "decay"):
                raise TypeError("Unexpected keyword argument passed to optimizer: " + str(key))
            if value < 0:
                raise ValueError(f"Expected {key} >= 0, received: {value}")
        self._name = name
        self._use_locking = True
        self._hyper: dict[str, Any] = {}
        self._slots: dict[Any, dict[str, Any]] = {}
        self._slot_names: list[str] = []
        self._weights: list[Any] = []
        self._iterations: Any = None
        self._hypers_created = False
        self._initial_decay = kwargs.pop("decay", 0.0)
        if "clipnorm" in kwargs:
            self.clipnorm = kwargs.pop("clipnorm")
        if "clipvalue" in kwargs:
            self.clipvalue = kwargs.pop("clipvalue")

    # ---- hyperparameters --------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        hyper = self.__dict__.get("_hyper", {})
        name = "learning_rate" if name == "lr" else name
        if name in hyper:
            return self._get_hyper(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        name = "learning_rate" if name == "lr" else name
        if name in self.__dict__.get("_hyper", {}):
            self._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def _set_hyper(self, name: str, value: Any) -> None:
        """A number, a tensor, a function or a schedule."""
        before = self._hyper.get(name)
        plain = callable(before) or isinstance(before, (Tensor, int, float, LearningRateSchedule))
        if name not in self._hyper or plain or isinstance(value, LearningRateSchedule):
            self._hyper[name] = value
        else:
            K.set_value(before, value)

    def _get_hyper(self, name: str, dtype: Any = None) -> Any:
        if not self._hypers_created:
            self._create_hypers()
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            return value
        value = value() if callable(value) else value
        return math_ops.cast(value, dtype) if dtype else value

    def _create_hypers(self) -> None:
        if self._hypers_created:
            return
        for name, value in sorted(self._hyper.items()):
            if not (isinstance(value, (Tensor, Variable)) or callable(value)):
                self._hyper[name] = self.add_weight(
                    name,
                    shape=[],
                    trainable=False,
                    initializer=value,
                    aggregation=VariableAggregation.ONLY_FIRST_REPLICA,
                )
        self._hypers_created = True

    @property
    def iterations(self) -> Any:
        """The variable that counts the steps."""
        if self._iterations is None:
            self._iterations = self.add_weight(
                "iter",
                shape=[],
                dtype=dtypes.int64,
                trainable=False,
                aggregation=VariableAggregation.ONLY_FIRST_REPLICA,
            )
            self._weights.append(self._iterations)
        return self._iterations

    @iterations.setter
    def iterations(self, variable: Any) -> None:
        if self._iterations is not None:
            raise RuntimeError(
                "Cannot set `iterations` to a new Variable after the Optimizer weights have been created"
            )
        self._iterations = variable
        self._weights.append(variable)

    def _decayed_lr(self, dtype: Any) -> Any:
        rate = self._get_hyper("learning_rate", dtype)
        if isinstance(rate, LearningRateSchedule):
            rate = math_ops.cast(rate(math_ops.cast(self.iterations, dtype)), dtype)
        if self._initial_decay > 0.0:
            step = math_ops.cast(self.iterations, dtype)
            rate = rate / (1.0 + self._get_hyper("decay", dtype) * step)
        return rate

    # ---- variables --------------------------------------------------------------------------------------------------

    def add_weight(
        self,
        name: str,
        shape: Any,
        dtype: Any = None,
        initializer: Any = "zeros",
        trainable: bool | None = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
    ) -> Any:
        """Make a variable of the optimizer."""
        if isinstance(initializer, str) or callable(initializer):
            initializer = initializers.get(initializer)
        variable = make_variable(
            name=name,
            shape=shape,
            dtype=dtypes.as_dtype(dtype or dtypes.float32),
            initializer=initializer,
            trainable=bool(trainable),
            synchronization=synchronization,
            aggregation=aggregation,
        )
        K.track_variable(variable)
        return variable

    def add_slot(self, var: Any, slot_name: str, initializer: Any = "zeros") -> Any:
        """Make (or find) a variable that goes with `var`."""
        if slot_name not in self._slot_names:
            self._slot_names.append(slot_name)
        slots = self._slots.setdefault(var, {})
        if slot_name not in slots:
            initial = initializer
            if isinstance(initializer, str) or callable(initializer):
                initial = functools.partial(initializers.get(initializer), shape=var.shape, dtype=var.dtype)
            with colocate_with(var):
                slot = new_variable(
                    name=f"{var._shared_name}/{slot_name}",
                    dtype=var.dtype,
                    trainable=False,
                    initial_value=initial,
                    use_resource=True,
                )
            K.track_variable(slot)
            slots[slot_name] = slot
            self._weights.append(slot)
        return slots[slot_name]

    def get_slot(self, var: Any, slot_name: str) -> Any:
        """The variable that goes with `var`; KeyError if there is none."""
        return self._slots[var][slot_name]

    def get_slot_names(self) -> list[str]:
        """Names of the slots."""
        return self._slot_names

    def _create_slots(self, var_list: Any) -> None:
        """Make the slots; subclasses define it."""

    def variables(self) -> list[Any]:
        """All variables, in the order in which they were made."""
        return self._weights

    @property
    def weights(self) -> list[Any]:
        return self._weights

    def get_weights(self) -> list[Any]:
        """The values of all variables."""
        return K.batch_get_value(self.weights)

    def set_weights(self, weights: Any) -> None:
        """Assign values to all variables; ValueError if they do not fit."""
        mine = self.weights
        if len(mine) != len(weights):
            raise ValueError(
                f"You called `set_weights(weights)` on optimizer {self._name} with a  weight list of length "
                f"{len(weights)}, but the optimizer was expecting {len(mine)} weights. Provided weights: "
                f"{str(weights)[:50]}..."
            )
        for variable, value in zip(mine, weights):
            if tuple(variable.shape.as_list()) != np.shape(value):
                raise ValueError(
                    f"Optimizer weight shape {variable.shape} not compatible with provided weight shape "
                    f"{np.shape(value)}"
                )
        if mine:
            K.batch_set_value(list(zip(mine, weights)))

    @property
    def _checkpoint_dependencies(self) -> list[Dependency]:
        named = [("iter", self._iterations), *self._hyper.items()]
        return [Dependency(name, v) for name, v in named if isinstance(v, Variable)]

    # ---- steps ------------------------------------------------------------------------------------------------------

    def minimize(self, loss: Any, var_list: Any, grad_loss: Any = None, name: str | None = None) -> Any:
        """An operation that moves variables against the gradient.

        Args:
          loss: function without arguments that gives the loss.
          var_list: variables, or a function that gives them.
          grad_loss: gradient of the loss itself.
          name: name of the operation's scope.
        """
        return self.apply_gradients(self._compute_gradients(loss, var_list, grad_loss), name=name)

    def _compute_gradients(self, loss: Any, var_list: Any, grad_loss: Any = None) -> list[tuple[Any, Any]]:
        value = loss() if callable(loss) else loss
        variables = nest.flatten(var_list() if callable(var_list) else var_list)
        with K.name_scope(self._name + "/gradients"):
            grads = self._clipped(gradients(value, variables, grad_ys=grad_loss))
        return list(zip(grads, variables))

    def _clipped(self, grads: list[Any]) -> list[Any]:
        if "clipnorm" in self.__dict__:
            grads = [clip_ops.clip_by_norm(g, self.clipnorm) for g in grads]
        if "clipvalue" in self.__dict__:
            grads = [clip_ops.clip_by_value(g, -self.clipvalue, self.clipvalue) for g in grads]
        return grads

    def get_gradients(self, loss: Any, params: Any) -> list[Any]:
        """Gradients of the loss; ValueError where there is none."""
        params = nest.flatten(params)
        with K.name_scope(self._name + "/gradients"):
            grads = gradients(loss, params) if params else []
            for grad, param in zip(grads, params):
                if grad is None:
                    raise ValueError(
                        f"Variable {param} has `None` for gradient. Please make sure that all of your ops have a "
                        "gradient defined (i.e. are differentiable). Common ops without gradient: K.argmax, K.round, "
                        "K.eval."
                    )
            return self._clipped(grads)

    def get_updates(self, loss: Any, params: Any) -> list[Any]:
        """The operations of one step."""
        return [self.apply_gradients(list(zip(self.get_gradients(loss, params), params)))]

    def apply_gradients(self, grads_and_vars: Any, name: str | None = None) -> Any:
        """An operation that applies gradients: pairs (gradient, variable).

        Raises:
          ValueError: no variable has a gradient.
        """
        pairs = list(grads_and_vars)
        found = [(g, v) for g, v in pairs if g is not None]
        if pairs and not found:
            raise ValueError(f"No gradients provided for any variable: {[v.name for _, v in pairs]}.")
        variables = [v for _, v in found]
        with K.name_scope(self._name):
            with init_scope():
                self.iterations  # noqa: B018  made before the others
                self._create_hypers()
                self._create_slots(variables)
            state = self._prepare(variables)
            with K.name_scope(name or self._name):
                updates = []
                for grad, variable in found:
                    with K.name_scope("update_" + variable.op.name), colocate_with(variable):
                        updates.append(self._updated(grad, variable, state))
                with control_dependencies(updates):
                    return self._iterations.assign_add(1).op

    def _updated(self, grad: Any, var: Any, state: Any) -> Any:
        if isinstance(var, Tensor):
            raise NotImplementedError("Trying to update a Tensor ", var)
        if isinstance(grad, IndexedSlices):
            if var.constraint is not None:
                raise RuntimeError("Cannot use a constraint function on a sparse variable.")
            given = self._given(self._resource_apply_sparse, state)
            return self._resource_apply_sparse_duplicate_indices(grad.values, var, grad.indices, **given)
        update = self._resource_apply_dense(grad, var, **self._given(self._resource_apply_dense, state))
        if var.constraint is None:
            return update
        with control_dependencies([update]):
            return var.assign(var.constraint(var))

    @staticmethod
    def _given(function: Any, state: Any) -> dict[str, Any]:
        return {"apply_state": state} if "apply_state" in inspect.signature(function).parameters else {}

    def _prepare(self, var_list: Any) -> dict[Any, dict[str, Any]]:
        """Values that all updates share, by device and type."""
        state: dict[Any, dict[str, Any]] = {}
        for key in dict.fromkeys((v.device, v.dtype.base_dtype) for v in var_list):
            state[key] = {}
            with device(key[0]):
                self._prepare_local(key[0], key[1], state)
        return state

    def _prepare_local(self, var_device: str, var_dtype: Any, apply_state: Any) -> None:
        if "learning_rate" in self._hyper:
            apply_state[(var_device, var_dtype)]["lr_t"] = array_ops.identity(self._decayed_lr(var_dtype))

    def _fallback_apply_state(self, var_device: str, var_dtype: Any) -> dict[str, Any]:
        state: dict[Any, dict[str, Any]] = {(var_device, var_dtype): {}}
        self._prepare_local(var_device, var_dtype, state)
        return state[(var_device, var_dtype)]

    def _values(self, var: Any, apply_state: Any) -> dict[str, Any]:
        """What `_prepare_local` made for the variable."""
        key = (var.device, var.dtype.base_dtype)
        return (apply_state or {}).get(key) or self._fallback_apply_state(*key)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any = None) -> Any:
        """The update of a variable; subclasses define it."""
        raise NotImplementedError()

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any = None) -> Any:
        """The update of some rows, each at most once; subclasses define it."""
        raise NotImplementedError()

    def _resource_apply_sparse_duplicate_indices(self, grad: Any, handle: Any, indices: Any, **kwargs: Any) -> Any:
        once, places = array_ops.unique(indices)
        summed = math_ops.unsorted_segment_sum(grad, places, array_ops.shape(once)[0])
        return self._resource_apply_sparse(summed, handle, once, **kwargs)

    def _resource_scatter_add(self, x: Any, i: Any, v: Any) -> Any:
        with control_dependencies([apply_op("ResourceScatterAdd", x.handle, i, v)]):
            return x.value()

    def _resource_scatter_update(self, x: Any, i: Any, v: Any) -> Any:
        with control_dependencies([apply_op("ResourceScatterUpdate", x.handle, i, v)]):
            return x.value()

    # ---- configuration ----------------------------------------------------------------------------------------------

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        found: dict[str, Any] = {"name": self._name}
        found.update({k: self.__dict__[k] for k in ("clipnorm", "clipvalue") if k in self.__dict__})
        return found

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """An optimizer from what `get_config` returned."""
        config = dict(config)
        if "lr" in config:
            config["learning_rate"] = config.pop("lr")
        if isinstance(config.get("learning_rate"), dict):
            config["learning_rate"] = deserialize_schedule(config["learning_rate"], custom_objects)
        return cls(**config)

    def _serialize_hyperparameter(self, name: str) -> Any:
        value = self._hyper[name]
        if isinstance(value, LearningRateSchedule):
            return {"class_name": type(value).__name__, "config": value.get_config()}
        if callable(value):
            return value()
        return K.get_value(value) if isinstance(value, (Tensor, Variable)) else value


OptimizerV2 = Optimizer
