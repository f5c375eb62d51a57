"""DBpedia: short texts of 14 kinds."""

from __future__ import annotations

import os
import tarfile
from typing import Any

import numpy as np

from tf1compat._facade.contrib.learn.datasets import base
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import io_gfile

DBPEDIA_URL = "https://github.com/le-scientifique/torchDatasets/raw/master/dbpedia_csv.tar.gz"
_MODULE = "tensorflow.contrib.learn.python.learn.datasets.text_datasets"
_SMALL_RATIO = 1000
_FAKE_TRAIN = [(1, "Abbott", "Abbott makes pumps and ships them."), (2, "Banksy", "Banksy paints walls at night.")]
_FAKE_TEST = [(2, "Calder", "Calder hangs wire and tin from threads."), (1, "Dover", "Dover sells rope and canvas.")]


@deprecated(None, "See contrib/learn/README.md", _MODULE)
def maybe_download_dbpedia(data_dir: str) -> None:
    """Downloads and unpacks the data unless they are there."""
    files = [os.path.join(data_dir, "dbpedia_csv", name) for name in ("train.csv", "test.csv")]
    if all(io_gfile.exists(path) for path in files):
        return
    archive = base.maybe_download("dbpedia_csv.tar.gz", data_dir, DBPEDIA_URL)
    with tarfile.open(archive, "r:*") as tar:
        tar.extractall(data_dir, filter="data")


@deprecated(None, "See contrib/learn/README.md", _MODULE)
def load_dbpedia(size: str = "small", test_with_fake_data: bool = False) -> base.Datasets:
    """Title and text of each article, and its kind 1…14.

    Args:
      size: "small" for every thousandth article.
      test_with_fake_data: a few invented articles instead of the downloaded ones.
    """
    if test_with_fake_data:
        return base.Datasets(_dataset(_FAKE_TRAIN), None, _dataset(_FAKE_TEST))
    folder = os.path.join(os.getenv("TF_EXP_BASE_DIR", ""), "dbpedia_data")
    maybe_download_dbpedia(folder)
    found = []
    for name in ("train", "test"):
        path = os.path.join(folder, "dbpedia_csv", name + ".csv")
        if size == "small":
            base.shrink_csv(path, _SMALL_RATIO)
            path = path.replace(name + ".csv", name + "_small.csv")
        found.append(base.load_csv_without_header(path, target_dtype=np.int32, features_dtype=np.str_, target_column=0))
    return base.Datasets(found[0], None, found[1])


def _dataset(rows: Any) -> base.Dataset:
    return base.Dataset(np.array([row[1:] for row in rows]), np.array([row[0] for row in rows], np.int32))
