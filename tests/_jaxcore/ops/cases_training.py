"""Cases of the optimizers' update rules: every rule with its options, reference and resource, dense and on rows."""

import numpy as np
from case import Case

_STREAM = np.random.RandomState(7)


def _draw(low, high, shape=(5, 3)):
    return _STREAM.uniform(low, high, shape).astype("f")


VAR, M, GRAD = _draw(-1, 1), _draw(-1, 1), _draw(-1, 1)
V, W = _draw(0.1, 1), _draw(0.1, 1)
MS, MG = _draw(0.5, 1), _draw(-0.5, 0.5)
INDICES = np.int32([3, 0, 4])
LR, RHO, EPS = np.float32(0.1), np.float32(0.9), np.float32(1e-3)
B1P, B2P, B1, B2 = np.float32(0.81), np.float32(0.998), np.float32(0.9), np.float32(0.999)
L1, L2, ZERO, HALF = np.float32(0.05), np.float32(0.02), np.float32(0), np.float32(-0.5)

# (rule, variables, inputs before the gradient, inputs after it, attrs)
RULES = [
    ("GradientDescent", [VAR], [LR], [], {}),
    ("Momentum", [VAR, M], [LR], [RHO], {}),
    ("Momentum", [VAR, M], [LR], [RHO], {"use_nesterov": True}),
    ("KerasMomentum", [VAR, M], [LR], [RHO], {}),
    ("KerasMomentum", [VAR, M], [LR], [RHO], {"use_nesterov": True}),
    ("Adam", [VAR, M, V], [B1P, B2P, LR, B1, B2, EPS], [], {}),
    ("Adam", [VAR, M, V], [B1P, B2P, LR, B1, B2, EPS], [], {"use_nesterov": True}),
    ("AdamWithAmsgrad", [VAR, M, V, W], [B1P, B2P, LR, B1, B2, EPS], [], {}),
    ("AdaMax", [VAR, M, V], [B1P, LR, B1, B2, EPS], [], {}),
    ("Adagrad", [VAR, V], [LR], [], {}),
    ("Adagrad", [VAR, V], [LR], [], {"update_slots": False}),
    ("AdagradV2", [VAR, V], [LR, EPS], [], {}),
    ("AdagradV2", [VAR, V], [LR, EPS], [], {"update_slots": False}),
    ("Adadelta", [VAR, V, W], [LR, RHO, EPS], [], {}),
    ("RMSProp", [VAR, MS, M], [LR, RHO, RHO, EPS], [], {}),
    ("CenteredRMSProp", [VAR, MG, MS, M], [LR, RHO, RHO, EPS], [], {}),
    ("ProximalGradientDescent", [VAR], [LR, L1, L2], [], {}),
    ("ProximalGradientDescent", [VAR], [LR, ZERO, L2], [], {}),
    ("ProximalAdagrad", [VAR, V], [LR, L1, L2], [], {}),
    ("ProximalAdagrad", [VAR, V], [LR, ZERO, ZERO], [], {}),
    ("AdagradDA", [VAR, M, V], [], [LR, L1, L2, np.int64(3)], {}),
    ("AdagradDA", [VAR, M, V], [], [LR, ZERO, L2, np.int64(3)], {}),
    ("Ftrl", [VAR, V, M], [], [LR, L1, L2, HALF], {}),
    ("Ftrl", [VAR, V, M], [], [LR, L1, L2, np.float32(-0.3)], {}),
    ("FtrlV2", [VAR, V, M], [], [LR, L1, L2, L2, HALF], {}),
    ("FtrlV2", [VAR, V, M], [], [LR, ZERO, ZERO, L2, np.float32(-0.3)], {}),
    ("AddSign", [VAR, M], [LR, RHO, RHO, B1], [], {}),
    ("PowerSign", [VAR, M], [LR, RHO, RHO, B1], [], {}),
]
_RESOURCE_ONLY = ("KerasMomentum", "AdamWithAmsgrad")
_DENSE_ONLY = ("GradientDescent", "Adam", "AdamWithAmsgrad", "AdaMax", "AddSign", "PowerSign")

_ROUNDING = {"Ftrl": 1e-5, "FtrlV2": 1e-5}  # linear is a difference of like numbers

WITHOUT_CASE = dict.fromkeys(["OptaxInit", "OptaxUpdate"], "not in TensorFlow: tests/_facade/test_optax_optimizer.py")

CASES = []
for _name, _variables, _before, _after, _attrs in RULES:
    for _prefix in ("", "Resource"):
        if not _prefix and _name in _RESOURCE_ONLY:
            continue
        _rtol = _ROUNDING.get(_name, 2e-6)
        _given = _variables + _before + [GRAD] + _after
        CASES.append(Case(_prefix + "Apply" + _name, *_given, rtol=_rtol, **_attrs))
        if _name in _DENSE_ONLY:
            continue
        _given = _variables + _before + [GRAD[:3], INDICES] + _after
        CASES.append(Case(_prefix + "SparseApply" + _name, *_given, rtol=_rtol, **_attrs))
CASES += [
    Case("ApplyGradientDescent", np.float64([1, 2]), np.float64(0.3), np.float64([0.7, -0.1]), label="float64"),
    Case("ApplyAdam", *[x.astype("f8") for x in [VAR, M, V, B1P, B2P, LR, B1, B2, EPS, GRAD]], label="float64"),
]
