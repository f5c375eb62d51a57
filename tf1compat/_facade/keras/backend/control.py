"""`tf.keras.backend`: functions of placeholders, branches, loops over time."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, functional_ops, logging_ops, math_ops, state_ops
from tf1compat._facade.cond import cond
from tf1compat._facade.constants import constant
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import group
from tf1compat._facade.keras.backend.arrays import expand_dims, reverse
from tf1compat._facade.keras.backend.session import get_graph, get_session, learning_phase
from tf1compat._facade.keras.backend.values import cast_variables_to_tensor, ndim, zeros_like
from tf1compat._facade.printing import print_v2
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.tensor_util import is_tensor
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes, errors, nest


class Function:
    """A function of placeholders: feeds them, runs updates after the first output, gives the outputs' values.

    Args:
      inputs: placeholders, a nest.
      outputs: what to compute, a nest.
      updates: operations, or pairs (variable, new value).
      name: to tell it apart.
      feed_dict, fetches, options, run_metadata: further arguments of `Session.run`.
    """

    def __init__(
        self, inputs: Any, outputs: Any, updates: Any = None, name: str | None = None, **session_arguments: Any
    ) -> None:
        if not isinstance(updates or [], (list, tuple)):
            raise TypeError("`updates` in a Keras backend function should be a list or tuple.")
        self.inputs = nest.flatten(inputs)
        self._structure = outputs
        self.outputs = cast_variables_to_tensor(nest.flatten(outputs))
        with control_dependencies(self.outputs[:1]):
            made = [state_ops.assign(*u) if isinstance(u, tuple) else u for u in updates or []]
            self.updates_op = group(*made)
        self.name = name
        self.feed_dict = session_arguments.pop("feed_dict", None)
        fetches = session_arguments.pop("fetches", [])
        fetches = fetches if isinstance(fetches, list) else [fetches]
        self.fetches = [array_ops.identity(x) for x in fetches]
        self.run_options = session_arguments.pop("options", None)
        self.run_metadata = session_arguments.pop("run_metadata", None)
        if session_arguments:
            raise ValueError(f"Some keys in session_kwargs are not supported at this time: {session_arguments.keys()}")
        self.fetch_callbacks: dict[Any, Any] = {}
        self._symbolic: dict[tuple[Any, ...], list[Tensor]] = {}

    def _values_of(self, session: Any, pairs: list[tuple[Any, Any]]) -> list[Any]:
        """What the tensors are that stand for placeholders, all of one step."""
        found = self._symbolic.get(tuple(pairs))
        if found is None:
            found = [y if x.dtype == y.dtype else math_ops.cast(y, dtype=x.dtype) for x, y in pairs]
            self._symbolic[tuple(pairs)] = found
        return session.run(found)

    def __call__(self, inputs: Any) -> Any:
        values = nest.flatten(inputs)
        session = get_session(values)
        feeds: dict[Any, Any] = dict(self.feed_dict or {})
        pairs = []
        for given, value in zip(self.inputs, values):
            if value is None:
                continue
            if is_tensor(value):
                pairs.append((given, value))
            else:
                sparse = hasattr(value, "dense_shape") or hasattr(value, "tocoo")
                feeds[given] = _sparse_value(value) if sparse else _array(value, given)
        targets = [*self.outputs, *self.fetches, self.updates_op]
        if pairs:
            feeds.update(zip([x for x, _ in pairs], self._values_of(session, pairs)))
        results = session.run(targets, feeds, self.run_options, self.run_metadata)
        count = len(self.outputs)
        for fetch, value in zip(self.fetches, results[count:]):
            if fetch in self.fetch_callbacks:
                self.fetch_callbacks[fetch](value)
        return nest.pack_sequence_as(self._structure, results[:count])


def _array(value: Any, given: Any) -> Any:
    return np.asarray(value, dtype=given.dtype.base_dtype.as_numpy_dtype)


def _sparse_value(value: Any) -> Any:
    if not hasattr(value, "tocoo"):
        return value
    from tf1compat._facade.sparse_tensor import SparseTensorValue

    matrix = value.tocoo()
    return SparseTensorValue(np.stack((matrix.row, matrix.col), 1).astype(np.int64), matrix.data, matrix.shape)


_RUN_ARGUMENTS = {"fetches", "feed_dict", "options", "run_metadata"}


def function(inputs: Any, outputs: Any, updates: Any = None, name: str | None = None, **kwargs: Any) -> Function:
    """A `Function`; keyword arguments are those of `Session.run`."""
    for key in kwargs:
        if key not in _RUN_ARGUMENTS:
            raise ValueError(f'Invalid argument "{key}" passed to K.function with TensorFlow backend')
    return Function(inputs, outputs, updates=updates, name=name, **kwargs)


def print_tensor(x: Any, message: str = "") -> Any:
    """The same tensor, which prints a message and its value to the standard output when it is evaluated."""
    with get_graph().as_default(), control_dependencies([print_v2(message, x, output_stream=sys.stdout)]):
        return array_ops.identity(x)


# ---- branches -------------------------------------------------------------------------------------------------------


def switch(condition: Any, then_expression: Any, else_expression: Any) -> Any:
    """One of two expressions (tensors or functions); with a condition of more dimensions, element by element."""
    if condition.dtype != dtypes.bool:
        condition = math_ops.cast(condition, "bool")
    rank = ndim(condition)
    if not rank:
        return cond(condition, _function(then_expression), _function(else_expression))
    then, other = _function(then_expression)(), _function(else_expression)()
    wanted = ndim(then)
    if rank > wanted:
        raise ValueError(
            "Rank of `condition` should be less than or equal to rank of `then_expression` and `else_expression`. "
            f"ndim(condition)={rank}, ndim(then_expression)={wanted}"
        )
    if rank > 1:
        sizes = array_ops.concat([array_ops.shape(condition), [1] * (wanted - rank)], axis=0)
        condition = array_ops.reshape(condition, sizes)
        whole = array_ops.shape(then)
        condition = array_ops.tile(condition, array_ops.where(whole - sizes > 0, whole, array_ops.ones_like(whole)))
    return array_ops.where(condition, then, other)


def _function(expression: Any) -> Any:
    return expression if callable(expression) else lambda: expression


def in_train_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`x` while training, else `alt`; both tensors or functions."""
    training = learning_phase() if training is None else training
    if not is_tensor(training):
        if training == 1:
            return _function(x)()
        if training == 0:
            return _function(alt)()
    return switch(training, x, alt)


