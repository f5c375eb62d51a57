"""`tf.test.StubOutForTesting`: replace attributes during a test and put them back."""

from __future__ import annotations

import inspect
from typing import Any


class StubOutForTesting:
    """Replaces attributes of modules, classes and objects until `CleanUp`, or the end of a `with` block.

    >>> import os.path
    >>> import tf1compat as tf
    >>> with tf.test.StubOutForTesting() as stubs:
    ...     stubs.Set(os.path, "exists", lambda path: True)
    ...     os.path.exists("/no/such/file")
    True
    """

    def __init__(self) -> None:
        self._smart: list[tuple[Any, str, Any]] = []
        self._plain: list[tuple[Any, str, Any]] = []

    def __enter__(self) -> StubOutForTesting:
        return self

    def __exit__(self, *error: object) -> None:
        self.CleanUp()

    def __del__(self) -> None:
        self.CleanUp()

    def CleanUp(self) -> None:
        """Put everything back."""
        self.SmartUnsetAll()
        self.UnsetAll()

    def Set(self, parent: Any, child_name: str, new_child: Any) -> None:
        """Replace `parent.child_name`, on `parent` itself."""
        self._plain.append((parent, child_name, _stored(parent, child_name)))
        setattr(parent, child_name, new_child)

    def UnsetAll(self) -> None:
        """Undo every `Set`, the last one first."""
        while self._plain:
            setattr(*self._plain.pop())

    def SmartSet(self, obj: Any, attr_name: str, new_attr: Any) -> None:
        """Replace an attribute where it is defined: for an object, that is its class or a base class.

        Raises:
          AttributeError: there is no such attribute.
        """
        own = inspect.ismodule(obj) or (not inspect.isclass(obj) and attr_name in vars(obj))
        if own:
            owner = obj
        else:
            classes = inspect.getmro(obj if inspect.isclass(obj) else type(obj))
            owner = next((c for c in classes if attr_name in vars(c)), None)
            if owner is None:
                raise AttributeError("Attribute not found.")
        self._smart.append((owner, attr_name, _stored(owner, attr_name)))
        setattr(owner, attr_name, new_attr)

    def SmartUnsetAll(self) -> None:
        """Undo every `SmartSet`, the last one first."""
        while self._smart:
            setattr(*self._smart.pop())


def _stored(owner: Any, name: str) -> Any:
    """The attribute as it is stored, static methods included."""
    return vars(owner)[name] if hasattr(owner, "__dict__") and name in vars(owner) else getattr(owner, name)
