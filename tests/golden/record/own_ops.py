"""What TF makes of a graph with ops that it lacks.  Usage: ORACLE_PYTHON own_ops.py

Reads ../own_ops/written.pb, which tf1compat wrote (`python tests/_facade/test_own_ops.py`); writes what TF makes of it
as ../own_ops/read.pb, and values and errors as read.json.
"""

import json
import os

import tensorflow as tf

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "own_ops")

if __name__ == "__main__":
    with open(os.path.join(FOLDER, "written.pb"), "rb") as f:
        definition = tf.GraphDef.FromString(f.read())
    tf.import_graph_def(definition, name="")
    graph = tf.get_default_graph()
    with open(os.path.join(FOLDER, "read.pb"), "wb") as f:
        f.write(graph.as_graph_def(add_shapes=True).SerializeToString())
    found = {"shape": graph.get_tensor_by_name("gradients/Gradient:0").shape.as_list()}
    with tf.Session() as session:
        session.run("init")
        found["loss"] = float(session.run("loss:0", {"x:0": [1.0, 2.0]}))
        for name in "step", "inner:0":
            try:
                session.run(name, {"x:0": [1.0, 2.0]})
            except tf.errors.InvalidArgumentError as e:
                found[name] = e.message
        again = tf.gradients(graph.get_tensor_by_name("loss:0"), graph.get_tensor_by_name("w/read:0"))
        found["gradient"] = session.run(again[0], {"x:0": [1.0, 2.0]}).tolist()
    with open(os.path.join(FOLDER, "read.json"), "w") as f:
        json.dump(found, f, indent=1)
