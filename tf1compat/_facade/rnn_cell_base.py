"""`tf.nn.rnn_cell.RNNCell`: one step of a recurrent network as a layer with a state."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import variable_scope as scopes
from tf1compat._facade import variables
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.array_ops import concat, expand_dims
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.layers.base import Layer
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest, shapes
from tf1compat._jaxcore.ir.partial import constant_value


class RNNCell(Layer):
    """Base of cells: `call(inputs, state)` gives `(output, new_state)`; `state_size` and `output_size` say their sizes.

    A cell that is called in several steps makes its variables in the first one.
    """

    def __init__(self, trainable: bool = True, name: Any = None, dtype: Any = None, **kwargs: Any) -> None:
        super().__init__(trainable=trainable, name=name, dtype=dtype, **kwargs)
        self._is_tf_rnn_cell = True

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:  # pyright: ignore
        """One step.

        Args:
          inputs: a tensor of shape (batch, input size), or a structure of them.
          state: tensors as `state_size` says.
          scope: variable scope, the class name in snake case where absent.

        Returns:
          (output, new state).
        """
        if scope is not None:
            with scopes.variable_scope(scope, custom_getter=self._rnn_get_variable) as opened:
                return super().__call__(inputs, state, scope=opened)
        # TF1: the scope of the first call serves all later ones
        opened = getattr(self, "rnncell_scope", None)
        if opened is None:
            here = scopes.get_variable_scope()
            opened = scopes.variable_scope(here, custom_getter=self._rnn_get_variable)
            self.rnncell_scope = opened
        with opened:
            return super().__call__(inputs, state)

    def _rnn_get_variable(self, getter: Any, *args: Any, **kwargs: Any) -> Any:
        """Variables made in `call` count as the cell's own."""
        variable = getter(*args, **kwargs)
        trained = any(variable is v for v in variables.trainable_variables())
        kind = self._trainable_weights if trained else self._non_trainable_weights
        if all(variable is not v for v in kind):
            kind.append(variable)
        return variable

    @property
    def state_size(self) -> Any:
        """Sizes of the state: an integer, a TensorShape, or a structure of them."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        """Size of the output: an integer, a TensorShape, or a structure of them."""
        raise NotImplementedError("Abstract method")

    def build(self, input_shape: Any) -> None:
        pass

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """`zero_state` for the batch size and type of `inputs`, or for those given.

        Raises:
          ValueError: neither is given, or they contradict each other.
        """
        if inputs is not None:
            inputs = convert(inputs, None, "inputs")
            rows = inputs.shape.dims[0].value
            if batch_size is not None:
                known = constant_value(batch_size) if isinstance(batch_size, Tensor) else batch_size
                if rows != known:
                    raise ValueError(
                        "batch size from input tensor is different from the input param. Input tensor batch: "
                        f"{rows}, batch_size: {batch_size}"
                    )
            if dtype is not None and inputs.dtype != dtype:
                raise ValueError(
                    "dtype from input tensor is different from the input param. Input tensor dtype: "
                    f"{inputs.dtype}, dtype: {dtype}"
                )
            batch_size = rows or shape_of(inputs)[0]
            dtype = inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError(
                "batch_size and dtype cannot be None while constructing initial state: "
                f"batch_size={batch_size}, dtype={dtype}"
            )
        return self.zero_state(batch_size, dtype)

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros.

        Args:
          batch_size: an integer or scalar tensor.
          dtype: element type.
        """
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return zero_tensors(self.state_size, batch_size, dtype)


class LayerRNNCell(RNNCell):
    """Base of cells that make their variables in `build`."""

    def __call__(self, inputs: Any, state: Any, scope: Any = None, *args: Any, **kwargs: Any) -> Any:
        """One step: (output, new state); `scope` is the variable scope of the first one."""
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)


def zero_tensors(sizes: Any, batch_size: Any, dtype: Any) -> Any:
    """Zeros of the given sizes (integers, shapes, tensors, or a structure of them) behind the batch size."""
    return nest.map_structure(lambda size: _zeros(size, batch_size, dtype), sizes)


