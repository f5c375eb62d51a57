"""What classes of distributions use on themselves: notes on docstrings, the arguments of the calling function."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Any


class AppendDocstring:
    """A decorator that adds a note, and a list of keyword arguments, to a function's docstring.

    Raises:
      ValueError: a keyword has spaces, or its description several lines.
    """

    def __init__(self, additional_note: str = "", kwargs_dict: Mapping[str, str] | None = None) -> None:
        rows = []
        for key, text in sorted((kwargs_dict or {}).items()):
            text = text.lstrip()
            if any(map(str.isspace, key)):
                raise ValueError(f'Parameter name "{key}" contains whitespace.')
            if "\n" in text:
                raise ValueError(f'Parameter description for "{key}" contains newlines.')
            rows.append(f"*  `{key}`: {text}")
        self._additional_note = additional_note
        if rows:
            self._additional_note += "\n\n##### `kwargs`:\n\n" + "\n".join(rows)

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(fn)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            return fn(*args, **kwargs)

        wrapped.__doc__ = self._additional_note if fn.__doc__ is None else f"{fn.__doc__}\n{self._additional_note}"
        return wrapped


def parent_frame_arguments() -> dict[str, Any]:
    """The arguments of the function that calls this, keyword arguments among them, others left out."""
    names, _, keywords, values = inspect.getargvalues(inspect.stack()[1][0])
    return {**{name: values[name] for name in names}, **(values[keywords] if keywords else {})}
