"""`tf.train.queue_runner`: threads that fill queues."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.queue_runner import QueueRunner as QueueRunner
from tf1compat._facade.train.queue_runner import add_queue_runner as add_queue_runner
from tf1compat._facade.train.queue_runner import start_queue_runners as start_queue_runners

__getattr__, __dir__ = _on_demand(__name__)
