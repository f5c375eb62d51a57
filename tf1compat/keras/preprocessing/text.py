"""`tf.keras.preprocessing.text`."""

from tf1compat._facade.keras.preprocessing.text import Tokenizer as Tokenizer
from tf1compat._facade.keras.preprocessing.text import hashing_trick as hashing_trick
from tf1compat._facade.keras.preprocessing.text import one_hot as one_hot
from tf1compat._facade.keras.preprocessing.text import text_to_word_sequence as text_to_word_sequence
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)
