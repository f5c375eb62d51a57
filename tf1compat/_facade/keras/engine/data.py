"""Arrays, dictionaries and tensors that models are given, as a list in the order of inputs and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.keras import losses
from tf1compat._facade.keras.serialization import check_for_unexpected_keys
from tf1compat._facade.tensor_util import is_tensor


def standardize(data: Any, names: list[str], shapes: Any, what: str) -> list[Any]:
    """One array (or tensor) per name.

    Args:
      data: an array, a list, or a dictionary by name.
      names: names of the inputs or outputs.
      shapes: their shapes, None for any.
      what: `"input"` or `"target"`, for messages.

    Raises:
      ValueError: another number of arrays, or a shape that does not fit.
    """
    if not names:
        if data is not None and not isinstance(data, dict) and len(data):
            raise ValueError(f"Error when checking model {what}: expected no data, but got:", data)
        return []
    if data is None:
        return [None] * len(names)
    found = _listed(data, names)
    found = [_column(x, None if shapes is None else shapes[i]) for i, x in zip(_places(shapes, found), found)]
    if len(found) != len(names):
        found = _wrong_number(found, names, data, what)
    for x, name, shape in zip(found, names, shapes or [None] * len(names)):
        if shape is not None:
            _check_shape(x, name, shape, what)
    return found


def _places(shapes: Any, found: list[Any]) -> list[int]:
    return [min(i, len(shapes) - 1) if shapes else i for i in range(len(found))]


def _frame(x: Any) -> Any:
    return x.values if type(x).__name__ == "DataFrame" else x


def _listed(data: Any, names: list[str]) -> list[Any]:
    if isinstance(data, Mapping):
        for name in names:
            if name not in data:
                raise ValueError(f'No data provided for "{name}". Need data for each key in: {names}')
        return [_frame(data[name]) for name in names]
    if isinstance(data, (list, tuple)):
        if isinstance(data[0], (list, tuple)):
            return [np.asarray(x) for x in data]
        if len(names) == 1 and isinstance(data[0], (float, int)):
            return [np.asarray(data)]
        return [_frame(x) for x in data]
    return [_frame(data)]


def _column(x: Any, shape: Any) -> Any:
    """A vector becomes a column, unless a vector is expected."""
    if isinstance(x, int):
        raise ValueError(f"Expected an array data type but received an integer: {x}")
    if x is None or hasattr(x, "dense_shape") or hasattr(x, "tocoo") or x.shape is None:
        return x
    rank = x.shape.ndims if is_tensor(x) else len(x.shape)
    if rank == 1 and (shape is None or len(shape) != 1):
        return array_ops.expand_dims(x, axis=1) if is_tensor(x) else np.expand_dims(x, 1)
    return x


def _wrong_number(found: list[Any], names: list[str], data: Any, what: str) -> list[Any]:
    if found and hasattr(found[0], "shape"):
        raise ValueError(
            f"Error when checking model {what}: the list of Numpy arrays that you are passing to your model is not the "
            f"size the model expected. Expected to see {len(names)} array(s), but instead got the following list of "
            f"{len(found)} arrays: {str(found)[:200]}..."
        )
    if len(names) > 1:
        raise ValueError(
            f"Error when checking model {what}: you are passing a list as input to your model, but the model expects a "
            f"list of {len(names)} Numpy arrays instead. The list you passed was: {str(data)[:200]}"
        )
    return [np.asarray(found)]


def _check_shape(x: Any, name: str, shape: Any, what: str) -> None:
    if x is None or hasattr(x, "dense_shape"):
        return
    given = x.shape.as_list() if is_tensor(x) and x.shape.ndims is not None else x.shape
    if is_tensor(x) and x.shape.ndims is None:
        return
    if len(given) != len(shape):
        raise ValueError(
            f"Error when checking {what}: expected {name} to have {len(shape)} dimensions, but got array with shape "
            f"{tuple(given)}"
        )
    for size, wanted in zip(given[1:], shape[1:]):
        if None not in (size, wanted) and size != wanted:
            raise ValueError(
                f"Error when checking {what}: expected {name} to have shape {tuple(shape[1:])} but got array with "
                f"shape {tuple(given[1:])}"
            )


def per_output(weights: Any, names: list[str], what: str) -> list[Any]:
    """Weights of samples or classes for each output."""
    if weights is None or (isinstance(weights, (list, tuple)) and not weights):
        return [None] * len(names)
    if len(names) == 1:
        if isinstance(weights, (list, tuple)) and len(weights) == 1:
            return list(weights)
        return [weights[names[0]] if isinstance(weights, dict) and names[0] in weights else weights]
    if isinstance(weights, (list, tuple)):
        if len(weights) != len(names):
            raise ValueError(
                f"Provided `{what}` was a list of {len(weights)} elements, but the model has {len(names)} outputs. You "
                f"should provide one `{what}`array per model output."
            )
        return list(weights)
    if isinstance(weights, Mapping):
        check_for_unexpected_keys(what, weights, names)
        return [weights.get(name) for name in names]
    raise TypeError(
        f"The model has multiple outputs, so `{what}` should be either a list or a dict. Provided `{what}` type not "
        f"understood: {weights}"
    )


def sample_weights(y: Any, given: Any, classes: Any, mode: str | None) -> Any:
    """The weight of each sample, from weights of samples and of classes; None for none."""
    given = given[0] if isinstance(given, tuple) else given
    if mode == "temporal":
        if len(y.shape) < 3:
            raise ValueError(
                f"Found a sample_weight array for an input with shape {y.shape}. Timestep-wise sample weighting (use "
                'of sample_weight_mode="temporal") is restricted to outputs that are at least 3D, i.e. that have a '
                "time dimension."
            )
        if given is not None and len(given.shape) != 2:
            raise ValueError(
                f"Found a sample_weight array with shape {given.shape}. In order to use timestep-wise sample "
                "weighting, you should pass a 2D sample_weight array."
            )
    elif mode not in (None, "samplewise"):
        raise ValueError(f'"sample_weight_mode should be None or "temporal". Found: {mode}')
    elif given is not None and len(given.shape) != 1:
        raise ValueError(
            f"Found a sample_weight array with shape {given.shape}. In order to use timestep-wise sample weights, you "
            'should specify sample_weight_mode="temporal" in compile(). If you just mean to use sample-wise weights, '
            "make sure your sample_weight array is 1D."
        )
    if given is not None and not is_tensor(given) and y.shape[: given.ndim] != given.shape:
        raise ValueError(
            f"Found a sample_weight array with shape {given.shape} for an input with shape {y.shape}. sample_weight "
            "cannot be broadcast."
        )
    if not isinstance(classes, dict):
        return given
    by_class = _class_weights(y, classes)
    return by_class if given is None else by_class * given


def _class_weights(y: Any, classes: dict[Any, Any]) -> Any:
    if len(y.shape) > 2:
        raise ValueError("`class_weight` not supported for 3+ dimensional targets.")
    numbers = y
    if len(y.shape) == 2:
        numbers = np.argmax(y, axis=1) if y.shape[1] > 1 else np.reshape(y, y.shape[0])
    missing = set(numbers.tolist()) - set(classes)
    if missing:
        raise ValueError(
            f"`class_weight` must contain all classes in the data. The classes {missing} exist in the data but not in "
            "`class_weight`."
        )
    return np.asarray([classes[c] for c in numbers.tolist()])


def check_lengths(inputs: list[Any], targets: list[Any], weights: list[Any]) -> None:
    """All arrays must have the same number of samples."""

    def lengths(arrays: list[Any]) -> set[int]:
        return {x.shape[0] for x in arrays if x is not None and not is_tensor(x)}

    x, y, w = lengths(inputs), lengths(targets), lengths(weights)
    if len(x) > 1:
        raise ValueError(
            "All input arrays (x) should have the same number of samples. Got array shapes: "
            f"{[a.shape for a in inputs]}"
        )
    if len(y) > 1:
        raise ValueError(
            "All target arrays (y) should have the same number of samples. Got array shapes: "
            f"{[a.shape for a in targets]}"
        )
    if x and y and x != y:
        raise ValueError(
            f"Input arrays should have the same number of samples as target arrays. Found {min(x)} input samples and "
            f"{min(y)} target samples."
        )
    if y and w and w != y:
        raise ValueError(
            f"Sample_weight arrays should have the same number of samples as target arrays. Got {min(y)} input samples "
            f"and {min(w)} target samples."
        )


def check_targets(targets: list[Any], loss_fns: list[Any], shapes: list[Any]) -> None:
    """Losses that compare element by element demand targets of the outputs' shape."""
    same = {losses.mean_squared_error, losses.binary_crossentropy, losses.categorical_crossentropy}
    for y, loss, shape in zip(targets, loss_fns, shapes):
        if y is None or loss is None or is_tensor(y):
            continue
        if losses.is_categorical_crossentropy(loss) and y.shape[-1] == 1:
            raise ValueError(
                f"You are passing a target array of shape {y.shape} while using as loss `categorical_crossentropy`. "
                "`categorical_crossentropy` expects targets to be binary matrices (1s and 0s) of shape (samples, "
                "classes). If your targets are integer classes, you can convert them to the expected format via:\n"
                "```\nfrom keras.utils import to_categorical\ny_binary = to_categorical(y_int)\n```\n\nAlternatively, "
                "you can use the loss function `sparse_categorical_crossentropy` instead, which does expect integer "
                "targets."
            )
        if getattr(loss, "fn", None) in same and shape is not None:
            for size, wanted in zip(y.shape[1:], shape[1:]):
                if wanted is not None and size != wanted:
                    raise ValueError(
                        f"A target array with shape {y.shape} was passed for an output of shape {shape} while using as "
                        f"loss `{loss.name or loss.fn.__name__}`. This loss expects targets to have the same shape as "
                        "the output."
                    )


def split(arrays: list[Any], fraction: float) -> tuple[list[Any], list[Any]]:
    """The first and the last part of each array."""
    at = int((arrays[0].shape[0]) * (1.0 - fraction))
    return [x[:at] for x in arrays], [x[at:] for x in arrays]
