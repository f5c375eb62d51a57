"""`tf.contrib.learn.graph_actions`: runs parts of a graph in a session of their own."""

from tf1compat._facade.contrib.learn.graph_actions import evaluate as evaluate
from tf1compat._facade.contrib.learn.graph_actions import infer as infer
from tf1compat._facade.contrib.learn.graph_actions import run_feeds as run_feeds
from tf1compat._facade.contrib.learn.graph_actions import run_feeds_iter as run_feeds_iter
from tf1compat._facade.contrib.learn.graph_actions import run_n as run_n
from tf1compat._facade.contrib.learn.graph_actions import train as train
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
