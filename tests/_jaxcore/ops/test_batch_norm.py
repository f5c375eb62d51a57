"""y of the fused batch normalisation ops and the gradients that flow from it, against TF 1.15.5."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

import tf1compat._jaxcore.ops  # noqa: F401  (declares them all)
from tf1compat._jaxcore.schema import opdef

GOLDEN = np.load(Path(__file__).parents[2] / "golden" / "ops" / "batch_norm_y.npz")


@pytest.mark.parametrize("op_type", ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"])
@pytest.mark.parametrize("mode", ["training", "inference"])
@pytest.mark.parametrize("data_format", [b"NHWC", b"NCHW"])
def test_y_and_gradients(op_type: str, mode: str, data_format: bytes) -> None:
    stats = [GOLDEN["mean"], GOLDEN["variance"]] if mode == "inference" else [np.zeros(0, "f")] * 2
    attrs = {"epsilon": 0.01, "is_training": mode == "training", "data_format": data_format}
    to_op = (0, 3, 1, 2) if data_format == b"NCHW" else (0, 1, 2, 3)

    def y(x: Any, scale: Any, offset: Any) -> Any:
        out = opdef.get(op_type)([x.transpose(to_op), scale, offset, *stats], attrs)[0]
        return out.transpose(tuple(np.argsort(to_op)))

    value, pull_back = jax.vjp(y, *(GOLDEN[k] for k in ("x", "scale", "offset")))
    np.testing.assert_allclose(value, GOLDEN[f"{mode}_y"], rtol=1e-5, atol=1e-6)
    for name, got in zip(("d_x", "d_scale", "d_offset"), pull_back(GOLDEN["dy"])):
        np.testing.assert_allclose(got, GOLDEN[f"{mode}_{name}"], rtol=1e-5, atol=1e-5, err_msg=name)
