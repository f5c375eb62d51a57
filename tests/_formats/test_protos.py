"""The protobuf door: cheap to import, complete, and clear about what is not there."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tf1compat._formats import protos


def test_importing_protos_does_not_import_protobuf_until_a_message_is_used():
    code = (
        "import sys; from tf1compat._formats import protos; "
        "assert not any(m.split('.')[0] in ('google', 'tensorboard') for m in sys.modules); "
        "protos.GraphDef(); assert 'tensorboard.compat.proto.graph_pb2' in sys.modules; "
        "assert 'tensorflow' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", sorted(protos._MODULE_OF))
def test_every_listed_message_exists(name: str):
    assert getattr(protos, name) is getattr(protos.module(protos._MODULE_OF[name]), name)


def test_unknown_names_are_errors():
    with pytest.raises(AttributeError, match="KernelDefinition"):
        _ = protos.KernelDefinition
    with pytest.raises(ImportError, match="queue_runner_pb2"):
        protos.module("queue_runner_pb2")
