"""`tf.lookup`: tables from keys to values."""

from tf1compat._facade.lookup_ops import KeyValueTensorInitializer as KeyValueTensorInitializer
from tf1compat._facade.lookup_ops import StaticHashTable as StaticHashTable
from tf1compat._facade.lookup_ops import StaticVocabularyTable as StaticVocabularyTable
from tf1compat._facade.lookup_ops import TextFileIndex as TextFileIndex
from tf1compat._facade.lookup_ops import TextFileInitializer as TextFileInitializer
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.lookup import experimental as experimental

__getattr__, __dir__ = _on_demand(__name__)
