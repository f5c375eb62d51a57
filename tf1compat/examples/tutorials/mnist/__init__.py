"""`tensorflow.examples.tutorials.mnist`: handwritten digits and a small model of them."""

from tf1compat.examples.tutorials.mnist import input_data as input_data
from tf1compat.examples.tutorials.mnist import mnist as mnist
