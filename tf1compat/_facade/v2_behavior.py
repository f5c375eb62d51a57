"""The switches between TensorFlow 1 and 2: everything stays at 1, and asking for 2 is an error."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import variable_scope
from tf1compat._jaxcore.base import errors


def executing_eagerly() -> bool:
    """False: operations join a graph."""
    return False


def enable_eager_execution(config: Any = None, device_policy: Any = None, execution_mode: Any = None) -> None:
    """UnsupportedError: there is no eager execution."""
    raise _only_graphs("tf.enable_eager_execution")


def disable_eager_execution() -> None:
    """Nothing: it is never on."""


def enable_v2_behavior() -> None:
    """UnsupportedError: TensorFlow 2's behaviour is not here."""
    raise _only_graphs("tf.enable_v2_behavior")


def disable_v2_behavior() -> None:
    """Keep TensorFlow 1's behaviour; new variables are reference variables where nobody says."""
    variable_scope.disable_resource_variables()


def enable_control_flow_v2() -> None:
    """UnsupportedError: branches and loops are TensorFlow 1's."""
    raise _only_graphs("tf.enable_control_flow_v2")


def disable_control_flow_v2() -> None:
    """Nothing: branches and loops are TensorFlow 1's."""


def control_flow_v2_enabled() -> bool:
    """False."""
    return False


def enable_v2_tensorshape() -> None:
    """UnsupportedError: the elements of a TensorShape are Dimensions."""
    raise _only_graphs("tf.enable_v2_tensorshape")


def disable_v2_tensorshape() -> None:
    """Nothing: the elements of a TensorShape are Dimensions."""


def enable_tensor_equality() -> None:
    """UnsupportedError: `==` of tensors compares identity."""
    raise _only_graphs("tf.enable_tensor_equality")


def disable_tensor_equality() -> None:
    """Nothing: `==` of tensors compares identity."""


def _only_graphs(function: str) -> errors.UnsupportedError:
    return errors.unsupported(
        f"{function}: tf1compat runs TensorFlow 1 graphs in sessions only",
        advice="remove the call and run tensors in a tf.Session",
    )
