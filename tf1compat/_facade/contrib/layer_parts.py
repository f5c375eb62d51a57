"""`tf.contrib.layers`: what its layers share: renamed model variables, collections, normalisation and activation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tf1compat._facade import collections as graph_collections
from tf1compat._facade.contrib.framework_variables import model_variable
from tf1compat._facade.contrib.named_outputs import collect_named_outputs, get_variable_collections
from tf1compat._facade.partitioned_variable import PartitionedVariable
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization

NHWC_NCHW = ("NCHW", "NHWC")
KERNEL_NAMES = {"bias": "biases", "kernel": "weights"}


def check_data_format(data_format: Any, known: tuple[str, ...] = NHWC_NCHW) -> None:
    """ValueError unless the layout is one of two."""
    if data_format not in known:
        raise ValueError(f"data_format has to be either {known[0]} or {known[1]}.")


def layer_format(data_format: str | None) -> str:
    """The name that `tf.layers` has for a layout."""
    return "channels_first" if data_format and data_format.startswith("NC") else "channels_last"


def model_variable_getter(
    getter: Callable[..., Any],
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    rename: Mapping[str, str] | None = None,
    use_resource: bool | None = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
    **_: Any,
) -> Any:
    """A custom getter that makes model variables; `rename` gives contrib's names for those of `tf.layers`."""
    *outer, short_name = name.split("/")
    return model_variable(
        "/".join([*outer, (rename or {}).get(short_name, short_name)]),
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        collections=collections,
        trainable=trainable,
        caching_device=caching_device,
        partitioner=partitioner,
        custom_getter=getter,
        use_resource=use_resource,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def variable_getter(rename: Mapping[str, str] | None = None) -> Callable[..., Any]:
    """`model_variable_getter` with fixed names."""

    def layer_variable_getter(getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return model_variable_getter(getter, *args, **{**kwargs, "rename": rename})

    return layer_variable_getter


def add_variable_to_collections(variable: Any, collections_set: Any, collections_name: str) -> None:
    """Add a layer's variable, or its parts, to the collections given for it, unless they are there."""
    parts = list(variable) if isinstance(variable, PartitionedVariable) else [variable]
    for collection in get_variable_collections(collections_set, collections_name) or ():
        for part in parts:
            if not any(part is v for v in graph_collections.get_collection(collection)):
                graph_collections.add_to_collection(collection, part)


def layer_options(
    weights: tuple[Any, Any],
    biases: tuple[Any, Any],
    normalizer_fn: Any,
    trainable: bool,
    dtype: Any,
    scope: Any,
    reuse: Any,
) -> dict[str, Any]:
    """Arguments for a layer of `tf.layers` with a kernel and a bias.

    Args:
      weights, biases: initializer and regularizer of each; there is no bias where there is a normalizer, or no
        initializer for it.
    """
    return {
        "use_bias": bool(not normalizer_fn and biases[0]),
        "kernel_initializer": weights[0],
        "kernel_regularizer": weights[1],
        "bias_initializer": biases[0],
        "bias_regularizer": biases[1],
        "trainable": trainable,
        "name": scope.name,
        "dtype": dtype,
        "_scope": scope,
        "_reuse": reuse,
    }


def add_kernel_and_bias(layer: Any, variables_collections: Any) -> None:
    """Add a layer's variables to the collections given for `weights` and `biases`."""
    add_variable_to_collections(layer.kernel, variables_collections, "weights")
    if layer.bias is not None:
        add_variable_to_collections(layer.bias, variables_collections, "biases")


def normalized(outputs: Any, normalizer_fn: Any, normalizer_params: Any) -> Any:
    """The outputs after the normalizer, if there is one."""
    return outputs if normalizer_fn is None else normalizer_fn(outputs, **(normalizer_params or {}))


def finished(outputs: Any, activation_fn: Any, outputs_collections: Any, alias: str) -> Any:
    """The outputs after the activation, in their collections."""
    if activation_fn is not None:
        outputs = activation_fn(outputs)
    return collect_named_outputs(outputs_collections, alias, outputs)


def parameter(
    name: str, shape: Any, dtype: Any, initializer: Any, collections: Any, trainable: bool, **others: Any
) -> Any:
    """A layer's model variable, in the collections given for its name."""
    return model_variable(
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        collections=get_variable_collections(collections, name),
        trainable=trainable,
        **others,
    )
