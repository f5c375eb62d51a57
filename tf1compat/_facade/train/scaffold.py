"""`tf.train.Scaffold`: what a training session needs of its graph; made where the user gives none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context, summary
from tf1compat._facade.array_ops import concat
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.constants import constant
from tf1compat._facade.framework import device, name_scope, no_op
from tf1compat._facade.grouping import group
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.saver import _get_saver_or_default
from tf1compat._facade.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from tf1compat._jaxcore.base import dtypes

_PARTS = ("init_op", "init_feed_dict", "ready_op", "ready_for_local_init_op", "local_init_op", "summary_op", "saver")


class Scaffold:
    """The operations that initialise a model, say whether it is ready, summarise it and save it.

    Args:
      init_op: initialises the global variables.
      init_feed_dict: feeds of `init_op`.
      init_fn: called as `init_fn(scaffold, session)` after `init_op`.
      ready_op: a string vector of what is not initialised.
      ready_for_local_init_op: the same, for when `local_init_op` may run.
      local_init_op: initialises local variables and tables.
      summary_op: the merged summaries.
      saver: a `tf.train.Saver`.
      copy_from_scaffold: where to take what is not given.

    Raises:
      TypeError: `copy_from_scaffold` is none.
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: Any = None,
        init_fn: Callable[..., Any] | None = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        summary_op: Any = None,
        saver: Any = None,
        copy_from_scaffold: Scaffold | None = None,
    ) -> None:
        if copy_from_scaffold is not None and not isinstance(copy_from_scaffold, Scaffold):
            raise TypeError("copy_from_scaffold is not a Scaffold instance.")
        given = (init_op, init_feed_dict, ready_op, ready_for_local_init_op, local_init_op, summary_op, saver)
        self._parts: dict[str, Any] = dict(zip(_PARTS, given))
        if copy_from_scaffold is not None:
            for part, value in copy_from_scaffold._parts.items():
                if self._parts[part] is None:
                    self._parts[part] = value
            init_fn = init_fn if init_fn is not None else copy_from_scaffold._user_init_fn
        self._user_init_fn = init_fn

    def finalize(self) -> Scaffold:
        """Make what is missing, or take it from the graph's collections, and finalize the graph."""
        self._default("init_op", GraphKeys.INIT_OP, _init_op)
        self._default("ready_op", GraphKeys.READY_OP, _ready_op)
        self._default("ready_for_local_init_op", GraphKeys.READY_FOR_LOCAL_INIT_OP, _ready_for_local_init_op)
        self._default("local_init_op", GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op)
        self._default("summary_op", GraphKeys.SUMMARY_OP, summary.merge_all)
        if self._parts["saver"] is None:
            self._parts["saver"] = _get_saver_or_default()
        self._parts["saver"].build()
        context.get_default_graph().finalize()
        tf_logging.info("Graph was finalized.")
        return self

    def _default(self, part: str, collection: str, make: Callable[[], Any]) -> None:
        if self._parts[part] is None:
            self._parts[part] = Scaffold.get_or_default(part, collection, make)

    @property
    def init_fn(self) -> Any:
        """A function of a session that calls the user's `init_fn`, or None."""
        function = self._user_init_fn
        return None if not function else lambda sess: function(self, sess)

    @property
    def init_op(self) -> Any:
        return self._parts["init_op"]

    @property
    def init_feed_dict(self) -> Any:
        return self._parts["init_feed_dict"]

    @property
    def ready_op(self) -> Any:
        return self._parts["ready_op"]

    @property
    def ready_for_local_init_op(self) -> Any:
        return self._parts["ready_for_local_init_op"]

    @property
    def local_init_op(self) -> Any:
        return self._parts["local_init_op"]

    @property
    def summary_op(self) -> Any:
        return self._parts["summary_op"]

    @property
    def saver(self) -> Any:
        return self._parts["saver"]

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Callable[[], Any]) -> Any:
        """The one item of a collection, or a new one, which joins it.

        Raises:
          RuntimeError: the collection has more than one.
        """
        graph = context.get_default_graph()
        found = graph.get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(
                'More than one item in the collection "%s". Please indicate which one to use by passing it to the '
                "tf.Scaffold constructor as:  tf.Scaffold(%s=item to use)",
                collection_key,
                arg_name,
            )
        if found:
            return found[0]
        made = default_constructor()
        if made is not None:
            graph.add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """An operation that initialises local variables and tables."""
        tables = context.get_default_graph().get_collection(GraphKeys.TABLE_INITIALIZERS)
        local = local_variables_initializer()
        all_tables = group(*tables, name="init_all_tables") if tables else no_op(name="init_all_tables")
        return group(local, all_tables, no_op(name="init"))


def _init_op() -> Any:
    return group(global_variables_initializer(), no_op(name="init"))


def _ready_op() -> Any:
    return concat([report_uninitialized_variables(), _uninitialized_resources()], 0)


def _ready_for_local_init_op() -> Any:
    return concat([report_uninitialized_variables(global_variables()), _uninitialized_resources()], 0)


def _uninitialized_resources() -> Any:
    """TF1: a vector for resources that are no variables; there are none."""
    with name_scope("report_uninitialized_resources"), device("/cpu:0"):
        return constant([], dtype=dtypes.string)
