"""Shapes: TF1's `TensorShape` and `Dimension`, C++ shape inference's broadcast and merge, and the laws they keep."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests._jaxcore.base.golden import names, outcome, rows
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.shapes import Dimension, Shape, ShapeError, TensorShape

NAMES = names(S=shapes, T=TensorShape, D=Dimension, dt=dtypes)


@pytest.mark.parametrize(("expression", "expected"), rows("shapes"))
def test_answers_as_tf1(expression: str, expected: str) -> None:
    assert outcome(expression, NAMES) == expected


def test_python_says_what_is_no_number() -> None:
    for value in ([], object(), [[1]]):
        with pytest.raises(TypeError, match=r"int\(\) argument must be"):
            Dimension(value)
    with pytest.raises(AssertionError, match="expects a TensorShape, got"):
        shapes.dimension_at_index([1], 0)


def _static_result(rule: Any, op: tuple[str, str], a: Shape, b: Shape) -> Any:
    try:
        result = rule(a, b)
    except ShapeError as e:
        return str(e.for_op(*op, [a, b]))
    return "?" if result is None else list(result)


def _raw(recorded: list[int | None] | None) -> Shape:
    return None if recorded is None else tuple(recorded)


@pytest.mark.parametrize(
    ("table", "rule", "op"),
    [("broadcast", shapes.broadcast, ("add", "Add")), ("merge", shapes.merge, ("Assign", "Assign"))],
)
def test_every_pair_of_small_shapes_as_tf1(table: str, rule: Any, op: tuple[str, str]) -> None:
    recorded = rows("shapes", table)
    assert len(recorded) > 500
    wrong = [
        (a, b, expected, got)
        for a, b, expected in recorded
        if (got := _static_result(rule, op, _raw(a), _raw(b))) != expected
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shapes.with_rank((2,), 2), "Shape must be rank 2 but is rank 1"),
        (lambda: shapes.with_rank_at_least((2,), 2), "Shape must be at least rank 2 but is rank 1"),
        (lambda: shapes.with_rank_at_most((2, 3), 1), "Shape must be at most rank 1 but is rank 2"),
        (lambda: shapes.with_size(2, 3), "Dimension must be 3 but is 2"),
        (lambda: shapes.merge_size(2, 3), "Dimensions must be equal, but are 2 and 3"),
        (lambda: shapes.merge((2,), (3,)), "Dimension 0 in both shapes must be equal, but are 2 and 3. Shapes are [2] and [3]."),
    ],
)  # fmt: skip
def test_shape_errors(call: Any, message: str) -> None:
    with pytest.raises(ShapeError) as caught:
        call()
    assert str(caught.value) == message


def test_complete_message_names_looked_at_inputs() -> None:
    error = ShapeError("Shape must be rank 1 but is rank 0").for_op(
        "Reshape", "Reshape", [(2, None), None, ()], computed={1: "6"}, partial={2: (None, 3)}
    )
    assert type(error) is ValueError
    assert str(error) == (
        "Shape must be rank 1 but is rank 0 for 'Reshape' (op: 'Reshape') with input shapes: [2,?], ?, [] and with "
        "computed input tensors: input[1] = <6> and with input tensors computed as partial shapes: input[2] = [?,3]."
    )


@pytest.mark.parametrize(
    ("shape", "text", "debug"),
    [(None, "<unknown>", "?"), ((), "()", "[]"), ((None,), "(?,)", "[?]"), ((None, 3), "(?, 3)", "[?,3]")],
)
def test_texts(shape: Shape, text: str, debug: str) -> None:
    assert (shapes.to_text(shape), shapes.debug_text(shape)) == (text, debug)


def test_unknown_ranks_and_sizes() -> None:
    assert shapes.with_rank(None, 2) == (None, None)
    assert shapes.with_rank_at_least(None, 2) is None
    assert shapes.with_rank_at_most((1,), 2) == (1,)
    assert shapes.with_size(None, 3) == 3
    assert shapes.concatenate((1,), None) is None
    assert shapes.num_elements((2, None)) is None
    assert shapes.num_elements((2, 3, 0)) == 0
    assert (shapes.rank(None), shapes.rank((1,))) == (None, 1)
    assert shapes.is_fully_defined(()) is True


def test_from_raw_makes_no_dimensions() -> None:
    shape = TensorShape.from_raw((None, 3))
    assert shape.raw == (None, 3)
    assert shape.as_list() == [None, 3]
    assert shape._kept is None
    assert repr(shape) == "TensorShape([Dimension(None), Dimension(3)])"


SIZES = st.sampled_from([None, 0, 1, 2, 3])
SHAPES = st.one_of(st.none(), st.lists(SIZES, max_size=3).map(tuple))
CONCRETE = st.lists(st.sampled_from([0, 1, 2, 3]), max_size=3).map(tuple)


def _or_error(rule: Any, *args: Any) -> Any:
    try:
        return rule(*args)
    except ShapeError:
        return ShapeError


@st.composite
def _hidden(draw: Any) -> tuple[tuple[int, ...], Shape]:
    """A complete shape, and the same with some sizes (or all) unknown."""
    shape = draw(CONCRETE)
    if draw(st.booleans()) and draw(st.booleans()):
        return shape, None
    return shape, tuple(None if draw(st.booleans()) else size for size in shape)


@given(SHAPES, SHAPES)
def test_broadcast_and_merge_commute(a: Shape, b: Shape) -> None:
    assert _or_error(shapes.broadcast, a, b) == _or_error(shapes.broadcast, b, a)
    assert _or_error(shapes.merge, a, b) == _or_error(shapes.merge, b, a)
    assert shapes.most_general(a, b) == shapes.most_general(b, a)


@given(SHAPES)
def test_neutral_elements(a: Shape) -> None:
    assert shapes.broadcast(a, ()) == a
    assert shapes.broadcast(a, a) == a
    assert shapes.merge(a, None) == shapes.merge(a, a) == a
    assert shapes.concatenate(a, ()) == a
    assert shapes.as_raw(TensorShape(a)) == a == shapes.as_raw(TensorShape(a).as_proto())


@given(CONCRETE, CONCRETE, CONCRETE)
def test_broadcast_of_complete_shapes_is_associative(a: Shape, b: Shape, c: Shape) -> None:
    def twice(x: Shape, y: Shape, z: Shape) -> Any:
        inner = _or_error(shapes.broadcast, x, y)
        return inner if inner is ShapeError else _or_error(shapes.broadcast, inner, z)

    assert twice(a, b, c) == twice(b, c, a)


@given(_hidden(), _hidden())
def test_broadcast_of_partial_shapes_holds_for_the_complete_ones(a: Any, b: Any) -> None:
    complete = _or_error(shapes.broadcast, a[0], b[0])
    if complete is not ShapeError:
        assert shapes.is_compatible(shapes.broadcast(a[1], b[1]), complete)


@given(SHAPES, SHAPES)
def test_merge_exists_exactly_for_compatible_shapes(a: Shape, b: Shape) -> None:
    merged = _or_error(shapes.merge, a, b)
    assert (merged is not ShapeError) == shapes.is_compatible(a, b)
    if merged is not ShapeError:
        assert shapes.merge(a, merged) == shapes.merge(merged, b) == merged


@given(SHAPES, SHAPES)
def test_most_general_describes_both(a: Shape, b: Shape) -> None:
    general = shapes.most_general(a, b)
    assert all(shapes.merge(general, side) == side for side in (a, b))
