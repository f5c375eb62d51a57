"""`tf.keras.preprocessing.sequence.TimeseriesGenerator`: windows of a series, batch by batch."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tf1compat._facade.keras.tools.sequences import Sequence


class TimeseriesGenerator(Sequence):
    """Pairs (windows before a step, target of the step).

    Args:
      data, targets: sequences of equal length; the first axis is time.
      length: steps that a window covers.
      sampling_rate: distance of the steps in a window.
      stride: distance of two windows.
      start_index, end_index: what part of the data to use.
      shuffle: draw the steps at random.
      reverse: the last step of a window first.
      batch_size: windows per batch.

    Raises:
      ValueError: lengths differ, or the part is too short.
    """

    def __init__(
        self,
        data: Any,
        targets: Any,
        length: int,
        sampling_rate: int = 1,
        stride: int = 1,
        start_index: int = 0,
        end_index: int | None = None,
        shuffle: bool = False,
        reverse: bool = False,
        batch_size: int = 128,
    ) -> None:
        if len(data) != len(targets):
            raise ValueError(
                f"Data and targets have to be of same length. Data length is {len(data)} while target length is "
                f"{len(targets)}"
            )
        self.data, self.targets, self.length, self.sampling_rate = data, targets, length, sampling_rate
        self.stride, self.shuffle, self.reverse, self.batch_size = stride, shuffle, reverse, batch_size
        self.start_index = start_index + length
        self.end_index = len(data) - 1 if end_index is None else end_index
        if self.start_index > self.end_index:
            raise ValueError(
                f"`start_index+length={self.start_index} > end_index={self.end_index}` is disallowed, as no part of the "
                "sequence would be left to be used as current step."
            )

    def __len__(self) -> int:
        each = self.batch_size * self.stride
        return (self.end_index - self.start_index + each) // each

    def __getitem__(self, index: int) -> Any:
        if self.shuffle:
            rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
        else:
            first = self.start_index + self.batch_size * self.stride * index
            rows = np.arange(first, min(first + self.batch_size * self.stride, self.end_index + 1), self.stride)
        samples = np.array([self.data[row - self.length : row : self.sampling_rate] for row in rows])
        targets = np.array([self.targets[row] for row in rows])
        return (samples[:, ::-1, ...] if self.reverse else samples), targets

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments, data as JSON."""
        names = ("length", "sampling_rate", "stride", "start_index", "end_index", "shuffle", "reverse", "batch_size")
        own = {name: getattr(self, name) for name in names}
        return {"data": _json(self.data, "Data"), "targets": _json(self.targets, "Targets"), **own}

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON; further arguments are those of `json.dumps`."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def _json(values: Any, what: str) -> str:
    plain = values.tolist() if isinstance(values, np.ndarray) else values
    try:
        return json.dumps(plain)
    except TypeError:
        raise TypeError(f"{what} not JSON Serializable:", plain) from None
