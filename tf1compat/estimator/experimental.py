"""`tf.estimator.experimental`: early stopping, evaluation while training, and logits without an Estimator."""

from tf1compat._facade.estimator.absent_estimators import KMeans as KMeans
from tf1compat._facade.estimator.dnn import dnn_logit_fn_builder as dnn_logit_fn_builder
from tf1compat._facade.estimator.early_stopping import make_early_stopping_hook as make_early_stopping_hook
from tf1compat._facade.estimator.early_stopping import stop_if_higher_hook as stop_if_higher_hook
from tf1compat._facade.estimator.early_stopping import stop_if_lower_hook as stop_if_lower_hook
from tf1compat._facade.estimator.early_stopping import stop_if_no_decrease_hook as stop_if_no_decrease_hook
from tf1compat._facade.estimator.early_stopping import stop_if_no_increase_hook as stop_if_no_increase_hook
from tf1compat._facade.estimator.evaluation_hooks import InMemoryEvaluatorHook as InMemoryEvaluatorHook
from tf1compat._facade.estimator.evaluation_hooks import (
    make_stop_at_checkpoint_step_hook as make_stop_at_checkpoint_step_hook,
)
from tf1compat._facade.estimator.input_receivers import (
    build_raw_supervised_input_receiver_fn as build_raw_supervised_input_receiver_fn,
)
from tf1compat._facade.estimator.linear import LinearSDCA as LinearSDCA
from tf1compat._facade.estimator.linear import linear_logit_fn_builder as linear_logit_fn_builder
from tf1compat._facade.estimator.model_fn import call_logit_fn as call_logit_fn
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
