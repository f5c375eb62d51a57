"""Records the public names of TensorFlow 1.15.5: run by its interpreter (Python 3.7), from the repository's root.

    python tests/golden/record/record_names.py

Writes `tf1compat/_facade/tf115_names.txt`, which the package reads when a script asks for a name it has not (one line
per module: its path below `tf`, a colon, its functions, classes and constants), and `tests/golden/names.json`: the
groups of names that are one and the same object in TensorFlow, the kind of every name, and the parameters of the
functions and classes outside the big subsystems (`"labels logits= name="`: `=` marks those with a default).
"""

import importlib
import inspect
import io
import json
import os
import types

import tensorflow as tf

CONTRIB = """autograph batching bayesflow checkpoint cluster_resolver coder compiler copy_graph crf cudnn_rnn data
deprecated distributions estimator factorization feature_column framework graph_editor hooks image input_pipeline
integrate kernel_methods labeled_tensor layers learn legacy_seq2seq linear_optimizer lookup losses memory_stats
meta_graph_transform metrics model_pruning nearest_neighbor nn opt periodic_resample predictor proto quantization
quantize recurrent reduce_slice_ops resampler rnn saved_model seq2seq session_bundle slim solvers sparsemax
specs staging stat_summarizer stateless summary tensor_forest tensorboard testing text tfprof timeseries tpu training util""".split()
SKIPPED = {"tf.compat.v1", "tf.compat.v2", "tf.contrib"}  # the whole interface once more; walked by name
MADE_FOR_USERS = ("._api.", ".api._v1", "tensorflow.python.platform.flags")  # parts of modules' names

BIG = ("tf.contrib", "tf.keras", "tf.raw_ops", "tf.estimator", "tf.lite", "tf.tpu", "tf.feature_column", "tf.distribute")

kinds, by_identity, signatures = {}, {}, {}


def is_public(module, path):
    return any(part in module.__name__ for part in MADE_FOR_USERS) or path.startswith("tf.contrib.") and path.count(".") == 2


def walk(module, path, above=()):
    """Notes everything public of `module`, the modules below it included."""
    if module in above:
        return
    for name in dir(module):
        inner = path + "." + name
        if name.startswith("_") or inner in SKIPPED:
            continue
        value = getattr(module, name, None)
        if isinstance(value, types.ModuleType):
            if is_public(value, inner):
                kinds[inner] = "module"
                walk(value, inner, above + (module,))
        elif type(value).__name__ != "_Feature":  # from __future__ import …
            kinds[inner] = "class" if inspect.isclass(value) else "function" if callable(value) else "constant"
            if kinds[inner] != "constant" or type(value).__name__ == "DType":
                by_identity.setdefault(id(value), []).append(inner)
            if callable(value) and not inner.startswith(BIG) or inner.startswith("tf.contrib.layers."):
                signatures[inner] = parameters(value)


def parameters(value):
    """The parameters of a function or class, as text; None where Python does not know them."""
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return " ".join(
        stars.get(p.kind, "") + p.name + ("" if p.default is inspect.Parameter.empty else "=") for p in found
    )


def write_names():
    lines = {}
    for path in sorted(kinds):
        module, _, name = path.partition(".")[2].rpartition(".")
        lines.setdefault(module, []).append(name)
    with io.open("tf1compat/_facade/tf115_names.txt", "w") as f:
        for module in sorted(lines):
            f.write("%s: %s\n" % (module, " ".join(lines[module])))


def main():
    assert os.path.isdir("tf1compat"), "run it from the repository's root"
    walk(tf, "tf")
    kinds["tf.contrib"] = "module"
    for name in CONTRIB:
        try:
            module = importlib.import_module("tensorflow.contrib." + name)
        except Exception as e:
            print("skipped", name, type(e).__name__)
            continue
        kinds["tf.contrib." + name] = "module"
        walk(module, "tf.contrib." + name)
    write_names()
    groups = sorted(sorted(names) for names in by_identity.values() if len(names) > 1)
    with io.open("tests/golden/names.json", "w") as f:
        f.write('{"groups": [\n%s\n],\n"kinds": {\n%s\n},\n"signatures": {\n%s\n}}\n' % (
            ",\n".join(json.dumps(names) for names in groups),
            ",\n".join('"%s": %s' % (kind, json.dumps(sorted(n for n in kinds if kinds[n] == kind))) for kind in sorted(set(kinds.values()))),
            ",\n".join("%s: %s" % (json.dumps(n), json.dumps(signatures[n])) for n in sorted(signatures) if signatures[n]),
        ))


main()
