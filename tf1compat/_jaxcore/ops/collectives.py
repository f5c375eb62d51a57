"""Means over the workers of a cluster, where `SyncReplicasOptimizer` uses them in place of parameter servers."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import host_services
from tf1compat._jaxcore.schema.opdef import op


def _same(x: Any) -> Any:
    return [x.shape(i) for i in range(len(x))]


@op("WorkersMean", "values: [T] -> means: [T]", effect="io", host=True, waits=True, grad="none", own=True, shape=_same)
def workers_mean(values: Any) -> Any:
    """For each of `values` the mean over all workers; waits for them."""
    return tuple(host_services.get("workers").mean(values))


@op(
    "FirstWorkers", "values: [T] -> firsts: [T]", effect="io", host=True, waits=True, grad="none", own=True, shape=_same
)
def first_workers(values: Any) -> Any:
    """The `values` of the first worker; waits for all."""
    return tuple(host_services.get("workers").from_first(values))
