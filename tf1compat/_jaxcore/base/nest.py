"""TF1's `nest`: flatten, repack, map and compare nested structures of lists, tuples, mappings and attrs objects.

Mappings are taken in the order of their sorted keys, whatever their own order is. NumPy arrays, text, sets, tensors
and (unless `expand_composites`) composites are leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tf1compat._jaxcore.base.shallow import assert_shallow_structure, yield_flat_up_to
from tf1compat._jaxcore.base.structure import (
    CompositeTensor,
    Nested,
    TypeSpec,
    elements,
    is_composite,
    is_mapping,
    is_namedtuple,
    is_sequence,
    is_sequence_or_composite,
    is_type_spec,
    same_namedtuples,
    sequence_like,
    sequence_test,
    sorted_items,
    spec_of,
)

__all__ = [
    "CompositeTensor",
    "TypeSpec",
    "assert_same_structure",
    "assert_shallow_structure",
    "flatten",
    "flatten_dict_items",
    "flatten_up_to",
    "flatten_with_joined_string_paths",
    "flatten_with_tuple_paths",
    "flatten_with_tuple_paths_up_to",
    "get_traverse_shallow_structure",
    "is_nested",
    "is_sequence",
    "is_sequence_or_composite",
    "map_structure",
    "map_structure_up_to",
    "map_structure_with_paths",
    "map_structure_with_tuple_paths",
    "map_structure_with_tuple_paths_up_to",
    "pack_sequence_as",
    "yield_flat_paths",
]


class _Dot:
    """What stands for a leaf where a message shows a structure."""

    def __init__(self, leaf: Any) -> None:
        self.leaf = leaf

    def __repr__(self) -> str:
        return "."


def is_nested(seq: Any) -> bool:
    """Whether `seq` has elements to look into."""
    return is_sequence(seq)


def flatten(structure: Nested, expand_composites: bool = False) -> list[Any]:
    """The leaves of a structure as a list; `[structure]` for a leaf.

    Raises TypeError for mappings whose keys have no order.

    >>> flatten([1, {"b": 2, "a": (3, 4)}])
    [1, 3, 4, 2]
    """
    leaves: list[Any] = []
    _collect(structure, leaves, sequence_test(expand_composites))
    return leaves


def _collect(structure: Nested, leaves: list[Any], is_seq: Callable[[Any], bool]) -> None:
    if not is_seq(structure):
        leaves.append(structure)
        return
    for element in elements(structure):
        _collect(element, leaves, is_seq)


def pack_sequence_as(structure: Nested, flat_sequence: Any, expand_composites: bool = False) -> Nested:
    """A structure like `structure` whose leaves are those of the flat sequence, in `flatten`'s order.

    Raises TypeError if `flat_sequence` is a leaf and ValueError if it has another number of elements.

    >>> pack_sequence_as({"b": 0, "a": [0, 0]}, [1, 2, 3])
    {'b': 3, 'a': [1, 2]}
    """
    is_seq = sequence_test(expand_composites)
    if not is_seq(flat_sequence):
        raise TypeError("flat_sequence must be a sequence")
    if not is_seq(structure):
        if len(flat_sequence) != 1:
            raise ValueError(f"Structure is a scalar but len(flat_sequence) == {len(flat_sequence)} > 1")
        return flat_sequence[0]
    try:
        used, packed = _pack(structure, flat_sequence, 0, is_seq)
        too_long = used < len(flat_sequence)
    except IndexError:
        packed, too_long = [], None
    if too_long is not False:
        leaves = flatten(structure, expand_composites)
        raise ValueError(
            f"Could not pack sequence. Structure had {len(leaves)} elements, but flat_sequence had "
            f"{len(flat_sequence)} elements.  Structure: {structure}, flat_sequence: {flat_sequence}."
        )
    return sequence_like(structure, packed)


def _pack(structure: Nested, flat: Any, index: int, is_seq: Callable[[Any], bool]) -> tuple[int, list[Any]]:
    packed: list[Any] = []
    for _, element in sorted_items(structure):
        if is_seq(element):
            index, child = _pack(element, flat, index, is_seq)
            packed.append(sequence_like(element, child))
        else:
            packed.append(flat[index])
            index += 1
    return index, packed


def map_structure(func: Callable[..., Any], *structure: Nested, **kwargs: Any) -> Nested:
    """A structure like the first one, with `func` applied to the leaves at the same place of all of them.

    Takes `check_types` (True) and `expand_composites` (False). Raises TypeError or ValueError where the structures
    differ.

    >>> map_structure(lambda a, b: a + b, [1, (2,)], [3, (4,)])
    [4, (6,)]
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = kwargs.pop("check_types", True)
    expand_composites = kwargs.pop("expand_composites", False)
    if kwargs:
        unknown = "`, `".join(kwargs)
        raise ValueError(f"Only valid keyword arguments are `check_types` and `expand_composites`, not: `{unknown}`")
    first = structure[0]
    for other in structure[1:]:
        assert_same_structure(first, other, check_types=check_types, expand_composites=expand_composites)
    leaves = [flatten(s, expand_composites) for s in structure]
    return pack_sequence_as(first, [func(*x) for x in zip(*leaves, strict=False)], expand_composites=expand_composites)


