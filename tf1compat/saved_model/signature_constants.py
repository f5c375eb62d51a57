"""`tf.saved_model.signature_constants`: names in signatures."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.constants import CLASSIFY_INPUTS as CLASSIFY_INPUTS
from tf1compat._facade.saved_model.constants import CLASSIFY_METHOD_NAME as CLASSIFY_METHOD_NAME
from tf1compat._facade.saved_model.constants import CLASSIFY_OUTPUT_CLASSES as CLASSIFY_OUTPUT_CLASSES
from tf1compat._facade.saved_model.constants import CLASSIFY_OUTPUT_SCORES as CLASSIFY_OUTPUT_SCORES
from tf1compat._facade.saved_model.constants import (
    DEFAULT_SERVING_SIGNATURE_DEF_KEY as DEFAULT_SERVING_SIGNATURE_DEF_KEY,
)
from tf1compat._facade.saved_model.constants import PREDICT_INPUTS as PREDICT_INPUTS
from tf1compat._facade.saved_model.constants import PREDICT_METHOD_NAME as PREDICT_METHOD_NAME
from tf1compat._facade.saved_model.constants import PREDICT_OUTPUTS as PREDICT_OUTPUTS
from tf1compat._facade.saved_model.constants import REGRESS_INPUTS as REGRESS_INPUTS
from tf1compat._facade.saved_model.constants import REGRESS_METHOD_NAME as REGRESS_METHOD_NAME
from tf1compat._facade.saved_model.constants import REGRESS_OUTPUTS as REGRESS_OUTPUTS

__getattr__, __dir__ = _on_demand(__name__)
