"""Cells around cells: dropout, residual connections, devices."""

from __future__ import annotations

import hashlib
import itertools
import numbers
from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.array_ops import concat
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_division import div
from tf1compat._facade.math_elementwise import floor
from tf1compat._facade.nn_ops import dropout_v2
from tf1compat._facade.random_ops import random_uniform
from tf1compat._facade.rnn_cell import LSTMStateTuple
from tf1compat._facade.rnn_cell_base import RNNCell, assert_like_rnncell
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import nest, shapes
from tf1compat._jaxcore.ir.partial import constant_value


class CellWrapper(RNNCell):
    """Base of cells that call another one and change what goes in or comes out."""

    def __init__(self, cell: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        assert_like_rnncell("cell", cell)
        self.cell = cell

    @property
    def wrapped_cell(self) -> Any:
        return self.cell

    @property
    def state_size(self) -> Any:
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        return self.cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self.cell.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        """One step: (output, new state). The wrapper has no variable scope of its own."""
        return self._step(inputs, state, scope)

    def _step(self, inputs: Any, state: Any, scope: Any) -> Any:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        inner = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), "cell": inner}


class DropoutWrapper(CellWrapper):
    """A cell with dropout of its inputs, outputs and states.

    Args:
      cell: the cell.
      input_keep_prob, output_keep_prob, state_keep_prob: floats or scalar tensors, the probability of keeping an
        element.
      variational_recurrent: whether the same elements are dropped in all steps (Gal and Ghahramani, arXiv:1512.05287);
        needs `dtype`, and `input_size` where inputs are dropped.
      input_size: TensorShapes of the inputs, without the batch size.
      dtype: type of inputs, states and outputs.
      seed: seed, from which each dropout derives its own.
      dropout_state_filter_visitor: function of parts of the state that says (True, False, or a structure of them)
        whether to drop there; the memory of LSTM cells and TensorArrays are kept where absent.

    Raises:
      TypeError: `cell` is no cell, or the filter cannot be called.
      ValueError: a probability is not between 0 and 1, or what variational dropout needs is missing.
    """

    def __init__(
        self,
        cell: Any,
        input_keep_prob: Any = 1.0,
        output_keep_prob: Any = 1.0,
        state_keep_prob: Any = 1.0,
        variational_recurrent: bool = False,
        input_size: Any = None,
        dtype: Any = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, dtype=dtype, **kwargs)
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError("dropout_state_filter_visitor must be callable")
        self._dropout_state_filter = dropout_state_filter_visitor or _all_but_memory
        self._variational_recurrent = variational_recurrent
        self._input_size = input_size
        self._seed = seed
        self._noise: dict[str, Any] = {"input": None, "state": None, "output": None}
        with name_scope("DropoutWrapperInit"):
            self._input_keep_prob = _probability(input_keep_prob, "input_keep_prob")
            self._state_keep_prob = _probability(state_keep_prob, "state_keep_prob")
            self._output_keep_prob = _probability(output_keep_prob, "output_keep_prob")
        if variational_recurrent:
            self._make_noise(cell, dtype)

    def _make_noise(self, cell: Any, dtype: Any) -> None:
        """The random numbers that decide, in all steps, what is dropped."""
        if dtype is None:
            raise ValueError("When variational_recurrent=True, dtype must be provided")

        def noise(kind: str, sizes: Any) -> Any:
            def one(i: int, size: Any) -> Tensor:
                # one for all elements of the batch
                shape = concat(([1], shapes.TensorShape(size).as_list()), 0)
                return random_uniform(shape, seed=self._gen_seed(kind, i), dtype=dtype)

            return _numbered_map(sizes, one, sizes)

        if not isinstance(self._input_keep_prob, numbers.Real) or self._input_keep_prob < 1.0:
            if self._input_size is None:
                raise ValueError(
                    "When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be "
                    "provided"
                )
            self._noise["input"] = noise("input", self._input_size)
        self._noise["state"] = noise("state", cell.state_size)
        self._noise["output"] = noise("output", cell.output_size)

    def _gen_seed(self, salt_prefix: str, index: int) -> int | None:
        if self._seed is None:
            return None
        text = f"{self._seed}{salt_prefix}_{index}".encode()
        return int(hashlib.md5(text).hexdigest()[:8], 16) & 0x7FFFFFFF

    def _step(self, inputs: Any, state: Any, scope: Any) -> Any:
        if _drops(self._input_keep_prob):
            inputs = self._dropped(inputs, "input", self._input_keep_prob)
        output, new_state = self.cell(inputs, state, scope=scope)
        if _drops(self._state_keep_prob):
            where = nest.get_traverse_shallow_structure(self._dropout_state_filter, new_state)
            new_state = self._dropped(new_state, "state", self._state_keep_prob, where)
        if _drops(self._output_keep_prob):
            output = self._dropped(output, "output", self._output_keep_prob)
        return output, new_state

    def _dropped(self, values: Any, kind: str, keep_prob: Any, where: Any = None) -> Any:
        """`values` with dropout, in the parts that `where` (a structure of bools; all if None) names."""
        where = values if where is None else where

        def fresh(i: int, here: Any, value: Any) -> Any:
            if isinstance(here, bool) and not here:
                return value
            return dropout_v2(value, rate=1.0 - keep_prob, seed=self._gen_seed(kind, i))

        def recurrent(i: int, here: Any, value: Any, noise: Any) -> Any:
            if isinstance(here, bool) and not here:
                return value
            return _keep(value, noise, keep_prob)

        if self._variational_recurrent:
            return _numbered_map(where, recurrent, where, values, self._noise[kind])
        return _numbered_map(where, fresh, where, values)

    def get_config(self) -> dict[str, Any]:
        own = {
            "input_keep_prob": self._input_keep_prob,
            "output_keep_prob": self._output_keep_prob,
            "state_keep_prob": self._state_keep_prob,
            "variational_recurrent": self._variational_recurrent,
            "input_size": self._input_size,
            "seed": self._seed,
        }
        return {**super().get_config(), **own}


