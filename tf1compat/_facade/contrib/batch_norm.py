"""`tf.contrib.layers`: batch normalisation."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, framework, init_ops, nn_moments, variable_scope
from tf1compat._facade import collections as graph_collections
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.constants import constant
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.named_outputs import constant_value, smart_cond
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.layers.normalization import BatchNormalization
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.moving_averages import assign_moving_average
from tf1compat._jaxcore.base import dtypes

_INITIALIZERS = {
    "beta": init_ops.zeros_initializer,
    "gamma": init_ops.ones_initializer,
    "moving_mean": init_ops.zeros_initializer,
    "moving_variance": init_ops.ones_initializer,
}


@add_arg_scope
def batch_norm(
    inputs: Any,
    decay: Any = 0.999,
    center: bool = True,
    scale: bool = False,
    epsilon: float = 0.001,
    activation_fn: Any = None,
    param_initializers: Any = None,
    param_regularizers: Any = None,
    updates_collections: Any = GraphKeys.UPDATE_OPS,
    is_training: Any = True,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    batch_weights: Any = None,
    fused: bool | None = None,
    data_format: str = "NHWC",
    zero_debias_moving_mean: bool = False,
    scope: Any = None,
    renorm: bool = False,
    renorm_clipping: Any = None,
    renorm_decay: Any = 0.99,
    adjustment: Any = None,
) -> Tensor:
    """Normalises with the batch's statistics while training, with their moving averages otherwise.

    Args:
      inputs: tensor of rank 2 or more; the features are the last dimension, or the second one.
      decay: of the moving averages.
      center, scale: add `beta`? multiply with `gamma`?
      epsilon: added to the variance.
      activation_fn: function of the output.
      param_initializers, param_regularizers: dicts by `beta`, `gamma`, `moving_mean` and `moving_variance`.
      updates_collections: collections for the updates of the averages, which a training step must run; None makes
        them part of the layer.
      is_training: a bool, or a tensor that decides in each step.
      reuse: find the variables of an earlier layer of the same `scope`?
      variables_collections, outputs_collections: collections, as of `fully_connected`.
      trainable: are `beta` and `gamma` trained?
      batch_weights: a weight for each example's part in the statistics.
      fused: use the fused op? None: where it can be used.
      data_format: `"NHWC"` or `"NCHW"`.
      zero_debias_moving_mean: start the mean from zero and correct for it.
      scope: name, `BatchNorm` by default.
      renorm, renorm_clipping, renorm_decay, adjustment: as of `tf.layers.BatchNormalization`.

    Raises:
      ValueError: an unknown layout, rank or number of features, or `renorm` with what does not go with it.
    """
    fused = True if fused is None else fused
    inputs = convert_to_tensor(inputs)
    rank = inputs.get_shape().ndims
    can_fuse = batch_weights is None and not renorm and rank in (2, 4) and adjustment is None
    usual = updates_collections is GraphKeys.UPDATE_OPS and not zero_debias_moving_mean
    norm = _Norm(
        decay=decay,
        center=center,
        scale=scale,
        epsilon=epsilon,
        param_initializers=param_initializers,
        param_regularizers=param_regularizers,
        updates_collections=updates_collections,
        is_training=is_training,
        variables_collections=variables_collections,
        trainable=trainable,
        data_format=data_format,
        zero_debias=zero_debias_moving_mean,
    )
    direct = fused and can_fuse and (rank == 2 or not usual)
    layer_parts.check_data_format(data_format)
    # TF1: the directly fused form sets no custom getter, so an outer one is all that applies to it
    getter = None if direct else layer_parts.variable_getter()
    with variable_scope.variable_scope(scope, "BatchNorm", [inputs], reuse=reuse, custom_getter=getter) as sc:
        inputs = convert_to_tensor(inputs)
        if direct:
            outputs = norm.fused(inputs)
        elif batch_weights is None and usual:
            renormalized = {"renorm": renorm, "renorm_clipping": renorm_clipping, "renorm_momentum": renorm_decay}
            outputs = norm.by_layer(inputs, sc, reuse, adjustment=adjustment, fused=fused, **renormalized)
        elif renorm:
            raise ValueError(
                "renorm is not supported with batch_weights, updates_collections or zero_debias_moving_mean"
            )
        else:
            outputs = norm.unfused(inputs, batch_weights)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


class _Norm:
    """The settings of one call, and the three ways to do it."""

    def __init__(self, **settings: Any) -> None:
        self.decay = settings["decay"]
        self.center = settings["center"]
        self.scale = settings["scale"]
        self.epsilon = settings["epsilon"]
        self.initializers = settings["param_initializers"] or {}
        self.regularizers = settings["param_regularizers"] or {}
        self.updates_collections = settings["updates_collections"]
        self.is_training = settings["is_training"]
        self.collections = settings["variables_collections"]
        self.trainable = settings["trainable"]
        self.channels_first = settings["data_format"] == "NCHW"
        self.data_format = settings["data_format"]
        self.zero_debias = settings["zero_debias"]

    # ---- through tf.layers ------------------------------------------------------------------------------------------

    def by_layer(self, inputs: Tensor, scope: Any, reuse: Any, **others: Any) -> Tensor:
        """By the layer of `tf.layers`."""
        layer = BatchNormalization(
            axis=1 if self.channels_first else -1,
            momentum=self.decay,
            epsilon=self.epsilon,
            center=self.center,
            scale=self.scale,
            **{name + "_initializer": self._initializer(name) for name in _INITIALIZERS},
            beta_regularizer=self.regularizers.get("beta"),
            gamma_regularizer=self.regularizers.get("gamma"),
            trainable=self.trainable,
            name=scope.name,
            _scope=scope,
            _reuse=reuse,
            **others,
        )
        outputs = layer.apply(inputs, training=self.is_training)
        for name in ("moving_mean", "moving_variance", "beta", "gamma"):
            variable = getattr(layer, name)
            if variable is not None:
                layer_parts.add_variable_to_collections(variable, self.collections, name)
        return outputs

    # ---- variables --------------------------------------------------------------------------------------------------

    def _initializer(self, name: str) -> Any:
        return self.initializers[name] if name in self.initializers else _INITIALIZERS[name]()

    def _parameter(self, name: str, shape: Any, dtype: Any, trainable: bool, **others: Any) -> Any:
        return layer_parts.parameter(name, shape, dtype, self._initializer(name), self.collections, trainable, **others)

    def _statistics(self, shape: Any, dtype: Any) -> None:
        with variable_scope.variable_scope(variable_scope.get_variable_scope()) as local_scope:
            local_scope.set_partitioner(None)
            self.moving_mean = self._parameter("moving_mean", shape, dtype, False)
            self.moving_variance = self._parameter("moving_variance", shape, dtype, False)

    def _features(self, inputs: Tensor, what: str) -> Any:
        shape = inputs.get_shape()[1:2] if self.channels_first else inputs.get_shape()[-1:]
        if not shape.is_fully_defined():
            raise ValueError(f"Inputs {inputs.name} has undefined {what} dimension {shape}.")
        return shape

    def _updates(self, mean: Any, variance: Any) -> tuple[Any, Any]:
        new_mean = assign_moving_average(self.moving_mean, mean, self.decay, zero_debias=self.zero_debias)
        return new_mean, assign_moving_average(self.moving_variance, variance, self.decay, zero_debias=False)

    def _collect(self, updates: tuple[Any, Any]) -> None:
        for update in updates:
            graph_collections.add_to_collections(self.updates_collections, update)

    def _may_train(self) -> bool:
        known = constant_value(self.is_training)
        return known is None or bool(known)

    # ---- fused ------------------------------------------------------------------------------------------------------

    def fused(self, original: Tensor) -> Tensor:
        """By the fused op; inputs of rank 2 become images of one pixel."""
        rank = original.get_shape().ndims
        inputs = self._as_images(original) if rank == 2 else original
        shape = self._features(inputs, "`C`")
        beta, gamma = self._fused_parameters(shape)
        self._statistics(shape, dtypes.float32)
        settings: dict[str, Any] = {"epsilon": self.epsilon, "data_format": self.data_format}
        moving = {"mean": self.moving_mean, "variance": self.moving_variance}
        outputs, mean, variance = smart_cond(
            self.is_training,
            lambda: nn_moments.fused_batch_norm(inputs, gamma, beta, **settings),
            lambda: nn_moments.fused_batch_norm(inputs, gamma, beta, is_training=False, **moving, **settings),
        )
        if self._may_train():
            outputs = self._fused_updates(outputs, mean, variance)
        outputs.set_shape(inputs.get_shape())
        return array_ops.reshape(outputs, array_ops.shape(original)) if rank == 2 else outputs

    def _as_images(self, inputs: Tensor) -> Tensor:
        channels = inputs.get_shape()[-1].value
        if channels is None:
            raise ValueError("`C` dimension must be known but is None")
        return array_ops.reshape(inputs, [-1, channels, 1, 1] if self.channels_first else [-1, 1, 1, channels])

    def _fused_parameters(self, shape: Any) -> tuple[Any, Any]:
        made = []
        for name, wanted, value in (("beta", self.center, 0.0), ("gamma", self.scale, 1.0)):
            regularizer = self.regularizers.get(name)
            if wanted:
                options = {"regularizer": regularizer}
                made.append(self._parameter(name, shape, dtypes.float32, self.trainable, **options))
            else:
                made.append(constant(value, dtype=dtypes.float32, shape=shape))
        return made[0], made[1]

    def _fused_updates(self, outputs: Any, mean: Any, variance: Any) -> Any:
        if self.updates_collections is None:

            def forced() -> Any:
                with framework.control_dependencies(self._updates(mean, variance)):
                    return array_ops.identity(outputs)

            return smart_cond(self.is_training, forced, lambda: outputs)
        updates = smart_cond(
            self.is_training,
            lambda: self._updates(mean, variance),
            lambda: (self.moving_mean, self.moving_variance),
        )
        self._collect(updates)
        return outputs

    # ---- unfused ----------------------------------------------------------------------------------------------------

    def unfused(self, inputs: Tensor, batch_weights: Any) -> Tensor:
        """By moments, weighted or not."""
        rank = inputs.get_shape().ndims
        if rank is None:
            raise ValueError(f"Inputs {inputs.name} has undefined rank.")
        if batch_weights is not None:
            batch_weights = convert_to_tensor(batch_weights)
            inputs.get_shape()[0:1].assert_is_compatible_with(batch_weights.get_shape())
            batch_weights = array_ops.reshape(batch_weights, [-1] + [1] * (rank - 1))
        shape = self._features(inputs, "channels")
        dtype = inputs.dtype.base_dtype
        beta = self._parameter("beta", shape, dtype, self.trainable) if self.center else None
        gamma = self._parameter("gamma", shape, dtype, self.trainable) if self.scale else None
        self._statistics(shape, dtype)
        mean, variance = self.moving_mean, self.moving_variance
        if self._may_train():
            mean, variance = self._training_statistics(*self._moments(inputs, rank, batch_weights))
        if self.channels_first:
            wide = [1, inputs.get_shape()[1].value, *[1] * (rank - 2)]
            mean, variance, beta, gamma = (
                None if v is None else array_ops.reshape(v, wide) for v in (mean, variance, beta, gamma)
            )
        outputs = nn_moments.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)
        outputs.set_shape(inputs.get_shape())
        return outputs

    def _moments(self, inputs: Tensor, rank: int, batch_weights: Any) -> tuple[Tensor, Tensor]:
        axes = [0, *range(2, rank)] if self.channels_first else list(range(rank - 1))
        keep = True if self.channels_first else None
        if batch_weights is None:
            mean, variance = nn_moments.moments(inputs, axes, keep_dims=keep)
        else:
            mean, variance = nn_moments.weighted_moments(inputs, axes, batch_weights, keep_dims=keep)
        if self.channels_first:
            return array_ops.reshape(mean, [-1]), array_ops.reshape(variance, [-1])
        return mean, variance

    def _training_statistics(self, mean: Any, variance: Any) -> Any:
        def moving() -> tuple[Any, Any]:
            return self.moving_mean, self.moving_variance

        if self.updates_collections is None:

            def forced() -> tuple[Any, Any]:
                with framework.control_dependencies(self._updates(mean, variance)):
                    return array_ops.identity(mean), array_ops.identity(variance)

            return smart_cond(self.is_training, forced, moving)
        self._collect(smart_cond(self.is_training, lambda: self._updates(mean, variance), moving))
        return smart_cond(self.is_training, lambda: (mean, variance), moving)
