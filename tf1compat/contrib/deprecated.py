"""`tf.contrib.deprecated`: summaries as TensorFlow 0.x wrote them."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.summary import audio_summary as audio_summary
from tf1compat._facade.summary import histogram_summary as histogram_summary
from tf1compat._facade.summary import image_summary as image_summary
from tf1compat._facade.summary import merge_all_summaries as merge_all_summaries
from tf1compat._facade.summary import merge_summary as merge_summary
from tf1compat._facade.summary import scalar_summary as scalar_summary

__getattr__, __dir__ = _on_demand(__name__)
