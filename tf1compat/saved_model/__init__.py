"""`tf.saved_model`: models as folders: graphs with signatures, variables, assets."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.builder import SavedModelBuilder as Builder
from tf1compat._facade.saved_model.builder import simple_save as simple_save
from tf1compat._facade.saved_model.constants import ASSETS_DIRECTORY as ASSETS_DIRECTORY
from tf1compat._facade.saved_model.constants import ASSETS_KEY as ASSETS_KEY
from tf1compat._facade.saved_model.constants import CLASSIFY_INPUTS as CLASSIFY_INPUTS
from tf1compat._facade.saved_model.constants import CLASSIFY_METHOD_NAME as CLASSIFY_METHOD_NAME
from tf1compat._facade.saved_model.constants import CLASSIFY_OUTPUT_CLASSES as CLASSIFY_OUTPUT_CLASSES
from tf1compat._facade.saved_model.constants import CLASSIFY_OUTPUT_SCORES as CLASSIFY_OUTPUT_SCORES
from tf1compat._facade.saved_model.constants import (
    DEFAULT_SERVING_SIGNATURE_DEF_KEY as DEFAULT_SERVING_SIGNATURE_DEF_KEY,
)
from tf1compat._facade.saved_model.constants import GPU as GPU
from tf1compat._facade.saved_model.constants import LEGACY_INIT_OP_KEY as LEGACY_INIT_OP_KEY
from tf1compat._facade.saved_model.constants import MAIN_OP_KEY as MAIN_OP_KEY
from tf1compat._facade.saved_model.constants import PREDICT_INPUTS as PREDICT_INPUTS
from tf1compat._facade.saved_model.constants import PREDICT_METHOD_NAME as PREDICT_METHOD_NAME
from tf1compat._facade.saved_model.constants import PREDICT_OUTPUTS as PREDICT_OUTPUTS
from tf1compat._facade.saved_model.constants import REGRESS_INPUTS as REGRESS_INPUTS
from tf1compat._facade.saved_model.constants import REGRESS_METHOD_NAME as REGRESS_METHOD_NAME
from tf1compat._facade.saved_model.constants import REGRESS_OUTPUTS as REGRESS_OUTPUTS
from tf1compat._facade.saved_model.constants import SAVED_MODEL_FILENAME_PB as SAVED_MODEL_FILENAME_PB
from tf1compat._facade.saved_model.constants import SAVED_MODEL_FILENAME_PBTXT as SAVED_MODEL_FILENAME_PBTXT
from tf1compat._facade.saved_model.constants import SAVED_MODEL_SCHEMA_VERSION as SAVED_MODEL_SCHEMA_VERSION
from tf1compat._facade.saved_model.constants import SERVING as SERVING
from tf1compat._facade.saved_model.constants import TPU as TPU
from tf1compat._facade.saved_model.constants import TRAINING as TRAINING
from tf1compat._facade.saved_model.constants import VARIABLES_DIRECTORY as VARIABLES_DIRECTORY
from tf1compat._facade.saved_model.constants import VARIABLES_FILENAME as VARIABLES_FILENAME
from tf1compat._facade.saved_model.loader import contains_saved_model as contains_saved_model
from tf1compat._facade.saved_model.loader import load as load
from tf1compat._facade.saved_model.loader import maybe_saved_model_directory as maybe_saved_model_directory
from tf1compat._facade.saved_model.main_op import main_op_with_restore as main_op_with_restore
from tf1compat._facade.saved_model.object_models import load_v2 as load_v2
from tf1compat._facade.saved_model.object_models import save as save
from tf1compat._facade.saved_model.signatures import build_signature_def as build_signature_def
from tf1compat._facade.saved_model.signatures import classification_signature_def as classification_signature_def
from tf1compat._facade.saved_model.signatures import is_valid_signature as is_valid_signature
from tf1compat._facade.saved_model.signatures import predict_signature_def as predict_signature_def
from tf1compat._facade.saved_model.signatures import regression_signature_def as regression_signature_def
from tf1compat._facade.saved_model.tensor_info import build_tensor_info as build_tensor_info
from tf1compat._facade.saved_model.tensor_info import get_tensor_from_tensor_info as get_tensor_from_tensor_info
from tf1compat.saved_model import builder as builder
from tf1compat.saved_model import constants as constants
from tf1compat.saved_model import loader as loader
from tf1compat.saved_model import main_op as main_op
from tf1compat.saved_model import signature_constants as signature_constants
from tf1compat.saved_model import signature_def_utils as signature_def_utils
from tf1compat.saved_model import tag_constants as tag_constants
from tf1compat.saved_model import utils as utils

__getattr__, __dir__ = _on_demand(__name__)
