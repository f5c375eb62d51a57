"""`static_inputs` and `split_host`: what is folded, what is fed statically, where a graph is cut."""

import numpy as np
import pytest

from tf1compat._facade import framework
from tf1compat._facade.apply import apply_op
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.passes.order_effects import order_effects
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.split_host import split_host
from tf1compat._jaxcore.passes.static_inputs import static_inputs


@pytest.fixture
def graph():
    with Graph().as_default() as g:
        yield g


def plan(fetches, feeds):
    graph = order_effects(prune(fetches, [], feeds))
    statics = static_inputs(graph)
    return statics, split_host(graph, statics)


def test_plain_graph_is_one_device_segment(graph):
    x = framework.placeholder(dtypes.float32, [None])
    y = apply_op("Mul", x, 2.0)
    statics, segments = plan([y], [x])
    assert not statics.static and not statics.folded
    assert [s.on_host for s in segments] == [False]
    assert segments[0].inputs == (x,) and segments[0].outputs == (y,)


def test_shape_of_a_traced_value_folds(graph):
    x = framework.placeholder(dtypes.float32, [None, 3])
    rows = apply_op("Shape", apply_op("Square", x))
    y = apply_op("Fill", rows, 7.0)
    statics, segments = plan([y], [x])
    assert rows.node in statics.folded and not statics.static
    assert len(segments) == 1
    assert Session(graph=graph).run(y, {x: np.ones((4, 3))}).shape == (4, 3)


def test_fed_scalar_in_a_shape_becomes_a_static_feed(graph):
    x = framework.placeholder(dtypes.float32, [None])
    n = framework.placeholder(dtypes.int32, [])
    y = apply_op("Reshape", x, apply_op("Pack", [n, -1], axis=0))
    statics, segments = plan([y], [x, n])
    assert len(statics.static) == 1 and len(segments) <= 2
    session = Session(graph=graph)
    for rows in (2, 3, 6):
        assert session.run(y, {x: np.arange(6.0), n: rows}).shape == (rows, 6 // rows)


def test_value_computed_on_the_device_ends_a_segment(graph):
    x = framework.placeholder(dtypes.float32, [None])
    count = apply_op("Cast", apply_op("Sum", x, 0), DstT=dtypes.int32)
    y = apply_op("Fill", apply_op("Pack", [count], axis=0), 1.0)
    _, segments = plan([y], [x])
    assert len(segments) > 1
    assert Session(graph=graph).run(y, {x: np.array([1.0, 2.0])}).tolist() == [1.0, 1.0, 1.0]


def test_length_vector_is_reduced_on_the_host_so_that_equal_maxima_share_a_program(graph):
    lengths = framework.placeholder(dtypes.int32, [None])
    longest = apply_op("Max", lengths, 0)
    y = apply_op("Fill", apply_op("Pack", [longest], axis=0), 1.0)
    statics, _ = plan([y], [lengths])
    assert longest.node in statics.on_host
    assert lengths not in statics.static
    assert Session(graph=graph).run(y, {lengths: [1, 3, 2]}).shape == (3,)


def test_host_op_between_device_ops_makes_three_segments(graph):
    x = framework.placeholder(dtypes.float32, [None])
    shuffled = apply_op("RandomShuffle", apply_op("Square", x), seed=1, seed2=2)
    y = apply_op("Mul", shuffled, 2.0)
    _, segments = plan([y], [x])
    assert [s.on_host for s in segments] == [False, True, False]
    got = Session(graph=graph).run(y, {x: np.arange(4.0)})
    assert sorted(got.tolist()) == [0.0, 2.0, 8.0, 18.0]


def test_writes_wait_for_a_check_on_the_host(graph):
    v = apply_op("VariableV2", shape=(), dtype=dtypes.float32, name="v")
    init = apply_op("Assign", v, 1.0)
    x = framework.placeholder(dtypes.float32, [])
    checked = apply_op("CheckNumerics", x, message="bad x")
    with framework.control_dependencies([checked]):
        write = apply_op("AssignAdd", v, x)
    session = Session(graph=graph)
    session.run(init)
    with pytest.raises(Exception, match="bad x : Tensor had NaN values"):
        session.run(write, {x: np.nan})
    assert session.run(v) == 1.0
    session.run(write, {x: 2.0})
    assert session.run(v) == 3.0
