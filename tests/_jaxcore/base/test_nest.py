"""`nest` as in TensorFlow 1.15, composites by derivation and by registration, and round trips."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests._jaxcore.base.golden import names, outcome, rows
from tf1compat._jaxcore.base import nest

NAMES = names(nest=nest)


@pytest.mark.parametrize(("expression", "expected"), rows("nest"))
def test_answers_as_tf1(expression: str, expected: str) -> None:
    # The recorder's own module is called base_names there and here.
    assert outcome(expression, NAMES) == expected


def test_attrs_objects_may_be_shallow() -> None:
    # TF1 fails here because attrs objects have no len().
    make = NAMES["A"]
    assert nest.flatten_up_to(make(0, 0), make([1], 2)) == [[1], 2]


class PairSpec(nest.TypeSpec):
    """The type of a `Pair`: a kind, which must agree."""

    _component_specs = ("left", ["right"])

    def __init__(self, kind: str, value_type: Any) -> None:
        self.kind, self.value_type = kind, value_type

    def __str__(self) -> str:
        return f"PairSpec({self.kind})"

    def _to_components(self, value: Any) -> Any:
        return value.left, [value.right]

    def _from_components(self, components: Any) -> Any:
        return self.value_type(components[0], components[1][0], self.kind)

    def most_specific_compatible_type(self, other: Any) -> PairSpec:
        if not isinstance(other, PairSpec) or self.kind != other.kind:
            raise ValueError("kinds differ")
        return self


class Pair(nest.CompositeTensor):
    """A composite of two parts."""

    def __init__(self, left: Any, right: Any, kind: str = "k") -> None:
        self.left, self.right, self.kind = left, right, kind

    @property
    def _type_spec(self) -> PairSpec:
        return PairSpec(self.kind, type(self))


class RegisteredPair:
    """A composite that does not derive from `CompositeTensor`."""

    __init__ = Pair.__init__
    _type_spec = Pair._type_spec


nest.CompositeTensor.register(RegisteredPair)


class LeafSpec(nest.TypeSpec):
    """Describes one plain tensor."""

    describes_one_tensor = True


@pytest.mark.parametrize("make", [Pair, RegisteredPair])
def test_composites_open_only_when_asked(make: Any) -> None:
    value = make(1, 2)
    assert nest.flatten([value, 3]) == [value, 3]
    assert nest.flatten([value, 3], expand_composites=True) == [1, 2, 3]
    assert (nest.is_sequence(value), nest.is_sequence_or_composite(value)) == (False, True)
    doubled = nest.map_structure(lambda x: x * 2, [value, 3], expand_composites=True)
    assert (doubled[0].left, doubled[0].right, doubled[1]) == (2, 4, 6)
    assert type(doubled[0]) is make
    assert list(nest.yield_flat_paths([value], expand_composites=True)) == [
        (0, make.__name__, 0),
        (0, make.__name__, 1, 0),
    ]


def test_a_spec_has_the_structure_of_its_value() -> None:
    spec = Pair(0, 0)._type_spec
    assert nest.flatten([spec], expand_composites=True) == ["left", "right"]
    assert nest.flatten(LeafSpec(), expand_composites=True)[0].describes_one_tensor
    nest.assert_same_structure([spec], [Pair(1, 2)], expand_composites=True)
    assert nest.flatten_up_to([spec], [Pair(1, 2)], expand_composites=True) == [1, 2]
    packed = nest.pack_sequence_as([spec], [5, 6], expand_composites=True)
    assert (packed[0].left, packed[0].right) == (5, 6)


def test_specs_that_do_not_agree() -> None:
    a, b = [Pair(1, 2, "k")], [Pair(1, 2, "other")]
    nest.assert_same_structure(a, b)
    with pytest.raises(ValueError, match=r"Incompatible CompositeTensor TypeSpecs: type=PairSpec str=PairSpec\(k\) vs"):
        nest.assert_same_structure(a, b, expand_composites=True)
    with pytest.raises(ValueError, match=r"Incompatible .* PairSpec\(k\) vs. PairSpec\(other\) -- kinds differ"):
        nest.assert_shallow_structure(a, b, expand_composites=True)
    with pytest.raises(TypeError, match="don't have the same sequence type"):
        nest.assert_same_structure(a, [(1, 2)], expand_composites=True)
    with pytest.raises(TypeError, match="don't have the same sequence type"):
        nest.assert_shallow_structure(a, [(1, 2)], check_types=False, expand_composites=True)
    with pytest.raises(TypeError, match="If shallow structure is a TypeSpec, input must also be a TypeSpec"):
        nest.assert_shallow_structure(a[0]._type_spec, (1, 2), check_types=False, expand_composites=True)


LEAVES = st.integers() | st.text(max_size=2) | st.none()
STRUCTURES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3).map(lambda d: OrderedDict(reversed(d.items())))
        | st.tuples(inner, inner).map(lambda pair: NAMES["NT"](*pair))
    ),
    max_leaves=12,
)


@given(STRUCTURES)
def test_packing_undoes_flattening(structure: Any) -> None:
    leaves = nest.flatten(structure)
    again = nest.pack_sequence_as(structure, leaves)
    assert repr(again) == repr(structure)
    nest.assert_same_structure(structure, again)
    assert nest.flatten_up_to(structure, again) == leaves
    assert len(list(nest.yield_flat_paths(structure))) == len(leaves)


@given(STRUCTURES)
def test_paths_lead_to_the_leaves(structure: Any) -> None:
    for path, leaf in nest.flatten_with_tuple_paths(structure):
        found = structure
        for key in path:
            found = getattr(found, key) if hasattr(found, "_fields") else found[key]
        assert found is leaf
