"""Threads that run steps of one session at the same time: nobody's values are taken away, nothing waits for a lock."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

import tf1compat as tf


def in_threads(*functions: Any) -> list[BaseException]:
    """Run the functions at the same time; what they raised."""
    found: list[BaseException] = []

    def guarded(function: Any) -> None:
        try:
            function()
        except BaseException as e:
            found.append(e)

    threads = [threading.Thread(target=guarded, args=(f,), daemon=True) for f in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    return found


def test_values_stay_while_others_write_variables() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(np.zeros(64, "f"))
        up, read, total = tf.assign_add(v, tf.ones([64])), v.read_value(), tf.reduce_sum(v)
        sess.run(v.initializer)
        for fetch in (up, read, total):
            sess.run(fetch)

        def run(fetch: Any) -> Any:
            return lambda: [sess.run(fetch) for _ in range(150)]

        assert in_threads(run(up), run(up), run(read), run(total)) == []
        np.testing.assert_array_equal(sess.run(v), np.full(64, 301.0))


def test_a_step_that_waits_holds_no_lock() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(1.0)
        queue = tf.FIFOQueue(1, tf.float32, shapes=[[]])
        waiting, other, put = tf.assign_add(v, queue.dequeue()), tf.assign_add(v, 10.0), queue.enqueue(100.0)
        sess.run(v.initializer)

        def let_go() -> None:
            sess.run(other)
            sess.run(put)

        assert in_threads(lambda: sess.run(waiting), let_go) == []
        assert sess.run(v) == 111.0


def test_a_priority_queue_gives_what_is_left() -> None:
    """Unlike TF1, which fails and loses the elements."""
    with tf.Graph().as_default(), tf.Session() as sess:
        queue = tf.PriorityQueue(9, [tf.string], shapes=[()])
        sess.run(queue.enqueue_many([[2, 1], ["b", "a"]]))
        sess.run(queue.close())
        priorities, texts = sess.run(queue.dequeue_up_to(5))
        assert priorities.tolist() == [1, 2] and texts.tolist() == [b"a", b"b"]
