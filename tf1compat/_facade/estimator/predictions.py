"""Predictions of a batch: which are wanted, how many there are, and whether they come to an end."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest


def _extract_batch_length(found: dict[str, Any]) -> int:
    lengths = {key: value.shape[0] for key, value in found.items()}
    first = next(iter(lengths.values()))
    for key, length in lengths.items():
        if length != first:
            raise ValueError(
                f"Batch length of predictions should be same. {key} has different batch length than others."
            )
    return first


def _extract_keys(predictions: Any, predict_keys: Any) -> Any:
    if not predict_keys:
        return predictions
    if not isinstance(predictions, dict):
        raise ValueError("predict_keys argument is not valid in case of non-dict predictions.")
    found = {key: value for key, value in predictions.items() if key in predict_keys}
    if not found:
        raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {predict_keys}.")
    return found


def _has_dataset_or_queue_runner(features: Any) -> bool:
    """Whether the input can come to an end."""
    if any(isinstance(t, Tensor) and t.op.type == "IteratorGetNext" for t in nest.flatten(features)):
        return True
    return bool(context.get_default_graph().get_collection(GraphKeys.QUEUE_RUNNERS))
