"""`tf.estimator.Estimator`: trains, evaluates, asks and exports a model that is given as a function."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade import context, framework
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import evaluation_results, input_results, run_config, saved_model_export
from tf1compat._facade.estimator.estimator_settings import (
    _assert_members_are_not_overridden,
    _get_replica_device_setter,
    maybe_overwrite_model_dir_and_session_config,
)
from tf1compat._facade.estimator.mode_keys import ModeKeys as ModeKeys
from tf1compat._facade.estimator.model_fn import EstimatorSpec, verify_model_fn_args
from tf1compat._facade.estimator.predictions import (
    _extract_batch_length,
    _extract_keys,
    _has_dataset_or_queue_runner,
)
from tf1compat._facade.estimator.run_config import TaskType
from tf1compat._facade.estimator.training_run import train_with_spec
from tf1compat._facade.estimator.warm_start_settings import WarmStartSettings as WarmStartSettings
from tf1compat._facade.estimator.warm_start_settings import _get_default_warm_start_settings
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.graph import Graph
from tf1compat._facade.grouping import group
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import checkpoint_management, checkpoint_reader, evaluation, training_util
from tf1compat._facade.train.basic_session_run_hooks import StopAtStepHook
from tf1compat._facade.train.monitored_session import ChiefSessionCreator, MonitoredSession
from tf1compat._facade.train.saver_hooks import CheckpointSaverListener
from tf1compat._facade.train.scaffold import Scaffold
from tf1compat._facade.train.session_run_hook import SessionRunHook
from tf1compat._facade.train.warm_start import warm_start
from tf1compat._jaxcore.base import errors


class Estimator:
    """A model given as a function, with the folder that keeps its checkpoints and summaries.

    Every method builds a new graph: it calls the input function, then `model_fn`, and runs what that returns.

    Args:
      model_fn: called as `model_fn(features, labels, mode, params, config)` with those of these it takes; returns a
        `tf.estimator.EstimatorSpec`.
      model_dir: the folder; that of `config`, else a temporary one, if absent.
      config: a `tf.estimator.RunConfig`.
      params: passed on to `model_fn` and input functions.
      warm_start_from: a checkpoint, a SavedModel or `tf.estimator.WarmStartSettings`.

    Raises:
      ValueError: `model_fn` takes other arguments, folders contradict each other, or a subclass overrides methods.

    >>> import numpy as np, tf1compat as tf
    >>> def model_fn(features, labels, mode):
    ...     y = tf.layers.dense(features["x"], 1, kernel_initializer=tf.zeros_initializer())
    ...     loss = None if labels is None else tf.losses.mean_squared_error(labels, y)
    ...     step = tf.train.get_global_step()
    ...     train = loss is not None and tf.train.GradientDescentOptimizer(0.1).minimize(loss, step) or None
    ...     return tf.estimator.EstimatorSpec(mode, {"y": y}, loss, train)
    >>> x = np.float32([[1.0], [2.0]])
    >>> data = tf.estimator.inputs.numpy_input_fn({"x": x}, 3 * x, num_epochs=None, shuffle=False)
    >>> model = tf.estimator.Estimator(model_fn).train(data, steps=50)
    >>> asked = tf.estimator.inputs.numpy_input_fn({"x": x}, shuffle=False)
    >>> [round(float(p["y"][0])) for p in model.predict(asked)]
    [3, 6]
    """

    def __init__(
        self,
        model_fn: Callable[..., Any],
        model_dir: Any = None,
        config: run_config.RunConfig | None = None,
        params: Any = None,
        warm_start_from: Any = None,
    ) -> None:
        self._assert_members_are_not_overridden()
        self._config = maybe_overwrite_model_dir_and_session_config(config, model_dir)
        self._model_dir = self._config.model_dir
        self._session_config = self._config.session_config
        tf_logging.info("Using config: %s", str(vars(self._config)))
        self._device_fn = self._config.device_fn or _get_replica_device_setter(self._config)
        if model_fn is None:
            raise ValueError("model_fn must be provided to Estimator.")
        verify_model_fn_args(model_fn, params)
        self._model_fn = model_fn
        self._params = copy.deepcopy(params or {})
        self._warm_start_settings = _get_default_warm_start_settings(warm_start_from)

    @property
    def model_dir(self) -> Any:
        """The folder with checkpoints and summaries."""
        return self._model_dir

    @property
    def config(self) -> Any:
        """A copy of the RunConfig."""
        return copy.deepcopy(self._config)

    @property
    def params(self) -> Any:
        """A copy of the parameters."""
        return copy.deepcopy(self._params)

    @property
    def model_fn(self) -> Callable[..., Any]:
        """The model function with `params` in it, to be called as `(features, labels, mode, config)`."""

        def public_model_fn(features: Any, labels: Any, mode: Any, config: Any) -> Any:
            return self._call_model_fn(features, labels, mode, config)

        return public_model_fn

    def get_variable_value(self, name: str) -> Any:
        """A variable's value in the newest checkpoint.

        Raises:
          ValueError: there is no checkpoint.
        """
        _check_checkpoint_available(self.model_dir)
        return checkpoint_reader.load_variable(self.model_dir, name)

    def get_variable_names(self) -> list[str]:
        """Names of all variables in the newest checkpoint.

        Raises:
          ValueError: there is no checkpoint.
        """
        _check_checkpoint_available(self.model_dir)
        return [name for name, _ in checkpoint_reader.list_variables(self.model_dir)]

    def latest_checkpoint(self) -> str | None:
        """The newest checkpoint, or None."""
        return checkpoint_management.latest_checkpoint(self.model_dir)

    def train(
        self,
        input_fn: Callable[..., Any],
        hooks: Any = None,
        steps: int | None = None,
        max_steps: int | None = None,
        saving_listeners: Any = None,
    ) -> Estimator:
        """Train on what `input_fn` gives, from the newest checkpoint on.

        Args:
          input_fn: gives `(features, labels)` or a dataset of them.
          hooks: SessionRunHooks.
          steps: how many steps; to the end of the input if neither number is given.
          max_steps: up to which global step.
          saving_listeners: CheckpointSaverListeners.

        Raises:
          ValueError: both numbers are given, or one is not positive.
        """
        if self.config.task_type in (TaskType.EVALUATOR, TaskType.PS):
            raise ValueError(
                "Train has been called wrong configuration. Please use tf.estimator.train_and_evaluate which calls "
                f"proper API according to given configuration. Current configuration: {self.config}."
            )
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        if max_steps is not None and max_steps <= _load_global_step_from_checkpoint_dir(self._model_dir):
            tf_logging.info("Skipping training since max_steps has already saved.")
            return self
        all_hooks = _check_hooks_type(hooks)
        if steps is not None or max_steps is not None:
            all_hooks.append(StopAtStepHook(steps, max_steps))
        loss = self._train_model(input_fn, all_hooks, _check_listeners_type(saving_listeners))
        tf_logging.info("Loss for final step: %s.", loss)
        return self

    def eval_dir(self, name: str | None = None) -> str:
        """Folder for the summaries of an evaluation."""
        return os.path.join(self._model_dir, f"eval_{name}" if name else "eval")

    def evaluate(
        self,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Any = None,
        checkpoint_path: str | None = None,
        name: str | None = None,
    ) -> dict[str, Any]:
        """The metrics on what `input_fn` gives, with `loss` and `global_step`.

        Args:
          input_fn: gives `(features, labels)` or a dataset of them.
          steps: how many batches; to the end of the input if absent.
          hooks: SessionRunHooks.
          checkpoint_path: the checkpoint; the newest if absent, and initial values if there is none.
          name: tells several evaluations apart.

        Raises:
          ValueError: `steps` is not positive.
        """
        all_hooks = _check_hooks_type(hooks)
        if steps is not None:
            if steps <= 0:
                raise ValueError(f"Must specify steps > 0, given: {steps}")
            all_hooks.append(evaluation._StopAfterNEvalsHook(num_evals=steps))
        path = checkpoint_path or self._latest_or_say("evaluate")
        with Graph().as_default():
            scaffold, update_op, metrics, all_hooks = self._evaluate_build_graph(input_fn, all_hooks, path)
            return self._evaluate_run(path, scaffold, update_op, metrics, all_hooks, self.eval_dir(name))

    def predict(
        self,
        input_fn: Callable[..., Any],
        predict_keys: Any = None,
        hooks: Any = None,
        checkpoint_path: str | None = None,
        yield_single_examples: bool = True,
    ) -> Iterator[Any]:
        """Generate the predictions on what `input_fn` gives.

        Args:
          input_fn: gives features, or `(features, …)`, or a dataset of them.
          predict_keys: names of the wanted predictions; all if absent.
          hooks: SessionRunHooks.
          checkpoint_path: the checkpoint; the newest if absent, and initial values if there is none.
          yield_single_examples: one by one, or in batches.

        Raises:
          ValueError: predictions of a batch differ in length, or none of `predict_keys` is there.
        """
        all_hooks = _check_hooks_type(hooks)
        path = checkpoint_path or self._latest_or_say("predict")
        with Graph().as_default() as graph:
            framework.set_random_seed(self._config.tf_random_seed)
            self._create_and_assert_global_step(graph)
            features, _, input_hooks = input_results.parse_input_fn_result(
                self._call_input_fn(input_fn, ModeKeys.PREDICT)
            )
            if not _has_dataset_or_queue_runner(features):
                tf_logging.warning(
                    "Input graph does not use tf.data.Dataset or contain a QueueRunner. That means predict yields "
                    "forever. This is probably a mistake."
                )
            spec = self._call_model_fn(features, None, ModeKeys.PREDICT, self.config)
            self._maybe_warm_start(path)
            predictions = _extract_keys(spec.predictions, predict_keys)
            creator = ChiefSessionCreator(
                checkpoint_filename_with_path=path,
                master=self._config.master,
                scaffold=spec.scaffold,
                config=self._session_config,
            )
            with MonitoredSession(creator, [*input_hooks, *all_hooks, *spec.prediction_hooks]) as session:
                while not session.should_stop():
                    found = session.run(predictions)
                    if not yield_single_examples:
                        yield found
                    elif not isinstance(predictions, dict):
                        yield from found
                    else:
                        for i in range(_extract_batch_length(found)):
                            yield {key: value[i] for key, value in found.items()}

    def export_saved_model(
        self,
        export_dir_base: Any,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: dict[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        experimental_mode: str = ModeKeys.PREDICT,
    ) -> bytes:
        """Export a SavedModel; the folder it is in.

        Args:
          export_dir_base: a new folder is made below it.
          serving_input_receiver_fn: gives a `tf.estimator.export.ServingInputReceiver`.
          assets_extra: name below `assets.extra` -> file to copy there.
          as_text: whether to write the message as text.
          checkpoint_path: the checkpoint; the newest if absent.
          experimental_mode: for which mode.

        Raises:
          ValueError: there is no function or no checkpoint.
        """
        if not serving_input_receiver_fn:
            raise ValueError("An input_receiver_fn must be defined.")
        receivers = {experimental_mode: serving_input_receiver_fn}
        return self._export_all_saved_models(export_dir_base, receivers, assets_extra, as_text, checkpoint_path, True)

    @deprecated(
        None,
        "This function has been renamed, use `export_saved_model` instead.",
        "tensorflow_estimator.python.estimator.estimator",
    )
    def export_savedmodel(
        self,
        export_dir_base: Any,
        serving_input_receiver_fn: Callable[[], Any],
        assets_extra: dict[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        strip_default_attrs: bool = False,
    ) -> bytes:
        """Old name of `export_saved_model`."""
        if not serving_input_receiver_fn:
            raise ValueError("An input_receiver_fn must be defined.")
        return self._export_all_saved_models(
            export_dir_base,
            {ModeKeys.PREDICT: serving_input_receiver_fn},
            assets_extra,
            as_text,
            checkpoint_path,
            strip_default_attrs,
        )

    def experimental_export_all_saved_models(
        self,
        export_dir_base: Any,
        input_receiver_fn_map: dict[str, Any],
        assets_extra: dict[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
    ) -> bytes:
        """Export a SavedModel with a graph for each mode of `input_receiver_fn_map`."""
        return self._export_all_saved_models(
            export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path, True
        )

    def _export_all_saved_models(
        self,
        export_dir_base: Any,
        input_receiver_fn_map: dict[str, Any],
        assets_extra: Any = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        strip_default_attrs: bool = True,
    ) -> bytes:
        return saved_model_export.export_all_saved_models(
            self, export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path, strip_default_attrs
        )

    def _latest_or_say(self, purpose: str) -> str | None:
        path = checkpoint_management.latest_checkpoint(self._model_dir)
        if not path:
            tf_logging.info(
                f"Could not find trained model in model_dir: {self._model_dir}, running initialization to {purpose}."
            )
        return path

    def _assert_members_are_not_overridden(self) -> None:
        _assert_members_are_not_overridden(Estimator, self)

    def _create_global_step(self, graph: Any) -> Any:
        return training_util.create_global_step(graph)

    def _create_and_assert_global_step(self, graph: Any) -> Any:
        step = self._create_global_step(graph)
        assert step is training_util.get_global_step()
        assert step.dtype.is_integer
        return step

    def _call_input_fn(self, input_fn: Callable[..., Any], mode: str, input_context: Any = None) -> Any:
        given = {"mode": mode, "params": self.params, "config": self.config}
        takes = fn_args(input_fn)
        kwargs = {name: value for name, value in given.items() if name in takes}
        if input_context and "input_context" in takes:
            tf_logging.info("The `input_fn` accepts an `input_context` which will be given by DistributionStrategy")
            kwargs["input_context"] = input_context
        with framework.device("/cpu:0"):
            return input_fn(**kwargs)

    def _call_model_fn(self, features: Any, labels: Any, mode: str, config: Any) -> Any:
        takes = fn_args(self._model_fn)
        if "labels" not in takes and labels is not None:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        given = {"labels": labels, "mode": mode, "params": self.params, "config": config}
        tf_logging.info("Calling model_fn.")
        found = self._model_fn(features=features, **{k: v for k, v in given.items() if k in takes})
        tf_logging.info("Done calling model_fn.")
        if not isinstance(found, EstimatorSpec):
            raise ValueError("model_fn should return an EstimatorSpec.")
        return found

    def _train_model(self, input_fn: Callable[..., Any], hooks: list[Any], listeners: list[Any]) -> Any:
        if self._config.train_distribute:
            from tf1compat._facade.estimator import replicated_training

            return replicated_training.train(self, self._config.train_distribute, input_fn, hooks, listeners)
        with Graph().as_default() as graph, graph.device(self._device_fn):
            framework.set_random_seed(self._config.tf_random_seed)
            if self._create_and_assert_global_step(graph) is not None:
                training_util._get_or_create_global_step_read(graph)
            features, labels, input_hooks = input_results.parse_input_fn_result(
                self._call_input_fn(input_fn, ModeKeys.TRAIN)
            )
            spec = self._call_model_fn(features, labels, ModeKeys.TRAIN, self.config)
            step = training_util.get_global_step(graph)
            return train_with_spec(self, spec, list(input_hooks), hooks, step, listeners)

    def _evaluate_build_graph(self, input_fn: Any, hooks: list[Any], checkpoint_path: str | None) -> Any:
        graph = context.get_default_graph()
        framework.set_random_seed(self._config.tf_random_seed)
        self._create_and_assert_global_step(graph)
        features, labels, input_hooks = input_results.parse_input_fn_result(
            self._call_input_fn(input_fn, ModeKeys.EVAL)
        )
        spec = self._call_model_fn(features, labels, ModeKeys.EVAL, self.config)
        scaffold, spec_hooks = spec.scaffold, spec.evaluation_hooks
        with_loss = evaluation_results.with_loss_metric(spec.eval_metric_ops, spec.loss)
        update_op, metrics = evaluation_results.updates_and_values(with_loss)
        self._maybe_warm_start(checkpoint_path)
        if GraphKeys.GLOBAL_STEP in metrics:
            raise ValueError(
                "Metric with name `global_step` is not allowed, because Estimator already defines a default metric "
                "with the same name."
            )
        metrics[GraphKeys.GLOBAL_STEP] = training_util.get_global_step(graph)
        if scaffold and scaffold.local_init_op:
            evaluation._get_or_create_eval_step()  # before its initialiser is made
            local_init_op = group(scaffold.local_init_op, Scaffold.default_local_init_op())
            scaffold = Scaffold(local_init_op=local_init_op, copy_from_scaffold=scaffold)
        return scaffold, update_op, metrics, [*input_hooks, *hooks, *spec_hooks]

    def _evaluate_run(
        self, checkpoint_path: Any, scaffold: Any, update_op: Any, eval_dict: Any, all_hooks: Any, output_dir: str
    ) -> dict[str, Any]:
        found = evaluation._evaluate_once(
            checkpoint_path=checkpoint_path,
            master=self._config.evaluation_master,
            scaffold=scaffold,
            eval_ops=update_op,
            final_ops=eval_dict,
            hooks=all_hooks,
            config=self._session_config,
        )
        step = found[GraphKeys.GLOBAL_STEP]
        evaluation_results._write_dict_to_summary(output_dir, found, step)
        if checkpoint_path:
            evaluation_results._write_checkpoint_path_to_summary(output_dir, checkpoint_path, step)
        return found

    def _maybe_warm_start(self, checkpoint_path: str | None) -> None:
        if not checkpoint_path and self._warm_start_settings:
            tf_logging.info(f"Warm-starting with WarmStartSettings: {self._warm_start_settings}")
            warm_start(*self._warm_start_settings)


EstimatorV2 = Estimator


def _check_checkpoint_available(model_dir: Any) -> None:
    if not checkpoint_management.latest_checkpoint(model_dir):
        raise ValueError(f"Could not find trained model in model_dir: {model_dir}.")


def _check_hooks_type(hooks: Any) -> list[Any]:
    found = list(hooks or [])
    for hook in found:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"Hooks must be a SessionRunHook, given: {hook}")
    return found


def _check_listeners_type(saving_listeners: Any) -> list[Any]:
    found = list(saving_listeners or [])
    for listener in found:
        if not isinstance(listener, CheckpointSaverListener):
            raise TypeError(f"saving_listeners must be a list of CheckpointSaverListener, given: {listener}")
    return found


def _load_global_step_from_checkpoint_dir(checkpoint_dir: Any) -> int:
    """The global step of the newest checkpoint; 0 if there is none."""
    path = checkpoint_management.latest_checkpoint(checkpoint_dir)
    if not path:
        return 0
    reader = checkpoint_reader.NewCheckpointReader(path)
    return int(reader.get_tensor(GraphKeys.GLOBAL_STEP)) if reader.has_tensor(GraphKeys.GLOBAL_STEP) else 0
