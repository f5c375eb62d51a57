"""`slim.prefetch_queue.prefetch_queue`: a queue that a thread keeps full of batches."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import framework, math_casts, queues, summary
from tf1compat._facade.train import queue_runner
from tf1compat._jaxcore.base import dtypes


def prefetch_queue(
    tensors: Any,
    capacity: int = 8,
    num_threads: int = 1,
    dynamic_pad: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """A queue of `tensors` (a list or dictionary), with a queue runner that fills it.

    Args:
      capacity: how many elements it holds.
      num_threads: how many threads fill it.
      dynamic_pad: whether dimensions may vary.
      shared_name: shares the queue between sessions of a server.
      name: name scope.
    """
    names = sorted(tensors) if isinstance(tensors, dict) else None
    listed = tensors if names is None else [tensors[n] for n in names]
    with framework.name_scope(name, "prefetch_queue", listed):
        kind = queues.PaddingFIFOQueue if dynamic_pad else queues.FIFOQueue
        queue = kind(
            capacity=capacity,
            dtypes=[t.dtype for t in listed],
            shapes=[t.get_shape() for t in listed],
            names=names,
            shared_name=shared_name,
        )
        enqueue = queue.enqueue(tensors)
        queue_runner.add_queue_runner(queue_runner.QueueRunner(queue, [enqueue] * num_threads))
        fraction = math_casts.cast(queue.size(), dtypes.float32) * (1.0 / capacity)
        summary.scalar(f"fraction_of_{capacity}_full", fraction)
        return queue
