"""Record what TF 1.15.5 says of arguments whose type an op does not take.

Run with the oracle's interpreter: python tests/golden/record/type_messages.py
Writes tests/golden/type_messages.json: {call: [type of the error, its text]}.
"""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "_facade"))

import tensorflow as tf  # noqa: E402
from type_messages import CALLS, refusal  # noqa: E402


def main():
    rows = ["%s: %s" % (json.dumps(name), json.dumps(refusal(tf, CALLS[name]))) for name in sorted(CALLS)]
    with open(os.path.join(TESTS, "golden", "type_messages.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d calls recorded" % len(rows))


if __name__ == "__main__":
    main()
