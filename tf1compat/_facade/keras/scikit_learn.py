"""`tf.keras.wrappers.scikit_learn`: models with the interface of scikit-learn's estimators."""

from __future__ import annotations

import copy
import types
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from tf1compat._facade.keras.engine.sequential import Sequential
from tf1compat._facade.keras.losses import is_categorical_crossentropy
from tf1compat._facade.keras.serialization import has_arg
from tf1compat._facade.keras.tools.arrays import to_categorical


class BaseWrapper:
    """Keeps a function that builds a compiled model, and arguments for it, `fit`, `predict` and `evaluate`.

    Args:
      build_fn: gives a compiled model; None: the subclass' `__call__` does.
      Others: arguments of `build_fn` and of the methods of `Sequential`.

    Raises:
      ValueError: an argument of none of them.
    """

    def __init__(self, build_fn: Any = None, **sk_params: Any) -> None:
        self.build_fn = build_fn
        self.sk_params = sk_params
        self.check_params(sk_params)

    def _builder(self) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """What to call for a model, and whose arguments it takes."""
        if self.build_fn is None:
            call = cast(Any, self).__call__
            return call, call
        plain = isinstance(self.build_fn, (types.FunctionType, types.MethodType))
        return self.build_fn, self.build_fn if plain else self.build_fn.__call__

    def check_params(self, params: dict[str, Any]) -> None:
        """ValueError if a name is no argument of the functions that the wrapper calls."""
        functions = [Sequential.fit, Sequential.predict, Sequential.predict_classes, Sequential.evaluate]
        functions.append(self._builder()[1])
        for name in params:
            if name != "nb_epoch" and not any(has_arg(function, name) for function in functions):
                raise ValueError(f"{name} is not a legal parameter")

    def get_params(self, **params: Any) -> dict[str, Any]:
        """The arguments, `build_fn` included."""
        return {**copy.deepcopy(self.sk_params), "build_fn": self.build_fn}

    def set_params(self, **params: Any) -> Any:
        """Change arguments."""
        self.check_params(params)
        self.sk_params.update(params)
        return self

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Build a model and train it; arguments as of `Sequential.fit`."""
        build, signature = self._builder()
        self.model = build(**self.filter_sk_params(signature))
        if is_categorical_crossentropy(self.model.loss) and len(y.shape) != 2:
            y = to_categorical(y)
        return self.model.fit(x, y, **{**copy.deepcopy(self.filter_sk_params(Sequential.fit)), **kwargs})

    def filter_sk_params(self, fn: Any, override: Any = None) -> dict[str, Any]:
        """The arguments that a function takes."""
        return {**{k: v for k, v in self.sk_params.items() if has_arg(fn, k)}, **(override or {})}


class KerasClassifier(BaseWrapper):
    """A model that classifies; see `BaseWrapper`."""

    def fit(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Train on class numbers, names of classes, or rows with a single one."""
        y = np.array(y)
        if y.ndim == 2 and y.shape[1] > 1:
            self.classes_ = np.arange(y.shape[1])
        elif y.ndim == 1 or (y.ndim == 2 and y.shape[1] == 1):
            self.classes_ = np.unique(y)
            y = np.searchsorted(self.classes_, y)
        else:
            raise ValueError("Invalid shape for y: " + str(y.shape))
        self.n_classes_ = len(self.classes_)
        return super().fit(x, y, **kwargs)

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """The classes of samples."""
        return self.classes_[self.model.predict_classes(x, **self.filter_sk_params(Sequential.predict_classes, kwargs))]

    def predict_proba(self, x: Any, **kwargs: Any) -> Any:
        """[samples, classes]: probabilities."""
        found = self.model.predict_proba(x, **self.filter_sk_params(Sequential.predict_proba, kwargs))
        return np.hstack([1 - found, found]) if found.shape[1] == 1 else found

    def score(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """The accuracy.

        Raises:
          ValueError: the model was compiled without that metric.
        """
        y = np.searchsorted(self.classes_, y)
        loss = getattr(self.model.loss, "__name__", self.model.loss)
        if loss == "categorical_crossentropy" and len(y.shape) != 2:
            y = to_categorical(y)
        outputs = self.model.evaluate(x, y, **self.filter_sk_params(Sequential.evaluate, kwargs))
        outputs = outputs if isinstance(outputs, list) else [outputs]
        for name, output in zip(self.model.metrics_names, outputs):
            if name in ("accuracy", "acc"):
                return output
        raise ValueError(
            'The model is not configured to compute accuracy. You should pass `metrics=["accuracy"]` to the '
            "`model.compile()` method."
        )


class KerasRegressor(BaseWrapper):
    """A model that predicts numbers; see `BaseWrapper`."""

    def predict(self, x: Any, **kwargs: Any) -> Any:
        """The predictions, without axes of size one."""
        return np.squeeze(self.model.predict(x, **self.filter_sk_params(Sequential.predict, kwargs)))

    def score(self, x: Any, y: Any, **kwargs: Any) -> Any:
        """Minus the loss."""
        loss = self.model.evaluate(x, y, **self.filter_sk_params(Sequential.evaluate, kwargs))
        return -(loss[0] if isinstance(loss, list) else loss)
