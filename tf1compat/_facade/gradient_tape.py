"""`tf.GradientTape` in graph mode: the operations made inside the block are those that are differentiated."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.gradients import UnconnectedGradients, gradients
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import errors, nest


class GradientTape:
    """Derivatives with respect to what the tape watches: resource variables read inside, and tensors given to `watch`.

    Args:
      persistent: `gradient` may be called more than once.
      watch_accessed_variables: watch the trainable resource variables that are read inside.

    >>> import tf1compat as tf
    >>> from tf1compat._facade.gradient_tape import GradientTape
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(3.0)
    ...     with GradientTape() as tape:
    ...         tape.watch(x)
    ...         y = x * x
    ...     print(sess.run(tape.gradient(y, x)))
    6.0
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed = watch_accessed_variables
        self._used = False
        self._start: int | None = None
        self.reset()

    def __enter__(self) -> GradientTape:
        if self._start is not None:
            raise ValueError("Tape is already recording.")
        self._graph = context.get_default_graph()
        self._start = len(self._graph.nodes)
        return self

    def __exit__(self, *error: Any) -> None:
        if self._start is not None:
            self._pause()

    def reset(self) -> None:
        """Forget what was recorded and watched."""
        self._watched: list[Any] = []
        self._recorded: list[Any] = []
        if self._start is not None:
            self._start = len(self._graph.nodes)

    def watch(self, tensor: Any) -> None:
        """Watch a tensor or variable, or a structure of them."""
        for x in nest.flatten(tensor):
            if not (x.dtype.base_dtype.is_floating or x.dtype.base_dtype.is_complex):
                tf_logging.warning(f"The dtype of the watched tensor must be floating (e.g. tf.float32), got {x.dtype}")
            self._watched.append(x)

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Operations made inside this block are not differentiated."""
        if self._start is None:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._pause()
        try:
            yield
        finally:
            self._start = len(self._graph.nodes)

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that the tape watches, in the order they were made."""
        given = [v for v in self._watched if hasattr(v, "handle")]
        return tuple({id(v): v for v in [*given, *self._accessed()]}.values())

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
    ) -> Any:
        """Derivatives of `target` in the structure of `sources`; None (or zeros) for what is not watched or connected.

        Raises:
          RuntimeError: a second call, and the tape is not persistent.
        """
        if self._used and not self._persistent:
            raise RuntimeError("GradientTape.gradient can only be called once on non-persistent tapes.")
        self._used = True
        before = len(self._graph.nodes)
        targets = [convert_to_tensor(y) for y in nest.flatten(target)]
        if not all(y.dtype.base.is_floating or y.dtype.base.is_complex for y in targets):
            kinds = ", ".join(y.dtype.base.name for y in targets)
            tf_logging.warning(f"The dtype of the target tensor must be floating (e.g. tf.float32), got {kinds}")
            return nest.pack_sequence_as(sources, [None] * len(nest.flatten(sources)))
        if self._start is None:  # a variable as target: its read is recorded
            self._recorded += self._graph.nodes[before:]
        recorded = {*self._recorded, *([] if self._start is None else self._graph.nodes[self._start :])}
        used = [*targets, *(v for n in recorded for v in n.inputs)]
        outside = list({v: None for v in used if v.node not in recorded})
        flat = nest.flatten(sources)
        watched = {id(x) for x in (*self._watched, *self.watched_variables())}
        wanted = [x for x in flat if id(x) in watched]
        seeds = None if output_gradients is None else nest.flatten(output_gradients)
        found = gradients(
            targets,
            wanted,
            grad_ys=seeds,
            stop_gradients=[v for v in outside if not _is_handle(v)],
            unconnected_gradients=unconnected_gradients,
        )
        by_source = {id(x): g for x, g in zip(wanted, found)}
        return nest.pack_sequence_as(sources, [by_source.get(id(x)) for x in flat])

    def jacobian(self, *args: Any, **kwargs: Any) -> Any:
        """UnsupportedError."""
        raise errors.unsupported("GradientTape.jacobian", advice="call gradient for each element of the target")

    batch_jacobian = jacobian

    def _pause(self) -> None:
        self._recorded += self._graph.nodes[self._start :]
        self._start = None

    def _accessed(self) -> list[Any]:
        if not self._watch_accessed:
            return []
        from tf1compat._facade.collections import GraphKeys

        nodes = [*self._recorded, *([] if self._start is None else self._graph.nodes[self._start :])]
        read = {v for n in nodes for v in n.inputs}
        known = self._graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)
        return [v for v in known if getattr(v, "handle", None) in read]


def _is_handle(x: Any) -> bool:
    return isinstance(x, Tensor) and x.dtype.name == "resource"


__all__ = ["GradientTape", "UnconnectedGradients"]
