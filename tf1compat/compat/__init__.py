"""`tf.compat`: conversions between bytes and text; `tf.compat.v1` is tf1compat itself."""

import sys as _sys

import tf1compat as v1
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.compat import as_bytes as as_bytes
from tf1compat._facade.platform.compat import as_str as as_str
from tf1compat._facade.platform.compat import as_str_any as as_str_any
from tf1compat._facade.platform.compat import as_text as as_text
from tf1compat._facade.platform.compat import bytes_or_text_types as bytes_or_text_types
from tf1compat._facade.platform.compat import complex_types as complex_types
from tf1compat._facade.platform.compat import forward_compatibility_horizon as forward_compatibility_horizon
from tf1compat._facade.platform.compat import forward_compatible as forward_compatible
from tf1compat._facade.platform.compat import integral_types as integral_types
from tf1compat._facade.platform.compat import path_to_str as path_to_str
from tf1compat._facade.platform.compat import real_types as real_types
from tf1compat._jaxcore.base.shapes import dimension_at_index as dimension_at_index
from tf1compat._jaxcore.base.shapes import dimension_value as dimension_value

_sys.modules[f"{__name__}.v1"] = v1  # for `import tf1compat.compat.v1 as tf`

__getattr__, __dir__ = _on_demand(__name__, modules="v2")
