"""Scopes of graphs: devices end in order, threads have scopes of their own, what may be fetched."""

from __future__ import annotations

import threading

import pytest

import tf1compat as tf


def test_devices_end_in_order() -> None:
    graph = tf.Graph()
    scope = graph.device("/device:GPU:8")
    scope.__enter__()
    with graph.device("/device:GPU:9"), pytest.raises(RuntimeError, match="without proper scope nesting"):
        scope.__exit__(None, None, None)


def test_prevented_fetches_hold_for_operations_and_tensors() -> None:
    with tf.Graph().as_default() as graph:
        a = tf.constant(2.0)
        assert graph.is_fetchable(a)
        graph.prevent_fetching(a.op)
        assert not graph.is_fetchable(a)
        assert not graph.is_fetchable(a.op)


@pytest.mark.parametrize("own", [False, True])
def test_threads_share_devices_until_they_have_their_own(own: bool) -> None:
    graph = tf.Graph()
    if own:
        graph.switch_to_thread_local()
    made: list[tf.Tensor] = []

    def make() -> None:
        with graph.as_default():
            made.append(tf.constant(1.0, name="c"))

    with graph.as_default(), tf.device("/cpu:0"), tf.name_scope("here"):
        thread = threading.Thread(target=make)
        thread.start()
        thread.join()
    (tensor,) = made
    assert tensor.name == "c:0"  # a name scope is always its thread's
    assert tensor.device == ("" if own else "/device:CPU:0")


def test_input_types_keep_references() -> None:
    with tf.Graph().as_default():
        v = tf.Variable(1.0, use_resource=False)
        assert v.initializer._input_types == [tf.float32._as_ref, tf.float32]
        assert (v * 2.0).op._input_types == [tf.float32, tf.float32]
