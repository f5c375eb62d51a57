"""`tf.contrib.training`: training steps and loops."""

from tf1compat._facade.contrib.bucketing import bucket as bucket
from tf1compat._facade.contrib.bucketing import bucket_by_sequence_length as bucket_by_sequence_length
from tf1compat._facade.contrib.checkpoint_waiting import checkpoints_iterator as checkpoints_iterator
from tf1compat._facade.contrib.checkpoint_waiting import wait_for_new_checkpoint as wait_for_new_checkpoint
from tf1compat._facade.contrib.hparams import HParams as HParams
from tf1compat._facade.contrib.hparams import parse_values as parse_values
from tf1compat._facade.contrib.resampling import resample_at_rate as resample_at_rate
from tf1compat._facade.contrib.resampling import weighted_resample as weighted_resample
from tf1compat._facade.contrib.sampling import rejection_sample as rejection_sample
from tf1compat._facade.contrib.sampling import stratified_sample as stratified_sample
from tf1compat._facade.contrib.sequence_batches import batch_sequences_with_states as batch_sequences_with_states
from tf1compat._facade.contrib.sequence_states import NextQueuedSequenceBatch as NextQueuedSequenceBatch
from tf1compat._facade.contrib.sequence_states import SequenceQueueingStateSaver as SequenceQueueingStateSaver
from tf1compat._facade.contrib.train_op import add_gradients_summaries as add_gradients_summaries
from tf1compat._facade.contrib.train_op import clip_gradient_norms as clip_gradient_norms
from tf1compat._facade.contrib.train_op import clip_gradient_norms_fn as clip_gradient_norms_fn
from tf1compat._facade.contrib.train_op import create_train_op as create_train_op
from tf1compat._facade.contrib.train_op import multiply_gradients as multiply_gradients
from tf1compat._facade.contrib.training_loops import SummaryAtEndHook as SummaryAtEndHook
from tf1compat._facade.contrib.training_loops import evaluate_repeatedly as evaluate_repeatedly
from tf1compat._facade.contrib.training_loops import train as train
from tf1compat._facade.estimator.feeding_queue_runner import _FeedingQueueRunner as FeedingQueueRunner
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.device_setter import GreedyLoadBalancingStrategy as GreedyLoadBalancingStrategy
from tf1compat._facade.train.device_setter import RandomStrategy as RandomStrategy
from tf1compat._facade.train.device_setter import byte_size_load_fn as byte_size_load_fn
from tf1compat._facade.train.evaluation import _evaluate_once as evaluate_once
from tf1compat._facade.train.evaluation import _get_or_create_eval_step as get_or_create_eval_step
from tf1compat._facade.train.evaluation import _StopAfterNEvalsHook as StopAfterNEvalsHook

__getattr__, __dir__ = _on_demand(__name__)
