"""`Session.partial_run`: every operation of a step runs once; values and messages as TF 1.15.5 gives them."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import tf1compat as tf


@pytest.fixture
def step() -> Iterator[Any]:
    with tf.Graph().as_default(), tf.Session() as sess:
        a, b, c = (tf.placeholder(tf.float32, [], name=n) for n in "abc")
        total = tf.add(a, b, name="r1")
        product = tf.multiply(total, c, name="r2")
        yield SimpleNamespace(sess=sess, a=a, b=b, c=c, total=total, product=product)


def test_in_two_parts(step: Any) -> None:
    handle = step.sess.partial_run_setup([step.total, step.product], [step.a, step.b, step.c])
    first = step.sess.partial_run(handle, step.total, {step.a: 1, step.b: 2})
    assert first == 3.0
    assert step.sess.partial_run(handle, {"x": step.product}, {step.c: 17}) == {"x": 51.0}
    with pytest.raises(tf.errors.InvalidArgumentError, match="^Must run 'setup' before performing partial runs!"):
        step.sess.partial_run(handle, step.product, {step.c: 17})


def test_intermediate_values_can_be_fed(step: Any) -> None:
    handle = step.sess.partial_run_setup([step.product], [step.total, step.c])
    assert step.sess.partial_run(handle, step.product, {step.total: 3, step.c: 2}) == 6.0


def test_feeds_without_fetches(step: Any) -> None:
    handle = step.sess.partial_run_setup(step.total, [step.a, step.b])
    assert step.sess.partial_run(handle, [], {step.a: 1}) == []
    assert step.sess.partial_run(handle, step.total, {step.b: 1}) == 2.0


def test_random_values_are_drawn_once(step: Any) -> None:
    drawn = tf.random_uniform([])
    moved, same = drawn + step.c, drawn * 1.0
    handle = step.sess.partial_run_setup([moved, same, drawn], [step.c])
    first = step.sess.partial_run(handle, drawn)
    assert step.sess.partial_run(handle, [same], {step.c: 1.0}) == [first]
    assert step.sess.partial_run(handle, moved) == pytest.approx(first + 1.0, abs=1e-6)


def test_operations_run_once_as_soon_as_they_can(step: Any) -> None:
    v = tf.Variable(1.0)
    step.sess.run(v.initializer)
    count = tf.group(tf.assign_add(v, step.a))
    handle = step.sess.partial_run_setup([count, step.total, step.product], [step.a, step.b, step.c])
    with pytest.raises(RuntimeError, match="requires empty target_list"):
        step.sess.partial_run(handle, count, {step.a: 1})
    step.sess.partial_run(handle, step.total, {step.a: 1, step.b: 1})
    assert step.sess.run(v) == 2.0
    step.sess.partial_run(handle, step.product, {step.c: 1})
    assert step.sess.run(v) == 2.0


def test_a_sparse_placeholder_is_fed_by_its_parts() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.sparse_placeholder(tf.float32, [2])
        total = tf.sparse_reduce_sum(x)
        handle = sess.partial_run_setup([total], [x])
        assert sess.partial_run(handle, total, {x: ([[0], [1]], [1.0, 2.0], [2])}) == 3.0


@pytest.mark.parametrize(
    ("declared", "calls", "message"),
    [
        ("r1 r2", ["r2 a"], "Fetch c:0 can't be computed from the feeds that have been fed so far."),
        ("r1 r2", ["r1 a b", "r1 c"], "The fetch r1:0 has already been fetched."),
        ("r1 r2", ["r1 a b", "r2 a c"], "The feed a:0 has already been fed."),
        ("r1", ["r2 a b"], "The fetch r2:0 was not specified in partial_run_setup."),
        ("r1", ["r1 a b d"], "The feed d:0 was not specified in partial_run_setup."),
    ],
)
def test_refused(step: Any, declared: str, calls: list[str], message: str) -> None:
    tf.placeholder(tf.float32, [], name="d")
    handle = step.sess.partial_run_setup([f"{n}:0" for n in declared.split()], [step.a, step.b, step.c])
    with pytest.raises(tf.errors.InvalidArgumentError) as info:
        for call in calls:
            fetch, *feeds = (f"{n}:0" for n in call.split())
            step.sess.partial_run(handle, fetch, dict.fromkeys(feeds, 1.0))
    assert info.value.message == message


def test_setup_refuses(step: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Must specify at least one target to fetch or execute."):
        step.sess.partial_run_setup([], [step.a])
    with pytest.raises(TypeError, match="has invalid type"):
        step.sess.partial_run_setup(None, [step.a])
    step.sess.close()
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        step.sess.partial_run_setup([step.total], [step.a])
