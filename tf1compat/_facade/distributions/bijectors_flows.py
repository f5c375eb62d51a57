"""`tf.contrib.distributions.bijectors` with networks in them: RealNVP, MaskedAutoregressiveFlow, BatchNormalization."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import clip_ops, init_ops, nn_moments, template, variable_scope
from tf1compat._facade.distributions.bijector import Bijector
from tf1compat._facade.distributions.static_shapes import dimension
from tf1compat._facade.formulas import array_ops, constants, math_ops, nn_ops
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers.core import Dense, dense
from tf1compat._facade.layers.normalization import BatchNormalization as BatchNormalizationLayer
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes

MASK_INCLUSIVE = "inclusive"
MASK_EXCLUSIVE = "exclusive"
_UNKNOWN_DEPTH = "Rightmost dimension must be known prior to graph execution."


def _depth(x: Any) -> int:
    size = dimension(x.shape.with_rank_at_least(1)[-1])
    if size is None:
        raise NotImplementedError(_UNKNOWN_DEPTH)
    return size


class RealNVP(Bijector):
    """The last elements shifted and scaled by functions of the first `num_masked` (Dinh et al., 2016).

    Args:
      num_masked: how many elements stay.
      shift_and_log_scale_fn: (first elements, number of the others) -> (shift, logarithm of the scale), each may be None.
      is_constant_jacobian: the scale does not depend on the argument.
      validate_args: check arguments as the graph runs.
      name: prefix of its nodes.
    """

    def __init__(
        self,
        num_masked: int,
        shift_and_log_scale_fn: Callable[..., Any],
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        if num_masked <= 0:
            raise ValueError("num_masked must be a positive integer.")
        self._num_masked = num_masked
        self._input_depth: int | None = None
        self._shift_and_log_scale_fn = shift_and_log_scale_fn
        super().__init__(
            forward_min_event_ndims=1,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name or "real_nvp",
        )

    def _cache_input_depth(self, x: Any) -> None:
        if self._input_depth is None:
            self._input_depth = _depth(x)
            if self._num_masked >= self._input_depth:
                raise ValueError("Number of masked units must be smaller than the event size.")

    def _parts(self, x: Any) -> tuple[Any, Any, Any, Any]:
        """(the elements that stay, the others, their shift, the logarithm of their scale)."""
        self._cache_input_depth(x)
        first, others = x[:, : self._num_masked], x[:, self._num_masked :]
        shift, log_scale = self._shift_and_log_scale_fn(first, (self._input_depth or 0) - self._num_masked)
        return first, others, shift, log_scale

    def _forward(self, x: Any) -> Any:
        first, y, shift, log_scale = self._parts(x)
        y = y if log_scale is None else y * math_ops.exp(log_scale)
        y = y if shift is None else y + shift
        return array_ops.concat([first, y], axis=-1)

    def _inverse(self, y: Any) -> Any:
        first, x, shift, log_scale = self._parts(y)
        x = x if shift is None else x - shift
        x = x if log_scale is None else x * math_ops.exp(-log_scale)
        return array_ops.concat([first, x], axis=-1)

    def _log_scale(self, x: Any, name: str) -> Any:
        self._cache_input_depth(x)
        first = x[:, : self._num_masked]
        _, log_scale = self._shift_and_log_scale_fn(first, (self._input_depth or 0) - self._num_masked)
        if log_scale is None:
            return constants.constant(0.0, dtype=x.dtype, name=name)
        return log_scale

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        found = self._log_scale(y, "ildj")
        return found if found.shape.ndims == 0 else -math_ops.reduce_sum(found, axis=-1)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        found = self._log_scale(x, "fldj")
        return found if found.shape.ndims == 0 else math_ops.reduce_sum(found, axis=-1)


def real_nvp_default_template(
    hidden_layers: Sequence[int],
    shift_only: bool = False,
    activation: Any = nn_ops.relu,
    name: str | None = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """A function for RealNVP: dense layers of these widths, with shared variables."""
    with name_scope(name, "real_nvp_default_template"):

        def network(x: Any, output_units: int) -> Any:
            for units in hidden_layers:
                x = dense(*args, inputs=x, units=units, activation=activation, **kwargs)
            units = (1 if shift_only else 2) * output_units
            x = dense(*args, inputs=x, units=units, activation=None, **kwargs)
            if shift_only:
                return x, None
            shift, log_scale = array_ops.split(x, 2, axis=-1)
            return shift, log_scale

        return template.make_template("real_nvp_default_template", network)


class MaskedAutoregressiveFlow(Bijector):
    """Each element shifted and scaled by functions of those before it (Papamakarios et al., 2017).

    Args:
      shift_and_log_scale_fn: y -> (shift, logarithm of the scale), element i made of y[:i] only; each may be None.
      is_constant_jacobian: the scale does not depend on the argument.
      validate_args: check arguments as the graph runs.
      unroll_loop: `forward` is no loop; needs the size of events.
      name: prefix of its nodes.
    """

    def __init__(
        self,
        shift_and_log_scale_fn: Callable[..., Any],
        is_constant_jacobian: bool = False,
        validate_args: bool = False,
        unroll_loop: bool = False,
        name: str | None = None,
    ) -> None:
        self._shift_and_log_scale_fn = shift_and_log_scale_fn
        self._unroll_loop = unroll_loop
        super().__init__(
            forward_min_event_ndims=1,
            is_constant_jacobian=is_constant_jacobian,
            validate_args=validate_args,
            name=name or "masked_autoregressive_flow",
        )

    @staticmethod
    def _moved(x: Any, shift: Any, log_scale: Any) -> Any:
        y = x if log_scale is None else x * math_ops.exp(log_scale)
        return y if shift is None else y + shift

    def _forward(self, x: Any) -> Any:
        static = dimension(x.shape.with_rank_at_least(1)[-1])
        if self._unroll_loop:
            if static is None:
                raise ValueError(
                    "The final dimension of `x` must be known at graph construction time if `unroll_loop=True`. "
                    f"`x.shape: {x.shape!r}`"
                )
            y = array_ops.zeros_like(x, name="y0")
            for _ in range(static):
                y = self._moved(x, *self._shift_and_log_scale_fn(y))
            return y
        size = array_ops.shape(x)[-1]
        start = array_ops.zeros_like(x, name="y0")
        self._shift_and_log_scale_fn(start)  # makes its variables outside the loop

        def body(index: Any, y: Any) -> Any:
            with variable_scope.variable_scope(variable_scope.get_variable_scope()) as scope:
                if scope.caching_device is None:
                    scope.set_caching_device(lambda op: op.device)
                shift, log_scale = self._shift_and_log_scale_fn(y)
            return index + 1, self._moved(x, shift, log_scale)

        found: Any = while_loop(lambda index, _: index < size, body, (0, start), maximum_iterations=static)
        return found[1]

    def _inverse(self, y: Any) -> Any:
        shift, log_scale = self._shift_and_log_scale_fn(y)
        x = y if shift is None else y - shift
        return x if log_scale is None else x * math_ops.exp(-log_scale)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        _, log_scale = self._shift_and_log_scale_fn(y)
        if log_scale is None:
            return constants.constant(0.0, dtype=y.dtype, name="ildj")
        return -math_ops.reduce_sum(log_scale, axis=-1)


def _gen_slices(num_blocks: int, n_in: int, n_out: int, mask_type: str = MASK_EXCLUSIVE) -> list[list[slice]]:
    """The parts of a matrix [n_out, n_in] through which outputs see earlier inputs only."""
    width, height = n_in // num_blocks, n_out // num_blocks
    start = height if mask_type == MASK_EXCLUSIVE else 0
    return [[slice(start + i * height, None), slice(i * width, (i + 1) * width)] for i in range(num_blocks)]


def _gen_mask(
    num_blocks: int, n_in: int, n_out: int, mask_type: str = MASK_EXCLUSIVE, dtype: Any = dtypes.float32
) -> Any:
    """1 where outputs may see inputs."""
    mask = np.zeros([n_out, n_in], dtype=dtype.as_numpy_dtype)
    for rows, columns in _gen_slices(num_blocks, n_in, n_out, mask_type):
        mask[rows, columns] = 1
    return mask


def masked_dense(
    inputs: Any,
    units: int,
    num_blocks: Any = None,
    exclusive: bool = False,
    kernel_initializer: Any = None,
    reuse: Any = None,
    name: str | None = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """A dense layer whose outputs, in `num_blocks` blocks, see the blocks of inputs before theirs (and theirs)."""
    mask = _gen_mask(num_blocks, _depth(inputs), units, MASK_EXCLUSIVE if exclusive else MASK_INCLUSIVE).T
    initializer = kernel_initializer or init_ops.glorot_normal_initializer()

    def masked_initializer(shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return mask * initializer(shape, dtype, partition_info)

    with name_scope(name, "masked_dense", [inputs, units, num_blocks]):
        layer = Dense(
            units,
            *args,
            kernel_initializer=masked_initializer,
            kernel_constraint=lambda x: mask * x,
            name=name,
            dtype=inputs.dtype.base_dtype,
            _scope=name,
            _reuse=reuse,
            **kwargs,
        )
        return layer.apply(inputs)


def masked_autoregressive_default_template(
    hidden_layers: Sequence[int],
    shift_only: bool = False,
    activation: Any = nn_ops.relu,
    log_scale_min_clip: Any = -5.0,
    log_scale_max_clip: Any = 3.0,
    log_scale_clip_gradient: bool = False,
    name: str | None = None,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """A function for MaskedAutoregressiveFlow: masked dense layers of these widths (Germain et al., "MADE", 2015)."""
    name = name or "masked_autoregressive_default_template"
    with name_scope(name, values=[log_scale_min_clip, log_scale_max_clip]):

        def network(x: Any) -> Any:
            depth = _depth(x)
            known = x.shape.is_fully_defined()
            shape: Any = np.int32(x.shape.as_list()) if known else array_ops.shape(x)
            for i, units in enumerate(hidden_layers):
                x = masked_dense(
                    *args, inputs=x, units=units, num_blocks=depth, exclusive=i == 0, activation=activation, **kwargs
                )
            units = (1 if shift_only else 2) * depth
            x = masked_dense(*args, inputs=x, units=units, num_blocks=depth, activation=None, **kwargs)
            if shift_only:
                return array_ops.reshape(x, shape=shape), None
            x = array_ops.reshape(x, shape=array_ops.concat([shape, [2]], axis=0))
            shift, log_scale = array_ops.unstack(x, num=2, axis=-1)
            clip = clip_ops.clip_by_value if log_scale_clip_gradient else _clip_by_value_preserve_grad
            return shift, clip(log_scale, log_scale_min_clip, log_scale_max_clip)

        return template.make_template(name, network)


def _clip_by_value_preserve_grad(x: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """`tf.clip_by_value`, with the gradient of the identity."""
    with name_scope(name, "clip_by_value_preserve_grad", [x, clip_value_min, clip_value_max]):
        clipped: Any = clip_ops.clip_by_value(x, clip_value_min, clip_value_max)
        return x + array_ops.stop_gradient(clipped - x)


class BatchNormalization(Bijector):
    """`inverse` normalises a batch, `forward` undoes it by the moving statistics.

    Raises:
      ValueError: the layer is no `tf.BatchNormalizationLayer`, renormalises, or has virtual batches.
    """

    def __init__(
        self,
        batchnorm_layer: Any = None,
        training: bool = True,
        validate_args: bool = False,
        name: str = "batch_normalization",
    ) -> None:
        constraint = lambda x: nn_ops.relu(x) + 1e-6
        self.batchnorm = batchnorm_layer or BatchNormalizationLayer(gamma_constraint=constraint)
        if not isinstance(self.batchnorm, BatchNormalizationLayer):
            raise ValueError("batchnorm_layer must be an instance of BatchNormalization layer.")
        if getattr(self.batchnorm, "renorm", False):
            raise ValueError("BatchNorm Bijector does not support renormalization.")
        if getattr(self.batchnorm, "virtual_batch_size", None):
            raise ValueError("BatchNorm Bijector does not support virtual batch sizes.")
        self._training = training
        axis = self.batchnorm.axis
        least = 1 if isinstance(axis, int) else len(axis)
        super().__init__(forward_min_event_ndims=least, validate_args=validate_args, name=name)

    def _sizes(self, x: Any) -> list[int]:
        if not x.shape.is_fully_defined():
            raise ValueError("Input must have shape known at graph construction.")
        return x.shape.as_list()

    def _broadcast(self, x: Any, v: Any) -> Any:
        sizes = self._sizes(x)
        rank = len(sizes)
        reduced = [i for i in range(rank) if i not in self.batchnorm.axis]
        if v is None or v.shape.ndims == rank or reduced == list(range(rank - 1)):
            return v
        shape = [1] * rank
        shape[self.batchnorm.axis[0]] = sizes[self.batchnorm.axis[0]]
        return array_ops.reshape(v, shape)

    def _forward(self, x: Any) -> Any:
        layer = self.batchnorm
        if not layer.built:
            layer.build(x.shape)
        mean, variance = self._broadcast(x, layer.moving_mean), self._broadcast(x, layer.moving_variance)
        offset = self._broadcast(x, layer.beta) if layer.center else None
        scale = self._broadcast(x, layer.gamma) if layer.scale else None
        with name_scope(None, "undo_batchnorm", [x, mean, variance, scale, offset]):
            factor = math_ops.sqrt(variance + layer.epsilon)
            factor = factor if scale is None else factor / scale
            return x * factor + (mean if offset is None else mean - offset * factor)

    def _inverse(self, y: Any) -> Any:
        return self.batchnorm.apply(y, training=self._training)

    def _forward_log_det_jacobian(self, x: Any) -> Any:
        return -self._log_det(x, use_saved_statistics=True)

    def _inverse_log_det_jacobian(self, y: Any) -> Any:
        return self._log_det(y, use_saved_statistics=False)

    def _log_det(self, y: Any, use_saved_statistics: bool) -> Any:
        sizes, layer = self._sizes(y), self.batchnorm
        if not layer.built:
            layer.build(y.shape)
        if use_saved_statistics or not self._training:
            log_variance = math_ops.log(layer.moving_variance + layer.epsilon)
        else:
            axes = [i for i in range(len(sizes)) if i not in layer.axis]
            variance: Any = nn_moments.moments(y, axes=axes, keep_dims=True)[1]
            log_variance = math_ops.log(variance + layer.epsilon)
        log_gamma = math_ops.reduce_sum(math_ops.log(layer.gamma))
        return log_gamma - 0.5 * math_ops.reduce_sum(log_variance)
