"""BaseEstimator of tf.contrib.learn: training by `fit`, evaluation, prediction."""

from __future__ import annotations

import abc
import copy
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade import collections, framework, grouping
from tf1compat._facade.contrib.checkpoints import list_variables, load_variable
from tf1compat._facade.contrib.learn import estimator_inputs, monitor_hooks, tensor_signatures
from tf1compat._facade.contrib.learn.interfaces import Evaluable, Trainable
from tf1compat._facade.contrib.learn.run_config import RunConfig
from tf1compat._facade.contrib.learn.sklearn_parts import NotFittedError, SklearnEstimator
from tf1compat._facade.deprecation import _caller, deprecated
from tf1compat._facade.estimator.evaluation_results import _write_dict_to_summary
from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import SparseTensorValue
from tf1compat._facade.train import checkpoint_management, device_setter, evaluation, training_util
from tf1compat._facade.train.basic_session_run_hooks import FeedFnHook, LoggingTensorHook, NanTensorHook, StopAtStepHook
from tf1compat._facade.train.monitored_session import ChiefSessionCreator, MonitoredSession, MonitoredTrainingSession
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook
from tf1compat._facade.train.scaffold import Scaffold
from tf1compat._jaxcore.base import errors

_MODULE = "tensorflow.contrib.learn.python.learn.estimators.estimator"
_LOG_EVERY_N_STEPS = 100
_PS_OPS = [
    "Variable",
    "VariableV2",
    "AutoReloadVariable",
    "MutableHashTable",
    "MutableHashTableV2",
    "MutableHashTableOfTensors",
    "MutableHashTableOfTensorsV2",
    "MutableDenseHashTable",
    "MutableDenseHashTableV2",
    "VarHandleOp",
]


