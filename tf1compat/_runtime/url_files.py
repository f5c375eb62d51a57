"""Files on other file systems (`memory://`, `gs://`, `s3://`…) as fsspec opens them, with TensorFlow's errors."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, cast

from tf1compat._jaxcore.base import errors


class UrlFiles:
    """The file system of a URL's scheme."""

    def __init__(self, url: str, scheme: str) -> None:
        self.url, self.scheme = url, scheme
        try:
            import fsspec  # heavy, and local files do not need it

            self._system: Any = fsspec.filesystem(scheme)
        except (ImportError, ValueError) as e:  # fsspec says what to install, or does not know the scheme
            message = f"File system scheme '{scheme}' not implemented (file: '{url}')"
            raise errors.UnimplementedError(None, None, message) from e
        self.name: str = self._system._strip_protocol(url)

    def open(self, mode: str) -> Any:
        """The file, opened in binary mode."""
        with self._translated():
            return self._system.open(self.name, mode)

    def exists(self) -> bool:
        return self._system.exists(self.name)

    def is_directory(self) -> bool:
        return self._system.isdir(self.name)

    def remove(self) -> None:
        with self._translated():
            self._system.rm_file(self.name)

    def make_directory(self) -> None:
        if not self.exists():
            with self._translated():
                self._system.makedirs(self.name, exist_ok=True)

    def list_directory(self) -> list[str]:
        if not self.is_directory():
            raise errors.NotFoundError(None, None, f"Could not find directory {self.url}")
        with self._translated():
            names = self._system.ls(self.name, detail=False)
        return sorted(os.path.basename(name.rstrip("/")) for name in names)

    def delete_recursively(self) -> None:
        if not self.exists():
            raise errors.NotFoundError(None, None, f"{self.url} not found")
        with self._translated():
            self._system.rm(self.name, recursive=True)

    def rename(self, target: UrlFiles) -> None:
        """Move to another place on the same file system."""
        with self._translated():
            self._system.mv(self.name, target.name, recursive=self.is_directory())

    def stat(self) -> tuple[int, int, bool]:
        """Size, time of the last change in nanoseconds (0 where unknown), whether it is a directory."""
        with self._translated():
            found = self._system.info(self.name)
        times = (found[k] for k in ("mtime", "LastModified", "updated", "created") if found.get(k))
        changed = cast(Any, next(times, 0))
        seconds = changed.timestamp() if hasattr(changed, "timestamp") else float(changed)
        return found.get("size") or 0, int(seconds * 1e9), found.get("type") == "directory"

    def matching(self) -> list[str]:
        """URLs that match the pattern."""
        with self._translated():
            return sorted(f"{self.scheme}://{name.lstrip('/')}" for name in self._system.glob(self.name))

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise errors.NotFoundError(None, None, f"{self.url}; No such file or directory") from None
        except FileExistsError:
            raise errors.AlreadyExistsError(None, None, f"{self.url}; File exists") from None
        except PermissionError as e:
            raise errors.PermissionDeniedError(None, None, f"{self.url}; {e}") from None
        except OSError as e:
            raise errors.UnknownError(None, None, f"{self.url}; {e}") from None


def of(path: Any) -> UrlFiles | None:
    """The file system of a URL; None for a local path."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        return None
    text = os.fsdecode(path)
    scheme, separator, _ = text.partition("://")
    return UrlFiles(text, scheme) if separator and scheme.isalnum() and scheme != "file" else None
