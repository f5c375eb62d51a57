"""Record SavedModels that TF 1.15.5 writes: `python saved_models.py`, with TF 1.15.5's interpreter."""

import os
import shutil

import numpy as np
import tensorflow as tf

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "saved_models")
sm = tf.saved_model


def strings(array):
    """Without pickle: bytes one after the other, and their lengths."""
    flat = [bytes(x) for x in np.ravel(array)]
    return np.frombuffer(b"".join(flat), np.uint8), np.array([len(x) for x in flat]).reshape(np.shape(array))


def record(name, runs):
    arrays = {}
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        signatures = sm.loader.load(session, ["serve"], name).signature_def
        for key, feeds in runs.items():
            signature = signatures[key.split("@")[0]]
            outputs = sorted(signature.outputs)
            values = session.run(
                [signature.outputs[o].name for o in outputs], {signature.inputs[k].name: v for k, v in feeds.items()}
            )
            rows = [("in/" + k, v) for k, v in feeds.items()] + [("out/" + k, v) for k, v in zip(outputs, values)]
            for end, value in rows:
                full = key + "/" + end
                if np.asarray(value).dtype == object:
                    arrays[full + "#bytes"], arrays[full + "#lengths"] = strings(value)
                else:
                    arrays[full] = value
    np.savez(name + ".npz", **arrays)


def simple():
    """`simple_save` of a product with a variable in two parts."""
    tf.compat.v1.set_random_seed(51)
    x = tf.compat.v1.placeholder(tf.float32, [None, 4], "x")
    scale = tf.compat.v1.placeholder_with_default(2.0, [], "scale")
    w = tf.compat.v1.get_variable(
        "w",
        [4, 3],
        partitioner=tf.compat.v1.fixed_size_partitioner(2),
        initializer=tf.compat.v1.glorot_normal_initializer(seed=1),
    )
    y = tf.matmul(x, tf.convert_to_tensor(w)) * scale
    p = tf.nn.softmax(y)
    with tf.compat.v1.Session() as session:
        session.run(tf.compat.v1.global_variables_initializer())
        sm.simple_save(session, "simple", {"x": x, "scale": scale}, {"y": y, "p": p})
    rows = np.random.RandomState(1).randn(3, 4).astype(np.float32)
    record("simple", {"serving_default": {"x": rows, "scale": np.float32(0.5)}, "serving_default@default": {"x": rows}})


def two_signatures():
    """A prediction and a classification, tables from an asset file, a main op."""
    with open("vocab.txt", "w") as file:
        file.write("the\ncat\nsat\non\nmat\n")
    tf.compat.v1.set_random_seed(52)
    words = tf.compat.v1.placeholder(tf.string, [None, None], "words")
    asset = tf.constant("vocab.txt", name="vocab_path")
    tf.compat.v1.add_to_collection("asset_filepaths", asset)
    table = tf.contrib.lookup.index_table_from_file(asset, num_oov_buckets=2, default_value=-1)
    back = tf.contrib.lookup.index_to_string_table_from_file(asset, default_value="UNK")
    ids = table.lookup(words)
    e = tf.compat.v1.get_variable("e", [7, 3], initializer=tf.compat.v1.random_normal_initializer(seed=1))
    logits = tf.compat.v1.layers.dense(tf.reduce_mean(tf.nn.embedding_lookup(e, ids), 1), 5)
    prob = tf.nn.softmax(logits)
    best = back.lookup(tf.argmax(logits, 1))
    builder = sm.builder.SavedModelBuilder("two_signatures")
    with tf.compat.v1.Session() as session:
        session.run([tf.compat.v1.global_variables_initializer(), tf.compat.v1.tables_initializer()])
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {
                "serving_default": sm.signature_def_utils.predict_signature_def({"words": words}, {"prob": prob, "ids": ids}),
                "classes": sm.signature_def_utils.classification_signature_def(words, best, prob),
            },
            assets_collection=[asset],
            legacy_init_op=tf.compat.v1.tables_initializer(),
        )
    builder.save()
    os.remove("vocab.txt")  # the model has its own copy
    query = np.array([[b"the", b"cat", b"zebra"], [b"mat", b"", b"quark"]], object)
    record("two_signatures", {"serving_default": {"words": query}, "classes": {"inputs": query}})


def main():
    shutil.rmtree(TARGET, ignore_errors=True)
    os.makedirs(TARGET)
    os.chdir(TARGET)
    for function in (simple, two_signatures):
        with tf.Graph().as_default():
            function()


if __name__ == "__main__":
    main()
