"""`tensorflow.examples.tutorials.mnist.input_data`: reads the MNIST digits in batches."""

from tf1compat._facade.mnist import DataSet as DataSet
from tf1compat._facade.mnist import dense_to_one_hot as dense_to_one_hot
from tf1compat._facade.mnist import extract_images as extract_images
from tf1compat._facade.mnist import extract_labels as extract_labels
from tf1compat._facade.mnist import read_data_sets as read_data_sets
