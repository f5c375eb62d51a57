"""`tf.keras.applications`: the networks of the package keras_applications, built of the layers here.

TensorFlow 1.15 took them from that package, too. Nothing of it is imported before a network is made.
"""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

from tf1compat._facade.names import MissingNameError, public_path

_HELPERS = ("decode_predictions", "preprocess_input")
# module -> the networks in it
NETWORKS = {
    "densenet": ("DenseNet121", "DenseNet169", "DenseNet201"),
    "imagenet_utils": (),
    "inception_resnet_v2": ("InceptionResNetV2",),
    "inception_v3": ("InceptionV3",),
    "mobilenet": ("MobileNet",),
    "mobilenet_v2": ("MobileNetV2",),
    "nasnet": ("NASNetLarge", "NASNetMobile"),
    "resnet": ("ResNet101", "ResNet152", "ResNet50"),
    "resnet50": ("ResNet50",),
    "resnet_v2": ("ResNet101V2", "ResNet152V2", "ResNet50V2"),
    "vgg16": ("VGG16",),
    "vgg19": ("VGG19",),
    "xception": ("Xception",),
}


class _Layers:
    """All layers by name."""

    def __getattr__(self, name: str) -> Any:
        from tf1compat._facade.keras.engine.input_layer import Input
        from tf1compat._facade.keras.layers import catalogue

        if name == "Input":
            return Input
        for module in catalogue.MODULES:
            if name in vars(module):
                return getattr(module, name)
        raise AttributeError(f"tf.keras.layers has no {name}")


def _parts() -> dict[str, Any]:
    """What stands for the modules of Keras."""
    from tf1compat._facade.keras import backend
    from tf1compat._facade.keras.engine.model import Model
    from tf1compat._facade.keras.engine.sequential import Sequential
    from tf1compat._facade.keras.tools.files import get_file
    from tf1compat._facade.keras.tools.models import get_source_inputs

    return {
        "backend": backend,
        "layers": _Layers(),
        "models": SimpleNamespace(Model=Model, Sequential=Sequential),
        "utils": SimpleNamespace(get_file=get_file, get_source_inputs=get_source_inputs),
    }


def _module(name: str) -> Any:
    try:
        return importlib.import_module(f"keras_applications.{name}")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("keras_applications"):
            raise
        raise ImportError(
            f"tf.keras.applications.{name} is the one of the package keras_applications, as in TensorFlow 1.15, and that "
            "is not installed: pip install keras_applications"
        ) from None


def _made(module: str, name: str) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        plain = getattr(_module(module), name)
        return plain(*args, **{**kwargs, **{k: v for k, v in _parts().items() if k != "layers" or k not in kwargs}})

    call.__name__ = call.__qualname__ = name
    call.__doc__ = (
        f"`keras_applications.{module}.{name}`, with its arguments; `weights='imagenet'` reads ~/.keras/models or "
        "downloads there, `weights=None` draws them."
    )
    return call


_FUNCTIONS = {module: {name: _made(module, name) for name in (*names, *_HELPERS)} for module, names in NETWORKS.items()}
_FUNCTIONS["resnet50"] = {name: _FUNCTIONS["resnet"][name] for name in _FUNCTIONS["resnet50"]}
_ALL = {name: made for functions in _FUNCTIONS.values() for name, made in functions.items() if name not in _HELPERS}


def names_of(module: str) -> tuple[Any, Any]:
    """`__getattr__` and `__dir__` of `tf.keras.applications` or a module in it."""
    own = module.rpartition(".")[2]
    known: dict[str, Any] = _ALL if own == "applications" else _FUNCTIONS[own]

    def get(name: str) -> Any:
        if own == "applications" and name in NETWORKS:
            return importlib.import_module(f"{module}.{name}")
        if name in known:
            return known[name]
        raise MissingNameError(f"{public_path(module)}.{name}")

    return get, lambda: sorted([*known, *(NETWORKS if own == "applications" else ())])
