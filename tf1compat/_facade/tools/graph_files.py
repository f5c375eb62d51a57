"""Messages in files that tools read: binary or text, with one error for what is neither there nor readable."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.platform import file_io


def read_message(kind: Any, path: Any, binary: bool, what: str) -> Any:
    """The message of class `kind` in a file; `what` names the file in errors.

    Raises:
      IOError: there is no such file, or it holds something else.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    if not file_io.file_exists(path):
        raise OSError(f"{what} file '{path}' does not exist!")
    with file_io.FileIO(path, "rb") as file:
        content = file.read()
    message = kind()
    try:
        if binary:
            message.ParseFromString(content)
        else:
            text_format.Merge(content.decode(), message)
    except (DecodeError, text_format.ParseError, UnicodeDecodeError) as e:
        form = "binary" if binary else "text"
        raise OSError(f"{what} file '{path}' is no {form} {kind.__name__}: {e}") from None
    return message


def write_message(message: Any, path: Any, binary: bool) -> None:
    """Write a message to a file, as a whole or not at all.

    Raises:
      ValueError: more than 2 GB.
    """
    from google.protobuf import text_format

    if binary and message.ByteSize() >= 1 << 31:
        raise ValueError(f"{type(message).__name__} cannot be larger than 2GB.")
    content = message.SerializeToString(deterministic=True) if binary else text_format.MessageToString(message)
    file_io.atomic_write_string_to_file(path, content)


def names(text: str) -> list[str]:
    """The names in a comma-separated list."""
    return text.replace(" ", "").split(",")
