"""Features as a program gives them, made into tensors once: what columns ask for their inputs."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_ops, check_ops, framework, math_casts, math_elementwise
from tf1compat._facade.array_index import gather_nd, where
from tf1compat._facade.cond import cond
from tf1compat._facade.feature_column.bases import FeatureColumn, _FeatureColumn
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_arrange import sparse_reshape
from tf1compat._facade.sparse_tensor import SparseTensor, convert_to_tensor_or_sparse_tensor
from tf1compat._jaxcore.base import dtypes


def _expanded(tensor: Any) -> Any:
    """A vector as a matrix of one column."""
    if isinstance(tensor, SparseTensor):
        return sparse_reshape(tensor, [array_creation.shape(tensor)[0], 1])
    return array_ops.expand_dims(tensor, -1)


def _raw_feature_as_tensor(features: Any, key: Any) -> Any:
    """The feature, of rank 2 at least.

    Raises:
      ValueError: it is a scalar.
    """
    tensor = convert_to_tensor_or_sparse_tensor(features[key])
    rank = tensor.get_shape().ndims
    message = f"Feature (key: {key}) cannot have rank 0. Given: {tensor}"
    if rank is not None:
        if rank == 0:
            raise ValueError(message)
        return _expanded(tensor) if rank == 1 else tensor
    with framework.control_dependencies([check_ops.assert_positive(array_creation.rank(tensor), message=message)]):
        is_vector = math_elementwise.equal(1, array_creation.rank(tensor))
        return cond(is_vector, lambda: _expanded(tensor), lambda: tensor)


class _Features:
    """Tensors by name of feature or by column, each made once."""

    _column_class: Any = FeatureColumn

    def __init__(self, features: Any) -> None:
        self._features = features.copy()
        self._feature_tensors: dict[Any, Any] = {}

    def _get(self, key: Any, transform: Any) -> Any:
        if key in self._feature_tensors:
            return self._feature_tensors[key]
        if key in self._features:
            found = _raw_feature_as_tensor(self._features, key)
        elif isinstance(key, str):
            raise ValueError(f"Feature {key} is not in features dictionary.")
        elif not isinstance(key, self._column_class):
            name = self._column_class.__name__
            raise TypeError(f'"key" must be either a "str" or "{name}". Provided: {key}')
        else:
            tf_logging.debug("Transforming feature_column %s.", key)
            found = transform(key)
            if found is None:
                raise ValueError(f"Column {key.name} is not supported.")
        self._feature_tensors[key] = found
        return found


class FeatureTransformationCache(_Features):
    """Features, raw and transformed, for columns of 1.15."""

    def get(self, key: Any, state_manager: Any) -> Any:
        """The tensor of a feature's name or a column.

        Raises:
          ValueError: there is no such feature, or it is a scalar.
          TypeError: `key` is neither.
        """
        return self._get(key, lambda column: column.transform_feature(self, state_manager))


class _LazyBuilder(_Features):
    """Features, raw and transformed, for columns of older programs."""

    _column_class = _FeatureColumn

    def get(self, key: Any) -> Any:
        """The tensor of a feature's name or a column."""
        return self._get(key, lambda column: column._transform_feature(self))


class NewAccess:
    """How a column of 1.15 reaches its inputs."""

    def __init__(self, transformation_cache: Any, state_manager: Any) -> None:
        self._cache = transformation_cache
        self.state_manager = state_manager

    def get(self, key: Any) -> Any:
        return self._cache.get(key, self.state_manager)

    def sparse(self, column: Any) -> Any:
        return column.get_sparse_tensors(self._cache, self.state_manager)

    def transformed(self, column: Any) -> Any:
        return column.transform_feature(self._cache, self.state_manager)


class OldAccess:
    """How a column of an older program reaches its inputs."""

    state_manager: Any = None

    def __init__(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> None:
        self._inputs = inputs
        self.weight_collections = weight_collections
        self.trainable = trainable

    def get(self, key: Any) -> Any:
        return self._inputs.get(key)

    def sparse(self, column: Any) -> Any:
        return column._get_sparse_tensors(
            self._inputs, weight_collections=self.weight_collections, trainable=self.trainable
        )

    def transformed(self, column: Any) -> Any:
        return column._transform_feature(self._inputs)


def _to_sparse_input_and_drop_ignore_values(input_tensor: Any, ignore_value: Any = None) -> SparseTensor:
    """The elements other than `ignore_value`: by default "" of strings, -1 of integers, 0 of floats."""
    tensor = convert_to_tensor_or_sparse_tensor(input_tensor)
    if isinstance(tensor, SparseTensor):
        return tensor
    with framework.name_scope(None, "to_sparse_input", (tensor, ignore_value)):
        if ignore_value is None:
            if tensor.dtype == dtypes.string:
                ignore_value = ""
            else:
                ignore_value = -1 if tensor.dtype.is_integer else tensor.dtype.as_numpy_dtype()
        ignore_value = math_casts.cast(ignore_value, tensor.dtype, name="ignore_value")
        indices = where(math_elementwise.not_equal(tensor, ignore_value), name="indices")
        values = gather_nd(tensor, indices, name="values")
        dense_shape = array_creation.shape(tensor, out_type=dtypes.int64, name="dense_shape")
        return SparseTensor(indices=indices, values=values, dense_shape=dense_shape)
