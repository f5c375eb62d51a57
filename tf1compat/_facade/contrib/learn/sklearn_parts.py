"""What tf.contrib.learn takes from scikit-learn's interface: parameters of an estimator, and NotFittedError."""

from __future__ import annotations

from typing import Any


class NotFittedError(ValueError, AttributeError):
    """A model is used that has not been trained."""


class SklearnEstimator:
    """`get_params` and `set_params` over the public attributes."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The public attributes by name; with `deep` also those of attributes, as `name__inner`."""
        found: dict[str, Any] = {}
        for name, value in vars(self).items():
            if name.startswith("_") or callable(value):
                continue
            if deep and hasattr(value, "get_params"):
                found.update({f"{name}__{inner}": v for inner, v in value.get_params().items()})
            found[name] = value
        return found

    def set_params(self, **params: Any) -> SklearnEstimator:
        """Sets attributes, `name__inner` those of an attribute.

        Raises:
          ValueError: there is no such parameter.
        """
        valid = self.get_params(deep=True)
        for key, value in params.items():
            name, is_nested, inner = key.partition("__")
            if name not in valid:
                kind = self if is_nested else type(self).__name__
                advice = "Check the list of available parameters with `estimator.get_params().keys()`."
                raise ValueError(f"Invalid parameter {name} for estimator {kind}. {advice}")
            if is_nested:
                valid[name].set_params(**{inner: value})
            else:
                setattr(self, key, value)
        return self

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.get_params(deep=False).items())
        return f"{type(self).__name__}({shown})"
