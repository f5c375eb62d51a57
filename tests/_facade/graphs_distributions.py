"""Calls of tf.distributions."""

import numpy as np

CALLS = {
    "normal": lambda tf, v: tf.distributions.Normal(v.row, 2.0).sample(3, seed=1),
    "normal_prob": lambda tf, v: tf.distributions.Normal(0.0, v.row, name="given").log_prob(v.x),
    "normal_checked": lambda tf, v: tf.distributions.Normal(0.0, v.row, validate_args=True).entropy(),
    "normal_wrong": lambda tf, v: tf.distributions.Normal(v.i, v.i),
    "normal_kl": lambda tf, v: tf.distributions.kl_divergence(
        tf.distributions.Normal(0.0, 1.0), tf.distributions.Normal(v.row, 1.0), allow_nan_stats=False
    ),
    "uniform": lambda tf, v: (tf.distributions.Uniform(v.row, 5.0).sample([2]), tf.distributions.Uniform().prob(v.row)),
    "bernoulli": lambda tf, v: tf.distributions.Bernoulli(probs=v.row).sample((2, 3), seed=4),
    "bernoulli_prob": lambda tf, v: tf.distributions.Bernoulli(logits=v.x, dtype=tf.float32).log_prob(v.y),
    "categorical": lambda tf, v: tf.distributions.Categorical(v.m).sample(seed=4),
    "categorical_prob": lambda tf, v: tf.distributions.Categorical(probs=v.x).log_prob([1, 2]),
    "categorical_statistics": lambda tf, v: (
        tf.distributions.Categorical(v.t).entropy(),
        tf.distributions.Categorical(v.t).mode(),
        tf.distributions.Categorical(v.t).cdf(np.ones((2, 3), "i4")),
    ),
    "both": lambda tf, v: tf.distributions.Bernoulli(logits=v.x, probs=v.x),
    "neither": lambda tf, v: tf.distributions.Categorical(),
}
KNOWS_MORE_SIZES = True
