"""`tf.saved_model.signature_def_utils`: makes and checks signatures."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.signatures import build_signature_def as build_signature_def
from tf1compat._facade.saved_model.signatures import classification_signature_def as classification_signature_def
from tf1compat._facade.saved_model.signatures import is_valid_signature as is_valid_signature
from tf1compat._facade.saved_model.signatures import predict_signature_def as predict_signature_def
from tf1compat._facade.saved_model.signatures import regression_signature_def as regression_signature_def

__getattr__, __dir__ = _on_demand(__name__)
