"""Which module answers a `tensorflow…` path."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Passes = Callable[..., str]


def test_public_paths_are_the_modules_of_tf1compat(passes: Passes) -> None:
    passes("""
        import tensorflow as tf, tf1compat
        assert tf is tf1compat
        import tensorflow.contrib.slim as slim
        from tensorflow.contrib import slim as slim2, rnn
        import tensorflow.contrib.rnn
        assert slim is slim2 is tf.contrib.slim is tf1compat.contrib.slim
        assert rnn is tensorflow.contrib.rnn is tf1compat.contrib.rnn and rnn.LSTMCell == 1
        from tensorflow.keras.layers import __name__ as name
        assert name == "tf1compat.keras.layers"
        import tensorflow.nn as nn
        from tensorflow import nn as nn2
        assert nn is nn2 is tf.nn
        from tensorflow import *
        assert float32 == "float32"
        """)


def test_compat_v1_is_tf1compat(passes: Passes) -> None:
    passes("""
        import tensorflow.compat.v1 as tf, tf1compat
        from tensorflow.compat import v1
        from tensorflow.compat.v1 import nn
        import tensorflow.compat.v1.train as train
        assert tf is v1 is tf1compat and nn is tf1compat.nn
        assert train is tf1compat.train and tf1compat.compat.v1 is tf1compat
        """)


def test_inner_paths_come_from_the_table(passes: Passes) -> None:
    passes("""
        import tensorflow as tf
        from tensorflow.python.ops import math_ops as m, nn_ops
        import tensorflow.python.ops.math_ops as m2
        from tensorflow.python.ops.math_ops import _private, float32
        import importlib, tensorflow.python
        assert m is m2 is tf.python.ops.math_ops is importlib.import_module("tensorflow.python.ops.math_ops")
        assert _private == "private" and m.float32 == "float32"      # our facade first, the public names after it
        assert nn_ops is tf.nn                                       # one target left: that module itself
        from tensorflow.python.framework import ops
        assert ops is tf
        from tensorflow.python.keras import layers
        assert layers is tf.keras.layers                             # below a row
        assert {"math_ops", "array_ops"} <= set(dir(tf.python.ops)) and "_private" in dir(m)
        from tensorflow.python import float32 as from_python
        assert from_python == "float32"
        from tensorflow.python.training.saver import Saver
        assert Saver is tf.train.Saver
        """)


def test_inner_modules_of_keras() -> None:
    """An inner module, not the public one of its name; what lies below a row; a mocked name comes back."""
    import subprocess
    import sys

    code = """
import tf1compat; tf1compat.install()
from unittest import mock
from tensorflow.python import keras
from tensorflow.python.keras.layers import core, recurrent
from tensorflow.python.keras.optimizer_v2 import adam
from tensorflow.python.layers import convolutional
from tensorflow.python.platform import tf_logging
from tensorflow.python.util import tf_contextlib
assert keras.layers.Dense is core.Dense is tf1compat.keras.layers.Dense and keras.losses.LossFunctionWrapper
assert keras.utils.data_utils.Sequence is tf1compat.keras.utils.Sequence and keras.optimizer_v2.adam.Adam is adam.Adam
assert convolutional.Convolution2D is convolutional.Conv2D and tf_contextlib.contextmanager
before = tf_logging.warning
with mock.patch.object(tf_logging, "warning"):
    assert tf_logging.warning is not before
assert tf_logging.warning is before
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_setting_a_global_through_an_inner_path_reaches_the_module_that_reads_it(passes: Passes) -> None:
    passes("""
        from unittest import mock
        from tensorflow.python.ops import math_ops
        import tf1compat._facade.math_ops as facade
        with mock.patch.object(math_ops, "SWITCH", True):
            assert facade.switch() is True
        assert facade.switch() is False
        with mock.patch("tensorflow.python.ops.math_ops.SWITCH", "by name"):
            assert facade.switch() == "by name"
        math_ops.float32 = "changed"
        import tf1compat
        assert tf1compat.float32 == "changed"
        """)


