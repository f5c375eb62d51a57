"""Record the script of every code point under TF 1.15.5 into tf1compat/_formats/unicode_scripts.txt.

Run with the oracle's interpreter: python tests/golden/record/unicode_scripts.py
Each line is a script's number (ICU's UScriptCode) and the ranges of its code points, in hexadecimal; what is in no line
has script 103, of code points that are not assigned.
"""

import os
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

TARGET = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))),
    "tf1compat", "_formats", "unicode_scripts.txt",
)  # fmt: skip

if __name__ == "__main__":
    with tf.Session() as sess:
        scripts = sess.run(tf.strings.unicode_script(np.arange(0x110000, dtype=np.int32)))
    starts = [0, *(np.flatnonzero(np.diff(scripts)) + 1).tolist(), len(scripts)]
    ranges = {}
    for start, end in zip(starts, starts[1:]):
        last = "" if end == start + 1 else "-%x" % (end - 1)
        ranges.setdefault(int(scripts[start]), []).append("%x%s" % (start, last))
    ranges.pop(103)
    with open(TARGET, "w") as f:
        for script in sorted(ranges):
            f.write("%d %s\n" % (script, " ".join(ranges[script])))
    print("%d scripts" % len(ranges))
