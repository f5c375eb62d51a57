"""Who gets the alias: decides by the importing module whether `import tensorflow` is answered.

Light on purpose (standard library only): the `.pth` file of `tf1compat enable` loads it in every process.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # these imports would cost every process of an enabled environment some milliseconds
    from collections.abc import Mapping
    from typing import Any

# Installed packages that only probe for TensorFlow: they work without it, and would take wrong turns (or ask for
# TensorFlow 2 symbols) if they believed it was there. Value: the first major version that probes, 0 for all.
PROBERS: dict[str, int] = {
    "accelerate": 0,
    "array_api_compat": 0,
    "bokeh": 0,
    "catboost": 0,
    "chex": 0,
    "clu": 0,
    "comet_ml": 0,
    "datasets": 0,
    "debugpy": 0,
    "diffusers": 0,
    "equinox": 0,
    "etils": 0,
    "evaluate": 0,
    "flax": 0,
    "fsspec": 0,
    "gradio": 0,
    "grain": 0,
    "haiku": 0,
    "huggingface_hub": 0,
    "ipykernel": 0,
    "jax": 0,
    "jaxlib": 0,
    "jaxtyping": 0,
    "jedi": 0,
    "keras": 3,  # Keras 2 and older are TF1 libraries; Keras 3 has a TensorFlow backend of its own
    "keras_core": 0,
    "keras_hub": 0,
    "keras_nlp": 0,
    "lightgbm": 0,
    "lightning": 0,
    "lightning_fabric": 0,
    "matplotlib": 0,
    "ml_collections": 0,
    "ml_dtypes": 0,
    "mlflow": 0,
    "numba": 0,
    "onnx": 0,
    "onnxruntime": 0,
    "opt_einsum": 0,
    "optax": 0,
    "optuna": 0,
    "orbax": 0,
    "pandas": 0,
    "peft": 0,
    "plotly": 0,
    "pyarrow": 0,
    "pytorch_lightning": 0,
    "ray": 0,
    "safetensors": 0,
    "scipy": 0,
    "seaborn": 0,
    "sentence_transformers": 0,
    "skimage": 0,
    "sklearn": 0,
    "streamlit": 0,
    "tensorboard": 0,
    "tensorboardX": 0,
    "tensorboard_data_server": 0,
    "tensorboard_plugin_profile": 0,
    "tensorboard_plugin_wit": 0,
    "tensorflow_datasets": 0,
    "tensorstore": 0,
    "timm": 0,
    "torch": 0,
    "torchaudio": 0,
    "torchmetrics": 0,
    "torchvision": 0,
    "transformers": 0,
    "trl": 0,
    "wandb": 0,
    "weave": 0,
    "xarray": 0,
    "xgboost": 0,
}

# Distributions that install the real `tensorflow` package.
REAL_TENSORFLOW = (
    "tensorflow",
    "tensorflow-cpu",
    "tensorflow-gpu",
    "tf-nightly",
    "tf-nightly-cpu",
    "tf-nightly-gpu",
    "intel-tensorflow",
    "tensorflow-intel",
    "tensorflow-macos",
    "tensorflow-rocm",
    "tensorflow-directml",
)

# Modules that import on behalf of their caller: the caller decides.
_GO_BETWEENS = frozenset(
    {
        "_frozen_importlib",
        "_frozen_importlib_external",
        "importlib",
        "importlib._bootstrap",
        "importlib._bootstrap_external",
        "importlib.util",
        "pickle",
        "pkgutil",
        "runpy",
        "tf1compat.alias",
        "tf1compat.alias.hook",
        "tf1compat.alias.importers",
        "tf1compat.alias.legacy",
        "unittest.mock",
    }
)
_INSTALLED = ("site-packages", "dist-packages")


def is_prober(importer: Mapping[str, Any]) -> bool:
    """True if the module with these globals is installed and its top-level package only probes for TensorFlow.

    A user's own package of the same name (a `datasets/` folder beside the script, say) is not installed in
    site-packages and gets the alias.
    """
    name = importer.get("__package__") or importer.get("__name__") or ""
    top = name.partition(".")[0]
    first_major = PROBERS.get(top)
    if first_major is None:
        return False
    path = importer.get("__file__") or ""
    if not any(folder in path for folder in _INSTALLED):
        return False
    return first_major == 0 or _major_version(top) >= first_major


def calling_globals() -> dict[str, Any]:
    """The globals of the nearest frame that imports for itself (not importlib, pkgutil, unittest.mock …)."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in _GO_BETWEENS:
        frame = frame.f_back
    return frame.f_globals


_real: list[str | None] = []


def real_tensorflow() -> str | None:
    """The distribution (with its version) that provides a real TensorFlow here, or None; looked up once."""
    if not _real:
        _real.append(_find_real_tensorflow())
    return _real[0]


def _find_real_tensorflow() -> str | None:
    from importlib import metadata

    for name in REAL_TENSORFLOW:
        try:
            return f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    return None


def _major_version(distribution: str) -> int:
    from importlib import metadata

    try:
        return int(metadata.version(distribution).partition(".")[0])
    except (metadata.PackageNotFoundError, ValueError):
        return sys.maxsize
