"""`slim.dataset_data_provider.DatasetDataProvider`: the items of a `Dataset`, read by parallel readers."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.contrib.slim.data import data_provider, parallel_reader
from tf1compat._facade.contrib.slim.data.dataset import Dataset


class DatasetDataProvider(data_provider.DataProvider):
    """Gives the items of a `Dataset`, one record at a time; its queue runners must be started.

    Args:
      dataset: a `slim.dataset.Dataset`.
      num_readers: how many readers run side by side.
      reader_kwargs: arguments of the reader class.
      shuffle: whether files and records come in random order.
      num_epochs: how often everything is read; needs local variables to be initialised.
      common_queue_capacity, common_queue_min: of the queue in which records are shuffled.
      record_key: name of the item that is the record's key.
      seed: of the shuffling.
      scope: name scope.

    Raises:
      ValueError: `record_key` is an item of the data set.
    """

    def __init__(
        self,
        dataset: Dataset,
        num_readers: int = 1,
        reader_kwargs: dict[str, Any] | None = None,
        shuffle: bool = True,
        num_epochs: int | None = None,
        common_queue_capacity: int = 256,
        common_queue_min: int = 128,
        record_key: str = "record_key",
        seed: int | None = None,
        scope: str | None = None,
    ) -> None:
        found: Any = dataset
        key, record = parallel_reader.parallel_read(
            found.data_sources,
            reader_class=found.reader,
            num_epochs=num_epochs,
            num_readers=num_readers,
            reader_kwargs=reader_kwargs,
            shuffle=shuffle,
            capacity=common_queue_capacity,
            min_after_dequeue=common_queue_min,
            seed=seed,
            scope=scope,
        )
        items = found.decoder.list_items()
        tensors = dict(zip(items, found.decoder.decode(record, items)))
        if record_key in tensors:
            raise ValueError(
                "The item name used for `record_key` cannot also be used for a dataset item: %s", record_key
            )
        tensors[record_key] = key
        super().__init__(items_to_tensors=tensors, num_samples=found.num_samples)
