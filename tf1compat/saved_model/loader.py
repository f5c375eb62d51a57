"""`tf.saved_model.loader`: reads SavedModels."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.loader import load as load
from tf1compat._facade.saved_model.loader import maybe_saved_model_directory as maybe_saved_model_directory

__getattr__, __dir__ = _on_demand(__name__)
