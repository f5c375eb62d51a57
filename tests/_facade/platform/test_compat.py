"""tf.compat, tf.resource_loader, tf.sysconfig, tf.io.gfile and the rest of file_io."""

from __future__ import annotations

import os
import pathlib
from pathlib import Path

import numpy as np
import pytest

from tf1compat._facade.platform import compat, file_io, io_gfile, resource_loader, sysconfig
from tf1compat._jaxcore.base import errors


def test_bytes_and_text() -> None:
    assert compat.as_bytes("é") == "é".encode() == compat.as_bytes(bytearray("é".encode()))
    assert compat.as_text("é".encode()) == "é" == compat.as_str("é")
    assert [compat.as_str_any(v) for v in (3, b"x", "y")] == ["3", "x", "y"]
    for function in (compat.as_bytes, compat.as_text):
        with pytest.raises(TypeError, match="Expected binary or unicode string, got 3"):
            function(3)
    assert compat.path_to_str(pathlib.PurePosixPath("a/b")) == "a/b"
    assert compat.path_to_str(3) == 3
    assert isinstance(np.int64(3), compat.integral_types)
    assert isinstance(np.float32(3), compat.real_types)
    assert isinstance(np.complex64(3), compat.complex_types)
    assert isinstance(b"", compat.bytes_or_text_types)
    assert compat.forward_compatible(2019, 8, 1)
    assert not compat.forward_compatible(2020, 1, 1)


def test_data_files_stand_beside_the_caller() -> None:
    here = os.path.dirname(__file__)
    assert resource_loader.get_data_files_path() == here
    assert resource_loader.get_path_to_datafile("x.txt") == os.path.join(here, "x.txt")
    assert resource_loader.get_root_dir_with_all_resources() == here
    assert resource_loader.readahead_file_path("x", "1M") == "x"
    with pytest.raises(errors.UnimplementedError, match="open a file of yours"):
        resource_loader.load_resource("core/x")


@pytest.mark.parametrize("name", ["get_include", "get_lib", "get_compile_flags", "get_link_flags"])
def test_no_c_library(name: str) -> None:
    with pytest.raises(errors.UnimplementedError, match="write the op in Python"):
        getattr(sysconfig, name)()


def test_new_names_of_file_functions(tmp_path: Path) -> None:
    folder = str(tmp_path / "a" / "b")
    io_gfile.makedirs(folder)
    io_gfile.mkdir(os.path.join(folder, "c"))
    path = os.path.join(folder, "x.txt")
    with io_gfile.GFile(path, "w") as f:
        f.write("hello")
    io_gfile.copy(path, path + "2")
    io_gfile.rename(path + "2", path + "3")
    assert io_gfile.glob(os.path.join(folder, "*3")) == [path + "3"]
    assert io_gfile.listdir(folder) == ["c", "x.txt", "x.txt3"]
    io_gfile.remove(path + "3")
    assert [io_gfile.exists(path + "3"), io_gfile.isdir(folder)] == [False, True]
    assert io_gfile.stat(path).length == 5
    assert list(io_gfile.walk(folder)) == [(folder, ["c"], ["x.txt"]), (os.path.join(folder, "c"), [], [])]
    told: list[Exception] = []
    assert list(io_gfile.walk(path, onerror=told.append)) == []
    assert isinstance(told[0], errors.NotFoundError)
    io_gfile.rmtree(str(tmp_path / "a"))
    assert not io_gfile.exists(folder)


def test_whole_files(tmp_path: Path) -> None:
    first, second = str(tmp_path / "1"), str(tmp_path / "2")
    file_io.write_string_to_file(first, "héllo")
    assert file_io.read_file_to_string(first) == "héllo"
    assert file_io.read_file_to_string(first, binary_mode=True) == "héllo".encode()
    file_io.atomic_write_string_to_file(second, "héllo")
    assert file_io.filecmp(first, second)
    file_io.write_string_to_file(second, "hello!")
    assert not file_io.filecmp(first, second)
    assert file_io.file_crc32(second) == file_io.file_crc32(second, block_size=2)
    with pytest.raises(errors.AlreadyExistsError):
        file_io.atomic_write_string_to_file(second, "", overwrite=False)
    assert sorted(os.listdir(tmp_path)) == ["1", "2"]


def test_numpy_reads_and_writes_through_gfile(tmp_path: Path) -> None:
    path = str(tmp_path / "a.npy")
    with file_io.GFile(path, "wb") as f:
        np.save(f, np.arange(5))
    with file_io.GFile(path, "rb") as f:
        np.testing.assert_array_equal(np.load(f), np.arange(5))
