"""SavedModels of Estimators of tf.contrib.learn: inputs, signatures of each head, files."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from tf1compat._facade import collections, framework, grouping
from tf1compat._facade.contrib.learn.input_fn_ops import InputFnOps
from tf1compat._facade.contrib.learn.keys import (
    COLLECTION_DEF_KEY_FOR_INPUT_FEATURE_KEYS,
    ModeKeys,
    PredictionKey,
    ProblemType,
)
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import export_outputs
from tf1compat._facade.graph import Graph
from tf1compat._facade.lookup_ops import tables_initializer
from tf1compat._facade.platform import file_io
from tf1compat._facade.platform.compat import as_bytes
from tf1compat._facade.saved_model import signatures
from tf1compat._facade.session import Session
from tf1compat._facade.train import training_util
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.variables import local_variables_initializer
from tf1compat._jaxcore.base import dtypes

DEFAULT_INPUT_ALTERNATIVE_KEY = "default_input_alternative"
FEATURES_INPUT_ALTERNATIVE_KEY = "features_input_alternative"
_FALLBACK_DEFAULT_OUTPUT_ALTERNATIVE_KEY = "default_output_alternative"
_SERVING_DEFAULT = "serving_default"
_MODULE = "tensorflow.contrib.learn.python.learn.utils.saved_model_export_utils"
_EXPORTERS = "Switch to tf.estimator.Exporter and associated utilities."


class GraphRewriteSpec(NamedTuple):
    """Tags of a graph, and how it is transformed."""

    tags: Any
    transforms: Any


def _scores(outputs: Any) -> Any:
    scores = outputs.get(PredictionKey.SCORES)
    return outputs.get(PredictionKey.PROBABILITIES) if scores is None else scores


def _classes(outputs: Any) -> Any:
    classes = outputs.get(PredictionKey.CLASSES)
    return None if classes is not None and classes.dtype != dtypes.string else classes


@deprecated(None, _EXPORTERS, _MODULE)
def build_standardized_signature_def(input_tensors: Any, output_tensors: Any, problem_type: Any) -> Any:
    """The SignatureDef for a ProblemType: classify or regress where the tensors allow it, else predict.

    Raises:
      ValueError: inputs or outputs are empty.
    """
    if not input_tensors:
        raise ValueError("input_tensors must be provided.")
    if not output_tensors:
        raise ValueError("output_tensors must be provided.")
    one_input, one_output = len(input_tensors) == 1, len(output_tensors) == 1
    examples, first = next(iter(input_tensors.values())), next(iter(output_tensors.values()))
    classes, scores = _classes(output_tensors), _scores(output_tensors)
    is_classification = problem_type in (ProblemType.CLASSIFICATION, ProblemType.LOGISTIC_REGRESSION)
    if is_classification and one_input and (classes is not None or scores is not None or one_output):
        if classes is None and scores is None:
            classes, scores = (first, None) if first.dtype == dtypes.string else (None, first)
        return signatures.classification_signature_def(examples, classes, scores)
    if problem_type == ProblemType.LINEAR_REGRESSION and one_input and one_output:
        return signatures.regression_signature_def(examples, first)
    return signatures.predict_signature_def(input_tensors, output_tensors)


@deprecated(None, _EXPORTERS, _MODULE)
def get_input_alternatives(input_ops: Any) -> tuple[dict[str, Any], Any]:
    """The inputs of requests by name, and the features made of them.

    Raises:
      ValueError: there are no features.
    """
    found = {}
    if isinstance(input_ops, InputFnOps):
        features, _, found[DEFAULT_INPUT_ALTERNATIVE_KEY] = input_ops
    else:
        features, _ = input_ops
    if not features:
        raise ValueError("Features must be defined.")
    return found, features


@deprecated(None, _EXPORTERS, _MODULE)
def get_output_alternatives(
    model_fn_ops: Any, default_output_alternative_key: str | None = None
) -> tuple[dict[Any, Any], Any]:
    """The outputs of each head, and which head answers by default.

    Raises:
      ValueError: there is no such head, or several and none is named.
    """
    found, wanted = model_fn_ops.output_alternatives, default_output_alternative_key
    available = sorted(found or {}, key=str)
    if wanted and wanted not in available:
        raise ValueError(
            f"Requested default_output_alternative: {wanted}, but available output_alternatives are: {available}"
        )
    if not found:
        outputs = model_fn_ops.predictions
        outputs = outputs if isinstance(outputs, dict) else {PredictionKey.GENERIC: outputs}
        fallback = _FALLBACK_DEFAULT_OUTPUT_ALTERNATIVE_KEY
        return {fallback: (ProblemType.UNSPECIFIED, outputs)}, fallback
    if wanted:
        return found, wanted
    if len(found) == 1:
        return found, next(iter(found))
    raise ValueError(f"Please specify a default_output_alternative.  Available output_alternatives are: {available}")


@deprecated(None, _EXPORTERS, _MODULE)
def build_all_signature_defs(inputs: Any, outputs: Any, default_output_key: Any) -> dict[str, Any]:
    """A SignatureDef for each pair of inputs and head, and the default one.

    Raises:
      ValueError: there are no default inputs.
    """
    found = {
        f"{input_key}:{output_key or 'None'}": build_standardized_signature_def(tensors, predictions, problem_type)
        for input_key, tensors in inputs.items()
        for output_key, (problem_type, predictions) in outputs.items()
    }
    default_inputs = inputs.get(DEFAULT_INPUT_ALTERNATIVE_KEY)
    if not default_inputs:
        raise ValueError("A default input_alternative must be provided.")
    problem_type, predictions = outputs[default_output_key]
    found[_SERVING_DEFAULT] = build_standardized_signature_def(default_inputs, predictions, problem_type)
    return found


def export_savedmodel(
    estimator: Any,
    export_dir_base: Any,
    serving_input_fn: Any,
    default_output_key: str | None,
    assets_extra: Any,
    as_text: bool,
    checkpoint_path: str,
    graph_rewrite_specs: Any,
    strip_default_attrs: bool,
) -> bytes:
    """See `Estimator.export_savedmodel`."""
    from tf1compat._facade.saved_model.builder import SavedModelBuilder

    if not graph_rewrite_specs or graph_rewrite_specs[0].transforms:
        raise ValueError("The first element of graph_rewrite_specs must specify no transforms.")
    if graph_rewrite_specs[1:]:
        raise NotImplementedError(
            "export_savedmodel(graph_rewrite_specs=…) with transformed graphs is not in tf1compat: its "
            "graph_transforms are a tool of their own; export without them and transform the GraphDef"
        )
    export_dir = export_outputs.get_timestamped_export_dir(export_dir_base)
    temporary = export_outputs.get_temp_export_dir(export_dir)
    builder = SavedModelBuilder(temporary)
    with Graph().as_default() as graph:
        training_util.create_global_step(graph)
        input_ops = serving_input_fn()
        inputs, features = get_input_alternatives(input_ops)
        for key in input_ops.features:
            collections.add_to_collection(COLLECTION_DEF_KEY_FOR_INPUT_FEATURE_KEYS, key)
        model = estimator._call_model_fn(features, None, ModeKeys.INFER)
        outputs, default_key = get_output_alternatives(model, default_output_key)
        init_op = grouping.group(local_variables_initializer(), framework.no_op(), tables_initializer())
        signature_defs = build_all_signature_defs(inputs, outputs, default_key)
        with Session("") as session:
            own_saver = model.scaffold is not None and model.scaffold.saver
            (own_saver or Saver(sharded=True)).restore(session, checkpoint_path)
            builder.add_meta_graph_and_variables(
                session,
                graph_rewrite_specs[0].tags,
                signature_def_map=signature_defs,
                assets_collection=collections.get_collection(collections.GraphKeys.ASSET_FILEPATHS),
                main_op=init_op,
                strip_default_attrs=strip_default_attrs,
            )
    for relative, source in (assets_extra or {}).items():
        target = os.path.join(as_bytes(temporary), b"assets.extra", as_bytes(relative))
        file_io.recursive_create_dir(os.path.dirname(target))
        file_io.copy(source, target)
    builder.save(as_text)
    file_io.rename(temporary, export_dir)
    return export_dir
