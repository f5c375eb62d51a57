"""`tf.contrib.tfprof.model_analyzer`: the older names of `tf.profiler`, and its dictionaries of options."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.profile import advise as _advise
from tf1compat._facade.profile import profile
from tf1compat._facade.profile_options import TRAINABLE_VARIABLES

_COMMON: dict[str, Any] = {
    "max_depth": 10000,
    "min_bytes": 0,
    "min_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": True,
    "output": "stdout",
    "dump_to_file": "",
}
TRAINABLE_VARS_PARAMS_STAT_OPTIONS = {
    **_COMMON,
    "account_type_regexes": [TRAINABLE_VARIABLES],
    "select": ["params"],
}
FLOAT_OPS_OPTIONS = {**_COMMON, "min_float_ops": 1, "order_by": "float_ops", "select": ["float_ops"]}
PRINT_ALL_TIMING_MEMORY = {**_COMMON, "min_bytes": 1, "min_micros": 1, "select": ["micros", "bytes"]}

_HERE = "tensorflow.contrib.tfprof.model_analyzer"


@deprecated("2018-01-01", "Use `tf.profiler.profile(graph, run_meta, op_log, cmd, options)`.", _HERE)
def print_model_analysis(
    graph: Any, run_meta: Any = None, op_log: Any = None, tfprof_cmd: str = "scope", tfprof_options: Any = 0
) -> Any:
    """`tf.profiler.profile`; without options, the default ones."""
    return profile(graph, run_meta, op_log, tfprof_cmd, tfprof_options or None)


@deprecated("2018-01-01", "Use `tf.profiler.advise(graph, run_meta, options)`.", _HERE)
def advise(graph: Any, run_meta: Any = None, tfprof_options: Any = 0) -> Any:
    """`tf.profiler.advise`."""
    return _advise(graph, run_meta, tfprof_options or None)
