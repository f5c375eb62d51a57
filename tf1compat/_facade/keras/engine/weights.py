"""Variables, losses, updates and metrics of a layer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import constraints, initializers, regularizers
from tf1compat._facade.keras.engine import calls
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization
from tf1compat._facade.variables import Variable
from tf1compat._jaxcore.base import dtypes, nest
from tf1compat._jaxcore.base.shapes import TensorShape

_FURTHER = {"getter", "collections", "experimental_autocast"}


def make_variable(
    name: str | None,
    shape: Any,
    dtype: Any,
    initializer: Any,
    trainable: bool,
    constraint: Any = None,
    use_resource: bool | None = None,
    collections: Any = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
    partitioner: Any = None,
) -> Any:
    """A variable with an initializer, or with an initial value in place of one; a resource variable by default."""
    initial, kind = initializer, None
    if callable(initializer):
        with init_scope():
            made = initializer() if isinstance(initializer, type) else initializer
        initial, kind = (lambda: made(shape, dtype=dtype)), dtype.base_dtype
    known = TensorShape(shape)
    return Variable(
        initial_value=initial,
        name=name,
        trainable=trainable,
        dtype=kind,
        constraint=constraint,
        use_resource=True if use_resource is None else use_resource,
        collections=collections,
        synchronization=synchronization,
        aggregation=aggregation,
        shape=known if known.ndims else None,
    )


class Weights:
    """The part of `Layer` that keeps state and what is to be trained on."""

    name: str
    _dtype: Any
    _layers: list[Any]
    _trainable_weights: list[Any]
    _non_trainable_weights: list[Any]
    _losses: list[Any]
    _callable_losses: list[Any]
    _updates: list[Any]
    _metrics: list[Any]
    _inbound_nodes: list[Any]
    _gather: Callable[[str], list[Any]]  # by `Layer`, as are the following
    built: bool
    stateful: bool
    trainable: bool

    def add_weight(
        self,
        name: str | None = None,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        trainable: bool | None = None,
        constraint: Any = None,
        partitioner: Any = None,
        use_resource: bool | None = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        **kwargs: Any,
    ) -> Any:
        """Make a variable of the layer.

        Args:
          name: name below the layer's scope.
          shape: its shape; a scalar where absent.
          dtype: its type; the layer's where absent.
          initializer: function, name or configuration; Glorot's uniform one for floats, zeros for others.
          regularizer: function of the variable whose result is a loss.
          trainable: is it trained?
          constraint: projection after each update.
          Others: as of `tf.Variable`.

        Raises:
          ValueError: no initializer for this type, or a trainable variable that is synchronised on read.
        """
        for key in kwargs:
            if key not in _FURTHER:
                raise TypeError("Unknown keyword argument:", key)
        wanted = dtypes.as_dtype(dtype or self._dtype or K.floatx())
        if self._dtype is None:
            self._dtype = wanted.base_dtype
        trainable = _trained(trainable, synchronization)
        variable = kwargs.get("getter", make_variable)(
            name=name,
            shape=() if shape is None else shape,
            dtype=wanted,
            initializer=_initializer(initializer, wanted, name, self.name),
            trainable=trainable,
            constraint=constraints.get(constraint),
            partitioner=partitioner,
            use_resource=use_resource,
            collections=kwargs.get("collections"),
            synchronization=synchronization,
            aggregation=aggregation,
        )
        K.track_variable(variable)
        regularize = regularizers.get(regularizer)
        if regularize is not None:
            scope = variable.name.split(":")[0]
            self.add_loss(functools.partial(_regularization, scope, regularize, variable))
        (self._trainable_weights if trainable else self._non_trainable_weights).append(variable)
        return variable

    def add_variable(self, *args: Any, **kwargs: Any) -> Any:
        """The old name of `add_weight`."""
        return self.add_weight(*args, **kwargs)

    # ---- variables --------------------------------------------------------------------------------------------------

    @property
    def trainable_weights(self) -> list[Any]:
        return self._in_order(self._trainable_weights, self._gather("trainable_weights")) if self.trainable else []

    def _in_order(self, own: list[Any], parts: list[Any]) -> list[Any]:
        """A layer's own variables come before those of its parts."""
        return own + parts

    @property
    def non_trainable_weights(self) -> list[Any]:
        if self.trainable:
            return self._in_order(self._non_trainable_weights, self._gather("non_trainable_weights"))
        return self._in_order(self._trainable_weights + self._non_trainable_weights, self._gather("weights"))

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

    def get_weights(self) -> list[Any]:
        """The values of all variables, as NumPy arrays."""
        return K.batch_get_value(self.weights)

    def set_weights(self, weights: Any) -> None:
        """Assign values to all variables.

        Raises:
          ValueError: another number of arrays, or a shape that does not fit.
        """
        assign_values(self.name, self.weights, weights)

    def count_params(self) -> int:
        """Number of elements of all variables; ValueError before the layer is built."""
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on {self.name}, but the layer isn't built. You can build it "
                f"manually via: `{self.name}.build(batch_input_shape)`."
            )
        return int(sum(K.count_params(w) for w in self.weights))

    # ---- losses -----------------------------------------------------------------------------------------------------

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Add losses: tensors, or functions without arguments that make them.

        `inputs` are what they depend on; None: on variables only.
        """
        for loss in nest.flatten(losses):
            if callable(loss):
                self._callable_losses.append(functools.partial(_conditional, loss, inputs is not None))
            elif loss is not None:
                self._keep_loss(_conditional(loss, inputs is not None))

    def _keep_loss(self, loss: Tensor) -> None:
        self._losses.append(loss)

    @property
    def losses(self) -> list[Any]:
        """The losses of this layer and its parts; those of weights are built anew each time this is read."""
        made = [loss() for loss in self._callable_losses]
        return self._losses + [loss for loss in made if loss is not None] + self._gather("losses")

    def get_losses_for(self, inputs: Any) -> list[Any]:
        """The losses that depend on `inputs`; for None those that depend on no input."""
        if inputs is None:
            return [x for x in self.losses if not getattr(x, "_depends_on_inputs", False)]
        found = [x for x in self.losses if getattr(x, "_depends_on_inputs", False)]
        wanted = calls.reachable(inputs, found)
        return [x for x in found if id(x) in wanted]

    # ---- updates ----------------------------------------------------------------------------------------------------

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Add operations (or functions that make them) to run with each training step."""
        call = calls.current()
        relevant = call.inputs if call else [node.input_tensors for node in self._inbound_nodes]
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            while callable(update) and not isinstance(update, (Tensor, Operation)):
                update = update()
            op = update if isinstance(update, Operation) else getattr(update, "op", None)
            op = convert_to_tensor(update) if op is None else op
            if calls.reachable(relevant, [op]):
                K.state_of(op.graph).conditional.add(op)
            self._updates.append(op)

    @property
    def updates(self) -> list[Any]:
        """Operations that keep the state of this layer and its parts up to date."""
        if not self.trainable and not self.stateful:
            return []
        return self._updates + self._gather("updates")

    def get_updates_for(self, inputs: Any) -> list[Any]:
        """The updates that depend on `inputs`; for None those that depend on no input."""
        conditional = K.state_of(K.get_graph()).conditional
        if inputs is None:
            return [u for u in self.updates if u not in conditional]
        found = [u for u in self.updates if u in conditional]
        wanted = calls.reachable(inputs, found)
        return [u for u in found if id(u) in wanted]

    # ---- metrics ----------------------------------------------------------------------------------------------------

    @property
    def metrics(self) -> list[Any]:
        return self._metrics + self._gather("metrics")

    def add_metric(self, value: Any, aggregation: str | None = None, name: str | None = None) -> None:
        """Show a tensor with the metrics of training: `aggregation="mean"`, or the result of a Metric object.

        Raises:
          ValueError: no name, or another aggregation.
        """
        from tf1compat._facade.keras.metrics.base import Mean

        if aggregation not in (None, "mean"):
            raise ValueError(
                "We currently support only `mean` sample-wise metric aggregation. You provided aggregation="
                f"`{aggregation}`"
            )
        source = getattr(value, "_metric_obj", None)
        if name is None and source is None:
            raise ValueError(
                "Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), "
                "name='mean_activation', aggregation='mean')`"
            )
        name = source.name if source is not None else name
        known = [m for m in self._metrics if m.name == name]
        if aggregation is None and source is None and not known:
            raise ValueError(
                "We do not support adding an aggregated metric result tensor that is not the output of a "
                "`tf.keras.metrics.Metric` metric instance. Without having access to the metric instance we cannot "
                "reset the state of a metric after every epoch during training. You can create a "
                "`tf.keras.metrics.Metric` instance and pass the result here or pass an un-aggregated result with "
                "`aggregation` parameter set as `mean`. For example: `self.add_metric(tf.reduce_sum(inputs), "
                "name='mean_activation', aggregation='mean')`"
            )
        if source is not None:
            if not known:
                self._metrics.append(source)
            return
        metric = known[0] if known else Mean(name=name)
        if not known:
            self._metrics.append(metric)
        if aggregation is not None:
            metric(value)


