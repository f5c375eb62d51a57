"""`tensorflow.python.debug`: the names of TensorFlow's debugger, which say that it is not supported when used."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors


class _Debugger:
    """A part of the debugger; making one is an error that names it.

    Raises:
      UnsupportedError: always.
    """

    def __init__(self, *_: Any, **__: Any) -> None:
        raise errors.unsupported(
            f"TensorFlow's debugger ({type(self).__name__}) is not supported.",
            advice="Fetch the tensors you want to look at with session.run, or print them with tf.Print.",
        )


class LocalCLIDebugWrapperSession(_Debugger):
    """The debugger in the terminal."""


class TensorBoardDebugWrapperSession(_Debugger):
    """The debugger in TensorBoard."""


class DumpingDebugWrapperSession(_Debugger):
    """A session that writes all tensors to files."""


class LocalCLIDebugHook(_Debugger):
    """The debugger in the terminal, as a hook."""


class TensorBoardDebugHook(_Debugger):
    """The debugger in TensorBoard, as a hook."""


class DumpingDebugHook(_Debugger):
    """A hook that writes all tensors to files."""


class DebugDumpDir(_Debugger):
    """The folder that a dumping session wrote."""


def has_inf_or_nan(datum: Any, tensor: Any) -> bool:
    """Does the array hold values that are not finite? The debugger's filter of this name; `datum` does not matter."""
    del datum  # TF1: filters get it as well
    array = np.asarray(tensor)
    return array.dtype.kind in "fc" and not bool(np.all(np.isfinite(array)))
