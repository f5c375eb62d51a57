"""Copies of models: the same layers anew, on inputs of one's own where they are given."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.input_layer import Input, InputLayer
from tf1compat._facade.keras.engine.model import Model
from tf1compat._facade.keras.engine.sequential import Sequential
from tf1compat._facade.keras.serialization import CustomObjectScope, to_list
from tf1compat._jaxcore.base import nest


def share_weights(layer: Any) -> Any:
    """The layer itself: a `clone_function` for copies that share their weights."""
    return layer


def _clone_layer(layer: Any) -> Any:
    return type(layer).from_config(layer.get_config())


def _on_inputs(model: Any, input_tensors: Any) -> list[Any]:
    """Tensors of `Input`s: new placeholders, or around the tensors that are given."""
    if input_tensors is None:
        return [Input(**layer.get_config()) for layer in model._input_layers]
    return [
        x if K.is_keras_tensor(x) else Input(tensor=x, name="input_wrapper_for_" + layer.name)
        for x, layer in zip(nest.flatten(input_tensors), model._input_layers)
    ]


def _clone_functional_model(model: Any, input_tensors: Any = None, layer_fn: Any = _clone_layer) -> Any:
    if not isinstance(model, Model):
        raise ValueError("Expected `model` argument to be a `Model` instance, got ", model)
    if isinstance(model, Sequential):
        raise ValueError(
            "Expected `model` argument to be a functional `Model` instance, got a `Sequential` instance instead:", model
        )
    if not model._is_graph_network:
        raise ValueError(
            "Expected `model` argument to be a functional `Model` instance, but got a subclass model instead."
        )
    if not callable(layer_fn):
        raise ValueError("Expected `layer_fn` argument to be a callable.")
    inputs = _on_inputs(model, input_tensors)
    made: dict[int, Any] = {}  # layer -> its copy
    for layer, x in zip(model._input_layers, inputs):
        if isinstance(x._keras_history[0], InputLayer):
            made[id(layer)] = x._keras_history[0]
    tensors = {id(x): y for x, y in zip(model.inputs, inputs)}
    for depth in sorted(model._nodes_by_depth, reverse=True):
        for node in model._nodes_by_depth[depth]:
            _call_again(node, made, tensors, layer_fn)
    missing = [x for x in model.outputs if id(x) not in tensors]
    if missing:
        raise ValueError(f"Could not compute output {missing[0]}")
    outputs = nest.pack_sequence_as(model._nested_outputs, [tensors[id(x)] for x in model.outputs])
    return Model(nest.pack_sequence_as(model._nested_inputs, inputs), outputs, name=model.name)


def _call_again(node: Any, made: dict[int, Any], tensors: dict[int, Any], layer_fn: Any) -> None:
    """Call the copy of a node's layer on the copies of its inputs."""
    layer = node.outbound_layer
    if id(layer) not in made:
        made[id(layer)] = layer_fn(layer)
    elif isinstance(layer, InputLayer):
        return
    if not all(id(x) in tensors for x in nest.flatten(node.input_tensors)):
        return

    def copied(structure: Any) -> Any:
        return nest.map_structure(lambda x: tensors.get(id(x), x), structure)

    outputs = made[id(layer)](copied(node.input_tensors), **copied(node.arguments or {}))
    tensors.update({id(x): y for x, y in zip(nest.flatten(node.output_tensors), nest.flatten(outputs))})


def _clone_sequential_model(model: Any, input_tensors: Any = None, layer_fn: Any = _clone_layer) -> Any:
    if not isinstance(model, Sequential):
        raise ValueError("Expected `model` argument to be a `Sequential` model instance, but got:", model)
    if not callable(layer_fn):
        raise ValueError("Expected `layer_fn` argument to be a callable.")
    layers = [
        _clone_layer(layer) if isinstance(layer, InputLayer) else layer_fn(layer)
        for layer in model._layers
        if input_tensors is None or not isinstance(layer, InputLayer)
    ]
    if input_tensors is None:
        return Sequential(layers=layers, name=model.name)
    given = to_list(list(input_tensors) if isinstance(input_tensors, tuple) else input_tensors)
    if len(given) != 1:
        raise ValueError("To clone a `Sequential` model, we expect  at most one tensor as part of `input_tensors`.")
    x = given[0]
    if not K.is_keras_tensor(x):
        x = Input(tensor=x, name="input_wrapper_for_" + str(x.name).replace(":", "_"))
    if not isinstance(x._keras_history[0], InputLayer):
        raise ValueError(
            "Cannot clone a `Sequential` model on top of a tensor that comes from a Keras layer other than an "
            "`InputLayer`. Use the functional API instead."
        )
    return Sequential(layers=[x._keras_history[0], *layers], name=model.name)


