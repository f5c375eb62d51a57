"""`Model`: a network that can be trained, `compile` and the functions that it makes."""

from __future__ import annotations

from typing import Any, cast

from tf1compat._facade import math_ops
from tf1compat._facade.distribute import distribute_context
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import losses, optimizers
from tf1compat._facade.keras import metrics as known_metrics
from tf1compat._facade.keras.engine import arguments
from tf1compat._facade.keras.engine.endpoint import Endpoint
from tf1compat._facade.keras.engine.network import Network
from tf1compat._facade.keras.engine.training import Training
from tf1compat._facade.keras.losses_reduction import compute_weighted_loss, reduce_weighted_loss, squeeze_or_expand
from tf1compat._facade.platform import tf_logging as logging
from tf1compat._jaxcore.base import errors


class Model(Training, Network):
    """A network with `compile`, `fit`, `evaluate` and `predict`: `Model(inputs, outputs)`, or a subclass with a `call`.

    Args:
      inputs, outputs: tensors of Keras, or lists of them; none for a subclass.
      name: name of the model.
    """

    loss_functions: Any
    total_loss: Any

    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss: Any = None,
        metrics: Any = None,
        loss_weights: Any = None,
        sample_weight_mode: Any = None,
        weighted_metrics: Any = None,
        target_tensors: Any = None,
        distribute: Any = None,
        **kwargs: Any,
    ) -> None:
        """Say how the model is trained.

        Args:
          optimizer: name or object.
          loss: name, function or object; a list or dictionary for several outputs.
          metrics, weighted_metrics: lists of names, functions or objects; the latter use the samples' weights.
          loss_weights: numbers by which the losses of several outputs are multiplied.
          sample_weight_mode: `"temporal"` for weights per time step.
          target_tensors: tensors in place of placeholders for the targets.
          Others: of `Session.run`.

        Raises:
          ValueError: an unknown name, or arguments that do not fit the outputs.
          UnsupportedError: `distribute`, or `run_eagerly=True`.
        """
        _refuse_what_is_not_there(distribute, kwargs.pop("run_eagerly", None))
        kwargs.pop("experimental_run_tf_function", None)  # TF1: makes no difference in graph mode
        self.__dict__["optimizer"] = _optimizers(optimizer)
        self.__dict__.update(loss=loss or {}, loss_weights=loss_weights, sample_weight_mode=sample_weight_mode)
        self._compile_metrics = metrics or []
        self._compile_weighted_metrics = weighted_metrics
        self._endpoints: list[Endpoint] = []
        self._compiled_trainable_state = self._trainable_state()
        self._compile_metric_functions: list[Any] = []
        if not self.built or not self.inputs or not self.outputs:
            return  # as soon as the shapes are known
        self._is_compiled = True
        self.__dict__["loss_functions"] = arguments.loss_functions(self.loss, self.output_names)
        targets = arguments.target_tensors(target_tensors, self.output_names)
        for output, name, loss_fn, target in zip(self.outputs, self.output_names, self.loss_functions, targets):
            endpoint = Endpoint(output, name, loss_fn)
            endpoint.make_target(target)
            self._endpoints.append(endpoint)
        arguments.loss_weights(self._endpoints, loss_weights)
        shapes = [None if K.ndim(o) is None else o.shape.as_list() for o in self.outputs]
        settled = (self.output_names, shapes, self.loss_functions)
        self._per_output_metrics = arguments.output_metrics(metrics, *settled, weighted=False)
        self._per_output_weighted_metrics = arguments.output_metrics(weighted_metrics, *settled, weighted=True)
        self._name_metrics()
        self._call_metrics(self._per_output_metrics, weighted=False)
        arguments.sample_weight_modes(self._endpoints, sample_weight_mode)
        self._compile_weights_and_loss()
        self._function_kwargs = kwargs
        self.__dict__.update(train_function=None, test_function=None, predict_function=None)
        self._collected_trainable_weights = self.trainable_weights

    # ---- metrics ----------------------------------------------------------------------------------------------------

    def _name_metrics(self) -> None:
        for i, endpoint in enumerate(self._endpoints):
            if endpoint.skipped:
                continue
            for found in (self._per_output_metrics, self._per_output_weighted_metrics):
                renamed = {}
                for name, metric in found[i].items():
                    metric._name = self._unique_metric_name(name, i)
                    renamed[metric._name] = metric
                    self._compile_metric_functions.append(metric)
                found[i] = renamed
        if len(self._endpoints) > 1:
            for endpoint in self._endpoints:
                if not endpoint.skipped:
                    endpoint.loss_metric = known_metrics.Mean(name=endpoint.loss_name)

    def _unique_metric_name(self, name: str, output: int) -> str:
        if len(self.output_names) > 1:
            name = f"{self.output_names[output]}_{name}"
        base, number = name, 1
        while name in self.metrics_names:
            name, number = f"{base}_{number}", number + 1
        return name

    def _call_metrics(self, per_output: list[dict[str, Any]], weighted: bool) -> None:
        with K.name_scope("metrics"):
            for endpoint, named in zip(self._endpoints, per_output):
                if endpoint.skipped:
                    continue
                mask = getattr(endpoint.output, "_keras_mask", None)
                for name, metric in named.items():
                    with K.name_scope(name):
                        weights = _masked(mask, endpoint.sample_weight if weighted else None, endpoint.output)
                        metric(endpoint.target, endpoint.output, sample_weight=weights)

    @property
    def metrics(self) -> list[Any]:
        """The metrics of `compile` and those that layers added."""
        found = list(self._compile_metric_functions) if self._is_compiled else []
        return found + self._metrics + self._gather("metrics")

    @property
    def metrics_names(self) -> list[str]:
        """What `evaluate` gives, by name."""
        names = ["loss"]
        if self._is_compiled:
            if len(self._endpoints) > 1:
                names += [cast(str, e.loss_name) for e in self._endpoints if not e.skipped]
            names += [m.name for m in self._compile_metric_functions]
        for layer in self.layers:
            names += [m.name for m in getattr(layer, "_metrics", ())]
        return names + [m.name for m in self._metrics]

    def reset_metrics(self) -> None:
        """Forget what the metrics have seen."""
        for metric in self._all_metrics():
            metric.reset_states()

    def _all_metrics(self) -> list[Any]:
        endpoints = self.__dict__.get("_endpoints", []) if self._is_compiled else []
        return [e.loss_metric for e in endpoints if e.loss_metric is not None] + self.metrics

    # ---- the loss ---------------------------------------------------------------------------------------------------

    def _compile_weights_and_loss(self) -> None:
        for endpoint in self._endpoints:
            endpoint.make_weights()
        self._call_metrics(self._per_output_weighted_metrics, weighted=True)
        self.__dict__["total_loss"] = self._total_loss()

    def _total_loss(self) -> Any:
        total: Any = None
        with K.name_scope("loss"):
            for endpoint in self._endpoints:
                if endpoint.skipped:
                    continue
                with K.name_scope(cast(str, endpoint.loss_name)):
                    loss = _output_loss(endpoint)
                if len(self.outputs) > 1:
                    endpoint.loss_metric(loss)
                part = endpoint.loss_weight * loss
                total = part if total is None else total + part
            if total is None:
                if not self.losses:
                    raise ValueError("The model cannot be compiled because it has no loss to optimize.")
                total = 0.0
            further = self.get_losses_for(None) + self.get_losses_for(self.inputs)
            if further:
                total += math_ops.add_n(further)
        return total

    # ---- functions --------------------------------------------------------------------------------------------------

    def _trainable_state(self) -> list[tuple[Any, bool]]:
        found = [(self, self.trainable)]
        for layer in self._layers:
            found += layer._trainable_state() if isinstance(layer, Model) else [(layer, layer.trainable)]
        return found

    @staticmethod
    def _restore_trainable(state: list[tuple[Any, bool]]) -> None:
        for layer, trainable in state:
            attribute = "_trainable" if hasattr(layer, "_trainable") else "trainable"
            layer.__dict__[attribute] = trainable

    def _recompiled(self) -> bool:
        changed = self._is_compiled and any(e.mode_changed() for e in self._endpoints if not e.skips_weights)
        if changed:
            self._compile_weights_and_loss()
        return changed

    def _metric_results(self) -> list[Any]:
        return [m._call_result for m in self._all_metrics() if getattr(m, "_call_result", None) is not None]

    def _fed(self) -> list[Any]:
        return [*self._feed_inputs, *self._feed_targets, *self._feed_sample_weights]

    @property
    def _feed_targets(self) -> list[Any]:
        return [e.target for e in self._endpoints if not e.skipped and e.feedable]

    @property
    def _feed_sample_weights(self) -> list[Any]:
        return [e.sample_weight for e in self._endpoints if e.sample_weight is not None]

    @property
    def sample_weights(self) -> list[Any]:
        return [e.sample_weight for e in self._endpoints]

    @property
    def targets(self) -> list[Any]:
        return [e.target for e in self._endpoints if not e.skipped]

    def _training_updates(self) -> list[Any]:
        """One step of the optimizer."""
        return self.optimizer.get_updates(params=self._collected_trainable_weights, loss=self.total_loss)

    def _make_train_function(self) -> None:
        changed = self._recompiled()
        if len(self.trainable_weights) != len(self._collected_trainable_weights):
            logging.log_first_n(
                logging.WARN,
                "Discrepancy between trainable weights and collected trainable weights, did you set `model.trainable` "
                "without calling `model.compile` after ?",
                1,
            )
        if self.__dict__.get("train_function") is not None and not changed:
            return
        state = self._trainable_state()
        self._restore_trainable(self._compiled_trainable_state)
        inputs = self._fed()
        if not isinstance(K.symbolic_learning_phase(), int):
            inputs.append(K.symbolic_learning_phase())
        with K.name_scope("training"):
            updates = self._training_updates()
            updates += self.get_updates_for(None)
            updates += self.get_updates_for(self.inputs)
        with K.name_scope("training"):
            self.__dict__["train_function"] = K.function(
                inputs, [self.total_loss, *self._metric_results()], updates, "train_function", **self._function_kwargs
            )
        self._restore_trainable(state)

    def _make_test_function(self) -> None:
        changed = self._recompiled()
        if self.__dict__.get("test_function") is not None and not changed:
            return
        with K.name_scope("evaluation"):
            self.__dict__["test_function"] = K.function(
                self._fed(),
                [self.total_loss, *self._metric_results()],
                self.state_updates,
                "test_function",
                **self._function_kwargs,
            )

    def _make_predict_function(self) -> None:
        if self.__dict__.get("predict_function") is not None:
            return
        with K.name_scope("predict"):
            self.__dict__["predict_function"] = K.function(
                self._feed_inputs,
                self.outputs,
                self.state_updates,
                "predict_function",
                **self.__dict__.get("_function_kwargs", {}),
            )


