"""`tf.summary`: summaries for TensorBoard."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.summary import audio as audio
from tf1compat._facade.summary import get_summary_description as get_summary_description
from tf1compat._facade.summary import histogram as histogram
from tf1compat._facade.summary import image as image
from tf1compat._facade.summary import merge as merge
from tf1compat._facade.summary import merge_all as merge_all
from tf1compat._facade.summary import scalar as scalar
from tf1compat._facade.summary import tensor_summary as tensor_summary
from tf1compat._facade.summary import text as text
from tf1compat._facade.summary_v2 import all_v2_summary_ops as all_v2_summary_ops
from tf1compat._facade.summary_v2 import initialize as initialize
from tf1compat._facade.summary_writer import FileWriter as FileWriter
from tf1compat._facade.summary_writer import FileWriterCache as FileWriterCache

__getattr__, __dir__ = _on_demand(
    __name__,
    messages=("Event SessionLog Summary SummaryDescription TaggedRunMetadata "),
)
