"""The modules of functions on tensors, typed `Any`: formulas use a Tensor's operators, which exist at run time only."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops as _array_ops
from tf1compat._facade import check_ops as _check_ops
from tf1compat._facade import check_shapes as _check_shapes
from tf1compat._facade import constants as _constants
from tf1compat._facade import math_ops as _math_ops
from tf1compat._facade import matrices as _matrices
from tf1compat._facade import nn_loss as _nn_loss
from tf1compat._facade import nn_ops as _nn_ops
from tf1compat._facade import random_ops as _random_ops
from tf1compat._facade import spectral as _spectral

array_ops: Any = _array_ops
check_ops: Any = _check_ops
check_shapes: Any = _check_shapes
constants: Any = _constants
math_ops: Any = _math_ops
matrices: Any = _matrices
nn_loss: Any = _nn_loss
nn_ops: Any = _nn_ops
random_ops: Any = _random_ops
spectral: Any = _spectral
