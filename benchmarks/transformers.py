"""BERT-base (2018) and GPT-2 small (2019) as TensorFlow 1 programs: dense layers, attention, variable scopes.

`bert_loss` and `gpt2_loss` build the graph of a loss and say what to feed; `models.py` trains them.
"""

import numpy as np


def _layer_norm(tf, x, scope):
    """Mean 0 and variance 1 along the last dimension, with trained scale and offset."""
    with tf.variable_scope(scope):
        width = x.shape[-1].value
        scale = tf.get_variable("gamma", [width], initializer=tf.ones_initializer())
        offset = tf.get_variable("beta", [width], initializer=tf.zeros_initializer())
        mean, variance = tf.nn.moments(x, [-1], keep_dims=True)
        return (x - mean) * tf.rsqrt(variance + 1e-5) * scale + offset


def _gelu(tf, x):
    return 0.5 * x * (1.0 + tf.tanh(0.7978845608 * (x + 0.044715 * tf.pow(x, 3))))


def _dense(tf, x, units, name):
    return tf.layers.dense(x, units, kernel_initializer=tf.truncated_normal_initializer(stddev=0.02), name=name)


def _attention(tf, x, heads, mask, dropout):
    """Self-attention of [batch, time, width]; where `mask` is 0, nothing is attended to."""
    batch, time, width = x.shape.as_list()

    def split(y):
        return tf.transpose(tf.reshape(y, [batch, time, heads, width // heads]), [0, 2, 1, 3])

    query, key, value = (split(y) for y in tf.split(_dense(tf, x, 3 * width, "qkv"), 3, axis=-1))
    scores = tf.matmul(query, key, transpose_b=True) / np.sqrt(width // heads)
    weights = tf.nn.softmax(scores + (1.0 - mask) * -10000.0)
    weights = tf.nn.dropout(weights, keep_prob=1.0 - dropout)
    found = tf.reshape(tf.transpose(tf.matmul(weights, value), [0, 2, 1, 3]), [batch, time, width])
    return _dense(tf, found, width, "output")


def _embedded(tf, ids, vocabulary, width, positions):
    table = tf.get_variable(
        "word_embeddings", [vocabulary, width], initializer=tf.random_normal_initializer(stddev=0.02)
    )
    places = tf.get_variable("position_embeddings", [positions, width], initializer=tf.zeros_initializer())
    return tf.nn.embedding_lookup(table, ids) + places[: ids.shape[1].value], table


def bert_loss(tf, batch, length=128, layers=12, width=768, heads=12, vocabulary=30522, dropout=0.1):
    """A classifier on BERT-base: layers are normalised after their sums."""
    ids = tf.placeholder(tf.int32, [batch, length])
    given = tf.placeholder(tf.float32, [batch, length])
    labels = tf.placeholder(tf.int32, [batch])
    with tf.variable_scope("bert"):
        x, _ = _embedded(tf, ids, vocabulary, width, 512)
        x = tf.nn.dropout(_layer_norm(tf, x, "embeddings_norm"), keep_prob=1.0 - dropout)
        mask = given[:, tf.newaxis, tf.newaxis, :]
        for i in range(layers):
            with tf.variable_scope(f"layer_{i}"):
                found = tf.nn.dropout(_attention(tf, x, heads, mask, dropout), keep_prob=1.0 - dropout)
                x = _layer_norm(tf, x + found, "attention_norm")
                found = _dense(tf, _gelu(tf, _dense(tf, x, 4 * width, "intermediate")), width, "final")
                x = _layer_norm(tf, x + tf.nn.dropout(found, keep_prob=1.0 - dropout), "output_norm")
        pooled = tf.tanh(_dense(tf, x[:, 0], width, "pooler"))
    logits = _dense(tf, pooled, 2, "classifier")
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    rng = np.random.RandomState(0)
    feed = {ids: rng.randint(0, vocabulary, (batch, length)), labels: rng.randint(0, 2, batch)}
    return loss, {**feed, given: np.ones((batch, length))}


def gpt2_loss(tf, batch, length=128, layers=12, width=768, heads=12, vocabulary=50257):
    """Next-word loss of GPT-2 small: layers are normalised before, the table of words is also the last layer."""
    ids = tf.placeholder(tf.int32, [batch, length + 1])
    with tf.variable_scope("model"):
        x, table = _embedded(tf, ids[:, :-1], vocabulary, width, 1024)
        mask = tf.matrix_band_part(tf.ones([length, length]), -1, 0)
        for i in range(layers):
            with tf.variable_scope(f"h{i}"):
                x += _attention(tf, _layer_norm(tf, x, "ln_1"), heads, mask, 0.0)
                found = _gelu(tf, _dense(tf, _layer_norm(tf, x, "ln_2"), 4 * width, "c_fc"))
                x += _dense(tf, found, width, "c_proj")
        x = tf.reshape(_layer_norm(tf, x, "ln_f"), [batch * length, width])
        logits = tf.reshape(tf.matmul(x, table, transpose_b=True), [batch, length, vocabulary])
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=ids[:, 1:], logits=logits))
    return loss, {ids: np.random.RandomState(0).randint(0, vocabulary, (batch, length + 1))}
