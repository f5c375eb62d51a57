"""Lookup tables that are filled once: `tf.lookup.StaticHashTable`, vocabularies with buckets for unknown words."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade import array_index, context, math_ops, string_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.lookup_initializers import outside_of_branches
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import TensorShape


class LookupInterface:
    """What all tables have: `lookup(keys)`, `size()`, types and a name."""

    def __init__(self, key_dtype: Any, value_dtype: Any) -> None:
        self._key_dtype = dtypes.as_dtype(key_dtype)
        self._value_dtype = dtypes.as_dtype(value_dtype)
        self._resource_handle: Any = None

    @property
    def key_dtype(self) -> DType:
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        return self._value_dtype

    @property
    def resource_handle(self) -> Any:
        """The handle of the table."""
        return self._resource_handle

    @property
    def name(self) -> Any:
        return NotImplementedError

    def size(self, name: str | None = None) -> Tensor:
        """Number of keys."""
        raise NotImplementedError

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of `keys`."""
        raise NotImplementedError

    def _check_keys(self, keys: Any) -> None:
        if keys.dtype.base is not self._key_dtype:
            raise TypeError(f"Signature mismatch. Keys must be dtype {self._key_dtype}, got {keys.dtype}.")


class InitializableLookupTableBase(LookupInterface):
    """A table that an initializer fills."""

    def __init__(self, default_value: Any, initializer: Any) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype)
        self._default_value = convert(default_value, self._value_dtype)
        self._default_value.shape.merge_with(TensorShape([]))
        self._initializer = initializer
        with init_scope():
            self._resource_handle = self._create_resource()
        with outside_of_branches():
            self._init_op = self._initialize()

    def _create_resource(self) -> Tensor:
        raise NotImplementedError

    def _initialize(self) -> Operation:
        return self._initializer.initialize(self)

    @property
    def initializer(self) -> Operation:
        """The operation that fills the table."""
        return self._init_op

    @property
    def default_value(self) -> Tensor:
        """What unknown keys have."""
        return self._default_value

    def size(self, name: str | None = None) -> Tensor:
        """Number of keys."""
        with name_scope(name, f"{self.name}_Size", [self.resource_handle]):
            return apply_op("LookupTableSizeV2", self.resource_handle)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of `keys`, a Tensor or SparseTensor; `default_value` for unknown ones.

        Raises:
          TypeError: the keys are of another type.
        """
        self._check_keys(keys)
        tensor = keys.values if isinstance(keys, SparseTensor) else keys
        with name_scope(name, f"{self.name}_Lookup", (self.resource_handle, tensor, self._default_value)):
            values = apply_op("LookupTableFindV2", self.resource_handle, tensor, self._default_value)
        values.set_shape(tensor.shape)
        return _like(keys, values)


def _like(keys: Any, values: Tensor) -> Any:
    return SparseTensor(keys.indices, values, keys.dense_shape) if isinstance(keys, SparseTensor) else values


class StaticHashTable(InitializableLookupTableBase):
    """A table from keys to values that is filled once, by `table.initializer` or `tf.tables_initializer()`.

    Args:
      initializer: what fills it, e.g. `tf.lookup.KeyValueTensorInitializer`.
      default_value: scalar for unknown keys.
      name: name of the node.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     words = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    ...     table = tf.lookup.StaticHashTable(words, -1)
    ...     sess.run(table.initializer)
    ...     print(sess.run(table.lookup(tf.constant(["b", "c"]))).tolist())
    [2, -1]
    """

    def __init__(self, initializer: Any, default_value: Any, name: str | None = None) -> None:
        self._shared_name: Any = initializer._shared_name or f"hash_table_{uuid.uuid4()}"
        self._name = name or "hash_table"
        self._table_name: str | None = None
        super().__init__(default_value, initializer)
        self._value_shape = self._default_value.shape

    def _create_resource(self) -> Tensor:
        handle = apply_op(
            "HashTableV2",
            shared_name=(self._shared_name or "").encode(),
            key_dtype=self._key_dtype,
            value_dtype=self._value_dtype,
            name=self._name,
        )
        self._table_name = handle.op.name.split("/")[-1]
        return handle

    @property
    def init(self) -> Operation:
        """`initializer`."""
        return self.initializer

    @property
    def name(self) -> Any:
        return self._table_name

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and their values."""
        with name_scope(name, f"{self.name}_Export", [self.resource_handle]):
            keys, values = apply_op(
                "LookupTableExportV2", self.resource_handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype
            )
        values.set_shape(keys.shape.concatenate(self._value_shape))
        return keys, values


