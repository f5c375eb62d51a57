"""What a check refuses inside a condition or a loop is an error too, never a silent zero."""

import pytest

import tf1compat as tf

REFUSED = "GatherV2, inside a condition or a loop, was given values that it refuses"


@pytest.fixture
def table():
    with tf.Graph().as_default(), tf.Session() as session:
        yield tf.Variable([1.0, 2.0, 3.0]), tf.placeholder(tf.int32, []), session


def started(session):
    session.run(tf.global_variables_initializer())
    return session


def test_branches_are_checked_when_taken(table):
    rows, i, session = table
    taken = tf.placeholder(tf.bool, [])
    y = tf.cond(taken, lambda: tf.gather(rows, i), lambda: tf.constant(0.0))
    slope = tf.gradients(y, rows)
    session = started(session)
    assert session.run(y, {i: 2, taken: True}) == 3.0
    assert session.run(y, {i: 7, taken: False}) == 0.0
    for fetch in (y, [y, slope]):
        with pytest.raises(tf.errors.InvalidArgumentError, match=REFUSED) as caught:
            session.run(fetch, {i: 7, taken: True})
        assert caught.value.op.type == "GatherV2" and "test_checks_in_regions.py" in str(caught.value)


def test_every_step_of_a_loop_is_checked(table):
    rows, i, session = table
    total = tf.while_loop(lambda k, a: k < 3, lambda k, a: (k + 1, a + tf.gather(rows, k * i)), [0, 0.0])[1]
    slope = tf.gradients(total, rows)
    session = started(session)
    assert session.run(total, {i: 1}) == 6.0
    assert session.run(slope, {i: 1})[0].tolist() == [1.0, 1.0, 1.0]
    for fetch in (total, slope):
        with pytest.raises(tf.errors.InvalidArgumentError, match=REFUSED):
            session.run(fetch, {i: 2})


def test_a_loop_that_waits_for_a_refused_value_ends(table):
    rows, i, session = table
    total = tf.while_loop(lambda a: a < 7.0, lambda a: a + tf.gather(rows, i), [0.0])
    session = started(session)
    assert session.run(total, {i: 1}) == 8.0
    with pytest.raises(tf.errors.InvalidArgumentError, match=REFUSED):
        session.run(total, {i: 5})


def test_variables_stay_usable(table):
    rows, i, session = table
    update = tf.cond(i < 100, lambda: tf.scatter_add(rows, [i], [1.0]), lambda: rows.read_value())
    session = started(session)
    with pytest.raises(tf.errors.InvalidArgumentError):
        session.run(update, {i: 7})
    assert session.run(rows).tolist() == [1.0, 2.0, 3.0]
    assert session.run(update, {i: 1}).tolist() == [1.0, 3.0, 3.0]
