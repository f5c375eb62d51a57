"""`tf.data`: input pipelines, made of datasets and iterators."""

from tf1compat._facade.data import Dataset as Dataset
from tf1compat._facade.data import FixedLengthRecordDataset as FixedLengthRecordDataset
from tf1compat._facade.data import Iterator as Iterator
from tf1compat._facade.data import Options as Options
from tf1compat._facade.data import TextLineDataset as TextLineDataset
from tf1compat._facade.data import TFRecordDataset as TFRecordDataset
from tf1compat._facade.data import get_legacy_output_classes as get_output_classes
from tf1compat._facade.data import get_legacy_output_shapes as get_output_shapes
from tf1compat._facade.data import get_legacy_output_types as get_output_types
from tf1compat._facade.data import make_initializable_iterator as make_initializable_iterator
from tf1compat._facade.data import make_one_shot_iterator as make_one_shot_iterator
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__, modules="experimental")
