"""`slim.dataset.Dataset`: where the files of a data set are, and how their records are read."""

from __future__ import annotations

from typing import Any


class Dataset:
    """A data set: its files, reader class, decoder and size; what else is given becomes attributes, too.

    Args:
      data_sources: files or patterns.
      reader: a class such as `tf.TFRecordReader`.
      decoder: a `DataDecoder`.
      num_samples: how many samples there are.
      items_to_descriptions: item -> what it is.
    """

    def __init__(
        self,
        data_sources: Any,
        reader: Any,
        decoder: Any,
        num_samples: int,
        items_to_descriptions: Any,
        **kwargs: Any,
    ) -> None:
        vars(self).update(
            kwargs,
            data_sources=data_sources,
            reader=reader,
            decoder=decoder,
            num_samples=num_samples,
            items_to_descriptions=items_to_descriptions,
        )
