"""Classes and functions that the recorded expressions of `base.py` use (runs on Python 3.7 and newer)."""

import collections
import collections.abc
import copy
import pickle

import numpy as np

OD = collections.OrderedDict
DD = collections.defaultdict
NT = collections.namedtuple("NT", "a b")
NT2 = collections.namedtuple("NT", "a b")
NT3 = collections.namedtuple("NT3", "b a")


class Sub(NT):
    """Derived from a namedtuple."""


class M(collections.abc.Mapping):
    """A mapping that is no dict."""

    def __init__(self, *args):
        self.d = dict(*args)

    def __getitem__(self, key):
        return self.d[key]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return f"M({self.d!r})"


class L(list):
    """A list of its own class."""


class _Field:
    def __init__(self, name):
        self.name = name


class A:
    """Looks like a class made by attrs."""

    __attrs_attrs__ = (_Field("x"), _Field("y"))

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"A(x={self.x!r}, y={self.y!r})"


class A2:
    """Looks like a class made by attrs whose fields are not in alphabetical order."""

    __attrs_attrs__ = (_Field("y"), _Field("x"))

    def __init__(self, y, x):
        self.x, self.y = x, y

    def __repr__(self):
        return f"A2(y={self.y!r}, x={self.x!r})"


class Op:
    """What an error needs of an Operation."""

    def __init__(self, name, traceback, original=None):
        self.name, self.traceback, self._original_op = name, traceback, original


def frames(*lines):
    """A traceback of one file per letter: "a3 b7" is line 3 of a.py, then line 7 of b.py."""
    return [(f"/home/me/{line[0]}.py", int(line[1:]), "make_" + line[0], "code()") for line in lines]


def add(*args):
    """The sum of the leaves."""
    return sum(args)


def path(where, *args):
    """The path and the leaves."""
    return (where, *args)


NAMES = {
    "A": A,
    "A2": A2,
    "DD": DD,
    "L": L,
    "M": M,
    "NT": NT,
    "NT2": NT2,
    "NT3": NT3,
    "OD": OD,
    "Op": Op,
    "Sub": Sub,
    "add": add,
    "collections": collections,
    "copy": copy,
    "frames": frames,
    "np": np,
    "path": path,
    "pickle": pickle,
}
EXPECTED = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def outcome(expression, names):
    """What an expression gives: its repr, or the class and text of what it raises."""
    try:
        return repr(eval(expression, dict(names)))
    except EXPECTED as e:
        return f"{type(e).__name__}: {e}"
