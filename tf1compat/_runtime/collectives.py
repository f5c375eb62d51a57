"""`Group`: sums over the workers of a cluster, by `jax.distributed` (gloo between CPUs, NCCL between GPUs).

Every member calls the same functions in the same order; each call waits for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors

_SECONDS_TO_JOIN = 300
Array = np.ndarray[Any, Any]


class Group:
    """The processes that work together, of which this is number `index`.

    Args:
      address: `host:port` where member 0 listens for the others; not the port of its server.
      size: number of members.
      index: which one this is.
      log: takes a line before the others are waited for.

    Raises:
      UnavailableError: the others do not come within five minutes.
      FailedPreconditionError: JAX has computed something already; a group must be joined before.
    """

    def __init__(self, address: str, size: int, index: int, log: Callable[[str], None]) -> None:
        import jax

        self.size, self.index = size, index
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise errors.InvalidArgumentError(
                None, None, f"TF1COMPAT_ALLREDUCE={address!r} is no address: give a free port of the chief as host:port"
            )
        log(f"Worker {index} of {size} joins the others at {address} for all-reduce")
        jax.config.update("jax_cpu_collectives_implementation", "gloo")
        try:
            jax.distributed.initialize(
                address,
                size,
                index,
                cluster_detection_method="deactivate",
                initialization_timeout=_SECONDS_TO_JOIN,
                coordinator_bind_address=address,
            )
        except RuntimeError as e:
            text = str(e)
            if "before" in text:
                raise errors.FailedPreconditionError(
                    None, None, f"{text} Make the tf.train.Server before anything is computed"
                ) from None
            raise errors.UnavailableError(
                None, None, f"The {size} workers did not meet at {address} (TF1COMPAT_ALLREDUCE): {text}"
            ) from None
        self._programs: dict[str, Any] = {}

    def mean(self, arrays: Sequence[Any]) -> list[Array]:
        """For each array the mean over all members. One collective for each type."""
        return self._together(arrays, "mean")

    def from_first(self, arrays: Sequence[Any]) -> list[Array]:
        """The arrays of member 0."""
        return self._together(arrays, "first")

    def _together(self, arrays: Sequence[Any], what: str) -> list[Array]:
        given = [np.asarray(a) for a in arrays]
        results: list[Any] = [None] * len(given)
        for dtype in sorted({a.dtype.str for a in given}):
            mine = [i for i, a in enumerate(given) if a.dtype.str == dtype]
            whole = self._run(what, np.concatenate([given[i].ravel() for i in mine]))
            ends = np.cumsum([given[i].size for i in mine])
            for i, part in zip(mine, np.split(whole, ends[:-1])):
                results[i] = part.reshape(given[i].shape)
        return results

    def _run(self, what: str, values: Array) -> Array:
        """One collective over a flat array."""
        import jax

        kind = values.dtype
        if kind == np.bool_:
            return self._run(what, values.astype(np.int32)).astype(kind)
        with jax.enable_x64(True):
            program, rows = self._program(what)
            row = jax.device_put(values[None], jax.local_devices()[0])
            stacked = jax.make_array_from_single_device_arrays((self.size, len(values)), rows, [row])
            return np.asarray(program(stacked).addressable_data(0))

    def _program(self, what: str) -> Any:
        import jax
        from jax.sharding import Mesh, NamedSharding, PartitionSpec

        if what not in self._programs:
            devices = [next(d for d in jax.devices() if d.process_index == i) for i in range(self.size)]
            mesh = Mesh(np.array(devices), ("worker",))
            size = self.size

            def mean(x: Any) -> Any:
                return (x.sum(0) / size).astype(x.dtype)

            def first(x: Any) -> Any:
                return x[0]

            everywhere = NamedSharding(mesh, PartitionSpec())
            program = jax.jit(mean if what == "mean" else first, out_shardings=everywhere)
            self._programs[what] = program, NamedSharding(mesh, PartitionSpec("worker"))
        return self._programs[what]

    def leave(self) -> None:
        """Wait until all members are here, and part; after this a member may end without ending the others."""
        import jax

        jax.distributed.shutdown()
