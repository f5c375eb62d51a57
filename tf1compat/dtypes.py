"""`tf.dtypes`: element types and conversions between them."""

from tf1compat._facade.math_casts import cast as cast
from tf1compat._facade.math_casts import saturate_cast as saturate_cast
from tf1compat._facade.math_elementwise import complex as complex
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.string_ops import as_string as as_string
from tf1compat._jaxcore.base.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from tf1compat._jaxcore.base.dtypes import DType as DType
from tf1compat._jaxcore.base.dtypes import as_dtype as as_dtype
from tf1compat._jaxcore.base.dtypes import bfloat16 as bfloat16
from tf1compat._jaxcore.base.dtypes import bool as bool
from tf1compat._jaxcore.base.dtypes import complex64 as complex64
from tf1compat._jaxcore.base.dtypes import complex128 as complex128
from tf1compat._jaxcore.base.dtypes import float16 as float16
from tf1compat._jaxcore.base.dtypes import float16 as half
from tf1compat._jaxcore.base.dtypes import float32 as float32
from tf1compat._jaxcore.base.dtypes import float64 as double
from tf1compat._jaxcore.base.dtypes import float64 as float64
from tf1compat._jaxcore.base.dtypes import int8 as int8
from tf1compat._jaxcore.base.dtypes import int16 as int16
from tf1compat._jaxcore.base.dtypes import int32 as int32
from tf1compat._jaxcore.base.dtypes import int64 as int64
from tf1compat._jaxcore.base.dtypes import qint8 as qint8
from tf1compat._jaxcore.base.dtypes import qint16 as qint16
from tf1compat._jaxcore.base.dtypes import qint32 as qint32
from tf1compat._jaxcore.base.dtypes import quint8 as quint8
from tf1compat._jaxcore.base.dtypes import quint16 as quint16
from tf1compat._jaxcore.base.dtypes import resource as resource
from tf1compat._jaxcore.base.dtypes import string as string
from tf1compat._jaxcore.base.dtypes import uint8 as uint8
from tf1compat._jaxcore.base.dtypes import uint16 as uint16
from tf1compat._jaxcore.base.dtypes import uint32 as uint32
from tf1compat._jaxcore.base.dtypes import uint64 as uint64
from tf1compat._jaxcore.base.dtypes import variant as variant

__getattr__, __dir__ = _on_demand(__name__)
