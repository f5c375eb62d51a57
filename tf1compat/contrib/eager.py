"""`tf.contrib.eager`: what of it builds graphs too; eager execution itself is not in tf1compat."""

from tf1compat._facade.custom_gradient import custom_gradient as custom_gradient
from tf1compat._facade.eager.function import defun as defun
from tf1compat._facade.gradient_tape import GradientTape as GradientTape
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.script_ops import py_function as py_func
from tf1compat._facade.v2_behavior import executing_eagerly as executing_eagerly

__getattr__, __dir__ = _on_demand(__name__)
