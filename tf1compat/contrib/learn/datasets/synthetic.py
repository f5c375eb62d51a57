"""`tf.contrib.learn.datasets.synthetic`: points on circles and spirals."""

from tf1compat._facade.contrib.learn.datasets.synthetic import circles as circles
from tf1compat._facade.contrib.learn.datasets.synthetic import spirals as spirals
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
