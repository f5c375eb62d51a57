"""`tf.sets`: sets in the rows of tensors."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.sets import set_difference as difference
from tf1compat._facade.sets import set_difference as set_difference
from tf1compat._facade.sets import set_intersection as intersection
from tf1compat._facade.sets import set_intersection as set_intersection
from tf1compat._facade.sets import set_size as set_size
from tf1compat._facade.sets import set_size as size
from tf1compat._facade.sets import set_union as set_union
from tf1compat._facade.sets import set_union as union

__getattr__, __dir__ = _on_demand(__name__)
