"""Programs of recurrent networks at their edges: run on TF 1.15.5 (the recorder) and on tf1compat (Python 3.7 too)."""

import numpy as np

R = np.random.RandomState(0)
LOGITS = R.randn(6, 4, 5).astype("f")


def started(tf):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def ctc_of_dense_labels(tf):
    """Labels and sequences of no length, labels too long for their sequence, any class as the blank."""
    labels = np.array([[1, 2, 2], [0, 0, 0], [3, 1, 0], [2, 2, 2]], "i")
    lengths, steps = tf.placeholder(tf.int32, [4]), tf.placeholder(tf.int32, [4])
    logits = tf.constant(LOGITS)
    found = []
    for blank in (None, -1, 2):
        loss = tf.nn.ctc_loss_v2(labels, logits, lengths, steps, blank_index=blank)
        found += [loss, tf.gradients(loss * [1.0, 2.0, 3.0, 4.0], logits)[0]]
    turned = tf.nn.ctc_loss_v2(labels, tf.transpose(logits, [1, 0, 2]), lengths, steps, logits_time_major=False)
    fed = [([3, 0, 2, 3], [6, 4, 1, 3]), ([3, 0, 1, 3], [6, 0, 1, 5]), ([0, 0, 0, 0], [6, 5, 0, 1])]
    s = started(tf)
    return [s.run(found + [turned], {lengths: n, steps: t}) for n, t in fed]


NO_PROGRAMS = ("started",)
PROGRAMS = [
    f
    for n, f in sorted(globals().items())
    if callable(f) and getattr(f, "__module__", "") == __name__ and n not in NO_PROGRAMS
]
