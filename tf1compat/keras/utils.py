"""`tf.keras.utils`."""

from tf1compat._facade.keras.serialization import CustomObjectScope as CustomObjectScope
from tf1compat._facade.keras.serialization import custom_object_scope as custom_object_scope
from tf1compat._facade.keras.serialization import deserialize_keras_object as deserialize_keras_object
from tf1compat._facade.keras.serialization import get_custom_objects as get_custom_objects
from tf1compat._facade.keras.serialization import serialize_keras_object as serialize_keras_object
from tf1compat._facade.keras.tools.arrays import normalize as normalize
from tf1compat._facade.keras.tools.arrays import to_categorical as to_categorical
from tf1compat._facade.keras.tools.drawing import model_to_dot as model_to_dot
from tf1compat._facade.keras.tools.drawing import plot_model as plot_model
from tf1compat._facade.keras.tools.enqueuers import GeneratorEnqueuer as GeneratorEnqueuer
from tf1compat._facade.keras.tools.enqueuers import OrderedEnqueuer as OrderedEnqueuer
from tf1compat._facade.keras.tools.enqueuers import SequenceEnqueuer as SequenceEnqueuer
from tf1compat._facade.keras.tools.files import get_file as get_file
from tf1compat._facade.keras.tools.hdf5_matrix import HDF5Matrix as HDF5Matrix
from tf1compat._facade.keras.tools.models import convert_all_kernels_in_model as convert_all_kernels_in_model
from tf1compat._facade.keras.tools.models import get_source_inputs as get_source_inputs
from tf1compat._facade.keras.tools.multi_gpu import multi_gpu_model as multi_gpu_model
from tf1compat._facade.keras.tools.progress import Progbar as Progbar
from tf1compat._facade.keras.tools.sequences import Sequence as Sequence
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
