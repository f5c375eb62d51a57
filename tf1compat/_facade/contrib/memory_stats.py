"""`tf.contrib.memory_stats`: what JAX's allocator says of a device's memory, and the summariser that does not exist."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.refusals import refused, refused_class
from tf1compat._facade.script_ops import py_func
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors


def _statistic(key: str, name: str) -> Tensor:
    """An int64 scalar that is asked of the first device when it is run.

    TensorFlow has nodes `BytesInUse` … of its own; here they are functions of the host.
    """

    def ask() -> Any:
        import jax

        device = jax.devices()[0]
        found: Any = device.memory_stats()
        if not found or key not in found:
            raise errors.unsupported(
                f"tf.contrib.memory_stats.{name}: {device} counts no memory",
                advice="run it on a GPU or TPU; for the process, see the module `resource`",
            )
        return np.int64(found[key])

    value = py_func(ask, [], dtypes.int64, stateful=True, name=name)
    value.set_shape(())
    return value


def BytesInUse() -> Tensor:
    """Bytes that are allocated now."""
    return _statistic("bytes_in_use", "BytesInUse")


def BytesLimit() -> Tensor:
    """Bytes that can be allocated."""
    return _statistic("bytes_limit", "BytesLimit")


def MaxBytesInUse() -> Tensor:
    """The largest number of bytes that were allocated at a time."""
    return _statistic("peak_bytes_in_use", "MaxBytesInUse")


_WHY = "it reads the step statistics of TensorFlow's executor in C++"
_ADVICE = "read RunMetadata.step_stats with tf.profiler or the Timeline of tensorflow.python.client"
StatSummarizer: Any = refused_class("tf.contrib.stat_summarizer.StatSummarizer", _WHY, _ADVICE)
NewStatSummarizer = refused("tf.contrib.stat_summarizer.NewStatSummarizer", _WHY, _ADVICE)
DeleteStatSummarizer = refused("tf.contrib.stat_summarizer.DeleteStatSummarizer", _WHY, _ADVICE)