def in_test_phase(x: Any, alt: Any, training: Any = None) -> Any:
    """`alt` while training, else `x`."""
    return in_train_phase(alt, x, training=training)


def map_fn(fn: Any, elems: Any, name: str | None = None, dtype: Any = None) -> Any:
    return functional_ops.map_fn(fn, elems, name=name, dtype=dtype)


def foldl(fn: Any, elems: Any, initializer: Any = None, name: str | None = None) -> Any:
    return functional_ops.foldl(fn, elems, initializer=initializer, name=name)


def foldr(fn: Any, elems: Any, initializer: Any = None, name: str | None = None) -> Any:
    return functional_ops.foldr(fn, elems, initializer=initializer, name=name)


# ---- loops over time ------------------------------------------------------------------------------------------------


def rnn(
    step_function: Any,
    inputs: Any,
    initial_states: Any,
    go_backwards: bool = False,
    mask: Any = None,
    constants: Any = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
) -> tuple[Any, Any, Any]:
    """Apply a step to each moment of sequences, carrying states.

    Args:
      step_function: function of the inputs at one time and a list of states (and constants) that gives an output and
        the new states.
      inputs: [batch, time, …], a nest.
      initial_states: list of tensors.
      go_backwards: begin with the last step.
      mask: [batch, time(, 1)]; where it is False, outputs and states are those of the step before.
      constants: further values handed to each step.
      unroll: build every step, instead of a loop.
      input_length: number of steps, a number or scalar.
      time_major: inputs and outputs are [time, batch, …].
      zero_output_for_mask: masked outputs are zeros.

    Returns:
      The last output, all outputs, the final states.
    """
    if not time_major:
        inputs = nest.map_structure(_swapped, inputs)
    flat = nest.flatten(inputs)
    steps, batch = flat[0].shape[0].value, flat[0].shape[1].value
    count = array_ops.shape(flat[0])[0]
    for x in flat:
        x.shape.with_rank_at_least(3)
    if mask is not None:
        mask = mask if mask.dtype == dtypes.bool else math_ops.cast(mask, dtypes.bool)
        mask = expand_dims(mask) if len(mask.shape) == 2 else mask
        mask = mask if time_major else _swapped(mask)
    run = _Unrolled if unroll else _Loop
    loop = run(step_function, inputs, tuple(initial_states), tuple(constants or ()), mask, go_backwards)
    loop.zeros_where_masked = zero_output_for_mask
    last, outputs, states = loop.run(steps, count, input_length)

    def settled(x: Any) -> Any:
        x.set_shape([steps, batch, *x.shape.as_list()[2:]])
        return x if time_major else _swapped(x)

    return last, nest.map_structure(settled, outputs), states


def _swapped(x: Any) -> Tensor:
    order = list(range(len(x.shape)))
    order[0], order[1] = 1, 0
    return array_ops.transpose(x, order)


def _wide(mask: Any, x: Any, fixed: int = 1) -> Tensor:
    """The mask in the shape of `x`."""
    for _ in range(len(x.shape) - len(mask.shape)):
        mask = array_ops.expand_dims(mask, -1)
    return array_ops.tile(mask, [1] * fixed + x.shape.as_list()[fixed:])


