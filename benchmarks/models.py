"""Whole models from 2014 to 2019, trained for some steps: `python benchmarks/models.py NAME [--engine ENGINE]`.

NAME is inception_v3, resnet_v2_50, vgg_16 (of slim), bert_base, gpt2_small (`transformers.py`, on sequences of `--length`)
or bert (with `--repository`, a checkout of google-research/bert).
Prints a line of JSON: seconds for building the graph, initialising, the first step and a later one, and memory.
"""

import argparse
import importlib
import json
import resource
import sys
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*_SIZES, "bert_base", "gpt2_small", "bert"])
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

    if options.name in ("bert_base", "gpt2_small"):
        make = transformers.bert_loss if options.name == "bert_base" else transformers.gpt2_loss
        loss, feed = make(tf, options.batch, options.length)
    elif options.name == "bert":
        loss, feed = bert(tf, options.repository, options.batch)
    else:
        loss, feed = image_model(tf, options.name, options.batch)
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
    times["step"] = round(times.pop("later steps") / options.steps, 2)
    parameters = sum(int(np.prod(v.shape.as_list())) for v in tf.trainable_variables())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    found = {"model": options.name, "engine": options.engine, "batch": options.batch, "parameters": parameters}
    print(json.dumps({**found, "losses": losses, "seconds": times, "peak_MiB": memory}))


main()
