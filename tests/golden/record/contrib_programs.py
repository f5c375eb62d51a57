"""Records what TensorFlow 1.15.5 makes of the programs in tests/_facade/contrib_programs.py.

Run with its interpreter: python tests/golden/record/contrib_programs.py
"""

import importlib.util
import json
import os
import tempfile

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "..", "..", "_facade", "contrib_programs.py")


def main():
    spec = importlib.util.spec_from_file_location("programs", SOURCE)
    programs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(programs)
    found = {}
    for program in programs.PROGRAMS:
        with tf.Graph().as_default():
            found[program.__name__] = program(tf, tempfile.mkdtemp())
    with open(os.path.join(os.path.dirname(HERE), "contrib_programs.json"), "w") as f:
        json.dump(found, f, sort_keys=True)
        f.write("\n")


main()
