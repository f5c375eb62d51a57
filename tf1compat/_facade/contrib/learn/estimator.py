"""`tf.contrib.learn.Estimator`: a model given as a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.contrib.learn import estimator_inputs, tensor_signatures
from tf1compat._facade.contrib.learn.base_estimator import BaseEstimator as BaseEstimator
from tf1compat._facade.contrib.learn.keys import MetricKey, ModeKeys
from tf1compat._facade.contrib.learn.model_fn_ops import ModelFnOps
from tf1compat._facade.contrib.learn.saved_model_export import (
    GraphRewriteSpec,
    export_savedmodel,
)
from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.metrics.means import mean
from tf1compat._facade.platform import tf_logging


class Estimator(BaseEstimator):
    """A model given as a function.

    Args:
      model_fn: a function of `features`, `labels` and optionally `mode`, `params`, `config`, `model_dir`; gives a
        ModelFnOps, or `(predictions, loss, train_op)`.
      model_dir, config: see BaseEstimator.
      params: handed to the model function.
      feature_engineering_fn: a function from `(features, labels)` to those that the model gets.

    Raises:
      ValueError: `params` are given to a function without such an argument.
    """

    def __init__(
        self,
        model_fn: Callable[..., Any] | None = None,
        model_dir: str | None = None,
        config: Any = None,
        params: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__(model_dir=model_dir, config=config)
        if model_fn is not None:
            takes_params = "params" in fn_args(model_fn)
            if params is not None and not takes_params:
                raise ValueError(
                    f"Estimator's model_fn ({model_fn}) does not have a params argument, but params ({params}) were "
                    "passed to the Estimator's constructor."
                )
            if params is None and takes_params:
                tf_logging.warning(
                    "Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.",
                    model_fn,
                )
        self._model_fn = model_fn
        self.params = params
        self._feature_engineering_fn = feature_engineering_fn or (lambda features, labels: (features, labels))

    def _call_model_fn(self, features: Any, labels: Any, mode: Any, metrics: Any = None, config: Any = None) -> Any:
        features, labels = self._feature_engineering_fn(features, labels)
        assert self._model_fn is not None
        offered = {
            "mode": lambda: mode,
            "params": lambda: self.params,
            "config": lambda: config or self.config,
            "model_dir": lambda: self.model_dir,
        }
        wanted = fn_args(self._model_fn)
        result = self._model_fn(features, labels, **{k: value() for k, value in offered.items() if k in wanted})
        if not isinstance(result, ModelFnOps):
            if len(result) != 3:
                raise ValueError("Unrecognized value returned by model_fn, please return ModelFnOps.")
            result = ModelFnOps(mode=mode, predictions=result[0], loss=result[1], train_op=result[2])
        if metrics:
            made = estimator_inputs.metric_ops(metrics, features, labels, result.predictions)
            result.eval_metric_ops.update(made)
        return result

    def _get_train_ops(self, features: Any, labels: Any) -> Any:
        return self._call_model_fn(features, labels, ModeKeys.TRAIN)

    def _get_eval_ops(self, features: Any, labels: Any, metrics: Any) -> Any:
        model = self._call_model_fn(features, labels, ModeKeys.EVAL, metrics)
        if MetricKey.LOSS not in model.eval_metric_ops:
            model.eval_metric_ops[MetricKey.LOSS] = mean(model.loss)
        return model

    def _get_predict_ops(self, features: Any) -> Any:
        labels = tensor_signatures.create_placeholders_from_signatures(self._labels_info)
        return self._call_model_fn(features, labels, ModeKeys.INFER)

    def export_savedmodel(
        self,
        export_dir_base: Any,
        serving_input_fn: Any,
        default_output_alternative_key: str | None = None,
        assets_extra: Any = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        graph_rewrite_specs: Any = (GraphRewriteSpec(("serve",), ()),),
        strip_default_attrs: bool = False,
    ) -> bytes:
        """Exports the latest checkpoint as a SavedModel into a new folder, whose path it gives.

        Args:
          export_dir_base: where the folder is made.
          serving_input_fn: a function that gives InputFnOps.
          default_output_alternative_key: which head answers by default, where there are several.
          assets_extra: files to copy, by path below `assets.extra`.
          as_text: whether to write the protocol buffer as text.
          checkpoint_path: another checkpoint.
          graph_rewrite_specs: the tags; transformed graphs are refused.
          strip_default_attrs: whether attributes with default values are left out.

        Raises:
          ValueError: no input function, or no such head.
          NotFittedError: there is no checkpoint.
          NotImplementedError: transforms are asked for.
        """
        if serving_input_fn is None:
            raise ValueError("serving_input_fn must be defined.")
        return export_savedmodel(
            self,
            export_dir_base,
            serving_input_fn,
            default_output_alternative_key,
            assets_extra,
            as_text,
            checkpoint_path or self._checkpoint(),
            graph_rewrite_specs,
            strip_default_attrs,
        )
