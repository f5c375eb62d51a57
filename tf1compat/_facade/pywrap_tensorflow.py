"""`tensorflow.python.pywrap_tensorflow`: what programs take from the C library's wrapper."""

from tf1compat._facade.prefixed_events import EventsWriter as EventsWriter
from tf1compat._facade.train.checkpoint_reader import CheckpointReader as CheckpointReader
from tf1compat._facade.train.checkpoint_reader import NewCheckpointReader as NewCheckpointReader
