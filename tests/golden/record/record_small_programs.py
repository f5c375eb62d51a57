"""Records what TensorFlow 1.15.5 makes of the programs in tests/_facade/small_programs.py.

Run with its interpreter: python tests/golden/record/record_small_programs.py [FILE]

FILE is `tensorflow/examples/tutorials/mnist/mnist.py` of TensorFlow's sources, which no wheel contains; without it
`mnist_model` keeps its recorded value.
"""

import importlib.util
import json
import os
import sys
import tempfile

import tensorflow as tf
from tensorflow.contrib.learn.python.learn.datasets import mnist as input_data

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(os.path.dirname(HERE), "small_programs.json")
sys.path.insert(0, os.path.join(HERE, "..", "..", "_facade"))
import small_programs as programs  # noqa: E402


def model_of(path):
    spec = importlib.util.spec_from_file_location("tutorial_model", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recorded(program, *arguments):
    with tf.Graph().as_default():
        return program(tf, *arguments)


def main():
    found = json.load(open(TARGET)) if os.path.exists(TARGET) else {}
    folder = tempfile.mkdtemp()
    programs.write_mnist(folder)
    found["mnist_batches"] = recorded(programs.mnist_batches, input_data, folder)
    if len(sys.argv) > 1:
        found["mnist_model"] = recorded(programs.mnist_model, model_of(sys.argv[1]))
    found["contrib_layers"] = recorded(programs.contrib_layers)
    for program in ("tensor_messages", "two_losses_at_once", "names_that_are_none"):
        found[program] = recorded(getattr(programs, program))
    with open(TARGET, "w") as f:
        json.dump(found, f, sort_keys=True)
        f.write("\n")


main()
