"""`tf.layers.Layer`: variables made at the first call, reused at later ones, with losses and updates collected."""

from __future__ import annotations

import copy
import inspect
import math
import re
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np

from tf1compat._facade import array_ops, context, init_ops, math_ops, variable_scope, variables
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers import named
from tf1compat._facade.layers.input_spec import InputSpec, check_inputs
from tf1compat._facade.layers.unconnected import Unconnected
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization
from tf1compat._jaxcore.base import dtypes, nest
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import TensorShape

L = TypeVar("L", bound="Layer")


class Layer(Unconnected):
    """Base of all layers; subclasses define `build(input_shape)` and `call(inputs)`.

    Args:
      trainable: do its variables join `GraphKeys.TRAINABLE_VARIABLES`?
      name: name of the layer and of its variable scope; made from the class name where absent.
      dtype: type of its variables; that of the first input where absent.
      activity_regularizer: function of the output whose result is a loss.
    """

    def __init__(self, trainable: bool = True, name: Any = None, dtype: Any = None, **kwargs: Any) -> None:
        scope = kwargs.pop("_scope", None)
        self._reuse = kwargs.pop("_reuse", None)
        kwargs.pop("autocast", None)  # TF1: makes no difference to a layer of tf.layers
        self._activity_regularizer = named.regularizer(kwargs.pop("activity_regularizer", None))
        self._batch_input_shape = _batch_input_shape(kwargs)
        if kwargs:
            raise TypeError("Keyword argument not understood:", next(iter(kwargs)))
        self.trainable = trainable
        self.stateful = False
        self.built = False
        self.supports_masking = False
        self._use_resource_variables = False  # set by models, which TF1 makes of Keras
        self.input_spec: Any = None
        self._dtype: DType | None = None if dtype is None else dtypes.as_dtype(dtype)
        self._trainable_weights: list[Any] = []
        self._non_trainable_weights: list[Any] = []
        self._updates: list[Any] = []
        self._losses: list[Tensor] = []
        self._callable_losses: list[Any] = []
        self._conditional: dict[Any, list[Any]] = {}
        self._call_inputs: list[Tensor] | None = None
        self._set_name(name)
        self._current_scope: Any = None
        self._scope: Any = None
        if scope:
            with variable_scope.variable_scope(scope) as captured:
                self._scope = captured

    def _set_name(self, name: Any) -> None:
        self._name, self._base_name = name, name
        if isinstance(name, variable_scope.VariableScope):
            self._base_name = name.name
            self._name = self._unique_name()
        elif not name:
            self._base_name = _snake_case(type(self).__name__)
            self._name = self._unique_name()

    def _unique_name(self) -> str:
        """TF1: counts per graph and starts with `dense_1`; the variable scope is counted separately."""
        counts = context.get_default_graph().scoped_state("layers", dict)
        base = _snake_case(type(self).__name__)
        counts[base] = counts.get(base, 0) + 1
        return f"{base}_{counts[base]}"

    # ---- attributes -------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> Any:
        """Name of the type of the variables; None before it is known."""
        return None if self._dtype is None else self._dtype.name

    @property
    def scope_name(self) -> str:
        """Name of the variable scope; ValueError before the first call."""
        if not self._scope:
            raise ValueError(
                f'No name available for layer scope because the layer "{self._name}" has not been used yet. The scope '
                "name  is determined the first time the layer instance is called. You must therefore call the layer "
                "before querying `scope_name`."
            )
        return self._scope.name

    @property
    def graph(self) -> None:
        """None: TF1 stopped keeping it."""
        return None

    @property
    def activity_regularizer(self) -> Any:
        return self._activity_regularizer

    @property
    def trainable_weights(self) -> list[Any]:
        return list(self._trainable_weights) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        if self.trainable:
            return list(self._non_trainable_weights)
        return self._trainable_weights + self._non_trainable_weights

    @property
    def weights(self) -> list[Any]:
        """All variables of the layer, trainable ones first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def variables(self) -> list[Any]:
        return self.weights

    @property
    def trainable_variables(self) -> list[Any]:
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        return self.non_trainable_weights

    @property
    def updates(self) -> list[Any]:
        """Operations that keep the state up to date (moving averages)."""
        return list(self._updates) if self.trainable or self.stateful else []

    @property
    def losses(self) -> list[Tensor]:
        """Regularization losses. TF1: those of weights are built anew each time this is read."""
        made = [loss() for loss in self._callable_losses]
        return self._losses + [loss for loss in made if loss is not None]

    def count_params(self) -> int:
        """Number of elements of all variables; ValueError before the layer is built."""
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on {self.name}, but the layer isn't built. You can build it "
                f"manually via: `{self.name}.build(batch_input_shape)`."
            )
        return int(sum(math.prod(w.shape.as_list()) for w in self.weights))

    # ---- variables --------------------------------------------------------------------------------------------------

    def build(self, input_shape: Any) -> None:
        """Make the variables for inputs of this shape."""
        self.built = True

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The layer's output; subclasses define it."""
        return inputs

    def add_variable(self, *args: Any, **kwargs: Any) -> Any:
        """The old name of `add_weight`."""
        return self.add_weight(*args, **kwargs)

    def add_weight(
        self,
        name: str,
        shape: Any,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        trainable: bool | None = None,
        constraint: Any = None,
        use_resource: bool | None = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        partitioner: Any = None,
        **kwargs: Any,
    ) -> Any:
        """Make (or, in a reused scope, find) a variable of the layer.

        Args:
          name: name below the layer's scope.
          shape: its shape.
          dtype: its type; the layer's where absent.
          initializer: the scope's or Glorot's uniform one where absent.
          regularizer: function of the variable whose result joins `GraphKeys.REGULARIZATION_LOSSES`.
          trainable: does it join `GraphKeys.TRAINABLE_VARIABLES`?
          Others: as of `tf.get_variable`.
        """
        for key in kwargs:
            if key != "experimental_autocast":  # TF1: accepted and without effect here
                raise TypeError("Unknown keyword argument:", key)
        trainable = _is_trainable(trainable, synchronization)
        before = set(variables.global_variables())
        wanted = dtypes.as_dtype(dtype or self._dtype or dtypes.float32)
        self._set_scope(None)
        with variable_scope.variable_scope(
            self._scope, reuse=self.built or self._reuse, auxiliary_name_scope=False
        ) as scope:
            self._current_scope = scope
            with name_scope(scope.original_name_scope):
                variable = variable_scope.get_variable(
                    name,
                    shape=tuple(shape),
                    dtype=wanted,
                    initializer=_initializer(
                        named.initializer(initializer) or scope.initializer, wanted, name, self.name
                    ),
                    trainable=trainable and self.trainable,
                    constraint=constraint,
                    partitioner=partitioner,
                    use_resource=use_resource or self._use_resource_variables or scope.use_resource,
                    synchronization=synchronization,
                    aggregation=aggregation,
                )
                self._weights_of_kind(variable, trainable).append(variable)
                if regularizer and not any(part in before for part in _parts(variable)):
                    for part in _parts(variable):
                        self.add_loss(lambda part=part: _regularization(name, regularizer, part))
        return variable

    def _weights_of_kind(self, variable: Any, trainable: bool) -> list[Any]:
        """TF1: a reused variable that is not trained is none of the layer's trainable ones."""
        known = variables.trainable_variables()
        trained = trainable and self.trainable and all(part in known for part in _parts(variable))
        return self._trainable_weights if trained else self._non_trainable_weights

    def _set_scope(self, scope: Any = None) -> None:
        if self._scope is not None:
            return
        if self._reuse:
            with variable_scope.variable_scope(scope if scope is not None else self._base_name) as captured:
                self._scope = captured
        else:
            with variable_scope.variable_scope(scope, default_name=self._base_name) as captured:
                self._scope = captured

    # ---- calling ----------------------------------------------------------------------------------------------------

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The same as calling the layer."""
        return self(inputs, *args, **kwargs)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Apply the layer to `inputs`, making its variables if this is the first call.

        Raises:
          ValueError: `inputs` do not fit the layer's `input_spec`.
        """
        self._set_scope(kwargs.pop("scope", None))
        reuse = True if self.built else self._reuse
        with variable_scope.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as scope:
            self._current_scope = scope
            if "scope" in inspect.signature(self.call).parameters:
                kwargs["scope"] = scope
            inputs = nest.map_structure(_as_tensor, inputs)
            outer, self._call_inputs = self._call_inputs, [x for x in nest.flatten(inputs) if isinstance(x, Tensor)]
            try:
                with name_scope(scope.original_name_scope):
                    self._build_once(inputs)
                    outputs = self.call(inputs, *args, **kwargs)
                    self._regularize_activity(outputs)
            finally:
                self._call_inputs = outer
        add_elements_to_collection(self.updates, GraphKeys.UPDATE_OPS)
        return outputs

    def _build_once(self, inputs: Any) -> None:
        flat = nest.flatten(inputs)
        check_inputs(self.input_spec, flat, self._name)
        if self.built:
            return
        if self._dtype is None and flat and hasattr(flat[0], "dtype"):
            self._dtype = flat[0].dtype.base
        shapes_ = nest.map_structure(lambda x: x.shape, inputs) if all(hasattr(x, "shape") for x in flat) else None
        self.build(shapes_)
        self.built = True
        check_inputs(self.input_spec, flat, self._name)

    def _regularize_activity(self, outputs: Any) -> None:
        if not self._activity_regularizer:
            return
        with name_scope("ActivityRegularizer"):
            for output in nest.flatten(outputs):
                loss = self._activity_regularizer(output)
                batch = math_ops.cast(array_ops.shape(output)[0], loss.dtype.base)
                self.add_loss(loss / batch, inputs=self._call_inputs)

    # ---- losses and updates -----------------------------------------------------------------------------------------

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Add losses: tensors, or functions without arguments that make them.

        They join `GraphKeys.REGULARIZATION_LOSSES`; `inputs` are what they depend on (None: on variables only).
        """
        made: list[Tensor] = []
        for loss in nest.flatten(losses):
            if callable(loss):
                self._callable_losses.append(loss)
                found = loss()
                made += [] if found is None else [convert_to_tensor(found)]
            elif loss is not None:
                tensor = convert_to_tensor(loss)
                self._losses.append(tensor)
                self._conditional[tensor] = nest.flatten(inputs) if inputs is not None else []
                made.append(tensor)
        add_elements_to_collection(made, GraphKeys.REGULARIZATION_LOSSES)

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Add operations (or functions that make them) to run with each training step."""
        for update in nest.flatten(updates):
            while callable(update) and not isinstance(update, (Tensor, Operation)):
                update = update()
            op = (
                update if isinstance(update, Operation) else getattr(update, "op", None) or convert_to_tensor(update).op
            )
            self._updates.append(op)
            given = nest.flatten(inputs) if inputs is not None else self._call_inputs or []
            # TF1: `inputs=True` says only that there are some
            self._conditional[op] = [x for x in given if x is True or _reaches(x, op)]

    def get_losses_for(self, inputs: Any) -> list[Tensor]:
        """The losses that depend on `inputs`; for None those that depend on no input."""
        return self._depending(self.losses, inputs)

    def get_updates_for(self, inputs: Any) -> list[Any]:
        """The updates that depend on `inputs`; for None those that depend on no input."""
        return self._depending(self.updates, inputs)

    def _depending(self, items: Iterable[Any], inputs: Any) -> list[Any]:
        if inputs is None:
            return [i for i in items if not self._conditional.get(i)]
        wanted = nest.flatten(inputs)
        candidates = [i for i in items if self._conditional.get(i)]
        return [i for i in candidates if any(_is_or_reaches(x, i) for x in wanted)]

    # ---- configuration ----------------------------------------------------------------------------------------------

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the output for inputs of this shape; subclasses define it."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments that all layers share."""
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype}

    @classmethod
    def from_config(cls: type[L], config: dict[str, Any]) -> L:
        """A layer from what `get_config` returned."""
        return cls(**config)

    def __deepcopy__(self, memo: dict[int, Any]) -> Layer:
        result = type(self).__new__(type(self))
        memo[id(self)] = result
        for key, value in self.__dict__.items():
            flat = nest.flatten(value)
            if key == "_scope":
                value = copy.copy(value)
            elif not (flat and isinstance(flat[0], Tensor)):
                value = copy.deepcopy(value, memo)
            setattr(result, key, value)
        return result


