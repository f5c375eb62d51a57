"""`tf.contrib.learn.monitors`: watchers of training that came before SessionRunHook; the simple ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys, get_collection
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriter

_MODULE = "tensorflow.contrib.learn.python.learn.monitors"
IGNORED_OPS = ["Const", "Assign", "Identity", "Placeholder", "RandomUniform", "Cast", "RestoreSlice"]


class NanLossDuringTrainingError(RuntimeError):
    """The loss is not a number."""

    def __str__(self) -> str:
        return "NaN loss during training."


class BaseMonitor:
    """Called around every step: `step_begin` says what to fetch, `step_end` sees it and may stop training."""

    @deprecated("2016-12-05", "Monitors are deprecated. Please use tf.train.SessionRunHook.", _MODULE)
    def __init__(self) -> None:
        self._begun = False
        self._current_epoch: int | None = None
        self._current_step: int | None = None
        self._max_steps: int | None = None
        self._estimator: Any = None

    @property
    def run_on_all_workers(self) -> bool:
        """Whether workers run it that are not the chief."""
        return False

    def set_estimator(self, estimator: Any) -> None:
        """Called before training with the Estimator that trains."""
        if estimator is None:
            raise ValueError("Missing estimator.")
        self._estimator = estimator

    def begin(self, max_steps: int | None = None) -> None:
        """Before training; operations can still be added."""
        if self._begun:
            raise ValueError("begin called twice without end.")
        self._max_steps = max_steps
        self._begun = True

    def end(self, session: Any = None) -> None:
        """After training."""
        if not self._begun:
            raise ValueError("end called without begin.")
        self._max_steps = None
        self._begun = False

    def epoch_begin(self, epoch: int) -> None:
        """At the start of an epoch."""
        if self._current_epoch is not None:
            raise ValueError("epoch_begin called twice without epoch_end.")
        if epoch < 0:
            raise ValueError(f"Invalid epoch {epoch}.")
        self._current_epoch = epoch

    def epoch_end(self, epoch: int) -> None:
        """At the end of an epoch."""
        if self._current_epoch != epoch:
            raise ValueError("epoch_end expected %s but got %s.", self._current_epoch, epoch)  # TF1: unformatted
        self._current_epoch = None

    def step_begin(self, step: int) -> list[Any]:
        """Before a step: which tensors to fetch."""
        if step < 0 or (self._max_steps is not None and step > self._max_steps):
            raise ValueError(f"Invalid step {step}.")
        self._current_step = step
        return []

    def step_end(self, step: int, output: Any) -> bool:
        """After a step: sees what was fetched, by name or tensor; True stops training."""
        if self._current_step != step:
            raise ValueError("step_end expected %s but got %s.", self._current_step, step)  # TF1: unformatted
        self._current_step = None
        return False

    def post_step(self, step: int, session: Any) -> None:
        """After `step_end` of all monitors."""


def _output(outputs: Any, request: Any) -> Any:
    return outputs[request] if request in outputs else outputs[request.name]


class EveryN(BaseMonitor):
    """Does something at the first steps, at every n-th one and at the end.

    Args:
      every_n_steps: n.
      first_n_steps: how many first steps count too.
    """

    def __init__(self, every_n_steps: int = 100, first_n_steps: int = 1) -> None:
        super().__init__()
        self._every_n_steps = every_n_steps
        self._first_n_steps = first_n_steps
        self._last_successful_step: int | None = None
        self._last_active_step = 0
        self._every_n_step_begin_called = False

    def every_n_step_begin(self, step: int) -> list[Any]:
        """Which tensors to fetch at such a step."""
        return []

    def every_n_step_end(self, step: int, outputs: Any) -> Any:
        """Sees what was fetched; True stops training."""
        return False

    def every_n_post_step(self, step: Any, session: Any) -> None:
        """After `every_n_step_end` of all monitors, and at the end."""

    def step_begin(self, step: int) -> list[Any]:
        super().step_begin(step)
        is_due = step >= self._every_n_steps + self._last_active_step
        self._every_n_step_begin_called = step <= self._first_n_steps or is_due or step == self._max_steps
        return self.every_n_step_begin(step) if self._every_n_step_begin_called else []

    def step_end(self, step: int, output: Any) -> Any:
        super().step_end(step, output)
        return self.every_n_step_end(step, output) if self._every_n_step_begin_called else False

    def post_step(self, step: int, session: Any) -> None:
        super().post_step(step, session)
        if self._every_n_step_begin_called:
            self.every_n_post_step(step, session)
            self._last_active_step = step
        self._last_successful_step = step

    def end(self, session: Any = None) -> None:
        super().end(session=session)
        if self._last_successful_step != self._last_active_step:
            self.every_n_post_step(self._last_successful_step, session)


class StopAtStep(BaseMonitor):
    """Stops after a number of steps, or at a step.

    Raises:
      ValueError: both are given, or none.
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        super().__init__()
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps = num_steps
        self._last_step = last_step

    @property
    def run_on_all_workers(self) -> bool:
        return True

    def step_begin(self, step: int) -> list[Any]:
        super().step_begin(step)
        if self._last_step is None:
            assert self._num_steps is not None
            self._last_step = step + self._num_steps - 1
        return []

    def step_end(self, step: int, output: Any) -> bool:
        super().step_end(step, output)
        assert self._last_step is not None
        return step >= self._last_step


