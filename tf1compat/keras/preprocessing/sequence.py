"""`tf.keras.preprocessing.sequence`."""

from tf1compat._facade.keras.preprocessing.sequence import make_sampling_table as make_sampling_table
from tf1compat._facade.keras.preprocessing.sequence import pad_sequences as pad_sequences
from tf1compat._facade.keras.preprocessing.sequence import skipgrams as skipgrams
from tf1compat._facade.keras.preprocessing.timeseries import TimeseriesGenerator as TimeseriesGenerator
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
