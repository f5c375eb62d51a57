"""Datasets whose batches go to the replicas of a strategy."""

from __future__ import annotations

import enum
from typing import Any

from tf1compat._facade import framework
from tf1compat._facade.data import nest, v1
from tf1compat._facade.distribute import values


class InputReplicationMode(enum.Enum):
    """How an input function is used."""

    PER_WORKER = "PER_WORKER"


class InputContext:
    """What an input function may ask about the replicas.

    Args:
      num_input_pipelines: number of processes that read.
      input_pipeline_id: which of them this is.
      num_replicas_in_sync: number of replicas.
    """

    def __init__(self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The part of a batch that one replica gets.

        Raises:
          ValueError: it is no multiple of the number of replicas.
        """
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size!r} is not divisible by `num_replicas_in_sync` "
                f"{self.num_replicas_in_sync!r} "
            )
        return global_batch_size // self.num_replicas_in_sync


class ReplicatedIterator:
    """Gives each replica an element of its own.

    Args:
      dataset: a dataset whose elements are for one replica each.
      strategy: whose replicas they are for.
    """

    def __init__(self, dataset: Any, strategy: Any) -> None:
        self._iterator = v1.make_initializable_iterator(dataset)
        self._replicas = strategy.num_replicas_in_sync

    @classmethod
    def of_parts(cls, dataset: Any, strategy: Any) -> ReplicatedIterator:
        """An iterator over a dataset of batches for all replicas, each of which is cut into their parts."""
        count = strategy.num_replicas_in_sync
        return cls(dataset if count == 1 else dataset.apply(_unbatched(count)), strategy)

    @property
    def initializer(self) -> Any:
        """The operation that starts the dataset."""
        return self._iterator.initializer

    def initialize(self) -> Any:
        """The operation that starts the dataset."""
        return self._iterator.initializer

    def get_next(self, name: str | None = None) -> Any:
        """An element for each replica, in the dataset's order."""
        found = []
        last: list[Any] = []
        for _ in range(self._replicas):
            with framework.control_dependencies(last):
                found.append(self._iterator.get_next(name))
            last = nest.flatten(found[-1])[:1]
        return values.regroup(found)

    @property
    def output_shapes(self) -> Any:
        return self._iterator.output_shapes

    @property
    def output_types(self) -> Any:
        return self._iterator.output_types

    @property
    def output_classes(self) -> Any:
        return self._iterator.output_classes


def _unbatched(count: int) -> Any:
    """Cuts each batch into `count` parts."""

    def cut(dataset: Any) -> Any:
        sizes = {s[0].value if s.ndims else None for s in nest.flatten(v1.get_legacy_output_shapes(dataset))}
        size = next(iter(sizes)) if len(sizes) == 1 else None
        if size is None:
            raise ValueError(
                "make_dataset_iterator needs batches of a known size: use batch(…, drop_remainder=True), or "
                "make_input_fn_iterator with batches for one replica"
            )
        if size % count:
            raise ValueError(f"Batch size {size} is not divisible by {count}, the number of replicas")
        return dataset.unbatch().batch(size // count, drop_remainder=True)

    return cut
