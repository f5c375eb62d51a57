"""`tf.contrib.layers`: fully connected layers."""

from __future__ import annotations

import functools
from typing import Any

from tf1compat._facade import array_index, array_ops, init_ops, math_ops, nn_ops, variable_scope
from tf1compat._facade import collections as graph_collections
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.initializers import xavier_initializer
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.layers.core import Dense
from tf1compat._facade.tensor import Tensor


@add_arg_scope
def fully_connected(
    inputs: Any,
    num_outputs: int,
    activation_fn: Any = nn_ops.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = xavier_initializer(),
    weights_regularizer: Any = None,
    biases_initializer: Any = init_ops.zeros_initializer(),
    biases_regularizer: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """A layer `activation(normalizer(inputs @ weights + biases))`.

    Args:
      inputs: tensor `[…, features]`.
      num_outputs: number of outputs.
      activation_fn: function of the output; None for a linear layer.
      normalizer_fn, normalizer_params: normalization in place of biases, and its arguments.
      weights_initializer, biases_initializer: initializers; no biases where the latter is None.
      weights_regularizer, biases_regularizer: functions whose results are losses.
      reuse: find the variables of an earlier layer of the same `scope`?
      variables_collections: collections for the variables, or a dict of them by `"weights"` and `"biases"`.
      outputs_collections: collections for the output.
      trainable: are the variables trained?
      scope: name of the layer, `fully_connected` by default.

    Raises:
      ValueError: `num_outputs` is no int, or the number of features is unknown.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.fully_connected(tf.ones([2, 3]), 4, scope="fc")
    ...     print(y.name, y.shape, [v.name for v in tf.contrib.framework.get_model_variables()])
    fc/Relu:0 (2, 4) ['fc/weights:0', 'fc/biases:0']
    """
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs type should be one of {[int]}, got {type(num_outputs)}.")
    getter = layer_parts.variable_getter(layer_parts.KERNEL_NAMES)
    with variable_scope.variable_scope(scope, "fully_connected", [inputs], reuse=reuse, custom_getter=getter) as sc:
        inputs = convert_to_tensor(inputs)
        weights, biases = (weights_initializer, weights_regularizer), (biases_initializer, biases_regularizer)
        dtype = inputs.dtype.base_dtype
        options = layer_parts.layer_options(weights, biases, normalizer_fn, trainable, dtype, sc, reuse)
        layer = Dense(
            units=num_outputs,
            **options,
        )
        outputs = layer.apply(inputs)
        layer_parts.add_kernel_and_bias(layer, variables_collections)
        outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


elu = functools.partial(fully_connected, activation_fn=nn_ops.elu)
relu = functools.partial(fully_connected, activation_fn=nn_ops.relu)
relu6 = functools.partial(fully_connected, activation_fn=nn_ops.relu6)
linear = functools.partial(fully_connected, activation_fn=None)


def legacy_fully_connected(
    x: Any,
    num_output_units: int,
    activation_fn: Any = None,
    weight_init: Any = xavier_initializer(),
    bias_init: Any = init_ops.zeros_initializer(),
    name: str | None = None,
    weight_collections: Any = (GraphKeys.WEIGHTS,),
    bias_collections: Any = (GraphKeys.BIASES,),
    output_collections: Any = (GraphKeys.ACTIVATIONS,),
    trainable: bool = True,
    weight_regularizer: Any = None,
    bias_regularizer: Any = None,
) -> Tensor:
    """The older layer `activation(x @ weights + bias)` for inputs of any rank from 2.

    Raises:
      ValueError: the rank or the last dimension of `x` is unknown, or the rank is below 2.
    """
    with variable_scope.variable_scope(name, "fully_connected", [x]):
        x = convert_to_tensor(x)
        dims = x.get_shape().dims
        if dims is None:
            raise ValueError("dims of x must be known but is None")
        if len(dims) < 2:
            raise ValueError(f"rank of x must be at least 2 not: {len(dims)}")
        features = dims[-1].value
        if features is None:
            raise ValueError("last dimension of x must be known but is None")

        def variable(short: str, shape: list[int], init: Any, collections: Any, regularizer: Any) -> Any:
            return variable_scope.get_variable(
                short,
                shape=shape,
                dtype=x.dtype.base_dtype,
                initializer=init,
                collections=list(dict.fromkeys([*(collections or ()), GraphKeys.GLOBAL_VARIABLES])),
                regularizer=regularizer,
                trainable=trainable,
            )

        w = variable("weights", [features, num_output_units], weight_init, weight_collections, weight_regularizer)
        y = math_ops.matmul(x if len(dims) <= 2 else array_ops.reshape(x, [-1, features]), w)
        if bias_init is not None:
            y = nn_ops.bias_add(y, variable("bias", [num_output_units], bias_init, bias_collections, bias_regularizer))
        if len(dims) > 2:
            y = _with_outer_dimensions(y, x, num_output_units)
        if activation_fn is not None:
            y = activation_fn(y)
        graph_collections.add_to_collections([*(output_collections or ()), GraphKeys.ACTIVATIONS], y)
        return y


def _with_outer_dimensions(y: Tensor, x: Tensor, num_output_units: int) -> Tensor:
    sizes: list[Any] = list(array_ops.unstack(array_ops.shape(x)))
    sizes[-1] = num_output_units
    y = array_ops.reshape(y, array_ops.stack(sizes))
    y.set_shape([*x.get_shape().as_list()[:-1], num_output_units])
    return y


legacy_relu = functools.partial(legacy_fully_connected, activation_fn=nn_ops.relu)
legacy_linear = functools.partial(legacy_fully_connected, activation_fn=None)