def _optimizers(given: Any) -> Any:
    """The optimizer, or one per element of a list."""
    return [optimizers.get(x) for x in given] if isinstance(given, (list, tuple)) else optimizers.get(given)


def _masked(mask: Any, weights: Any, output: Any) -> Any:
    """The weights of samples, zero where the output is masked."""
    if mask is None:
        return weights
    mask = math_ops.cast(mask, output.dtype)
    if weights is None:
        return mask
    mask, _, weights = squeeze_or_expand(mask, None, weights)
    return weights * mask


def _output_loss(endpoint: Endpoint) -> Any:
    mask = getattr(endpoint.output, "_keras_mask", None)
    weights = _masked(mask, endpoint.sample_weight, endpoint.output)
    loss_fn = endpoint.loss_fn
    if not hasattr(loss_fn, "reduction"):
        return loss_fn(endpoint.target, endpoint.output, sample_weight=weights)
    each = loss_fn.call(endpoint.target, endpoint.output)
    weighted = compute_weighted_loss(each, weights, losses.Reduction.NONE)
    automatic = loss_fn.reduction == losses.Reduction.AUTO
    return reduce_weighted_loss(weighted, losses.Reduction.SUM_OVER_BATCH_SIZE if automatic else loss_fn.reduction)


def _refuse_what_is_not_there(distribute: Any, run_eagerly: Any) -> None:
    """Raise where `compile` is asked for eager execution or for several replicas."""
    if distribute is not None or run_eagerly:
        raise errors.unsupported(
            "compile with distribute or run_eagerly is not supported.", advice="Leave both arguments out."
        )
    replicas = distribute_context.get_strategy().num_replicas_in_sync
    if replicas > 1:
        raise errors.unsupported(
            f"A Keras model with a strategy of {replicas} replicas",
            advice="use a strategy with one device, or an Estimator with RunConfig(train_distribute=strategy)",
        )
