"""`tf.contrib.learn.datasets`: small data sets by name."""

from tf1compat._facade.contrib.learn.datasets.base import load_boston as load_boston
from tf1compat._facade.contrib.learn.datasets.base import load_iris as load_iris
from tf1compat._facade.contrib.learn.datasets.named import DATASETS as DATASETS
from tf1compat._facade.contrib.learn.datasets.named import SYNTHETIC as SYNTHETIC
from tf1compat._facade.contrib.learn.datasets.named import load_dataset as load_dataset
from tf1compat._facade.contrib.learn.datasets.named import make_dataset as make_dataset
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.contrib.learn.datasets import base as base
from tf1compat.contrib.learn.datasets import mnist as mnist
from tf1compat.contrib.learn.datasets import synthetic as synthetic
from tf1compat.contrib.learn.datasets import text_datasets as text_datasets

__getattr__, __dir__ = _on_demand(__name__)
