"""Calls of graph functions; their nodes are replaced by the function's body before anything runs."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_CONFIG = {"f": REQUIRED, "config": b"", "config_proto": b"", "executor_type": b""}


def _result_shapes(x: Any) -> Any:
    return (None,) * x.n_outputs


@op("PartitionedCall", "args: [Tin] -> output: [Tout]", attrs=_CONFIG, shape=_result_shapes)
@op("StatefulPartitionedCall", "args: [Tin] -> output: [Tout]", attrs=_CONFIG, stateful=True, shape=_result_shapes)
def partitioned_call(args: Any) -> Any:
    """The results of the function `f`."""
    raise AssertionError("calls of functions are replaced by their bodies before anything runs")


@op("RemoteCall", "target: string, args: [Tin] -> output: [Tout]", attrs={"f": REQUIRED}, stateful=True,
    shape=_result_shapes)  # fmt: skip
def remote_call(target: Any, args: Any) -> Any:
    """The results of the function `f`, which TensorFlow evaluates on the device `target`."""
    raise AssertionError("calls of functions are replaced by their bodies before anything runs")
