"""Record what TF 1.15.5 says to the inputs in tests/_jaxcore/ops/refused.py, all of them fed.

Run with the oracle's interpreter: python tests/golden/record/refused.py
"""

import json
import os

import tensorflow as tf
from record_ops import AS_BUILT, TESTS, Built

from case import keyed
from refused import REFUSED


class Fed(Built):
    """A case whose inputs are placeholders, its variables apart."""

    def __init__(self, case):
        self.feeds = {}
        super().__init__(case)

    def _tensor(self, value, mode):
        tensor = tf.compat.v1.placeholder(value.dtype, value.shape)
        self.feeds[tensor] = value
        return tensor


def refusal(case):
    with tf.Graph().as_default(), tf.compat.v1.Session(config=AS_BUILT) as session:
        built = Fed(case)
        session.run([v.initializer for v in built.variables])
        try:
            session.run(built.op, built.feeds)
        except tf.errors.OpError as e:
            return {"digest": case.digest(), "error": type(e).__name__, "text": e.message.split("\n")[0]}
    raise ValueError(case.op + " takes the inputs")


def main():
    found = {key: refusal(case) for key, case in keyed(REFUSED).items()}
    rows = ["%s: %s" % (json.dumps(k), json.dumps(v, sort_keys=True)) for k, v in found.items()]
    with open(os.path.join(TESTS, "golden", "refused.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d refusals recorded" % len(found))


if __name__ == "__main__":
    main()