def assert_same_structure(
    nest1: Nested, nest2: Nested, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise unless two structures are nested in the same way.

    Raises ValueError for different numbers of elements or keys, TypeError (only with `check_types`) for different
    types of sequence. Lists and their subclasses, any two mappings, and namedtuples of equal name and fields count as
    the same type.
    """
    difference = _difference(nest1, nest2, check_types, expand_composites)
    if difference is None:
        return
    error, text = difference
    dots1, dots2 = (map_structure(_Dot, n) for n in (nest1, nest2))
    raise error(
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: {_shown(nest1)}\n\nSecond structure: {_shown(nest2)}\n\nMore specifically: {text}\n"
        f"Entire first structure:\n{dots1}\nEntire second structure:\n{dots2}"
    )


_Difference = tuple[type[Exception], str] | None


def _shown(value: Any) -> str:
    return f"type={type(value).__name__} str={value}"


def _difference(a: Nested, b: Nested, check_types: bool, expand: bool) -> _Difference:
    """The first difference of two structures as (exception class, text), None where they are the same."""
    is_seq = sequence_test(expand)
    if is_seq(a) != is_seq(b):
        inner, leaf = (a, b) if is_seq(a) else (b, a)
        return (
            ValueError,
            f'Substructure "{_shown(inner)}" is a sequence, while substructure "{_shown(leaf)}" is not',
        )
    if not is_seq(a):
        return None
    found = _type_difference(a, b, expand) if check_types else None
    if found is None and expand and (is_composite(a) or is_composite(b)):
        found = _spec_difference(a, b)
    if found is not None:
        return found
    elements_a, elements_b = elements(a), elements(b)
    for x, y in zip(elements_a, elements_b, strict=False):
        found = _difference(x, y, check_types, expand)
        if found is not None:
            return found
    if len(elements_a) != len(elements_b):
        text = "The two structures don't have the same number of elements. "
        return ValueError, f"{text}First structure: {_shown(a)}. Second structure: {_shown(b)}"
    return None


def _type_difference(a: Nested, b: Nested, expand: bool) -> _Difference:
    if is_namedtuple(a, strict=True) and is_namedtuple(b, strict=True):
        same = same_namedtuples(a, b)
    else:
        same = (
            type(a) is type(b)
            or all(isinstance(value, list) for value in (a, b))
            or all(is_mapping(value) for value in (a, b))
            or (expand and (is_composite(a) or is_composite(b)) and (is_type_spec(a) or is_type_spec(b)))
        )
    if not same:
        # TF1: the text speaks of namedtuples whatever the types are.
        return TypeError, (
            f"The two namedtuples don't have the same sequence type. First structure {_shown(a)} has type "
            f"{type(a).__name__}, while second structure {_shown(b)} has type {type(b).__name__}"
        )
    if is_mapping(a):
        keys_a: list[Any] = list(a)
        keys_b: list[Any] = list(b)
        if set(keys_a) != set(keys_b):
            return ValueError, (
                "The two dictionaries don't have the same set of keys. First structure has keys "
                f"{_shown(keys_a)}, while second structure has keys {_shown(keys_b)}"
            )
    return None


def _spec_difference(a: Nested, b: Nested) -> _Difference:
    try:
        spec_a, spec_b = spec_of(a), spec_of(b)
        spec_a.most_specific_compatible_type(spec_b)
    except (TypeError, ValueError, AttributeError):
        # A structure that is neither composite nor spec has no spec: it is shown itself.
        shown = (_shown(getattr(value, "_type_spec", value)) for value in (a, b))
        return ValueError, "Incompatible CompositeTensor TypeSpecs: " + " vs. ".join(shown)
    return None


def flatten_dict_items(dictionary: Mapping[Any, Any]) -> dict[Any, Any]:
    """A flat dictionary from one whose keys and values are structures of the same kind.

    Raises TypeError for what is no mapping, ValueError for a key and value of different sizes or a repeated key.

    >>> flatten_dict_items({(1, (2, 3)): ("a", ("b", "c"))})
    {1: 'a', 2: 'b', 3: 'c'}
    """
    if not isinstance(dictionary, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] (callers are user code)
        raise TypeError("input must be a dictionary")
    flat: dict[Any, Any] = {}
    for key, value in dictionary.items():
        keys, values = ([key], [value]) if not is_sequence(key) else (flatten(key), flatten(value))
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} elements. "
                f"Key: {keys}, value: {values}."
            )
        for new_key, new_value in zip(keys, values, strict=True):
            if new_key in flat:
                raise ValueError(f"Could not flatten dictionary: key {new_key} is not unique.")
            flat[new_key] = new_value
    return flat


def flatten_with_tuple_paths_up_to(
    shallow_tree: Nested,
    input_tree: Nested,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> list[tuple[tuple[Any, ...], Any]]:
    """`flatten_up_to`, each part with the tuple of keys that leads to it."""
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites, check_subtrees_length)
    return list(yield_flat_up_to(shallow_tree, input_tree, sequence_test(expand_composites)))


def flatten_up_to(
    shallow_tree: Nested,
    input_tree: Nested,
    check_types: bool = True,
    expand_composites: bool = False,
    check_subtrees_length: bool = True,
) -> list[Any]:
    """The parts of `input_tree` at the leaves of `shallow_tree`; raises what `assert_shallow_structure` raises.

    >>> flatten_up_to([0, [0, 0]], [1, [[2, 3], 4]])
    [1, [2, 3], 4]
    """
    pairs = flatten_with_tuple_paths_up_to(
        shallow_tree, input_tree, check_types, expand_composites, check_subtrees_length
    )
    return [part for _, part in pairs]


def map_structure_up_to(shallow_tree: Nested, func: Callable[..., Any], *inputs: Nested, **kwargs: Any) -> Nested:
    """`func` of the parts of the inputs at the leaves of `shallow_tree`, in a structure like it."""

    def without_path(_: tuple[Any, ...], *values: Any) -> Any:
        return func(*values)

    return map_structure_with_tuple_paths_up_to(shallow_tree, without_path, *inputs, **kwargs)


def map_structure_with_tuple_paths_up_to(
    shallow_tree: Nested, func: Callable[..., Any], *inputs: Nested, **kwargs: Any
) -> Nested:
    """`map_structure_up_to` whose `func` gets the tuple of keys first; other keyword arguments go to `func`."""
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    check_types = kwargs.pop("check_types", True)
    expand_composites = kwargs.pop("expand_composites", False)
    check_length = kwargs.pop("check_subtrees_length", True)
    flat = [
        flatten_with_tuple_paths_up_to(shallow_tree, tree, check_types, expand_composites, check_length)
        for tree in inputs
    ]
    paths = [path for path, _ in flat[0]]
    values = [[part for _, part in pairs] for pairs in flat]
    results = [func(*args, **kwargs) for args in zip(paths, *values, strict=False)]
    return pack_sequence_as(shallow_tree, results, expand_composites=expand_composites)


def map_structure_with_tuple_paths(func: Callable[..., Any], *structure: Nested, **kwargs: Any) -> Nested:
    """`map_structure` whose `func` gets the tuple of keys of the leaf first."""
    return map_structure_with_tuple_paths_up_to(structure[0], func, *structure, **kwargs)


def map_structure_with_paths(func: Callable[..., Any], *structure: Nested, **kwargs: Any) -> Nested:
    """`map_structure` whose `func` gets the path of the leaf first, keys joined by slashes.

    >>> map_structure_with_paths(lambda path, x: f"{path}={x}", {"a": [1, 2]})
    {'a': ['a/0=1', 'a/1=2']}
    """

    def with_text_path(path: tuple[Any, ...], *values: Any, **kwargs: Any) -> Any:
        return func("/".join(str(key) for key in path), *values, **kwargs)

    return map_structure_with_tuple_paths_up_to(structure[0], with_text_path, *structure, **kwargs)


def yield_flat_paths(nest: Nested, expand_composites: bool = False) -> Iterator[tuple[Any, ...]]:
    """The tuples of keys that lead to the leaves, in `flatten`'s order."""
    for path, _ in yield_flat_up_to(nest, nest, sequence_test(expand_composites)):
        yield path


def flatten_with_tuple_paths(structure: Nested, expand_composites: bool = False) -> list[tuple[tuple[Any, ...], Any]]:
    """The leaves, each with the tuple of keys that leads to it."""
    return list(yield_flat_up_to(structure, structure, sequence_test(expand_composites)))


def flatten_with_joined_string_paths(
    structure: Nested, separator: str = "/", expand_composites: bool = False
) -> list[tuple[str, Any]]:
    """The leaves, each with its path as text.

    >>> flatten_with_joined_string_paths({"b": [1, 2], "a": 3})
    [('a', 3), ('b/0', 1), ('b/1', 2)]
    """
    pairs = flatten_with_tuple_paths(structure, expand_composites)
    return [(separator.join(str(key) for key in path), leaf) for path, leaf in pairs]


def get_traverse_shallow_structure(
    traverse_fn: Callable[[Any], Any], structure: Nested, expand_composites: bool = False
) -> Nested:
    """A structure of bools, cut where `traverse_fn` says not to look further.

    `traverse_fn(part)` answers True (go on), False (stop here), or for a sequence one bool per element. Raises
    TypeError for other answers.
    """
    is_seq = sequence_test(expand_composites)
    answer = traverse_fn(structure)
    if not is_seq(structure):
        if not isinstance(answer, bool):
            raise TypeError(f"traverse_fn returned structure: {answer} for non-structure: {structure}")
        return answer
    branches = [branch for _, branch in sorted_items(structure)]
    if isinstance(answer, bool):
        if not answer:
            return False
        choices: list[Any] = [True] * len(branches)
    elif is_seq(answer):
        assert_shallow_structure(answer, structure, expand_composites=expand_composites)
        choices = [choice for _, choice in sorted_items(answer)]
    else:
        raise TypeError(f"traverse_fn returned a non-bool scalar: {answer} for input: {structure}")
    level: list[Any] = []
    for choice, branch in zip(choices, branches, strict=False):
        if not isinstance(choice, bool):
            raise TypeError(
                f"traverse_fn didn't return a depth=1 structure of bools.  saw: {answer}  for structure: {structure}"
            )
        level.append(choice and get_traverse_shallow_structure(traverse_fn, branch, expand_composites))
    return sequence_like(structure, level)
