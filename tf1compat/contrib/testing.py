"""`tf.contrib.testing`: checks of event files."""

from tf1compat._facade.contrib.event_files import assert_summary as assert_summary
from tf1compat._facade.contrib.event_files import latest_event_file as latest_event_file
from tf1compat._facade.contrib.event_files import latest_events as latest_events
from tf1compat._facade.contrib.event_files import latest_summaries as latest_summaries
from tf1compat._facade.contrib.event_files import simple_values_from_events as simple_values_from_events
from tf1compat._facade.contrib.event_files import to_summary_proto as to_summary_proto
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
