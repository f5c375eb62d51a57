"""What eight towers cost to trace and compile, next to one: `python benchmarks/towers.py [--towers 8] [--devices 8]`.

The classic loop over towers around a small convolutional network, with the mean of gradients, in a process of its own for
each number of towers, devices (`--xla_force_host_platform_device_count`) and an empty compilation cache. Printed are the
seconds of the first step less those of a second one, and of a later step. The aim is at most 1.5 times one tower.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

PROGRAM = """
import json, sys, time
import numpy as np
import tf1compat as tf

count, size = int(sys.argv[1]), 16
tf.set_random_seed(1)
images = tf.placeholder(tf.float32, [count * size, 24, 24, 3])
labels = tf.placeholder(tf.int64, [count * size])
optimizer = tf.train.MomentumOptimizer(0.01, 0.9)
towers = []
parts = zip(tf.split(images, count), tf.split(labels, count))
for i, (x, y) in enumerate(parts):
    with tf.device("/cpu:%d" % i), tf.variable_scope("model", reuse=i > 0), tf.name_scope("tower_%d" % i):
        for k, depth in enumerate((16, 32, 32, 64)):
            x = tf.layers.conv2d(x, depth, 3, padding="same", activation=tf.nn.relu, name="conv%d" % k)
            if k % 2:
                x = tf.layers.max_pooling2d(x, 2, 2)
        x = tf.layers.dense(tf.layers.flatten(x), 64, tf.nn.relu, name="hidden")
        loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10, name="logits"))
        towers.append(optimizer.compute_gradients(loss))
means = []
for pairs in zip(*towers):
    gradients = tf.concat([tf.expand_dims(g, 0) for g, _ in pairs], 0)
    means.append((tf.reduce_mean(gradients, 0), pairs[0][1]))
train = optimizer.apply_gradients(means)
r = np.random.RandomState(0)
feeds = {images: r.rand(count * size, 24, 24, 3).astype("float32"), labels: r.randint(0, 10, count * size)}
with tf.Session(config=tf.ConfigProto(device_count={"CPU": count}, allow_soft_placement=True)) as session:
    session.run(tf.global_variables_initializer())
    times = []
    for _ in range(6):
        start = time.perf_counter()
        session.run(train, feeds)
        times.append(time.perf_counter() - start)
print(json.dumps([times[0] - times[1], min(times[1:])]))
"""


def measure(towers, devices):
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]),
            "JAX_COMPILATION_CACHE_DIR": cache,
            "XDG_CACHE_HOME": cache,
            "XLA_FLAGS": f"--xla_force_host_platform_device_count={devices}",
        }
        command = [sys.executable, "-c", PROGRAM, str(towers)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--towers", type=int, default=8)
    parser.add_argument("--devices", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rounds = [[measure(n, options.devices) for n in (1, options.towers)] for _ in range(options.rounds)]
    one, many = ([statistics.median(r[i][k] for r in rounds) for k in (0, 1)] for i in (0, 1))
    print(
        f"{options.devices} devices: first step of 1 tower {one[0]:.2f} s, of {options.towers} {many[0]:.2f} s: "
        f"{many[0] / one[0]:.2f} times; a later step {one[1] * 1000:.0f} ms and {many[1] * 1000:.0f} ms"
    )


if __name__ == "__main__":
    main()
