"""`tf.train`: optimizers, learning rates, savers and the messages of training."""

from tf1compat._facade.contrib.checkpoint_waiting import checkpoints_iterator as checkpoints_iterator
from tf1compat._facade.graph_io import write_graph as write_graph
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.summary_writer import SummaryWriter as SummaryWriter
from tf1compat._facade.summary_writer import SummaryWriterCache as SummaryWriterCache
from tf1compat._facade.train.adadelta import AdadeltaOptimizer as AdadeltaOptimizer
from tf1compat._facade.train.adagrad import AdagradOptimizer as AdagradOptimizer
from tf1compat._facade.train.adagrad_da import AdagradDAOptimizer as AdagradDAOptimizer
from tf1compat._facade.train.adam import AdamOptimizer as AdamOptimizer
from tf1compat._facade.train.basic_session_run_hooks import FeedFnHook as FeedFnHook
from tf1compat._facade.train.basic_session_run_hooks import FinalOpsHook as FinalOpsHook
from tf1compat._facade.train.basic_session_run_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from tf1compat._facade.train.basic_session_run_hooks import LoggingTensorHook as LoggingTensorHook
from tf1compat._facade.train.basic_session_run_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from tf1compat._facade.train.basic_session_run_hooks import NanTensorHook as NanTensorHook
from tf1compat._facade.train.basic_session_run_hooks import StepCounterHook as StepCounterHook
from tf1compat._facade.train.basic_session_run_hooks import StopAtStepHook as StopAtStepHook
from tf1compat._facade.train.batching import batch as batch
from tf1compat._facade.train.batching import batch_join as batch_join
from tf1compat._facade.train.batching import maybe_batch as maybe_batch
from tf1compat._facade.train.batching import maybe_batch_join as maybe_batch_join
from tf1compat._facade.train.batching import maybe_shuffle_batch as maybe_shuffle_batch
from tf1compat._facade.train.batching import maybe_shuffle_batch_join as maybe_shuffle_batch_join
from tf1compat._facade.train.batching import shuffle_batch as shuffle_batch
from tf1compat._facade.train.batching import shuffle_batch_join as shuffle_batch_join
from tf1compat._facade.train.checkpoint_management import checkpoint_exists as checkpoint_exists
from tf1compat._facade.train.checkpoint_management import (
    generate_checkpoint_state_proto as generate_checkpoint_state_proto,
)
from tf1compat._facade.train.checkpoint_management import get_checkpoint_mtimes as get_checkpoint_mtimes
from tf1compat._facade.train.checkpoint_management import get_checkpoint_state as get_checkpoint_state
from tf1compat._facade.train.checkpoint_management import latest_checkpoint as latest_checkpoint
from tf1compat._facade.train.checkpoint_management import remove_checkpoint as remove_checkpoint
from tf1compat._facade.train.checkpoint_management import update_checkpoint_state as update_checkpoint_state
from tf1compat._facade.train.checkpoint_manager import CheckpointManager as CheckpointManager
from tf1compat._facade.train.checkpoint_reader import NewCheckpointReader as NewCheckpointReader
from tf1compat._facade.train.checkpoint_reader import list_variables as list_variables
from tf1compat._facade.train.checkpoint_reader import load_checkpoint as load_checkpoint
from tf1compat._facade.train.checkpoint_reader import load_variable as load_variable
from tf1compat._facade.train.cluster_spec import ClusterSpec as ClusterSpec
from tf1compat._facade.train.coordinator import Coordinator as Coordinator
from tf1compat._facade.train.coordinator import LooperThread as LooperThread
from tf1compat._facade.train.device_setter import replica_device_setter as replica_device_setter
from tf1compat._facade.train.ftrl import FtrlOptimizer as FtrlOptimizer
from tf1compat._facade.train.gradient_descent import GradientDescentOptimizer as GradientDescentOptimizer
from tf1compat._facade.train.hook_timers import SecondOrStepTimer as SecondOrStepTimer
from tf1compat._facade.train.init_from_checkpoint import init_from_checkpoint as init_from_checkpoint
from tf1compat._facade.train.input import input_producer as input_producer
from tf1compat._facade.train.input import limit_epochs as limit_epochs
from tf1compat._facade.train.input import match_filenames_once as match_filenames_once
from tf1compat._facade.train.input import range_input_producer as range_input_producer
from tf1compat._facade.train.input import slice_input_producer as slice_input_producer
from tf1compat._facade.train.input import string_input_producer as string_input_producer
from tf1compat._facade.train.learning_rate_decay import cosine_decay as cosine_decay
from tf1compat._facade.train.learning_rate_decay import cosine_decay_restarts as cosine_decay_restarts
from tf1compat._facade.train.learning_rate_decay import exponential_decay as exponential_decay
from tf1compat._facade.train.learning_rate_decay import inverse_time_decay as inverse_time_decay
from tf1compat._facade.train.learning_rate_decay import linear_cosine_decay as linear_cosine_decay
from tf1compat._facade.train.learning_rate_decay import natural_exp_decay as natural_exp_decay
from tf1compat._facade.train.learning_rate_decay import noisy_linear_cosine_decay as noisy_linear_cosine_decay
from tf1compat._facade.train.learning_rate_decay import piecewise_constant as piecewise_constant
from tf1compat._facade.train.learning_rate_decay import piecewise_constant as piecewise_constant_decay
from tf1compat._facade.train.learning_rate_decay import polynomial_decay as polynomial_decay
from tf1compat._facade.train.momentum import MomentumOptimizer as MomentumOptimizer
from tf1compat._facade.train.monitored_session import ChiefSessionCreator as ChiefSessionCreator
from tf1compat._facade.train.monitored_session import MonitoredSession as MonitoredSession
from tf1compat._facade.train.monitored_session import MonitoredTrainingSession as MonitoredTrainingSession
from tf1compat._facade.train.monitored_session import SessionCreator as SessionCreator
from tf1compat._facade.train.monitored_session import SingularMonitoredSession as SingularMonitoredSession
from tf1compat._facade.train.monitored_session import WorkerSessionCreator as WorkerSessionCreator
from tf1compat._facade.train.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from tf1compat._facade.train.object_checkpoint import Checkpoint as Checkpoint
from tf1compat._facade.train.optax_optimizer import OptaxOptimizer as OptaxOptimizer
from tf1compat._facade.train.optimizer import Optimizer as Optimizer
from tf1compat._facade.train.proximal import ProximalAdagradOptimizer as ProximalAdagradOptimizer
from tf1compat._facade.train.proximal import ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer
from tf1compat._facade.train.queue_runner import QueueRunner as QueueRunner
from tf1compat._facade.train.queue_runner import add_queue_runner as add_queue_runner
from tf1compat._facade.train.queue_runner import start_queue_runners as start_queue_runners
from tf1compat._facade.train.rmsprop import RMSPropOptimizer as RMSPropOptimizer
from tf1compat._facade.train.saver import Saver as Saver
from tf1compat._facade.train.saver import export_meta_graph as export_meta_graph
from tf1compat._facade.train.saver import import_meta_graph as import_meta_graph
from tf1compat._facade.train.saver_hooks import CheckpointSaverHook as CheckpointSaverHook
from tf1compat._facade.train.saver_hooks import CheckpointSaverListener as CheckpointSaverListener
from tf1compat._facade.train.saver_hooks import SummarySaverHook as SummarySaverHook
from tf1compat._facade.train.scaffold import Scaffold as Scaffold
from tf1compat._facade.train.server import Server as Server
from tf1compat._facade.train.session_manager import SessionManager as SessionManager
from tf1compat._facade.train.session_run_hook import SessionRunArgs as SessionRunArgs
from tf1compat._facade.train.session_run_hook import SessionRunContext as SessionRunContext
from tf1compat._facade.train.session_run_hook import SessionRunHook as SessionRunHook
from tf1compat._facade.train.session_run_hook import SessionRunValues as SessionRunValues
from tf1compat._facade.train.summary_iterator import summary_iterator as summary_iterator
from tf1compat._facade.train.supervisor import Supervisor as Supervisor
from tf1compat._facade.train.sync_replicas_optimizer import SyncReplicasOptimizer as SyncReplicasOptimizer
from tf1compat._facade.train.training_util import assert_global_step as assert_global_step
from tf1compat._facade.train.training_util import create_global_step as create_global_step
from tf1compat._facade.train.training_util import get_global_step as get_global_step
from tf1compat._facade.train.training_util import get_or_create_global_step as get_or_create_global_step
from tf1compat._facade.train.training_util import global_step as global_step
from tf1compat._facade.train.warm_start import VocabInfo as VocabInfo
from tf1compat._facade.train.warm_start import warm_start as warm_start
from tf1compat.train import queue_runner as queue_runner

__getattr__, __dir__ = _on_demand(
    __name__,
    messages=(
        "BytesList ClusterDef Example Feature FeatureList FeatureLists Features FloatList Int64List "
        "JobDef SaverDef SequenceExample ServerDef "
    ),
    modules="experimental",
    names_of={
        "tf1compat._facade.train.basic_loops": "basic_train_loop",
        "tf1compat._facade.train.profiler_hook": "ProfilerHook",
        "tf1compat._facade.quantized": "do_quantize_training_on_graphdef",
        "tf1compat._facade.vectorized_map": "sdca_fprint sdca_optimizer sdca_shrink_l1",
    },
)
