"""`tf.print`: an operation that shows tensors, and whatever holds them, on a stream, in the log or in a file."""

from __future__ import annotations

import os
import pprint
import random
import sys
from typing import Any

from tf1compat._facade.apply import add_op
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.string_ops import string_format
from tf1compat._facade.tensor import Operation
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._jaxcore.base import dtypes, nest


def print_v2(
    *inputs: Any,
    output_stream: Any = None,
    summarize: int | None = 3,
    sep: str = " ",
    end: str = os.linesep,
    name: str | None = None,
) -> Operation:
    """An operation that prints its inputs when it runs: where it is fetched, or a control dependency of what is.

    Args:
      *inputs: tensors, sparse tensors, other Python values, and lists and dictionaries of them.
      output_stream: sys.stderr (where absent), sys.stdout, a function or level of tf.logging or absl.logging, or `"file://PATH"`.
      summarize: how many entries at both ends of each dimension are shown; -1 for all.
      sep: what stands between the inputs.
      end: what stands behind the last one.
      name: name of the node.

    Raises:
      ValueError: `output_stream` is something else.

    >>> import sys
    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.print("x =", tf.range(3), {"y": [tf.constant(2.5)]}, output_stream=sys.stdout))
    x = [0 1 2] {'y': [2.5]}
    """
    stream = _stream(output_stream)
    if len(inputs) == 1 and _is_text(inputs[0]):
        text = inputs[0]
    else:
        template, placeholder, tensors = _template(inputs, sep)
        text = string_format(
            template, tensors, placeholder, 3 if summarize is None else summarize, f"{name}_format" if name else None
        )
    return add_op("PrintV2", text, output_stream=stream.encode(), end=end.encode(), name=name)


def _stream(chosen: Any) -> str:
    """What the op calls a stream: `stdout`, `log(info)`, `file://…`."""
    if isinstance(chosen, str) and chosen.startswith("file://"):
        return chosen
    if chosen is None or chosen in (sys.stderr, sys.__stderr__):
        return "stderr"
    if chosen in (sys.stdout, sys.__stdout__):
        return "stdout"
    from absl import logging as absl_logging  # heavy, and few programs print into the log

    levels: dict[str, list[Any]] = {
        "log(info)": [tf_logging.INFO, tf_logging.info, absl_logging.INFO, absl_logging.info],
        "log(warning)": [
            *(tf_logging.WARN, tf_logging.warning, tf_logging.warn),
            *(absl_logging.WARNING, absl_logging.WARN, absl_logging.warning, absl_logging.warn),
        ],
        "log(error)": [tf_logging.ERROR, tf_logging.error, absl_logging.ERROR, absl_logging.error],
    }
    found = next((name for name, meant in levels.items() if chosen in meant), None)
    if found:
        return found
    raise ValueError(
        f"Unsupported output stream, logging level, or file.{chosen}. Supported streams are sys.stdout, sys.stderr, "
        "tf.logging.info, tf.logging.warning, tf.logging.error. File needs to be in the form of 'file://<filepath>'."
    )


def _is_text(x: Any) -> bool:
    return is_tensor(x) and not isinstance(x, SparseTensor) and x.shape.ndims == 0 and x.dtype == dtypes.string


def _template(inputs: tuple[Any, ...], sep: str) -> tuple[str, str, list[Any]]:
    """The text with a placeholder for each tensor, the placeholder, and the tensors."""
    without_tensors = nest.map_structure(lambda x: "" if is_tensor(x) else x, inputs)
    placeholder = _placeholder(" ".join(map(pprint.pformat, without_tensors)))
    tensors: list[Any] = []

    def shown(x: Any) -> Any:
        if isinstance(x, SparseTensor):
            tensors.extend([x.indices, x.values, x.dense_shape])
            return f"SparseTensor(indices={placeholder}, values={placeholder}, shape={placeholder})"
        if is_tensor(x):
            tensors.append(x)
            return placeholder
        return x

    texts = [
        x if isinstance(x, str) else pprint.pformat(nest.pack_sequence_as(x, list(map(shown, nest.flatten(x)))))
        for x in inputs
    ]
    return sep.join(texts).replace(f"'{placeholder}'", placeholder), placeholder, tensors


def _placeholder(text: str) -> str:
    """`{}`, made longer until it does not occur in the text."""
    placeholder, draws = "{}", random.Random(5)  # TF1: the node's attrs show which
    while placeholder in text:
        placeholder += str(draws.randint(0, 9))
    return placeholder
