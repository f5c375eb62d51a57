"""Which arrays carry a mask of what was read of them: none where counters show that no element is read twice."""

import numpy as np

import tf1compat as tf
from tf1compat._jaxcore.ir.region import all_nodes
from tf1compat._jaxcore.passes.array_reads import tracked_reads
from tf1compat._jaxcore.passes.functionalize import functionalize
from tf1compat._jaxcore.passes.prune import prune


def tracked(*tensors):
    placeholders = [o for op in tf.get_default_graph().get_operations() if op.type == "Placeholder" for o in op.outputs]
    graph = functionalize(prune(tensors, (), placeholders))
    reads = [n for n in all_nodes(graph.nodes) if n.type.startswith(("TensorArrayRead", "TensorArrayGather"))]
    found = tracked_reads(graph.nodes)
    return len(found), len(reads)


def looped(step, start=0, n=4):
    return tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, step(i, t)), (start, 0.0))[1]


def array():
    return tf.TensorArray(tf.float32, size=4).unstack(np.arange(4.0, dtype="f"))


def test_arrays_read_at_a_counter():
    with tf.Graph().as_default():
        x = tf.constant(np.ones((2, 3, 4), "f"))
        outputs, _ = tf.nn.dynamic_rnn(tf.nn.rnn_cell.GRUCell(2), x, sequence_length=[2, 3], dtype=tf.float32)
        rows = tf.scan(lambda a, b: a + b, x)
        assert tracked(outputs, rows, tf.map_fn(tf.reduce_sum, x), tf.foldr(lambda a, b: a + b, x))[0] == 0
        sizes = tf.placeholder(tf.float32, [None, 3])
        assert tracked(tf.foldr(lambda a, b: a + b, sizes), tf.scan(lambda a, b: a * b, sizes, reverse=True))[0] == 0
        one, two = array(), array()
        ahead = two.read(0) + looped(lambda i, t: t + tf.cond(i < 3, lambda: two.read(i + 1), lambda: 0.0))
        assert tracked(looped(lambda i, t: t + one.read(i)), ahead) == (0, 3)
        inner = looped(lambda k, s: s + looped(lambda i, t, made=[]: t + made_in_loop(made).read(i)))
        assert tracked(inner)[0] == 0


def made_in_loop(made):
    """An array of the step's own; the step is built once."""
    made.append(array())
    return made[-1]


def test_arrays_of_which_an_element_may_be_read_twice():
    with tf.Graph().as_default():
        same, squared, behind = array(), array(), array()
        found = [
            looped(lambda i, t: t + same.read(0)),
            looped(lambda i, t: t + squared.read(i * i)),
            looped(lambda i, t: t + behind.read(i)) + behind.read(2),
        ]
        assert tracked(*found) == (4, 4)
        kept = tf.TensorArray(tf.float32, size=4, clear_after_read=False).unstack(np.ones(4, "f"))
        assert tracked(looped(lambda i, t: t + kept.read(0))) == (0, 1)
