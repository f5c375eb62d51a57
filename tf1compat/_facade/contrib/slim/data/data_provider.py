"""`slim.data_provider.DataProvider`: named tensors of a data set."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import Any


# TF1 has it as an abstract class without abstract methods
class DataProvider(abc.ABC):
    """Gives tensors by name.

    Args:
      items_to_tensors: name -> tensor.
      num_samples: how many samples the data set has.
    """

    def __init__(self, items_to_tensors: Mapping[str, Any], num_samples: int) -> None:
        self._items_to_tensors = items_to_tensors
        self._num_samples = num_samples

    def get(self, items: Any) -> list[Any]:
        """The tensors of `items`, a list of names.

        Raises:
          ValueError: `items` is no list, or has an unknown name.
        """
        self._validate_items(items)
        return [self._items_to_tensors[item] for item in items]

    def list_items(self) -> Any:
        """The names of the tensors."""
        return self._items_to_tensors.keys()

    def num_samples(self) -> int:
        """How many samples the data set has."""
        return self._num_samples

    def _validate_items(self, items: Any) -> None:
        if not isinstance(items, (list, tuple)):
            raise ValueError("items must be a list or tuple")
        known = self.list_items()
        for item in items:
            if item not in known:
                raise ValueError(f"Item [{item}] is invalid. Valid entries include: {known}")
