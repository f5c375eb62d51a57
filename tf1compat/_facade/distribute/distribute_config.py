"""`tf.contrib.distribute.DistributeConfig`: settings of TensorFlow's distribute coordinator, kept for what reads them."""

from __future__ import annotations

from typing import Any, NamedTuple


class DistributeConfig(NamedTuple):
    """Strategies for training and evaluation, and the address of a standalone coordinator."""

    train_distribute: Any = None
    eval_distribute: Any = None
    remote_cluster: Any = None
