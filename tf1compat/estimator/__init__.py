"""`tf.estimator`: models given as functions; trained, evaluated, asked and exported by one object."""

from tf1compat._facade.estimator.estimator import Estimator as Estimator
from tf1compat._facade.estimator.evaluation_hooks import add_metrics as add_metrics
from tf1compat._facade.estimator.exporters import BestExporter as BestExporter
from tf1compat._facade.estimator.exporters import Exporter as Exporter
from tf1compat._facade.estimator.exporters import FinalExporter as FinalExporter
from tf1compat._facade.estimator.exporters import LatestExporter as LatestExporter
from tf1compat._facade.estimator.mode_keys import ModeKeys as ModeKeys
from tf1compat._facade.estimator.model_fn import EstimatorSpec as EstimatorSpec
from tf1compat._facade.estimator.run_config import RunConfig as RunConfig
from tf1compat._facade.estimator.train_and_evaluate import EvalSpec as EvalSpec
from tf1compat._facade.estimator.train_and_evaluate import TrainSpec as TrainSpec
from tf1compat._facade.estimator.train_and_evaluate import train_and_evaluate as train_and_evaluate
from tf1compat._facade.estimator.warm_start_settings import WarmStartSettings as WarmStartSettings
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.basic_session_run_hooks import FeedFnHook as FeedFnHook
from tf1compat._facade.train.basic_session_run_hooks import FinalOpsHook as FinalOpsHook
from tf1compat._facade.train.basic_session_run_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from tf1compat._facade.train.basic_session_run_hooks import LoggingTensorHook as LoggingTensorHook
from tf1compat._facade.train.basic_session_run_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from tf1compat._facade.train.basic_session_run_hooks import NanTensorHook as NanTensorHook
from tf1compat._facade.train.basic_session_run_hooks import StepCounterHook as StepCounterHook
from tf1compat._facade.train.basic_session_run_hooks import StopAtStepHook as StopAtStepHook
from tf1compat._facade.train.hook_timers import SecondOrStepTimer as SecondOrStepTimer
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook as CheckpointSaverHook
from tf1compat._facade.train.saver_hooks import CheckpointSaverListener as CheckpointSaverListener
from tf1compat._facade.train.saver_hooks import SummarySaverHook as SummarySaverHook
from tf1compat._facade.train.session_run_hook import SessionRunArgs as SessionRunArgs
from tf1compat._facade.train.session_run_hook import SessionRunContext as SessionRunContext
from tf1compat._facade.train.session_run_hook import SessionRunHook as SessionRunHook
from tf1compat._facade.train.session_run_hook import SessionRunValues as SessionRunValues
from tf1compat._facade.train.warm_start import VocabInfo as VocabInfo
from tf1compat.estimator import export as export
from tf1compat.estimator import inputs as inputs

__getattr__, __dir__ = _on_demand(__name__, modules="experimental")
