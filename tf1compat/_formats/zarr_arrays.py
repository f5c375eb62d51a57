"""Arrays as Zarr (version 2) folders of one uncompressed chunk: `.zarray` describes it, a file holds its plain bytes.

This is what Orbax reads where it does not pack arrays into a database. Neither writing nor reading copies the elements:
for gigabytes that is what the time goes to.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._formats.faults import DataLoss
from tf1compat._formats.tensor_bundle import read_array, write_array
from tf1compat._formats.tensor_slices import Array

_ABOUT = ".zarray"
_LONGEST = 200  # characters of a part of a path; file systems take 255 bytes
_CHUNK = re.compile(r"\d+(\.\d+)*")
_PART = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.\- ,:@+]*[A-Za-z0-9_\-])?")


def fits(keys: Sequence[str]) -> bool:
    """Can the arrays `keys` stand in folders of these names: each its own, none outside, none where another's data are?

    A folder within another's is usual: `kernel/Adam` in `kernel`.
    """
    parts = [tuple(key.split("/")) for key in keys]
    if not all(len(p) <= _LONGEST and _PART.fullmatch(p) for path in parts for p in path):
        return False
    folders = {tuple(p.lower() for p in path) for path in parts}  # some file systems take a for A
    clashes = (f[:i] in folders and _CHUNK.fullmatch(f[i]) for f in folders for i in range(1, len(f)))
    return len(folders) == len(parts) and not any(clashes)


def write(folder: str, array: Array) -> int:
    """Write `array` as the folder `folder`, which is made; returns the crc32c of its bytes."""
    os.makedirs(folder, exist_ok=True)
    about = {
        "zarr_format": 2,
        "shape": list(array.shape),
        "chunks": list(array.shape),
        "dtype": _type_name(array.dtype),
        "order": "C",
        "dimension_separator": ".",
        "compressor": None,
        "fill_value": None,
        "filters": None,
    }
    with open(os.path.join(folder, _ABOUT), "w", encoding="utf-8") as file:
        json.dump(about, file)
    with open(os.path.join(folder, _chunk_name(array.shape)), "wb", buffering=0) as file:
        return write_array(file, array)


def is_plain(folder: str, shape: Sequence[int], dtype: np.dtype[Any]) -> bool:
    """Is `folder` an array of `shape` and `dtype`, in one uncompressed chunk?"""
    try:
        with open(os.path.join(folder, _ABOUT), encoding="utf-8") as file:
            about = json.load(file)
    except (OSError, ValueError):
        return False
    wanted = {"shape": list(shape), "chunks": list(shape), "dtype": _type_name(dtype), "order": "C"}
    wanted |= {"compressor": None, "filters": None, "zarr_format": 2}
    return isinstance(about, dict) and all(about.get(k, "") == v for k, v in wanted.items())


def read(folder: str, shape: Sequence[int], dtype: np.dtype[Any]) -> tuple[Array, int]:
    """The array in `folder`, for which `is_plain` holds, and the crc32c of its bytes.

    Raises:
      DataLoss: its chunk is missing, or not as long as the array.
    """
    path = os.path.join(folder, _chunk_name(shape))
    size = int(np.prod(shape, dtype=object)) * dtype.itemsize
    try:
        with open(path, "rb", buffering=0) as file:
            if os.fstat(file.fileno()).st_size != size:
                raise DataLoss(f"{path} has {os.fstat(file.fileno()).st_size} bytes, expected {size}")
            return read_array(file, shape, dtype)
    except FileNotFoundError:
        raise DataLoss(f"{path} is missing") from None


def _chunk_name(shape: Sequence[int]) -> str:
    return ".".join("0" * len(shape)) or "0"


def _type_name(dtype: np.dtype[Any]) -> str:
    return dtype.name if dtype.kind == "V" else dtype.str  # bfloat16 has no code of NumPy's
