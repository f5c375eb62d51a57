"""`tf.contrib.learn.datasets.text_datasets`: DBpedia."""

from tf1compat._facade.contrib.learn.datasets.text import DBPEDIA_URL as DBPEDIA_URL
from tf1compat._facade.contrib.learn.datasets.text import load_dbpedia as load_dbpedia
from tf1compat._facade.contrib.learn.datasets.text import maybe_download_dbpedia as maybe_download_dbpedia
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
