"""What an `input_fn` gives: features, labels, and the hooks that start its dataset."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.function_arguments import fn_args as fn_args
from tf1compat._facade.train.session_run_hook import SessionRunHook


class _DatasetInitializerHook(SessionRunHook):
    """Initialises an iterator when the session is made."""

    def __init__(self, iterator: Any) -> None:
        self._iterator = iterator

    def begin(self) -> None:
        self._initializer = self._iterator.initializer

    def after_create_session(self, session: Any, coord: Any) -> None:
        session.run(self._initializer)


def is_dataset(x: Any) -> bool:
    """Whether `x` is a `tf.data.Dataset`."""
    return hasattr(x, "make_initializable_iterator") or hasattr(x, "_variant_tensor")


def parse_input_fn_result(result: Any) -> tuple[Any, Any, list[Any]]:
    """Features, labels (or None) and hooks, from a dataset, a pair or features alone.

    Raises:
      ValueError: a tuple or list of another length than two.
    """
    hooks: list[Any] = []
    if is_dataset(result):
        iterator = result.make_initializable_iterator()
        hooks.append(_DatasetInitializerHook(iterator))
        result = iterator.get_next()
    features, labels = parse_iterator_result(result)
    return features, labels, hooks


def parse_iterator_result(result: Any) -> tuple[Any, Any]:
    """Features and labels (or None).

    Raises:
      ValueError: a tuple or list of another length than two.
    """
    if isinstance(result, (list, tuple)):
        if len(result) != 2:
            raise ValueError("input_fn should return (features, labels) as a len 2 tuple.")
        return result[0], result[1]
    return result, None