def _is_trainable(trainable: bool | None, synchronization: Any) -> bool:
    """Is a new variable trained? Not one that is synchronised when it is read."""
    if synchronization != VariableSynchronization.ON_READ:
        return True if trainable is None else trainable
    if trainable:
        raise ValueError(
            "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. You "
            "have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
        )
    return False


def _batch_input_shape(kwargs: dict[str, Any]) -> Any:
    """The Keras arguments that foretell the input's shape."""
    input_shape, batch_size = kwargs.pop("input_shape", None), kwargs.pop("batch_size", None)
    if "input_dim" in kwargs and input_shape is None:
        input_shape = (kwargs.pop("input_dim"),)
    given = kwargs.pop("batch_input_shape", None)
    return given if input_shape is None else (batch_size, *input_shape)


def _snake_case(name: str) -> str:
    parts = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    parts = re.sub("([a-z])([A-Z])", r"\1_\2", parts).lower()
    return "private" + parts if parts.startswith("_") else parts


def _as_tensor(x: Any) -> Any:
    return convert_to_tensor(x) if isinstance(x, (np.ndarray, float, int)) else x


def _initializer(initializer: Any, dtype: DType, name: str, layer: str) -> Any:
    if initializer is not None:
        return initializer
    if dtype.is_floating:
        return init_ops.glorot_uniform_initializer()
    if dtype.is_integer or dtype.is_unsigned or dtype.is_bool:
        return init_ops.zeros_initializer()
    raise ValueError(f"An initializer for variable {name} of type {dtype.base_dtype} is required for layer {layer}")


