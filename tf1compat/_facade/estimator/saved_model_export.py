"""`Estimator.export_saved_model`: a SavedModel of one or several modes."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator import export_outputs
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.framework import set_random_seed
from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import file_io
from tf1compat._facade.platform.compat import as_bytes
from tf1compat._facade.session import Session
from tf1compat._facade.train import checkpoint_management
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.train.scaffold import Scaffold
from tf1compat._jaxcore.base import errors


def export_all_saved_models(
    estimator: Any,
    export_dir_base: Any,
    input_receiver_fn_map: dict[str, Any],
    assets_extra: dict[str, str] | None = None,
    as_text: bool = False,
    checkpoint_path: str | None = None,
    strip_default_attrs: bool = True,
) -> bytes:
    """Export one graph per mode, with one set of variables, into a new folder below `export_dir_base`.

    Raises:
      ValueError: there is no checkpoint, or no known mode.
    """
    from tf1compat._facade.saved_model.builder import SavedModelBuilder

    path = checkpoint_path or _checkpoint_of(estimator)
    export_dir = export_outputs.get_timestamped_export_dir(export_dir_base)
    temporary = export_outputs.get_temp_export_dir(export_dir)
    builder = SavedModelBuilder(temporary)
    save_variables = True
    for mode in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT):
        if input_receiver_fn_map.get(mode):
            _add_mode(estimator, builder, input_receiver_fn_map[mode], path, save_variables, mode, strip_default_attrs)
            save_variables = False
    if save_variables:
        raise ValueError(f"No valid modes for exporting found. Got {input_receiver_fn_map.keys()}.")
    builder.save(as_text)
    for relative, source in (assets_extra or {}).items():
        target = os.path.join(as_bytes(temporary), b"assets.extra", as_bytes(relative))
        file_io.recursive_create_dir(os.path.dirname(target))
        file_io.copy(source, target)
    file_io.rename(temporary, export_dir)
    return export_dir


def _checkpoint_of(estimator: Any) -> Any:
    path = checkpoint_management.latest_checkpoint(estimator._model_dir)
    if path:
        return path
    if not estimator._warm_start_settings:
        raise ValueError(f"Couldn't find trained model at {estimator._model_dir}.")
    found = estimator._warm_start_settings.ckpt_to_initialize_from
    return checkpoint_management.latest_checkpoint(found) if file_io.is_directory(found) else found


def _add_mode(
    estimator: Any, builder: Any, receiver_fn: Any, path: str, save_variables: bool, mode: str, strip: bool
) -> None:
    with Graph().as_default() as graph:
        estimator._create_and_assert_global_step(graph)
        set_random_seed(estimator._config.tf_random_seed)
        receiver = receiver_fn()
        spec = estimator._call_model_fn(receiver.features, getattr(receiver, "labels", None), mode, estimator.config)
        outputs = export_outputs.export_outputs_for_mode(
            spec.mode, spec.export_outputs, spec.predictions, spec.loss, spec.eval_metric_ops
        )
        signatures = export_outputs.build_all_signature_defs(
            receiver.receiver_tensors,
            outputs,
            getattr(receiver, "receiver_tensors_alternatives", None),
            serving_only=mode == ModeKeys.PREDICT,
        )
        with Session(config=estimator._session_config) as session:
            local_init_op = spec.scaffold.local_init_op
            if local_init_op is None:
                local_init_op = Scaffold.default_local_init_op()
            saver = spec.scaffold.saver or Saver(sharded=True)
            _restore(saver, session, path, mode)
            builder._add_train_op(spec.train_op)
            described = {
                "tags": export_outputs.EXPORT_TAG_MAP[mode],
                "signature_def_map": signatures,
                "assets_collection": context.get_default_graph().get_collection(GraphKeys.ASSET_FILEPATHS),
                "main_op": local_init_op,
                "saver": saver,
                "strip_default_attrs": strip,
            }
            if save_variables:
                builder.add_meta_graph_and_variables(session, **described)
            else:
                builder.add_meta_graph(**described)


def _restore(saver: Any, session: Any, path: str, mode: str) -> None:
    try:
        saver.restore(session, path)
    except errors.NotFoundError as e:
        raise ValueError(
            "Could not load all requested variables from checkpoint. Please make sure your model_fn does not expect "
            f"variables that were not saved in the checkpoint.\n\nEncountered error with mode `{mode}` while restoring "
            f"checkpoint from: `{path}`. Full Traceback:\n\n{e}"
        ) from e
