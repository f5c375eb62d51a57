"""Modules that TensorFlow's `keras.backend` uses and that programs reach through it (`K.math_ops.matmul`)."""

from tf1compat._facade import array_ops as array_ops
from tf1compat._facade import math_ops as math_ops
from tf1compat._facade import variables as variables_module
from tf1compat._facade.keras.backend.session import _initialize_variables as _initialize_variables
from tf1compat._jaxcore.base import dtypes as dtypes_module

__all__ = ["array_ops", "dtypes_module", "math_ops", "variables_module"]
