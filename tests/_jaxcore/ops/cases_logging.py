"""Cases of ops that print and check; what they print is tested in tests/_jaxcore/ops/test_logging.py."""

import numpy as np
from case import Case

CASES = [
    Case("Print", [1.0, 2.0], [np.float32([3.0]), np.array(b"text", object)], message=b"seen: "),
    Case("Print", np.int32([1, 2]), [np.bool_([True])], first_n=0),
    Case("PrintV2", np.array(b"seen", object), output_stream=b"stderr", end=b";"),
    Case("Assert", True, [np.float32([1.0]), np.array(b"text", object)]),
]

WITHOUT_CASE = {"Timestamp": "another value in every run; tests/_jaxcore/ops/test_logging.py"}
