"""Gradients: one linearisation per group, aux values, intermediates, stops, second order; against finite differences."""

import jax
import numpy as np
import pytest

from tf1compat._facade import framework, gradients
from tf1compat._facade.apply import apply_op
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.passes import slices
from tf1compat._jaxcore.passes.order_effects import order_effects
from tf1compat._jaxcore.passes.prune import prune

X = np.array([[0.3, -0.7, 1.1], [0.9, 0.2, -0.4]])
W = np.array([[0.5, -1.0], [0.25, 0.75], [-0.3, 0.6]])


@pytest.fixture
def net():
    """x (2, 3) float64 -> h = tanh(x w) -> loss = sum h^2."""
    with Graph().as_default() as graph:
        x = framework.placeholder(dtypes.float64, [None, 3], name="x")
        w = framework.placeholder(dtypes.float64, [3, 2], name="w")
        h = apply_op("Tanh", apply_op("MatMul", x, w), name="h")
        loss = apply_op("Sum", apply_op("Square", h), [0, 1], name="loss")
        yield graph, x, w, h, loss


def numeric(f, at, step=1e-6):
    grad = np.zeros_like(at)
    for i in np.ndindex(at.shape):
        plus, minus = at.copy(), at.copy()
        plus[i] += step
        minus[i] -= step
        grad[i] = (f(plus) - f(minus)) / (2 * step)
    return grad


def test_gradients_of_inputs_and_intermediates(net):
    graph, x, w, h, loss = net
    dw, dh = gradients.gradients(loss, [w, h])
    session = Session(graph=graph)
    got_w, got_h, value = session.run([dw, dh, h], {x: X, w: W})
    np.testing.assert_allclose(got_w, numeric(lambda v: session.run(loss, {x: X, w: v}), W), rtol=1e-6)
    np.testing.assert_allclose(got_h, 2 * value, rtol=1e-12)


def test_grad_ys_and_several_ys(net):
    graph, x, w, h, loss = net
    seed = np.array([[1.0, 2.0], [3.0, 4.0]])
    (got,) = gradients.gradients([h, loss], [w], [seed, np.float64(0.5)])
    session = Session(graph=graph)
    want = numeric(lambda v: np.sum(seed * session.run(h, {x: X, w: v})) + 0.5 * session.run(loss, {x: X, w: v}), W)
    np.testing.assert_allclose(session.run(got, {x: X, w: W}), want, rtol=1e-6)


def test_second_order(net):
    graph, x, w, h, loss = net
    (first,) = gradients.gradients(loss, [w])
    (second,) = gradients.gradients(apply_op("Sum", apply_op("Square", first), [0, 1]), [w])
    session = Session(graph=graph)
    want = numeric(lambda v: np.sum(session.run(first, {x: X, w: v}) ** 2), W)
    np.testing.assert_allclose(session.run(second, {x: X, w: W}), want, rtol=1e-5)


def test_stop_gradients(net):
    graph, x, w, h, loss = net
    both = apply_op("Add", loss, apply_op("Sum", w, [0, 1]))
    (stopped,) = gradients.gradients(both, [w], stop_gradients=[h])
    assert Session(graph=graph).run(stopped, {x: X, w: W}).tolist() == np.ones_like(W).tolist()
    assert gradients.gradients(loss, [w], stop_gradients=[h]) == [None]


def test_unconnected_xs_give_none_or_zeros(net):
    graph, x, w, h, loss = net
    other = framework.placeholder(dtypes.float64, [2])
    assert gradients.gradients(loss, [other]) == [None]
    (zero,) = gradients.gradients(loss, [other], unconnected_gradients="zero")
    assert Session(graph=graph).run(zero, {other: np.ones(2)}).tolist() == [0.0, 0.0]


def test_overlapping_gradients_share_one_linearisation(net):
    graph, x, w, h, loss = net
    second_loss = apply_op("Sum", h, [0, 1])
    a, b = gradients.gradients(loss, [w]), gradients.gradients(second_loss, [w])
    ordered = order_effects(prune([*a, *b, loss], [], [x, w]))
    groups = [item for item in slices.schedule(ordered.nodes, ordered.nodes) if isinstance(item, slices.Group)]
    assert len(groups) == 1 and len(groups[0].gradients) == 2
    got_a, got_b = Session(graph=graph).run([a[0], b[0]], {x: X, w: W})
    session = Session(graph=graph)
    np.testing.assert_allclose(got_a, numeric(lambda v: session.run(loss, {x: X, w: v}), W), rtol=1e-6)
    np.testing.assert_allclose(got_b, numeric(lambda v: session.run(second_loss, {x: X, w: v}), W), rtol=1e-6)