def _zeros(size: Any, batch_size: Any, dtype: Any) -> Tensor:
    made = zeros(joined_shape(batch_size, size), dtype=dtype)
    made.set_shape(joined_static_shape(batch_size, size))
    return made


def joined_shape(prefix: Any, suffix: Any) -> Tensor:
    """The vector of the sizes in `prefix` and `suffix`: integers, shapes, scalars or vectors of integers.

    Raises:
      ValueError: a shape is not fully defined.
    """
    parts = [_size_vector(prefix, "prefix"), _size_vector(suffix, "suffix")]
    if parts[0] is None or parts[1] is None:
        raise ValueError(f"Provided a prefix or suffix of None: {prefix} and {suffix}")
    return concat(tuple(parts), 0)


def joined_static_shape(prefix: Any, suffix: Any) -> list[int | None] | None:
    """What is known of `joined_shape` while the graph is built; None for nothing."""
    for value, what in ((prefix, "prefix"), (suffix, "suffix")):
        _check_rank(value, what)
        _made_constant(value)
    shape = _static_sizes(prefix).concatenate(_static_sizes(suffix))
    return shape.as_list() if shape.ndims is not None else None


def _check_rank(value: Any, what: str) -> None:
    if isinstance(value, Tensor) and value.shape.ndims not in (0, 1):
        raise ValueError(f"{what} tensor must be either a scalar or vector, but saw tensor: {value}")


def _size_vector(value: Any, what: str) -> Tensor | None:
    _check_rank(value, what)
    return _made_constant(value)


def _made_constant(value: Any) -> Tensor | None:
    """The sizes as a vector; TF1 makes the node even where only the static sizes are wanted."""
    if isinstance(value, Tensor):
        return expand_dims(value, 0) if value.shape.ndims == 0 else value
    shape = shapes.as_shape(value)
    return constant(shape.as_list(), dtype=dtypes.int32) if shape.is_fully_defined() else None


def _static_sizes(value: Any) -> shapes.TensorShape:
    if isinstance(value, Tensor):
        known = constant_value(value)
        return shapes.as_shape(None if known is None else known.tolist())
    return shapes.as_shape(value)


def assert_like_rnncell(cell_name: str, cell: Any) -> None:
    """Raises TypeError, saying what is missing, if `cell` cannot be used as one."""
    has_state = hasattr(cell, "get_initial_state") or hasattr(cell, "zero_state")
    conditions = {
        "'output_size' property is missing": hasattr(cell, "output_size"),
        "'state_size' property is missing": hasattr(cell, "state_size"),
        "either 'zero_state' or 'get_initial_state' method is required": has_state,
        "is not callable": callable(cell),
    }
    missing = [text for text, given in conditions.items() if not given]
    if missing:
        raise TypeError(f"The argument {cell_name!r} ({cell}) is not an RNNCell: {', '.join(missing)}.")


def called_with_states(cell: Any, call: Any, state: Any) -> tuple[Any, Any]:
    """(output, new state) of `call(state)`."""
    if isinstance(cell, RNNCell) or hasattr(cell, "zero_state"):
        return call(state)
    # TF1: cells of tf.keras.layers take and return a list, also of one state
    output, new_state = call(state if nest.is_nested(state) else [state])
    return output, new_state[0] if nest.is_nested(new_state) and len(new_state) == 1 else new_state


def check_dtype(dtype: Any) -> None:
    """Raises ValueError for a type that is not floating point."""
    if dtype is None:
        return
    dtype = dtypes.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_complex):
        raise ValueError(f"RNN cell only supports floating point inputs, but saw dtype: {dtype}")


def check_input_dtypes(inputs: Any) -> None:
    """Raises ValueError unless all tensors are floating point."""
    for t in nest.flatten(inputs):
        check_dtype(t.dtype)


def known_input_depth(inputs_shape: Any) -> int:
    """The last size of the inputs.

    Raises:
      ValueError: it is not known.
    """
    sizes = shapes.as_shape(inputs_shape).as_list()
    if sizes[-1] is None:
        raise ValueError(f"Expected inputs.shape[-1] to be known, saw shape: {tuple(sizes)}")
    return sizes[-1]
