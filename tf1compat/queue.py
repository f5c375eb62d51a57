"""`tf.queue`: queues."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.queues import FIFOQueue as FIFOQueue
from tf1compat._facade.queues import PaddingFIFOQueue as PaddingFIFOQueue
from tf1compat._facade.queues import PriorityQueue as PriorityQueue
from tf1compat._facade.queues import QueueBase as QueueBase
from tf1compat._facade.queues import RandomShuffleQueue as RandomShuffleQueue

__getattr__, __dir__ = _on_demand(__name__)
