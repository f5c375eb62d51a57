"""`tf.keras.estimator.model_to_estimator`: a compiled model as an Estimator."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.estimator import export_outputs
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.estimator.model_fn import EstimatorSpec
from tf1compat._facade.grouping import group
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import optimizers
from tf1compat._facade.keras.engine.input_layer import Input
from tf1compat._facade.platform import tf_logging as logging
from tf1compat._facade.train import training_util
from tf1compat._facade.train.scaffold import Scaffold


def model_to_estimator(
    keras_model: Any = None,
    keras_model_path: str | None = None,
    custom_objects: Any = None,
    model_dir: str | None = None,
    config: Any = None,
    checkpoint_format: str | None = None,
) -> Any:
    """An Estimator that trains a copy of the model.

    Args:
      keras_model, keras_model_path: the compiled model, or an HDF5 file of one.
      custom_objects: names that the model's configuration uses.
      model_dir, config: of the Estimator.

    Raises:
      ValueError: neither or both models are given, or the model is not compiled.
    """
    if (keras_model is None) == (keras_model_path is None):
        raise ValueError("Either `keras_model` or `keras_model_path` needs to be provided.")
    if keras_model is None:
        from tf1compat._facade.keras.saving import load_model

        keras_model = load_model(keras_model_path, custom_objects)
    if not keras_model.optimizer:
        raise ValueError(
            "The given keras model has not been compiled yet. Please compile the model with `model.compile()`."
        )
    description = (type(keras_model), keras_model.get_config(), keras_model.get_weights())
    return Estimator(_model_fn(keras_model, description, custom_objects), model_dir=model_dir, config=config)


def _inputs(features: Any, names: list[str]) -> Any:
    """Features in the order of the model's inputs."""
    if not isinstance(features, dict):
        return features
    missing = [n for n in names if n not in features]
    if missing and len(names) == len(features) == 1:
        return next(iter(features.values()))
    if missing:
        raise KeyError(
            f"The dictionary passed into features does not have the expected inputs keys defined in the keras "
            f"model.\n\tExpected keys: {set(names)}\n\tfeatures keys: {set(features)}"
        )
    return [features[n] for n in names]


def _model_fn(original: Any, description: Any, custom_objects: Any) -> Any:
    kind, config, weights = description

    def model_fn(features: Any, labels: Any, mode: str) -> Any:
        K.set_learning_phase(1 if mode == ModeKeys.TRAIN else 0)
        given = _inputs(features, original.input_names)
        flat = given if isinstance(given, list) else [given]
        tensors = [Input(tensor=math_ops.cast(x, i.dtype)) for x, i in zip(flat, original.inputs)]
        inner = kind.from_config(config) if custom_objects is None else kind.from_config(config, custom_objects)
        outputs = inner(tensors if len(tensors) > 1 else tensors[0])
        predictions = dict(zip(original.output_names, outputs if isinstance(outputs, list) else [outputs]))
        exports = {"serving_default": export_outputs.PredictOutput(predictions)}
        if mode == ModeKeys.PREDICT:
            return EstimatorSpec(mode, predictions=predictions, export_outputs=exports)
        from tf1compat._facade.keras.engine.model import Model

        model = Model(tensors, outputs)
        _compile_like(model, original, labels)
        train_op = None
        if mode == ModeKeys.TRAIN:
            step = training_util.get_or_create_global_step()
            if hasattr(model.optimizer, "apply_gradients"):
                model.optimizer.iterations = step
            updates = model.optimizer.get_updates(params=model.trainable_weights, loss=model.total_loss)
            train_op = group(*updates, *model.get_updates_for(None), *model.get_updates_for(model.inputs))
        scaffold = Scaffold(init_fn=_start(model.weights, weights)) if mode == ModeKeys.TRAIN else None
        metrics = {m.name: (m._call_result, group(*m.updates)) for m in model._compile_metric_functions}
        return EstimatorSpec(
            mode,
            predictions=predictions,
            loss=model.total_loss,
            train_op=train_op,
            eval_metric_ops=metrics or None,
            export_outputs=exports,
            scaffold=scaffold,
        )

    return model_fn


def _start(variables: Any, values: Any) -> Any:
    """Training without a checkpoint begins with the weights of the model that was given."""

    def init_fn(scaffold: Any, session: Any) -> None:
        for variable, value in zip(variables, values):
            variable.load(value, session)

    return init_fn


def _compile_like(model: Any, original: Any, labels: Any) -> None:
    model.__dict__["output_names"] = list(original.output_names)
    optimizer = original.optimizer
    if not isinstance(optimizer, optimizers.TFOptimizer):
        optimizer = type(optimizer).from_config(optimizer.get_config())
    else:
        optimizer = optimizers.TFOptimizer(optimizer.optimizer, training_util.get_or_create_global_step())
    targets = labels if isinstance(labels, dict) else [labels]
    logging.debug("compiling the Estimator's copy of the model")
    model.compile(
        optimizer=optimizer,
        loss=original.loss,
        metrics=original._compile_metrics,
        weighted_metrics=original._compile_weighted_metrics,
        loss_weights=original.loss_weights,
        target_tensors=_shaped(targets, model),
    )


def _shaped(targets: Any, model: Any) -> Any:
    return (
        targets
        if isinstance(targets, dict)
        else [math_ops.cast(t, o.dtype) if t.dtype.is_floating else t for t, o in zip(targets, model.outputs)]
    )
