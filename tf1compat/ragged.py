"""`tf.ragged`: tensors whose rows have different lengths."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.ragged.arrays import stack_dynamic_partitions as stack_dynamic_partitions
from tf1compat._facade.ragged.concatenation import stack as stack
from tf1compat._facade.ragged.elementwise import map_flat_values as map_flat_values
from tf1compat._facade.ragged.factory import constant as constant
from tf1compat._facade.ragged.factory import constant_value as constant_value
from tf1compat._facade.ragged.factory import placeholder as placeholder
from tf1compat._facade.ragged.gathering import boolean_mask as boolean_mask
from tf1compat._facade.ragged.partitions import row_splits_to_segment_ids as row_splits_to_segment_ids
from tf1compat._facade.ragged.partitions import segment_ids_to_row_splits as segment_ids_to_row_splits
from tf1compat._facade.ragged.ranges import range as range
from tf1compat._facade.ragged.values import RaggedTensorValue as RaggedTensorValue

__getattr__, __dir__ = _on_demand(__name__)
