"""`tf.keras.models`."""

from tf1compat._facade.keras.engine.cloning import clone_model as clone_model
from tf1compat._facade.keras.engine.configuration import model_from_config as model_from_config
from tf1compat._facade.keras.engine.configuration import model_from_json as model_from_json
from tf1compat._facade.keras.engine.configuration import model_from_yaml as model_from_yaml
from tf1compat._facade.keras.engine.model import Model as Model
from tf1compat._facade.keras.engine.sequential import Sequential as Sequential
from tf1compat._facade.keras.saving import load_model as load_model
from tf1compat._facade.keras.saving import save_model as save_model
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
