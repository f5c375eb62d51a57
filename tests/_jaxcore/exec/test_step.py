"""Steps: state and its buffers, one-off initialisers, draws in kernels of their own, 64-bit types, threads."""

import threading

import jax
import numpy as np
import pytest

from tf1compat._facade import framework
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.exec import rng
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.exec.step import OneOffStep, Step, make_step


@pytest.fixture
def graph():
    with Graph().as_default() as g:
        yield g


def variable(name, shape=()):
    return apply_op("VariableV2", shape=shape, dtype=dtypes.float32, name=name)


def test_initialisers_run_without_a_compiled_program(graph):
    v = variable("v", (3,))
    draw = apply_op("RandomUniform", [3], dtype=dtypes.float32, seed=1, seed2=2)
    init = apply_op("Assign", v, apply_op("Mul", draw, 2.0))
    step = make_step([], [init.op], [], Container(), RandomStreams())
    assert isinstance(step, OneOffStep)


def test_usual_plan_is_one_function(graph):
    x = framework.placeholder(dtypes.float32, [])
    assert not isinstance(make_step([apply_op("Add", x, 1.0)], [], [x], Container(), RandomStreams()), Step)


def test_one_variable_assigned_to_another_keeps_its_own_buffer(graph):
    a, b = variable("a", (4,)), variable("b", (4,))
    start = [apply_op("Assign", a, np.arange(4, dtype="f")).op, apply_op("Assign", b, np.zeros(4, "f")).op]
    copy = apply_op("Assign", b, apply_op("Identity", a))
    grow = [apply_op("AssignAdd", a, np.ones(4, "f")).op, apply_op("AssignAdd", b, np.ones(4, "f")).op]
    session = Session(graph=graph)
    session.run(start)
    session.run(copy)
    for _ in range(3):
        session.run(grow)  # donates both buffers: they must not be one
    got_a, got_b = session.run([a, b])
    assert got_a.tolist() == got_b.tolist() == [3.0, 4.0, 5.0, 6.0]


def test_initialisers_that_share_a_constant_do_not_share_a_buffer(graph):
    value = apply_op("Identity", np.ones(4, "f"))
    a, b = variable("a", (4,)), variable("b", (4,))
    session = Session(graph=graph)
    session.run([apply_op("Assign", a, value).op, apply_op("Assign", b, value).op])
    session.run(apply_op("AssignAdd", a, np.ones(4, "f")))
    assert session.run(b).tolist() == [1.0] * 4


def test_fetched_value_survives_later_steps(graph):
    v = variable("v", (1000,))
    session = Session(graph=graph)
    session.run(apply_op("Assign", v, np.zeros(1000, "f")).op)
    add = apply_op("AssignAdd", v, np.ones(1000, "f"))
    kept = [session.run(add) for _ in range(5)]
    assert [k[0] for k in kept] == [1.0, 2.0, 3.0, 4.0, 5.0] and all((k == k[0]).all() for k in kept)


def test_failed_step_leaves_variables_usable(graph):
    v = variable("v", (2,))
    x = framework.placeholder(dtypes.float32, None)
    add = apply_op("AssignAdd", v, apply_op("Add", x, np.ones(2, "f")))
    session = Session(graph=graph)
    session.run(apply_op("Assign", v, np.zeros(2, "f")).op)
    with pytest.raises(Exception, match="Incompatible shapes|cannot run on inputs"):
        session.run(add, {x: np.ones(3)})
    assert session.run(add, {x: np.ones(2)}).tolist() == [2.0, 2.0]


def test_variables_may_change_shape(graph):
    v = apply_op("VariableV2", shape=None, dtype=dtypes.int32, name="v")
    grow = apply_op("Assign", v, apply_op("ConcatV2", [apply_op("Identity", v), [7]], 0), validate_shape=False)
    session = Session(graph=graph)
    session.run(apply_op("Assign", v, np.zeros(0, np.int32), validate_shape=False).op)
    assert [session.run(grow).tolist() for _ in range(3)] == [[7], [7, 7], [7, 7, 7]]


def test_draw_in_pieces_equals_draw_at_once(graph):
    for op, dtype in (("RandomUniform", dtypes.float32), ("RandomStandardNormal", dtypes.float64)):
        node = apply_op(op, [70000], dtype=dtype, seed=3, seed2=4).op
        item = rng.Draw(node, (np.asarray([70000], np.int32),), 256 * 70000)
        with jax.enable_x64(True):
            whole = np.asarray(rng.draw(item, RandomStreams()))
            np.testing.assert_array_equal(rng.draw_in_pieces(item, RandomStreams()), whole)


def test_draws_of_a_step_are_made_before_it_and_follow_the_fed_shape(graph):
    x = framework.placeholder(dtypes.float32, [None, 2])
    noise = apply_op("RandomUniform", apply_op("Shape", x), dtype=dtypes.float32, seed=1, seed2=2)
    y = apply_op("Add", x, noise)
    session, again = Session(graph=graph), Session(graph=graph)
    first = session.run(y, {x: np.zeros((3, 2))})
    second = session.run(y, {x: np.zeros((4, 2))})
    assert first.shape == (3, 2) and second.shape == (4, 2)
    np.testing.assert_array_equal(again.run(noise, {x: np.zeros((3, 2))}), first)
    np.testing.assert_array_equal(again.run(noise, {x: np.zeros((4, 2))}), second)


def test_int64_and_float64_are_real(graph):
    big = apply_op("Add", np.int64(2**40), np.int64(1))
    assert Session(graph=graph).run(big) == 2**40 + 1


def test_threads_that_add_lose_nothing(graph):
    v = variable("v")
    session = Session(graph=graph)
    session.run(apply_op("Assign", v, 0.0).op)
    add = add_op("AssignAdd", v, 1.0)
    session.run(add)
    threads = [threading.Thread(target=lambda: [session.run(add) for _ in range(50)]) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert session.run(v) == 201.0
