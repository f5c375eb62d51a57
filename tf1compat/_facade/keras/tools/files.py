"""`tf.keras.utils.get_file`: files that are downloaded once."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import urllib.error
import urllib.request
import zipfile
from typing import Any

from tf1compat._facade.keras.backend.settings import keras_home


def get_file(
    fname: str,
    origin: str,
    untar: bool = False,
    md5_hash: str | None = None,
    file_hash: str | None = None,
    cache_subdir: str = "datasets",
    hash_algorithm: str = "auto",
    extract: bool = False,
    archive_format: Any = "auto",
    cache_dir: str | None = None,
) -> str:
    """The path of a file in the cache, to which it is downloaded if it is not there.

    Args:
      fname: name in the cache.
      origin: its URL; `file://` works, too.
      untar, extract: unpack it (the result of `untar` is the folder).
      md5_hash, file_hash, hash_algorithm: what it must hash to.
      cache_subdir, cache_dir: the folder: `~/.keras/datasets`.
      archive_format: `"tar"`, `"zip"`, `"auto"`.

    Raises:
      OSError: it cannot be downloaded.
    """
    if md5_hash is not None and file_hash is None:
        file_hash, hash_algorithm = md5_hash, "md5"
    root = keras_home() if cache_dir is None else os.path.expanduser(cache_dir)
    folder = os.path.join(root, cache_subdir)
    os.makedirs(folder, exist_ok=True)
    base = os.path.join(folder, fname)
    path = base + ".tar.gz" if untar else base
    if not (os.path.exists(path) and _hashes(path, file_hash, hash_algorithm)):
        _download(origin, path)
        if not _hashes(path, file_hash, hash_algorithm):
            raise OSError(f"{origin} does not hash to {file_hash}")
    if untar:
        if not os.path.exists(base):
            _unpack(path, folder, "tar")
        return base
    if extract:
        _unpack(path, folder, archive_format)
    return path


def _download(origin: str, path: str) -> None:
    print("Downloading data from", origin)
    part = path + ".part"
    try:
        with urllib.request.urlopen(origin) as source, open(part, "wb") as target:
            shutil.copyfileobj(source, target)
    except (urllib.error.URLError, OSError) as error:
        if os.path.exists(part):
            os.remove(part)
        raise OSError(
            f"URL fetch failure on {origin}: {error}. Without a network, put the file at {path} yourself."
        ) from None
    os.replace(part, path)


def _hashes(path: str, wanted: str | None, algorithm: str) -> bool:
    if wanted is None:
        return True
    kind = "sha256" if algorithm == "sha256" or (algorithm == "auto" and len(wanted) == 64) else "md5"
    found = hashlib.new(kind)
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            found.update(chunk)
    return found.hexdigest() == str(wanted)


def _unpack(path: str, folder: str, formats: Any) -> bool:
    kinds = ["tar", "zip"] if formats == "auto" else [formats] if isinstance(formats, str) else list(formats or ())
    if "tar" in kinds and tarfile.is_tarfile(path):
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
        return True
    if "zip" in kinds and zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        return True
    return False
