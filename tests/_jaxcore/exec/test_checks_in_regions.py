"""What a check refuses inside a condition or a loop is an error too, never a silent zero."""

import pytest

import tf1compat as tf

REFUSED = r"indices = \d is not in \[0, 3\)"


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
    by_row = session.run(slope, {i: 1})[0]
    assert (by_row.indices.tolist(), by_row.values.tolist()) == ([0, 2, 1, 0], [0.0, 1.0, 1.0, 1.0])
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


def test_the_values_of_an_assertion_are_told_as_in_tensorflow(table):
    rows, i, session = table

    def step(k, total):
        drawn = tf.random_uniform([], seed=3)
        with tf.control_dependencies([tf.Assert(drawn < 0.5, [drawn]), tf.assert_less(k, i, message="too far")]):
            return k + 1, total + drawn + rows[0]

    loop = tf.while_loop(lambda k, total: k < 100, step, [0, 0.0], parallel_iterations=1)
    update = tf.assign_add(rows, [loop[1]] * 3)
    case = tf.case([(i < 1, lambda: tf.constant(1)), (i < 2, lambda: tf.constant(2))], exclusive=True)
    session = started(session)
    draws = [
        (loop, 99, r"assertion failed: \[0.663344502\]"),
        (update, 0, r"assertion failed: \[too far\] \[Condition x < y did not hold element-wise:\] .* \[0\] .* \[0\]"),
        (case, 7, r"assertion failed: \[Input error: None of conditions evaluated as True:\] \[0 0\]"),
    ]
    for fetch, given, text in draws:
        with pytest.raises(tf.errors.InvalidArgumentError, match=text):
            session.run(fetch, {i: given})
    assert session.run(rows).tolist() == [1.0, 2.0, 3.0]
