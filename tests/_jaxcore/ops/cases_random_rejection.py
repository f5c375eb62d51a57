"""Cases of gamma and Poisson draws."""

import numpy as np
from case import Case

ANEW = "the recorder draws anew for it"
CASES = [
    Case("RandomGamma", [7], np.array([0.3, 1.0, 2.5, 40.0], "f"), seed=1, seed2=2, rtol=1e-4, grad=ANEW),
    Case("RandomGamma", [3, 2], np.array([[0.7], [4.0]]), seed=5, seed2=3, label="double", rtol=1e-6, grad=ANEW),
    Case("RandomGamma", [0], np.array([0.7], "f"), seed=5, seed2=3, label="empty", grad=ANEW),
    Case("RandomGammaGrad", np.array([0.3, 1.0, 2.5, 40.0], "f"), np.array([0.2, 1.5, 2.0, 38.0], "f"), rtol=1e-3, grad="TF has none"),
    Case("RandomPoissonV2", [9], np.array([0.0, 0.5, 3.0, 12.0, 200.0], "f"), dtype="float32", seed=1, seed2=2),
    Case("RandomPoissonV2", [3, 2], np.array([[2.0, 30.0]]), seed=5, seed2=3, label="double"),
]  # fmt: skip
