"""`tensorflow.python.ops.variables`: there `Variable` makes resource variables and `VariableV1` is `tf.Variable`."""

from __future__ import annotations

import enum
from typing import Any

from tf1compat._facade.variable_base import Variable as VariableV1
from tf1compat._facade.variable_base import VariableAggregation, VariableSynchronization

VariableMetaclass = type(VariableV1)


class VariableAggregationV2(enum.Enum):
    """How writes from several devices are combined."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3

    def __hash__(self) -> int:
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return other is self or (isinstance(other, VariableAggregation) and other == self)


class _ResourceByDefault(type):
    """Every variable is an instance; attributes are those of `tf.Variable`."""

    def __call__(
        cls,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: str | None = None,
        constraint: Any = None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        shape: Any = None,
    ) -> Any:
        given = {key: value for key, value in locals().items() if key != "cls"}
        return VariableV1(**given, use_resource=True)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, VariableV1)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, VariableV1)

    def __getattr__(cls, name: str) -> Any:
        return getattr(VariableV1, name)


class Variable(metaclass=_ResourceByDefault):
    """TF1: made through this inner path, a variable is a resource variable whatever the scope says."""


__all__ = ["Variable", "VariableAggregationV2", "VariableMetaclass", "VariableV1"]
