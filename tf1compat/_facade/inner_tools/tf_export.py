"""`tf_export`: decorators that note under which names a symbol is public."""

from __future__ import annotations

from typing import Any


class _Export:
    """`@tf_export("nn.relu", v1=["nn.relu6"])` leaves the names on the symbol, and the symbol as it is."""

    def __init__(self, *names: str, **options: Any) -> None:
        self._names = names
        self._names_v1 = tuple(options.get("v1", names))

    def __call__(self, symbol: Any) -> Any:
        symbol._tf_api_names = self._names
        symbol._tf_api_names_v1 = self._names_v1
        return symbol

    def export_constant(self, module_name: str, name: str) -> None:
        """Constants carry no names here."""


tf_export = estimator_export = keras_export = _Export


def get_v1_names(symbol: Any) -> list[str]:
    """The names under which a symbol is public in `tf.compat.v1`."""
    return list(getattr(symbol, "_tf_api_names_v1", ()))


def get_v2_names(symbol: Any) -> list[str]:
    """The names under which a symbol is public in TensorFlow 2."""
    return list(getattr(symbol, "_tf_api_names", ()))
