"""Training from queues for minutes, then Ctrl-C: `python benchmarks/soak.py [--minutes 10]`.

A program trains on `tf.train.shuffle_batch` with four threads. Printed are its steps, its memory (MiB) every half
minute, and how long it took to end after SIGINT.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = """
import sys
sys.path.insert(0, {here!r})
import tf1compat as tf
import pipelines

tf.logging.set_verbosity(tf.logging.ERROR)
names = pipelines.write(tf, {folder!r})
files = tf.train.string_input_producer(names)
_, record = tf.TFRecordReader().read(files)
pixels, label = pipelines.parse(tf, record)
images, labels = tf.train.shuffle_batch([pixels, label], 64, capacity=2048, min_after_dequeue=512, num_threads=4)
hidden = tf.layers.dense(images, 64, tf.nn.relu)
loss = tf.losses.sparse_softmax_cross_entropy(labels, tf.layers.dense(hidden, 10))
step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(1e-4).minimize(loss, step)
with tf.train.MonitoredTrainingSession() as session:
    while not session.should_stop():
        _, done = session.run([train, step])
        if done % 100 == 0:
            print(done, flush=True)
"""


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    here = __file__.rpartition("/")[0] or "."
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as out:
        code = PROGRAM.format(here=here, folder=folder)
        child = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
        )
        end, sizes = time.monotonic() + 60 * options.minutes, []
        while time.monotonic() < end and child.poll() is None:
            time.sleep(min(30, max(0.1, end - time.monotonic())))
            if child.poll() is None:
                sizes.append(memory(child.pid))
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        errors = child.communicate(timeout=60)[1]
        took = time.monotonic() - start
        out.seek(0)
        steps = out.read().split()
    print(f"steps: {steps[-1] if steps else 0}; memory: {sizes}; ended {took:.2f} s after SIGINT: {child.returncode}")
    print(errors.strip().splitlines()[-1:])


main()
