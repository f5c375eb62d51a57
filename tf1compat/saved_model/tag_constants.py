"""`tf.saved_model.tag_constants`: usual tags of graphs."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.constants import GPU as GPU
from tf1compat._facade.saved_model.constants import SERVING as SERVING
from tf1compat._facade.saved_model.constants import TPU as TPU
from tf1compat._facade.saved_model.constants import TRAINING as TRAINING

__getattr__, __dir__ = _on_demand(__name__)
