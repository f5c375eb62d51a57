"""Messages that TensorBoard lacks: their fields, and the text of the state file."""

from __future__ import annotations

import importlib

import pytest

from tf1compat._formats import checkpoint_protos, checkpoint_state, protos
from tf1compat._formats.faults import DataLoss


def test_wire_format_is_that_of_tensorflow() -> None:
    header = protos.BundleHeaderProto(num_shards=2)
    header.version.producer = 1
    assert header.SerializeToString() == bytes.fromhex("08021a020801")
    extent = protos.TensorSliceProto()
    extent.extent.add().length = 0
    extent.extent.add()
    assert [e.WhichOneof("has_length") for e in extent.extent] == ["length", None]


@pytest.mark.parametrize("name", checkpoint_protos.NAMES)
def test_messages_live_in_their_modules(name: str) -> None:
    module = checkpoint_protos._SCHEMA[name][0]
    home = checkpoint_state if module == "checkpoint_state_pb2" else None
    home = home or importlib.import_module(f"tf1compat._formats.messages.{module}")
    assert getattr(home, name) is getattr(protos, name)


def test_messages_hold_tensorboards() -> None:
    server = protos.ServerDef(job_name="ps", cluster=protos.ClusterDef())
    server.cluster.job.add(name="ps").tasks[0] = "localhost:1"
    assert protos.ServerDef.FromString(server.SerializeToString()).cluster.job[0].tasks[0] == "localhost:1"


def test_state_text() -> None:
    text = 'model_checkpoint_path: "m-2"\nall_model_checkpoint_paths: "m-1"\nall_model_checkpoint_paths: "m-2"\n'
    state = checkpoint_state.from_text(text)
    assert list(state.all_model_checkpoint_paths) == ["m-1", "m-2"]
    assert checkpoint_state.to_text(state) == text
    with pytest.raises(DataLoss):
        checkpoint_state.from_text("nonsense: 1")
