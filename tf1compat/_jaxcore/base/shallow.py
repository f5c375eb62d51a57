"""Whether one structure is the upper part of another, and the walk over the parts below it (for `nest`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from tf1compat._jaxcore.base.structure import (
    Nested,
    elements,
    is_composite,
    is_namedtuple,
    is_type_spec,
    same_namedtuples,
    sequence_test,
    sorted_items,
    spec_of,
)


def _mismatching_types(shallow_tree: Nested, input_tree: Nested) -> TypeError:
    return TypeError(
        "The two structures don't have the same sequence type. Input structure has type "
        f"{type(input_tree)}, while shallow structure has type {type(shallow_tree)}."
    )


def assert_shallow_structure(
    shallow_tree: Nested,
    input_tree: Nested,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> None:
    """Raise unless `shallow_tree` is the upper part of `input_tree`.

    Raises TypeError where types differ (only with `check_types`) or a leaf stands for a sequence, ValueError for
    different lengths (without `check_subtrees_length`: too few elements) or missing keys.
    """
    if not sequence_test(expand_composites)(shallow_tree):
        return
    if not sequence_test(expand_composites)(input_tree):
        raise TypeError(
            f"If shallow structure is a sequence, input must also be a sequence. Input has type: {type(input_tree)}."
        )
    if check_types:
        _check_shallow_type(shallow_tree, input_tree)
    if is_composite(shallow_tree) or is_composite(input_tree):
        _check_shallow_spec(shallow_tree, input_tree)
    elif is_type_spec(shallow_tree):
        if not is_type_spec(input_tree):
            raise TypeError(
                "If shallow structure is a TypeSpec, input must also be a TypeSpec.  "
                f"Input has type: {type(input_tree)}."
            )
    else:
        _check_shallow_length(shallow_tree, input_tree, check_subtrees_length)
    if isinstance(shallow_tree, Mapping):
        absent = set(cast("Mapping[Any, Any]", shallow_tree)) - set(input_tree)
        if absent:
            raise ValueError(
                "The shallow_tree's keys are not a subset of the input_tree's keys. The shallow_tree has the "
                f"following keys that are not in the input_tree: {sorted(absent)}."
            )
    for (_, shallow), (_, branch) in zip(sorted_items(shallow_tree), sorted_items(input_tree), strict=False):
        assert_shallow_structure(shallow, branch, check_types, expand_composites, check_subtrees_length)


def _check_shallow_type(shallow_tree: Nested, input_tree: Nested) -> None:
    if isinstance(input_tree, type(shallow_tree)):
        return
    if is_namedtuple(shallow_tree) and is_namedtuple(input_tree):
        if not same_namedtuples(shallow_tree, input_tree):
            raise _mismatching_types(shallow_tree, input_tree)
        return
    pair = (shallow_tree, input_tree)
    spec_for_value = any(map(is_composite, pair)) and any(map(is_type_spec, pair))
    if not spec_for_value and not all(isinstance(tree, Mapping) for tree in pair):
        raise _mismatching_types(shallow_tree, input_tree)


def _check_shallow_spec(shallow_tree: Nested, input_tree: Nested) -> None:
    if not all(is_composite(tree) or is_type_spec(tree) for tree in (shallow_tree, input_tree)):
        raise _mismatching_types(shallow_tree, input_tree)
    shallow, given = spec_of(shallow_tree), spec_of(input_tree)
    try:
        shallow.most_specific_compatible_type(given)
    except (TypeError, ValueError) as e:
        raise ValueError(f"Incompatible CompositeTensor TypeSpecs: {shallow} vs. {given} -- {e}") from None


def _check_shallow_length(shallow_tree: Nested, input_tree: Nested, check_subtrees_length: bool) -> None:
    shallow, given = _length(shallow_tree), _length(input_tree)
    if check_subtrees_length and given != shallow:
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{given}, while shallow structure has length {shallow}."
        )
    if given < shallow:
        raise ValueError(
            "The input_tree has fewer elements than the shallow_tree. Input structure has length "
            f"{given}, while shallow structure has length {shallow}."
        )


def _length(tree: Nested) -> int:
    return len(tree) if hasattr(tree, "__len__") else len(elements(tree))


def yield_flat_up_to(
    shallow_tree: Nested, input_tree: Nested, is_seq: Callable[[Any], bool], path: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The parts of `input_tree` at the leaves of `shallow_tree`, each after the keys that lead to it."""
    if not is_seq(shallow_tree):
        yield path, input_tree
        return
    branches = dict(sorted_items(input_tree))
    for key, shallow in sorted_items(shallow_tree):
        yield from yield_flat_up_to(shallow, branches[key], is_seq, (*path, key))
