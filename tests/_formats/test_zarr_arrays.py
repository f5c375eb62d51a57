"""Plain Zarr folders: what they hold, and which names can be folders."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tf1compat._formats import tensor_bundle, zarr_arrays

ARRAYS = [
    np.arange(6, dtype="f").reshape(2, 3),
    np.int64(3),
    np.array([True, False]),
    np.array([[1 + 2j]], np.complex64),
    np.ones((2, 1, 2), ml_dtypes.bfloat16),
    np.asfortranarray(np.arange(6.0).reshape(2, 3)),
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: a.dtype.name)
def test_round_trip(array: Any, tmp_path: pathlib.Path) -> None:
    array, folder = np.asarray(array), str(tmp_path / "x")
    zarr_arrays.write(folder, array)
    assert zarr_arrays.is_plain(folder, array.shape, array.dtype)
    assert not zarr_arrays.is_plain(folder, (*array.shape, 1), array.dtype)
    found, crc = zarr_arrays.read(folder, array.shape, array.dtype)
    assert crc == tensor_bundle.checksum(0, array.tobytes())
    np.testing.assert_array_equal(found, array)
    assert found.dtype == array.dtype


def test_others_read_it(tmp_path: pathlib.Path) -> None:
    import tensorstore

    zarr_arrays.write(str(tmp_path / "x"), ARRAYS[0])
    spec = {"driver": "zarr", "kvstore": {"driver": "file", "path": str(tmp_path / "x")}}
    np.testing.assert_array_equal(tensorstore.open(spec).result().read().result(), ARRAYS[0])


@pytest.mark.parametrize(
    "change", [{"compressor": {"id": "zstd"}}, {"chunks": [1, 3]}, {"order": "F"}, {"dtype": ">f4"}]
)
def test_what_is_not_plain(change: Any, tmp_path: pathlib.Path) -> None:
    zarr_arrays.write(str(tmp_path), ARRAYS[0])
    about = json.loads((tmp_path / ".zarray").read_text())
    (tmp_path / ".zarray").write_text(json.dumps({**about, **change}))
    assert not zarr_arrays.is_plain(str(tmp_path), (2, 3), np.dtype("f"))


@pytest.mark.parametrize(
    ("keys", "fit"),
    [
        (["a/b", "c", "layer_1/kernel-2.x"], True),
        (["v@10 4 0,5:-"], True),
        (["a", "a/Adam", "a/Adam_1"], True),
        (["a", "a/0"], False),
        (["a", "a/0.0/b"], False),
        (["a", "A"], False),
        (["../a"], False),
        (["/a"], False),
        (["a//b"], False),
        (["a/."], False),
        (["x" * 250], False),
    ],
)
def test_names_that_can_be_folders(keys: list[str], fit: bool) -> None:
    assert zarr_arrays.fits(keys) is fit
