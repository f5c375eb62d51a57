"""`tf.contrib.layers`: pooling."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import nn_pool
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.layer_parts import check_data_format, layer_format
from tf1compat._facade.contrib.named_outputs import collect_named_outputs, n_positive_integers
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers.pooling import AveragePooling2D, AveragePooling3D, MaxPooling2D, MaxPooling3D
from tf1compat._facade.tensor import Tensor


def _pooled(layer_class: Any, default_name: str, inputs: Any, scope: Any, collections: Any, **settings: Any) -> Tensor:
    with name_scope(scope, default_name, [inputs]) as sc:
        layer = layer_class(**{**settings, "data_format": layer_format(settings["data_format"])}, _scope=sc)
        return collect_named_outputs(collections, sc, layer.apply(convert_to_tensor(inputs)))


@add_arg_scope
def avg_pool2d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """Average of windows of inputs of rank 4.

    Args:
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"VALID"` or `"SAME"`.
      data_format: `"NHWC"` or `"NCHW"`.
      outputs_collections: collections for the output.
      scope: name, `AvgPool2D` by default.

    Raises:
      ValueError: an unknown layout.
    """
    check_data_format(data_format, ("NCHW", "NHWC"))
    settings = {"pool_size": kernel_size, "strides": stride, "padding": padding, "data_format": data_format}
    return _pooled(AveragePooling2D, "AvgPool2D", inputs, scope, outputs_collections, **settings)


@add_arg_scope
def avg_pool3d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NDHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """Average of windows of inputs of rank 5.

    Args:
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"VALID"` or `"SAME"`.
      data_format: `"NDHWC"` or `"NCDHW"`.
      outputs_collections: collections for the output.
      scope: name, `AvgPool3D` by default.

    Raises:
      ValueError: an unknown layout.
    """
    check_data_format(data_format, ("NCDHW", "NDHWC"))
    settings = {"pool_size": kernel_size, "strides": stride, "padding": padding, "data_format": data_format}
    return _pooled(AveragePooling3D, "AvgPool3D", inputs, scope, outputs_collections, **settings)


@add_arg_scope
def max_pool2d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """Maximum of windows of inputs of rank 4.

    Args:
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"VALID"` or `"SAME"`.
      data_format: `"NHWC"` or `"NCHW"`.
      outputs_collections: collections for the output.
      scope: name, `MaxPool2D` by default.

    Raises:
      ValueError: an unknown layout.
    """
    check_data_format(data_format, ("NCHW", "NHWC"))
    settings = {"pool_size": kernel_size, "strides": stride, "padding": padding, "data_format": data_format}
    return _pooled(MaxPooling2D, "MaxPool2D", inputs, scope, outputs_collections, **settings)


@add_arg_scope
def max_pool3d(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 2,
    padding: str = "VALID",
    data_format: str = "NDHWC",
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """Maximum of windows of inputs of rank 5.

    Args:
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"VALID"` or `"SAME"`.
      data_format: `"NDHWC"` or `"NCDHW"`.
      outputs_collections: collections for the output.
      scope: name, `MaxPool3D` by default.

    Raises:
      ValueError: an unknown layout.
    """
    check_data_format(data_format, ("NCDHW", "NDHWC"))
    settings = {"pool_size": kernel_size, "strides": stride, "padding": padding, "data_format": data_format}
    return _pooled(MaxPooling3D, "MaxPool3D", inputs, scope, outputs_collections, **settings)


@add_arg_scope
def pool(
    inputs: Any,
    kernel_size: Any,
    pooling_type: str,
    padding: str = "VALID",
    data_format: str | None = None,
    dilation_rate: Any = 1,
    stride: Any = 1,
    outputs_collections: Any = None,
    scope: Any = None,
) -> Tensor:
    """`tf.nn.pool` of inputs of any rank from 3; `pooling_type` is `"AVG"` or `"MAX"`.

    Raises:
      ValueError: the rank is unknown or below 3.
    """
    with name_scope(scope, f"{pooling_type.lower()}_pool", [inputs]) as sc:
        inputs = convert_to_tensor(inputs)
        rank = inputs.get_shape().ndims
        if rank is None:
            raise ValueError("Rank of inputs must be known")
        if rank < 3:
            raise ValueError("Rank of inputs must be >= 3")
        output = nn_pool.pool(
            input=inputs,
            window_shape=n_positive_integers(rank - 2, kernel_size),
            pooling_type=pooling_type,
            padding=padding,
            data_format=data_format,
            dilation_rate=n_positive_integers(rank - 2, dilation_rate),
            strides=n_positive_integers(rank - 2, stride),
            name=sc,
        )
        return collect_named_outputs(outputs_collections, sc, output)