def _parts(variable: Any) -> list[Any]:
    """The slices of a partitioned variable; another variable itself."""
    return variable._get_variable_list() if hasattr(variable, "_get_variable_list") else [variable]


def _regularization(name: str, regularizer: Any, variable: Any) -> Any:
    with name_scope(name + "/Regularizer"):
        return regularizer(variable)


def _is_or_reaches(x: Tensor, item: Any) -> bool:
    return x is item or _reaches(x, item if isinstance(item, Operation) else item.op)


def _reaches(x: Tensor, op: Operation) -> bool:
    """Does `op` depend on `x`?"""
    seen: set[Any] = set()
    todo: list[Any] = [op]
    while todo:
        node = todo.pop()
        if node in seen or node.id < x.op.id:
            continue
        seen.add(node)
        if any(v is x for v in node.inputs):
            return True
        todo.extend(v.node for v in node.inputs)
        todo.extend(node.control)
    return False


def add_elements_to_collection(elements: Any, collections: Any) -> None:
    """Add each element to each collection that does not hold it yet."""
    graph = context.get_default_graph()
    for name in nest.flatten(collections):
        found = graph.get_collection_ref(name)
        for element in nest.flatten(elements):
            if not any(element is other for other in found):
                found.append(element)


__all__ = ["InputSpec", "Layer", "add_elements_to_collection"]
