"""`tf.contrib.training.HParams`: hyperparameters by name, set from text."""

from __future__ import annotations

import json
import numbers
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from tf1compat._facade.deprecation import deprecated

_ASSIGNMENT = re.compile(
    r"(?P<name>[a-zA-Z][\w.]*)(\[\s*(?P<index>\d+)\s*\])?\s*=\s*((?P<val>[^,\[]*)|\[(?P<vals>[^\]]*)\])($|,\s*)"
)
_BOOLS = {"true": True, "True": True, "false": False, "False": False}


def _cannot_parse(name: str, kind: type, value: Any, values: str) -> ValueError:
    return ValueError(f"Could not parse hparam '{name}' of type '{kind.__name__}' with value '{value}' in {values}")


def _assigned_twice(name: str, values: str) -> ValueError:
    return ValueError(f"Multiple assignments to variable '{name}' in {values}")


def _as_bool(text: str) -> bool:
    return _BOOLS[text] if text in _BOOLS else bool(int(text))


def parse_values(values: str, type_map: Mapping[str, type], ignore_unknown: bool = False) -> dict[str, Any]:
    """The assignments in a text such as `"rate=0.1,sizes=[1,2],name[1]=x"`.

    Args:
      values: the text.
      type_map: name -> type of the values.
      ignore_unknown: skip other names.

    Returns:
      Name -> value, list of values, or index -> value.

    Raises:
      ValueError: the text is malformed, a name is unknown or set twice, or a value does not fit its type.
    """
    found: dict[str, Any] = {}
    position = 0
    while position < len(values):
        match = _ASSIGNMENT.match(values, position)
        if not match:
            raise ValueError(f"Malformed hyperparameter value: {values[position:]}")
        position = match.end()
        name = match["name"]
        if name not in type_map:
            if ignore_unknown:
                continue
            raise ValueError(f"Unknown hyperparameter type for {name}")
        kind = type_map[name]
        parse: Callable[[str], Any] = _as_bool if kind is bool else kind
        if match["val"] is not None:
            _set_one(found, name, parse, kind, match, values)
        else:
            _set_list(found, name, parse, kind, match, values)
    return found


def _set_one(found: dict[str, Any], name: str, parse: Any, kind: type, match: re.Match[str], values: str) -> None:
    try:
        value = parse(match["val"])
    except ValueError:
        raise _cannot_parse(name, kind, match["val"], values) from None
    if not match["index"]:
        if name in found:
            raise _assigned_twice(name, values)
        found[name] = value
        return
    index = int(match["index"])
    by_index = found.setdefault(name, {})
    if not isinstance(by_index, dict):
        raise _assigned_twice(name, values)
    if index in by_index:
        raise _assigned_twice(f"{name}[{index}]", values)
    by_index[index] = value


def _set_list(found: dict[str, Any], name: str, parse: Any, kind: type, match: re.Match[str], values: str) -> None:
    if match["index"] is not None:
        raise ValueError("Assignment of a list to a list index.")
    if name in found:
        raise _assigned_twice(name, values)
    try:
        found[name] = [parse(e) for e in re.split("[ ,]", match["vals"]) if e]
    except ValueError:
        raise _cannot_parse(name, kind, match["vals"], values) from None


def _cast(name: str, kind: type, value: Any) -> Any:
    """The value as `kind`; ValueError if that would change its meaning."""
    if type(value) is kind or issubclass(kind, type(None)):
        return value
    texts = (str, bytes)
    wrong = (
        (issubclass(kind, texts) and not isinstance(value, texts))
        or issubclass(kind, bool) != isinstance(value, bool)
        or (issubclass(kind, numbers.Integral) and not isinstance(value, numbers.Integral))
        or (issubclass(kind, numbers.Number) and not isinstance(value, numbers.Number))
    )
    if wrong:
        raise ValueError(f"Could not cast hparam '{name}' of type '{kind}' from value {value!r}")
    return cast("Any", kind)(value)


