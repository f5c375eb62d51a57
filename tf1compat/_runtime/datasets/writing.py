"""Writing the elements of a dataset to a file of records."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats import compression, tfrecord
from tf1compat._runtime import local_files
from tf1compat._runtime.datasets.dataset import Dataset, Run


def write_records(dataset: Dataset, filename: bytes, compression_type: str) -> None:
    """Write each element, one string, as a record of a TFRecord file."""
    path = local_files.local_path(filename)
    run = Run()
    with local_files.translated(path):
        file: Any = open(path, "wb")  # noqa: SIM115 (closed below, by the compressor too)
    target = compression.Deflater(file, compression_type) if compression_type else file
    try:
        for (record,) in dataset.iterate(run):
            target.write(tfrecord.frame(np.asarray(record, object).item()))
    finally:
        target.close()
        run.stop()
