"""`tf.make_template`: a function whose `tf.get_variable` variables are made by the first call and shared by all."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from tf1compat._facade import variable_scope
from tf1compat._facade.collections import GraphKeys, get_collection, get_collection_ref


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable[..., Any] | None = None,
    **kwargs: Any,
) -> Template:
    """Wrap `func_` so that it reuses its variables.

    Args:
      name_: variable scope, made unique.
      func_: function to wrap; it gets `kwargs` at each call.
      create_scope_now_: open the scope here instead of at the first call.
      unique_name_: scope that is not made unique.
      custom_getter_: custom getter of the scope.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     scale = tf.make_template("scale", lambda x: x * tf.get_variable("w", initializer=2.0))
    ...     a, b = scale(tf.constant(1.0)), scale(tf.constant(3.0))
    ...     [v.name for v in scale.variables]
    ['scale/w:0']
    """
    function = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_)


def make_template_internal(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable[..., Any] | None = None,
    create_graph_function_: bool = False,
    **kwargs: Any,
) -> Template:
    """`make_template`; with `create_graph_function_` all calls but the first are those of a `tf.function`."""
    template = make_template(name_, func_, create_scope_now_, unique_name_, custom_getter_, **kwargs)
    template._makes_function = create_graph_function_
    return template


def _skip_common_stack_elements(stacktrace: list[Any], base_case: list[Any]) -> list[Any]:
    """The end of a stack from where it differs from another one; its last entry where it does not."""
    for i, (entry, base) in enumerate(zip(stacktrace, base_case)):
        if entry != base:
            return stacktrace[i:]
    return stacktrace[-1:]


class Template:
    """A function with a variable scope of its own; made by `make_template`."""

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool = False,
        unique_name: str | None = None,
        custom_getter: Callable[..., Any] | None = None,
    ) -> None:
        if name is None:
            raise ValueError("name cannot be None.")
        self._name = name
        self._func = func
        self._unique_name = unique_name
        self._custom_getter = custom_getter
        self._variable_scope: Any = None
        self._variables_created = False
        self._makes_function = False
        if create_scope_now:
            self._variable_scope = variable_scope.reserve_scope(unique_name, name, custom_getter)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._variable_scope is not None:
            with variable_scope.variable_scope(self._variable_scope, reuse=self._variables_created):
                return self._call(args, kwargs)
        scope = variable_scope.variable_scope(self._unique_name, self._name, custom_getter=self._custom_getter)
        with scope as opened:
            self._variable_scope = opened
            return self._call(args, kwargs)

    def _call(self, args: Any, kwargs: Any) -> Any:
        if not self._variables_created:
            result = self._func(*args, **kwargs)
            self._variables_created = True
            if self._makes_function:
                from tf1compat._facade.eager.function import defun

                self._func = defun(self._func)
            return result
        trainable = get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
        everything = get_collection_ref(GraphKeys.GLOBAL_VARIABLES)
        before = len(trainable), len(everything)
        result = self._func(*args, **kwargs)
        blame = "perhaps you used tf.Variable when you meant tf.get_variable"
        if len(trainable) != before[0]:
            raise ValueError(
                f"Trainable variable created when calling a template after the first time, {blame}: "
                f"{trainable[before[0] :]}"
            )
        if len(everything) != before[1]:
            logging.getLogger("tensorflow").info(
                f"New variables created when calling a template after the first time, {blame}: "
                f"{everything[before[1] :]}"
            )
        return result

    @property
    def name(self) -> str:
        return self._name

    @property
    def func(self) -> Callable[..., Any]:
        return self._func

    @property
    def variable_scope(self) -> Any:
        """The scope of the variables, or None before the first call."""
        return self._variable_scope

    @property
    def var_scope(self) -> Any:
        """The old name of `variable_scope`."""
        return self._variable_scope

    @property
    def variable_scope_name(self) -> str | None:
        """The name of the scope with a trailing slash."""
        if self._variable_scope is None:
            return None
        name = self._variable_scope.name
        return name if not name or name.endswith("/") else name + "/"

    def _in_scope(self, key: str) -> list[Any]:
        return get_collection(key, self.variable_scope_name) if self._variables_created else []

    @property
    def global_variables(self) -> list[Any]:
        return self._in_scope(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        return self._in_scope(GraphKeys.LOCAL_VARIABLES)

    @property
    def trainable_variables(self) -> list[Any]:
        return self._in_scope(GraphKeys.TRAINABLE_VARIABLES)

    @property
    def variables(self) -> list[Any]:
        return self.global_variables + self.local_variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        trainable = set(self.trainable_variables)
        return [v for v in self.global_variables if v not in trainable]

    weights = variables
    trainable_weights = trainable_variables
    non_trainable_weights = non_trainable_variables
