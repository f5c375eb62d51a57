"""`tf.test.Benchmark`: measures how long a tensor takes to run."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from tf1compat._facade import context


def benchmark_config() -> Any:
    """A ConfigProto for benchmarks: no graph rewriting that TF would do, there is none here."""
    from tf1compat._formats.protos import ConfigProto

    return ConfigProto()


class Benchmark:
    """Base class of benchmarks; methods named `benchmark…` call `run_op_benchmark`."""

    def report_benchmark(
        self,
        iters: int | None = None,
        cpu_time: float | None = None,
        wall_time: float | None = None,
        throughput: float | None = None,
        extras: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> None:
        """Print one result; times in seconds, throughput in MB/s."""
        figures = {"iters": iters, "cpu_time": cpu_time, "wall_time": wall_time, "throughput": throughput}
        given = {key: value for key, value in {**figures, **(extras or {})}.items() if value is not None}
        label = f"{type(self).__name__}.{name or self._calling_benchmark()}"
        print(f"{label}:", ", ".join(f"{key}={value}" for key, value in given.items()))

    def run_op_benchmark(
        self,
        sess: Any,
        op_or_tensor: Any,
        feed_dict: Any = None,
        burn_iters: int = 2,
        min_iters: int = 10,
        store_trace: bool = False,
        store_memory_usage: bool = True,
        name: str | None = None,
        extras: dict[str, Any] | None = None,
        mbs: float = 0,
    ) -> dict[str, Any]:
        """Run `min_iters` times after `burn_iters` unmeasured ones, report, and return the figures.

        `mbs` megabytes per run give the throughput. No trace is stored, and memory is not measured.
        """
        for _ in range(burn_iters):
            sess.run(op_or_tensor, feed_dict=feed_dict)
        seconds = []
        for _ in range(min_iters):
            start = time.perf_counter()
            sess.run(op_or_tensor, feed_dict=feed_dict)
            seconds.append(time.perf_counter() - start)
        median = float(np.median(seconds)) if seconds else -1.0
        throughput = mbs / median if median > 0 else 0.0
        extras = {
            **(extras or {}),
            "wall_time_mean": float(np.mean(seconds)),
            "wall_time_stdev": float(np.std(seconds)),
        }
        result = {"iters": min_iters, "wall_time": median, "throughput": throughput, "extras": extras}
        self.report_benchmark(name=name, **result)
        result["name"] = name or self._calling_benchmark()
        return result

    def evaluate(self, tensors: Any) -> Any:
        """Values of tensors in the default session, or in a new one."""
        session = context.get_default_session()
        if session is not None:
            return session.run(tensors)
        from tf1compat._facade.session import Session

        with Session() as session:
            return session.run(tensors)

    def _calling_benchmark(self) -> str:
        frame: Any = sys._getframe(1)
        while frame is not None and not frame.f_code.co_name.startswith("benchmark"):
            frame = frame.f_back
        if frame is None:
            raise ValueError("Unable to determine calling Benchmark class.")
        return frame.f_code.co_name


TensorFlowBenchmark = Benchmark
