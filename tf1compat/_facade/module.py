"""`tf.Module`: an object with variables and other modules in its attributes."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade.framework import name_scope
from tf1compat._facade.train.object_graph import AutoTrackable
from tf1compat._facade.variable_base import Variable
from tf1compat._jaxcore.base import nest

_BEFORE_INNER_CAPITAL = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))")
_IDENTIFIER = re.compile(r"^[a-zA-Z_]([a-zA-Z0-9_])*$")


def camel_to_snake(value: str) -> str:
    """`MyModule` as `my_module`."""
    return _BEFORE_INNER_CAPITAL.sub(r"_\1", value).lower()


def valid_identifier(name: str) -> bool:
    """Whether it could be the name of a class."""
    return bool(_IDENTIFIER.match(name))


class Module(AutoTrackable):
    """Finds the variables and modules among its attributes, in lists and dictionaries too.

    Args:
      name: a Python identifier; the class's name in snake case by default.

    Raises:
      ValueError: the name is no identifier.
    """

    _TF_MODULE_IGNORED_PROPERTIES = frozenset(
        ("_self_unconditional_checkpoint_dependencies", "_self_unconditional_dependency_names")
    )

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = camel_to_snake(type(self).__name__)
        elif not valid_identifier(name):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers (e.g. a valid "
                "class name)."
            )
        self._name = name
        with name_scope(name) as scope_name:
            self._scope_name = scope_name

    @property
    def name(self) -> str:
        """The name without scopes."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """A block whose operations are named below this module."""
        return name_scope(self._scope_name)

    @property
    def variables(self) -> tuple[Any, ...]:
        """All variables, sorted by attribute, those of modules last."""
        return tuple(self._flatten(predicate=_is_variable))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The variables that are trained."""
        return tuple(self._flatten(predicate=_is_trainable_variable))

    @property
    def submodules(self) -> tuple[Any, ...]:
        """The modules among the attributes, and theirs."""
        return tuple(self._flatten(predicate=_is_module))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
    ) -> Iterator[Any]:
        """What the attributes hold: each object once, or with its path each time."""
        wanted = (lambda _: True) if predicate is None else predicate
        return _flatten(self, recursive, wanted, attribute_traversal_key, with_path, (), {id(self)})

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """A method that runs in the module's name scope."""

        @functools.wraps(method)
        def in_scope(self: Any, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return in_scope


def _is_variable(obj: Any) -> bool:
    return isinstance(obj, Variable)


def _is_trainable_variable(obj: Any) -> bool:
    return _is_variable(obj) and getattr(obj, "trainable", False)


def _is_module(obj: Any) -> bool:
    return isinstance(obj, Module)


def _flatten(
    module: Any, recursive: bool, wanted: Any, key: Any, with_path: bool, path: tuple[Any, ...], seen: set[int]
) -> Iterator[Any]:
    inner = []
    attributes = vars(module)
    for name in sorted(attributes, key=key):
        if name in module._TF_MODULE_IGNORED_PROPERTIES:
            continue
        for leaf_path, leaf in nest.flatten_with_tuple_paths(attributes[name]):
            leaf_path = (*path, name, *leaf_path)
            if not with_path:
                if id(leaf) in seen:
                    continue
                seen.add(id(leaf))
            if wanted(leaf):
                yield (leaf_path, leaf) if with_path else leaf
            if recursive and _is_module(leaf):
                inner.append((leaf_path, leaf))
    for leaf_path, submodule in inner:
        yield from _flatten(submodule, recursive, wanted, key, with_path, leaf_path, seen)
