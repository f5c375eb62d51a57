"""Queues made for their own sake: specifications that differ under one shared name, and one queue chosen of several."""

from __future__ import annotations

from typing import Any

import pytest

import tf1compat as tf

FIFO, SHUFFLE, PADDING = tf.FIFOQueue, tf.RandomShuffleQueue, tf.PaddingFIFOQueue

REFUSED: list[tuple[tuple[Any, ...], tuple[Any, ...], str]] = [
    ((FIFO, 10, tf.float32), (SHUFFLE, 10, 5, tf.float32), "Expected FIFOQueue, found RandomShuffleQueueV2"),
    ((FIFO, 10, tf.float32), (FIFO, 15, tf.float32), "Shared queue 'q' has capacity 10 but requested capacity was 15"),
    (
        (FIFO, 10, tf.float32),
        (FIFO, 10, (tf.float32, tf.int32)),
        "Shared queue 'q' has component types float but requested component types were float, int32",
    ),
    (
        (FIFO, 10, tf.float32),
        (FIFO, 10, tf.float32, [(1, 1, 2, 3)]),
        "Shared queue 'q' has component shapes [] but requested component shapes were [[1,1,2,3]]",
    ),
    (
        (SHUFFLE, 10, 5, tf.float32),
        (SHUFFLE, 10, 0, tf.float32),
        "Shared queue 'q' has min_after_dequeue 5 but requested min_after_dequeue was 0.",
    ),
    (
        (PADDING, 10, tf.float32, [(None,)]),
        (PADDING, 10, tf.float32, [()]),
        "Shared queue 'q' has component shapes [[?]] but requested component shapes were [[]]",
    ),
]


@pytest.mark.parametrize(("first", "second", "message"), REFUSED)
def test_specifications_must_agree(first: tuple[Any, ...], second: tuple[Any, ...], message: str) -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        made, other = (kind(*arguments, shared_name="q") for kind, *arguments in (first, second))
        sess.run(made.queue_ref.op)
        with pytest.raises(tf.errors.InvalidArgumentError) as info:
            sess.run(other.queue_ref.op)
    assert info.value.message.split("\n")[0] == message


def test_a_queue_is_chosen_when_it_runs() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        queues = [tf.FIFOQueue(10, tf.float32) for _ in range(3)]
        index = tf.placeholder(tf.int32)
        chosen = tf.FIFOQueue.from_list(index, queues)
        put, taken = chosen.enqueue((10.0,)), chosen.dequeue()
        for i in range(3):
            sess.run(put, {index: i})
        assert sess.run(taken, {index: 1}) == 10.0
        assert [sess.run(q.size()) for q in queues] == [1, 0, 1]
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 3 is not in \[0, 3\)"):
            sess.run(put, {index: 3})
