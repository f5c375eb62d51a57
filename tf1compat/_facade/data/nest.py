"""Nested structures as `tf.data` sees them: tuples, namedtuples, dictionaries and attrs objects; lists are leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade.sparse_tensor import SparseTensorValue
from tf1compat._jaxcore.base.structure import is_attrs, is_namedtuple


def is_sequence(value: Any) -> bool:
    """Whether `value` has elements."""
    if isinstance(value, SparseTensorValue):
        return False
    return isinstance(value, (tuple, Mapping)) or is_attrs(value)


def _elements(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        try:
            return [value[key] for key in sorted(value)]
        except TypeError:
            raise TypeError("nest only supports dicts with sortable keys.") from None
    if is_attrs(value):
        return [getattr(value, a.name) for a in value.__class__.__attrs_attrs__]
    return list(value)


def _like(value: Any, elements: Sequence[Any]) -> Any:
    if isinstance(value, Mapping):
        by_key = dict(zip(sorted(value), elements))
        return type(value)((key, by_key[key]) for key in value)  # type: ignore[call-arg]
    if is_namedtuple(value) or is_attrs(value):
        return type(value)(*elements)
    return type(value)(elements)


def flatten(nest: Any) -> list[Any]:
    """The leaves in order; dictionaries by sorted keys."""
    return [leaf for e in _elements(nest) for leaf in flatten(e)] if is_sequence(nest) else [nest]


def pack_sequence_as(structure: Any, flat_sequence: Any) -> Any:
    """The structure with other leaves."""
    if not (is_sequence(flat_sequence) or isinstance(flat_sequence, list)):
        raise TypeError("flat_sequence must be a sequence")
    leaves = list(flat_sequence)
    if not is_sequence(structure):
        if len(leaves) != 1:
            raise ValueError(f"Structure is a scalar but len(flat_sequence) == {len(leaves)} > 1")
        return leaves[0]
    size = len(flatten(structure))
    if size != len(leaves):
        raise ValueError(
            f"Could not pack sequence. Structure had {size} elements, but flat_sequence had {len(leaves)} elements.  "
            f"Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    rest = iter(leaves)

    def fill(value: Any) -> Any:
        return _like(value, [fill(e) for e in _elements(value)]) if is_sequence(value) else next(rest)

    return fill(structure)


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True) -> None:
    """Both are nested in the same way.

    Raises:
      ValueError: they are not.
      TypeError: with `check_types`, their kinds of sequences differ.
    """
    both = is_sequence(nest1), is_sequence(nest2)
    if both == (False, False):
        return
    if both[0] != both[1]:
        raise ValueError(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {_shown(nest1)}\n\nSecond structure: {_shown(nest2)}"
        )
    if check_types:
        _check_kinds(nest1, nest2)
    one, two = _elements(nest1), _elements(nest2)
    if len(one) != len(two):
        raise ValueError(
            "The two structures don't have the same number of elements.\n\n"
            f"First structure: {_shown(nest1)}\n\nSecond structure: {_shown(nest2)}"
        )
    for a, b in zip(one, two):
        assert_same_structure(a, b, check_types)


def _check_kinds(a: Any, b: Any) -> None:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        if set(a) != set(b):
            raise ValueError(
                f"The two dictionaries don't have the same set of keys. First structure has keys {sorted(a)}, while "
                f"second structure has keys {sorted(b)}"
            )
        return
    same = is_namedtuple(a) and is_namedtuple(b) and type(a).__name__ == type(b).__name__
    same = same and a._fields == b._fields  # pyright: ignore[reportAttributeAccessIssue]
    if type(a) is not type(b) and not same:
        raise TypeError(
            "The two namedtuples don't have the same sequence type. First structure has type "
            f"{type(a).__name__}, while second structure has type {type(b).__name__}."
        )


def _shown(value: Any) -> str:
    return f"type={type(value).__name__} str={value}"


def map_structure(func: Callable[..., Any], *structure: Any, check_types: bool = True, **unknown: Any) -> Any:
    """The structure with `func` of its leaves, and of those of structures like it."""
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    if unknown:
        raise ValueError("Only valid keyword argument is check_types")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types=check_types)
    leaves = zip(*(flatten(s) for s in structure))
    return pack_sequence_as(structure[0], [func(*x) for x in leaves])


def assert_shallow_structure(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> None:
    """The first is a prefix of the second.

    Raises:
      TypeError, ValueError: it is not.
    """
    if not is_sequence(shallow_tree):
        return
    if not is_sequence(input_tree):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(input_tree)}."
        )
    if check_types and not isinstance(input_tree, type(shallow_tree)):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(input_tree)}, while shallow structure has type {type(shallow_tree)}."
        )
    one, two = _elements(shallow_tree), _elements(input_tree)
    if len(one) != len(two):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(two)}, while shallow structure has length {len(one)}."
        )
    if check_types and isinstance(shallow_tree, Mapping) and set(input_tree) != set(shallow_tree):
        raise ValueError(
            "The two structures don't have the same keys. Input structure has keys "
            f"{list(input_tree)}, while shallow structure has keys {list(shallow_tree)}."
        )
    for a, b in zip(one, two):
        assert_shallow_structure(a, b, check_types)


def flatten_up_to(shallow_tree: Any, input_tree: Any) -> list[Any]:
    """What stands in `input_tree` where `shallow_tree` has leaves."""
    assert_shallow_structure(shallow_tree, input_tree)

    def collect(shallow: Any, deep: Any) -> list[Any]:
        if not is_sequence(shallow):
            return [deep]
        return [x for a, b in zip(_elements(shallow), _elements(deep)) for x in collect(a, b)]

    return collect(shallow_tree, input_tree)


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any) -> Any:
    """`func` of what stands in `inputs` where `shallow_tree` has leaves."""
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    leaves = zip(*(flatten_up_to(shallow_tree, x) for x in inputs))
    return pack_sequence_as(shallow_tree, [func(*x) for x in leaves])
