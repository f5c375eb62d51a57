"""`tf.io`: files, records and parsing."""

from tf1compat._facade.graph_io import write_graph as write_graph
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.platform.tf_record import TFRecordCompressionType as TFRecordCompressionType
from tf1compat._facade.platform.tf_record import TFRecordOptions as TFRecordOptions
from tf1compat._facade.platform.tf_record import TFRecordWriter as TFRecordWriter
from tf1compat._facade.platform.tf_record import tf_record_iterator as tf_record_iterator
from tf1compat.io import gfile as gfile

__getattr__, __dir__ = _on_demand(__name__)