def _log(message: str, step: int, names: dict[Any, Any], outputs: Any) -> None:
    found = [f"{tag} = {_output(outputs, name)}" for tag, name in names.items() if name in outputs]
    tf_logging.info(message, step, ", ".join(found))


class PrintTensor(EveryN):
    """Logs tensors.

    Args:
      tensor_names: names of tensors, or a dictionary of them by what they are called in the log.
      every_n: log every so many steps.
      first_n: log the first so many steps too.
    """

    def __init__(self, tensor_names: Any, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        self._tensor_names = tensor_names if isinstance(tensor_names, dict) else {name: name for name in tensor_names}

    def every_n_step_begin(self, step: int) -> list[Any]:
        super().every_n_step_begin(step)
        return list(self._tensor_names.values())

    def every_n_step_end(self, step: int, outputs: Any) -> None:
        super().every_n_step_end(step, outputs)
        _log("Step %d: %s", step, self._tensor_names, outputs)


class LoggingTrainable(EveryN):
    """Logs the trainable variables of a scope."""

    def __init__(self, scope: str | None = None, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        self._scope = scope

    def every_n_step_begin(self, step: int) -> list[Any]:
        super().every_n_step_begin(step)
        variables = get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=self._scope)
        self._names = {variable.name: variable.value().name for variable in variables}
        return list(self._names.values())

    def every_n_step_end(self, step: int, outputs: Any) -> None:
        super().every_n_step_end(step, outputs)
        _log("Logging Trainable: Step %d: %s", step, self._names, outputs)


class SummarySaver(EveryN):
    """Writes a summary.

    Args:
      summary_op: the serialized summary; None for the scaffold's.
      save_steps: write every so many steps.
      output_dir, summary_writer: where to; the Estimator's folder without either.
      scaffold: whose summary.
    """

    def __init__(
        self,
        summary_op: Any,
        save_steps: int = 100,
        output_dir: str | None = None,
        summary_writer: Any = None,
        scaffold: Any = None,
    ) -> None:
        super().__init__(every_n_steps=save_steps)
        self._summary_op = summary_op
        self._summary_writer = summary_writer
        if summary_writer is None and output_dir:
            self._summary_writer = FileWriter(output_dir)
        self._scaffold = scaffold

    def set_estimator(self, estimator: Any) -> None:
        super().set_estimator(estimator)
        if self._summary_writer is None:
            self._summary_writer = FileWriter(estimator.model_dir)

    def every_n_step_begin(self, step: int) -> list[Any]:
        super().every_n_step_begin(step)
        if self._summary_op is None and self._scaffold is not None:
            self._summary_op = self._scaffold.summary_op
        return [] if self._summary_op is None else [self._summary_op]

    def every_n_step_end(self, step: int, outputs: Any) -> bool:
        super().every_n_step_end(step, outputs)
        if self._summary_op is not None:
            text = _output(outputs, self._summary_op)
            if self._summary_writer:
                self._summary_writer.add_summary(text, step)
        return False

    def end(self, session: Any = None) -> None:
        super().end(session=session)
        if self._summary_writer:
            self._summary_writer.flush()


class CaptureVariable(EveryN):
    """Keeps the values of a variable by step, in `values`."""

    def __init__(self, var_name: str, every_n: int = 100, first_n: int = 1) -> None:
        super().__init__(every_n, first_n)
        self._var_name = var_name
        self._var_values: dict[int, Any] = {}

    @property
    def values(self) -> dict[int, Any]:
        """The values seen so far, by step."""
        return self._var_values

    def every_n_step_begin(self, step: int) -> list[Any]:
        super().every_n_step_begin(step)
        return [self._var_name]

    def every_n_step_end(self, step: int, outputs: Any) -> None:
        super().every_n_step_end(step, outputs)
        self._var_values[step] = _output(outputs, self._var_name)


@deprecated(None, "Use tf.train.MonitoredTrainingSession.", _MODULE)
def get_default_monitors(
    loss_op: Any = None,
    summary_op: Any = None,
    save_summary_steps: int = 100,
    output_dir: str | None = None,
    summary_writer: Any = None,
) -> list[Any]:
    """A PrintTensor of the loss and a SummarySaver of the summary, as far as they are given."""
    monitors: list[Any] = []
    if loss_op is not None:
        monitors.append(PrintTensor(tensor_names={"loss": loss_op.name}))
    if summary_op is not None:
        monitors.append(SummarySaver(summary_op, save_summary_steps, output_dir, summary_writer))
    return monitors


class GraphDump(BaseMonitor):
    """Keeps the outputs of all operations by step, in `data`, apart from those of some types."""

    IGNORE_OPS = IGNORED_OPS

    def __init__(self, ignore_ops: Any = None) -> None:
        super().__init__()
        self._ignore_ops = ignore_ops or GraphDump.IGNORE_OPS
        self._data: dict[int, Any] = {}

    def begin(self, max_steps: int | None = None) -> None:
        super().begin(max_steps=max_steps)
        self._tensors = []
        for operation in context.get_default_graph().get_operations():
            if operation.type in self._ignore_ops:
                continue
            tf_logging.info("op=%s name=%s.", operation.type, operation.name)
            if operation.outputs:
                self._tensors.append(operation.outputs[0])

    def step_begin(self, step: int) -> list[Any]:
        super().step_begin(step)
        return self._tensors

    def step_end(self, step: int, output: Any) -> bool:
        super().step_end(step, output)
        self._data[step] = output
        return False

    @property
    def data(self) -> dict[int, Any]:
        """The outputs seen so far, by step and then by name or tensor."""
        return self._data

    def compare(self, other_dump: GraphDump, step: int, atol: float = 1e-06) -> tuple[list[str], dict[str, Any]]:
        """Which outputs of a step agree with another dump's, and how the others differ.

        Raises:
          ValueError: the other dump lacks an output.
        """
        matched, differing = [], {}
        other = other_dump.data.get(step, {})
        for key, value in self.data.get(step, {}).items():
            if not isinstance(key, str):
                continue
            if key not in other:
                raise ValueError("%s missing at step %s.", (key, step))  # TF1: unformatted
            if isinstance(value, str):
                continue
            is_array = isinstance(value, np.ndarray)
            if np.allclose(value, other[key], atol=atol) if is_array else value == other[key]:
                matched.append(key)
            else:
                differing[key] = value - other[key] if is_array else (value, other[key])
        return matched, differing


class NanLoss(EveryN):
    """Stops training when the loss is not a number, with NanLossDuringTrainingError or without."""

    def __init__(self, loss_tensor: Any, every_n_steps: int = 100, fail_on_nan_loss: bool = True) -> None:
        super().__init__(every_n_steps=every_n_steps)
        self._loss_tensor = loss_tensor
        self._fail_on_nan_loss = fail_on_nan_loss

    def every_n_step_begin(self, step: int) -> list[Any]:
        super().every_n_step_begin(step)
        return [self._loss_tensor]

    def every_n_step_end(self, step: int, outputs: Any) -> bool:
        super().every_n_step_end(step, outputs)
        if not np.isnan(_output(outputs, self._loss_tensor)):
            return False
        if self._fail_on_nan_loss:
            tf_logging.error("Model diverged with loss = NaN.")
            raise NanLossDuringTrainingError
        tf_logging.warning("Model diverged with loss = NaN.")
        return True
