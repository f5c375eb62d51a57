"""`tf.keras.utils`."""

from tf1compat._facade.keras.serialization import CustomObjectScope as CustomObjectScope
from tf1compat._facade.keras.serialization import custom_object_scope as custom_object_scope
from tf1compat._facade.keras.serialization import deserialize_keras_object as deserialize_keras_object
from tf1compat._facade.keras.serialization import get_custom_objects as get_custom_objects
from tf1compat._facade.keras.serialization import serialize_keras_object as serialize_keras_object
from tf1compat._facade.keras.utils.progress import Progbar as Progbar
from tf1compat._facade.keras.utils.sequences import Sequence as Sequence
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
