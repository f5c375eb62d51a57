"""`tf.contrib.resampler`: values of images at places between pixels."""

from tf1compat._facade.contrib.resampler import resampler as resampler
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
