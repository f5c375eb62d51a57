"""`tf.contrib.summary`: summaries that write themselves when they run, to a writer of the session."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.summary_v2 import SummaryWriter as SummaryWriter
from tf1compat._facade.summary_v2 import all_v2_summary_ops as all_summary_ops
from tf1compat._facade.summary_v2 import always_record_summaries as always_record_summaries
from tf1compat._facade.summary_v2 import audio as audio
from tf1compat._facade.summary_v2 import create_db_writer as create_db_writer
from tf1compat._facade.summary_v2 import create_file_writer as create_file_writer
from tf1compat._facade.summary_v2 import create_summary_file_writer as create_summary_file_writer
from tf1compat._facade.summary_v2 import eval_dir as eval_dir
from tf1compat._facade.summary_v2 import flush as flush
from tf1compat._facade.summary_v2 import generic as generic
from tf1compat._facade.summary_v2 import graph as graph
from tf1compat._facade.summary_v2 import histogram as histogram
from tf1compat._facade.summary_v2 import image as image
from tf1compat._facade.summary_v2 import import_event as import_event
from tf1compat._facade.summary_v2 import initialize as initialize
from tf1compat._facade.summary_v2 import never_record_summaries as never_record_summaries
from tf1compat._facade.summary_v2 import record_summaries_every_n_global_steps as record_summaries_every_n_global_steps
from tf1compat._facade.summary_v2 import scalar as scalar
from tf1compat._facade.summary_v2 import should_record_summaries as should_record_summaries
from tf1compat._facade.summary_v2 import summary_writer_initializer_op as summary_writer_initializer_op

__getattr__, __dir__ = _on_demand(__name__)
