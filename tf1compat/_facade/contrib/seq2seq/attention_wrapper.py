"""`tf.contrib.seq2seq.AttentionWrapper`: a cell that sees what an attention mechanism reads from a memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_ops import concat, expand_dims, identity, squeeze
from tf1compat._facade.check_ops import assert_equal
from tf1compat._facade.contrib.seq2seq.attention_mechanisms import AttentionMechanism
from tf1compat._facade.contrib.tensor_shapes import with_same_shape
from tf1compat._facade.framework import control_dependencies, name_scope
from tf1compat._facade.layers.core import Dense
from tf1compat._facade.math_products import matmul
from tf1compat._facade.rnn_cell_base import RNNCell, assert_like_rnncell, zero_tensors
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import dtypes, nest, shapes


class _State(NamedTuple):
    cell_state: Any
    attention: Any
    time: Any
    alignments: Any
    alignment_history: Any
    attention_state: Any


class AttentionWrapperState(_State):
    """The state of an `AttentionWrapper`: the cell's, what was read last, the step, alignments now and before."""

    __slots__ = ()

    def clone(self, **kwargs: Any) -> AttentionWrapperState:
        """The state with some parts replaced; they must have the shapes of the old ones.

        Raises:
          ValueError: a shape differs.
        """

        def like(old: Any, new: Any) -> Any:
            return with_same_shape(old, new) if isinstance(old, Tensor) and isinstance(new, Tensor) else new

        return nest.map_structure(like, self, self._replace(**kwargs))


def _compute_attention(mechanism: Any, cell_output: Any, attention_state: Any, attention_layer: Any) -> Any:
    """(attention, alignments, next state of the mechanism)."""
    alignments, next_state = mechanism(cell_output, state=attention_state)
    read = squeeze(matmul(expand_dims(alignments, 1), mechanism.values), [1])
    if attention_layer is not None:
        read = attention_layer(concat([cell_output, read], 1))
    return read, alignments, next_state


_BATCH_SIZES = "Non-matching batch sizes between the memory (encoder output) and "
_TILE = "via the tf.contrib.seq2seq.tile_batch function with argument multiple=beam_width."


