"""Messages between the tasks of a cluster; each says the version of the protocol in its first field."""

from __future__ import annotations

import functools
from typing import Any

from tf1compat._formats import checkpoint_protos

# message -> fields, as in `checkpoint_protos`
_SCHEMA: dict[str, str] = {
    "WireTensor": "dtype 1 int32; shape 2 repeated int64; size 3 int64",
    "WirePart": "feeds 1 repeated string; fetches 2 repeated string; targets 3 repeated string; "
    "graph 4 GraphDef; once 5 bool",
    "RegisterRequest": "version 1 int32; session 2 string; incarnation 3 fixed64; "
    "parts 4 repeated .WirePart; isolated 5 bool",
    "RegisterReply": "version 1 int32; code 2 int32; text 3 string; node 4 string; parts 5 repeated int64",
    "RunRequest": "version 1 int32; session 2 string; incarnation 3 fixed64; part 4 int64; "
    "tensors 5 repeated .WireTensor",
    "RunReply": "version 1 int32; code 2 int32; text 3 string; node 4 string; tensors 5 repeated .WireTensor",
    "InfoRequest": "version 1 int32",
    "DeviceInfo": "name 1 string; device_type 2 string; memory_limit 3 int64; incarnation 4 fixed64",
    "InfoReply": "version 1 int32; code 2 int32; text 3 string; node 4 string; incarnation 5 fixed64; "
    "cluster 6 ClusterDef; job 7 string; task 8 int32; devices 9 repeated .DeviceInfo; near 10 string",
    "CloseRequest": "version 1 int32; session 2 string",
    "ResetRequest": "version 1 int32; containers 2 repeated string",
    "FinishRequest": "version 1 int32; reason 2 string",
    "EmptyReply": "version 1 int32; code 2 int32; text 3 string; node 4 string",
}


@functools.cache
def _classes() -> dict[str, Any]:
    imports = {"GraphDef": "graph", "ClusterDef": "cluster"}
    return checkpoint_protos.build("tf1compat/cluster.proto", "tf1compat.cluster", _SCHEMA, imports)


def message(name: str) -> Any:
    """The message class called `name`."""
    return _classes()[name]
