"""zlib and gzip streams with TensorFlow's options: files that compress what is written, or expand what is read."""

from __future__ import annotations

import zlib
from typing import Any, BinaryIO, NamedTuple

from tf1compat._formats.faults import DataLoss

_WINDOW_BITS = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS + 16}
_BLOCK = 256 * 1024


class Options(NamedTuple):
    """zlib's settings; None is TensorFlow's default."""

    window_bits: int | None = None
    level: int | None = None
    method: int | None = None
    memory_level: int | None = None
    strategy: int | None = None
    flush_mode: int | None = None


class Deflater:
    """Compresses what is written to it into `file`."""

    def __init__(self, file: BinaryIO, kind: str, options: Options = Options()) -> None:
        self._file = file
        self._flush_mode = zlib.Z_SYNC_FLUSH if not options.flush_mode else options.flush_mode
        self._stream = zlib.compressobj(
            zlib.Z_DEFAULT_COMPRESSION if options.level is None else options.level,
            zlib.DEFLATED if options.method is None else options.method,
            _WINDOW_BITS[kind] if options.window_bits is None else options.window_bits,
            9 if options.memory_level is None else options.memory_level,
            zlib.Z_DEFAULT_STRATEGY if options.strategy is None else options.strategy,
        )

    def write(self, data: bytes) -> None:
        """Compress `data`."""
        self._file.write(self._stream.compress(data))

    def flush(self) -> None:
        """Write all that was compressed so far."""
        self._file.write(self._stream.flush(self._flush_mode))
        self._file.flush()

    def close(self) -> None:
        """End the stream and close the file."""
        self._file.write(self._stream.flush(zlib.Z_FINISH))
        self._file.close()


class Inflater:
    """Reads the expanded contents of `file`; what follows the end of the stream is not looked at."""

    def __init__(self, file: BinaryIO, kind: str) -> None:
        self._file = file
        self._stream: Any = zlib.decompressobj(_WINDOW_BITS[kind])
        self._ready = b""

    def read(self, size: int) -> bytes:
        """`size` bytes, fewer at the end; DataLoss where the stream is damaged."""
        while len(self._ready) < size and not self._stream.eof:
            block = self._file.read(_BLOCK)
            if not block:
                break
            try:
                self._ready += self._stream.decompress(block)
            except zlib.error as e:
                number, _, reason = str(e).removeprefix("Error ").partition(" while decompressing data: ")
                raise DataLoss(f"inflate() failed with error {number}: {reason or e}") from None
        found, self._ready = self._ready[:size], self._ready[size:]
        return found

    def close(self) -> None:
        self._file.close()
