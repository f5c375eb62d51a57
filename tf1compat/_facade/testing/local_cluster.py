"""`tf.test.create_local_cluster`: several servers in this process, for tests."""

from __future__ import annotations

import socket
from typing import Any

from tf1compat._facade.train.cluster_spec import ClusterSpec
from tf1compat._facade.train.server import Server


def create_local_cluster(
    num_workers: int, num_ps: int, protocol: str = "grpc", worker_config: Any = None, ps_config: Any = None
) -> tuple[list[Server], list[Server]]:
    """Start a cluster of jobs `worker` and `ps` in this process; returns the workers' servers and the ps' servers.

    Args:
      num_workers, num_ps: how many tasks.
      protocol: `"grpc"`.
      worker_config, ps_config: ConfigProtos for the servers.
    """
    ports = _free_ports(num_workers + num_ps)
    cluster = ClusterSpec(
        {
            "worker": [f"localhost:{p}" for p in ports[:num_workers]],
            "ps": [f"localhost:{p}" for p in ports[num_workers:]],
        }
    )
    workers = [
        Server(cluster, job_name="worker", protocol=protocol, task_index=i, config=worker_config)
        for i in range(num_workers)
    ]
    servers = [Server(cluster, job_name="ps", protocol=protocol, task_index=i, config=ps_config) for i in range(num_ps)]
    return workers, servers


def _free_ports(count: int) -> list[int]:
    """Ports that nobody uses now; all are held until all are known."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for s in sockets:
            s.bind(("localhost", 0))
        return [s.getsockname()[1] for s in sockets]
    finally:
        for s in sockets:
            s.close()
