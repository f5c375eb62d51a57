"""`tf.contrib.tpu.TPUEstimator` without TPUs: an Estimator whose functions get the batch size in `params`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tf1compat._facade import framework
from tf1compat._facade.contrib.tpu.settings import InputPipelineConfig, RunConfig, parse_iterations_per_loop
from tf1compat._facade.estimator import estimator
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.estimator.model_fn import EstimatorSpec, verify_model_fn_args
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.basic_session_run_hooks import StepCounterHook
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunHook

_RESERVED = ["batch_size", "context"]


class _Fields(NamedTuple):
    mode: Any
    predictions: Any
    loss: Any
    train_op: Any
    eval_metrics: Any
    export_outputs: Any
    scaffold_fn: Callable[[], Any] | None
    host_call: Any
    training_hooks: tuple[Any, ...]
    evaluation_hooks: tuple[Any, ...]
    prediction_hooks: tuple[Any, ...]


class TPUEstimatorSpec(_Fields):
    """What the `model_fn` of a `TPUEstimator` returns.

    Args:
      mode, predictions, loss, train_op, export_outputs: as in `tf.estimator.EstimatorSpec`.
      eval_metrics: `(metric_fn, tensors)`: a function of a list or dictionary of tensors that returns metrics.
      scaffold_fn: a function that gives a `tf.train.Scaffold`.
      host_call: `(function, tensors)`, run with every step.
      training_hooks, evaluation_hooks, prediction_hooks: SessionRunHooks.

    Raises:
      ValueError, TypeError: `eval_metrics`, `host_call` or a hook are none.
    """

    __slots__ = ()

    def __new__(
        cls,
        mode: Any,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metrics: Any = None,
        export_outputs: Any = None,
        scaffold_fn: Callable[[], Any] | None = None,
        host_call: Any = None,
        training_hooks: Any = None,
        evaluation_hooks: Any = None,
        prediction_hooks: Any = None,
    ) -> TPUEstimatorSpec:
        for name, call in (("eval_metrics", eval_metrics), ("host_call", host_call)):
            if call is not None:
                _check_call(name, call)
        hooks = [tuple(given or ()) for given in (training_hooks, evaluation_hooks, prediction_hooks)]
        for hook in (h for given in hooks for h in given):
            if not isinstance(hook, SessionRunHook):
                raise TypeError(f"All hooks must be SessionRunHook instances, given: {hook}")
        return super().__new__(
            cls, mode, predictions, loss, train_op, eval_metrics, export_outputs, scaffold_fn, host_call, *hooks
        )

    def as_estimator_spec(self) -> EstimatorSpec:
        """The same for an `Estimator`."""
        metrics = None if self.eval_metrics is None else _called("eval_metrics", self.eval_metrics)
        hooks: tuple[Any, ...] = ()
        if self.host_call is not None:
            hooks = (_HostCallHook(_called("host_call", self.host_call)),)
        return EstimatorSpec(
            mode=self.mode,
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops=metrics,
            export_outputs=self.export_outputs,
            scaffold=self.scaffold_fn() if self.scaffold_fn else None,
            training_hooks=self.training_hooks + hooks,
            evaluation_hooks=self.evaluation_hooks + hooks,
            prediction_hooks=self.prediction_hooks + hooks,
        )


def _check_call(name: str, call: Any) -> None:
    if not isinstance(call, (tuple, list)):
        raise ValueError(f"{name} should be tuple or list")
    if len(call) != 2:
        raise ValueError(f"{name} should have two elements.")
    if not callable(call[0]):
        raise TypeError(f"{name}[0] should be callable.")
    if not isinstance(call[1], (tuple, list, dict)):
        raise ValueError(f"{name}[1] should be tuple or list, or dict.")
    takes = fn_args(call[0])
    if isinstance(call[1], (tuple, list)) and takes and len(takes) != len(call[1]):
        raise RuntimeError(
            f"In TPUEstimatorSpec.{name}, length of tensors {len(call[1])} does not match method args of the "
            f"function, which takes {len(takes)}."
        )


def _called(name: str, call: Any) -> Any:
    function, tensors = call
    if isinstance(tensors, (tuple, list)):
        return function(*tensors)
    try:
        return function(**tensors)
    except TypeError as e:
        tf_logging.warning(
            "Exception while calling %s: %s. It is likely the tensors (%s[1]) do not match the function's arguments",
            name,
            e,
            name,
        )
        raise


class _HostCallHook(SessionRunHook):
    """Runs what a host call returns with every step."""

    def __init__(self, tensors: Any) -> None:
        self._tensors = tensors

    def before_run(self, run_context: Any) -> Any:
        return SessionRunArgs(self._tensors)


class ExamplesPerSecondHook(StepCounterHook):
    """Logs and records steps and examples per second."""

    def __init__(
        self,
        batch_size: int,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: Any = None,
        summary_writer: Any = None,
    ) -> None:
        self._batch_size = batch_size
        super().__init__(every_n_steps, every_n_secs, output_dir, summary_writer)

    def _log_and_record(self, elapsed_steps: Any, elapsed_time: Any, global_step: Any) -> None:
        from tf1compat._formats.protos import Summary

        rates = {"global_step/sec": elapsed_steps / elapsed_time}
        rates["examples/sec"] = self._batch_size * rates["global_step/sec"]
        for tag, rate in rates.items():
            if self._summary_writer is not None:
                summary = Summary(value=[Summary.Value(tag=tag, simple_value=rate)])
                self._summary_writer.add_summary(summary, global_step)
            tf_logging.info(tag + ": %g", rate)


class TPUEstimator(estimator.Estimator):
    """An Estimator whose `input_fn` and `model_fn` take `params`, with the batch size as `params["batch_size"]`.

    tf1compat runs it on the devices that JAX has, as TensorFlow does with `use_tpu=False`.

    Args:
      model_fn: as for `tf.estimator.Estimator`; it may return a `TPUEstimatorSpec`.
      model_dir: the folder for checkpoints and summaries.
      config: a `tf.contrib.tpu.RunConfig`.
      params: passed on to `model_fn` and input functions; must not have `batch_size`, `context`.
      use_tpu: must be False.
      train_batch_size, eval_batch_size, predict_batch_size: what `params["batch_size"]` is.
      batch_axis, eval_on_tpu, export_to_tpu, export_to_cpu, embedding_config_spec, export_saved_model_api_version:
        for TPUs.
      warm_start_from: as for `tf.estimator.Estimator`.

    Raises:
      ValueError: `config` is no RunConfig of `tf.contrib.tpu`, or `params` has a reserved name.
      NotImplementedError: `use_tpu` is true.
    """

    def __init__(
        self,
        model_fn: Any = None,
        model_dir: Any = None,
        config: RunConfig | None = None,
        params: Any = None,
        use_tpu: bool = True,
        train_batch_size: int | None = None,
        eval_batch_size: int | None = None,
        predict_batch_size: int | None = None,
        batch_axis: Any = None,
        eval_on_tpu: bool = True,
        export_to_tpu: bool = True,
        export_to_cpu: bool = True,
        warm_start_from: Any = None,
        embedding_config_spec: Any = None,
        export_saved_model_api_version: Any = None,
    ) -> None:
        if config is None or not isinstance(config, RunConfig):
            raise ValueError("`config` must be provided with type `tpu_config.RunConfig`")
        if params is not None and any(k in params for k in _RESERVED):
            raise ValueError(f"{_RESERVED} are reserved keys but existed in params {params}.")
        if use_tpu:
            raise NotImplementedError(
                "TPUEstimator(use_tpu=True) asks for TensorFlow's TPU system. tf1compat runs on the devices that JAX has "
                "(TPUs among them) with use_tpu=False"
            )
        verify_model_fn_args(model_fn, params)
        self._batch_sizes = {
            ModeKeys.TRAIN: train_batch_size,
            ModeKeys.EVAL: eval_batch_size,
            ModeKeys.PREDICT: predict_batch_size,
        }
        self._log_every_n_steps = config.log_step_count_steps
        self._log_every_n_secs: int | None = None
        self._input_called = False
        super().__init__(
            model_fn=self._augmented(model_fn),
            model_dir=model_dir,
            config=config.replace(log_step_count_steps=None),
            params=params or {},
            warm_start_from=warm_start_from,
        )
        tf_logging.info("_TPUContext: eval_on_tpu %s", eval_on_tpu)
        if eval_on_tpu:
            tf_logging.warning("eval_on_tpu ignored because use_tpu is False.")
        per_loop = parse_iterations_per_loop(config.tpu_config.iterations_per_loop)
        if per_loop.unit == "seconds":
            self._log_every_n_steps, self._log_every_n_secs = None, per_loop.value
        elif self._log_every_n_steps is not None:
            self._log_every_n_steps = math.ceil(self._log_every_n_steps / per_loop.value)

    def _assert_members_are_not_overridden(self) -> None:
        """This class may override what it likes."""

    def train(self, *args: Any, **kwargs: Any) -> Any:
        """As `tf.estimator.Estimator.train`."""
        try:
            return super().train(*args, **kwargs)
        finally:
            tf_logging.info("training_loop marked as finished")

    def evaluate(self, *args: Any, **kwargs: Any) -> Any:
        """As `tf.estimator.Estimator.evaluate`."""
        try:
            return super().evaluate(*args, **kwargs)
        finally:
            tf_logging.info("evaluation_loop marked as finished")

    def predict(self, *args: Any, **kwargs: Any) -> Iterator[Any]:
        """As `tf.estimator.Estimator.predict`."""
        try:
            yield from super().predict(*args, **kwargs)
        finally:
            tf_logging.info("prediction_loop marked as finished")
        tf_logging.info("prediction_loop marked as finished")  # TF1: twice

    def _call_input_fn(self, input_fn: Callable[..., Any], mode: str, input_context: Any = None) -> Any:
        if "params" not in fn_args(input_fn):
            raise ValueError(
                f"input_fn ({input_fn}) does not include params argument, required by TPUEstimator to pass batch size "
                'as params["batch_size"]'
            )
        self._input_called = True
        if self._config.tpu_config.eval_training_input_configuration == InputPipelineConfig.SLICED:
            raise ValueError(
                "Invalid TPUConfig `eval_training_input_configuration` value. SLICED mode only works on use_tpu = True."
            )
        given = {"mode": mode, "params": self.params, "config": self.config}
        _add_param(given["params"], "batch_size", self._batch_sizes[mode])
        with framework.device("/device:CPU:0"):
            return input_fn(**{name: value for name, value in given.items() if name in fn_args(input_fn)})

    def _augmented(self, model_fn: Any) -> Any:
        """`model_fn` with more in its `params`, whose result suits an Estimator."""

        def augmented(features: Any, labels: Any, mode: Any, config: Any, params: Any) -> Any:
            exported, self._input_called = not self._input_called, False
            if "params" not in fn_args(model_fn):
                raise ValueError(
                    f"model_fn ({model_fn}) does not include params argument, required by TPUEstimator to pass batch "
                    "size as params['batch_size']"
                )
            if not exported:
                _add_param(params, "batch_size", self._batch_sizes[mode])
            _add_param(params, "use_tpu", False)
            tf_logging.info("Running %s on CPU", mode)
            takes = fn_args(model_fn)
            if "labels" not in takes and labels is not None:
                raise ValueError("model_fn does not take labels, but input_fn returns labels.")
            given = {"labels": labels, "mode": mode, "config": config, "params": params}
            spec = model_fn(features=features, **{k: v for k, v in given.items() if k in takes})
            if isinstance(spec, TPUEstimatorSpec):
                spec = spec.as_estimator_spec()
            hooks = self._speed_hooks(config) if mode == ModeKeys.TRAIN else ()
            return spec._replace(training_hooks=tuple(spec.training_hooks) + hooks)

        return augmented

    def _speed_hooks(self, config: Any) -> tuple[Any, ...]:
        if self._log_every_n_steps is None and self._log_every_n_secs is None:
            return ()
        size = self._batch_sizes[ModeKeys.TRAIN]
        folder = self.model_dir if not config or config.save_summary_steps else None
        return (ExamplesPerSecondHook(size or 0, self._log_every_n_steps, self._log_every_n_secs, folder),)


def _add_param(params: Any, key: str, value: Any) -> None:
    """Set `key` of a dictionary or an `HParams`; None is left out."""
    if value is None:
        return
    if hasattr(params, "set_hparam"):
        if key in params:
            params.set_hparam(key, value)
        else:
            params.add_hparam(key, value)
    else:
        params[key] = value
