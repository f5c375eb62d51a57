"""What `compile` is given: losses, their weights and metrics, per output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade.keras import losses, metrics
from tf1compat._facade.keras.serialization import check_for_unexpected_keys, to_list
from tf1compat._facade.platform import tf_logging as logging
from tf1compat._facade.tensor_util import is_tensor


def loss_functions(loss: Any, names: list[str]) -> list[Any]:
    """A loss (or None) for each output.

    Raises:
      ValueError: an unknown output or loss, or another number of losses than of outputs.
    """
    if isinstance(loss, Mapping):
        check_for_unexpected_keys("loss", loss, names)
        for name in names:
            if name not in loss:
                logging.warning(
                    f"Output {name} missing from loss dictionary. We assume this was done on purpose. The fit and "
                    f"evaluate APIs will not be expecting any data to be passed to {name}."
                )
        return [_loss(loss.get(name)) for name in names]
    if isinstance(loss, Sequence) and not isinstance(loss, str):
        if len(loss) != len(names):
            raise ValueError(
                f"When passing a list as loss, it should have one entry per model outputs. The model has {len(names)} "
                f"outputs, but you passed loss={loss}"
            )
        return [_loss(x) for x in loss]
    return [_loss(loss) for _ in names]


def _loss(loss: Any) -> Any:
    if loss is None or isinstance(loss, losses.Loss):
        return loss
    if callable(loss) and not hasattr(loss, "__name__"):
        return loss
    function = losses.get(loss)
    name = getattr(function, "__name__", None)  # an object, which custom_objects made
    return losses.LossFunctionWrapper(function, name=name, reduction="sum_over_batch_size")


def loss_weights(endpoints: list[Any], given: Any) -> None:
    """Set each output's part of the total loss."""
    if given is None:
        return
    if isinstance(given, Mapping):
        check_for_unexpected_keys("loss_weights", given, [e.name for e in endpoints])
        for e in endpoints:
            e.loss_weight = given.get(e.name, 1.0)
    elif isinstance(given, list):
        if len(given) != len(endpoints):
            raise ValueError(
                "When passing a list as loss_weights, it should have one entry per model output. The model has "
                f"{len(endpoints)} outputs, but you passed loss_weights={given}"
            )
        for weight, e in zip(given, endpoints):
            e.loss_weight = weight
    else:
        raise TypeError(f"Could not interpret loss_weights argument: {given} - expected a list of dicts.")


def sample_weight_modes(endpoints: list[Any], given: Any) -> None:
    """Set what the weights of each output's samples are per: None, `"temporal"`, a dictionary or list of them."""
    if isinstance(given, Mapping):
        check_for_unexpected_keys("sample_weight_mode", given, [e.name for e in endpoints])
        for e in endpoints:
            if not e.skips_weights and e.name not in given:
                raise ValueError(f"Output {e.name}missing from `_sample_weight_modes` dictionary")
        modes = [given.get(e.name) for e in endpoints]
    elif isinstance(given, (list, tuple)):
        if len(given) != len(endpoints):
            raise ValueError(
                "When passing a list as sample_weight_mode, it should have one entry per model output. The model has "
                f"{len(endpoints)} outputs, but you passed {len(given)}_sample_weight_modes."
            )
        modes = list(given)
    else:
        modes = [given] * len(endpoints)
    for mode, e in zip(modes, endpoints):
        if not e.skips_weights:
            e.sample_weight_mode = mode


def target_tensors(given: Any, names: list[str]) -> list[Any]:
    """A target tensor (or None) for each output."""
    if given is None or given == []:
        return [None] * len(names)
    if isinstance(given, list):
        if len(given) != len(names):
            raise ValueError(
                "When passing a list as `target_tensors`, it should have one entry per model output. The model has "
                f"{len(names)} outputs, but you passed target_tensors={given}"
            )
        return given
    if isinstance(given, dict):
        unknown = set(given) - set(names)
        if unknown:
            raise ValueError(
                f'Unknown entry in `target_tensors` dictionary: "{unknown}". Only expected the following keys: {names}'
            )
        return [given.get(name) for name in names]
    if is_tensor(given):
        return [given]
    raise TypeError("Expected `target_tensors` to be a list or tuple or dict or a single tensor, but got:", given)


# ---- metrics --------------------------------------------------------------------------------------------------------


def output_metrics(given: Any, names: list[str], shapes: list[Any], loss_fns: list[Any], weighted: bool) -> Any:
    """A dictionary of metrics for each output."""
    if not given:
        return [{} for _ in names]
    if isinstance(given, list):
        if any(isinstance(m, list) for m in given):
            if len(given) != len(names):
                raise ValueError(
                    "When passing a list of lists as `metrics`, it should have one entry per model output. The model "
                    f"has {len(names)} outputs, but you passed metrics={given}"
                )
            nested = [to_list(m) for m in given]
        elif len(names) > 1:
            nested = [[metrics.clone_metric(m) for m in given] for _ in names]
        else:
            nested = [given]
    elif isinstance(given, Mapping):
        check_for_unexpected_keys("metrics", given, names)
        nested = [to_list(given.get(name, [])) for name in names]
    else:
        raise TypeError(f"Type of `metrics` argument not understood. Expected a list or dictionary, found: {given}")
    found = []
    for some, shape, loss in zip(nested, shapes, loss_fns):
        named = {}
        for metric in some:
            name = _metric_name(metric, weighted)
            made = _metric(metric, shape, loss)
            if not isinstance(made, metrics.Metric):
                made = metrics.MeanMetricWrapper(made, name=name)
            named[name] = made
        found.append(named)
    return found


_SHORT = {"accuracy": "acc", "acc": "acc", "crossentropy": "ce", "ce": "ce"}


def _metric_name(metric: Any, weighted: bool) -> str:
    if isinstance(metric, str) and metric in _SHORT:
        name = _SHORT[metric]
    else:
        function = metrics.get(metric)
        name = function.name if hasattr(function, "name") else function.__name__
    return ("weighted_" if weighted else "") + name


def _metric(metric: Any, shape: Any, loss: Any) -> Any:
    """`"accuracy"` and `"crossentropy"` depend on the output and its loss."""
    if not (isinstance(metric, str) and metric in _SHORT):
        return metrics.get(metric)
    kind = {"acc": "accuracy", "ce": "crossentropy"}[_SHORT[metric]]
    function = getattr(loss, "fn", None)
    if shape[-1] == 1 or function is losses.binary_crossentropy:
        return metrics.get("binary_" + kind)
    if function is losses.sparse_categorical_crossentropy:
        return metrics.get("sparse_categorical_" + kind)
    return metrics.get("categorical_" + kind)
