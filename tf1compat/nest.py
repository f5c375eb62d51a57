"""`tf.nest`: nested lists, tuples and dictionaries of tensors."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._jaxcore.base.nest import assert_same_structure as assert_same_structure
from tf1compat._jaxcore.base.nest import flatten as flatten
from tf1compat._jaxcore.base.nest import is_nested as is_nested
from tf1compat._jaxcore.base.nest import map_structure as map_structure
from tf1compat._jaxcore.base.nest import pack_sequence_as as pack_sequence_as

__getattr__, __dir__ = _on_demand(__name__)
