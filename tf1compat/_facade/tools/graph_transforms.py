"""`tensorflow.tools.graph_transforms`: the C++ graph transform tool, which is not here."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import errors


def TransformGraph(input_graph_def: Any, inputs: Any, outputs: Any, transforms: Any) -> Any:
    """Not supported.

    Raises:
      UnsupportedError: always, naming the transforms and what does the same.
    """
    del input_graph_def, inputs, outputs
    wanted = ", ".join(map(str, [transforms] if isinstance(transforms, str) else transforms))
    raise errors.unsupported(
        f"TransformGraph ({wanted}), TensorFlow's graph transform tool",
        advice="use graph_util.extract_sub_graph, graph_util.remove_training_nodes or "
        "optimize_for_inference_lib.optimize_for_inference (which folds batch norms); what XLA compiles needs no "
        "constant folding or fusing before",
    )