def _keep(value: Any, noise: Any, keep_prob: Any) -> Tensor:
    kept = floor(keep_prob + noise)  # 0 or 1
    result = div(value, keep_prob) * kept
    result.set_shape(value.shape)
    return result


def _probability(value: Any, argument: str) -> Any:
    """A float if the value is known while the graph is built, else a tensor."""
    tensor = convert(value)
    known = constant_value(tensor)
    if known is None:
        return tensor
    if known < 0 or known > 1:
        raise ValueError(f"Parameter {argument} must be between 0 and 1: {int(known)}")
    return float(known)


def _drops(keep_prob: Any) -> bool:
    return not isinstance(keep_prob, float) or keep_prob < 1


def _all_but_memory(state: Any) -> Any:
    if isinstance(state, LSTMStateTuple):
        return LSTMStateTuple(c=False, h=True)
    return not isinstance(state, TensorArray)


def _numbered_map(shallow: Any, function: Callable[..., Any], *structures: Any) -> Any:
    """`function(i, *parts)` of the parts of `structures` at the leaves of `shallow`."""
    count = itertools.count()
    return nest.map_structure_up_to(shallow, lambda *parts: function(next(count), *parts), *structures)


class ResidualWrapper(CellWrapper):
    """A cell whose inputs are added to its outputs.

    Args:
      cell: the cell.
      residual_fn: function of inputs and outputs that gives the new outputs; their sum where absent.
    """

    def __init__(self, cell: Any, residual_fn: Callable[[Any, Any], Any] | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def _step(self, inputs: Any, state: Any, scope: Any) -> Any:
        outputs, new_state = self.cell(inputs, state, scope=scope)
        return (self._residual_fn or _sum)(inputs, outputs), new_state


def _sum(inputs: Any, outputs: Any) -> Any:
    nest.assert_same_structure(inputs, outputs)
    nest.map_structure(lambda inp, out: inp.shape.assert_is_compatible_with(out.shape), inputs, outputs)
    return nest.map_structure(lambda inp, out: inp + out, inputs, outputs)


class DeviceWrapper(CellWrapper):
    """A cell that stands on a device.

    Args:
      cell: the cell.
      device: what `tf.device` takes.
    """

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            with context.get_default_graph().device(self._device):
                return self.cell.zero_state(batch_size, dtype)

    def _step(self, inputs: Any, state: Any, scope: Any) -> Any:
        with context.get_default_graph().device(self._device):
            return self.cell(inputs, state, scope=scope)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "device": self._device}
