"""`tf.contrib.framework`: functions with nested arguments, cases decided early, bounded specs, checkpoint initialisers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tf1compat._facade import array_creation, cond, framework, init_ops, script_ops, smart_cond, state_ops
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._facade.train import vocab_remap
from tf1compat._jaxcore.base import dtypes, nest, shapes


def py_func(
    func: Callable[..., Any],
    args: Any = (),
    kwargs: Mapping[str, Any] | None = None,
    output_types: Any = None,
    output_shapes: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """`tf.py_func` with nested arguments and results.

    Args:
      func: function of arrays.
      args, kwargs: its arguments, nests of tensors.
      output_types, output_shapes: nests of the results' types and shapes, or functions of the arguments that give them.
      stateful: whether calls with equal arguments may differ.
      name: name of the node.

    Raises:
      TypeError: `args` is no list or tuple, or `kwargs` no dict.
    """
    kwargs = {} if kwargs is None else kwargs
    if not isinstance(args, (list, tuple)):
        raise TypeError(f"args must be list and not {type(args)}. args: {args}")
    if not isinstance(kwargs, dict):
        raise TypeError(f"kwargs must be dict and not {type(kwargs)}. args: {kwargs}")
    if callable(output_types):
        output_types = output_types(*args, **kwargs)
    if callable(output_shapes):
        output_shapes = output_shapes(*args, **kwargs)
    given = (args, kwargs)

    def call(*flat: Any) -> Any:
        own_args, own_kwargs = nest.pack_sequence_as(given, flat)
        found = func(*own_args, **own_kwargs)
        nest.assert_shallow_structure(output_types, found)
        return nest.flatten(found)

    types = nest.flatten(output_types)
    flat = script_ops.py_func(call, nest.flatten(given), types, stateful=stateful, name=name)
    if output_shapes is not None:
        known = nest.map_structure_up_to(output_types, shapes.as_shape, output_shapes)
        for value, shape in zip(flat, nest.flatten(known)):
            value.set_shape(shape)
    return nest.pack_sequence_as(output_types, flat)


def smart_case(pred_fn_pairs: Any, default: Any = None, exclusive: bool = False, name: str = "smart_case") -> Any:
    """`tf.case` that leaves out what is known while the graph is built: booleans and constant tensors.

    Args:
      pred_fn_pairs: list of (predicate, function), or a dict.
      default: function for the case that no predicate is true.
      exclusive: at most one predicate may be true.
      name: name scope.
    """
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else pred_fn_pairs
    if not isinstance(pairs, (list, tuple)) or not all(isinstance(p, tuple) and len(p) == 2 for p in pairs):
        return cond.case(pred_fn_pairs, default, exclusive, name=name)  # says what is wrong
    left: list[tuple[Any, Any]] = []
    for predicate, function in pairs:
        known = predicate if isinstance(predicate, bool) else smart_cond.smart_constant_value(predicate)
        if known is None:
            left.append((predicate, function))
        elif known:
            default = function
            break
    if not left and callable(default):
        with framework.name_scope(name, "smart_case"):
            return default()
    return cond.case(left, default, exclusive, name=name)


def zero_initializer(ref: Any, use_locking: bool = True, name: str = "zero_initializer") -> Any:
    """An operation that gives a variable of known shape zeros.

    TensorFlow has a node `ZeroInitializer` for it, here it is an assignment.
    """
    zeros = array_creation.zeros(ref.get_shape(), dtype=ref.dtype.base_dtype)
    return state_ops.assign(ref, zeros, use_locking=use_locking, name=name)


class BoundedTensorSpec(TensorSpec):
    """A `TensorSpec` with bounds of its values.

    Args:
      shape, dtype, name: of `TensorSpec`.
      minimum, maximum: numbers or arrays that can be broadcast to the shape, both included.

    Raises:
      ValueError: the bounds do not fit the shape.
    """

    def __init__(self, shape: Any, dtype: Any, minimum: Any, maximum: Any, name: str | None = None) -> None:
        super().__init__(shape, dtype, name)
        as_numpy = self.dtype.as_numpy_dtype
        bounds = []
        for what, value in (("minimum", minimum), ("maximum", maximum)):
            bound = np.array(value, dtype=as_numpy)
            try:
                array_creation.broadcast_static_shape(shapes.as_shape(bound.shape), self.shape)
            except ValueError as e:
                raise ValueError(f"{what} is not compatible with shape. Message: {e!r}.") from None
            bound.setflags(write=False)
            bounds.append(bound)
        self._minimum, self._maximum = bounds

    @classmethod
    def from_spec(cls, spec: Any) -> BoundedTensorSpec:
        """A copy of a bounded spec; the bounds of any other are those of its type."""
        dtype = dtypes.as_dtype(spec.dtype)
        minimum = getattr(spec, "minimum", dtype.min)
        maximum = getattr(spec, "maximum", dtype.max)
        return cls(spec.shape, dtype, minimum, maximum, spec.name)

    @property
    def minimum(self) -> Any:
        """The lower bound, an array that cannot be written."""
        return self._minimum

    @property
    def maximum(self) -> Any:
        """The upper bound, an array that cannot be written."""
        return self._maximum

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r}, "
            f"minimum={self._minimum!r}, maximum={self._maximum!r})"
        )

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, BoundedTensorSpec):
            return super().__eq__(other)
        same = np.allclose(self.minimum, other.minimum) and np.allclose(self.maximum, other.maximum)
        return super().__eq__(other) and bool(same)

    __hash__ = TensorSpec.__hash__


def load_linear_multiclass_bias_initializer(
    ckpt_path: str,
    bias_tensor_name: str,
    new_class_vocab_size: int,
    old_class_vocab_file: str,
    new_class_vocab_file: str,
    num_class_oov_buckets: int = 0,
    initializer: Any = None,
    max_rows_in_memory: int = -1,
) -> Callable[..., Any]:
    """An initializer of biases from a checkpoint whose classes stood in another order.

    Args:
      ckpt_path, bias_tensor_name: checkpoint, and name of the tensor in it.
      new_class_vocab_size, new_class_vocab_file, old_class_vocab_file: classes now and then.
      num_class_oov_buckets: number of further classes.
      initializer: for classes that are new, zeros if absent.
      max_rows_in_memory: how much is read at a time.
    """
    return vocab_remap._load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=bias_tensor_name,
        new_row_vocab_size=new_class_vocab_size,
        new_col_vocab_size=1,
        old_row_vocab_file=old_class_vocab_file,
        new_row_vocab_file=new_class_vocab_file,
        old_col_vocab_file=None,
        new_col_vocab_file=None,
        num_row_oov_buckets=num_class_oov_buckets,
        num_col_oov_buckets=0,
        initializer=init_ops.zeros_initializer() if initializer is None else initializer,
        max_rows_in_memory=max_rows_in_memory,
    )


def load_variable_slot_initializer(
    ckpt_path: str,
    old_tensor_name: str,
    primary_partition_info: Any,
    new_row_vocab_size: int,
    new_col_vocab_size: int,
    old_row_vocab_file: str | None = None,
    new_row_vocab_file: str | None = None,
    old_col_vocab_file: str | None = None,
    new_col_vocab_file: str | None = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    initializer: Any = None,
    max_rows_in_memory: int = -1,
) -> Callable[..., Any]:
    """As `load_and_remap_matrix_initializer`, for a slot of a partitioned variable.

    Args: of that function; `primary_partition_info` is the partition of the variable.
    """
    made = vocab_remap._load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=old_tensor_name,
        new_row_vocab_size=new_row_vocab_size,
        new_col_vocab_size=new_col_vocab_size,
        old_row_vocab_file=old_row_vocab_file,
        new_row_vocab_file=new_row_vocab_file,
        old_col_vocab_file=old_col_vocab_file,
        new_col_vocab_file=new_col_vocab_file,
        num_row_oov_buckets=num_row_oov_buckets,
        num_col_oov_buckets=num_col_oov_buckets,
        initializer=initializer,
        max_rows_in_memory=max_rows_in_memory,
    )

    def slot_initializer(shape: Any, dtype: Any = dtypes.float32, partition_info: Any = None) -> Any:
        return made(shape, dtype, partition_info=primary_partition_info)

    return slot_initializer


def load_embedding_initializer(
    ckpt_path: str,
    embedding_tensor_name: str,
    new_vocab_size: int,
    embedding_dim: int,
    old_vocab_file: str,
    new_vocab_file: str,
    old_vocab_size: int = -1,
    num_oov_buckets: int = 0,
    initializer: Any = None,
    max_rows_in_memory: int = -1,
) -> Callable[..., Any]:
    """An initializer of embeddings from a checkpoint whose vocabulary was another.

    Args:
      ckpt_path, embedding_tensor_name: checkpoint, and name of the tensor in it.
      new_vocab_size, new_vocab_file, old_vocab_file, old_vocab_size: words now and then.
      embedding_dim: size of an embedding.
      num_oov_buckets: number of further rows.
      initializer: for words that are new; truncated normal with 1 / sqrt(embedding_dim) if absent.
      max_rows_in_memory: how much is read at a time.
    """
    if initializer is None:
        initializer = init_ops.truncated_normal_initializer(stddev=1.0 / math.sqrt(embedding_dim))
    return vocab_remap._load_and_remap_matrix_initializer(
        ckpt_path=ckpt_path,
        old_tensor_name=embedding_tensor_name,
        new_row_vocab_size=new_vocab_size,
        new_col_vocab_size=embedding_dim,
        old_row_vocab_size=old_vocab_size,
        old_row_vocab_file=old_vocab_file,
        new_row_vocab_file=new_vocab_file,
        num_row_oov_buckets=num_oov_buckets,
        num_col_oov_buckets=0,
        initializer=initializer,
        max_rows_in_memory=max_rows_in_memory,
    )
