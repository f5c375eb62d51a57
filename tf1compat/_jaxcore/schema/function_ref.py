"""`FunctionRef`: the value of a `func` attr, a function of the graph's library by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tf1compat._jaxcore.base import errors


class Functions(Protocol):
    """Whoever knows functions by name (`ir.function.Library`)."""

    def get(self, name: str) -> Any:
        """The function called `name`, or None."""
        ...


class FunctionRef:
    """A function by name, with the library that it is looked up in when it is needed.

    Two references are equal if names and attrs are.
    """

    __slots__ = ("attrs", "library", "name")

    def __init__(self, name: str, library: Functions | None = None, attrs: Mapping[str, Any] | None = None) -> None:
        self.name = name
        self.library = library
        self.attrs = dict(attrs or {})

    @property
    def body(self) -> Any:
        """The function (`ir.function.Function`).

        Raises:
          NotFoundError: the library has none of that name.
        """
        found = None if self.library is None else self.library.get(self.name)
        if found is None:
            raise errors.NotFoundError(None, None, f"Function {self.name} is not defined.")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionRef) and (self.name, self.attrs) == (other.name, other.attrs)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<function {self.name}>"
