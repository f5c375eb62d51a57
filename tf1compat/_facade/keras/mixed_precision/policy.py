"""`Policy`: the types in which layers compute and keep variables. In TensorFlow 1 layers infer both from their inputs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import context
from tf1compat._jaxcore.base import dtypes, errors

_DEFAULT = "USE_DEFAULT"
_MIXED = {"mixed_float16": "float16", "mixed_bfloat16": "bfloat16"}
_SUFFIX = "_with_float32_vars"


class Policy:
    """Types of a layer by name: a dtype, `"mixed_float16"`, `"float16_with_float32_vars"`, `"infer"` …

    Args:
      name: says both types.
      loss_scale: None; scaling of losses is not supported.

    Raises:
      TypeError: `name` is not a string.
      ValueError: it names no dtype.
      UnsupportedError: a loss scale is given.
    """

    def __init__(self, name: str, loss_scale: Any = _DEFAULT) -> None:
        if isinstance(name, dtypes.DType):
            raise TypeError(f"'name' must be a string, not a DType. Instead, pass DType.name. Got: {name.name}")
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, but got: {name}")
        aliases = {"infer_float32_vars": "infer_with_float32_vars", "float32_with_float32_vars": "float32"}
        self._name = aliases.get(name, name)
        self._compute_dtype, self._variable_dtype = _parsed(self._name)
        if loss_scale not in (None, _DEFAULT):
            raise errors.unsupported(
                f"the loss scale {loss_scale!r} of a Policy is not supported.",
                advice="Scale the loss and the gradients yourself, or compute in float32.",
            )
        self._loss_scale = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def compute_dtype(self) -> str | None:
        """Name of the type that layers compute in; None: that of the first input."""
        return self._compute_dtype

    @property
    def variable_dtype(self) -> str | None:
        """Name of the type of variables; None: that of the first input."""
        return self._variable_dtype

    @property
    def should_cast_variables(self) -> bool:
        """Do the two types differ?"""
        return self.variable_dtype is not None and self.compute_dtype != self.variable_dtype

    @property
    def loss_scale(self) -> Any:
        """None."""
        return self._loss_scale

    def __repr__(self) -> str:
        return f'<Policy "{self._name}", loss_scale={self.loss_scale}>'


def _parsed(name: str) -> tuple[str | None, str | None]:
    if name in _MIXED:
        return _MIXED[name], "float32"
    base, apart = name.removesuffix(_SUFFIX), name.endswith(_SUFFIX)
    found = None
    if base != "infer":
        try:
            found = dtypes.as_dtype(base).name
        except TypeError:
            more = f" The value {name} ends with _with_float32_vars, but {base} cannot be converted to a DType"
            raise ValueError(
                f"Cannot convert value {name} to a mixed precision Policy. Valid policies include include those in the "
                'form "<dtype>" and "<dtype>_with_float32_vars", where <dtype> is the name of a dtype.'
                + (more if apart else "")
            ) from None
    return found, "float32" if apart else found


def with_input_dtype(policy: Policy, dtype: Any) -> Policy:
    """The policy of a layer that infers its types, once the type of its input is known."""
    name = dtypes.as_dtype(dtype).name
    return Policy(name if policy.variable_dtype is None else name + _SUFFIX)


def global_policy() -> Policy:
    """The policy of layers without one: `"infer"` where none was set."""
    return context.KERAS_SETTINGS.get("policy") or Policy("infer")


def set_policy(policy: Any) -> None:
    """Make a policy (or its name) that of layers without one; None for the default.

    Raises:
      ValueError: it does not infer the types, which TensorFlow 1 demands.
    """
    found = Policy(policy) if isinstance(policy, str) else policy
    if found is not None and found.compute_dtype:
        raise ValueError("The global policy can only be set to a non-infer policy in TensorFlow 2")
    if found is not None and found.variable_dtype is not None:
        raise errors.unsupported(
            f"the policy {found.name!r} is not supported: layers do not cast their variables.",
            advice="Leave the policy at 'infer'.",
        )
    context.KERAS_SETTINGS["policy"] = found


@contextlib.contextmanager
def policy_scope(policy: Any) -> Iterator[None]:
    """Inside the block, `policy` is the global one."""
    before = context.KERAS_SETTINGS.get("policy")
    set_policy(policy)
    try:
        yield
    finally:
        context.KERAS_SETTINGS["policy"] = before


def dtype_of(given: Any) -> Any:
    """The type of variables that a layer's `dtype` argument (a type, a name or a Policy) asks for."""
    if not isinstance(given, Policy):
        return None if given is None else dtypes.as_dtype(given)
    if given.should_cast_variables:
        raise errors.unsupported(
            f"the policy {given.name!r} is not supported: layers do not cast their variables.",
            advice="Use a policy of one type, or cast the inputs of layers.",
        )
    return None if given.variable_dtype is None else dtypes.as_dtype(given.variable_dtype)
