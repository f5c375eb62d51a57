"""`tf.data`: datasets and iterators."""

from tf1compat._facade.data.dataset import AUTOTUNE as AUTOTUNE
from tf1compat._facade.data.dataset import DatasetSpec as DatasetSpec
from tf1compat._facade.data.dataset import DatasetV2 as DatasetV2
from tf1compat._facade.data.functions import StructuredFunctionWrapper as StructuredFunctionWrapper
from tf1compat._facade.data.iterators import GET_NEXT_CALL_WARNING_MESSAGE as GET_NEXT_CALL_WARNING_MESSAGE
from tf1compat._facade.data.iterators import GET_NEXT_CALL_WARNING_THRESHOLD as GET_NEXT_CALL_WARNING_THRESHOLD
from tf1compat._facade.data.iterators import GLOBAL_ITERATORS as GLOBAL_ITERATORS
from tf1compat._facade.data.iterators import Iterator as Iterator
from tf1compat._facade.data.options import Options as Options
from tf1compat._facade.data.readers import FixedLengthRecordDataset as FixedLengthRecordDataset
from tf1compat._facade.data.readers import TextLineDataset as TextLineDataset
from tf1compat._facade.data.readers import TFRecordDataset as TFRecordDataset
from tf1compat._facade.data.v1 import DatasetV1 as Dataset
from tf1compat._facade.data.v1 import DatasetV1 as DatasetV1
from tf1compat._facade.data.v1 import DatasetV1Adapter as DatasetV1Adapter
from tf1compat._facade.data.v1 import get_legacy_output_classes as get_legacy_output_classes
from tf1compat._facade.data.v1 import get_legacy_output_shapes as get_legacy_output_shapes
from tf1compat._facade.data.v1 import get_legacy_output_types as get_legacy_output_types
from tf1compat._facade.data.v1 import get_structure as get_structure
from tf1compat._facade.data.v1 import make_initializable_iterator as make_initializable_iterator
from tf1compat._facade.data.v1 import make_one_shot_iterator as make_one_shot_iterator
