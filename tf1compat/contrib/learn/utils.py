"""`tf.contrib.learn.utils`: exports of models."""

from tf1compat._facade.contrib.learn import export_strategy as saved_model_export_utils
from tf1compat._facade.contrib.learn import input_fn_ops as input_fn_utils
from tf1compat._facade.contrib.learn.absent_estimators import export_estimator as export_estimator
from tf1compat._facade.contrib.learn.export_strategy import make_export_strategy as make_export_strategy
from tf1compat._facade.contrib.learn.input_fn_ops import InputFnOps as InputFnOps
from tf1compat._facade.contrib.learn.input_fn_ops import (
    build_default_serving_input_fn as build_default_serving_input_fn,
)
from tf1compat._facade.contrib.learn.input_fn_ops import (
    build_parsing_serving_input_fn as build_parsing_serving_input_fn,
)
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
