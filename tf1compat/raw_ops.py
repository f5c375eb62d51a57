"""`tf.raw_ops`: every operation by its own name, as a function that takes keywords only."""

from tf1compat._facade.raw_ops import by_keyword as __getattr__
from tf1compat._facade.raw_ops import operation_names as __dir__

__all__ = ["__dir__", "__getattr__"]
