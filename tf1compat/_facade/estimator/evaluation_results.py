"""What an evaluation found: the metrics' operations apart, and their values in the log and the event file."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.estimator.model_fn import LOSS_METRIC_KEY
from tf1compat._facade.grouping import group
from tf1compat._facade.metrics.means import mean
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriterCache
from tf1compat._facade.tensor_util import make_tensor_proto
from tf1compat._jaxcore.base import dtypes


def with_loss_metric(metrics: dict[str, Any], loss: Any) -> dict[str, Any]:
    """The metrics and the mean of the loss.

    Raises:
      ValueError: a metric is called `loss`.
    """
    if LOSS_METRIC_KEY in metrics:
        raise ValueError(
            f'Metric with name "{LOSS_METRIC_KEY}" is not allowed, because Estimator already defines a default metric '
            "with the same name."
        )
    metrics[LOSS_METRIC_KEY] = mean(loss)
    return metrics


def updates_and_values(metrics: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """One operation for all updates (None without metrics), and the values by name."""
    updates = [metrics[name][1] for name in sorted(metrics)]
    return (group(*updates) if updates else None), {name: metrics[name][0] for name in sorted(metrics)}


def _dict_to_str(dictionary: dict[str, Any]) -> str:
    return ", ".join(f"{k} = {v!s}" for k, v in sorted(dictionary.items()) if not isinstance(v, bytes))


def _write_dict_to_summary(output_dir: str, dictionary: dict[str, Any], current_global_step: Any) -> None:
    """Log the values and write them into an event file of `output_dir`."""
    from tf1compat._formats import protos

    tf_logging.info("Saving dict for global step %d: %s", current_global_step, _dict_to_str(dictionary))
    writer = FileWriterCache.get(output_dir)
    message = protos.Summary()
    for key, value in dictionary.items():
        if value is not None and key != "global_step":
            _add_value(message, key, value)
    writer.add_summary(message, current_global_step)
    writer.flush()


def _add_value(message: Any, key: str, value: Any) -> None:
    if isinstance(value, (np.float32, float)):  # pyright: ignore[reportArgumentType]
        message.value.add(tag=key, simple_value=float(value))
    elif isinstance(value, (np.int64, np.int32, int)):  # pyright: ignore[reportArgumentType]
        message.value.add(tag=key, simple_value=int(value))
    elif isinstance(value, bytes):
        _add_summary(message, key, value)
    elif isinstance(value, np.ndarray):
        message.value.add(tag=key, node_name=key).tensor.CopyFrom(make_tensor_proto(value))
        tf_logging.info(
            "Summary for np.ndarray is not visible in Tensorboard by default. Consider using a Tensorboard plugin for "
            "visualization (see "
            "https://github.com/tensorflow/tensorboard-plugin-example/blob/master/README.md for more information)."
        )
    else:
        tf_logging.warn(
            "Skipping summary for %s, must be a float, np.float32, np.int64, np.int32 or int or np.ndarray or a "
            "serialized string of Summary.",
            key,
        )


def _add_summary(message: Any, key: str, serialized: bytes) -> None:
    from google.protobuf.message import DecodeError

    from tf1compat._formats import protos

    try:
        found = protos.Summary.FromString(serialized)
    except DecodeError:
        tf_logging.warn("Skipping summary for %s, cannot parse string to Summary.", key)
        return
    for i, value in enumerate(found.value):
        value.tag = f"{key}/{i}"
    message.value.extend(found.value)


def _write_checkpoint_path_to_summary(output_dir: str, checkpoint_path: str, current_global_step: Any) -> None:
    """Log which checkpoint was evaluated and write its name into the event file."""
    from tf1compat._formats import protos

    tag = "checkpoint_path"
    tf_logging.info("Saving '%s' summary for global step %d: %s", tag, current_global_step, checkpoint_path)
    message = protos.Summary()
    message.value.add(tag=tag, tensor=make_tensor_proto(checkpoint_path, dtype=dtypes.string))
    writer = FileWriterCache.get(output_dir)
    writer.add_summary(message, current_global_step)
    writer.flush()
