"""`tensorflow.python.platform.test`: `tf.test` and the names that only TensorFlow's own tests use."""

from tf1compat._facade.platform.testing import *  # noqa: F403
from tf1compat._facade.platform.testing import main as main
from tf1compat._facade.platform.testing import mock as mock
from tf1compat._facade.testing.benchmark import Benchmark as Benchmark
from tf1compat._facade.testing.benchmark import TensorFlowBenchmark as TensorFlowBenchmark