def test_contrib_internals_are_answered_by_the_public_module(passes: Passes) -> None:
    passes("""
        import tensorflow as tf
        from tensorflow.contrib.slim.python.slim import nets
        from tensorflow.contrib.slim.python.slim.nets import __name__ as name
        assert nets is tf.contrib.slim.nets and name == "tf1compat.contrib.slim.nets"
        from tensorflow.contrib.framework.python.ops import variables, arg_scope
        from tensorflow.contrib.framework.python.ops.arg_scope import arg_scope as by_module
        assert variables is tf.contrib.framework and arg_scope is by_module is tf.contrib.framework.arg_scope
        """)


def test_protos_are_tensorboards_and_lazy(passes: Passes) -> None:
    passes("""
        import sys, tensorflow as tf
        import tensorflow.core
        assert "tensorboard" not in sys.modules
        from tensorflow.core.framework import graph_pb2, summary_pb2
        from tensorflow.core.protobuf import config_pb2
        import tensorflow.core.util.event_pb2 as event_pb2
        from tensorboard.compat.proto import graph_pb2 as original
        assert graph_pb2 is original and event_pb2.Event(step=3).step == 3
        assert summary_pb2.Summary.Value(tag="a").tag == "a" and config_pb2.ConfigProto()
        """)


def test_mnist_tutorial(passes: Passes) -> None:
    passes("""
        from tensorflow.examples.tutorials.mnist import input_data
        import tensorflow.examples.tutorials.mnist.input_data as again
        assert input_data is again and input_data.read_data_sets() == "data"
        """)


@pytest.mark.parametrize(
    ("statement", "kind", "words"),
    [
        ("import tensorflow.python.ops.rnn_cell", "ModuleNotFoundError", ["tf1compat.nn.rnn_cell", "docs/coverage.md"]),
        ("from tensorflow.python.ops import rnn_cell", "ModuleNotFoundError", ["tf1compat.nn.rnn_cell"]),
        ("import tensorflow.contrib.crf", "ModuleNotFoundError", ["'tensorflow.contrib.crf'", "docs/coverage.md"]),
        ("from tensorflow.contrib import crf", "ImportError", ["'crf'", "'tensorflow.contrib'", "docs/coverage.md"]),
        ("import tensorflow.contrib.crf.python.ops.crf", "ModuleNotFoundError", ["'tensorflow.contrib.crf'"]),
        ("from tensorflow import no_such_name", "ImportError", ["'no_such_name'", "'tensorflow'", "docs/coverage.md"]),
        ("from tensorflow.python.ops import no_ops", "ImportError", ["'no_ops'", "docs/coverage.md"]),
        ("from tensorflow.python.ops.math_ops import no_op_", "ImportError", ["no_op_", "docs/coverage.md"]),
        ("import tensorflow.alias", "ModuleNotFoundError", ["'tensorflow.alias'"]),
        ("import tensorflow._facade.math_ops", "ModuleNotFoundError", ["'tensorflow._facade'"]),
        ("import tensorflow.broken", "ModuleNotFoundError", ["a_library_that_is_not_installed"]),
    ],
)
def test_what_is_missing_is_named(passes: Passes, statement: str, kind: str, words: list[str]) -> None:
    output = passes(f"""
        import tensorflow
        try:
            {statement}
        except ImportError as error:
            print(type(error).__name__, error)
        """)
    assert output.startswith(kind + " ")
    assert all(word in output for word in words), output


def test_importing_a_namespace_twice_or_unknown_attributes_does_not_recurse(passes: Passes) -> None:
    passes("""
        import tensorflow.python.ops, tensorflow.compat.v1
        for path in ("tensorflow.python.nothing", "tensorflow.compat.nothing", "tensorflow.python.ops.a.b"):
            try:
                __import__(path)
            except ModuleNotFoundError as error:
                assert "docs/coverage.md" in str(error)
            else:
                raise AssertionError(path)
        assert not hasattr(tensorflow.python.ops, "nothing") and not hasattr(tensorflow.python, "__wrapped__")
        """)


def test_table_is_well_formed() -> None:
    from tf1compat.alias import paths

    for path, row in paths.ROWS.items():
        assert path.startswith("tensorflow.") and row.targets, path
        assert all(target.split(".")[0] in ("tf1compat", "tensorboard") for target in row.targets), path
    assert "tensorflow.python.ops" in paths.NAMESPACES
    assert not [path for path in paths.NAMESPACES if path.startswith("tensorflow.contrib")]