HashTable = StaticHashTable


class HasherSpec(NamedTuple):
    """A hash function for unknown words: its name and key."""

    hasher: Any
    key: Any


FastHashSpec = HasherSpec("fasthash", None)


class StrongHashSpec(HasherSpec):
    """SipHash under a key of two numbers."""

    def __new__(cls, key: Any) -> Any:
        if len(key) != 2:
            raise ValueError(f"key must have size 2, got {len(key)}.")
        if not all(isinstance(k, int) for k in key):
            raise TypeError(f"Invalid key {key}. Must be unsigned integer values.")
        return super().__new__(cls, "stronghash", key)


def _hash_function(spec: Any) -> Callable[..., Tensor]:
    if not isinstance(spec, HasherSpec):
        raise TypeError(f"hasher_spec must be of type HasherSpec {spec}")
    if spec.hasher == "fasthash":
        return string_ops.string_to_hash_bucket_fast
    if spec.hasher == "legacy":
        return string_ops.string_to_hash_bucket
    if spec.hasher == "stronghash":
        return functools.partial(string_ops.string_to_hash_bucket_strong, key=spec.key)
    raise ValueError(f"Unknown hasher {spec.hasher}")


class _WithBuckets(LookupInterface):
    """A table of ids, or none, and buckets for words that it does not know."""

    _table: Any
    _num_oov_buckets: int
    _hasher_spec: Any = FastHashSpec
    _table_name: str | None

    @property
    def initializer(self) -> Operation:
        """The operation that fills the table."""
        if self._table is not None:
            return self._table.initializer
        with name_scope(None, "init"):
            return no_op()

    @property
    def resource_handle(self) -> Any:
        return None if self._table is None else self._table.resource_handle

    @property
    def name(self) -> Any:
        return self._table_name

    def size(self, name: str | None = None) -> Tensor:
        """Number of ids, buckets included."""
        with name_scope(name, f"{self.name}_Size"):
            known = self._table.size() if self._table else convert(0, dtypes.int64)
            return known + self._num_oov_buckets

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The ids of `keys`; those of buckets come after those of the table.

        Raises:
          TypeError: the keys are of another type.
        """
        self._check_keys(keys)
        values = keys.values if isinstance(keys, SparseTensor) else keys
        if self._table and self._table.key_dtype.base is dtypes.int64:
            values = math_ops.cast(values, dtypes.int64)
        if self._num_oov_buckets == 0:
            return _like(keys, self._table.lookup(values, name=name))
        with name_scope(name, f"{self.name}_Lookup"):
            hashed = _hash_function(self._hasher_spec)
            text = values if values.dtype.base is dtypes.string else string_ops.as_string(values)
            ids = hashed(text, num_buckets=self._num_oov_buckets, name="hash_bucket")
            if self._table:
                known = self._table.lookup(values)
                buckets = math_ops.add(ids, self._table.size())
                is_known = math_ops.not_equal(known, self._table.default_value)
                ids = array_index.where_v2(is_known, known, buckets)
        return _like(keys, ids)


_KEYS = (dtypes.int64, dtypes.string)


def _check_table(key_dtype: DType, value_dtype: DType, lookup_dtype: DType, shown: DType) -> None:
    if key_dtype not in _KEYS:
        raise TypeError(f"Invalid key dtype, expected one of {_KEYS}, but got {shown}.")
    if key_dtype.is_integer != lookup_dtype.is_integer:
        kind = "integer" if lookup_dtype.is_integer else "non-integer"
        raise TypeError(f"Invalid key dtype, expected {kind} but got {key_dtype}.")
    if value_dtype != dtypes.int64:
        raise TypeError(f"Invalid value dtype, expected {dtypes.int64} but got {value_dtype}.")


class IdTableWithHashBuckets(_WithBuckets):
    """Ids of a table, and of `num_oov_buckets` buckets for what it does not know.

    Args:
      table: a table of int64 ids, or None for buckets alone.
      num_oov_buckets: number of buckets.
      hasher_spec: `FastHashSpec` or a `StrongHashSpec`.
      name: name for scopes.
      key_dtype: type of the keys, that of the table where absent.

    Raises:
      TypeError, ValueError: types or numbers do not fit.
    """

    def __init__(
        self,
        table: Any,
        num_oov_buckets: int,
        hasher_spec: Any = FastHashSpec,
        name: str | None = None,
        key_dtype: Any = None,
    ) -> None:
        name = name.rstrip("/") if name else name
        key_dtype = None if key_dtype is None else dtypes.as_dtype(key_dtype)
        if table:
            key_dtype = table.key_dtype if key_dtype is None else key_dtype
            _check_table(table.key_dtype, table.value_dtype, key_dtype, key_dtype)
            name = name or table.name
        else:
            if num_oov_buckets <= 0:
                raise ValueError("oov_buckets must be > 0 if no table is supplied.")
            key_dtype = dtypes.string if key_dtype is None else key_dtype
            name = name or "hash_bucket"
        if not key_dtype.is_integer and key_dtype != dtypes.string:
            raise TypeError(f"Invalid key_dtype, expected integer or string, got {key_dtype}.")
        if not isinstance(hasher_spec, HasherSpec):
            raise TypeError(f"hasher_spec must be of type HasherSpec, got {hasher_spec}")
        self._table = table or None
        self._num_oov_buckets = num_oov_buckets
        self._hasher_spec = hasher_spec
        self._table_name = name.split("/")[-1] if name else None
        super().__init__(key_dtype, dtypes.int64)

    @property
    @deprecated("2018-12-15", "Use `initializer` instead.", "tensorflow.python.ops.lookup_ops")
    def init(self) -> Operation:
        """`initializer`."""
        return self.initializer


class StaticVocabularyTable(_WithBuckets):
    """Ids of words, and of `num_oov_buckets` buckets for unknown ones.

    Args:
      initializer: what fills the table with int64 ids, or None for buckets alone.
      num_oov_buckets: number of buckets, at least 1.
      lookup_key_dtype: type of the keys, that of the initializer where absent.
      name: name for scopes.

    Raises:
      TypeError, ValueError: types or numbers do not fit.
    """

    def __init__(
        self, initializer: Any, num_oov_buckets: int, lookup_key_dtype: Any = None, name: str | None = None
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("oov_buckets must be > 0.")
        name = name.rstrip("/") if name else name
        if initializer:
            key_dtype = dtypes.as_dtype(lookup_key_dtype or initializer.key_dtype)
            _check_table(initializer.key_dtype, initializer.value_dtype, key_dtype, initializer.key_dtype)
            self._table = StaticHashTable(initializer, default_value=-1)
            name = name or self._table.name
        else:
            key_dtype = dtypes.string
            self._table = None
            name = name or "hash_bucket"
        if not key_dtype.is_integer and key_dtype != dtypes.string:
            raise TypeError(f"Invalid key_dtype, expected integer or string, got {key_dtype}.")
        self._num_oov_buckets = num_oov_buckets
        self._table_name = name.split("/")[-1] if name is not None else None
        super().__init__(key_dtype, dtypes.int64)


class SharedNameHashTable(StaticHashTable):
    """`tf.contrib.lookup.HashTable`: a table that takes its shared name as an argument."""

    def __init__(
        self, initializer: Any, default_value: Any, shared_name: str | None = None, name: str | None = None
    ) -> None:
        self._shared_name = shared_name
        self._name = name or "hash_table"
        self._table_name = None
        InitializableLookupTableBase.__init__(self, default_value, initializer)
        self._value_shape = self._default_value.shape


def add_saveable(saveable: Any) -> None:
    """Let Savers find a table."""
    from tf1compat._facade.collections import GraphKeys

    context.get_default_graph().add_to_collection(GraphKeys.SAVEABLE_OBJECTS, saveable)
