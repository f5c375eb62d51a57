"""`tf.contrib.estimator`: heads, canned Estimators with heads, hooks that stop training."""

from tf1compat._facade.contrib.estimator_heads import binary_classification_head as binary_classification_head
from tf1compat._facade.contrib.estimator_heads import clip_gradients_by_norm as clip_gradients_by_norm
from tf1compat._facade.contrib.estimator_heads import forward_features as forward_features
from tf1compat._facade.contrib.estimator_heads import logistic_regression_head as logistic_regression_head
from tf1compat._facade.contrib.estimator_heads import multi_class_head as multi_class_head
from tf1compat._facade.contrib.estimator_heads import multi_head as multi_head
from tf1compat._facade.contrib.estimator_heads import multi_label_head as multi_label_head
from tf1compat._facade.contrib.estimator_heads import poisson_regression_head as poisson_regression_head
from tf1compat._facade.contrib.estimator_heads import regression_head as regression_head
from tf1compat._facade.estimator.baseline import BaselineEstimator as BaselineEstimator
from tf1compat._facade.estimator.dnn import DNNEstimator as DNNEstimator
from tf1compat._facade.estimator.dnn import dnn_logit_fn_builder as dnn_logit_fn_builder
from tf1compat._facade.estimator.dnn_linear_combined import DNNLinearCombinedEstimator as DNNLinearCombinedEstimator
from tf1compat._facade.estimator.early_stopping import make_early_stopping_hook as make_early_stopping_hook
from tf1compat._facade.estimator.early_stopping import stop_if_higher_hook as stop_if_higher_hook
from tf1compat._facade.estimator.early_stopping import stop_if_lower_hook as stop_if_lower_hook
from tf1compat._facade.estimator.early_stopping import stop_if_no_decrease_hook as stop_if_no_decrease_hook
from tf1compat._facade.estimator.early_stopping import stop_if_no_increase_hook as stop_if_no_increase_hook
from tf1compat._facade.estimator.evaluation_hooks import InMemoryEvaluatorHook as InMemoryEvaluatorHook
from tf1compat._facade.estimator.evaluation_hooks import add_metrics as add_metrics
from tf1compat._facade.estimator.evaluation_hooks import (
    make_stop_at_checkpoint_step_hook as make_stop_at_checkpoint_step_hook,
)
from tf1compat._facade.estimator.input_receivers import (
    build_raw_supervised_input_receiver_fn as build_raw_supervised_input_receiver_fn,
)
from tf1compat._facade.estimator.linear import LinearEstimator as LinearEstimator
from tf1compat._facade.estimator.linear import linear_logit_fn_builder as linear_logit_fn_builder
from tf1compat._facade.estimator.model_fn import call_logit_fn as call_logit_fn
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
