"""`keras_parameterized`: TensorFlow's Keras tests, in graph mode and with each kind of model."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from typing import Any

from absl.testing import parameterized

from tf1compat._facade.keras import backend as K
from tf1compat._facade.testing import keras_testing_utils
from tf1compat._facade.testing.test_util import TensorFlowTestCase


class TestCase(TensorFlowTestCase, parameterized.TestCase):
    """A test case that forgets Keras' session before and after each test."""

    def setUp(self) -> None:
        super().setUp()
        K.set_session(None)

    def tearDown(self) -> None:
        K.set_session(None)
        super().tearDown()


def _modes(decorator_names: list[str], run: Any, test: Any) -> Any:
    def decorate(method: Any) -> Any:
        @parameterized.named_parameters(*[(f"_{name}", name) for name in decorator_names])
        @functools.wraps(method)
        def wrapped(self: Any, mode: str, *args: Any, **kwargs: Any) -> None:
            run(mode, method, self, *args, **kwargs)

        return wrapped

    def decorate_any(given: Any) -> Any:
        if not isinstance(given, type):
            # what has parameters already is an iterable of methods
            return (
                itertools.chain.from_iterable(map(decorate, given)) if isinstance(given, Iterable) else decorate(given)
            )
        body = {
            k: v
            for k, v in vars(given).items()
            if k not in ("__dict__", "__weakref__", "_id_suffix", "_test_params_reprs")
        }
        for name, value in list(body.items()):
            if name.startswith("test") and callable(value):
                body[name] = decorate(value)
        # made anew, so that its metaclass sees the parameters
        return type(given)(given.__name__, given.__bases__, body)

    return decorate_any if test is None else decorate_any(test)


def run_all_keras_modes(
    test_or_class: Any = None, config: Any = None, always_skip_v1: bool = False, always_skip_eager: bool = False
) -> Any:
    """Run a test in graph mode, the only one there is."""

    def run(mode: str, method: Any, self: Any, *args: Any, **kwargs: Any) -> None:
        if always_skip_v1:
            self.skipTest("Skipping test: graph mode of TF1 is not wanted")
        with self.test_session(use_gpu=True):
            method(self, *args, **kwargs)

    return _modes(["v1_session"], run, test_or_class)


def run_with_all_model_types(test_or_class: Any = None, exclude_models: Any = None) -> Any:
    """Run a test with functional, subclassed and sequential models."""
    left_out = [exclude_models] if isinstance(exclude_models, str) else list(exclude_models or ())

    def run(mode: str, method: Any, self: Any, *args: Any, **kwargs: Any) -> None:
        with keras_testing_utils.model_type_scope(mode):
            method(self, *args, **kwargs)

    names = [n for n in ("functional", "subclass", "sequential") if n not in left_out]
    return _modes(names, run, test_or_class)
