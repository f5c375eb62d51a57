"""`tf.train.SessionManager`: makes sessions that are ready, from a checkpoint or an initialiser."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.session import Session
from tf1compat._facade.train import all_reduce, checkpoint_management
from tf1compat._jaxcore.base import errors

# between two looks whether the chief has initialised the model, at first and at most
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0


class SessionManager:
    """Makes sessions and sees that their variables are initialised.

    Args:
      local_init_op: initialises local variables and tables, in every session.
      ready_op: gives the names of uninitialised variables; the model is ready when there are none.
      ready_for_local_init_op: the same, for when `local_init_op` may run.
      graph: the graph; the default one if absent.
      recovery_wait_secs: between two looks for a checkpoint or a ready model.
      local_init_run_options: RunOptions for `local_init_op`.

    Raises:
      ValueError: `ready_for_local_init_op` without `local_init_op`.
    """

    def __init__(
        self,
        local_init_op: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        graph: Any = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: Any = None,
    ) -> None:
        self._local_init_op = local_init_op
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._graph = context.get_default_graph() if graph is None else graph
        self._recovery_wait_secs = recovery_wait_secs
        self._target: Any = None
        self._local_init_run_options = local_init_run_options
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op , ready_for_local_init_op "
                f"[{ready_for_local_init_op}]"
            )

    def _restore_checkpoint(
        self,
        master: Any,
        saver: Any = None,
        checkpoint_dir: Any = None,
        checkpoint_filename_with_path: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
    ) -> tuple[Any, bool]:
        """A session, and whether its variables come from a checkpoint."""
        self._target = master
        sess = Session(master, graph=self._graph, config=config)
        if checkpoint_dir and checkpoint_filename_with_path:
            raise ValueError("Can not provide both checkpoint_dir and checkpoint_filename_with_path.")
        if not saver or not (checkpoint_dir or checkpoint_filename_with_path):
            return sess, False
        if checkpoint_filename_with_path:
            saver.restore(sess, checkpoint_filename_with_path)
            return sess, True
        waited = 0.0
        state = checkpoint_management.get_checkpoint_state(checkpoint_dir)
        while not state or not state.model_checkpoint_path:
            if not wait_for_checkpoint or waited >= max_wait_secs:
                return sess, False
            tf_logging.info("Waiting for checkpoint to be available.")
            time.sleep(self._recovery_wait_secs)
            waited += self._recovery_wait_secs
            state = checkpoint_management.get_checkpoint_state(checkpoint_dir)
        saver.restore(sess, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return sess, True

    def prepare_session(
        self,
        master: Any,
        init_op: Any = None,
        saver: Any = None,
        checkpoint_dir: Any = None,
        checkpoint_filename_with_path: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
        init_feed_dict: Any = None,
        init_fn: Any = None,
    ) -> Any:
        """A ready session: restored from the newest checkpoint, else initialised by `init_op` and `init_fn(session)`.

        Raises:
          RuntimeError: there is nothing to initialise with, or the model is not ready afterwards.
          ValueError: a folder and a file of checkpoints are given.
        """
        sess, restored = self._restore_checkpoint(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        if not restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError("Model is not initialized and no init_op or init_fn or local_init_op was given")
            if init_op is not None:
                sess.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(sess)
        done, message = self._try_run_local_init_op(sess)
        if not done:
            raise RuntimeError(
                "Init operations did not make model ready for local_init.  "
                f"Init op: {_name_of(init_op)}, init fn: {init_fn}, error: {message}"
            )
        is_ready, message = self._model_ready(sess)
        if not is_ready:
            raise RuntimeError(
                f"Init operations did not make model ready.  Init op: {_name_of(init_op)}, init fn: {init_fn}, "
                f"local_init_op: {self._local_init_op}, error: {message}"
            )
        return sess

    def recover_session(
        self,
        master: Any,
        saver: Any = None,
        checkpoint_dir: Any = None,
        checkpoint_filename_with_path: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
    ) -> tuple[Any, bool]:
        """A session, and whether it was restored from a checkpoint and is ready."""
        sess, restored = self._restore_checkpoint(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, wait_for_checkpoint, max_wait_secs, config
        )
        done, message = self._try_run_local_init_op(sess)
        if not restored:
            return sess, False
        source = checkpoint_dir or checkpoint_filename_with_path
        if not done:
            tf_logging.info("Restoring model from %s did not make model ready for local init: %s", source, message)
            return sess, False
        is_ready, message = self._model_ready(sess)
        if not is_ready:
            tf_logging.info("Restoring model from %s did not make model ready: %s", source, message)
            return sess, False
        tf_logging.info("Restored model from %s", source)
        return sess, True

    def wait_for_session(self, master: Any, config: Any = None, max_wait_secs: float | None = float("inf")) -> Any:
        """A session whose variables somebody else has initialised.

        Raises:
          tf.errors.DeadlineExceededError: nobody has in time.
        """
        self._target = master
        limit = float("inf") if max_wait_secs is None else max_wait_secs
        deadline = time.time() + limit
        pause = _SHORTEST_PAUSE  # TF1: half a minute each time; a chief is usually there after seconds
        while True:
            sess = Session(master, graph=self._graph, config=config)
            not_ready = None
            all_reduce.make_local_variables(sess)
            done, not_ready_local = self._try_run_local_init_op(sess)
            if done:
                is_ready, not_ready = self._model_ready(sess)
                if is_ready:
                    return sess
            sess.close()
            pause = min(2 * pause, _LONGEST_PAUSE, self._recovery_wait_secs)
            if max(0.0, deadline - time.time()) - pause < 0:
                raise errors.DeadlineExceededError(
                    None, None, f"Session was not ready after waiting {int(limit)} secs."
                )
            tf_logging.info(
                "Waiting for model to be ready.  Ready_for_local_init_op:  %s, ready: %s", not_ready_local, not_ready
            )
            time.sleep(pause)

    def _model_ready(self, sess: Any) -> tuple[bool, str | None]:
        return _ready(self._ready_op, sess, "Model not ready")

    def _try_run_local_init_op(self, sess: Any) -> tuple[bool, str | None]:
        if self._local_init_op is None:
            return True, None
        is_ready, message = _ready(self._ready_for_local_init_op, sess, "Model not ready for local init")
        if not is_ready:
            return False, message
        tf_logging.info("Running local_init_op.")
        sess.run(self._local_init_op, options=self._local_init_run_options)
        tf_logging.info("Done running local_init_op.")
        return True, None


def _name_of(x: Any) -> str:
    if x is None or isinstance(x, str):
        return x or "None"
    return getattr(x, "name", f"<no name for {type(x)}>")


def _ready(op: Any, sess: Any, message: str) -> tuple[bool, str | None]:
    """Whether `op` gives no names of uninitialised variables, and what is missing."""
    if op is None:
        return True, None
    try:
        found = sess.run(op)
    except errors.FailedPreconditionError as e:
        if "uninitialized" not in str(e):
            tf_logging.warning("%s : error [%s]", message, str(e))
            raise
        return False, str(e)
    if found is None or found.dtype == np.int32 or found.size == 0:
        return True, None
    names = ", ".join(n.decode("utf-8") for n in found)
    return False, f"Variables not initialized: {names}"
