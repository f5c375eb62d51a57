"""The model of `tensorflow.examples.tutorials.mnist.mnist`: two hidden layers over 28 x 28 pixels."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade import array_creation, losses, math_casts, math_products, math_reductions, nn_ops, summary
from tf1compat._facade.framework import name_scope
from tf1compat._facade.random_ops import truncated_normal
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.gradient_descent import GradientDescentOptimizer
from tf1compat._facade.variables import Variable
from tf1compat._jaxcore.base import dtypes

NUM_CLASSES = 10
IMAGE_SIZE = 28
IMAGE_PIXELS = IMAGE_SIZE * IMAGE_SIZE


def _layer(inputs: Any, in_units: int, units: int) -> Tensor:
    """`inputs` times weights plus biases."""
    stddev = 1.0 / math.sqrt(float(in_units))
    weights = Variable(truncated_normal([in_units, units], stddev=stddev), name="weights")
    biases = Variable(array_creation.zeros([units]), name="biases")
    return math_products.matmul(inputs, weights) + biases


def inference(images: Any, hidden1_units: int, hidden2_units: int) -> Tensor:
    """Logits `[batch, 10]` of images `[batch, 784]`."""
    with name_scope("hidden1"):
        hidden1 = nn_ops.relu(_layer(images, IMAGE_PIXELS, hidden1_units))
    with name_scope("hidden2"):
        hidden2 = nn_ops.relu(_layer(hidden1, hidden1_units, hidden2_units))
    with name_scope("softmax_linear"):
        return _layer(hidden2, hidden2_units, NUM_CLASSES)


def loss(logits: Any, labels: Any) -> Tensor:
    """The mean cross entropy of logits `[batch, 10]` and labels `[batch]`."""
    labels = math_casts.cast(labels, dtypes.int64)
    return losses.sparse_softmax_cross_entropy(labels=labels, logits=logits)


def training(loss: Any, learning_rate: float) -> Any:
    """One step of gradient descent as an operation; it also counts the variable `global_step`."""
    summary.scalar("loss", loss)
    optimizer = GradientDescentOptimizer(learning_rate)
    global_step = Variable(0, name="global_step", trainable=False)
    return optimizer.minimize(loss, global_step=global_step)


def evaluation(logits: Any, labels: Any) -> Tensor:
    """How many images of the batch are classified right: int32 scalar."""
    correct = nn_ops.in_top_k(logits, labels, 1)
    return math_reductions.reduce_sum(math_casts.cast(correct, dtypes.int32))
