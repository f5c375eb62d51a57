"""Mutexes: a step enters a section by MutexLock and leaves it by ConsumeMutexLock."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


@op("MutexV2", "-> resource: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def mutex_v2(*, container: bytes = b"", shared_name: bytes = b"", context: HostContext = Unattached()) -> Any:
    """The mutex of this name."""
    return context.resources.find_or_make("Mutex", context.node_name, shared_name.decode(), container.decode())


@op("MutexLock", "mutex: resource -> mutex_lock: variant", effect="io", host=True, waits=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def mutex_lock(mutex: Any) -> Any:
    """Enter, waiting for whoever is inside."""
    return mutex.enter()


@op("ConsumeMutexLock", "mutex_lock: variant ->", effect="io", host=True, grad="none", shape=shape_rules.nothing)
def consume_mutex_lock(mutex_lock: Any) -> Any:
    """Leave."""
    mutex_lock.release()
    return ()
