"""`tf.contrib.learn.datasets.base`: tables in CSV files, and files downloaded once."""

from tf1compat._facade.contrib.learn.datasets.base import Dataset as Dataset
from tf1compat._facade.contrib.learn.datasets.base import Datasets as Datasets
from tf1compat._facade.contrib.learn.datasets.base import load_boston as load_boston
from tf1compat._facade.contrib.learn.datasets.base import load_csv_with_header as load_csv_with_header
from tf1compat._facade.contrib.learn.datasets.base import load_csv_without_header as load_csv_without_header
from tf1compat._facade.contrib.learn.datasets.base import load_iris as load_iris
from tf1compat._facade.contrib.learn.datasets.base import maybe_download as maybe_download
from tf1compat._facade.contrib.learn.datasets.base import retry as retry
from tf1compat._facade.contrib.learn.datasets.base import shrink_csv as shrink_csv
from tf1compat._facade.contrib.learn.datasets.base import urlretrieve_with_retry as urlretrieve_with_retry
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
