"""Default sessions and graphs are left in order; what TF 1.15.5 says where they are not, and of feeds that do not fit."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import context, graph_internals


@pytest.fixture(autouse=True)
def _outside_of_all():
    yield
    context.leave_all_graphs()
    context.leave_all_sessions()


def test_sessions_end_in_order() -> None:
    first, second = (tf.Session(graph=tf.Graph()).as_default() for _ in range(2))
    first.__enter__()
    second.__enter__()
    with pytest.raises(AssertionError, match=r"^Nesting violated for default stack of <class '.*Session'> objects$"):
        first.__exit__(None, None, None)
    graph_internals._default_session_stack.reset()
    assert tf.get_default_session() is None


def test_interactive_sessions_warn_and_end_in_order() -> None:
    first = tf.InteractiveSession(graph=tf.Graph())
    with pytest.warns(UserWarning, match="An interactive session is already active"):
        second = tf.InteractiveSession(graph=tf.Graph())
    with pytest.raises(AssertionError, match="Nesting violated"):
        first.close()
    second.close()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tf.InteractiveSession(graph=tf.Graph()).close()


def test_session_blocks_are_not_reentrant() -> None:
    sess = tf.Session(graph=tf.Graph())
    with sess, pytest.raises(RuntimeError, match="^Session context managers are not re-entrant"):
        sess.__enter__()
    with sess:
        assert tf.get_default_session() is sess


def test_strings_are_fed_as_text_or_bytes() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.string)
        texts = ["\n\x01\x00", "⚣ unicode"]
        for value in (texts, np.array(texts, object)):
            assert [t.decode() for t in sess.run(x, {x: value})] == texts
        with pytest.raises(
            TypeError, match="^Type of feed value 1 with type <class 'int'> is not compatible with Tensor"
        ):
            sess.run(x, {x: 1})


def test_names_may_be_bytes() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        assert tf.constant(44.0, name=b"e").name == "e:0"
        with tf.name_scope(b"scope"):
            assert tf.constant(1.0, name=b"e").name == "scope/e:0"
        assert sess.run(b"e:0") == 44.0


def test_callable_of_a_message() -> None:
    from tf1compat._formats import protos

    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32)
        options = protos.CallableOptions()
        options.feed.append(x.name)
        options.fetch.append((x + 1.0).name)
        call = sess._make_callable_from_options(options)
        assert call(np.float32(1.0)) == [2.0]
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected 1 feed tensors, but got 0"):
            call()