class HParams:
    """Named values that keep their types; a list's elements share one type.

    Args:
      hparam_def: an HParamDef message, instead of values: not in tf1compat.
      model_structure: any object, kept.
      **kwargs: name -> value.

    >>> import tf1compat as tf
    >>> hparams = tf.contrib.training.HParams(rate=0.1, sizes=[10, 20]).parse("rate=0.5,sizes=[3]")
    >>> print(hparams.rate, hparams.sizes)
    0.5 [3]
    """

    def __init__(self, hparam_def: Any = None, model_structure: Any = None, **kwargs: Any) -> None:
        self._hparam_types: dict[str, tuple[type, bool]] = {}
        self._model_structure = model_structure
        if hparam_def:
            raise NotImplementedError("HParams(hparam_def=…): tf1compat has no HParamDef messages; use to_json")
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def add_hparam(self, name: str, value: Any) -> None:
        """Add a value.

        Raises:
          ValueError: the name is taken, or an empty list.
        """
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        if isinstance(value, (list, tuple)):
            if not value:
                raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
            self._hparam_types[name] = (type(value[0]), True)
        else:
            self._hparam_types[name] = (type(value), False)
        setattr(self, name, value)

    def set_hparam(self, name: str, value: Any) -> None:
        """Change a value.

        Raises:
          KeyError: there is none of that name.
          ValueError: a list where one value was, or the reverse, or another type.
        """
        kind, is_list = self._hparam_types[name]
        if isinstance(value, list):
            if not is_list:
                raise ValueError(f"Must not pass a list for single-valued parameter: {name}")
            setattr(self, name, [_cast(name, kind, v) for v in value])
            return
        if is_list:
            raise ValueError(f"Must pass a list for multi-valued parameter: {name}.")
        setattr(self, name, _cast(name, kind, value))

    def del_hparam(self, name: str) -> None:
        """Remove a value, if it is there."""
        if hasattr(self, name):
            delattr(self, name)
            del self._hparam_types[name]

    def parse(self, values: str) -> HParams:
        """Change values by a text such as `"rate=0.1,sizes=[1,2]"`."""
        types = {name: kind for name, (kind, _) in self._hparam_types.items()}
        return self.override_from_dict(parse_values(values, types))

    def override_from_dict(self, values_dict: Mapping[str, Any]) -> HParams:
        """Change values by a dictionary."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    @deprecated(None, "Use `override_from_dict`.", "tensorflow.contrib.training.python.training.hparam")
    def set_from_map(self, values_map: Mapping[str, Any]) -> HParams:
        """Old name of `override_from_dict`."""
        return self.override_from_dict(values_map)

    def set_model_structure(self, model_structure: Any) -> None:
        """Keep an object."""
        self._model_structure = model_structure

    def get_model_structure(self) -> Any:
        """The object that was kept."""
        return self._model_structure

    def to_json(self, indent: Any = None, separators: Any = None, sort_keys: bool = False) -> str:
        """The values as JSON."""
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def parse_json(self, values_json: str) -> HParams:
        """Change values by JSON."""
        return self.override_from_dict(json.loads(values_json))

    def values(self) -> dict[str, Any]:
        """Name -> value."""
        return {name: getattr(self, name) for name in self._hparam_types}

    def get(self, key: str, default: Any = None) -> Any:
        """A value, or `default` without one.

        Raises:
          ValueError: the default is of another type than the value.
        """
        if key not in self._hparam_types:
            return default
        if default is not None:
            kind, is_list = self._hparam_types[key]
            shown = f"list<{kind}>" if is_list else str(kind)
            message = f"Hparam '{key}' of type '{shown}' is incompatible with default={default}"
            if is_list != isinstance(default, list):
                raise ValueError(message)
            try:
                for value in default if is_list else [default]:
                    _cast(key, kind, value)
            except ValueError as e:
                raise ValueError(f"{message}. {e}") from e
        return getattr(self, key)

    def __contains__(self, key: str) -> bool:
        return key in self._hparam_types

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.values().items())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({sorted(self.values().items())})"
