"""Checkpoints of both formats: TF 1.15.5's are read exactly, ours are read back, damaged ones are refused."""

from __future__ import annotations

import pathlib
import shutil
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests._formats.checkpoint_values import BFLOAT16, BOUNDS, SLICED, VALUES
from tf1compat._formats import checkpoint_v1, tensor_bundle, tensor_slices
from tf1compat._formats.faults import DataLoss, FormatFault, InvalidArgument
from tf1compat._formats.tensor_bundle import Piece

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "checkpoints"


def opened(name: str, folder: pathlib.Path = GOLDEN) -> Any:
    path = str(folder / name)
    return checkpoint_v1.V1Reader(checkpoint_v1.files(path)) if "v1" in name else tensor_bundle.BundleReader(path)


def check(reader: Any, v1: bool) -> None:
    for name, value in VALUES.items():
        found = reader.read(name)
        assert found.dtype == value.dtype, name
        np.testing.assert_array_equal(found, value)
    for name, (value, specs) in SLICED.items():
        np.testing.assert_array_equal(reader.read(name), value)
        for spec in specs:
            np.testing.assert_array_equal(
                reader.read(name, tensor_slices.parse_spec(spec).extents), value[BOUNDS[spec]]
            )
    across = ((1, 2), (0, 3)) if len(SLICED["part/rows"][0].shape) == 2 else ()
    np.testing.assert_array_equal(reader.read("part/rows", across), SLICED["part/rows"][0][1:3, 0:3])
    if not v1:
        for name, bits in BFLOAT16.items():
            assert reader.read(name).dtype.name == "bfloat16"
            np.testing.assert_array_equal(reader.read(name).view(np.uint16), bits)


@pytest.mark.parametrize("name", ["v2", "v2_sharded", "v1", "v1_sharded", "v1_sharded-?????-of-00002"])
def test_reads_what_tensorflow_wrote(name: str) -> None:
    check(opened(name), "v1" in name)


def all_pieces(reader: Any) -> list[Piece]:
    found: list[Piece] = []
    for name, info in reader.tensors.items():
        for extents in info.slices or [None]:
            found.append(Piece(name, reader.read(name, extents), info.dtype, info.shape, extents))
    return found


def test_writes_v2(tmp_path: pathlib.Path) -> None:
    tensor_bundle.write_bundle(str(tmp_path / "v2"), all_pieces(opened("v2_sharded")))
    check(opened("v2", tmp_path), v1=False)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["v2.data-00000-of-00001", "v2.index"]


def test_writes_v1(tmp_path: pathlib.Path) -> None:
    checkpoint_v1.write_v1(str(tmp_path / "v1"), all_pieces(opened("v1")))
    check(opened("v1", tmp_path), v1=True)
    with pytest.raises(InvalidArgument, match="bfloat16"):
        checkpoint_v1.write_v1(str(tmp_path / "v1"), all_pieces(opened("v2")))


def test_merges(tmp_path: pathlib.Path) -> None:
    pieces = all_pieces(opened("v2"))
    parts = [str(tmp_path / "temp" / f"part-{i}") for i in range(3)]
    for i, part in enumerate(parts):
        tensor_bundle.write_bundle(part, pieces[i::3])
    tensor_bundle.merge_bundles(parts, str(tmp_path / "v2"))
    check(opened("v2", tmp_path), v1=False)
    assert not list((tmp_path / "temp").iterdir())


def test_quantized_types_are_records(tmp_path: pathlib.Path) -> None:
    value = np.array([(1,), (-2,)], [("qint8", np.int8)])
    tensor_bundle.write_bundle(str(tmp_path / "q"), [Piece("q", value, 11, (2,))])
    found = opened("q", tmp_path).read("q")
    assert found.dtype == value.dtype
    assert found.tolist() == value.tolist()


@pytest.fixture
def copied(tmp_path: pathlib.Path) -> pathlib.Path:
    for path in GOLDEN.iterdir():
        shutil.copy(path, tmp_path)
    return tmp_path


FILES = ["v2.index", "v2.data-00000-of-00001", "v1"]


def read_all(folder: pathlib.Path, name: str) -> None:
    reader = opened(name.partition(".")[0], folder)
    for tensor in reader.tensors:
        reader.read(tensor)


@given(name=st.sampled_from(FILES), where=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_is_found(copied: pathlib.Path, name: str, where: float, bit: int) -> None:
    original = (GOLDEN / name).read_bytes()
    at = int(where * len(original))
    damaged = original[:at] + bytes([original[at] ^ 1 << bit]) + original[at + 1 :]
    (copied / name).write_bytes(damaged)
    try:
        read_all(copied, name)
    except FormatFault:
        pass
    else:  # padding of the footer, and the empty block that only it points to
        assert name != "v2.data-00000-of-00001"
        assert at > len(original) - 48 - 300
    finally:
        (copied / name).write_bytes(original)


@pytest.mark.parametrize("name", FILES)
def test_cut_files_are_found(copied: pathlib.Path, name: str) -> None:
    original = (GOLDEN / name).read_bytes()
    for size in [*range(0, len(original), 97), len(original) - 1]:
        (copied / name).write_bytes(original[:size])
        with pytest.raises(FormatFault):
            read_all(copied, name)


def test_a_missing_data_file_is_named(copied: pathlib.Path) -> None:
    (copied / "v2_sharded.data-00001-of-00002").unlink()
    with pytest.raises(DataLoss, match="data-00001-of-00002 is missing"):
        read_all(copied, "v2_sharded")


@pytest.mark.parametrize("text", ["", "3", "3 0,x", "3 0,1:0,1", "3 2,2", "3 -1,1", "-3 -"])
def test_bad_specs(text: str) -> None:
    with pytest.raises(InvalidArgument):
        tensor_slices.parse_spec(text)


def test_spec_round_trip() -> None:
    spec = tensor_slices.parse_spec("5 4 2,3:-")
    assert spec == ((5, 4), ((2, 3), (0, -1)))
    assert tensor_slices.spec_text(*spec) == "5 4 2,3:-"


def test_a_name_given_twice_is_refused(tmp_path: pathlib.Path) -> None:
    piece = Piece("a", np.float32([1]), 1, (1,))
    with pytest.raises(InvalidArgument, match="Adding duplicate key: a"):
        tensor_bundle.write_bundle(str(tmp_path / "x"), [piece, piece])


@pytest.mark.parametrize(("dtype", "size"), [(np.bool_, 1 << 31), (np.float32, 1 << 29), (np.int64, 1 << 28)])
def test_v1_files_hold_no_tensor_of_2_gb(dtype: Any, size: int, tmp_path: pathlib.Path) -> None:
    value = np.broadcast_to(np.zeros((), dtype), (size,))  # takes no memory
    with pytest.raises(InvalidArgument, match=r"Tensor slice is too large to serialize \(conservative estimate: \d+"):
        checkpoint_v1.write_v1(str(tmp_path / "m"), [Piece("big", value, 1, value.shape)])
    assert not list(tmp_path.iterdir())
