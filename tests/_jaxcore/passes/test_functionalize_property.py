"""Programs of nested conditions and loops give what the same statements give in Python, with derivatives."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import tf1compat as tf

# statements over two numbers a and b
moves = st.sampled_from(["a+b", "a*half", "b-a", "swap", "b+1"])
blocks = st.recursive(
    st.lists(moves, min_size=1, max_size=2),
    lambda inner: st.lists(
        st.one_of(
            moves,
            st.tuples(st.just("if"), inner, inner),
            st.tuples(st.just("loop"), st.integers(0, 3), inner),
        ),
        min_size=1,
        max_size=2,
    ),
    max_leaves=6,
)


def in_python(block, a, b):
    for s in block:
        if s == "a+b":
            a = a + b
        elif s == "a*half":
            a = a * 0.5
        elif s == "b-a":
            b = b - a
        elif s == "swap":
            a, b = b, a
        elif s == "b+1":
            b = b + 1.0
        elif s[0] == "if":
            a, b = in_python(s[1] if a > b else s[2], a, b)
        else:
            for _ in range(s[1]):
                a, b = in_python(s[2], a, b)
    return a, b


def in_graph(block, a, b):
    for s in block:
        if isinstance(s, str):
            a, b = in_python([s], a, b)
        elif s[0] == "if":
            a, b = tf.cond(
                a > b, lambda a=a, b=b, s=s: in_graph(s[1], a, b), lambda a=a, b=b, s=s: in_graph(s[2], a, b)
            )
        else:
            _, a, b = tf.while_loop(
                lambda i, a, b, s=s: i < s[1], lambda i, a, b, s=s: (i + 1, *in_graph(s[2], a, b)), [0, a, b]
            )
    return tf.identity(a), tf.identity(b)


@settings(max_examples=25, deadline=None)
@given(blocks, st.floats(-2, 2), st.floats(-2, 2))
def test_graph_equals_python(block, a, b):
    with tf.Graph().as_default():
        pa, pb = tf.placeholder(tf.float64, []), tf.placeholder(tf.float64, [])
        out = in_graph(block, pa, pb)
        grads = tf.gradients(out[0] * 2.0 + out[1], [pa, pb], unconnected_gradients=tf.UnconnectedGradients.ZERO)
        with tf.Session() as session:
            got, slopes = session.run([out, grads], {pa: a, pb: b})
    np.testing.assert_allclose(got, in_python(block, a, b), rtol=1e-12, atol=1e-12)
    for i, step in enumerate(((1e-6, 0.0), (0.0, 1e-6))):
        up = np.dot((2.0, 1.0), in_python(block, a + step[0], b + step[1]))
        down = np.dot((2.0, 1.0), in_python(block, a - step[0], b - step[1]))
        middle = np.dot((2.0, 1.0), in_python(block, a, b))
        if abs((up - middle) - (middle - down)) < 1e-9:  # not at the border of a condition
            np.testing.assert_allclose(slopes[i], (up - down) / 2e-6, rtol=1e-4, atol=1e-4)
