"""`OrderedEnqueuer` and `GeneratorEnqueuer`: batches prepared in threads while the model trains."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from tf1compat._jaxcore.base import errors


class SequenceEnqueuer:
    """Base of what fills a queue with batches; subclasses define `_run` and `get`.

    Args:
      sequence: a `Sequence` or a generator.
      use_multiprocessing: must be False: batches are prepared in threads.
    """

    stop_signal: Any = None

    def __init__(self, sequence: Any, use_multiprocessing: bool = False) -> None:
        if use_multiprocessing:
            raise errors.unsupported(
                f"{type(self).__name__} with use_multiprocessing=True is not supported.",
                advice="Leave it at False: workers are threads, and NumPy and Pillow run in parallel there.",
            )
        self.sequence, self.use_multiprocessing = sequence, use_multiprocessing
        self.workers = 0
        self.queue: Any = None
        self.run_thread: Any = None

    def is_running(self) -> bool:
        """Was it started and not stopped?"""
        return self.stop_signal is not None and not self.stop_signal.is_set()

    def start(self, workers: int = 1, max_queue_size: int = 10) -> None:
        """Begin to prepare batches in `workers` threads, at most `max_queue_size` ahead."""
        self.workers = workers
        self.queue = queue.Queue(max_queue_size)
        self.stop_signal = threading.Event()
        self.run_thread = threading.Thread(target=self._run, daemon=True)
        self.run_thread.start()

    def stop(self, timeout: float | None = None) -> None:
        """End the threads."""
        self.stop_signal.set()
        self._emptied()
        self.run_thread.join(timeout)

    def _emptied(self) -> None:
        with self.queue.mutex:
            self.queue.queue.clear()
            self.queue.unfinished_tasks = 0
            self.queue.not_full.notify()

    def __del__(self) -> None:
        if self.is_running():
            self.stop(1.0)

    def _put(self, job: Future[Any]) -> bool:
        """Queue a batch that is being made; False if it is time to stop."""
        while not self.stop_signal.is_set():
            try:
                self.queue.put(job, timeout=0.1)
                return True
            except queue.Full:
                continue
        job.cancel()
        return False

    def _run(self) -> None:
        raise NotImplementedError

    def get(self) -> Iterator[Any]:
        """The batches."""
        raise NotImplementedError

    def _batches(self) -> Iterator[Any]:
        while self.is_running():
            batch = self.queue.get(block=True).result()
            self.queue.task_done()
            if batch is not None:
                yield batch


class OrderedEnqueuer(SequenceEnqueuer):
    """The batches of a `Sequence` in their order, epoch after epoch.

    Args:
      sequence: a `Sequence`.
      use_multiprocessing: must be False.
      shuffle: another order in each epoch?
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, shuffle: bool = False) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle

    def _run(self) -> None:
        order = list(range(len(self.sequence)))
        with ThreadPoolExecutor(self.workers) as executor:
            while True:
                if self.shuffle:
                    random.shuffle(order)
                for i in order:
                    if not self._put(executor.submit(self.sequence.__getitem__, i)):
                        return
                while self.queue.unfinished_tasks and not self.stop_signal.is_set():
                    self.stop_signal.wait(0.01)
                if self.stop_signal.is_set():
                    return
                self.sequence.on_epoch_end()

    def get(self) -> Iterator[Any]:
        """The batches, without end.

        Raises:
          Whatever the sequence raises.
        """
        try:
            yield from self._batches()
        except Exception:
            self.stop()
            raise


class GeneratorEnqueuer(SequenceEnqueuer):
    """The batches of a generator, which must be safe for threads if there are several workers.

    Args:
      sequence: the generator.
      use_multiprocessing: must be False.
      random_seed: of worker processes: without effect on threads.
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, random_seed: int | None = None) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.random_seed = random_seed

    def _next(self) -> Any:
        try:
            return (next(self.sequence),)
        except StopIteration:  # no future may raise it
            return ()

    def _run(self) -> None:
        with ThreadPoolExecutor(self.workers) as executor:
            while self._put(executor.submit(self._next)):
                pass

    def get(self) -> Iterator[Any]:
        """The batches, until the generator ends.

        Raises:
          RuntimeError: the generator is not safe for threads.
        """
        try:
            for found in self._batches():
                if not found:
                    self.stop()
                    return
                if found[0] is not None:
                    yield found[0]
        except Exception as error:
            self.stop()
            if "generator already executing" in str(error):
                raise RuntimeError(
                    "Your generator is NOT thread-safe. Keras requires a thread-safe generator when "
                    "`use_multiprocessing=False, workers > 1`. "
                ) from None
            raise


def terminate_keras_multiprocessing_pools(grace_period: float = 0.1, use_sigkill: bool = False) -> None:
    """End worker processes of enqueuers: there are none, as workers are threads."""
