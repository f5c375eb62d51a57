"""`tensorflow.python.tf2`: whether TensorFlow 2's behaviour is on, which it never is."""

from tf1compat._facade.v2_behavior import disable_v2_behavior as disable
from tf1compat._facade.v2_behavior import enable_v2_behavior as enable
from tf1compat._facade.v2_behavior import executing_eagerly as enabled

__all__ = ["disable", "enable", "enabled"]
