"""Session.run: fetch structures, feeds, errors in TF1's words (all messages were seen on TF 1.15.5)."""

import collections

import jax.numpy as jnp
import numpy as np
import pytest

import tf1compat as tf

Point = collections.namedtuple("Point", ["a", "b"])


@pytest.fixture
def net():
    """x (?, 3) -> y = 2 x, an int placeholder i, a reference variable v = 1, a resource variable w of shape (2,)."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        i = tf.placeholder(tf.int32, name="i")
        y = x * 2.0
        v = tf.Variable(1.0, name="v")
        w = tf.get_variable("w", [2], use_resource=True)
        with tf.Session() as session:
            yield Point(Point(x, i), Point(y, (v, w))), graph, session


def test_structures_come_back_as_they_went_in(net):
    _, graph, session = net
    x = tf.constant([1.0, 2.0], name="c")
    s = tf.reduce_sum(x)
    got = session.run(
        {"t": (s, [x, s]), "p": Point(s, tf.no_op()), "e": [], "n": "c:0", "o": collections.OrderedDict(k=s)}
    )
    assert set(got) == {"t", "p", "e", "n", "o"} and got["e"] == []
    assert type(got["p"]) is Point and got["p"].a == 3.0 and got["p"].b is None
    assert isinstance(got["t"], tuple) and isinstance(got["t"][1], list)
    assert isinstance(got["t"][0], np.float32) and got["n"].tolist() == [1.0, 2.0]
    assert type(got["o"]) is collections.OrderedDict
    assert session.run({}) == {} and session.run([]) == [] and session.run(tf.no_op()) is None


def test_fetched_arrays_belong_to_the_user(net):
    (inputs, (y, (v, w))), graph, session = net
    session.run(tf.global_variables_initializer())
    before = session.run(w)
    before[:] = 7.0
    assert not np.any(session.run(w) == 7.0)
    kept = session.run(v)
    session.run(tf.assign_add(v, 1.0))
    session.run(tf.assign_add(v, 1.0))
    assert kept == 1.0 and session.run(v) == 3.0


def test_strings(net):
    _, _, session = net
    assert session.run(tf.constant("abc")) == b"abc"
    assert session.run(tf.constant(["abc", "d"])).tolist() == [b"abc", b"d"]


def test_any_tensor_can_be_fed(net):
    ((x, i), (y, (v, w))), graph, session = net
    total = tf.reduce_sum(y)
    assert session.run(total, {"x:0": np.ones((2, 3))}) == 12.0
    assert session.run(total, {y: [[1, 1, 1]]}) == 3.0
    assert session.run(x, {x: [[1, 2, 3]]}).tolist() == [[1.0, 2.0, 3.0]]
    assert session.run(y, {x: jnp.ones((1, 3))}).tolist() == [[2.0, 2.0, 2.0]]
    assert session.run(v + 1.0, {v: 4.0}) == 5.0
    assert session.run([x, i], {(x, i): (np.ones((1, 3)), 4)})[1] == 4


BAD_FETCHES = [
    (None, TypeError, "Fetch argument None has invalid type <class 'NoneType'>"),
    (3, TypeError, r"Fetch argument 3 has invalid type <class 'int'>, must be a string or Tensor. \(Can not convert a int into a Tensor or Operation.\)"),
    ("nope:0", ValueError, "Fetch argument 'nope:0' cannot be interpreted as a Tensor. .*The operation, 'nope', does not exist in the graph"),
    ([["x:0", 3]], TypeError, "Fetch argument 3 has invalid type"),
]  # fmt: skip


@pytest.mark.parametrize("fetch, error, message", BAD_FETCHES)
def test_bad_fetches(net, fetch, error, message):
    _, _, session = net
    with pytest.raises(error, match=message):
        session.run(fetch)


def bad_feeds(x, i, y):
    return [
        ({x: [[1, 2]]}, ValueError, r"Cannot feed value of shape \(1, 2\) for Tensor 'x:0', which has shape '\(\?, 3\)'"),
        ({x: "a"}, ValueError, "could not convert string to float: 'a'"),
        ({x: y}, TypeError, "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include"),
        ({3: 1}, TypeError, "Cannot interpret feed_dict key as Tensor: Can not convert a int into a Tensor."),
        ({"x": 1}, TypeError, "The name 'x' refers to an Operation, not a Tensor. Tensor names must be of the form"),
        ({"q:0": 1}, TypeError, "The operation, 'q', does not exist in the graph"),
        ({i: 2**40}, TypeError, "Type of feed value 1099511627776 with type <class 'int'> is not compatible with Tensor type"),
        ({x: None}, ValueError, r"Cannot feed value of shape \(\) for Tensor 'x:0', which has shape '\(\?, 3\)'"),
        ([1], TypeError, "input must be a dictionary"),
    ]  # fmt: skip


@pytest.mark.parametrize("row", range(9))
def test_bad_feeds(net, row):
    ((x, i), (y, _)), _, session = net
    feeds, error, message = bad_feeds(x, i, y)[row]
    session.run(y, {x: [[1, 2, 3]]})  # the plan exists: the errors do not depend on it
    with pytest.raises(error, match=message):
        session.run(y, feeds)


def test_missing_feed_names_the_placeholder_and_the_users_line(net):
    ((x, _), (y, _)), _, session = net
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        session.run(y)
    text = str(caught.value)
    assert "You must feed a value for placeholder tensor 'x' with dtype float and shape [?,3]" in text
    assert "[[node x (defined at" in text and "test_session.py" in text
    assert caught.value.op is x.op and caught.value.node_def.name == "x"


def test_uninitialized_variables(net):
    (_, (_, (v, w))), _, session = net
    with pytest.raises(
        tf.errors.FailedPreconditionError,
        match=r"Attempting to use uninitialized value v\n\t \[\[\{\{node _retval_v_0_0\}\}\]\]",
    ):
        session.run(v)
    with pytest.raises(
        tf.errors.FailedPreconditionError,
        match=r"(?s)Attempting to use uninitialized value v\n\t \[\[node v/read \(defined at",
    ):
        session.run(v + 1.0)
    with pytest.raises(
        tf.errors.FailedPreconditionError, match="Error while reading resource variable w from Container: localhost"
    ):
        session.run(w + 1.0)


def test_elements_of_another_graph(net):
    ((x, _), (y, _)), _, session = net
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with pytest.raises(ValueError, match="is not an element of this graph"):
        session.run(other)
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key as Tensor: .* is not an element of this graph"):
        session.run(y, {other: 1})


def test_closed_and_empty_sessions():
    session = tf.Session(graph=tf.Graph())
    with pytest.raises(RuntimeError, match="The Session graph is empty.  Add operations to the graph before calling"):
        session.run([])
    session.close()
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        session.run([])


def test_runtime_errors_name_node_and_line(net):
    _, _, session = net
    a = tf.placeholder_with_default(np.ones((2, 3), "f"), [None, None])
    bad = tf.matmul(a, np.ones((2, 3), "f"))
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        session.run(bad)
    text = str(caught.value)
    assert text.startswith("Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3]\n\t [[node MatMul (defined at")
    assert "Original stack trace for 'MatMul'" in text and "test_session.py" in text


def test_sessions_over_one_graph_have_their_own_variables(net):
    (_, (_, (v, _))), graph, session = net
    with tf.Session(graph=graph) as other:
        session.run(v.initializer)
        other.run(v.initializer)
        other.run(tf.assign(v, 9.0))
        assert session.run(v) == 1.0 and other.run(v) == 9.0


def test_random_streams_start_anew_in_every_session_and_advance_in_each():
    with tf.Graph().as_default() as graph:
        draw = tf.random_uniform([3], seed=2)
        tf.set_random_seed(1)
        first, second = tf.Session(graph=graph), tf.Session(graph=graph)
        a, b = first.run(draw), first.run(draw)
        assert not np.array_equal(a, b)
        np.testing.assert_array_equal(second.run(draw), a)
        np.testing.assert_array_equal(second.run([draw, draw * 1.0])[1], b)


def test_eval_run_and_default_session(net):
    ((x, _), (y, (v, _))), graph, session = net
    assert tf.get_default_session() is session
    v.initializer.run()
    assert v.eval() == 1.0
    assert y.eval({x: [[1, 1, 1]]}).tolist() == [[2.0, 2.0, 2.0]]
    with tf.Graph().as_default(), tf.Session().as_default():
        with pytest.raises(
            ValueError, match="Cannot use the default session to evaluate tensor: the tensor's graph is different"
        ):
            y.eval()


def test_eval_without_session():
    with tf.Graph().as_default():
        a = tf.constant(1.0)
        with pytest.raises(
            ValueError, match=r"Cannot evaluate tensor using `eval\(\)`: No default session is registered"
        ):
            a.eval()


def test_interactive_session_is_default_until_closed():
    with tf.Graph().as_default():
        session = tf.InteractiveSession()
        try:
            assert tf.constant(2.5).eval() == 2.5
        finally:
            session.close()
        assert tf.get_default_session() is not session


def test_graph_may_grow_between_runs(net):
    ((x, _), (y, _)), _, session = net
    assert session.run(y, {x: [[1, 1, 1]]})[0, 0] == 2.0
    assert session.run(y + 1.0, {x: [[1, 1, 1]]})[0, 0] == 3.0


def test_changing_an_existing_node_changes_what_runs(net):
    ((x, _), (y, _)), _, session = net
    session.run(y, {x: [[1, 1, 1]]})
    y.op._update_input(1, tf.constant(5.0))
    assert session.run(y, {x: [[1, 1, 1]]})[0, 0] == 5.0


def test_make_callable(net):
    ((x, _), (y, _)), _, session = net
    call = session.make_callable(y, [x])
    assert call([[1, 2, 3]]).tolist() == [[2.0, 4.0, 6.0]]
    with pytest.raises(ValueError, match="Cannot feed value of shape"):
        call([[1, 2]])


def test_bad_arguments():
    with pytest.raises(TypeError, match="graph must be a tf.Graph, but got <class 'int'>"):
        tf.Session(graph=3)
    with pytest.raises(TypeError, match="config must be a tf.ConfigProto, but got <class 'int'>"):
        tf.Session(config=3)
    tf.Session(config=tf.ConfigProto(allow_soft_placement=True)).close()


def test_double_precision_is_real(net):
    _, _, session = net
    assert session.run(tf.constant(1.0, tf.float64) / 3.0).dtype == np.float64
    assert session.run(tf.constant(2**40)) == 2**40


@pytest.mark.parametrize("rows", [20, 1000])
def test_callers_may_fill_fed_arrays_anew_after_a_step(rows):
    data = np.zeros((rows, 1000), np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 1000])
        v = tf.Variable(tf.zeros([1000]))
        step = v.assign(tf.reduce_sum(tf.tanh(tf.exp(x) - 1.0), 0)).op
        session.run(v.initializer)
        for _ in range(8):  # the step itself fetches nothing that it would have to wait for
            data[:] = 0
            session.run(step, {x: data})
            data[:] = 1
            assert not session.run(v).any()


def test_a_large_array_that_is_fed_to_an_initialiser_is_copied_once():
    data = np.zeros((1 << 22,), np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, data.shape)
        v = tf.Variable(x, trainable=False, collections=[])
        session.run(v.initializer, {x: data})
        data[:] = 1
        assert session.run(tf.reduce_sum(v)) == 0


def test_arrays_of_the_program_may_be_filled_anew():
    array = np.zeros(4, np.float32)

    def generate():
        for i in range(6):
            array[:] = i
            yield array

    def fill():
        array[:] += 1
        return array

    with tf.Graph().as_default(), tf.Session() as session:
        kept, filled = tf.constant(array), tf.py_func(fill, [], tf.float32)
        rows = tf.data.Dataset.from_generator(generate, tf.float32, [4]).batch(6).make_one_shot_iterator().get_next()
        assert session.run(rows)[:, 0].tolist() == [0, 1, 2, 3, 4, 5]
        first, second = session.run(filled), session.run(filled)
        assert (first[0], second[0], session.run(kept)[0]) == (6, 7, 0)
