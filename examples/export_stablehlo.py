"""A SavedModel as a StableHLO artifact, which a process without tf1compat loads and runs.

The command line does it: tf1compat export model model.stablehlo --to stablehlo
"""

import shutil
import subprocess
import sys

import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3], name="x")
weights = tf.get_variable("weights", initializer=[[1.0], [2.0], [3.0]])
y = tf.matmul(x, weights) + 1.0

shutil.rmtree("model", ignore_errors=True)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    tf.saved_model.simple_save(sess, "model", {"x": x}, {"y": y})

command = [sys.executable, "-m", tf.__name__, "export", "model", "model.stablehlo", "--to", "stablehlo"]
print(subprocess.check_output(command).decode().strip())

elsewhere = """
import sys
import numpy as np
from jax import export
model = export.deserialize(open("model.stablehlo", "rb").read())
for count in 1, 4:
    print("outputs for %d rows:" % count, np.asarray(model.call({"x": np.ones([count, 3], "float32")})["y"]).ravel())
print("modules of this library:", [name for name in sys.modules if name.startswith(sys.argv[1])])
"""
print(subprocess.check_output([sys.executable, "-c", elsewhere, tf.__name__]).decode().strip())
