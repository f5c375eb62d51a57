"""What to tell a script that asks for a name which tf1compat has not: where it comes from, and what to use instead."""

from __future__ import annotations

import difflib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

_COVERAGE = "docs/coverage.md lists what is supported"

# Names of TensorFlow 0.x, and the name in 1.15 that takes the same arguments ("tf.batch_matmul" has its own function).
RENAMED_SINCE_0 = {
    "tf.all_variables": "tf.global_variables",
    "tf.audio_summary": "tf.summary.audio",
    "tf.batch_cholesky": "tf.cholesky",
    "tf.batch_cholesky_solve": "tf.cholesky_solve",
    "tf.batch_fft": "tf.fft",
    "tf.batch_ifft": "tf.ifft",
    "tf.batch_matmul": "tf.matmul",
    "tf.batch_matrix_band_part": "tf.matrix_band_part",
    "tf.batch_matrix_determinant": "tf.matrix_determinant",
    "tf.batch_matrix_diag": "tf.matrix_diag",
    "tf.batch_matrix_diag_part": "tf.matrix_diag_part",
    "tf.batch_matrix_inverse": "tf.matrix_inverse",
    "tf.batch_matrix_set_diag": "tf.matrix_set_diag",
    "tf.batch_matrix_solve": "tf.matrix_solve",
    "tf.batch_matrix_solve_ls": "tf.matrix_solve_ls",
    "tf.batch_matrix_transpose": "tf.matrix_transpose",
    "tf.batch_matrix_triangular_solve": "tf.matrix_triangular_solve",
    "tf.batch_self_adjoint_eig": "tf.self_adjoint_eig",
    "tf.batch_svd": "tf.svd",
    "tf.complex_abs": "tf.abs",
    "tf.concat_v2": "tf.concat",
    "tf.histogram_summary": "tf.summary.histogram",
    "tf.image.per_image_whitening": "tf.image.per_image_standardization",
    "tf.image_summary": "tf.summary.image",
    "tf.initialize_all_tables": "tf.tables_initializer",
    "tf.inv": "tf.reciprocal",
    "tf.listdiff": "tf.setdiff1d",
    "tf.merge_all_summaries": "tf.summary.merge_all",
    "tf.merge_summary": "tf.summary.merge",
    "tf.models": "tf.nn",
    "tf.mul": "tf.multiply",
    "tf.neg": "tf.negative",
    "tf.nn.bidirectional_rnn": "tf.nn.static_bidirectional_rnn",
    "tf.nn.deconv2d": "tf.nn.conv2d_transpose",
    "tf.nn.rnn": "tf.nn.static_rnn",
    "tf.nn.seq2seq": "tf.contrib.legacy_seq2seq",
    "tf.nn.state_saving_rnn": "tf.nn.static_state_saving_rnn",
    "tf.op_scope": "tf.name_scope",
    "tf.pack": "tf.stack",
    "tf.scalar_summary": "tf.summary.scalar",
    "tf.select": "tf.where",
    "tf.sub": "tf.subtract",
    "tf.train.SummaryWriter": "tf.summary.FileWriter",
    "tf.train.SummaryWriterCache": "tf.summary.FileWriterCache",
    "tf.unpack": "tf.unstack",
}

# Names that only TensorFlow 2 has, and what a TF1 program writes.
_TENSORFLOW_2 = {
    "tf.config.get_visible_devices": "tf.config.experimental.get_visible_devices",
    "tf.config.list_logical_devices": "tf.config.experimental.list_logical_devices",
    "tf.config.list_physical_devices": "tf.config.experimental.list_physical_devices",
    "tf.config.run_functions_eagerly": "tf.Session",
    "tf.config.set_visible_devices": "tf.config.experimental.set_visible_devices",
    "tf.data.AUTOTUNE": "tf.data.experimental.AUTOTUNE",
    "tf.experimental.numpy": "numpy",
    "tf.keras.utils.set_random_seed": "tf.set_random_seed",
    "tf.metrics.Accuracy": "tf.metrics.accuracy",
    "tf.metrics.Mean": "tf.metrics.mean",
    "tf.optimizers": "tf.train",
    "tf.random.Generator": "tf.random_uniform",
    "tf.random.set_seed": "tf.set_random_seed",
    "tf.summary.create_file_writer": "tf.summary.FileWriter",
    "tf.summary.record_if": "tf.summary.FileWriter",
    "tf.summary.write": "tf.summary.FileWriter.add_summary",
    "tf.types": "tf.Tensor",
}


def explain(path: str) -> str:
    """One line for an unknown name such as `"tf.nn.rleu"`: what it is and what to use."""
    new = RENAMED_SINCE_0.get(path)
    if new is not None:
        return f"{path} is the TensorFlow 0.x name of {new}, which tf1compat does not have yet; {_COVERAGE}"
    new = _TENSORFLOW_2.get(path)
    if new is not None:
        return f"{path} is a TensorFlow 2 name; TensorFlow 1 programs use {new}"
    exists = path in _tensorflow_names()
    near = _near(path, is_typo=not exists)
    hint = f" (supported and close: {', '.join(near)})" if near else ""
    if exists:
        return f"{path} exists in TensorFlow 1.15 but not in tf1compat yet; {_COVERAGE}{hint}"
    return f"neither TensorFlow 1.15 nor tf1compat has {path}{hint}; {_COVERAGE}"


@cache
def _tensorflow_names() -> frozenset[str]:
    """All public names of TensorFlow 1.15, modules included."""
    found: set[str] = set()
    for line in Path(__file__).with_name("tf115_names.txt").read_text().splitlines():
        module, _, names = line.partition(":")
        prefix = f"tf.{module}." if module else "tf."
        found.add(prefix[:-1])
        found.update(prefix + name for name in names.split())
    return frozenset(found)


def supported_names() -> dict[str, str]:
    """Every public name of tf1compat, with its last part: `{"tf.nn.relu": "relu", …}`; nothing lazy is loaded."""
    found: dict[str, str] = {}

    def walk(module: ModuleType, path: str) -> None:
        for name in dir(module):
            if name.startswith("_"):
                continue
            found[f"{path}.{name}"] = name
            value = vars(module).get(name)
            if isinstance(value, ModuleType) and value.__name__ == f"{module.__name__}.{name}":
                walk(value, f"{path}.{name}")

    walk(sys.modules[__name__.partition(".")[0]], "tf")
    return found


def _near(path: str, is_typo: bool) -> list[str]:
    """At most three supported names: the same name elsewhere, else for typos similar ones in the same module."""
    supported = supported_names()
    module, _, name = path.rpartition(".")
    same = [p for p, last in supported.items() if last == name and p in _tensorflow_names()]
    if same or not is_typo:
        return sorted(same, key=len)[:3]
    siblings = {last: p for p, last in supported.items() if p.rpartition(".")[0] == module}
    return [siblings[last] for last in difflib.get_close_matches(name, siblings, n=3, cutoff=0.75)]
