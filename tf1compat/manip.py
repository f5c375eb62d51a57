"""`tf.manip`: operations on the arrangement of tensors."""

from tf1compat._facade.array_index import gather_nd as gather_nd
from tf1compat._facade.array_index import scatter_nd as scatter_nd
from tf1compat._facade.array_ops import reshape as reshape
from tf1compat._facade.array_ops import reverse as reverse
from tf1compat._facade.array_ops import roll as roll
from tf1compat._facade.array_ops import tile as tile
from tf1compat._facade.blocks import batch_to_space_nd as batch_to_space_nd
from tf1compat._facade.blocks import space_to_batch_nd as space_to_batch_nd
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
