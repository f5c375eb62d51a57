"""Models as StableHLO artifacts (`jax.export`): one file with weights, which JAX alone loads and runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade import importer
from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import file_io
from tf1compat._facade.saved_model import tensor_info
from tf1compat._facade.saved_model.loader import SavedModelLoader, contains_saved_model
from tf1compat._facade.session import Session
from tf1compat._facade.to_jax import to_jax
from tf1compat._facade.tools.graph_files import read_message
from tf1compat._facade.train import checkpoint_management
from tf1compat._facade.train.saver import import_meta_graph
from tf1compat._formats import protos


def export(
    model: str,
    destination: str,
    *,
    tags: str = "serve",
    signature: str = "serving_default",
    inputs: Mapping[str, str] | None = None,
    outputs: Mapping[str, str] | None = None,
    shapes: Mapping[str, Sequence[int | None]] | None = None,
    platforms: Sequence[str] | None = None,
) -> dict[str, list[str]]:
    """Write the artifact of a model: a function from a dictionary of arrays to one.

    Args:
      model: folder of a SavedModel, a checkpoint with its meta graph, or a frozen GraphDef.
      destination: the file to write.
      tags: of the SavedModel's graph, separated by commas.
      signature: of the SavedModel.
      inputs: names -> tensor names; instead of a signature, and for models without.
      outputs: names -> tensor names.
      shapes: static shapes of inputs by name; unknown sizes are symbolic otherwise (the first ones together `batch`).
      platforms: `"cpu"`, `"cuda"`, `"rocm"`, `"tpu"`; the present one if None.

    Returns:
      `{"inputs": […], "outputs": […]}`: one line for each.

    Raises:
      ValueError: inputs and outputs are not known; the model cannot be exported with unknown sizes.
      IOError: there is no model.
      UnsupportedError: it uses files, strings or queues.
    """
    import jax

    with Graph().as_default() as graph, Session() as session:
        found = _load(session, model, tags, signature)
        ins = {k: graph.get_tensor_by_name(v) for k, v in inputs.items()} if inputs else found[0]
        outs = {k: graph.get_tensor_by_name(v) for k, v in outputs.items()} if outputs else found[1]
        if not outs:
            raise ValueError(
                f"{model} has no signature: name what to compute with --outputs name=tensor:0, and what to feed with "
                "--inputs name=tensor:0"
            )
        specs = _specs(ins, shapes or {})
        function, params = to_jax(outs, ins, session)

        def apply(values: Mapping[str, Any]) -> Any:
            return function(params, values)

        try:
            exported = jax.export.export(jax.jit(apply), platforms=platforms)(specs)
        except Exception as e:
            if any(not isinstance(d, int) for s in specs.values() for d in s.shape):
                raise ValueError(
                    f"{model} cannot be exported with unknown sizes ({_shown(specs)}): {_first_line(e)}\nGive static "
                    "shapes, such as --shape x=1,28,28"
                ) from e
            raise
    file_io.atomic_write_string_to_file(destination, bytes(exported.serialize()))
    return {"inputs": _lines(specs), "outputs": _lines(dict(zip(sorted(outs), exported.out_avals)))}


def _load(session: Any, model: str, tags: str, signature: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Load a model of any kind; returns inputs and outputs of its signature, nothing if it has none."""
    if contains_saved_model(model):
        message = SavedModelLoader(model).load(session, tags.split(","))
        if signature not in message.signature_def:
            known = ", ".join(sorted(message.signature_def))
            raise ValueError(f"the SavedModel {model} has no signature {signature!r}; it has: {known}")
        found = message.signature_def[signature]
        ends = (
            {k: tensor_info.tensor_of(v, session.graph) for k, v in e.items()} for e in (found.inputs, found.outputs)
        )
        return next(ends), next(ends)
    if os.path.isfile(model) and not model.endswith(".meta"):
        graph_def = read_message(protos.GraphDef, model, not model.endswith((".pbtxt", ".txt")), "Graph")
        importer.import_graph_def(graph_def, name="")
        return {}, {}
    prefix = model.removesuffix(".meta")
    if os.path.isdir(prefix) and checkpoint_management.latest_checkpoint(prefix):
        prefix = checkpoint_management.latest_checkpoint(prefix) or prefix
    saver = import_meta_graph(checkpoint_management.meta_graph_filename(prefix))
    if saver is not None:
        saver.restore(session, prefix)
    return {}, {}


def _specs(inputs: Mapping[str, Any], given: Mapping[str, Sequence[int | None]]) -> dict[str, Any]:
    """Abstract values of the inputs; unknown sizes become symbols, all in one scope."""
    import jax

    unknown = sorted(set(given) - set(inputs))
    if unknown:
        raise ValueError(f"--shape names {', '.join(unknown)}; the inputs are {', '.join(sorted(inputs))}")
    texts: dict[str, str] = {}
    for key, tensor in inputs.items():
        shape = given.get(key, tensor.dims)
        if shape is None:
            raise ValueError(f"the input {key} ({tensor.name}) has an unknown rank: give --shape {key}=…")
        symbols = ("batch" if i == 0 else f"{_symbol(key)}{i}" for i in range(len(shape)))
        texts[key] = ",".join(s if d is None else str(d) for d, s in zip(shape, symbols))
    scope = jax.export.SymbolicScope()
    return {
        key: jax.ShapeDtypeStruct(
            jax.export.symbolic_shape(texts[key], scope=scope), jax.dtypes.canonicalize_dtype(tensor.dtype.np)
        )
        for key, tensor in inputs.items()
    }


def _symbol(key: str) -> str:
    return "d_" + "".join(c if c.isalnum() else "_" for c in key) + "_"


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{key}: {v.dtype.name}[{', '.join(map(str, v.shape))}]" for key, v in sorted(values.items())]


def _shown(specs: Mapping[str, Any]) -> str:
    return ", ".join(_lines(specs))


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
