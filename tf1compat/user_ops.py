"""`tf.user_ops`: where TensorFlow keeps the example of an operation of one's own."""

from tf1compat._facade.libraries import my_fact as my_fact
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
