"""`tf.keras.layers.Layer`: variables made at the first call, a node of the network at each one."""

from __future__ import annotations

import inspect
import itertools
from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine import calls, op_layers
from tf1compat._facade.keras.engine.attributes import Attributes
from tf1compat._facade.keras.engine.node import KerasHistory, Node
from tf1compat._facade.keras.engine.weights import Weights
from tf1compat._facade.keras.mixed_precision.policy import dtype_of
from tf1compat._facade.keras.serialization import to_snake_case
from tf1compat._facade.layers.input_spec import InputSpec as InputSpec
from tf1compat._facade.layers.input_spec import check_inputs
from tf1compat._facade.math_casts import cast
from tf1compat._facade.smart_cond import smart_constant_value
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._jaxcore.base import dtypes, errors, nest
from tf1compat._jaxcore.base.shapes import TensorShape, as_shape

_ARGUMENTS = {"input_shape", "batch_input_shape", "batch_size", "weights", "activity_regularizer", "autocast"}


def default(method: Any) -> Any:
    """Mark a method that subclasses are expected to replace."""
    method._is_default = True
    return method


class Layer(Weights, Attributes):
    """Base of all layers; subclasses define `build(input_shape)` and `call(inputs)`.

    Args:
      trainable: are its variables trained?
      name: name of the layer and of the scope of its nodes; made from the class name where absent.
      dtype: type of its variables; that of the first input where absent.
      dynamic: not supported here.
      input_shape, batch_input_shape, batch_size: shape of the input, for the first layer of a model.
      weights: initial values of the variables.
      activity_regularizer: function of the output whose result is a loss.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     layer = tf.keras.layers.Dense(4)
    ...     y = layer(tf.ones([2, 3]))
    ...     print(y.shape, [v.name for v in layer.variables])
    (2, 4) ['dense/kernel:0', 'dense/bias:0']
    """

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: Any = None, dynamic: bool = False, **kwargs: Any
    ) -> None:
        for key in kwargs:
            if key not in _ARGUMENTS:
                raise TypeError("Keyword argument not understood:", key)
        if dynamic:
            raise errors.unsupported(
                "layers with dynamic=True run eagerly, which is not supported.", advice="Use tf.cond and tf.while_loop."
            )
        self._init_state(name, dtype, trainable)
        self._activity_regularizer = kwargs.pop("activity_regularizer", None)
        if "batch_input_shape" in kwargs:
            self._batch_input_shape = tuple(kwargs["batch_input_shape"])
        elif "input_shape" in kwargs:
            self._batch_input_shape = (kwargs.get("batch_size"), *kwargs["input_shape"])
        self._initial_weights = kwargs.get("weights")

    def _init_state(self, name: str | None, dtype: Any, trainable: bool = True) -> None:
        self._trainable = trainable
        self.stateful = False
        self.built = False
        self._input_spec: Any = None
        self.supports_masking = False
        self._name = name or K.unique_object_name(to_snake_case(type(self).__name__), zero_based=True)
        self._activity_regularizer: Any = None
        for attribute in ("_trainable_weights", "_non_trainable_weights", "_layers"):
            if attribute not in self.__dict__:
                object.__setattr__(self, attribute, [])
        self._updates: list[Any] = []
        self._callable_losses: list[Any] = []
        self._losses: list[Any] = []
        self._metrics: list[Any] = []
        self._dtype: Any = dtype_of(dtype)
        self._inbound_nodes: list[Node] = []
        self._outbound_nodes: list[Node] = []
        self._initial_weights: Any = None
        names = list(inspect.signature(self.call).parameters.values())
        self._call_fn_args = ["self", *(p.name for p in names if p.kind is not p.VAR_KEYWORD)]
        open_ended = any(p.kind is p.VAR_KEYWORD for p in names)
        self._expects_training_arg = "training" in self._call_fn_args or open_ended
        self._expects_mask_arg = "mask" in self._call_fn_args or open_ended

    # ---- for subclasses ---------------------------------------------------------------------------------------------

    @default
    def build(self, input_shape: Any) -> None:
        """Make the variables for inputs of this shape."""
        self.built = True

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        """The layer's output; subclasses define it."""
        return inputs

    @default
    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """The mask of the output: that of the input, where the layer supports masks."""
        if self.supports_masking:
            return mask
        if any(m is not None for m in nest.flatten(mask)):
            raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")
        return None

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the output for inputs of this shape: what the layer gives for placeholders in a graph apart."""
        raise NotImplementedError(
            f"compute_output_shape is not defined by {type(self).__name__}, and TensorFlow 1 does not infer it in "
            "graph mode"
        )

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments that all layers share.

        Raises:
          NotImplementedError: the constructor of a subclass has further ones.
        """
        mine = set(list(inspect.signature(type(self).__init__).parameters)[1:])
        config: dict[str, Any] = {"name": self.name, "trainable": self.trainable}
        if hasattr(self, "_batch_input_shape"):
            config["batch_input_shape"] = self._batch_input_shape
        config["dtype"] = self.dtype
        further = mine - set(config) - {"dynamic", "kwargs", "args"}
        if further and type(self).get_config is Layer.get_config:
            raise NotImplementedError("Layers with arguments in `__init__` must override `get_config`.")
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A layer from what `get_config` returned."""
        return cls(**config)

    # ---- calling ----------------------------------------------------------------------------------------------------

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The same as calling the layer."""
        return self(inputs, *args, **kwargs)

    def _name_scope(self) -> str:
        return self.name

    def _given(self, name: str, args: Any, kwargs: dict[str, Any]) -> tuple[bool, Any]:
        """Was the argument passed, and what is it?"""
        if name in kwargs:
            return True, kwargs[name]
        at = self._call_fn_args.index(name) - 2 if name in self._call_fn_args else -1
        return (True, args[at]) if 0 <= at < len(args) else (False, None)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Apply the layer to tensors, making its variables if this is the first call.

        Arguments called `training` and `mask` come from the calling layer and from the inputs where they are absent.

        Raises:
          ValueError: `inputs` do not fit the layer's `input_spec`, or `call` returns None.
        """
        inputs = nest.map_structure(_as_tensor, inputs)
        masks, mask_is_ours = self._input_masks(inputs, args, kwargs)
        training, training_is_ours = self._training(args, kwargs)
        if op_layers.needs_history(inputs):
            op_layers.create_history(inputs)
        with calls.calling(self, inputs, training):
            check_inputs(self.input_spec, nest.flatten(inputs), self.name)
            with K.get_graph().as_default(), K.name_scope(self._name_scope()):
                self._maybe_build(inputs)
                outputs = self.call(inputs, *args, **kwargs)
                if outputs is None:
                    raise ValueError(
                        "A layer's `call` method should return a Tensor or a list of Tensors, not None (layer: "
                        f"{self.name})."
                    )
                if all(hasattr(x, "_keras_history") for x in nest.flatten(inputs)):
                    for name, ours in (("training", training_is_ours), ("mask", mask_is_ours)):
                        if ours:
                            kwargs.pop(name)
                    outputs = self._connect(inputs, outputs, args, kwargs)
                self._regularize_activity(inputs, outputs)
                self._set_masks(inputs, outputs, masks)
                self._after_call(inputs, outputs)
        return outputs

    def _after_call(self, inputs: Any, outputs: Any) -> None:
        """What models do besides."""

    def _input_masks(self, inputs: Any, args: Any, kwargs: dict[str, Any]) -> tuple[Any, bool]:
        passed, value = self._given("mask", args, kwargs)
        if passed:
            return value, False
        if not (self._expects_mask_arg or self._computes_mask()):
            return None, False
        masks = nest.map_structure(lambda t: getattr(t, "_keras_mask", None), inputs)
        if all(m is None for m in nest.flatten(masks)):
            return None, False
        if self._expects_mask_arg:
            kwargs["mask"] = masks
        return masks, self._expects_mask_arg

    def _computes_mask(self) -> bool:
        return self.supports_masking or not getattr(self.compute_mask, "_is_default", False)

    def _training(self, args: Any, kwargs: dict[str, Any]) -> tuple[Any, bool]:
        passed, value = self._given("training", args, kwargs)
        if passed:
            if not self._expects_training_arg:
                kwargs.pop("training")
            return value, False
        outer = calls.current()
        value = None if outer is None else outer.training
        if value is None or not self._expects_training_arg:
            return value, False
        kwargs["training"] = cast(value, dtypes.bool) if is_tensor(value) else bool(value)
        return value, True

    def _maybe_build(self, inputs: Any) -> None:
        if not self.built:
            flat = nest.flatten(inputs)
            check_inputs(self.input_spec, flat, self.name)
            if flat and self._dtype is None and hasattr(flat[0], "dtype"):
                self._dtype = flat[0].dtype.base_dtype
            known = all(hasattr(x, "shape") for x in flat)
            if not getattr(self.build, "_is_default", False):
                self.build(nest.map_structure(lambda x: x.shape, inputs) if known else None)
            self.built = True
        if self._initial_weights is not None:
            self.set_weights(self._initial_weights)
            self._initial_weights = None

    def _connect(self, inputs: Any, outputs: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        """Remember the call as a node; an output that is an input becomes a tensor of its own."""
        given = {id(x) for x in nest.flatten(inputs)}

        def own(x: Any) -> Any:
            if id(x) not in given:
                return x
            with K.name_scope(self.name):
                return array_ops.identity(x)

        outputs = nest.map_structure(own, outputs)
        arguments = {**dict(zip(self._call_fn_args[2:], args)), **kwargs}
        self._add_inbound_node(inputs, outputs, arguments)
        return outputs

    def _add_inbound_node(self, input_tensors: Any, output_tensors: Any, arguments: Any = None) -> None:
        layers, nodes, tensors = (
            nest.map_structure(lambda t, i=i: t._keras_history[i], input_tensors) for i in range(3)
        )
        Node(self, layers, nodes, tensors, input_tensors, output_tensors, arguments)
        for i, tensor in enumerate(nest.flatten(output_tensors)):
            tensor._keras_history = KerasHistory(self, len(self._inbound_nodes) - 1, i)

    def _regularize_activity(self, inputs: Any, outputs: Any) -> None:
        if not self._activity_regularizer:
            return
        with K.name_scope("ActivityRegularizer"):
            for output in nest.flatten(outputs):
                loss = self._activity_regularizer(output)
                self.add_loss(loss / cast(array_ops.shape(output)[0], loss.dtype), inputs=inputs)

    _compute_output_and_mask_jointly = False

    def _set_masks(self, inputs: Any, outputs: Any, previous: Any) -> None:
        flat = nest.flatten(outputs)
        known = [getattr(x, "_keras_mask", None) for x in flat]
        if not (self._compute_output_and_mask_jointly or all(m is not None for m in known)):
            found = self.compute_mask(inputs, previous) if self._computes_mask() else None
            known = [None] * len(flat) if found is None else nest.flatten(found)
        for output, mask in zip(flat, known):
            output._keras_mask = mask

    # ---- inputs and outputs -----------------------------------------------------------------------------------------

    @property
    def input_spec(self) -> Any:
        return self._input_spec

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        for spec in nest.flatten(value):
            if spec is not None and not isinstance(spec, InputSpec):
                raise TypeError(f"Layer input_spec must be an instance of InputSpec. Got: {spec}")
        self._input_spec = value

    @property
    def inbound_nodes(self) -> list[Node]:
        return self._inbound_nodes

    @property
    def outbound_nodes(self) -> list[Node]:
        return self._outbound_nodes

    def _at_node(self, index: int, attribute: str, what: str) -> Any:
        if not self._inbound_nodes:
            raise RuntimeError(f"The layer has never been called and thus has no defined {what}.")
        if not len(self._inbound_nodes) > index:
            raise ValueError(
                f"Asked to get {what} at node {index}, but the layer has only {len(self._inbound_nodes)} inbound nodes."
            )
        found = getattr(self._inbound_nodes[index], attribute)
        return found[0] if isinstance(found, list) and len(found) == 1 else found

    def _only(self, attribute: str, what: str) -> Any:
        if not self._inbound_nodes:
            raise AttributeError(f"The layer has never been called and thus has no defined {what}.")
        found = [getattr(node, attribute) for node in self._inbound_nodes]
        if attribute.endswith("shapes"):
            if any(f != found[0] for f in found):
                raise AttributeError(
                    f'The layer "{self.name}" has multiple inbound nodes, with different {what}s. Hence the notion of '
                    f'"{what}" is ill-defined for the layer. Use `get_{what.replace(" ", "_")}_at(node_index)` instead.'
                )
        elif len(found) > 1:
            raise AttributeError(
                f"Layer {self.name} has multiple inbound nodes, hence the notion of "
                f'"layer {what}" is ill-defined. Use `get_{what}_at(node_index)` instead.'
            )
        return self._at_node(0, attribute, what)

    @property
    def input(self) -> Any:
        """The input tensors; AttributeError unless the layer was called exactly once."""
        return self._only("input_tensors", "input")

    @property
    def output(self) -> Any:
        """The output tensors; AttributeError unless the layer was called exactly once."""
        return self._only("output_tensors", "output")

    @property
    def input_shape(self) -> Any:
        """The static shape of the input."""
        return self._only("input_shapes", "input shape")

    @property
    def output_shape(self) -> Any:
        """The static shape of the output."""
        return self._only("output_shapes", "output shape")

    @property
    def input_mask(self) -> Any:
        """The mask of the input."""
        return nest.map_structure(lambda x: getattr(x, "_keras_mask", None), self.input)

    @property
    def output_mask(self) -> Any:
        """The mask of the output."""
        return nest.map_structure(lambda x: getattr(x, "_keras_mask", None), self.output)

    def get_input_at(self, node_index: int) -> Any:
        return self._at_node(node_index, "input_tensors", "input")

    def get_output_at(self, node_index: int) -> Any:
        return self._at_node(node_index, "output_tensors", "output")

    def get_input_shape_at(self, node_index: int) -> Any:
        return self._at_node(node_index, "input_shapes", "input shape")

    def get_output_shape_at(self, node_index: int) -> Any:
        return self._at_node(node_index, "output_shapes", "output shape")

    def get_input_mask_at(self, node_index: int) -> Any:
        return nest.map_structure(lambda x: getattr(x, "_keras_mask", None), self.get_input_at(node_index))

    def get_output_mask_at(self, node_index: int) -> Any:
        return nest.map_structure(lambda x: getattr(x, "_keras_mask", None), self.get_output_at(node_index))

    # ---- attributes -------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> Any:
        """Name of the type of the variables; None before it is known."""
        return None if self._dtype is None else self._dtype.name

    @property
    def dynamic(self) -> bool:
        return False

    @property
    def trainable(self) -> bool:
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        self._trainable = value
        for layer in self._layers:
            layer.trainable = value

    @property
    def activity_regularizer(self) -> Any:
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer: Any) -> None:
        self._activity_regularizer = regularizer

    def _gather(self, attribute: str) -> list[Any]:
        return list(itertools.chain.from_iterable(getattr(layer, attribute) for layer in self._layers))


def _as_tensor(x: Any) -> Any:
    return convert_to_tensor(x) if isinstance(x, (np.ndarray, float, int)) else x


def is_training(training: Any) -> Any:
    """True, False or None (decided while running) of a `training` argument."""
    return smart_constant_value(training)


def shapes_of(value: Any) -> Any:
    """The TensorShape of a shape argument."""
    return as_shape(value) if not isinstance(value, TensorShape) else value
