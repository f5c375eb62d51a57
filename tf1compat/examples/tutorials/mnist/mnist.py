"""`tensorflow.examples.tutorials.mnist.mnist`: a model of the digits with two hidden layers."""

from tf1compat._facade.mnist_model import IMAGE_PIXELS as IMAGE_PIXELS
from tf1compat._facade.mnist_model import IMAGE_SIZE as IMAGE_SIZE
from tf1compat._facade.mnist_model import NUM_CLASSES as NUM_CLASSES
from tf1compat._facade.mnist_model import evaluation as evaluation
from tf1compat._facade.mnist_model import inference as inference
from tf1compat._facade.mnist_model import loss as loss
from tf1compat._facade.mnist_model import training as training
