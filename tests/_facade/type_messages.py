"""Calls with arguments of types that ops do not take; also runs on the recorder's Python 3.7 with TF 1.15."""

CALLS = {
    "bools": lambda tf: tf.add(True, False),
    "second_argument": lambda tf: tf.concat([[1], [2]], 0.5),
    "tensors": lambda tf: tf.nn.softmax(tf.constant([1, 2])),
    "texts": lambda tf: tf.as_string(tf.constant("a")),
    "constants": lambda tf: tf.as_string("a"),
    "attr": lambda tf: tf.random.uniform([2], dtype=tf.string),
    "attr_of_output": lambda tf: tf.argmax([1.0, 2.0], output_type=tf.float32),
    "attr_of_strings": lambda tf: tf.string_to_number("a", tf.bool),
    "indices": lambda tf: tf.gather([1.0, 2.0], 1.0),
    "list_of_one_type": lambda tf: tf.add_n(["a", "b"]),
    "list_of_types": lambda tf: tf.decode_csv("a", [[True]]),
    "matrices": lambda tf: tf.matmul([["a"]], [["a"]]),
    "labels": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1.0], logits=[[1.0, 2.0]]),
    "operator": lambda tf: tf.placeholder(tf.string) - "a",
    "png": lambda tf: tf.image.decode_png("a", dtype=tf.float32),
    "fixed_number": lambda tf: tf.logical_and(1, 2),
    "fixed_tensor": lambda tf: tf.logical_and(True, tf.constant(2)),
    "fixed_list": lambda tf: tf.dynamic_partition([1], [1.0], 1),
    "other_tensor": lambda tf: tf.equal(tf.constant(1), tf.constant("a")),
}


def refusal(tf, call):
    """The type and text of the error of `call`."""
    with tf.Graph().as_default():
        try:
            call(tf)
        except (TypeError, ValueError) as e:
            return [type(e).__name__, str(e)]
    return None
