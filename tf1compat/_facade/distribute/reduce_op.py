"""`tf.distribute.ReduceOp`: how values of replicas become one."""

from __future__ import annotations

import enum
from typing import Any


class ReduceOp(enum.Enum):
    """SUM or MEAN over the replicas."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation: Any) -> ReduceOp | None:
        """The reduction that a VariableAggregation names."""
        return {"SUM": ReduceOp.SUM, "MEAN": ReduceOp.MEAN}.get(getattr(aggregation, "name", ""))


class CollectiveCommunication(enum.Enum):
    """What sums over machines; `jax.distributed` chooses here."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


def of(value: Any) -> ReduceOp:
    """A ReduceOp, also from its name.

    Raises:
      ValueError: there is no such reduction.
    """
    return value if isinstance(value, ReduceOp) else ReduceOp(str(value).upper())
