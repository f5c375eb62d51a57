"""`tf.saved_model.builder`: writes SavedModels."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.builder import SavedModelBuilder as SavedModelBuilder

__getattr__, __dir__ = _on_demand(__name__)
