"""The chief's last words: when its process ends after a training that went well, it tells the parameter servers.

TF1: parameter servers never end by themselves. With `TF1COMPAT_PS_FOREVER=1` they still do not.
"""

from __future__ import annotations

import atexit
from typing import Any

from tf1compat._facade import context
from tf1compat._jaxcore.base import errors

_SECONDS = 3.0


def chief_is_done(sess: Any) -> None:
    """A chief's session has ended without an error; `sess` is the `tf.Session`."""
    engine = getattr(sess, "_engine", None)
    servers = getattr(engine, "parameter_servers", None)
    if servers:
        if not context.PARAMETER_SERVERS:
            atexit.register(_say)
        context.PARAMETER_SERVERS.update(servers())


def _say() -> None:
    from tf1compat._formats import cluster_protos
    from tf1compat._runtime.cluster.remote import RemoteTask

    for name, address in context.PARAMETER_SERVERS.items():
        task = RemoteTask(name, address)
        try:
            request = cluster_protos.message("FinishRequest")(reason="the chief has ended")
            task.call("Finish", request, timeout=_SECONDS)
        except errors.OpError:
            continue  # it has ended already
        finally:
            task.close()
