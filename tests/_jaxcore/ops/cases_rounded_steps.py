"""Cases of rounding to the steps of integers."""

import numpy as np
from case import Case

X = np.float32([[-1.3, 0.26, 0.5], [0.75, 0.1, 2.2]])
LOW, HIGH = np.float32(-1.0), np.float32(1.5)
CASES = [
    Case("QuantizeAndDequantizeV2", X, LOW, HIGH, num_bits=4),
    Case("QuantizeAndDequantizeV2", X, LOW, HIGH, num_bits=4, range_given=True, label="given"),
    Case("QuantizeAndDequantizeV2", abs(X), np.float32(0), HIGH, num_bits=3, range_given=True, signed_input=False,
         label="unsigned"),
    Case("QuantizeAndDequantizeV2", X, LOW, HIGH, num_bits=3, range_given=True, round_mode="HALF_UP",
         narrow_range=True, label="half_up"),
    Case("QuantizeAndDequantizeV3", X, LOW, HIGH, np.int32(4)),
]  # fmt: skip
