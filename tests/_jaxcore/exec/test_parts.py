"""Values of variables in buffers of their own."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from tf1compat._formats import own_memory
from tf1compat._jaxcore.exec import parts


@pytest.mark.parametrize("offset", [0, 16])  # of 64 bytes: jax 0.10 shares aligned memory, whatever it is told
def test_what_others_hold_is_copied(offset: int) -> None:
    room = np.empty(512, np.uint8)
    start = -room.ctypes.data % 64 + offset
    theirs = room[start : start + 256].view("f4")
    theirs[:] = 1
    value = parts.as_state(theirs)
    theirs[:] = 2
    assert np.asarray(value).tolist() == [1.0] * 64


def test_what_a_reader_made_is_taken_as_it_is() -> None:
    array = own_memory.empty((64,), np.dtype("f4"))
    array[:] = 1
    value = parts.as_state(array)
    assert value.unsafe_buffer_pointer() == array.ctypes.data
    with pytest.raises(ValueError, match="read-only"):
        array[:] = 2
    after = jax.jit(lambda x: x + 1, donate_argnums=0)(value)  # as a training step does
    assert np.asarray(after)[0] == 2 and array[0] == 1


def test_a_choice_of_small_values_needs_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    import tf1compat as tf

    made = []
    original = parts.DevicePart.run
    monkeypatch.setattr(parts.DevicePart, "run", lambda self, env: (original(self, env), made.append(self.was_small)))
    with tf.Graph().as_default(), tf.Session() as sess:
        step = tf.Variable(7, name="step", dtype=tf.int64)
        table = tf.Variable(tf.zeros([200, 200]), name="table")
        go = tf.placeholder(tf.bool, [])
        seen = tf.cond(go, lambda: tf.identity(step), lambda: tf.constant(-1, tf.int64))
        row = tf.cond(go, lambda: tf.identity(table), lambda: tf.constant(np.ones([200, 200], np.float32)))
        queue = tf.FIFOQueue(9, tf.int64, ())
        more = queue.enqueue(tf.identity(step) * 2)
        sess.run(tf.global_variables_initializer())
        found = [sess.run([seen, more], {go: flag})[0] for flag in (True, False)]
        sess.run(tf.assign_add(step, 1))
        assert found == [7, -1] and made == [True, True]
        assert sess.run([seen, more], {go: True})[0] == 8
        assert [int(sess.run(queue.dequeue())) for _ in range(3)] == [14, 14, 16]
        made.clear()
        assert sess.run([row, more], {go: False})[0].sum() == 40000  # of large ones XLA takes care
        assert sess.run([row, more], {go: True})[0].sum() == 0
        assert made == [False, False]
