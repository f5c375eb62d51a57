"""`slim.tfexample_decoder`: items (images, boxes, tensors) out of serialized Examples."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from typing import Any

from tf1compat._facade import (
    array_ops,
    functional_ops,
    image_coding,
    math_casts,
    math_elementwise,
    math_reductions,
    parsing_ops,
    sparse_arrange,
    sparse_ops,
    sparse_tensor,
)
from tf1compat._facade import cond as conditions
from tf1compat._facade.contrib.slim.data import data_decoder
from tf1compat._jaxcore.base import dtypes


class ItemHandler(abc.ABC):
    """Makes one item of some features; `keys` are their names."""

    def __init__(self, keys: Any) -> None:
        self._keys = keys if isinstance(keys, (tuple, list)) else [keys]

    @property
    def keys(self) -> Any:
        return self._keys

    @abc.abstractmethod
    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        """The item made of the parsed features."""


class ItemHandlerCallback(ItemHandler):
    """An item made by a function of the parsed features."""

    def __init__(self, keys: Any, func: Callable[[Any], Any]) -> None:
        super().__init__(keys)
        self._func = func

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        return self._func(keys_to_tensors)


class BoundingBox(ItemHandler):
    """Boxes of shape [n, 4], made of four features of n numbers; their names may have a common prefix.

    Raises:
      ValueError: there are not four keys.
    """

    def __init__(self, keys: Any = None, prefix: str = "") -> None:
        keys = ["ymin", "xmin", "ymax", "xmax"] if keys is None else keys
        if len(keys) != 4:
            raise ValueError(f"BoundingBox expects 4 keys but got {len(keys)}")
        self._full_keys = [prefix + k for k in keys]
        super().__init__(self._full_keys)

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        sides = []
        for key in self._full_keys:
            side = keys_to_tensors[key]
            sides.append(array_ops.expand_dims(side.values if _is_sparse(side) else side, 0))
        return array_ops.transpose(array_ops.concat(sides, 0))


class Tensor(ItemHandler):
    """A feature as a tensor, of a fixed shape or one that other features tell.

    Args:
      tensor_key: the feature.
      shape_keys: the feature, or one for each dimension, that holds the shape.
      shape: a fixed shape.
      default_value: fills the gaps of a sparse feature.

    Raises:
      ValueError: both kinds of shape are given.
    """

    def __init__(self, tensor_key: str, shape_keys: Any = None, shape: Any = None, default_value: Any = 0) -> None:
        if shape_keys and shape is not None:
            raise ValueError("Cannot specify both shape_keys and shape parameters.")
        self._shape_keys = [shape_keys] if shape_keys and not isinstance(shape_keys, list) else shape_keys
        self._tensor_key = tensor_key
        self._shape = shape
        self._default_value = default_value
        super().__init__([tensor_key, *(self._shape_keys or [])])

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        tensor, shape = keys_to_tensors[self._tensor_key], self._shape
        if self._shape_keys:
            sizes = [_dense(keys_to_tensors[k]) for k in self._shape_keys]
            shape = array_ops.reshape(array_ops.stack(sizes), [-1])
        if _is_sparse(tensor):
            if shape is not None:
                tensor = sparse_arrange.sparse_reshape(tensor, shape)
            return sparse_ops.sparse_tensor_to_dense(tensor, self._default_value)
        return tensor if shape is None else array_ops.reshape(tensor, shape)


class LookupTensor(Tensor):
    """A `Tensor` looked up in a table."""

    def __init__(
        self, tensor_key: str, table: Any, shape_keys: Any = None, shape: Any = None, default_value: Any = ""
    ) -> None:
        self._table = table
        super().__init__(tensor_key, shape_keys, shape, default_value)

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        return self._table.lookup(super().tensors_to_item(keys_to_tensors))


class BackupHandler(ItemHandler):
    """The item of `handler`, or that of `backup` where the first has no elements.

    Raises:
      ValueError: one of them is no ItemHandler.
    """

    def __init__(self, handler: Any, backup: Any) -> None:
        for name, given in (("Primary", handler), ("Backup", backup)):
            if not isinstance(given, ItemHandler):
                raise ValueError(f"{name} handler is of type {type(given)} instead of ItemHandler")
        self._handler = handler
        self._backup = backup
        super().__init__(handler.keys + backup.keys)

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        item = self._handler.tensors_to_item(keys_to_tensors)
        return conditions.cond(
            pred=math_elementwise.equal(math_reductions.reduce_prod(array_ops.shape(item)), 0),
            true_fn=lambda: self._backup.tensors_to_item(keys_to_tensors),
            false_fn=lambda: item,
        )


class SparseTensor(ItemHandler):
    """A SparseTensor made of a feature of ids and one of values.

    Args:
      indices_key: the ids; `"indices"` if absent.
      values_key: the values; `"values"` if absent.
      shape_key: a feature with the dense shape.
      shape: the dense shape where there is no such feature.
      densify: whether the item is a dense tensor.
      default_value: fills the gaps of a dense tensor.
    """

    def __init__(
        self,
        indices_key: str | None = None,
        values_key: str | None = None,
        shape_key: str | None = None,
        shape: Any = None,
        densify: bool = False,
        default_value: Any = 0,
    ) -> None:
        self._indices_key = indices_key or "indices"
        self._values_key = values_key or "values"
        self._shape_key = shape_key
        self._shape = shape
        self._densify = densify
        self._default_value = default_value
        super().__init__([self._indices_key, self._values_key, *([shape_key] if shape_key else [])])

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        ids, values = keys_to_tensors[self._indices_key], keys_to_tensors[self._values_key]
        if self._shape_key:
            shape = _dense(keys_to_tensors[self._shape_key])
        else:
            shape = self._shape or ids.dense_shape
        rank = array_ops.shape(ids.indices)[1]
        columns = math_casts.cast(ids.values, dtypes.int64)
        kept = array_ops.slice(ids.indices, [0, 0], array_ops.stack([-1, rank - 1]))
        indices = array_ops.concat([kept, array_ops.reshape(columns, [-1, 1])], 1)
        item = sparse_tensor.SparseTensor(indices, values.values, shape)
        return sparse_ops.sparse_tensor_to_dense(item, self._default_value) if self._densify else item


class Image(ItemHandler):
    """An encoded image (JPEG, PNG, GIF, BMP or raw) as a tensor of shape [height, width, channels].

    Args:
      image_key: the feature with the bytes; `"image/encoded"` if absent.
      format_key: the feature with the format; `"image/format"` if absent.
      shape: the shape, where all images have the same.
      channels: number of channels.
      dtype: type of the pixels.
      repeated: whether the feature holds several images.
      dct_method: a hint for decoding JPEG.
    """

    def __init__(
        self,
        image_key: str | None = None,
        format_key: str | None = None,
        shape: Any = None,
        channels: int = 3,
        dtype: Any = dtypes.uint8,
        repeated: bool = False,
        dct_method: str = "",
    ) -> None:
        self._image_key = image_key or "image/encoded"
        self._format_key = format_key or "image/format"
        super().__init__([self._image_key, self._format_key])
        self._shape = shape
        self._channels = channels
        self._dtype = dtype
        self._repeated = repeated
        self._dct_method = dct_method

    def tensors_to_item(self, keys_to_tensors: Mapping[str, Any]) -> Any:
        buffer, kind = keys_to_tensors[self._image_key], keys_to_tensors[self._format_key]
        if self._repeated:
            return functional_ops.map_fn(lambda x: self._decode(x, kind), buffer, dtype=self._dtype)
        return self._decode(buffer, kind)

    def _decode(self, buffer: Any, kind: Any) -> Any:
        def any_format() -> Any:
            return math_casts.cast(image_coding.decode_image(buffer, channels=self._channels), self._dtype)

        def jpeg() -> Any:
            found = image_coding.decode_jpeg(buffer, channels=self._channels, dct_method=self._dct_method)
            return math_casts.cast(found, self._dtype)

        def encoded() -> Any:
            return conditions.cond(image_coding.is_jpeg(buffer), jpeg, any_format, name="cond_jpeg")

        def raw() -> Any:
            return parsing_ops.decode_raw(buffer, out_type=self._dtype)

        is_raw = math_elementwise.logical_or(math_elementwise.equal(kind, "raw"), math_elementwise.equal(kind, "RAW"))
        image = conditions.case([(is_raw, raw)], default=encoded, exclusive=True)
        image.set_shape([None, None, self._channels])
        return image if self._shape is None else array_ops.reshape(image, self._shape)


class TFExampleDecoder(data_decoder.DataDecoder):
    """Parses Examples and gives the items of handlers.

    Args:
      keys_to_features: feature -> `tf.FixedLenFeature`, `tf.VarLenFeature` …
      items_to_handlers: item -> ItemHandler.
    """

    def __init__(self, keys_to_features: Mapping[str, Any], items_to_handlers: Mapping[str, ItemHandler]) -> None:
        self._keys_to_features = keys_to_features
        self._items_to_handlers = items_to_handlers

    def list_items(self) -> list[str]:
        return list(self._items_to_handlers)

    def decode(self, serialized_example: Any, items: Any = None) -> list[Any]:
        """The tensors of `items` (all if absent) of one serialized Example."""
        example = parsing_ops.parse_single_example(serialized_example, self._keys_to_features)
        for key in sorted(self._keys_to_features):
            feature = self._keys_to_features[key]
            if isinstance(feature, parsing_ops.FixedLenFeature):
                example[key] = array_ops.reshape(example[key], feature.shape)
        handlers = [self._items_to_handlers[item] for item in items or self._items_to_handlers]
        return [h.tensors_to_item({key: example[key] for key in h.keys}) for h in handlers]


def _is_sparse(x: Any) -> bool:
    return isinstance(x, sparse_tensor.SparseTensor)


def _dense(x: Any) -> Any:
    return sparse_ops.sparse_tensor_to_dense(x) if _is_sparse(x) else x
