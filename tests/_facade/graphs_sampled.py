"""Calls of the candidate samplers and the losses that use them."""

KNOWS_MORE_SIZES = True  # shapes packed from sizes of other shapes: TF 1.15.5 does not look into the parts


def labels(tf, n=1, dtype="int64"):
    return tf.placeholder(getattr(tf, dtype), [None, n], name="in_labels")


def table(tf, use_resource=False, parts=None):
    with tf.variable_scope("table", use_resource=use_resource):
        if parts is None:
            return tf.get_variable("w", [10, 4]), tf.get_variable("b", [10])
        return [[tf.get_variable(n + str(i), shape) for i in range(parts)] for n, shape in (("w", [5, 4]), ("b", [5]))]


def loss(function, dtype="int64", num_true=1, use_resource=False, parts=None, **settings):
    def call(tf, v):
        inputs = tf.placeholder(tf.float32, [None, 4], name="in_inputs")
        given = labels(tf, num_true, dtype)
        if settings.get("sampled_values"):
            settings["sampled_values"] = tf.nn.uniform_candidate_sampler(given, num_true, 5, True, 10)
        getattr(tf.nn, function)(
            *table(tf, use_resource, parts),
            labels=given,
            inputs=inputs,
            num_sampled=5,
            num_classes=10,
            num_true=num_true,
            **settings,
        )

    return call


CALLS = {
    "log_uniform": lambda tf, v: tf.nn.log_uniform_candidate_sampler(labels(tf), 1, 5, True, 20, seed=3),
    "uniform": lambda tf, v: tf.nn.uniform_candidate_sampler(labels(tf, 2), 2, 5, False, 20, name="mine"),
    "learned": lambda tf, v: tf.nn.learned_unigram_candidate_sampler(labels(tf), 1, 5, False, 20),
    "fixed": lambda tf, v: tf.nn.fixed_unigram_candidate_sampler(
        labels(tf), 1, 2, True, 4, distortion=0.75, num_reserved_ids=1, unigrams=[1.0, 2.5, 3.0]
    ),
    "fixed_file": lambda tf, v: tf.nn.fixed_unigram_candidate_sampler(labels(tf), 1, 2, True, 4, vocab_file="no_file"),
    "all": lambda tf, v: tf.nn.all_candidate_sampler(labels(tf), 1, 5, True),
    "accidental_hits": lambda tf, v: tf.nn.compute_accidental_hits(labels(tf), tf.range(tf.constant(5, tf.int64)), 1),
    "names": lambda tf, v: tf.constant(tf.nn.all_candidate_sampler(labels(tf), 1, 5, True)._fields),
}
for _name in ["nce_loss", "sampled_softmax_loss"]:
    CALLS[_name] = loss(_name)
    CALLS[_name + "_int32"] = loss(_name, "int32")
    CALLS[_name + "_two"] = loss(_name, num_true=2, remove_accidental_hits=True)
    CALLS[_name + "_keep_hits"] = loss(_name, remove_accidental_hits=False)
    CALLS[_name + "_resource"] = loss(_name, use_resource=True, name="mine")
    CALLS[_name + "_parts"] = loss(_name, parts=2, partition_strategy="div")
    CALLS[_name + "_given"] = loss(_name, sampled_values=True)
CALLS["sampled_softmax_loss_seed"] = loss("sampled_softmax_loss", seed=4)
