"""`tf.io`: files, records and parsing."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.io import gfile as gfile

__getattr__, __dir__ = _on_demand(__name__)
