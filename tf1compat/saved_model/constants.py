"""`tf.saved_model.constants`: names of files and collections of SavedModels."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.constants import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from tf1compat._facade.saved_model.constants import ASSETS_KEY as ASSETS_KEY
from tf1compat._facade.saved_model.constants import LEGACY_INIT_OP_KEY as LEGACY_INIT_OP_KEY
from tf1compat._facade.saved_model.constants import MAIN_OP_KEY as MAIN_OP_KEY
from tf1compat._facade.saved_model.constants import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from tf1compat._facade.saved_model.constants import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from tf1compat._facade.saved_model.constants import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from tf1compat._facade.saved_model.constants import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from tf1compat._facade.saved_model.constants import VARIABLES_FILENAME as VARIABLES_FILENAME

__getattr__, __dir__ = _on_demand(__name__)
