"""`tf.io`: files, records and parsing."""

from tf1compat._facade.files import matching_files as matching_files
from tf1compat._facade.files import read_file as read_file
from tf1compat._facade.files import write_file as write_file
from tf1compat._facade.graph_io import write_graph as write_graph
from tf1compat._facade.image_coding import decode_and_crop_jpeg as decode_and_crop_jpeg
from tf1compat._facade.image_coding import decode_bmp as decode_bmp
from tf1compat._facade.image_coding import decode_gif as decode_gif
from tf1compat._facade.image_coding import decode_image as decode_image
from tf1compat._facade.image_coding import decode_jpeg as decode_jpeg
from tf1compat._facade.image_coding import decode_png as decode_png
from tf1compat._facade.image_coding import encode_jpeg as encode_jpeg
from tf1compat._facade.image_coding import extract_jpeg_shape as extract_jpeg_shape
from tf1compat._facade.image_coding import is_jpeg as is_jpeg
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.parsing_ops import FixedLenFeature as FixedLenFeature
from tf1compat._facade.parsing_ops import FixedLenSequenceFeature as FixedLenSequenceFeature
from tf1compat._facade.parsing_ops import SparseFeature as SparseFeature
from tf1compat._facade.parsing_ops import VarLenFeature as VarLenFeature
from tf1compat._facade.parsing_ops import decode_csv as decode_csv
from tf1compat._facade.parsing_ops import decode_raw_v1 as decode_raw
from tf1compat._facade.parsing_ops import parse_example as parse_example
from tf1compat._facade.parsing_ops import parse_single_example as parse_single_example
from tf1compat._facade.parsing_sequences import decode_compressed as decode_compressed
from tf1compat._facade.parsing_sequences import decode_json_example as decode_json_example
from tf1compat._facade.parsing_sequences import parse_sequence_example as parse_sequence_example
from tf1compat._facade.parsing_sequences import parse_single_sequence_example as parse_single_sequence_example
from tf1compat._facade.parsing_sequences import parse_tensor as parse_tensor
from tf1compat._facade.parsing_sequences import serialize_tensor as serialize_tensor
from tf1compat._facade.platform.tf_record import TFRecordCompressionType as TFRecordCompressionType
from tf1compat._facade.platform.tf_record import TFRecordOptions as TFRecordOptions
from tf1compat._facade.platform.tf_record import TFRecordWriter as TFRecordWriter
from tf1compat._facade.platform.tf_record import tf_record_iterator as tf_record_iterator
from tf1compat._facade.queues import PaddingFIFOQueue as PaddingFIFOQueue
from tf1compat._facade.queues import PriorityQueue as PriorityQueue
from tf1compat._facade.queues import QueueBase as QueueBase
from tf1compat._facade.queues import RandomShuffleQueue as RandomShuffleQueue
from tf1compat._facade.sparse_serialization import deserialize_many_sparse as deserialize_many_sparse
from tf1compat._facade.sparse_serialization import serialize_many_sparse as serialize_many_sparse
from tf1compat._facade.sparse_serialization import serialize_sparse as serialize_sparse
from tf1compat._facade.string_ops import decode_base64 as decode_base64
from tf1compat._facade.string_ops import encode_base64 as encode_base64
from tf1compat._facade.train.input import match_filenames_once as match_filenames_once
from tf1compat.io import gfile as gfile

__getattr__, __dir__ = _on_demand(__name__)
