"""Decorators that say in which mode a test runs: here in graph mode, once."""

from __future__ import annotations

import functools
import unittest
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.eager.context import graph_mode
from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import testing

Method = Callable[..., Any]


def for_all_test_methods(decorator: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[[type], type]:
    """A class decorator that applies `decorator(*args, **kwargs)` to every test method."""

    def decorate(cls: type) -> type:
        for name in dir(cls):
            value = getattr(cls, name)
            if callable(value) and name.startswith("test") and name != "test_session":
                setattr(cls, name, decorator(*args, **kwargs)(value))
        return cls

    return decorate


def run_in_graph_and_eager_modes(
    func: Method | None = None,
    config: Any = None,
    use_gpu: bool = True,
    reset_test: bool = True,
    assert_no_eager_garbage: bool = False,
) -> Any:
    """Run a test in a session; the second, eager run that TF makes (and `reset_test` is about) has no counterpart."""

    def decorate(f: Method) -> Method:
        if isinstance(f, type):
            raise ValueError(
                "`run_in_graph_and_eager_modes` only supports test methods. "
                "Did you mean to use `run_all_in_graph_and_eager_modes`?"
            )

        @functools.wraps(f)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> None:
            with graph_mode(), self.test_session(use_gpu=use_gpu, config=config):
                f(self, *args, **kwargs)

        return decorated

    return decorate(func) if func is not None else decorate


def run_all_in_graph_and_eager_modes(cls: type) -> type:
    """`run_in_graph_and_eager_modes` for every test of a class."""
    return for_all_test_methods(run_in_graph_and_eager_modes)(cls)


def deprecated_graph_mode_only(func: Any = None) -> Any:
    """Run a test, or all of a class, in graph mode, as everything is."""
    return func if func is not None else deprecated_graph_mode_only


run_deprecated_v1 = deprecated_graph_mode_only


def run_v1_only(reason: str, func: Any = None) -> Any:
    """Run where TensorFlow 2's behaviour is off, as it always is; `reason` documents why."""
    if not isinstance(reason, str):
        raise ValueError(f"'reason' should be string, got {type(reason)}")
    return func if func is not None else functools.partial(run_v1_only, reason)


def run_v2_only(func: Method | None = None) -> Any:
    """Skip: TensorFlow 2's behaviour is never on."""
    return _skipping("Test is only compatible with v2", func)


def run_gpu_only(func: Method | None = None) -> Any:
    """Skip where there is no GPU."""
    return _skipping("Test requires GPU", func, unless=testing.is_gpu_available)


def run_cuda_only(func: Method | None = None) -> Any:
    """Skip where there is no NVIDIA GPU."""
    return _skipping("Test requires CUDA GPU", func, unless=lambda: testing.is_gpu_available(cuda_only=True))


def assert_no_new_pyobjects_executing_eagerly(f: Method) -> Method:
    """Skip: the test counts objects left over by eager execution."""
    return _skipping("Test executes eagerly", f)


def enable_control_flow_v2(fn: Method) -> Method:
    """The test as it is: conditionals and loops are always version 1's nodes, which compute the same."""
    return fn


def enable_output_all_intermediates(fn: Method) -> Method:
    """The test as it is: there are no functional conditionals whose intermediates could be outputs."""
    return fn


def build_as_function_and_v1_graph(func: Method) -> Method:
    """Run a test in a graph of its own; its second run in TF, as a `tf.function`, has no counterpart."""

    @functools.wraps(func)
    def decorated(self: Any, *args: Any, **kwargs: Any) -> None:
        with Graph().as_default():
            func(self, *args, **kwargs)

    return decorated


def with_control_flow_v2(cls: type) -> type:
    """The class with a second set of tests, as in TF; both run version 1's nodes."""
    for name, value in list(vars(cls).items()):
        if callable(value) and name.startswith("test") and not getattr(value, "_disable_control_flow_v2", False):
            setattr(cls, name + "WithControlFlowV2", value)
    return cls


def disable_control_flow_v2(unused_msg: str) -> Callable[[Method], Method]:
    """Mark a test as one of control flow v1."""

    def decorate(fn: Method) -> Method:
        fn._disable_control_flow_v2 = True  # type: ignore[attr-defined]
        return fn

    return decorate


def skip_if(condition: Any) -> Callable[[Method], Method]:
    """Leave a test out if `condition` (or what it returns) is true."""

    def decorate(fn: Method) -> Method:
        @functools.wraps(fn)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            if not (condition() if callable(condition) else condition):
                return fn(*args, **kwargs)
            return None

        return wrapper

    return decorate


def as_it_is(description: Any) -> Callable[[Any], Any]:
    """For the decorators about TensorFlow's XLA bridge: the test runs as it stands; `description` documents why."""
    return lambda func: func


disable_xla = no_xla_auto_jit = xla_allow_fallback = enable_tf_xla_constant_folding = as_it_is


def use_deterministic_cudnn(func: Method) -> Method:
    """The test as it is: XLA's convolutions are deterministic on the CPU."""
    return func


def device(use_gpu: bool) -> Any:
    """The first GPU if it is wanted and there, else the CPU, for operations made inside the block."""
    return context.get_default_graph().device(
        "/device:GPU:0" if use_gpu and testing.is_gpu_available() else "/device:CPU:0"
    )


def use_gpu() -> Any:
    """Operations made inside the block stand on the first GPU, if there is one."""
    return device(use_gpu=True)


def force_gpu() -> Any:
    """Operations made inside the block stand on the first GPU."""
    return context.get_default_graph().device("/device:GPU:0")


def force_cpu() -> Any:
    """Operations made inside the block stand on the CPU."""
    return context.get_default_graph().device("/device:CPU:0")


def _skipping(reason: str, func: Method | None, unless: Callable[[], bool] = lambda: False) -> Any:
    def decorate(f: Method) -> Method:
        @functools.wraps(f)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
            if not unless():
                raise unittest.SkipTest(reason)
            return f(self, *args, **kwargs)

        return decorated

    return decorate(func) if func is not None else decorate