class BaseEstimator(SklearnEstimator, Evaluable, Trainable):
    """Trains, evaluates and asks a model whose operations a subclass makes.

    Args:
      model_dir: folder for checkpoints and summaries; the configuration's, or a temporary one.
      config: a RunConfig.

    Raises:
      ValueError: `model_dir` differs from the configuration's.
    """

    _Config = RunConfig

    @deprecated(
        None,
        "Please replace uses of any Estimator from tf.contrib.learn with an Estimator from tf.estimator.*",
        _MODULE,
    )
    def __init__(self, model_dir: str | None = None, config: Any = None) -> None:
        from tf1compat._formats import protos

        if config is None:
            config = BaseEstimator._Config()
            tf_logging.info("Using default config.")
        self._config = config
        self._session_config = config.session_config
        if self._session_config is None:
            self._session_config = protos.ConfigProto(allow_soft_placement=True)
        if model_dir is not None and config.model_dir not in (None, model_dir):
            raise ValueError(
                "model_dir are set both in constructor and RunConfig, but with different values. In constructor: "
                f"'{model_dir}', in RunConfig: '{config.model_dir}' "
            )
        self._model_dir: Any = model_dir or config.model_dir
        if self._model_dir is None:
            self._model_dir = tempfile.mkdtemp()
            tf_logging.warning("Using temporary folder as model directory: %s", self._model_dir)
        if config.model_dir is None:
            self._config = config.replace(model_dir=self._model_dir)
        tf_logging.info("Using config: %s", str(vars(self._config)))
        self._device_fn = _replica_device_setter(self._config)
        self._features_info: Any = None
        self._labels_info: Any = None
        self._graph: Any = None

    @property
    def config(self) -> Any:
        """A copy of the configuration."""
        return copy.deepcopy(self._config)

    @property
    def model_fn(self) -> Callable[..., Any]:
        """The model as a function of features, labels, mode and config."""

        def public_model_fn(features: Any, labels: Any, mode: Any, config: Any) -> Any:
            return self._call_model_fn(features, labels, mode, config=config)

        return public_model_fn

    @property
    def model_dir(self) -> Any:
        """The folder of checkpoints and summaries."""
        return self._model_dir

    def _call_model_fn(self, features: Any, labels: Any, mode: Any, metrics: Any = None, config: Any = None) -> Any:
        raise NotImplementedError("_call_model_fn not implemented in BaseEstimator")

    def fit(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        steps: int | None = None,
        batch_size: int | None = None,
        monitors: Any = None,
        max_steps: int | None = None,
    ) -> BaseEstimator:
        """Trains.

        Args:
          x, y, batch_size: arrays or iterators, and how many examples make a batch.
          input_fn: a function that gives `(features, labels)`, instead.
          steps: how many steps; without it until the input ends.
          monitors: monitors and hooks.
          max_steps: the global step to stop at, instead of `steps`.

        Raises:
          ValueError: both or no inputs are given, or both numbers of steps.
        """
        estimator_inputs.warn_of_arrays("fit", _caller(), x=x, y=y, batch_size=batch_size)
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        estimator_inputs.verify_inputs(x, y, input_fn, None, batch_size)
        if x is not None:
            from tf1compat._facade.contrib.learn.skcompat import SKCompat

            SKCompat(self).fit(x, y, batch_size, steps, max_steps, monitors)
            return self
        if max_steps is not None and self._reached(max_steps):
            tf_logging.info("Skipping training since max_steps has already saved.")
            return self
        hooks = monitor_hooks.replace_monitors_with_hooks(monitors, self)
        if steps is not None or max_steps is not None:
            hooks.append(StopAtStepHook(steps, max_steps))
        loss = self._train_model(input_fn=input_fn, hooks=hooks)
        tf_logging.info("Loss for final step: %s.", loss)
        return self

    def _reached(self, max_steps: int) -> bool:
        try:
            return bool(max_steps <= load_variable(self._model_dir, collections.GraphKeys.GLOBAL_STEP))
        except (ValueError, errors.OpError):  # no checkpoint yet
            return False

    def partial_fit(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        steps: int | None = 1,
        batch_size: int | None = None,
        monitors: Any = None,
    ) -> BaseEstimator:
        """`fit` for some steps, one by default."""
        tf_logging.warning(
            "The current implementation of partial_fit is not optimized for use in a loop. Consider using fit() instead."
        )
        return self.fit(x=x, y=y, input_fn=input_fn, steps=steps, batch_size=batch_size, monitors=monitors)

    def evaluate(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        feed_fn: Any = None,
        batch_size: int | None = None,
        steps: int | None = None,
        metrics: Any = None,
        name: str | None = None,
        checkpoint_path: str | None = None,
        hooks: Any = None,
        log_progress: bool = True,
    ) -> Any:
        """The metrics of a checkpoint by name, and its `global_step`.

        Args:
          x, y, batch_size, input_fn: see `fit`.
          feed_fn: a function that gives a feed_dict for every step.
          steps: how many steps; without it until the input ends.
          metrics: MetricSpecs by name.
          name: marks the folder of the results, `eval_name`.
          checkpoint_path: the latest checkpoint by default.
          hooks: SessionRunHooks.
          log_progress: whether steps are logged.

        Raises:
          ValueError: wrong combinations of inputs; `metrics` is no dictionary.
          NotFittedError: there is no checkpoint.
        """
        estimator_inputs.warn_of_arrays("evaluate", _caller(), x=x, y=y, batch_size=batch_size)
        estimator_inputs.verify_inputs(x, y, input_fn, feed_fn, batch_size)
        if x is not None:
            from tf1compat._facade.contrib.learn.skcompat import SKCompat

            return SKCompat(self).score(x, y, batch_size, steps, metrics, name)
        if metrics is not None and not isinstance(metrics, dict):
            raise ValueError(f"Metrics argument should be None or dict. Got {metrics}.")
        results, step = self._evaluate_model(
            input_fn, steps, feed_fn, self._metrics(metrics), name, checkpoint_path, hooks, log_progress
        )
        if results is not None:
            results.update({"global_step": step})
        return results

    def _metrics(self, given: Any) -> Any:
        """The metrics that `evaluate` was given, as this kind of model takes them."""
        return given

    def predict(
        self,
        x: Any = None,
        input_fn: Any = None,
        batch_size: int | None = None,
        outputs: Any = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        """Predictions, one after the other.

        Args:
          x, batch_size, input_fn: see `fit`.
          outputs: which of several predictions; all by default.
          as_iterable: whether to give an iterator; otherwise the predictions of one batch.
          iterate_batches: whether the iterator gives batches.

        Raises:
          ValueError: wrong combinations of inputs, or no such prediction.
          NotFittedError: there is no checkpoint.
        """
        estimator_inputs.warn_of_arrays("predict", _caller(), x=x, batch_size=batch_size)
        estimator_inputs.verify_inputs(x, None, input_fn, None, batch_size)
        if x is not None and not as_iterable:
            from tf1compat._facade.contrib.learn.skcompat import SKCompat

            return SKCompat(self).predict(x, batch_size)
        input_fn, feed_fn = estimator_inputs.input_and_feed_fn(x, None, input_fn, None, batch_size)
        return self._infer_model(input_fn, feed_fn, outputs, as_iterable, iterate_batches)

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable in the latest checkpoint."""
        return load_variable(self.model_dir, name)

    def get_variable_names(self) -> list[str]:
        """The names of the variables in the latest checkpoint."""
        return [name for name, _ in list_variables(self.model_dir)]

    def export(self, export_dir: str, *args: Any, **kwargs: Any) -> Any:
        """Not in tf1compat: it writes SessionBundles, which SavedModel replaced."""
        raise NotImplementedError(
            "Estimator.export writes a SessionBundle, which tf1compat has not: use export_savedmodel"
        )

    @abc.abstractmethod
    def _get_train_ops(self, features: Any, labels: Any) -> Any:
        """The ModelFnOps of training."""

    @abc.abstractmethod
    def _get_predict_ops(self, features: Any) -> Any:
        """The ModelFnOps of prediction."""

    def _get_eval_ops(self, features: Any, labels: Any, metrics: Any) -> Any:
        """The ModelFnOps of evaluation."""
        raise NotImplementedError("_get_eval_ops not implemented in BaseEstimator")

    def _check_inputs(self, features: Any, labels: Any) -> None:
        self._features_info = _checked("Features", "features", features, self._features_info)
        if labels is not None:
            self._labels_info = _checked("Labels", "labels", labels, self._labels_info)

    def _checkpoint(self) -> str:
        path = checkpoint_management.latest_checkpoint(self._model_dir)
        if not path:
            raise NotFittedError(f"Couldn't find trained model at {self._model_dir}.")
        return path

    def _evaluate_model(
        self,
        input_fn: Any,
        steps: int | None,
        feed_fn: Any = None,
        metrics: Any = None,
        name: str | None = "",
        checkpoint_path: str | None = None,
        hooks: Any = None,
        log_progress: bool = True,
    ) -> tuple[Any, Any]:
        if getattr(self._config, "execution_mode", "all") not in ("all", "evaluate", "eval_evalset"):
            return None, None
        path = checkpoint_path or self._checkpoint()
        eval_dir = os.path.join(self._model_dir, "eval_" + name if name else "eval")
        with Graph().as_default() as graph:
            framework.set_random_seed(self._config.tf_random_seed)
            step = training_util.create_global_step(graph)
            features, labels = input_fn()
            self._check_inputs(features, labels)
            model = self._get_eval_ops(features, labels, metrics)
            update_op, values = _updates_and_values(model.eval_metric_ops)
            hooks = [*(hooks or []), *([FeedFnHook(feed_fn)] if feed_fn else [])]
            if steps == 0:
                tf_logging.warning(
                    "evaluation steps are 0. If `input_fn` does not raise `OutOfRangeError`, the evaluation will never "
                    "stop. Use steps=None if intended."
                )
            if steps:
                hooks.append(evaluation._StopAfterNEvalsHook(steps, log_progress=log_progress))
            step_key = "global_step"
            while step_key in values:
                step_key = "_" + step_key
            values[step_key] = step
            results = evaluation._evaluate_once(
                checkpoint_path=path,
                master=self._config.evaluation_master,
                scaffold=model.scaffold,
                eval_ops=update_op,
                final_ops=values,
                hooks=hooks,
                config=self._session_config,
            )
            _write_dict_to_summary(eval_dir, results, results[step_key])
        return results, results[step_key]

    def _infer_model(
        self,
        input_fn: Any,
        feed_fn: Any = None,
        outputs: Any = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        path = self._checkpoint()
        with Graph().as_default() as graph:
            framework.set_random_seed(self._config.tf_random_seed)
            training_util.create_global_step(graph)
            features = input_fn()
            features = features[0] if isinstance(features, list | tuple) else features
            model = self._get_predict_ops(features)
            predictions = _chosen(model.predictions, outputs)
            session = MonitoredSession(
                ChiefSessionCreator(
                    checkpoint_filename_with_path=path, scaffold=model.scaffold, config=self._session_config
                )
            )
            if as_iterable:
                return _predictions(session, predictions, feed_fn, iterate_batches)
            with session:
                if not session.should_stop():
                    return session.run(predictions, feed_fn() if feed_fn else None)
        return None

    def _train_model(self, input_fn: Any, hooks: list[Any]) -> Any:
        self._graph = Graph()
        with self._graph.as_default() as graph, graph.device(self._device_fn):
            framework.set_random_seed(self._config.tf_random_seed)
            step = training_util.create_global_step(graph)
            features, labels = input_fn()
            self._check_inputs(features, labels)
            training_util._get_or_create_global_step_read()  # summaries of the model function may want it
            model = self._get_train_ops(features, labels)
            collections.add_to_collection(collections.GraphKeys.LOSSES, model.loss)
            shown = {"loss": model.loss, "step": step}
            all_hooks = [
                *hooks,
                NanTensorHook(model.loss),
                LoggingTensorHook(shown, every_n_iter=_LOG_EVERY_N_STEPS),
            ]
            scaffold = model.scaffold or Scaffold()
            if not (scaffold.saver or collections.get_collection(collections.GraphKeys.SAVERS)):
                collections.add_to_collection(collections.GraphKeys.SAVERS, self._saver())
            chief_hooks = self._checkpoint_hooks(scaffold, [*all_hooks, *model.training_hooks], model)
            with MonitoredTrainingSession(
                master=self._config.master,
                is_chief=self._config.is_chief,
                checkpoint_dir=self._model_dir,
                scaffold=scaffold,
                hooks=[*all_hooks, *model.training_hooks],
                chief_only_hooks=[*chief_hooks, *model.training_chief_hooks],
                save_checkpoint_secs=0,  # a hook does that
                save_summaries_steps=self._config.save_summary_steps,
                max_wait_secs=self._config.session_creation_timeout_secs,
                config=self._session_config,
            ) as session:
                loss = None
                while not session.should_stop():
                    _, loss = session.run([model.train_op, model.loss])
            return loss

    def _saver(self) -> Saver:
        return Saver(
            sharded=True,
            max_to_keep=self._config.keep_checkpoint_max,
            keep_checkpoint_every_n_hours=self._config.keep_checkpoint_every_n_hours,
            defer_build=True,
            save_relative_paths=True,
        )

    def _checkpoint_hooks(self, scaffold: Any, hooks: list[Any], model: Any) -> list[Any]:
        secs, steps = self._config.save_checkpoints_secs, self._config.save_checkpoints_steps
        if not (secs or steps):
            return []
        if any(isinstance(hook, CheckpointSaverHook) for hook in [*hooks, *model.training_chief_hooks]):
            return []
        return [CheckpointSaverHook(self._model_dir, save_secs=secs, save_steps=steps, scaffold=scaffold)]


def _replica_device_setter(config: Any) -> Any:
    if config.num_ps_replicas <= 0:
        return None
    worker = f"/job:{config.task_type}/task:{config.task_id}" if config.task_type else "/job:worker"
    return device_setter.replica_device_setter(
        ps_tasks=config.num_ps_replicas,
        worker_device=worker,
        merge_devices=True,
        ps_ops=_PS_OPS,
        cluster=config.cluster_spec,
    )


def _checked(title: str, name: str, tensors: Any, known: Any) -> Any:
    """The signatures of inputs, which later ones must have too."""
    if known is None:
        found = tensor_signatures.create_signatures(tensors)
        tf_logging.debug("Setting %s info to %s.", name, str(found))
        return found
    tf_logging.debug("Given %s: %s, required signatures: %s.", name, str(tensors), str(known))
    if not tensor_signatures.tensors_compatible(tensors, known):
        raise ValueError(
            f"{title} are incompatible with given information. Given {name}: {tensors}, required signatures: {known}."
        )
    return known


def _updates_and_values(metrics: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    updates, values = [], {}
    for name, metric in metrics.items():
        if isinstance(metric, list | tuple):
            if len(metric) == 2:
                values[name] = metric[0]
                updates.append(metric[1])
                continue
            tf_logging.warning(f"Ignoring metric {name}. It returned a list|tuple with len {len(metric)}, expected 2")
        values[name] = metric
    return (grouping.group(*updates) if updates else None), values


def _chosen(predictions: Any, outputs: Any) -> Any:
    if not outputs:
        return predictions
    if not isinstance(predictions, dict):
        raise ValueError("outputs argument is not valid in case of non-dict predictions.")
    found = {key: value for key, value in predictions.items() if key in outputs}
    if not found:
        raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {outputs}.")
    return found


def _predictions(session: Any, predictions: Any, feed_fn: Any, iterate_batches: bool) -> Iterator[Any]:
    with session:
        while not session.should_stop():
            found = session.run(predictions, feed_fn() if feed_fn else None)
            if iterate_batches:
                yield found
            elif not isinstance(predictions, dict):
                yield from found
            else:
                first = next(iter(found.values()))
                size = first.dense_shape[0] if isinstance(first, SparseTensorValue) else first.shape[0]
                for i in range(size):
                    yield {key: value[i] for key, value in found.items()}
            is_constant = feed_fn is None and not session.graph.get_collection(collections.GraphKeys.QUEUE_RUNNERS)
            if is_constant:  # the next batch would be the same
                return
