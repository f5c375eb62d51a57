"""What the graph tests call, and how a graph is written down; also runs on the recorder's Python 3.7 with TF 1.15.

A file graphs_TOPIC.py holds `CALLS = {name: lambda tf, v: …}`: each call builds nodes in a graph of its own, from the
placeholders of `inputs`. Recorded and compared: nodes (name, op type, inputs, control inputs, attrs), output types and
shapes, or the error raised.
"""

import numpy as np


class Inputs:
    """Placeholders for a call to use.

    float32 `x`, `y` (?, 3), `row` (3), `m` (3, 4), `t` (2, 3, 4), `u` of any rank; float64 `d` (2, 3); int32 `i`, `j`
    (2, 3), `n` scalar, `ids` (3); bool `p`, `q` (2, 3); complex64 `z` (2, 3); string `s` (2).
    """

    def __init__(self, tf):
        self.x = tf.placeholder(tf.float32, [None, 3], name="in_x")
        self.y = tf.placeholder(tf.float32, [None, 3], name="in_y")
        self.row = tf.placeholder(tf.float32, [3], name="in_row")
        self.m = tf.placeholder(tf.float32, [3, 4], name="in_m")
        self.t = tf.placeholder(tf.float32, [2, 3, 4], name="in_t")
        self.d = tf.placeholder(tf.float64, [2, 3], name="in_d")
        self.i = tf.placeholder(tf.int32, [2, 3], name="in_i")
        self.j = tf.placeholder(tf.int32, [2, 3], name="in_j")
        self.n = tf.placeholder(tf.int32, [], name="in_n")
        self.ids = tf.placeholder(tf.int32, [3], name="in_ids")
        self.p = tf.placeholder(tf.bool, [2, 3], name="in_p")
        self.q = tf.placeholder(tf.bool, [2, 3], name="in_q")
        self.z = tf.placeholder(tf.complex64, [2, 3], name="in_z")
        self.s = tf.placeholder(tf.string, [2], name="in_s")
        self.u = tf.placeholder(tf.float32, None, name="in_u")


def described(operations, attrs_of):
    """The operations made by a call as plain data; `attrs_of` gives {name: text} for one of them."""
    rows = []
    for op in operations:
        if op.name.startswith("in_"):
            continue
        outputs = [[o.dtype.name, None if o.shape.ndims is None else o.shape.as_list()] for o in op.outputs]
        control = sorted(c.name for c in op.control_inputs)
        rows.append([op.name, op.type, [i.name for i in op.inputs], control, attrs_of(op), outputs])
    return rows


def array_text(array):
    """A constant's value."""
    array = np.asarray(array)
    if array.dtype == object:
        return repr([v.decode("latin-1") if isinstance(v, bytes) else v for v in array.ravel().tolist()])
    values = array.ravel().tolist()
    if array.dtype.kind == "f":
        values = [float(f"{v:.7g}") for v in values]
    return f"{list(array.shape)}{values}"
