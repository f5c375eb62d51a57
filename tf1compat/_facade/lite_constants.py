"""`tf.lite.constants`: types and formats that the converter's arguments name."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import dtypes

FLOAT: Any = dtypes.float32
FLOAT16: Any = dtypes.float16
INT8: Any = dtypes.int8
INT32: Any = dtypes.int32
INT64: Any = dtypes.int64
QUANTIZED_UINT8: Any = dtypes.uint8
STRING: Any = dtypes.string
GRAPHVIZ_DOT = 3
TFLITE = 2
