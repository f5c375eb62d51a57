"""`tf.estimator.WarmStartSettings`: which variables of a new Estimator start with values of another one."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.platform.compat import as_text
from tf1compat._facade.train.warm_start import VocabInfo as VocabInfo


class _Fields(NamedTuple):
    ckpt_to_initialize_from: Any
    vars_to_warm_start: Any
    var_name_to_vocab_info: Any
    var_name_to_prev_var_name: Any


class WarmStartSettings(_Fields):
    """The arguments of `tf.train.warm_start`, for `Estimator(warm_start_from=…)`.

    Args:
      ckpt_to_initialize_from: a checkpoint, or a folder with one.
      vars_to_warm_start: a regular expression for trainable variables, a list of them for all variables, a list of
        variables, or None for those of `var_name_to_vocab_info` only.
      var_name_to_vocab_info: name -> `tf.estimator.VocabInfo`.
      var_name_to_prev_var_name: name -> name in the checkpoint.

    Raises:
      ValueError: no checkpoint is named.
    """

    __slots__ = ()

    def __new__(
        cls,
        ckpt_to_initialize_from: Any,
        vars_to_warm_start: Any = ".*",
        var_name_to_vocab_info: Any = None,
        var_name_to_prev_var_name: Any = None,
    ) -> Any:
        if not ckpt_to_initialize_from:
            raise ValueError("`ckpt_to_initialize_from` MUST be set in WarmStartSettings")
        return super().__new__(
            cls,
            ckpt_to_initialize_from,
            vars_to_warm_start,
            var_name_to_vocab_info or {},
            var_name_to_prev_var_name or {},
        )


def _get_default_warm_start_settings(warm_start_from: Any) -> Any:
    """Settings from a checkpoint, a folder, a SavedModel's folder, or settings; None from None.

    Raises:
      ValueError: it is none of these.
    """
    if warm_start_from is None or isinstance(warm_start_from, WarmStartSettings):
        return warm_start_from
    if not isinstance(warm_start_from, (str, bytes)):
        raise ValueError(
            f"warm_start_from must be a string or a WarmStartSettings, instead got {type(warm_start_from)}"
        )
    variables = os.path.join(as_text(warm_start_from), "variables", "variables")
    if file_io.file_exists(variables + ".index"):
        tf_logging.info("Warm-starting from a SavedModel")
        return WarmStartSettings(ckpt_to_initialize_from=variables)
    return WarmStartSettings(ckpt_to_initialize_from=warm_start_from)