def clone_model(model: Any, input_tensors: Any = None, clone_function: Any = None) -> Any:
    """A model of the same layers with weights of its own.

    Args:
      model: a functional or a sequential model.
      input_tensors: tensors in place of new placeholders.
      clone_function: gives the new layer for each layer but the input.

    Raises:
      ValueError: a subclassed model, or what is no model.
    """
    clone = _clone_sequential_model if isinstance(model, Sequential) else _clone_functional_model
    return clone(model, input_tensors, _clone_layer if clone_function is None else clone_function)


def clone_and_build_model(
    model: Any,
    input_tensors: Any = None,
    target_tensors: Any = None,
    custom_objects: Any = None,
    compile_clone: bool = True,
    in_place_reset: bool = False,
    optimizer_iterations: Any = None,
    optimizer_config: Any = None,
) -> Any:
    """A copy of a model that is compiled as the model is.

    Args:
      model: the model.
      input_tensors, target_tensors: in place of new placeholders.
      custom_objects: names that the model's configuration uses.
      compile_clone: compile the copy?
      in_place_reset: not supported: subclassed models need `get_config`.
      optimizer_iterations: the variable that counts the copy's steps.
      optimizer_config: configuration of the copy's optimizer; that of the model's where absent.

    Raises:
      ValueError: the model is not compiled, or it is subclassed and has no `get_config`.
    """
    if compile_clone and not model.optimizer:
        raise ValueError(
            "Error when cloning model: compile_clone was set to True, but the original model has not been compiled."
        )
    with CustomObjectScope(custom_objects or {}):
        clone = _built(model, input_tensors)
    if compile_clone:
        clone.compile(
            _optimizer(model.optimizer, optimizer_iterations, optimizer_config),
            model.loss,
            metrics=_metrics(model._compile_metrics),
            loss_weights=model.loss_weights,
            sample_weight_mode=model.sample_weight_mode,
            weighted_metrics=_metrics(model._compile_weighted_metrics),
            target_tensors=target_tensors,
        )
    return clone


def _built(model: Any, input_tensors: Any) -> Any:
    if model._is_graph_network or isinstance(model, Sequential):
        clone = clone_model(model, input_tensors=input_tensors)
        if isinstance(clone, Sequential) and not clone._is_graph_network and model.inputs and not clone.inputs:
            clone._set_inputs(K.placeholder(K.int_shape(model.inputs[0]), dtype=model.inputs[0].dtype))
        return clone
    try:
        clone = type(model).from_config(model.get_config())
    except NotImplementedError:
        raise ValueError(
            "This model is a subclassed model. Such a model cannot be cloned: define `get_config` and `from_config` "
            "(TensorFlow could reset it in place, which is not supported here)."
        ) from None
    if input_tensors is not None:
        single = isinstance(input_tensors, (list, tuple)) and len(input_tensors) == 1
        clone._set_inputs(input_tensors[0] if single else input_tensors)
    return clone


def _optimizer(original: Any, iterations: Any, config: Any) -> Any:
    from tf1compat._facade.keras.optimizers import TFOptimizer

    if isinstance(original, TFOptimizer):
        made = TFOptimizer(original.optimizer, iterations)
        K.track_tf_optimizer(made)
        return made
    originals = list(original) if isinstance(original, (tuple, list)) else [original]
    configs = config if isinstance(config, (tuple, list)) else [config] * len(originals)
    copies = [type(o).from_config(o.get_config() if c is None else c) for o, c in zip(originals, configs)]
    for made in copies if iterations is not None else ():
        made.iterations = iterations
    return copies[0] if len(copies) == 1 else copies


def _metrics(metrics: Any) -> Any:
    from tf1compat._facade.keras.metrics import clone_metric

    if isinstance(metrics, dict):
        return {name: _metrics(found) for name, found in metrics.items()}
    if isinstance(metrics, (list, tuple)):
        return [_metrics(found) for found in metrics]
    return clone_metric(metrics)