class AttentionWrapper(RNNCell):
    """A cell whose inputs are joined with what an attention mechanism read last.

    Args:
      cell: the cell.
      attention_mechanism: an AttentionMechanism, or a list of them.
      attention_layer_size: width of a layer over output and reading, an integer per mechanism; none where absent.
      alignment_history: whether the state keeps the alignments of all steps, as TensorArrays.
      cell_input_fn: function of inputs and last reading that gives the cell's inputs; joins them where absent.
      output_attention: whether the output is the reading (True) or the cell's output.
      initial_cell_state: the state of the cell that `zero_state` gives; must have the batch size of the memory.
      name: name of the layer.
      attention_layer: layers in place of `attention_layer_size`.
      attention_fn: function of mechanism, output of the cell, state of the mechanism and layer that gives (reading,
        alignments, next state); the product of alignments and memory where absent.
      dtype: type of the layer.

    Raises:
      TypeError: an argument is not of its type.
      ValueError: not one size or layer per mechanism, or both given.
    """

    def __init__(
        self,
        cell: Any,
        attention_mechanism: Any,
        attention_layer_size: Any = None,
        alignment_history: bool = False,
        cell_input_fn: Callable[[Any, Any], Any] | None = None,
        output_attention: bool = True,
        initial_cell_state: Any = None,
        name: str | None = None,
        attention_layer: Any = None,
        attention_fn: Callable[..., Any] | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        assert_like_rnncell("cell", cell)
        self._is_multi = isinstance(attention_mechanism, (list, tuple))
        mechanisms = attention_mechanism if self._is_multi else (attention_mechanism,)
        _check_mechanisms(mechanisms, self._is_multi)
        if cell_input_fn is None:
            cell_input_fn = lambda inputs, attention: concat([inputs, attention], -1)
        elif not callable(cell_input_fn):
            raise TypeError(f"cell_input_fn must be callable, saw type: {type(cell_input_fn).__name__}")
        if attention_layer_size is not None and attention_layer is not None:
            raise ValueError("Only one of attention_layer_size and attention_layer should be set")
        self._cell = cell
        self._attention_mechanisms = mechanisms
        self._attention_layers, self._attention_layer_size = _layers(
            cell, mechanisms, attention_layer_size, attention_layer
        )
        self._attention_fn = attention_fn or _compute_attention
        self._cell_input_fn = cell_input_fn
        self._output_attention = output_attention
        self._alignment_history = alignment_history
        self._initial_cell_state: Any = None
        with name_scope(name, "AttentionWrapperInit"):
            if initial_cell_state is not None:
                self._initial_cell_state = self._checked_initial_state(initial_cell_state)

    def _checked_initial_state(self, state: Any) -> Any:
        last = nest.flatten(state)[-1]
        rows = shapes.dimension_value(last.shape[0]) or shape_of(last)[0]
        message = (
            f"When constructing AttentionWrapper {self._base_name}: {_BATCH_SIZES}initial_cell_state.  "
            f"Are you using the BeamSearchDecoder?  You may need to tile your initial state {_TILE}"
        )
        with control_dependencies(self._batch_size_checks(rows, message)):
            return nest.map_structure(lambda s: identity(s, name="check_initial_cell_state"), state)

    def _batch_size_checks(self, batch_size: Any, message: str) -> list[Any]:
        return [assert_equal(batch_size, m.batch_size, message=message) for m in self._attention_mechanisms]

    def _item_or_tuple(self, values: Iterable[Any]) -> Any:
        found = tuple(values)
        return found if self._is_multi else found[0]

    @property
    def output_size(self) -> Any:
        return self._attention_layer_size if self._output_attention else self._cell.output_size

    @property
    def state_size(self) -> Any:
        mechanisms = self._attention_mechanisms
        return AttentionWrapperState(
            cell_state=self._cell.state_size,
            time=shapes.TensorShape([]),
            attention=self._attention_layer_size,
            alignments=self._item_or_tuple(m.alignments_size for m in mechanisms),
            attention_state=self._item_or_tuple(m.state_size for m in mechanisms),
            alignment_history=self._item_or_tuple(
                m.alignments_size if self._alignment_history else () for m in mechanisms
            ),
        )

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The state to begin with: `initial_cell_state`, or zeros."""
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            state = self._initial_cell_state
            if state is None:
                state = self._cell.get_initial_state(batch_size=batch_size, dtype=dtype)
            message = (
                f"When calling zero_state of AttentionWrapper {self._base_name}: {_BATCH_SIZES}the requested batch "
                "size.  Are you using the BeamSearchDecoder?  If so, make sure your encoder output has been tiled to "
                "beam_width via tf.contrib.seq2seq.tile_batch, and the batch_size= argument passed to zero_state is "
                "batch_size * beam_width."
            )
            with control_dependencies(self._batch_size_checks(batch_size, message)):
                state = nest.map_structure(lambda s: identity(s, name="checked_cell_state"), state)
            mechanisms = self._attention_mechanisms
            alignments = [m.initial_alignments(batch_size, dtype) for m in mechanisms]
            return AttentionWrapperState(
                cell_state=state,
                time=zeros([], dtype=dtypes.int32),
                attention=zero_tensors(self._attention_layer_size, batch_size, dtype),
                alignments=self._item_or_tuple(alignments),
                attention_state=self._item_or_tuple(m.initial_state(batch_size, dtype) for m in mechanisms),
                alignment_history=self._item_or_tuple(self._history(dtype, a) for a in alignments),
            )

    def _history(self, dtype: Any, alignment: Any) -> Any:
        if not self._alignment_history:
            return ()
        return TensorArray(dtype, size=0, dynamic_size=True, element_shape=alignment.shape)

    def call(self, inputs: Any, state: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        if not isinstance(state, AttentionWrapperState):
            raise TypeError(
                f"Expected state to be instance of AttentionWrapperState. Received type {type(state)} instead."
            )
        output, cell_state = self._cell(self._cell_input_fn(inputs, state.attention), state.cell_state)
        rows = shapes.dimension_value(output.shape[0]) or shape_of(output)[0]
        message = (
            f"When applying AttentionWrapper {self.name}: {_BATCH_SIZES}the query (decoder output).  "
            f"Are you using the BeamSearchDecoder?  You may need to tile your memory input {_TILE}"
        )
        with control_dependencies(self._batch_size_checks(rows, message)):
            output = identity(output, name="checked_cell_output")
        states = state.attention_state if self._is_multi else [state.attention_state]
        histories = state.alignment_history if self._is_multi else [state.alignment_history]
        readings: list[Any] = []
        found: list[tuple[Any, Any, Any]] = []
        for i, mechanism in enumerate(self._attention_mechanisms):
            layer = self._attention_layers[i] if self._attention_layers else None
            reading, alignments, next_state = self._attention_fn(mechanism, output, states[i], layer)
            history = histories[i].write(state.time, alignments) if self._alignment_history else ()
            readings.append(reading)
            found.append((next_state, alignments, history))
        next_states, all_alignments, all_histories = zip(*found)
        attention = concat(readings, 1)
        new_state = AttentionWrapperState(
            time=state.time + 1,
            cell_state=cell_state,
            attention=attention,
            attention_state=self._item_or_tuple(next_states),
            alignments=self._item_or_tuple(all_alignments),
            alignment_history=self._item_or_tuple(all_histories),
        )
        return attention if self._output_attention else output, new_state


def _check_mechanisms(mechanisms: Any, are_many: bool) -> None:
    for mechanism in mechanisms:
        if isinstance(mechanism, AttentionMechanism):
            continue
        kind = type(mechanism).__name__
        if are_many:
            raise TypeError(f"attention_mechanism must contain only instances of AttentionMechanism, saw type: {kind}")
        raise TypeError(
            "attention_mechanism must be an AttentionMechanism or list of multiple AttentionMechanism instances, "
            f"saw type: {kind}"
        )


def _layers(cell: Any, mechanisms: Any, sizes: Any, layers: Any) -> tuple[Any, int]:
    """(a layer for each mechanism or None, width of the joined readings)."""
    widths = [shapes.dimension_value(m.values.shape[-1]) for m in mechanisms]
    if sizes is not None:
        sizes = tuple(sizes) if isinstance(sizes, (list, tuple)) else (sizes,)
        _check_count("attention_layer_size", "integer", sizes, mechanisms)
        made = tuple(
            Dense(size, name="attention_layer", use_bias=False, dtype=m.dtype) for size, m in zip(sizes, mechanisms)
        )
        return made, sum(sizes)
    if layers is not None:
        layers = tuple(layers) if isinstance(layers, (list, tuple)) else (layers,)
        _check_count("attention_layer", "layer", layers, mechanisms)
        outs = [layer.compute_output_shape([None, cell.output_size + w]) for layer, w in zip(layers, widths)]
        return layers, sum(shapes.dimension_value(out[-1]) for out in outs)
    return None, sum(widths)


def _check_count(argument: str, kind: str, given: Any, mechanisms: Any) -> None:
    if len(given) != len(mechanisms):
        raise ValueError(
            f"If provided, {argument} must contain exactly one {kind} per attention_mechanism, saw: "
            f"{len(given)} vs {len(mechanisms)}"
        )