def test_no_forward_op_is_traced_twice(net, monkeypatch):
    graph, x, w, h, loss = net
    dw, dh = gradients.gradients(loss, [w, x])
    calls = []
    kernel = h.node.opdef.kernel
    object.__setattr__(h.node.opdef, "kernel", lambda x: calls.append(1) or kernel(x))
    try:
        Session(graph=graph).run([dw, dh, loss, h], {x: X, w: W})
    finally:
        object.__setattr__(h.node.opdef, "kernel", kernel)
    assert len(calls) == 1


def test_gradient_that_feeds_another_slice_is_taken_first(net):
    graph, x, w, h, loss = net
    (dw,) = gradients.gradients(loss, [w])
    moved = apply_op("Sub", w, apply_op("Mul", dw, np.float64(0.1)))
    loss2 = apply_op("Sum", apply_op("Square", apply_op("MatMul", x, moved)), [0, 1])
    (through,) = gradients.gradients(loss2, [w])
    session = Session(graph=graph)
    want = numeric(lambda v: session.run(loss2, {x: X, w: v}), W)
    np.testing.assert_allclose(session.run(through, {x: X, w: W}), want, rtol=1e-5)


def test_nondifferentiated_node_between_slice_nodes(net):
    graph, x, w, h, loss = net
    best = apply_op("ArgMax", h, 1)
    picked = apply_op("Mul", h, apply_op("OneHot", best, 2, np.float64(1), np.float64(0), axis=-1))
    (got,) = gradients.gradients(apply_op("Sum", picked, [0, 1]), [w])
    session = Session(graph=graph)
    want = numeric(lambda v: np.sum(session.run(picked, {x: X, w: v})), W)
    np.testing.assert_allclose(session.run(got, {x: X, w: W}), want, rtol=1e-6)


def test_users_x64_setting_is_left_alone():
    assert jax.config.values["jax_enable_x64"] is False


def test_second_order_by_a_variable_that_only_part_of_the_first_slice_depends_on():
    # d/dw2 of (d(w1 x w2)/dw1)^2 = 2 x^2 w2: the first gradient looks at nodes that do not depend on w2
    with Graph().as_default() as graph:
        x, w1, w2 = (framework.placeholder(dtypes.float64, []) for _ in range(3))
        y = apply_op("Mul", apply_op("Tanh", apply_op("Mul", w1, x)), w2)
        (first,) = gradients.gradients(y, [w1])
        (second,) = gradients.gradients(apply_op("Square", first), [w2])
        session = Session(graph=graph)
        feeds = {x: 0.7, w1: 0.4, w2: 1.3}
        slope = 0.7 * (1 - np.tanh(0.28) ** 2)
        np.testing.assert_allclose(session.run([first, second], feeds), [slope * 1.3, 2 * slope**2 * 1.3], rtol=1e-12)


def test_gradient_across_a_host_op():
    # Where runs on the host between the two device segments
    with Graph().as_default() as graph:
        x = framework.placeholder(dtypes.float64, [None])
        scaled = apply_op("Mul", x, np.float64(3))
        rows = apply_op("Reshape", apply_op("Where", apply_op("Greater", scaled, np.float64(0))), [-1])
        kept = apply_op("GatherV2", scaled, rows, 0)
        (got,) = gradients.gradients(apply_op("Sum", apply_op("Square", kept), 0), [x])
        assert Session(graph=graph).run(got, {x: [1.0, -2.0, 3.0]}).tolist() == [18.0, 0.0, 54.0]


def test_gradient_through_a_host_op_that_declares_one():
    with Graph().as_default() as graph:
        x = framework.placeholder(dtypes.float64, [None])
        scaled = apply_op("Mul", x, np.float64(3))
        parts = apply_op("DynamicPartition", scaled, np.array([0, 1, 0], np.int32), num_partitions=2)
        loss = apply_op("Sum", apply_op("Square", parts[0]), 0)
        (got,) = gradients.gradients(loss, [x])
        assert Session(graph=graph).run([got, loss], {x: [1.0, -2.0, 3.0]})[0].tolist() == [18.0, 0.0, 54.0]
