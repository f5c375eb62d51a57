"""`tf.contrib.learn`: Estimators, monitors, data sets and text processors that came before tf.estimator."""

from tf1compat._facade.contrib.learn.absent_estimators import SVM as SVM
from tf1compat._facade.contrib.learn.absent_estimators import DynamicRnnEstimator as DynamicRnnEstimator
from tf1compat._facade.contrib.learn.absent_estimators import KMeansClustering as KMeansClustering
from tf1compat._facade.contrib.learn.absent_estimators import StateSavingRnnEstimator as StateSavingRnnEstimator
from tf1compat._facade.contrib.learn.array_inputs import extract_dask_data as extract_dask_data
from tf1compat._facade.contrib.learn.array_inputs import extract_dask_labels as extract_dask_labels
from tf1compat._facade.contrib.learn.array_inputs import extract_pandas_data as extract_pandas_data
from tf1compat._facade.contrib.learn.array_inputs import extract_pandas_labels as extract_pandas_labels
from tf1compat._facade.contrib.learn.array_inputs import extract_pandas_matrix as extract_pandas_matrix
from tf1compat._facade.contrib.learn.batch_examples import queue_parsed_features as queue_parsed_features
from tf1compat._facade.contrib.learn.batch_examples import read_batch_examples as read_batch_examples
from tf1compat._facade.contrib.learn.batch_examples import read_batch_features as read_batch_features
from tf1compat._facade.contrib.learn.batch_examples import read_batch_record_features as read_batch_record_features
from tf1compat._facade.contrib.learn.batch_examples import read_keyed_batch_examples as read_keyed_batch_examples
from tf1compat._facade.contrib.learn.batch_examples import (
    read_keyed_batch_examples_shared_queue as read_keyed_batch_examples_shared_queue,
)
from tf1compat._facade.contrib.learn.batch_examples import read_keyed_batch_features as read_keyed_batch_features
from tf1compat._facade.contrib.learn.batch_examples import (
    read_keyed_batch_features_shared_queue as read_keyed_batch_features_shared_queue,
)
from tf1compat._facade.contrib.learn.column_inputs import (
    infer_real_valued_columns_from_input as infer_real_valued_columns_from_input,
)
from tf1compat._facade.contrib.learn.column_inputs import (
    infer_real_valued_columns_from_input_fn as infer_real_valued_columns_from_input_fn,
)
from tf1compat._facade.contrib.learn.dnn import DNNClassifier as DNNClassifier
from tf1compat._facade.contrib.learn.dnn import DNNEstimator as DNNEstimator
from tf1compat._facade.contrib.learn.dnn import DNNRegressor as DNNRegressor
from tf1compat._facade.contrib.learn.dnn_linear_combined import (
    DNNLinearCombinedClassifier as DNNLinearCombinedClassifier,
)
from tf1compat._facade.contrib.learn.dnn_linear_combined import (
    DNNLinearCombinedEstimator as DNNLinearCombinedEstimator,
)
from tf1compat._facade.contrib.learn.dnn_linear_combined import (
    DNNLinearCombinedRegressor as DNNLinearCombinedRegressor,
)
from tf1compat._facade.contrib.learn.estimator import BaseEstimator as BaseEstimator
from tf1compat._facade.contrib.learn.estimator import Estimator as Estimator
from tf1compat._facade.contrib.learn.experiment import Experiment as Experiment
from tf1compat._facade.contrib.learn.export_strategy import ExportStrategy as ExportStrategy
from tf1compat._facade.contrib.learn.export_strategy import make_export_strategy as make_export_strategy
from tf1compat._facade.contrib.learn.generator_inputs import generator_input_fn as generator_input_fn
from tf1compat._facade.contrib.learn.generator_inputs import numpy_input_fn as numpy_input_fn
from tf1compat._facade.contrib.learn.generator_inputs import pandas_input_fn as pandas_input_fn
from tf1compat._facade.contrib.learn.graph_actions import evaluate as evaluate
from tf1compat._facade.contrib.learn.graph_actions import infer as infer
from tf1compat._facade.contrib.learn.graph_actions import run_feeds as run_feeds
from tf1compat._facade.contrib.learn.graph_actions import run_n as run_n
from tf1compat._facade.contrib.learn.graph_actions import train as train
from tf1compat._facade.contrib.learn.heads import Head as Head
from tf1compat._facade.contrib.learn.heads import binary_svm_head as binary_svm_head
from tf1compat._facade.contrib.learn.heads import loss_only_head as loss_only_head
from tf1compat._facade.contrib.learn.heads import multi_class_head as multi_class_head
from tf1compat._facade.contrib.learn.heads import multi_head as multi_head
from tf1compat._facade.contrib.learn.heads import multi_label_head as multi_label_head
from tf1compat._facade.contrib.learn.heads import no_op_train_fn as no_op_train_fn
from tf1compat._facade.contrib.learn.heads import poisson_regression_head as poisson_regression_head
from tf1compat._facade.contrib.learn.heads import regression_head as regression_head
from tf1compat._facade.contrib.learn.input_fn_ops import InputFnOps as InputFnOps
from tf1compat._facade.contrib.learn.input_fn_ops import (
    build_default_serving_input_fn as build_default_serving_input_fn,
)
from tf1compat._facade.contrib.learn.input_fn_ops import (
    build_parsing_serving_input_fn as build_parsing_serving_input_fn,
)
from tf1compat._facade.contrib.learn.interfaces import Evaluable as Evaluable
from tf1compat._facade.contrib.learn.interfaces import Trainable as Trainable
from tf1compat._facade.contrib.learn.keys import MetricKey as MetricKey
from tf1compat._facade.contrib.learn.keys import ModeKeys as ModeKeys
from tf1compat._facade.contrib.learn.keys import PredictionKey as PredictionKey
from tf1compat._facade.contrib.learn.keys import ProblemType as ProblemType
from tf1compat._facade.contrib.learn.linear import LinearClassifier as LinearClassifier
from tf1compat._facade.contrib.learn.linear import LinearEstimator as LinearEstimator
from tf1compat._facade.contrib.learn.linear import LinearRegressor as LinearRegressor
from tf1compat._facade.contrib.learn.logistic_regressor import LogisticRegressor as LogisticRegressor
from tf1compat._facade.contrib.learn.metric_spec import MetricSpec as MetricSpec
from tf1compat._facade.contrib.learn.model_fn_ops import ModelFnOps as ModelFnOps
from tf1compat._facade.contrib.learn.monitors import NanLossDuringTrainingError as NanLossDuringTrainingError
from tf1compat._facade.contrib.learn.run_config import ClusterConfig as ClusterConfig
from tf1compat._facade.contrib.learn.run_config import Environment as Environment
from tf1compat._facade.contrib.learn.run_config import RunConfig as RunConfig
from tf1compat._facade.contrib.learn.run_config import TaskType as TaskType
from tf1compat._facade.contrib.learn.saved_model_export import GraphRewriteSpec as GraphRewriteSpec
from tf1compat._facade.contrib.learn.skcompat import SKCompat as SKCompat
from tf1compat._facade.contrib.learn.sklearn_parts import NotFittedError as NotFittedError
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.contrib.learn import datasets as datasets
from tf1compat.contrib.learn import graph_actions as graph_actions
from tf1compat.contrib.learn import io as io
from tf1compat.contrib.learn import learn_runner as learn_runner
from tf1compat.contrib.learn import monitors as monitors
from tf1compat.contrib.learn import preprocessing as preprocessing
from tf1compat.contrib.learn import utils as utils

__getattr__, __dir__ = _on_demand(__name__)
