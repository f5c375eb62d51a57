"""`tf.contrib.learn.learn_runner`: runs an Experiment as this task should."""

from tf1compat._facade.contrib.learn.learn_runner import run as run
from tf1compat._facade.contrib.learn.learn_runner import tune as tune
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
