"""`tensorflow.python.util.nest`: private names that libraries take from it; the public ones are `_jaxcore.base.nest`'s."""

from tf1compat._jaxcore.base.structure import is_attrs as _is_attrs
from tf1compat._jaxcore.base.structure import is_mapping as _is_mapping
from tf1compat._jaxcore.base.structure import is_namedtuple as _is_namedtuple
from tf1compat._jaxcore.base.structure import sequence_like as _sequence_like

__all__ = ["_is_attrs", "_is_mapping", "_is_namedtuple", "_sequence_like"]
