"""`tf.contrib.learn.monitors`: watchers of training that came before SessionRunHook."""

from tf1compat._facade.contrib.learn.monitor_hooks import RunHookAdapterForMonitors as RunHookAdapterForMonitors
from tf1compat._facade.contrib.learn.monitor_hooks import replace_monitors_with_hooks as replace_monitors_with_hooks
from tf1compat._facade.contrib.learn.monitors import BaseMonitor as BaseMonitor
from tf1compat._facade.contrib.learn.monitors import CaptureVariable as CaptureVariable
from tf1compat._facade.contrib.learn.monitors import EveryN as EveryN
from tf1compat._facade.contrib.learn.monitors import GraphDump as GraphDump
from tf1compat._facade.contrib.learn.monitors import LoggingTrainable as LoggingTrainable
from tf1compat._facade.contrib.learn.monitors import NanLoss as NanLoss
from tf1compat._facade.contrib.learn.monitors import NanLossDuringTrainingError as NanLossDuringTrainingError
from tf1compat._facade.contrib.learn.monitors import PrintTensor as PrintTensor
from tf1compat._facade.contrib.learn.monitors import StopAtStep as StopAtStep
from tf1compat._facade.contrib.learn.monitors import SummarySaver as SummarySaver
from tf1compat._facade.contrib.learn.monitors import get_default_monitors as get_default_monitors
from tf1compat._facade.contrib.learn.saving_monitors import CheckpointSaver as CheckpointSaver
from tf1compat._facade.contrib.learn.saving_monitors import StepCounter as StepCounter
from tf1compat._facade.contrib.learn.validation_monitor import ExportMonitor as ExportMonitor
from tf1compat._facade.contrib.learn.validation_monitor import ValidationMonitor as ValidationMonitor
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.session_run_hook import SessionRunHook as SessionRunHook

__getattr__, __dir__ = _on_demand(__name__)
