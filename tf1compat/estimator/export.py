"""`tf.estimator.export`: inputs and outputs of exported models."""

from tf1compat._facade.estimator.export_outputs import ClassificationOutput as ClassificationOutput
from tf1compat._facade.estimator.export_outputs import ExportOutput as ExportOutput
from tf1compat._facade.estimator.export_outputs import PredictOutput as PredictOutput
from tf1compat._facade.estimator.export_outputs import RegressionOutput as RegressionOutput
from tf1compat._facade.estimator.input_receivers import ServingInputReceiver as ServingInputReceiver
from tf1compat._facade.estimator.input_receivers import TensorServingInputReceiver as TensorServingInputReceiver
from tf1compat._facade.estimator.input_receivers import (
    build_parsing_serving_input_receiver_fn as build_parsing_serving_input_receiver_fn,
)
from tf1compat._facade.estimator.input_receivers import (
    build_raw_serving_input_receiver_fn as build_raw_serving_input_receiver_fn,
)
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
