"""Record what TF 1.15.5 makes of tests/_facade/distribution_programs.py.

Run with the oracle's interpreter: python tests/golden/record/distribution_programs.py
"""

import importlib.util
import json
import os

import tensorflow as tf

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
spec = importlib.util.spec_from_file_location("programs", os.path.join(TESTS, "_facade", "distribution_programs.py"))
programs = importlib.util.module_from_spec(spec)
spec.loader.exec_module(programs)

with open(os.path.join(TESTS, "golden", "distribution_programs.json"), "w") as f:
    json.dump({p.__name__: programs.run(tf, p) for p in programs.PROGRAMS}, f)
    f.write("\n")
