"""`tf.contrib.seq2seq.dynamic_decode`: a decoder run until all its sequences have ended."""

from __future__ import annotations

import abc
from typing import Any

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.array_creation import fill, zeros_like
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import where
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.math_elementwise import logical_not, logical_or
from tf1compat._facade.math_reductions import reduce_all
from tf1compat._facade.rnn import transpose_batch_time
from tf1compat._facade.rnn_cell_base import zero_tensors
from tf1compat._facade.rnn_steps import use_caching_device
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._facade.while_loop import while_loop
from tf1compat._jaxcore.base import dtypes, nest, shapes
from tf1compat._jaxcore.ir.partial import constant_value


class Decoder(abc.ABC):
    """What `dynamic_decode` runs: a first input and state, and a step."""

    @property
    def batch_size(self) -> Any:
        """Number of sequences."""
        raise NotImplementedError

    @property
    def output_size(self) -> Any:
        """Sizes of a step's outputs: a structure of integers and TensorShapes."""
        raise NotImplementedError

    @property
    def output_dtype(self) -> Any:
        """Types of a step's outputs, in the same structure."""
        raise NotImplementedError

    @abc.abstractmethod
    def initialize(self, name: str | None = None) -> Any:
        """(has ended, first inputs, first state)."""
        raise NotImplementedError

    @abc.abstractmethod
    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> Any:
        """(outputs, next state, next inputs, has ended)."""
        raise NotImplementedError

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> Any:
        """(outputs, last state) when all steps are done; need not exist."""
        raise NotImplementedError

    @property
    def tracks_own_finished(self) -> bool:
        """Whether `step` alone says which sequences have ended; else one that has ended stays so."""
        return False


def dynamic_decode(
    decoder: Any,
    output_time_major: bool = False,
    impute_finished: bool = False,
    maximum_iterations: Any = None,
    parallel_iterations: int = 32,
    swap_memory: bool = False,
    scope: Any = None,
    **kwargs: Any,
) -> tuple[Any, Any, Any]:
    """Run a decoder.

    Args:
      decoder: a `Decoder`.
      output_time_major: whether outputs are (time, batch, …).
      impute_finished: whether sequences that have ended give zeros and keep their state.
      maximum_iterations: int32 scalar, the largest number of steps; no bound where absent.
      parallel_iterations, swap_memory: as for `tf.while_loop`.
      scope: variable scope, `decoder` where absent.

    Returns:
      (outputs, last state, length of each sequence).

    Raises:
      TypeError: `decoder` is no Decoder, or there are other arguments.
      ValueError: `maximum_iterations` is no scalar.
    """
    if not isinstance(decoder, Decoder):
        raise TypeError(f"Expected decoder to be type Decoder, but saw: {type(decoder)}")
    if kwargs:
        raise TypeError(f"dynamic_decode() got an unexpected keyword argument {next(iter(kwargs))!r}")
    with scopes.variable_scope(scope, "decoder") as opened:
        use_caching_device(opened)
        maximum_iterations = _bound(maximum_iterations)
        finished, inputs, state = decoder.initialize()
        nothing = _zeros(decoder)
        if maximum_iterations is not None:
            finished = logical_or(finished, maximum_iterations <= 0)
        lengths = zeros_like(finished, dtype=dtypes.int32)
        time = constant(0, dtype=dtypes.int32)
        arrays = _arrays(decoder)
        _, arrays, state, _, _, lengths = while_loop(
            lambda _time, _arrays, _state, _inputs, finished, _lengths: logical_not(reduce_all(finished)),
            _body(decoder, nothing if impute_finished else None),
            loop_vars=(time, arrays, state, inputs, finished, lengths),
            parallel_iterations=parallel_iterations,
            maximum_iterations=maximum_iterations,
            swap_memory=swap_memory,
        )
        outputs = nest.map_structure(lambda array: array.stack(), arrays)
        try:
            outputs, state = decoder.finalize(outputs, state, lengths)
        except NotImplementedError:
            pass
        if not output_time_major:
            outputs = nest.map_structure(transpose_batch_time, outputs)
    return outputs, state, lengths


def _zeros(decoder: Any) -> Any:
    sizes, kinds = decoder.output_size, decoder.output_dtype
    return nest.map_structure(lambda size, dtype: zero_tensors(size, decoder.batch_size, dtype), sizes, kinds)


def _arrays(decoder: Any) -> Any:
    sizes, kinds = decoder.output_size, decoder.output_dtype
    return nest.map_structure(lambda size, dtype: _array(decoder, size, dtype), sizes, kinds)


def _bound(maximum_iterations: Any) -> Any:
    if maximum_iterations is None:
        return None
    maximum_iterations = convert(maximum_iterations, dtypes.int32, "maximum_iterations")
    if maximum_iterations.shape.ndims != 0:
        raise ValueError("maximum_iterations must be a scalar")
    return maximum_iterations


def _array(decoder: Any, size: Any, dtype: Any) -> TensorArray:
    element_shape = None
    if isinstance(size, shapes.TensorShape) and size.ndims != 0:
        batch = constant_value(convert(decoder.batch_size, None, "batch_size"))
        element_shape = shapes.TensorShape([None if batch is None else int(batch)]).concatenate(size)
    return TensorArray(dtype=dtype, size=0, dynamic_size=True, element_shape=element_shape)


def _body(decoder: Any, nothing: Any) -> Any:
    """The body of the loop; `nothing` is what sequences give that have ended, None if they go on giving outputs."""

    def body(time: Any, arrays: Any, state: Any, inputs: Any, finished: Any, lengths: Any) -> Any:
        outputs, new_state, next_inputs, ended = decoder.step(time, inputs, state)
        next_finished = ended if decoder.tracks_own_finished else logical_or(ended, finished)
        new_lengths = where(logical_not(finished), fill(shape_of(lengths), time + 1), lengths)
        nest.assert_same_structure(state, new_state)
        nest.assert_same_structure(arrays, outputs)
        nest.assert_same_structure(inputs, next_inputs)

        def kept(new: Any, old: Any) -> Any:
            if isinstance(old, TensorArray):
                return new
            new.set_shape(old.shape)
            return new if new.shape.ndims == 0 else where(finished, old, new)

        if nothing is not None:
            outputs = nest.map_structure(lambda out, zero: where(finished, zero, out), outputs, nothing)
            new_state = nest.map_structure(kept, new_state, state)
        written = nest.map_structure(lambda array, out: array.write(time, out), arrays, outputs)
        return time + 1, written, new_state, next_inputs, next_finished, new_lengths

    return body
