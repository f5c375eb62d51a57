"""`tf.contrib.learn.datasets.mnist`: the MNIST digits."""

from tf1compat._facade.mnist import DEFAULT_SOURCE_URL as DEFAULT_SOURCE_URL
from tf1compat._facade.mnist import DataSet as DataSet
from tf1compat._facade.mnist import Datasets as Datasets
from tf1compat._facade.mnist import dense_to_one_hot as dense_to_one_hot
from tf1compat._facade.mnist import extract_images as extract_images
from tf1compat._facade.mnist import extract_labels as extract_labels
from tf1compat._facade.mnist import load_mnist as load_mnist
from tf1compat._facade.mnist import read_data_sets as read_data_sets
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
