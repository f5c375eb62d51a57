"""Whole models from 2014 to 2019, trained for some steps: `python benchmarks/models.py NAME [--engine ENGINE]`.

NAME is inception_v3, resnet_v2_50, vgg_16 (of slim), char_rnn, bert_base, gpt2_small (`transformers.py`, on sequences of
`--length`) or bert (with `--repository`, a checkout of google-research/bert).
Prints a line of JSON: seconds for building the graph, initialising, the first step and a later one, saving and
restoring, whether the restored variables are the saved ones bit for bit, and memory.
"""

import argparse
import importlib
import json
import resource
import sys
import tempfile
import time

import numpy as np
import transformers

_SIZES = {"inception_v3": 299, "resnet_v2_50": 224, "vgg_16": 224}
_CLASSES = 1001


def image_model(tf, name, batch):
    """A slim network with its loss on random images."""
    slim, size = tf.contrib.slim, _SIZES[name]
    module = {"inception_v3": "inception", "resnet_v2_50": "resnet_v2", "vgg_16": "vgg"}[name]
    nets = importlib.import_module(tf.__name__ + ".contrib.slim.nets")
    net = getattr(nets, module)
    scope = {"inception_v3": "inception_v3_arg_scope", "resnet_v2_50": "resnet_arg_scope", "vgg_16": "vgg_arg_scope"}[
        name
    ]
    images = tf.placeholder(tf.float32, [batch, size, size, 3])
    labels = tf.placeholder(tf.int64, [batch])
    with slim.arg_scope(getattr(net, scope)()):
        logits = getattr(net, name)(images, _CLASSES if name != "vgg_16" else 1000, is_training=True)[0]
    logits = tf.reshape(logits, [batch, -1])
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    rng = np.random.RandomState(0)
    feed = {images: rng.rand(batch, size, size, 3).astype("f"), labels: rng.randint(0, 1000, batch)}
    return loss, feed


def char_rnn(tf, batch, length, vocabulary=65, units=128, layers=2):
    """Two layers of LSTM over characters, unrolled by `dynamic_rnn`, as in the repositories named char-rnn."""
    ids = tf.placeholder(tf.int32, [batch, length + 1])
    table = tf.get_variable("embedding", [vocabulary, units])
    cell = tf.nn.rnn_cell.MultiRNNCell([tf.nn.rnn_cell.BasicLSTMCell(units) for _ in range(layers)])
    start = cell.zero_state(batch, tf.float32)
    outputs, _ = tf.nn.dynamic_rnn(cell, tf.nn.embedding_lookup(table, ids[:, :-1]), initial_state=start)
    logits = tf.layers.dense(outputs, vocabulary)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=ids[:, 1:], logits=logits))
    return loss, {ids: np.random.RandomState(0).randint(0, vocabulary, (batch, length + 1))}


def bert(tf, repository, batch, length=128):
    """BERT-base with a classifier on random tokens."""
    sys.path.insert(0, repository)
    import modeling

    config = modeling.BertConfig(vocab_size=30522)
    ids = tf.placeholder(tf.int32, [batch, length])
    labels = tf.placeholder(tf.int32, [batch])
    model = modeling.BertModel(config=config, is_training=True, input_ids=ids)
    logits = tf.layers.dense(model.get_pooled_output(), 2)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    rng = np.random.RandomState(0)
    return loss, {ids: rng.randint(0, 30000, (batch, length)), labels: rng.randint(0, 2, batch)}


def saved_and_restored(tf, session, lap):
    """Save all variables, overwrite them with their initial values, restore; True where each came back as it was."""
    saver, folder = tf.train.Saver(), tempfile.TemporaryDirectory()
    variables = tf.global_variables()
    before = session.run(variables)
    lap("reading")
    path = saver.save(session, folder.name + "/model")
    lap("save")
    session.run(tf.global_variables_initializer())
    lap("initialise again")
    saver.restore(session, path)
    lap("restore")
    after = session.run(variables)
    folder.cleanup()
    return all(old.tobytes() == new.tobytes() for old, new in zip(before, after))


def make_loss(tf, options):
    """The loss of the model that was asked for, and what to feed."""
    name, batch = options.name, options.batch
    if name in ("bert_base", "gpt2_small"):
        make = transformers.bert_loss if name == "bert_base" else transformers.gpt2_loss
        return make(tf, batch, options.length)
    if name == "bert":
        return bert(tf, options.repository, batch, options.length)
    if name == "char_rnn":
        return char_rnn(tf, batch, options.length)
    return image_model(tf, name, batch)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*_SIZES, "char_rnn", "bert_base", "gpt2_small", "bert"])
    parser.add_argument("--engine", default="tf1compat")
    parser.add_argument("--repository")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--length", type=int, default=128)
    options = parser.parse_args()
    if options.engine == "tf1compat":
        import tf1compat

        tf1compat.install()
    import tensorflow as tf

    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.set_random_seed(1)
    times, last = {}, time.perf_counter()

    def lap(what):
        nonlocal last
        now = time.perf_counter()
        times[what], last = round(now - last, 2), now

    loss, feed = make_loss(tf, options)
    train = tf.train.MomentumOptimizer(1e-4, 0.9).minimize(loss)
    lap("build")
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        lap("initialise")
        losses = [float(session.run([loss, train], feed)[0])]
        lap("first step")
        for _ in range(options.steps):
            losses.append(float(session.run([loss, train], feed)[0]))
        lap("later steps")
        same = saved_and_restored(tf, session, lap)
    times["step"] = round(times.pop("later steps") / options.steps, 2)
    parameters = sum(int(np.prod(v.shape.as_list())) for v in tf.trainable_variables())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    found = {"model": options.name, "engine": options.engine, "batch": options.batch, "parameters": parameters}
    print(json.dumps({**found, "losses": losses, "restored": same, "seconds": times, "peak_MiB": memory}))


main()
