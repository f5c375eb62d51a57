"""Weights and models in files: checkpoints, and HDF5 where h5py is installed."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine import configuration
from tf1compat._jaxcore.base import errors


def _h5py(what: str) -> Any:
    try:
        import h5py  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise ImportError(f"`{what}` requires h5py (`pip install h5py`), which is not installed.") from None
    return h5py


def _is_hdf5(path: Any) -> bool:
    return str(path).endswith((".h5", ".keras", ".hdf5"))


def _format(path: Any, given: str | None) -> str:
    if given is None:
        return "h5" if _is_hdf5(path) else "tf"
    known = {"tensorflow": "tf", "tf": "tf", "hdf5": "h5", "h5": "h5", "keras": "h5"}
    if given.lower().strip() not in known:
        raise ValueError(f'Unknown format "{given}". Was expecting one of {{"tf", "h5"}}.')
    found = known[given.lower().strip()]
    if found == "tf" and _is_hdf5(path):
        raise ValueError(
            f'save_weights got save_format="tf"/"tensorflow", but the filepath ("{path}") looks like an HDF5 file. Omit '
            'the ".h5"/".keras" when saving in TensorFlow format.'
        )
    return found


def save_weights(model: Any, path: Any, overwrite: bool = True, save_format: str | None = None) -> None:
    """`Model.save_weights`."""
    if not model.weights and not model.built:
        raise ValueError("Weights for model have not yet been created. Call the model, or `build` it, first.")
    kind = _format(path, save_format)
    if not overwrite and os.path.isfile(str(path) + (".index" if kind == "tf" else "")):
        raise FileExistsError(f"{path} exists, and overwrite is False")
    if kind == "h5":
        with _h5py("save_weights").File(path, "w") as file:
            _write_weights(file, model.layers)
        return
    from tf1compat._facade.train import checkpoint_management, object_checkpoint

    session = K.get_session()
    with session.as_default():
        object_checkpoint.write(model, str(path), session)
    checkpoint_management.update_checkpoint_state(
        os.path.dirname(str(path)) or ".", str(path), all_model_checkpoint_paths=[str(path)]
    )


def load_weights(model: Any, path: Any, by_name: bool = False) -> Any:
    """`Model.load_weights`."""
    if not (_is_hdf5(path) or not os.path.exists(str(path) + ".index")):
        if by_name:
            raise NotImplementedError(
                "Weights may only be loaded based on topology into Models when loading TensorFlow-formatted weights "
                "(got by_name=True to load_weights)."
            )
        from tf1compat._facade.train import object_checkpoint

        session = K.get_session()
        with session.as_default():
            status = object_checkpoint.load(model, str(path))
            status.run_restore_ops(session)
        return status
    if not os.path.exists(str(path)):
        raise OSError(f"Unable to open file (no checkpoint and no HDF5 file at {path})")
    with _h5py("load_weights").File(path, "r") as file:
        group = file["model_weights"] if "layer_names" not in file.attrs and "model_weights" in file else file
        _read_weights(group, model.layers, by_name)
    return None


def _write_weights(group: Any, layers: list[Any]) -> None:
    from tf1compat._facade.keras.engine.configuration import VERSION

    group.attrs["layer_names"] = [layer.name.encode() for layer in layers]
    group.attrs["backend"] = K.backend().encode()
    group.attrs["keras_version"] = VERSION.encode()
    for layer in layers:
        part = group.create_group(layer.name)
        weights = layer.weights
        part.attrs["weight_names"] = [w.name.encode() for w in weights]
        for weight, value in zip(weights, K.batch_get_value(weights)):
            data = part.create_dataset(weight.name, value.shape, dtype=value.dtype)
            data[() if not value.shape else slice(None)] = value


def _texts(values: Any) -> list[str]:
    return [v.decode() if isinstance(v, bytes) else v for v in values]


def _read_weights(group: Any, layers: list[Any], by_name: bool) -> None:
    names = [n for n in _texts(group.attrs["layer_names"]) if len(group[n].attrs["weight_names"])]
    mine = [layer for layer in layers if layer.weights]
    if by_name:
        pairs = [(layer, layer.name) for layer in mine if layer.name in names]
    elif len(names) != len(mine):
        raise ValueError(
            f"You are trying to load a weight file containing {len(names)} layers into a model with {len(mine)} layers."
        )
    else:
        pairs = list(zip(mine, names))
    values = []
    for layer, name in pairs:
        arrays = [np.asarray(group[name][w]) for w in _texts(group[name].attrs["weight_names"])]
        if len(arrays) != len(layer.weights):
            raise ValueError(
                f"Layer {layer.name} (named {name} in the file) expects {len(layer.weights)} weights, but the file has "
                f"{len(arrays)}."
            )
        values += list(zip(layer.weights, arrays))
    K.batch_set_value(values)


def save_model(
    model: Any,
    filepath: Any,
    overwrite: bool = True,
    include_optimizer: bool = True,
    save_format: str | None = None,
    signatures: Any = None,
) -> None:
    """Save configuration, weights and optimizer in one HDF5 file.

    Raises:
      ImportError: h5py is not installed.
      UnsupportedError: `save_format="tf"`.
    """
    if save_format == "tf" or signatures is not None:
        raise errors.unsupported(
            "saving Keras models as SavedModels is not supported.",
            advice="Use tf.saved_model.simple_save(tf.keras.backend.get_session(), …), or a name that ends with .h5.",
        )
    h5py = _h5py("save_model")
    if not overwrite and os.path.isfile(filepath):
        raise FileExistsError(f"{filepath} exists, and overwrite is False")
    with h5py.File(filepath, "w") as file:
        file.attrs["keras_version"] = configuration.VERSION.encode()
        file.attrs["backend"] = K.backend().encode()
        file.attrs["model_config"] = configuration.to_json(model).encode()
        _write_weights(file.create_group("model_weights"), model.layers)
        optimizer = model.optimizer
        if include_optimizer and optimizer is not None and hasattr(optimizer, "get_config"):
            file.attrs["training_config"] = json.dumps(
                _training_config(model), default=configuration.json_default
            ).encode()
            weights = optimizer.weights
            group = file.create_group("optimizer_weights")
            group.attrs["weight_names"] = [w.name.encode() for w in weights]
            for weight, value in zip(weights, K.batch_get_value(weights)):
                group.create_dataset(weight.name, data=value)


def _training_config(model: Any) -> dict[str, Any]:
    optimizer = {"class_name": type(model.optimizer).__name__, "config": model.optimizer.get_config()}
    return {
        "loss": model.loss,
        "metrics": model._compile_metrics,
        "weighted_metrics": model._compile_weighted_metrics,
        "sample_weight_mode": model.sample_weight_mode,
        "loss_weights": model.loss_weights,
        "optimizer_config": optimizer,
    }


def load_model(filepath: Any, custom_objects: Any = None, compile: bool = True) -> Any:
    """A model of what `save_model` wrote.

    Raises:
      ImportError: h5py is not installed.
    """
    with _h5py("load_model").File(filepath, "r") as file:
        config = file.attrs.get("model_config")
        if config is None:
            raise ValueError("No model found in config file.")
        text = config.decode() if isinstance(config, bytes) else config
        model = configuration.model_from_json(text, custom_objects)
        _read_weights(file["model_weights"], model.layers, by_name=False)
        training = file.attrs.get("training_config")
        if compile and training is not None:
            _compile_as_saved(model, json.loads(training), custom_objects)
            if "optimizer_weights" in file:
                group = file["optimizer_weights"]
                values = [np.asarray(group[n]) for n in _texts(group.attrs["weight_names"])]
                model._make_train_function()
                model.optimizer.set_weights(values)
    return model


def _compile_as_saved(model: Any, config: dict[str, Any], custom_objects: Any) -> None:
    from tf1compat._facade.keras import optimizers
    from tf1compat._facade.keras.serialization import CustomObjectScope

    with CustomObjectScope(custom_objects or {}):
        model.compile(
            optimizer=optimizers.deserialize(config["optimizer_config"], custom_objects),
            loss=config["loss"],
            metrics=config.get("metrics"),
            weighted_metrics=config.get("weighted_metrics"),
            loss_weights=config.get("loss_weights"),
            sample_weight_mode=config.get("sample_weight_mode"),
        )
