"""Iterators in checkpoints: `make_saveable_from_iterator`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.data.iterators import GLOBAL_ITERATORS
from tf1compat._facade.framework import colocate_with
from tf1compat._facade.train import checkpoint_management
from tf1compat._facade.train.saveables import SaveableObject, SaveSpec
from tf1compat._facade.train.saver import Saver
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook
from tf1compat._facade.train.session_run_hook import SessionRunHook


def make_saveable_from_iterator(iterator: Any) -> Any:
    """What a Saver needs to save where an iterator stands, and to go on from there.

    The place is saved as the number of elements that were taken and the seeds that were drawn; going on goes through
    the elements before it once more.
    """
    return _Saveable(iterator._iterator_resource)


class _Saveable(SaveableObject):
    def __init__(self, handle: Any) -> None:
        state = apply_op("SerializeIterator", handle)
        specs = [SaveSpec(state, "", handle.name + "-state")]
        super().__init__(handle, specs, handle.name)

    def restore(self, restored_tensors: Any, restored_shapes: Any) -> Any:
        with colocate_with(self.op):
            return apply_op("DeserializeIterator", self.op, restored_tensors[0])


class CheckpointInputPipelineHook(SessionRunHook):
    """Saves where the iterators of an Estimator's input stand when its checkpoints are saved.

    Args:
      estimator: whose configuration says where and how often.
    """

    def __init__(self, estimator: Any) -> None:
        config = estimator._config
        prefix = "input"
        if config.num_worker_replicas > 1:
            prefix += f"_{config.task_type}_{config.task_id}"
        self._saver_hook = CheckpointSaverHook(
            estimator.model_dir,
            save_secs=config.save_checkpoints_secs,
            save_steps=config.save_checkpoints_steps,
            checkpoint_basename=prefix + ".ckpt",
        )
        self._latest_filename = "checkpoint_" + prefix
        self._first_run = True

    def begin(self) -> None:
        """Make a Saver of all iterators of the graph."""
        if self._saver_hook._saver is None and self._saver_hook._scaffold is None:
            handles = context.get_default_graph().get_collection(GLOBAL_ITERATORS)
            self._saver_hook._saver = _NamedSaver([_Saveable(h) for h in handles], self._latest_filename)
        self._saver_hook.begin()

    def before_run(self, run_context: Any) -> Any:
        """Before the first step, go on from the latest state, or save the first one."""
        if self._first_run:
            self._first_run = False
            session, hook = run_context.session, self._saver_hook
            latest = checkpoint_management.latest_checkpoint(hook._checkpoint_dir, self._latest_filename)
            if latest:
                hook._get_saver().restore(session, latest)
            else:
                step = session.run(hook._global_step_tensor)
                hook._save(session, step)
                hook._timer.update_last_triggered_step(step)
        return self._saver_hook.before_run(run_context)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Save if it is time to."""
        self._saver_hook.after_run(run_context, run_values)

    def end(self, session: Any) -> None:
        """Save the last state."""
        self._saver_hook.end(session)


class _NamedSaver(Saver):
    """A Saver that keeps the list of its checkpoints in a file of its own."""

    def __init__(self, var_list: Any, latest_filename: str) -> None:
        super().__init__(var_list)
        self._latest_filename = latest_filename

    def save(self, sess: Any, save_path: str, *args: Any, latest_filename: str | None = None, **kwargs: Any) -> Any:
        return super().save(sess, save_path, *args, latest_filename=latest_filename or self._latest_filename, **kwargs)