class _Unrolled:
    """Every step as nodes of its own."""

    zeros_where_masked = False

    def __init__(self, step: Any, inputs: Any, states: Any, constants: Any, mask: Any, backwards: bool) -> None:
        self.step, self.inputs, self.states, self.constants = step, inputs, states, constants
        self.mask, self.backwards = mask, backwards

    def _split(self, x: Any) -> list[Tensor]:
        parts = array_ops.unstack(x)
        return parts[::-1] if self.backwards else parts

    def run(self, steps: Any, count: Any, input_length: Any) -> tuple[Any, Any, Any]:
        if not steps:
            raise ValueError("Unrolling requires a fixed number of timesteps.")
        split = [self._split(x) for x in nest.flatten(self.inputs)]
        masks = None if self.mask is None else self._split(self.mask)
        states, outputs = self.states, []
        for i in range(steps):
            given = nest.pack_sequence_as(self.inputs, [part[i] for part in split])
            output, new = self.step(given, tuple(states) + self.constants)
            if masks is None:
                states = new
            else:
                before = outputs[-1] if outputs else zeros_like(output)
                output = array_ops.where(_wide(masks[i], output), output, before)
                states = [array_ops.where(_wide(masks[i], n), n, old) for old, n in zip(states, new)]
            outputs.append(output)
        last, whole = outputs[-1], array_ops.stack(outputs)
        if masks is not None and self.zeros_where_masked:
            last = array_ops.where(_wide(masks[-1], last), last, zeros_like(last))
            whole = array_ops.where(_wide(self.mask, whole, 2), whole, zeros_like(whole))
        return last, whole, states


class _Loop(_Unrolled):
    """A `while_loop` over TensorArrays."""

    def run(self, steps: Any, count: Any, input_length: Any) -> tuple[Any, Any, Any]:
        flat = nest.flatten(self.inputs)
        stores = tuple(
            TensorArray(dtype=x.dtype, size=count, tensor_array_name=f"input_ta_{i}") for i, x in enumerate(flat)
        )
        self._stores = tuple(store.unstack(reverse(x, 0) if self.backwards else x) for store, x in zip(stores, flat))
        first = nest.pack_sequence_as(self.inputs, [x[0] for x in flat])
        self._example, _ = self.step(first, self.states + self.constants)
        results = tuple(
            TensorArray(dtype=x.dtype, size=count, element_shape=x.shape, tensor_array_name=f"output_ta_{i}")
            for i, x in enumerate(nest.flatten(self._example))
        )
        time = constant(0, dtype="int32", name="time")
        if self.mask is None:
            body, carried = self._plain_step, (time, results, *self.states)
        else:
            body, carried = self._masked_step, self._masked_start(time, results, count)
        final = while_loop(
            cond=lambda time, *_: time < count,
            body=body,
            loop_vars=carried,
            maximum_iterations=input_length,
            parallel_iterations=32,
            swap_memory=True,
        )
        states = final[2:] if self.mask is None else final[3:]
        outputs = tuple(store.stack() for store in final[1])
        last = tuple(x[-1] for x in outputs)
        return nest.pack_sequence_as(self._example, last), nest.pack_sequence_as(self._example, outputs), states

    def _stepped(self, time: Any, states: Any) -> tuple[Any, Any]:
        given = nest.pack_sequence_as(self.inputs, [store.read(time) for store in self._stores])
        return self.step(given, tuple(states) + self.constants)

    def _plain_step(self, time: Any, results: Any, *states: Any) -> Any:
        output, new = self._stepped(time, states)
        flat = _shaped(states, new)
        results = tuple(store.write(time, x) for store, x in zip(results, nest.flatten(output)))
        return (time + 1, results, *nest.pack_sequence_as(self.states, flat))

    def _masked_start(self, time: Any, results: Any, count: Any) -> tuple[Any, ...]:
        if not self.states:
            raise ValueError(
                "No initial states provided! When using masking in an RNN, you should provide initial states (and your "
                "step function should return as its first state at time `t` the output at time `t-1`)."
            )
        mask = reverse(self.mask, 0) if self.backwards else self.mask
        store = TensorArray(dtype=dtypes.bool, size=count, tensor_array_name="mask_ta")
        self._mask_store = store.unstack(mask)
        self._zeros = tuple(array_ops.zeros_like(x) for x in nest.flatten(self._example))
        return (time, results, self._zeros, *self.states)

    def _masked_step(self, time: Any, results: Any, before: Any, *states: Any) -> Any:
        given = nest.pack_sequence_as(self.inputs, [store.read(time) for store in self._stores])
        mask = self._mask_store.read(time)
        output, new = self.step(given, tuple(states) + self.constants)
        flat = nest.flatten(output)
        otherwise = self._zeros if self.zeros_where_masked else nest.flatten(before)
        masks = tuple(_wide(mask, x) for x in flat)
        kept = tuple(array_ops.where(m, x, o) for m, x, o in zip(masks, flat, otherwise))
        old = nest.flatten(states)
        flat_new = _shaped(states, new)
        masks = tuple(_wide(mask, s) for s in old)
        final = tuple(array_ops.where(m, s, p) for m, s, p in zip(masks, flat_new, old))
        results = tuple(store.write(time, x) for store, x in zip(results, kept))
        return (time + 1, results, kept, *nest.pack_sequence_as(new, final))


def _shaped(old: Any, new: Any) -> list[Any]:
    flat = nest.flatten(new)
    for before, state in zip(nest.flatten(old), flat):
        if isinstance(state, Tensor):
            state.set_shape(before.shape)
    return flat
