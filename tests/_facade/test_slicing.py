"""Slices of variables that are written to, and slices that move with fed indices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tf1compat as tf


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as g:
        yield g


@pytest.mark.parametrize("use_resource", [False, True])
def test_assign_to_slice(use_resource: bool) -> None:
    v = tf.get_variable("v", initializer=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], use_resource=use_resource)
    block = v[:, 1:].assign([[7.0, 8.0], [9.0, 10.0]])
    row = v[0].assign(tf.zeros([3]))
    with tf.Session() as sess:
        sess.run(v.initializer)
        sess.run(block)
        np.testing.assert_array_equal(sess.run(v), [[1, 7, 8], [4, 9, 10]])
        sess.run(row)
        np.testing.assert_array_equal(sess.run(v), [[0, 0, 0], [4, 9, 10]])


def test_assign_name() -> None:
    v = tf.Variable([1.0, 2.0])
    assert v[0].assign(3.0).op.name == "strided_slice/_assign"


def test_only_slices_have_assign() -> None:
    assert not hasattr(tf.constant(1.0), "assign")


def test_fed_index() -> None:
    x = tf.placeholder(tf.float32, [None, 3])
    i = tf.placeholder(tf.int32, [])
    wanted = np.arange(12.0, dtype=np.float32).reshape(4, 3)
    with tf.Session() as sess:
        for k in (0, 3, -1):
            np.testing.assert_array_equal(sess.run(x[i], {x: wanted, i: k}), wanted[k])
            np.testing.assert_array_equal(sess.run(x[1:, i - 1], {x: wanted, i: 2}), wanted[1:, 1])
        for k in (0, 2):
            np.testing.assert_array_equal(sess.run(x[i : i + 2], {x: wanted, i: k}), wanted[k : k + 2])


def test_strings_move() -> None:
    s = tf.constant([["a", "b"], ["c", "d"]])
    moved = tf.concat([tf.transpose(s)[1:], tf.reshape(tf.gather(s, [1]), [1, 2])], 0)
    with tf.Session() as sess:
        assert sess.run(moved).tolist() == [[b"b", b"d"], [b"c", b"d"]]
