"""`tensorflow.python.framework.combinations`: tests that run once for each combination of arguments."""

from __future__ import annotations

import functools
import inspect
import itertools
import re
import types
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from absl.testing import parameterized

_MODES = ("mode", "tf_api_version")  # not given to tests that do not ask for them


def combine(**kwargs: Any) -> list[OrderedDict[str, Any]]:
    """All combinations of the values in lists, as dictionaries with sorted keys."""
    keys = sorted(kwargs)
    values = [v if isinstance(v, list) else [v] for v in (kwargs[k] for k in keys)]
    return [OrderedDict(zip(keys, chosen)) for chosen in itertools.product(*values)]


def times(*combined: Sequence[OrderedDict[str, Any]]) -> list[OrderedDict[str, Any]]:
    """Each combination of the first list with each of the others.

    Raises:
      ValueError: they have a key in common.
    """
    found: list[OrderedDict[str, Any]] = [OrderedDict()]
    for more in combined:
        for a, b in itertools.product(found, more):
            if set(a) & set(b):
                raise ValueError(f"Keys need to not overlap: {a.keys()} vs {b.keys()}")
        found = [OrderedDict([*a.items(), *b.items()]) for a, b in itertools.product(found, more)]
    return found


class NamedObject:
    """An object with another text, for names of tests."""

    def __init__(self, name: str, obj: Any) -> None:
        self._name, self._obj = name, obj

    def __getattr__(self, name: str) -> Any:
        return getattr(self._obj, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._obj(*args, **kwargs)

    def __repr__(self) -> str:
        return self._name


def generate(combinations: Sequence[OrderedDict[str, Any]]) -> Callable[[Any], Any]:
    """A decorator of test methods, and of classes of them, that runs them for each combination.

    There is graph mode and TensorFlow 1 only: combinations that ask for others are skipped.
    """
    named = [{**c, "testcase_name": "_test" + _text(c)} for c in combinations]

    def decorate(target: Any) -> Any:
        if not isinstance(target, type):
            return parameterized.named_parameters(*named)(_chosen(target))
        for name, method in list(vars(target).items()):
            if name.startswith("test") and isinstance(method, types.FunctionType):
                delattr(target, name)
                for case in named:
                    arguments = {k: v for k, v in case.items() if k != "testcase_name"}
                    full = name + case["testcase_name"]
                    setattr(target, full, functools.partialmethod(_chosen(method), **arguments))
        return target

    return decorate


def _text(combination: OrderedDict[str, Any]) -> str:
    def letters(x: Any, i: int = 0) -> str:
        return "".join(filter(str.isalnum, re.sub("0[xX][0-9a-fA-F]+", str(i), str(x))))

    return "".join(f"_{letters(k)}_{letters(v, i)}" for i, (k, v) in enumerate(combination.items()))


def _chosen(method: Callable[..., Any]) -> Callable[..., Any]:
    wanted = inspect.getfullargspec(method).args

    @functools.wraps(method)
    def run(self: Any, **arguments: Any) -> None:
        if arguments.get("mode", "graph") != "graph" or arguments.get("tf_api_version", 1) != 1:
            self.skipTest("graph mode of TensorFlow 1 only")
        from tf1compat._facade.graph import Graph

        with Graph().as_default():
            method(self, **{k: v for k, v in arguments.items() if k in wanted or k not in _MODES})

    return run
