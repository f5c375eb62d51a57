"""`tf.compat.v2`: the functions of TensorFlow 2 that build graphs, under their new signatures."""

from tf1compat._facade.v2 import namespace as _namespace


def __getattr__(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(name)
    return _namespace.find("", name)


def __dir__() -> list[str]:
    return _namespace.names("")
