"""`tf.contrib.stat_summarizer`: refused, with what to use instead."""

from tf1compat._facade.contrib.memory_stats import DeleteStatSummarizer as DeleteStatSummarizer
from tf1compat._facade.contrib.memory_stats import NewStatSummarizer as NewStatSummarizer
from tf1compat._facade.contrib.memory_stats import StatSummarizer as StatSummarizer
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
