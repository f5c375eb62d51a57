"""Objects as dictionaries and back: names, `{"class_name": …, "config": …}`, and what programs register."""

from __future__ import annotations

import builtins
import inspect
import re
from typing import Any

from tf1compat._facade import context
from tf1compat._jaxcore.base import errors


class CustomObjectScope:
    """`with custom_object_scope({"name": Class}):` makes names known to `get` and `deserialize` functions."""

    def __init__(self, *args: dict[str, Any]) -> None:
        self.custom_objects = args

    def __enter__(self) -> CustomObjectScope:
        self._before = dict(context.KERAS_OBJECTS)
        for objects in self.custom_objects:
            context.KERAS_OBJECTS.update(objects)
        return self

    def __exit__(self, *error: Any) -> None:
        context.KERAS_OBJECTS.clear()
        context.KERAS_OBJECTS.update(self._before)


def custom_object_scope(*args: dict[str, Any]) -> CustomObjectScope:
    """`CustomObjectScope` as a function."""
    return CustomObjectScope(*args)


def get_custom_objects() -> dict[str, Any]:
    """The names that programs registered, to read and to change."""
    return context.KERAS_OBJECTS


def serialize_keras_object(instance: Any) -> Any:
    """`{"class_name", "config"}` of an object with `get_config`, the name of a function; None of None."""
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        config = {}
        for key, item in instance.get_config().items():
            try:
                made = item if isinstance(item, str) else serialize_keras_object(item)
                config[key] = (
                    {**made, "__passive_serialization__": True}
                    if isinstance(made, dict) and not isinstance(item, dict)
                    else made
                )
            except ValueError:
                config[key] = item
        return {"class_name": type(instance).__name__, "config": config}
    if hasattr(instance, "__name__"):
        return instance.__name__
    raise ValueError("Cannot serialize", instance)


def _find(name: str, known: Any, custom: Any, what: str) -> Any:
    for objects in (custom or {}, context.KERAS_OBJECTS, known or {}):
        if name in objects:
            return objects[name]
    raise ValueError(f"Unknown {what}: {name}" if what != "function" else f"Unknown {what}:{name}")


def deserialize_keras_object(
    identifier: Any,
    module_objects: Any = None,
    custom_objects: Any = None,
    printable_module_name: str = "object",
) -> Any:
    """The object that a name or a dictionary stands for.

    Raises:
      ValueError: an unknown name, or another kind of argument.
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        if "class_name" not in identifier or "config" not in identifier:
            raise ValueError("Improper config format: " + str(identifier))
        name = identifier["class_name"]
        cls = _find(name, module_objects, custom_objects, printable_module_name)
        config = {k: _active(v, module_objects, custom_objects) for k, v in identifier["config"].items()}
        if not hasattr(cls, "from_config"):
            with CustomObjectScope(custom_objects or {}):
                return cls(**config)
        if "custom_objects" in inspect.signature(cls.from_config).parameters:
            return cls.from_config(config, custom_objects={**context.KERAS_OBJECTS, **(custom_objects or {})})
        with CustomObjectScope(custom_objects or {}):
            return cls.from_config(config)
    if isinstance(identifier, str):
        for objects in (custom_objects or {}, context.KERAS_OBJECTS):
            if identifier in objects:
                return objects[identifier]
        found = (module_objects or {}).get(identifier)
        if found is None:
            raise ValueError(f"Unknown {printable_module_name}:{identifier}")
        return found() if inspect.isclass(found) else found
    if inspect.isfunction(identifier):
        return identifier
    raise ValueError("Could not interpret serialized " + printable_module_name + ": " + str(identifier))


def _active(value: Any, known: Any, custom: Any) -> Any:
    if isinstance(value, dict) and "__passive_serialization__" in value:
        value = {k: v for k, v in value.items() if k != "__passive_serialization__"}
        return deserialize_keras_object(value, known, custom, "config_item")
    return value


def to_snake_case(name: str) -> str:
    """`MyLayer` to `my_layer`; `_Private` to `private__private`, as names of scopes cannot begin with `_`."""
    parts = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    parts = re.sub("([a-z])([A-Z])", r"\1_\2", parts).lower()
    return "private" + parts if parts[0] == "_" else parts


def to_list(x: Any) -> list[Any]:
    """A list as it is, anything else as a list of one."""
    return x if isinstance(x, list) else [x]


def check_for_unexpected_keys(name: str, given: Any, expected: Any) -> None:
    """Raise ValueError if a dictionary has keys that name no output."""
    unknown = set(given.keys()).difference(expected)
    if unknown:
        raise ValueError(
            f"Unknown entries in {name} dictionary: {list(unknown)}. Only expected following keys: {list(expected)}"
        )


def has_arg(function: Any, name: str, accept_all: bool = False) -> bool:
    """Does the function take an argument of this name?"""
    parameters = inspect.signature(function).parameters
    return name in parameters or (accept_all and builtins.any(p.kind is p.VAR_KEYWORD for p in parameters.values()))
