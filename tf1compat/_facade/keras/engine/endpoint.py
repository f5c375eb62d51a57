"""`Endpoint`: an output of a model with its target, loss and weights."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.constants import constant
from tf1compat._facade.framework import placeholder_with_default
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import losses


class Endpoint:
    """One output while a model is compiled.

    Attributes:
      output, name: the tensor and its name.
      loss_fn: the loss; None for an output that is not trained on.
      loss_weight: its part of the total loss.
      target, feedable: the placeholder of the targets, or a tensor given in its place.
      sample_weight, sample_weight_mode: placeholder of the weights of samples, and what they are per.
      loss_metric: mean of the loss over batches, where there are several outputs.
    """

    def __init__(self, output: Any, name: str, loss_fn: Any) -> None:
        self.output, self.name, self.loss_fn = output, name, loss_fn
        self.loss_weight: Any = 1.0
        self.target: Any = None
        self.feedable = False
        self.sample_weight: Any = None
        self.sample_weight_mode: str | None = None
        self.loss_metric: Any = None

    @property
    def skipped(self) -> bool:
        return self.loss_fn is None

    @property
    def skips_weights(self) -> bool:
        return self.skipped or not self.feedable

    @property
    def loss_name(self) -> str | None:
        return None if self.loss_fn is None else self.name + "_loss"

    @property
    def output_name(self) -> str:
        return self.name

    @property
    def shape(self) -> Any:
        return K.int_shape(self.output)

    def make_target(self, target: Any) -> None:
        """Take the given target, or make a placeholder for it."""
        if self.skipped:
            return
        self.feedable = target is None or K.is_placeholder(target)
        if target is None:
            target = K.placeholder(
                ndim=len(self.shape),
                name=self.name + "_target",
                sparse=K.is_sparse(self.output),
                dtype=K.dtype(self.output),
            )
        self.target = target

    @property
    def fed_shape(self) -> Any:
        """Shape of the targets that are fed; None for any."""
        if self.skipped or not self.feedable:
            return None
        function = getattr(self.loss_fn, "fn", None)
        if function is losses.sparse_categorical_crossentropy:
            if K.image_data_format() == "channels_first":
                return (self.shape[0], 1, *self.shape[2:])
            return (*self.shape[:-1], 1)
        if not isinstance(self.loss_fn, losses.Loss):
            return None
        if isinstance(self.loss_fn, losses.LossFunctionWrapper) and not hasattr(losses, self.loss_fn.fn.__name__):
            return None
        return self.shape

    def mode_changed(self) -> bool:
        """Are weights wanted and not there, or the reverse?"""
        return (self.sample_weight_mode is None) != (self.sample_weight is None)

    def make_weights(self) -> None:
        """The placeholder of the samples' weights, where they are wanted."""
        if self.skips_weights or self.sample_weight_mode is None:
            self.sample_weight = None
            return
        temporal = self.sample_weight_mode == "temporal"
        ones, shape = ([[1.0]], [None, None]) if temporal else ([1.0], [None])
        self.sample_weight = placeholder_with_default(
            constant(ones, dtype=K.floatx()), shape=shape, name=self.name + "_sample_weights"
        )