def _trained(trainable: bool | None, synchronization: Any) -> bool:
    if synchronization != VariableSynchronization.ON_READ:
        return True if trainable is None else trainable
    if trainable:
        raise ValueError(
            "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. You "
            "have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
        )
    return False


def _initializer(given: Any, dtype: Any, name: Any, layer: str) -> Any:
    found = given if isinstance(given, (int, float)) or is_tensor(given) else initializers.get(given)
    if found is not None:
        return found
    if dtype.is_floating:
        return initializers.glorot_uniform()
    if dtype.is_integer or dtype.is_unsigned or dtype.is_bool:
        return initializers.zeros()
    raise ValueError(f"An initializer for variable {name} of type {dtype.base_dtype} is required for layer {layer}")


def _regularization(scope: str, regularizer: Any, variable: Any) -> Any:
    with K.name_scope(scope + "/Regularizer"):
        return regularizer(variable)


def _conditional(loss: Any, depends: bool) -> Any:
    """The loss as a tensor that knows whether it depends on inputs."""
    found = loss() if callable(loss) else loss
    if found is None:
        return None
    tensor = cast(Any, found if is_tensor(found) else convert_to_tensor(found, dtype=K.floatx()))
    tensor._depends_on_inputs = depends
    return tensor


def assign_values(layer: str, variables: Sequence[Any], values: Sequence[Any]) -> None:
    """Assign arrays to all variables of a layer.

    Raises:
      ValueError: another number of arrays, or a shape that does not fit.
    """
    if len(variables) != len(values):
        raise ValueError(
            f'You called `set_weights(weights)` on layer "{layer}" with a  weight list of length {len(values)}, but the '
            f"layer was expecting {len(variables)} weights. Provided weights: {str(values)[:50]}..."
        )
    for variable, value in zip(variables, values):
        if not variable.shape.is_compatible_with(value.shape):
            raise ValueError(
                f"Layer weight shape {variable.shape} not compatible with provided weight shape {value.shape}"
            )
    K.batch_set_value(list(zip(variables, values)))
