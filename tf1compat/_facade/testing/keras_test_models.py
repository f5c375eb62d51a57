"""Small models of a chosen kind (functional, subclassed, sequential) for TensorFlow's Keras tests."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.keras.engine.input_layer import Input, InputLayer
from tf1compat._facade.keras.engine.model import Model
from tf1compat._facade.keras.engine.sequential import Sequential
from tf1compat._facade.keras.layers.core import Dense


class SmallSubclassMLP(Model):
    """A model with a `call` and one hidden layer."""

    def __init__(self, num_hidden: int, num_classes: int) -> None:
        super().__init__()
        self.layer_a = Dense(num_hidden, activation="relu")
        self.layer_b = Dense(num_classes, activation="sigmoid" if num_classes == 1 else "softmax")

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        return self.layer_b(self.layer_a(inputs))


class SmallSubclassMLPBuiltLate(Model):
    """The same, with layers made in `build`."""

    def __init__(self, num_hidden: int, num_classes: int) -> None:
        super().__init__()
        self.layer_a = self.layer_b = None
        self.num_hidden, self.num_classes = num_hidden, num_classes

    def build(self, input_shape: Any) -> None:
        self.layer_a = Dense(self.num_hidden, activation="relu")
        self.layer_b = Dense(self.num_classes, activation="sigmoid" if self.num_classes == 1 else "softmax")

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        assert self.layer_a is not None and self.layer_b is not None
        return self.layer_b(self.layer_a(inputs))


def get_small_subclass_mlp(num_hidden: int, num_classes: int) -> Any:
    """A subclassed model with one hidden layer."""
    return SmallSubclassMLP(num_hidden, num_classes)


def get_small_subclass_mlp_with_custom_build(num_hidden: int, num_classes: int) -> Any:
    """The same, with layers made in `build`."""
    return SmallSubclassMLPBuiltLate(num_hidden, num_classes)


class _Chain(Model):
    """Layers one after the other."""

    def __init__(self, layers: Any, name: Any = None, input_tensor: Any = None) -> None:
        super().__init__(name=name)
        for i, layer in enumerate(layers):
            setattr(self, f"layer{i}", layer)
        self.num_layers = len(layers)
        if input_tensor is not None:
            self._set_inputs(input_tensor)

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        for i in range(self.num_layers):
            inputs = getattr(self, f"layer{i}")(inputs)
        return inputs


class _ChainBuiltLate(Model):
    """The same, with layers that are taken when the model is built."""

    def __init__(self, make: Any, name: Any = None) -> None:
        super().__init__(name=name)
        self.all_layers = None
        self._make = make

    def build(self, input_shape: Any) -> None:
        self.all_layers = list(self._make())

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        for layer in self.all_layers or ():
            inputs = layer(inputs)
        return inputs


def get_model_from_layers(
    layers: Any,
    input_shape: Any = None,
    input_dtype: Any = None,
    name: Any = None,
    input_ragged: Any = None,
    input_sparse: Any = None,
) -> Any:
    """A model of these layers, of the kind of the block around."""
    kind = context.KERAS.model_type
    given = {"dtype": input_dtype, "ragged": input_ragged, "sparse": input_sparse}
    given = {k: v for k, v in given.items() if v is not None}
    if kind == "subclass":
        special = input_ragged or input_sparse
        return _Chain(layers, name, Input(shape=input_shape, **given) if special else None)
    if kind == "subclass_custom_build":
        return _ChainBuiltLate(lambda: layers, name)
    if kind == "sequential":
        first = [InputLayer(input_shape=input_shape, **given)] if input_shape else []
        return Sequential([*first, *layers], name=name)
    if kind != "functional":
        raise ValueError(f"Unknown model type {kind}")
    if not input_shape:
        raise ValueError("Cannot create a functional model from layers with no input shape.")
    inputs = outputs = Input(shape=input_shape, **given)
    for layer in layers:
        outputs = layer(outputs)
    return Model(inputs, outputs, name=name)


def _through(layers: Any, x: Any) -> Any:
    for layer in layers or ():
        x = layer(x)
    return x


class _TwoBranches(Model):
    """Two branches, with layers before and after both."""

    def __init__(self, branch_a: Any, branch_b: Any, before: Any, after: Any) -> None:
        super().__init__()
        self._shared_input_branch, self._branch_a, self._branch_b = before, branch_a, branch_b
        self._shared_output_branch = after

    def call(self, inputs: Any, **kwargs: Any) -> Any:
        if self._shared_input_branch:
            a = b = _through(self._shared_input_branch, inputs)
        else:
            a, b = inputs
        found = [_through(self._branch_a, a), _through(self._branch_b, b)]
        return _through(self._shared_output_branch, found)


class _TwoBranchesBuiltLate(_TwoBranches):
    """The same, with layers that are taken when the model is built."""

    def __init__(self, branch_a: Any, branch_b: Any, before: Any, after: Any) -> None:
        super().__init__(None, None, None, None)
        self._make = lambda: (before, branch_a, branch_b, after)

    def build(self, input_shape: Any) -> None:
        before, self._branch_a, self._branch_b, after = self._make()
        self._shared_input_branch, self._shared_output_branch = before, after


def get_multi_io_model(
    branch_a: Any, branch_b: Any, shared_input_branch: Any = None, shared_output_branch: Any = None
) -> Any:
    """A model of two branches; the first element of the first branch (or of each) is its `Input`."""
    kind = context.KERAS.model_type
    if shared_input_branch:
        inputs, before = shared_input_branch[0], shared_input_branch[1:]
    else:
        inputs, before = (branch_a[0], branch_b[0]), None
        branch_a, branch_b = branch_a[1:], branch_b[1:]
    if kind == "subclass":
        return _TwoBranches(branch_a, branch_b, before, shared_output_branch)
    if kind == "subclass_custom_build":
        return _TwoBranchesBuiltLate(branch_a, branch_b, before, shared_output_branch)
    if kind == "sequential":
        raise ValueError("Cannot use `get_multi_io_model` to construct sequential models")
    if kind != "functional":
        raise ValueError(f"Unknown model type {kind}")
    if before is None:
        a, b = inputs
    else:
        a = b = _through(before, inputs)
    outputs: Any = _through(branch_a, a), _through(branch_b, b)
    return Model(inputs, _through(shared_output_branch, outputs))
